/* From automata to C text: one function per proctype that makes all moves of a process from a state. */
#ifndef PROMELA_GENERATE_H
#define PROMELA_GENERATE_H

#include "promela/automaton.h"
#include "promela/layout.h"
#include "promela/program.h"
#include "ts/ts.h"

/* What the generated text exports under the name `rtcheck_code`. */
struct model_code {
    void (*initial)(ts_emit emit, void *context);
    void (*next)(const void *state, uint32_t size, unsigned actor, ts_emit emit, void *context);
    void (*next_in_place)(const void *state, uint32_t size, unsigned actor, struct ts_sink *sink);
    unsigned (*marks)(const void *state, uint32_t size);
    void (*claim)(unsigned proctype, const void *state, uint32_t size, uint32_t location, observer_emit emit,
                  void *context);
    /* Which atoms of an ltl property hold. `faulty` are those that could not be evaluated, and faults[i] why atom i of
     * them could not. */
    uint64_t (*atoms)(unsigned property, const void *state, uint32_t size, uint64_t *faulty, uint32_t *faults);
    /* Adds a frame of the proctype to a state (of room max_size); 0 if there is no room. */
    int (*spawn)(unsigned proctype, void *state, uint32_t *size, const int *arguments);
};

typedef VEC(struct ts_fault) fault_list;

struct atom_list {
    VEC(const struct expression *) atoms;
};

struct generate_input {
    const struct model *model;
    const struct layout *layout;
    struct automaton *const *automata;     /* by proctype index                                   */
    const struct atom_list *properties;    /* by ltl property                                     */
    const unsigned char *const *reduction; /* by proctype index and location: LOCATION_ flags     */
    bool lose_messages;
    const struct interactions *interactions; /* of a guide, or NULL */
};

/* The whole text. Faults are appended to `faults`; the first entry (number 0) is "no fault". */
char *generate_code(const struct generate_input *input, struct arena *arena, fault_list *faults);

#endif
