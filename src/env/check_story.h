/* A violation as a story: the calls that lead to it, what they changed, and what is wrong at the end. */
#ifndef ENV_CHECK_STORY_H
#define ENV_CHECK_STORY_H

#include "env/check.h"

struct env_violation {
    const struct ts_fault *fault;                  /* of a call or a reference function; NULL: the assertion is false */
    const struct env_configuration *configuration; /* the call that failed, if it was one of these */
    /* An assertion, its object, and the design's state in which it fails; NULL if a call failed. */
    const struct ocl_expression *assertion;
    unsigned class_index, object;
    const unsigned char *state;
    uint32_t size;
};

struct env_story_step {
    uint32_t label; /* of the LTS */
    uint32_t state; /* that it leads to */
};

struct env_story {
    const struct env_model *model;
    const struct env_graph *graph;
    const struct env_design *design;
    const struct env_lts *lts;
    const struct env_violation *violation;
    const struct env_story_step *steps; /* from the first state of the LTS */
    size_t step_count;
};

/* Fills kind, message, steps and story. */
void env_story_tell(const struct env_story *story, struct env_outcome *outcome);

/* Says why an expression is not true in a world: "GetTaskDpr(1) is 3, expected 4". */
void env_explain(const struct ocl_expression *expression, const struct ocl_world *world, unsigned self,
                 struct text *out);

#endif
