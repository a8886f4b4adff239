/* Formulas of a language to formulas over numbered atoms: the one translation for all languages that have formulas.
 *
 * A language keeps its own tree; it says of each node what it is. Whatever is no operator of the logic is an atom, and
 * has a number that the language gives. */
#ifndef LTL_TRANSLATE_H
#define LTL_TRANSLATE_H

#include "ltl/formula.h"

enum ltl_node_kind {
    LTL_NODE_ATOM, /* `atom` */
    LTL_NODE_TRUE,
    LTL_NODE_FALSE,
    LTL_NODE_NOT, /* `left` */
    LTL_NODE_AND, /* `left`, `right` */
    LTL_NODE_OR,
    LTL_NODE_IMPLIES,
    LTL_NODE_EQUIVALENT,
    LTL_NODE_NEXT, /* `left` */
    LTL_NODE_ALWAYS,
    LTL_NODE_EVENTUALLY,
    LTL_NODE_UNTIL, /* `left`, `right` */
    LTL_NODE_WEAK_UNTIL,
    LTL_NODE_RELEASE
};

struct ltl_node {
    enum ltl_node_kind kind;
    const void *left, *right; /* the language's own nodes */
    unsigned atom;
};

typedef struct ltl_node (*ltl_look)(void *context, const void *node);

const struct ltl_formula *ltl_translate(struct ltl_pool *pool, const void *node, ltl_look look, void *context);
/* Atoms by their texts: equal texts are equal atoms, which makes formulas simpler. */
struct ltl_atoms {
    struct arena *arena;
    const char **texts;
    unsigned count, room;
};

/* The number of the atom; `is_new`, which may be NULL: nobody has named it before. The text is copied. */
unsigned ltl_atoms_number(struct ltl_atoms *atoms, const char *text, bool *is_new);
void ltl_atoms_free(struct ltl_atoms *atoms);

#endif
