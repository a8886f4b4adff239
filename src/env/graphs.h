/* All object graphs of an environment model, isomorphic ones once, in a fixed order: counted, numbered, sampled (Yatake
 * 2010, section 4.1, appendix A.2). */
#ifndef ENV_GRAPHS_H
#define ENV_GRAPHS_H

#include "base/limits.h"
#include "env/model.h"

/* One object graph. values[class][object * members + member] as in ocl_world; variables are 0. */
struct env_graph {
    unsigned *sizes;
    int64_t **values;
};

struct env_graphs; /* to be used by one thread at a time */

/* Prepares the set of graphs with these numbers of objects by class. NULL, with an error, if that fails. */
struct env_graphs *env_graphs_new(const struct env_model *model, const unsigned *sizes,
                                  struct diagnostics *diagnostics);
void env_graphs_free(struct env_graphs *graphs);

/* How many there are; exact, without walking through all of them where the structure allows. False if it does not fit
 * 64 bits, if an invariant cannot be evaluated for some graph, if counting would take more than about `limit` steps (0:
 * no limit), or if a limit of the run is reached meanwhile: then there are at least *count. */
bool env_graphs_count(struct env_graphs *graphs, uint64_t limit, uint64_t *count);
/* After any of these returned false (or visit ended early): why, for people; NULL if there is no such reason. */
const char *env_graphs_problem(const struct env_graphs *graphs);
/* The limit of the run that ended counting; else LIMITS_NONE. */
enum limits_reason env_graphs_limit(const struct env_graphs *graphs);
/* Where the invariant stands that cannot be evaluated, if that is the problem; else unknown. */
struct place env_graphs_problem_place(const struct env_graphs *graphs);
/* The graph of that number, 0 <= number < count. False if there is none. */
bool env_graphs_at(struct env_graphs *graphs, uint64_t number, struct env_graph *graph);
/* Calls visit for the graphs from `first` on, in order, until it returns false. */
void env_graphs_visit(struct env_graphs *graphs, uint64_t first,
                      bool (*visit)(void *context, uint64_t number, const struct env_graph *graph), void *context);
/* A uniformly random one. `random` gives 64 random bits. False if there is none, or if they cannot be counted. */
bool env_graphs_sample(struct env_graphs *graphs, uint64_t (*random)(void *context), void *context,
                       struct env_graph *graph, uint64_t *number);

struct env_graph *env_graph_new(const struct env_model *model, const unsigned *sizes);
void env_graph_free(const struct env_model *model, struct env_graph *graph);
/* "T1.pr=2 T1.res={R1} R1.pr=3" and the like. Objects are named by their class's first letter (or name) and number. */
void env_graph_print(const struct env_model *model, const struct env_graph *graph, struct text *out);

#endif
