/* Interactions: which steps of a model a guide speaks of (Le Roux 2019, section 3.4: the labelling function).
 *
 * A name in a guide stands for
 *   - the statements that the model's comments annotate with it; where it is written as `NAME=VALUE`, a value of an
 *     input, all values of that input that are annotated are interactions as soon as one of them is named,
 *   - the statements on which a label of that name stands (`pilot.lever`: only that of proctype pilot),
 *   - every statement of a proctype of that name, of an atomic sequence the first one alone,
 *   - sends or receives, where it is written as one: "q!", "q?", "q!up,_": as the model writes the channel.
 * Of a compound statement it is the first step; where several can be first, each of them.
 *
 * Invariant: a step has one interaction at most. Of one statement that is checked here; of the two halves of a
 * handshake it can only be seen when they meet: interactions_of_step(). */
#ifndef PROMELA_INTERACTIONS_H
#define PROMELA_INTERACTIONS_H

#include "promela/automaton.h"
#include "ts/ts.h"

enum { INTERACTION_NONE = -1, INTERACTION_TWO = -2 };

/* A name, and who says it. */
struct interaction_name {
    const char *name;
    struct place place;
};

struct interaction_names {
    const struct interaction_name *list;
    size_t count;
    bool
        closed; /* the model's other annotations stand for nothing; otherwise they are interactions, too, after these */
};

struct interactions {
    VEC(struct interaction_name) list;
    int32_t *of_action; /* by action: its interaction, or INTERACTION_NONE */
    uint32_t action_count;
    bool inside;      /* one may be met in the middle of an atomic sequence */
    bool of_messages; /* one is a send, a receive or a d_step: it may be half of a handshake */
};

/* NULL with errors in `diagnostics`: names that nothing has, statements with two of them. Names are borrowed. */
struct interactions *interactions_new(const struct model *model, struct automaton *const *automata,
                                      uint32_t action_count, const struct interaction_names *names,
                                      struct diagnostics *diagnostics);
void interactions_free(struct interactions *interactions); /* NULL is allowed */

/* The interaction that the step is, INTERACTION_NONE, or INTERACTION_TWO: then `both` (may be NULL) has them. */
int32_t interactions_of_step(const struct interactions *interactions, const struct ts_step *step, int32_t both[2]);

/* A number for all of it: which action is which interaction. What was found out about a model under a guide holds only
 * as long as that is the same; the model's code does not say it. */
uint64_t interactions_fingerprint(const struct interactions *interactions, uint64_t so_far);

#endif
