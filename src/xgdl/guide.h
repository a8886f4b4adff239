/* xGDL, the language of guides (Le Roux 2019): text in, a checked term out, and a printer back.
 *
 *   file    = { "def" NAME "=" term } "guide" term | term
 *   term    = choices { "||" choices }                    interleaved at will
 *   choices = series { ("|" | "[]") series }              one of them
 *   series  = repeated { ";" repeated }                   one after the other
 *   repeated = single { "?" | "*" | "+" | "{" bounds "}" }
 *   single  = NAME | TEXT | "(" [term] ")" | "{" bounds "}" "of" "[" term { "," term } "]"
 *   bounds  = NUMBER [ "," NUMBER ]
 *
 * A name is that of a definition above, or else an interaction; "()" is the empty term; a TEXT in quotes is an
 * interaction whose name has other characters. Comments are those of C. docs/xgdl.md has the meaning. */
#ifndef XGDL_GUIDE_H
#define XGDL_GUIDE_H

#include "base/arena.h"
#include "base/diag.h"
#include "xgdl/term.h"

struct xgdl_interaction {
    const char *name;
    struct place place; /* where it occurs first */
};

struct xgdl_guide {
    struct xgdl_pool pool;
    xgdl_term term;
    VEC(struct xgdl_interaction) alphabet; /* by the letters of the pool */
    struct arena *arena;
};

/* NULL if there was an error; then `diagnostics` has it. `path` names the text. */
struct xgdl_guide *xgdl_parse(const char *text, size_t length, const char *path, struct diagnostics *diagnostics);
struct xgdl_guide *xgdl_load(const char *path, struct diagnostics *diagnostics);
void xgdl_guide_free(struct xgdl_guide *guide); /* NULL is allowed */
/* The number of the interaction, or UINT32_MAX. */
uint32_t xgdl_find_interaction(const struct xgdl_guide *guide, const char *name);

/* A term that reads back with the same words. */
void xgdl_print(const struct xgdl_guide *guide, xgdl_term term, struct text *out);
/* An interaction as it is written: in quotes where it must be. */
void xgdl_print_name(const char *name, struct text *out);

#endif
