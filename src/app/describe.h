/* Steps and states in words, for stories. */
#ifndef APP_DESCRIBE_H
#define APP_DESCRIBE_H

#include "app/model.h"

void describe_app_step(const struct ts *ts, const void *before, uint32_t before_size, const void *after,
                       uint32_t after_size, const struct ts_step *step, struct ts_description *out);
void describe_app_variables(const struct ts *ts, const void *state, uint32_t size,
                            void (*visit)(void *context, const char *name, const char *value), void *context);

#endif
