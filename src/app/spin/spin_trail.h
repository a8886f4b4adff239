/* What Spin prints when it replays a run, told as ours: marks that the model prints (lines with an @) become events. */
#ifndef APP_SPIN_SPIN_TRAIL_H
#define APP_SPIN_SPIN_TRAIL_H

#include "app/spin/spin.h"

/* Fills in the timeline, and, of a run that is violated, what is wrong: kind, message, place. `stuck`: nobody can go
 * on.
 */
void spin_trail(const struct subject *subject, const struct app_export *model, const char *said, bool stuck,
                struct arena *arena, struct spin_result *result);

#endif
