/* An environment and a design as one transition system: the environment's LTS calls, and the design answers.
 *
 * A state is the number of a state of the LTS, then a state of the design. A step is an edge of the LTS, its action the
 * edge's label; a call that can end in several ways has a step for each of them, and one that goes wrong a step with
 * that fault. A state is violating if an assertion does not hold there, or cannot be evaluated. It is a system for
 * safety alone, and nobody describes its steps: check_story tells what went wrong. */
#ifndef ENV_CHECK_PRODUCT_H
#define ENV_CHECK_PRODUCT_H

#include "env/check_story.h"
#include "env/compose_world.h"

struct env_product {
    struct ts ts; /* its self is the product */
    const struct env_model *model;
    const struct env_graph *graph;
    const struct env_design *design;
    const struct env_lts *lts;
    struct arena *arena;
    VEC(struct ts_trace_state) starts; /* of the design, told about the graph; several if that can go several ways */
    /* The state of the LTS that assertions were evaluated in last. */
    struct env_world world;
    uint32_t world_state; /* UINT32_MAX: none yet */
    void *room;
};

/* Tells the design about the graph. False if that goes wrong: then there is a violation or, if nothing is known of the
 * design, an error. */
bool env_product_open(struct env_product *product, struct env_violation *violation, struct text *error);
void env_product_close(struct env_product *product);

uint32_t env_product_lts_state(const void *state);

/* What is wrong with a violating state. Its bytes must stay. Nothing known of the design: an error. */
void env_product_explain(struct env_product *product, const unsigned char *state, uint32_t size,
                         struct env_violation *violation, struct text *error);

/* A call that could not be followed to its ends says nothing about the design. */
bool env_fault_is_limit(const struct ts_fault *fault);

#endif
