#include "eventb/emptiness.h"

#include "eventb/comprehension.h"
#include "eventb/type.h"

static const struct eb_formula *always(struct eb_compiler *compiler, const struct eb_formula *set, bool empty) {
    return eb_made_of(compiler->arena, set, empty ? EB_TRUE : EB_FALSE, NULL, NULL);
}

/* The same of any set. */
static const struct eb_formula *empty(struct eb_compiler *compiler, const struct eb_formula *set) {
    const struct eb_formula *known = eb_emptiness(compiler, set);
    if (known || eb_set_is_large(compiler, set)) return known;
    const struct eb_formula *nothing = eb_made_value(compiler->arena, set, EB_EMPTY_SET, set->type, NULL, NULL);
    return eb_made_of(compiler->arena, set, EB_EQUAL, set, nothing);
}

static const struct eb_formula * not(struct eb_compiler * compiler, const struct eb_formula *predicate) {
    return eb_made_of(compiler->arena, predicate, EB_NOT, predicate, NULL);
}

static const struct eb_formula *size_of(struct eb_compiler *compiler, const struct eb_formula *set) {
    return eb_made_value(compiler->arena, set, EB_CARDINALITY, eb_type_integer(), set, NULL);
}

/* Injections, surjections and bijections: the sizes decide. */
static const struct eb_formula *by_size(struct eb_compiler *compiler, const struct eb_formula *arrow) {
    const struct eb_formula *from = arrow->children[0], *to = arrow->children[1];
    bool injective = arrow->op == EB_TOTAL_INJECTIONS, partial = arrow->op == EB_PARTIAL_SURJECTIONS;
    bool endless = eb_is_number_set(from), endless_to = eb_is_number_set(to);
    if ((!endless && eb_set_is_large(compiler, from)) || (!endless_to && eb_set_is_large(compiler, to))) return NULL;
    if (endless && endless_to) return always(compiler, arrow, false);
    if (endless_to) return always(compiler, arrow, !injective);
    if (endless && (injective || arrow->op == EB_BIJECTIONS)) return always(compiler, arrow, true);
    if (endless) return partial ? always(compiler, arrow, false) : empty(compiler, to);
    enum eb_op op = injective ? EB_GREATER : arrow->op == EB_BIJECTIONS ? EB_NOT_EQUAL : EB_LESS;
    const struct eb_formula *unequal =
        eb_made_of(compiler->arena, arrow, op, size_of(compiler, from), size_of(compiler, to));
    if (arrow->op != EB_TOTAL_SURJECTIONS) return unequal;
    /* something must have a value, and there is none */
    const struct eb_formula *nowhere =
        eb_made_of(compiler->arena, arrow, EB_AND, not(compiler, empty(compiler, from)), empty(compiler, to));
    return eb_made_of(compiler->arena, arrow, EB_OR, unequal, nowhere);
}

/* What must be related to something, and there is nothing: not empty, but the other is. */
static const struct eb_formula *lonely(struct eb_compiler *compiler, const struct eb_formula *one,
                                       const struct eb_formula *other) {
    const struct eb_formula *first = empty(compiler, one), *second = empty(compiler, other);
    return first && second ? eb_made_of(compiler->arena, one, EB_AND, not(compiler, first), second) : NULL;
}

const struct eb_formula *eb_emptiness(struct eb_compiler *compiler, const struct eb_formula *set) {
    set = eb_strip(set);
    if (!eb_is_safe(set)) return NULL;
    switch (set->op) {
    case EB_INTEGERS:
    case EB_NATURALS:
    case EB_NATURALS_1:
    case EB_POWER_SET:
    case EB_RELATIONS:
    case EB_PARTIAL_FUNCTIONS:
    case EB_PARTIAL_INJECTIONS: return always(compiler, set, false);
    case EB_POWER_SET_1: return empty(compiler, set->children[0]);
    case EB_PRODUCT: {
        const struct eb_formula *left = empty(compiler, set->children[0]), *right = empty(compiler, set->children[1]);
        return left && right ? eb_made_of(compiler->arena, set, EB_OR, left, right) : NULL;
    }
    case EB_TOTAL_RELATIONS:
    case EB_TOTAL_FUNCTIONS: return lonely(compiler, set->children[0], set->children[1]);
    case EB_SURJECTIVE_RELATIONS: return lonely(compiler, set->children[1], set->children[0]);
    case EB_TOTAL_SURJECTIVE_RELATIONS: {
        const struct eb_formula *a = lonely(compiler, set->children[0], set->children[1]);
        const struct eb_formula *b = lonely(compiler, set->children[1], set->children[0]);
        return a && b ? eb_made_of(compiler->arena, set, EB_OR, a, b) : NULL;
    }
    case EB_TOTAL_INJECTIONS:
    case EB_PARTIAL_SURJECTIONS:
    case EB_TOTAL_SURJECTIONS:
    case EB_BIJECTIONS: return by_size(compiler, set);
    default: return NULL;
    }
}
