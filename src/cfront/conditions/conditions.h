/* What conditions of the preprocessor were met: all that the files of this room know of one load. */
#ifndef CFRONT_CONDITIONS_CONDITIONS_H
#define CFRONT_CONDITIONS_CONDITIONS_H

#include "cfront/load/front.h"

struct default_value { /* (defaults.h) */
    const char *name, *value;
    bool is_function; /* a macro with arguments */
    bool is_own;      /* of a source, or of a header beside one */
};

struct asking_text {         /* (asking_macros.h) */
    const char *file, *code; /* without comments, a directive a line */
    bool is_own;             /* a source, or a header beside one */
};

struct conditions {
    VEC(const char *) undefined;         /* names that are asked for (undefined.h) */
    name_list late_names;                /* ... defined behind a condition that asks for them, in the same file */
    name_list with_words;                /* `#if` with words in it (asked_numbers.h) */
    name_list deciding_names;            /* of which code hinges (regions.h) */
    name_list deciding_in_code;          /* ... code of functions */
    name_list deciding_elsewhere;        /* ... in headers of other folders */
    name_list read_files, asked_headers; /* (asked_headers.h) */
    VEC(struct asking_text) asking_texts;
    VEC(struct default_value) defaults;
    const char *default_asked; /* by the last line for the preprocessor; or NULL */
};

void conditions_begin(struct front *front);
void conditions_free(struct front *front);

#endif
