#include "ltl/translate.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const struct ltl_formula *apply(struct ltl_pool *pool, enum ltl_node_kind kind, const struct ltl_formula *left,
                                       const struct ltl_formula *right) {
    switch (kind) {
    case LTL_NODE_TRUE: return ltl_true(pool);
    case LTL_NODE_NOT: return ltl_not(pool, left);
    case LTL_NODE_AND: return ltl_and(pool, left, right);
    case LTL_NODE_OR: return ltl_or(pool, left, right);
    case LTL_NODE_IMPLIES: return ltl_implies(pool, left, right);
    case LTL_NODE_EQUIVALENT: return ltl_equivalent(pool, left, right);
    case LTL_NODE_NEXT: return ltl_next(pool, left);
    case LTL_NODE_ALWAYS: return ltl_always(pool, left);
    case LTL_NODE_EVENTUALLY: return ltl_eventually(pool, left);
    case LTL_NODE_UNTIL: return ltl_until(pool, left, right);
    case LTL_NODE_WEAK_UNTIL: return ltl_weak_until(pool, left, right);
    case LTL_NODE_RELEASE: return ltl_release(pool, left, right);
    case LTL_NODE_FALSE:
    case LTL_NODE_ATOM: break;
    }
    return ltl_false(pool);
}

const struct ltl_formula *ltl_translate(struct ltl_pool *pool, const void *node, ltl_look look, void *context) {
    struct ltl_node shape = look(context, node);
    if (shape.kind == LTL_NODE_ATOM) return ltl_atom(pool, shape.atom);
    const struct ltl_formula *left = shape.left ? ltl_translate(pool, shape.left, look, context) : NULL;
    const struct ltl_formula *right = shape.right ? ltl_translate(pool, shape.right, look, context) : NULL;
    return apply(pool, shape.kind, left, right);
}

unsigned ltl_atoms_number(struct ltl_atoms *atoms, const char *text, bool *is_new) {
    unsigned number = 0;
    while (number < atoms->count && strcmp(atoms->texts[number], text) != 0) number++;
    if (is_new) *is_new = number == atoms->count;
    if (number < atoms->count) return number;
    if (!atoms->arena) atoms->arena = arena_new();
    if (atoms->count == atoms->room) {
        atoms->room = atoms->room ? 2 * atoms->room : 8;
        atoms->texts = memory_resize(atoms->texts, atoms->room * sizeof *atoms->texts);
    }
    atoms->texts[atoms->count++] = arena_text(atoms->arena, text);
    return number;
}

void ltl_atoms_free(struct ltl_atoms *atoms) {
    arena_free(atoms->arena);
    free(atoms->texts);
}
