/* Options of compilers that say how code is made, where files are, and what is warned of: they change nothing that a
 * program means, or what they change is looked at elsewhere (-D, -I, number_flags.h). */
#ifndef CLI_PROJECT_HARMLESS_FLAGS_H
#define CLI_PROJECT_HARMLESS_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

bool harmless_flags_have(const char *word, size_t length);

#endif
