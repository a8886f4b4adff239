/* The C preprocessor of the machine, run as a child: no shell, bounded in time, memory and output, because a model is
 * untrusted input. */
#ifndef PROMELA_PREPROCESS_H
#define PROMELA_PREPROCESS_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

/* Appends the preprocessed text, with line markers. `path` names the text and is where relative includes start. What
 * the preprocessor complains about becomes diagnostics; false if any of it is an error. */
bool preprocess(const char *text, size_t length, const char *path, const char *const *defines,
                const char *const *include_paths, struct arena *arena, struct text *output,
                struct diagnostics *diagnostics);

#endif
