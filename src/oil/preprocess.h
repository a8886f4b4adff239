/* Files in, one sequence of tokens out: #include, #define and conditions are dealt with here.
 *
 * Invariant: `tokens` ends with exactly one TOKEN_END and holds no TOKEN_DIRECTIVE. */
#ifndef OIL_PREPROCESS_H
#define OIL_PREPROCESS_H

#include "oil/oil.h"
#include "oil/token.h"

/* An include that was not found. Whether that is an error depends on what could have been in it. */
struct oil_missing {
    const char *name;
    struct place place;
    bool in_application; /* inside a CPU section: what is missing there was part of the application */
};

struct oil_tokens {
    VEC(struct oil_token) list;
    VEC(struct oil_missing) missing;
    VEC(const char *) zeros; /* names that conditions ask for, nothing defines, and that count as 0 */
    VEC(const char *)
    asked; /* other names of which it is asked whether they are defined: nothing, or a default, does */
};

/* Appends the tokens of a text; `path` names it and is where its includes begin to search. */
void oil_preprocess(struct oil_tokens *tokens, const char *text, size_t length, const char *path,
                    const struct oil_options *options, struct arena *arena, struct diagnostics *diagnostics);
void oil_tokens_free(struct oil_tokens *tokens);

#endif
