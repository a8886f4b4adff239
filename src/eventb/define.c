/* Constants that axioms define as large sets: Sq = {x ↦ y ∣ y = x ∗ x}, f = (λx·x ∈ ℕ ∣ x + 1). */
#include "eventb/comprehension.h"

#include <string.h>

/* ---- expansion ---- */

static bool mentions_defined(const struct eb_compiler *compiler, const struct eb_formula *formula) {
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_CONSTANT)
        return compiler->definitions[formula->index] != NULL;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (mentions_defined(compiler, formula->children[i])) return true;
    return false;
}

/* Copies with identifiers of its own: a definition may be used twice in one formula. */
struct renaming {
    struct eb_compiler *compiler;
    const struct renaming *outer;
    const struct eb_bound *from;
    const struct eb_bound *to;
    unsigned count;
};

static unsigned new_slot(const struct renaming *renaming, unsigned slot) {
    for (; renaming; renaming = renaming->outer)
        for (unsigned i = 0; i < renaming->count; i++)
            if (renaming->from[i].slot == slot) return renaming->to[i].slot;
    return slot;
}

static const struct eb_formula *copy(struct eb_compiler *compiler, const struct renaming *outer, bool rename,
                                     const struct eb_formula *formula) {
    bool constant = formula->op == EB_IDENTIFIER && formula->identifier == EB_CONSTANT;
    const struct eb_formula *definition = constant ? compiler->definitions[formula->index] : NULL;
    if (definition) {
        struct eb_formula *expanded = (struct eb_formula *)copy(compiler, NULL, true, definition);
        expanded->written = formula;
        return expanded;
    }
    struct eb_formula *result = arena_new_object(compiler->arena, struct eb_formula);
    *result = *formula;
    if (formula->op == EB_BOUND) result->index = new_slot(outer, formula->index);
    struct renaming renaming = {compiler, outer, formula->bound, formula->bound, formula->bound_count};
    if (rename && formula->bound_count) {
        struct eb_bound *bound = arena_new_array(compiler->arena, struct eb_bound, formula->bound_count);
        memcpy(bound, formula->bound, formula->bound_count * sizeof *bound);
        for (unsigned i = 0; i < formula->bound_count; i++) bound[i].slot = compiler->fresh++;
        result->bound = renaming.to = bound;
    }
    const struct eb_formula **children =
        arena_new_array(compiler->arena, const struct eb_formula *, formula->child_count + 1);
    for (unsigned i = 0; i < formula->child_count; i++)
        children[i] = copy(compiler, formula->bound_count ? &renaming : outer, rename, formula->children[i]);
    result->children = children;
    return result;
}

const struct eb_formula *eb_expand(struct eb_compiler *compiler, const struct eb_formula *formula) {
    if (!compiler->definitions || !mentions_defined(compiler, formula)) return formula;
    return copy(compiler, NULL, false, formula);
}

/* ---- which constants ---- */

static bool mentions_constant(const struct eb_formula *formula, unsigned constant) {
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_CONSTANT && formula->index == constant) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (mentions_constant(formula->children[i], constant)) return true;
    return false;
}

/* c = {x·P ∣ E}, in an axiom. */
static bool define(struct eb_compiler *compiler, const struct eb_formula *axiom, const bool *fixed) {
    for (unsigned i = 0; axiom->op == EB_EQUAL && i < 2; i++) {
        const struct eb_formula *constant = eb_strip(axiom->children[i]);
        if (constant->op != EB_IDENTIFIER || constant->identifier != EB_CONSTANT) continue;
        if (compiler->definitions[constant->index] || fixed[constant->index]) continue;
        const struct eb_formula *set = eb_expand(compiler, axiom->children[1 - i]);
        if (!set->type || set->type->kind != EB_TYPE_POWER || mentions_constant(set, constant->index)) continue;
        if (!eb_set_is_large(compiler, set)) continue;
        compiler->definitions[constant->index] = set;
        compiler->defining[constant->index] = axiom;
        return true;
    }
    return false;
}

void eb_find_definitions(struct eb_compiler *compiler, const struct eb_development *development, const bool *fixed) {
    struct eb_conditions axioms = {0};
    compiler->definitions =
        arena_new_array(compiler->arena, const struct eb_formula *, development->constant_count + 1);
    compiler->defining = arena_new_array(compiler->arena, const struct eb_formula *, development->constant_count + 1);
    for (unsigned i = 0; i < development->axioms.count; i++)
        if (!development->axioms.items[i].theorem)
            eb_conditions_add(compiler->arena, &axioms, development->axioms.items[i].formula);
    bool again = true;
    while (again) { /* a definition may stand before those that it uses */
        again = false;
        for (size_t i = 0; i < axioms.list.count; i++) again = define(compiler, axioms.list.items[i], fixed) || again;
    }
    vec_free(&axioms.list);
}
