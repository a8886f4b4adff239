/* A search for test cases along the ways of somebody (walk.h), breadth first: each time something is done for the first
 * time that counts (a feat), a run is made that leads there, and following it (follow.h) must do it again.
 *
 * A state is one of the walk's and the history of what has begun in it (history.h). The search can be left and gone on
 * with; when it is over, what was not done can be done by no run, as far as the walk knows all ways. */
#ifndef APP_CASES_HUNT_H
#define APP_CASES_HUNT_H

#include "app/cases/cover.h"
#include "app/cases/feats.h"
#include "app/cases/walk.h"
#include "search/nodeset.h"

/* How a state was reached first. */
struct hunt_arrival {
    uint32_t from; /* its number; UINT32_MAX: it is an initial state */
    struct ts_step step;
    uint32_t form_size; /* of its bytes; the rest is its history */
};

/* A way that does something for the first time. */
struct hunt_find {
    uint32_t feat;
    unsigned char *form;
    uint32_t size;
    struct ts_step step;
};

struct hunt {
    const struct executor *executor;
    struct cover *cover; /* gets the tests, and the number of states */
    struct feats *feats;
    struct walk walk;
    struct nodeset states;             /* a state of the walk, and the history behind it */
    VEC(struct hunt_arrival) arrivals; /* by state */
    VEC(struct hunt_find) finds;       /* in the state under way */
    uint32_t under_way, next;          /* states */
    uint64_t ways;                     /* that were gone */
    struct history before, behind;     /* the state under way; a way that was gone from there */
    bool sure;                         /* the walk has known all ways so far, and could go them */
    const struct ts_fault *fault; /* some run goes wrong, and ends there: what is behind it is not looked at. Or NULL */
};

/* All but the first four is nothing in the beginning. */
void hunt_begin(struct hunt *hunt);
/* Until it is over or full, so many ways were gone, all told, or `goes_on` says no. */
void hunt_go_on(struct hunt *hunt, uint64_t ways, bool (*goes_on)(void *context), void *context);
/* All was gone through, or nothing is left to be reached. */
bool hunt_is_over(const struct hunt *hunt);
bool hunt_is_full(const struct hunt *hunt); /* there are too many states */
void hunt_end(struct hunt *hunt);           /* what it owns */

#endif
