/* The C preprocessor of the machine, run as a child: no shell, bounded in time, memory and output, because a model is
 * untrusted input. */
#ifndef PROMELA_PREPROCESS_H
#define PROMELA_PREPROCESS_H

#include "base/arena.h"
#include "base/diag.h"
#include "promela/parse.h"

#include <stdbool.h>
#include <stddef.h>

/* Appends the preprocessed text, with line markers. `path` names the text and is where relative includes start. What
 * the preprocessor complains about becomes diagnostics; false if any of it is an error. */
bool preprocess(const char *text, size_t length, const char *path, const struct parse_options *options,
                struct arena *arena, struct text *output, struct diagnostics *diagnostics);
#define PREPROCESS_OUTSIDE                                                                                             \
    "includes '%s', which is outside of the model's folder and no .pml, .h or the like: -I FOLDER allows the files "   \
    "below it, --allow-code any"
/* May this file be included? Else nothing of it must be seen. */
bool preprocess_allows(const char *file, const char *path, const struct parse_options *options);

#endif
