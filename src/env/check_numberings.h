/* One environment against a design, in as many numberings of its objects as it takes. */
#ifndef ENV_CHECK_NUMBERINGS_H
#define ENV_CHECK_NUMBERINGS_H

#include "env/symmetry.h"

enum { ENV_MOST_NUMBERINGS = 40320 };

struct env_numbering_options {
    const struct env_symmetry *symmetry;
    bool all; /* every numbering, whatever the symmetry */
    uint64_t max_states;
    struct search_room *room;    /* may be NULL */
    bool (*stop)(void *context); /* asked between checks; true ends them, and the outcome is NULL. May be NULL */
    void *stop_context;
};

/* Where nothing looks at the objects' numbers, one check stands for all. Else every numbering is checked; one that
 * fails is a failure, and its story begins with the numbering. More than ENV_MOST_NUMBERINGS: the verdict is unknown,
 * unless the first one fails. */
struct env_outcome *env_check_numberings(const struct env_model *model, const struct env_graph *graph,
                                         const struct env_design *design, const struct env_numbering_options *options);

#endif
