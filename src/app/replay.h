/* Steps made again, to be told. */
#ifndef APP_REPLAY_H
#define APP_REPLAY_H

#include "app/exec/notes.h"
#include "app/exec/record.h"

/* Makes the step from `before` to `after` again and tells it. `after` may have more bytes than its state. `script`, if
 * it is not NULL, says what the next inputs are, and goes on behind them. False if there is no such step. */
bool replay_step(const struct executor *executor, struct recorder *recorder, const void *before, const void *after,
                 uint32_t after_size, const struct ts_step *step, struct script *script);
/* The same in a timeline of its own: release with timeline_free(). `reads` gets what was read. */
struct timeline *replay_one_step(const struct executor *executor, const void *before, const void *after,
                                 uint32_t after_size, const struct ts_step *step, struct text *reads);

#endif
