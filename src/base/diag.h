/* Diagnostics: errors travel as values with a place. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/text.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdio.h>

/* Where in a source file. Lines and columns count from 1; 0 means unknown. `file` outlives the place;
 * diagnostics keep copies, since what they are about may be gone when they are printed. */
struct place {
    const char *file;
    unsigned line;
    unsigned column;
};

/* The file's name without its folders; "?": there is none. */
const char *place_file(struct place place);
bool place_is_same(struct place a, struct place b);

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE };

struct diagnostic {
    enum severity severity;
    struct place place;
    char *message;
};

struct diagnostics {
    VEC(struct diagnostic) list;
    unsigned errors;
};

void diag_error(struct diagnostics *diagnostics, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diag_warning(struct diagnostics *diagnostics, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diag_note(struct diagnostics *diagnostics, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* `file:line:column: error: message`, one line each; without what is unknown of the place. */
void diag_print(const struct diagnostics *diagnostics, FILE *out);
/* Moves all of `from` behind what is there. */
void diag_take(struct diagnostics *diagnostics, struct diagnostics *from);
/* NULL: there is none. */
const struct diagnostic *diag_first_error(const struct diagnostics *diagnostics);
void diag_free(struct diagnostics *diagnostics);

#endif
