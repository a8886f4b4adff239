/* A part as Promela, for people to read and for Spin to check. */
#ifndef TIMING_EMIT_H
#define TIMING_EMIT_H

#include "base/text.h"
#include "timing/system.h"

/* Why the part cannot be written; NULL: it can. */
const char *tm_emit_obstacle(const struct tm_system *system, struct arena *arena);
/* The model; `library`: the name of the file with the scheduler. Upper limits on response times and lost activations
 * are asserted. */
void tm_emit_model(struct text *out, const struct tm_system *system, const char *library);
/* The scheduler: the same for all models. */
void tm_emit_library(struct text *out);

#endif
