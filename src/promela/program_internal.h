/* The inside of a loaded model, shared by the files that implement program.h. */
#ifndef PROMELA_PROGRAM_INTERNAL_H
#define PROMELA_PROGRAM_INTERNAL_H

#include "ltl/observer.h"
#include "promela/generate.h"
#include "promela/program.h"

struct claim {
    struct program *program;
    const struct proctype *never; /* or NULL: */
    unsigned property;            /* an ltl property, in model->ltl */
    const struct ltl_property *ltl;
    struct ltl_observer formula;       /* of an ltl property */
    struct ts_observer observer;       /* of a never claim */
    const struct automaton *automaton; /* likewise */
};

struct program {
    struct arena *arena;
    struct model *model;
    struct automaton **automata;       /* by proctype index */
    struct interactions *interactions; /* or NULL */
    struct embedded *embedded;
    struct layout *layout;
    fault_list faults;
    uint32_t blocked_fault, endless_fault, large_fault, creates_fault; /* of calls from outside */
    uint64_t longest_call;                                             /* steps of one, all its ways together */
    struct ts_action *actions;
    uint32_t action_count;
    const struct move **moves_by_action; /* one of the copies of each */
    const struct proctype **proctype_by_action;
    struct atom_list *properties;
    struct claim *claims;
    size_t claim_count;
    unsigned char **reduction;
    char *code;
    struct jit *jit;
    bool runs_code; /* limits_enter_code() was called */
    struct ts ts;
    struct program_automaton *drawings;
    size_t drawing_count;
};

static inline const struct model_code *program_code_table(const struct program *program) {
    return jit_entry(program->jit);
}

/* claims.c: the claims, and for each ltl property its automaton and atoms. */
bool claims_build(struct program *program, struct diagnostics *diagnostics);
void claims_free(struct program *program);

/* describe.c: steps and states in words. */
void describe_step(const struct ts *ts, const void *before, uint32_t before_size, const void *after,
                   uint32_t after_size, const struct ts_step *step, struct ts_description *out);
void describe_variables(const struct ts *ts, const void *state, uint32_t size,
                        void (*visit)(void *context, const char *name, const char *value), void *context);

/* drawing.c: automata for drawing. */
void drawings_build(struct program *program);

#endif
