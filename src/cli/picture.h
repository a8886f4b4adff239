/* Graphs in Graphviz's language, as a file of the kind that its name says. */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "base/text.h"

#include <stdbool.h>

/* Before long work: does the name end in .svg, .png, .pdf or .dot, and could the file be written? Complains if not.
 * NULL is fine. */
bool picture_can_write(const char *command, const char *path);
/* Has Graphviz draw it, whole or not at all; the text itself for .dot, and to standard output where `path` is NULL.
 * Complains if that cannot be. */
bool picture_write(const char *command, const char *path, const struct text *dot);

#endif
