/* Lines of a source by its name: "file.c", or the end of its path. */
#ifndef APP_SUBJECT_SOURCE_LINES_H
#define APP_SUBJECT_SOURCE_LINES_H

#include "base/arena.h"
#include "cfront/ir/ir.h"

struct source_lines {
    const char *file; /* `length` bytes */
    size_t length;
    unsigned long first, last;
    bool is_whole; /* the name is a source's whole path: it is not meant to be the end of another one's */
};

/* Finds out which source is meant. NULL: it is known, and has code there; otherwise half a sentence that says why not.
 */
const char *source_lines_settle(struct source_lines *lines, const struct c_program *program, struct arena *arena);
bool source_lines_hold(const struct source_lines *lines, struct place place);

#endif
