/* Could more of what an option bounds have woken a task that waits? From where it waits, every run is looked at in
 * which interrupts and ticks come that were spent. */
#ifndef APP_RESCUE_H
#define APP_RESCUE_H

#include "app/app.h"
#include "search/search.h"

struct rescue;

struct rescue *rescue_new(const struct app *app, const struct search_options *options);
void rescue_free(struct rescue *rescue);

/* False: it waits for ever, whatever comes. True as well where that is too much to find out, or where a run goes wrong
 * before: then nothing is known. */
bool rescue_may_come(struct rescue *rescue, const void *state, uint32_t size, uint32_t task);

#endif
