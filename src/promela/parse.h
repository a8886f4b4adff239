/* Promela text to a checked tree. */
#ifndef PROMELA_PARSE_H
#define PROMELA_PARSE_H

#include "promela/ast.h"

struct parse_options {
    const char *const *defines;       /* "N=3", as for a C preprocessor; NULL-terminated, or NULL */
    const char *const *include_paths; /* likewise                                                */
    bool include_anything;            /* else only what base/within.h allows */
    const char *extra_ltl;            /* a formula, to be added as the property "command line"; or NULL */
    /* Names of inlines to be callable from outside: for each, the model gains a proctype `call name` that is not
     * active, with one int parameter per parameter of the inline and the body `atomic { name(parameters) }`.
     * NULL-terminated, or NULL. */
    const char *const *callable;
};

/* NULL if there was any error; then `diagnostics` says what and where. Release with model_free(). */
struct model *promela_parse_file(const char *path, const struct parse_options *options,
                                 struct diagnostics *diagnostics);
/* The same for a text in memory; `path` is for messages and relative includes. */
struct model *promela_parse_text(const char *text, size_t length, const char *path, const struct parse_options *options,
                                 struct diagnostics *diagnostics);
void model_free(struct model *model);

#endif
