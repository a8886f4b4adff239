/* Macros as the C preprocessor knows them, as far as OIL files use them: with and without parameters, no # and ##. */
#ifndef OIL_MACRO_H
#define OIL_MACRO_H

#include "oil/token.h"

struct oil_macro {
    const char *name;
    const char *const *parameters;
    size_t parameter_count;
    bool has_parameters;          /* parentheses stood right behind its name */
    bool active;                  /* being replaced: not replaced again inside itself */
    const struct oil_token *body; /* ends with TOKEN_END */
};

struct oil_macros {
    struct arena *arena;
    struct diagnostics *diagnostics;
    VEC(struct oil_macro *) list;
    VEC(const char *) unknown; /* names in conditions that were no macros, each once */
    VEC(const char *) zeros;   /* of these, those that counted as 0 */
    VEC(const char *) asked;   /* names of which it was asked whether they are defined, and that were not, each once */
    size_t work;               /* tokens made by replacement so far: bounded, whatever the macros do */
};

/* "NAME body", "NAME(a, b) body": what follows #define. */
void oil_macro_define(struct oil_macros *macros, const char *definition, struct place place);
/* "NAME" or "NAME=VALUE", as after -D. */
void oil_macro_define_option(struct oil_macros *macros, const char *option);
void oil_macro_undefine(struct oil_macros *macros, const char *name);
struct oil_macro *oil_macro_find(const struct oil_macros *macros, const char *name); /* NULL if there is none */
/* A condition asks whether this name, which is none, is a macro. */
void oil_macro_note_asked(struct oil_macros *macros, const char *name);
/* Of these, those that no definition without a value, as of files that are included once, has made macros since. */
bool oil_macro_is_open(const struct oil_macros *macros, const char *name);
/* A condition asks for a name that is no macro. */
void oil_macro_note_unknown(struct oil_macros *macros, const char *name);
void oil_macro_note_zero(struct oil_macros *macros, const char *name); /* ... and has it count as 0 */
void oil_macros_free(struct oil_macros *macros);

/* Where tokens come from: a text, or the body of a macro. One token can be put back. */
struct oil_token_source {
    struct oil_lexer *lexer;       /* or NULL */
    const struct oil_token *array; /* ends with TOKEN_END */
    struct oil_token put_back;
    bool has_put_back;
};

struct oil_token oil_source_next(struct oil_token_source *source);

typedef bool (*oil_token_emit)(void *context, const struct oil_token *token); /* false: enough */
/* Hands on `token`, or what it stands for. Arguments are taken from `source`. False if it was enough. */
bool oil_macro_expand(struct oil_macros *macros, struct oil_token_source *source, const struct oil_token *token,
                      oil_token_emit emit, void *context, unsigned depth);

#endif
