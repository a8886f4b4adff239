/* A model's text after preprocessing, and the way back from it to the files the user wrote.
 *
 * Invariant: `text` is NUL-terminated, holds no line markers (they became empty lines), and every line of it has an
 * origin. All strings belong to the arena given at loading. */
#ifndef PROMELA_SOURCE_H
#define PROMELA_SOURCE_H

#include "base/arena.h"
#include "base/diag.h"
#include "promela/parse.h"

#include <stdbool.h>
#include <stddef.h>

struct source_line {
    size_t start;     /* offset in `text`; ends before the next newline */
    const char *file; /* where it came from */
    unsigned line;
    const char *original; /* that line as written; NULL if unknown */
    size_t original_length;
    const char *bare; /* the same with blanks for comments that begin on it: what the preprocessor may have left */
    bool identical;   /* the preprocessor left it as it was */
};

/* A file that it came from, as written. */
struct source_file {
    const char *name, *text;
    size_t length;
};

struct source {
    char *text;
    size_t length;
    VEC(struct source_line) lines;
    VEC(struct source_file) files;
};

/* Runs the C preprocessor when the text has a directive or there are definitions. False after an error; a file that the
 * options do not allow to be included is one. `options` may be NULL. */
bool source_load(struct source *source, struct arena *arena, const char *text, size_t length, const char *path,
                 const struct parse_options *options, struct diagnostics *diagnostics);
void source_free(struct source *source);

/* The place of the character at `offset` of line `line` (from 0) as the user wrote it. */
/* Are the columns of what stands on this line those of the file? Not if a preprocessor has changed a very long one. */
bool source_knows_columns(const struct source *source, size_t line);
struct place source_place(const struct source *source, size_t line, size_t offset);

#endif
