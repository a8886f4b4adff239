/* The graph of an application some of whose places are widened (exec/widened.h): its states, and who leads from which
 * to which. A state stands for many, and each step for what all of these may do; a group has the steps of one actor by
 * one action, of which it is not known which one comes; what no run does for ever (paths.h) and leads to the same state
 * is not there. Of the application as it is, where states are what they are, the same can be made. */
#ifndef APP_WIDE_GRAPH_H
#define APP_WIDE_GRAPH_H

#include "app/app.h"
#include "app/exec/widened.h"
#include "search/attractor.h"
#include "search/nodeset.h"

enum wide_graph_end {
    WIDE_ALL,    /* all of it is there */
    WIDE_GREW,   /* a place takes too many values: another round */
    WIDE_LARGE,  /* it has too many states, or the time was over */
    WIDE_WRONG,  /* some step goes wrong */
    WIDE_UNKNOWN /* rtcheck gave up on a step */
};

struct wide_graph {
    struct nodeset states; /* as the transition system has them */
    VEC(struct attractor_edge) edges;
    VEC(uint64_t) actors; /* by state: a bit for each of the first 64 that make a step there */
    uint32_t expanded;    /* so many of the states, the first ones, were looked at: of the others no step is there */
    uint32_t group_count;
    const struct ts_fault *fault; /* WIDE_WRONG, WIDE_UNKNOWN: what it was; NULL: nobody said */
};

/* How far it may go. */
struct wide_limits {
    size_t states, bytes;
    bool (*goes_on)(void *context); /* asked now and then: is there time? */
    void *context;
};

/* `graph` is empty. `ts` is the application's (app_ts()), with `widened` NULL, or that of its paths, with those of its
 * places that are widened. The application is as it is then: with time that is kind, or without. */
enum wide_graph_end wide_graph_explore(struct wide_graph *graph, struct app *app, const struct ts *ts,
                                       const struct widened *widened, const struct wide_limits *limits);
void wide_graph_free(struct wide_graph *graph);

#endif
