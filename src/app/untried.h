/* Whether values of inputs that were not tried could lead out of what goes round for ever.
 *
 * What was executed in a round is looked at as a whole. Where only some values of an input were tried there, other ones
 * matter if something depends on it: a branch, what a service is told, which function is called, what is written to.
 * They do not if every way on from there was taken in the round as well: then there is no other code to come to. */
#ifndef APP_UNTRIED_H
#define APP_UNTRIED_H

#include "app/app.h"

struct untried;

/* A side of a branch that was not taken in a round; `side` is 0 where something else decides. */
struct untried_side {
    uint32_t instruction;
    unsigned char side; /* of enum reached */
    bool is_first;      /* of those of a round */
    struct place place;
};

/* From now on, what is executed, and which inputs are tried in part, is noted anew. */
struct untried *untried_watch(struct app *app);
enum untried_claim {
    UNTRIED_RUNS_ON,      /* code that never ends: only what ends it, or calls the system, matters */
    UNTRIED_IS_NOT_READY, /* a task that never ends: whoever comes to the end of the loop has ended it, for all we know
                           */
    UNTRIED_OTHERS        /* what others do, or do not do, may matter */
};

/* Ends that, and frees it; what was noted before counts again. Where other values matter, the ways out are kept. */
bool untried_matter(struct app *app, struct untried *untried, enum untried_claim claim);
/* Whoever knows more of inputs searches from now on. Afterwards: is there a round that no way was found out of? Then
 * this is where a way out could be; otherwise no line. */
void untried_begin_search(struct app *app);
struct place untried_remains(const struct app *app);
/* ... or where values of inputs that were not tried, as far as is noted now, decide what may go on for ever. */
struct place untried_sways(const struct app *app);

#endif
