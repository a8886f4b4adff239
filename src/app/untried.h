/* Whether values of inputs that were not tried could lead out of what goes round for ever.
 *
 * What was executed in a round is looked at as a whole. Where only some values of an input were tried there, other ones
 * matter if something depends on it: a branch, what a service is told, which function is called, what is written to.
 * They do not if every way on from there was taken in the round as well: then there is no other code to come to. */
#ifndef APP_UNTRIED_H
#define APP_UNTRIED_H

#include "app/app.h"

struct untried;

/* From now on, what is executed, and which inputs are tried in part, is noted anew. */
struct untried *untried_watch(struct app *app);
/* Ends that, and frees it; what was noted before counts again. */
bool untried_matter(struct app *app, struct untried *untried);

#endif
