/* One environment against a design: the LTS drives the design's functions, and every state is compared (Yatake 2010,
 * sections 2 and 4.3). */
#ifndef ENV_CHECK_H
#define ENV_CHECK_H

#include "env/compose.h"
#include "promela/program.h"
#include "search/search.h"

/* How the design sees a graph: before anything is called, the design's initial state is told the objects' attributes
 * and links through the inline `env_configure` calls that the model declares (see docs/env.md). */

struct env_design; /* a loaded Promela design, with the functions of the model found in it; shared by all threads */

/* `text` is the design's; `path` is for messages and relative includes. Errors (a trigger or reference function that
 * the design does not define ...) go to `diagnostics`. */
struct env_design *env_design_load(const struct text *text, const char *path, const struct env_model *model,
                                   const struct program_options *options, struct diagnostics *diagnostics);
void env_design_free(struct env_design *design);
/* It will be called for long: have its code optimised in the background. */
void env_design_optimise(struct env_design *design);
bool env_design_included(const struct env_design *design, uint64_t *number); /* as program_included() */

struct env_outcome {
    enum verdict verdict;
    const char *kind;                    /* "assertion", "blocked", a fault's kind ... ; NULL when it holds */
    char *message;                       /* for people; free() it */
    char *story;                         /* the shortest counterexample as text, NULL when it holds; free() it */
    VEC(char *) steps;                   /* the same, one line a call */
    VEC(unsigned char) choices;          /* by class: any() chose among several of its objects; may be empty */
    uint64_t numberings;                 /* of the objects that were checked */
    uint64_t states, transitions, depth; /* of the product */
    double seconds;
};

/* Searches the product of LTS and design breadth-first: the counterexample is a shortest one. NULL if a limit of the
 * whole run (base/limits.h) came before anything was known. `room` may be NULL. */
struct env_outcome *env_check(const struct env_model *model, const struct env_graph *graph,
                              const struct env_design *design, uint64_t max_states, struct search_room *room);
void env_outcome_free(struct env_outcome *outcome);

/* A design whose text environments include: read for the first environment of a model, kept for its others. Zero but
 * for the first two; release with env_exported_design_free(). */
struct env_exported_design {
    const char *path;
    const struct parse_options *parse; /* or NULL */
    const struct env_model *model;     /* for which it was read */
    struct model *read;
};

/* The environment as Promela that includes the design's text and checks the same assertions (Yatake 2010, figure 7). */
bool env_export(const struct env_model *model, const struct env_graph *graph, struct env_exported_design *design,
                struct text *out, struct diagnostics *diagnostics);
void env_exported_design_free(struct env_exported_design *design);

#endif
