/* Could more of what an option bounds have woken a task that waits, let one run that is held up, or ended what goes on
 * for ever? From where it is, every run is looked at in which interrupts and ticks come that were spent. */
#ifndef APP_RESCUE_H
#define APP_RESCUE_H

#include "app/app.h"
#include "search/search.h"

struct rescue;

enum rescue_kind {
    RESCUE_BY_MORE, /* of what is bounded */
    RESCUE_BY_TIME, /* that waits for nobody, either */
    RESCUE_IF_BUSY, /* by what comes only while nothing runs, either: it comes all the same */
    RESCUE_BY_ALL,  /* ... and time waits for nobody */
    RESCUE_KINDS
};

struct rescue *rescue_new(const struct app *app, const struct search_options *options, enum rescue_kind kind);
void rescue_free(struct rescue *rescue);

/* False: it waits, or is held up, for ever, whatever comes. True as well where that is too much to find out, or where a
 * run goes wrong before, but for activations that are lost: then it is not known. */
bool rescue_may_come(struct rescue *rescue, const void *state, uint32_t size, uint32_t task, bool *is_known);
/* The same, of an alarm whose task is not ready for it; */
bool rescue_may_be_ready(struct rescue *rescue, const void *state, uint32_t size, uint32_t alarm, bool *is_known);
/* ... and of a context whose code, with hooks, is all that runs. */
bool rescue_may_end(struct rescue *rescue, const void *state, uint32_t size, uint32_t context, bool *is_known);

#endif
