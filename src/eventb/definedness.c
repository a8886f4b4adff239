#include "eventb/definedness.h"

#include "eventb/make.h"

/* E = E; of a pair, of its halves, which may be numbers that sets and pairs do not hold. */
static const struct eb_formula *equals_itself(struct arena *arena, const struct eb_formula *element) {
    element = eb_strip(element);
    if (eb_is_safe(element)) return eb_made_of(arena, element, EB_TRUE, NULL, NULL);
    if (element->op != EB_MAPLET) return eb_made_of(arena, element, EB_EQUAL, element, element);
    return eb_made_of(arena, element, EB_AND, equals_itself(arena, element->children[0]),
                      equals_itself(arena, element->children[1]));
}

/* A set that is well-defined if its parts are: that one of them is infinite, or empty, says nothing of the others. */
static bool is_made_of_parts(const struct eb_formula *set) {
    return !set->bound_count && !eb_is_partial(set->op) && set->op != EB_CARDINALITY && set->op != EB_BOOL;
}

static const struct eb_formula *parts_are_well_defined(struct arena *arena, const struct eb_formula *set) {
    const struct eb_formula *all = eb_made_of(arena, set, EB_TRUE, NULL, NULL);
    for (unsigned i = 0; i < set->child_count; i++) {
        const struct eb_formula *part = set->children[i];
        bool is_set = part->type->kind == EB_TYPE_POWER && !eb_is_safe(part);
        all =
            eb_made_of(arena, set, EB_AND, all, is_set ? eb_is_well_defined(arena, part) : equals_itself(arena, part));
    }
    return all;
}

const struct eb_formula *eb_is_well_defined(struct arena *arena, const struct eb_formula *set) {
    const struct eb_formula *stripped = eb_strip(set);
    if (is_made_of_parts(stripped)) return parts_are_well_defined(arena, stripped);
    if (stripped->op != EB_LAMBDA && stripped->op != EB_COMPREHENSION)
        return eb_made_of(arena, set, EB_FINITE, set, NULL);
    const struct eb_formula *same = equals_itself(arena, stripped->children[1]);
    struct eb_formula *each =
        eb_made_of(arena, set, EB_FORALL, eb_made_of(arena, set, EB_IMPLIES, stripped->children[0], same), NULL);
    each->bound = stripped->bound;
    each->bound_count = stripped->bound_count;
    return each;
}
