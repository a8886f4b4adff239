/* OIL, the OSEK Implementation Language 2.5: files in, a checked configuration out (config.h), and a printer back. */
#ifndef OIL_OIL_H
#define OIL_OIL_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct oil_config;

#define OIL_MORE "<vendor>"

struct oil_options {
    const char *const *defines;       /* "NAME" or "NAME=VALUE", NULL-terminated; NULL: none */
    const char *const *include_paths; /* NULL-terminated; NULL: none */
    uint32_t counter_maximum;         /* MAXALLOWEDVALUE where nothing gives one; 0: the largest that there is */
    const char *more;                 /* text of a further file, OIL_MORE; NULL: none */
    bool guesses_defines;             /* nobody says what the build defines: what is asked for is told */
    bool no_files;                    /* includes find nothing: for text that must not reach the disk */
};

/* The configuration that the files describe together. NULL if there was an error; then `diagnostics` has it. It lives
 * as long as the arena. `options` may be NULL. */
struct oil_config *oil_load(const char *const *paths, size_t count, const struct oil_options *options,
                            struct arena *arena, struct diagnostics *diagnostics);
/* The same for a text; `path` names it, and its includes start there. */
struct oil_config *oil_load_text(const char *text, size_t length, const char *path, const struct oil_options *options,
                                 struct arena *arena, struct diagnostics *diagnostics);

/* The file's text as its preprocessor leaves it, a line for each `;`, `{` and `}`, without comments. False: it cannot be
 * read, or is wrong. */
bool oil_expand(const char *path, const struct oil_options *options, struct arena *arena, struct text *out);

/* Normalised OIL: every attribute written out, defaults and computed values included. It loads as the same
 * configuration, and prints the same way again. */
void oil_print(const struct oil_config *config, struct text *out);

#endif
