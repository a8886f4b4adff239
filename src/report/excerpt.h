/* Lines of source files, for those who tell what happened there. Files are read once and kept. */
#ifndef REPORT_EXCERPT_H
#define REPORT_EXCERPT_H

#include "base/diag.h"

struct excerpt_file;
struct excerpts {
    VEC(struct excerpt_file *) files;
};

/* Line `line` (from 1) without its end and leading spaces (`indented`: with them, tabs as spaces). NULL if there is no
 * such line or the file cannot be read. Valid until excerpts_free(). */
const char *excerpt_line(struct excerpts *excerpts, const char *file, unsigned line);
const char *excerpt_indented(struct excerpts *excerpts, const char *file, unsigned line);
void excerpts_free(struct excerpts *excerpts);

#endif
