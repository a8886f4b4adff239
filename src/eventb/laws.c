/* An element is in each of the sets that a formula is made of, or not: a law holds if it does in all these cases. */
#include "eventb/laws.h"

#include "eventb/node.h"

enum { MOST_SETS = 8 };

struct sets {
    const struct eb_formula *list[MOST_SETS];
    unsigned count;
    bool too_many;
};

static bool is_combined(const struct eb_formula *set) {
    return set->op == EB_UNION || set->op == EB_INTERSECTION || set->op == EB_DIFFERENCE;
}

static int number_of(const struct sets *sets, const struct eb_formula *set) {
    for (unsigned i = 0; i < sets->count; i++)
        if (eb_formula_equal(sets->list[i], set)) return (int)i;
    return -1;
}

static void gather(struct sets *sets, const struct eb_formula *set) {
    set = eb_strip(set);
    for (unsigned i = 0; is_combined(set) && i < set->child_count; i++) gather(sets, set->children[i]);
    if (is_combined(set) || number_of(sets, set) >= 0) return;
    sets->too_many = sets->too_many || sets->count == MOST_SETS;
    if (!sets->too_many) sets->list[sets->count++] = set;
}

bool eb_is_whole_type(const struct eb_formula *set) {
    set = eb_strip(set);
    switch (set->op) {
    case EB_INTEGERS:
    case EB_BOOLEANS: return true;
    case EB_IDENTIFIER: return set->identifier == EB_CARRIER_SET;
    case EB_POWER_SET:
    case EB_PRODUCT:
    case EB_RELATIONS:
    case EB_DATA_SET: break;
    default: return false;
    }
    for (unsigned i = 0; i < set->child_count; i++)
        if (!eb_is_whole_type(set->children[i])) return false;
    return true;
}

/* Can an element be in just these of the sets? */
static bool is_possible(const struct sets *sets, unsigned in) {
    bool natural = true, positive = false;
    for (unsigned i = 0; i < sets->count; i++) {
        bool inside = in >> i & 1;
        if (!inside && eb_is_whole_type(sets->list[i])) return false;
        if (inside && sets->list[i]->op == EB_EMPTY_SET) return false;
        if (sets->list[i]->op == EB_NATURALS) natural = inside;
        if (sets->list[i]->op == EB_NATURALS_1) positive = inside;
    }
    return natural || !positive;
}

static bool is_in(const struct sets *sets, const struct eb_formula *set, unsigned in) {
    set = eb_strip(set);
    if (!is_combined(set)) return in >> number_of(sets, set) & 1;
    bool inside = is_in(sets, set->children[0], in);
    for (unsigned i = 1; i < set->child_count; i++) {
        bool other = is_in(sets, set->children[i], in);
        inside = set->op == EB_UNION          ? inside || other
                 : set->op == EB_INTERSECTION ? inside && other
                                              : inside && !other;
    }
    return inside;
}

bool eb_always_included(const struct eb_formula *part, const struct eb_formula *whole) {
    struct sets sets = {0};
    gather(&sets, part);
    gather(&sets, whole);
    if (sets.too_many) return false;
    for (unsigned in = 0; in < 1u << sets.count; in++)
        if (is_possible(&sets, in) && is_in(&sets, part, in) && !is_in(&sets, whole, in)) return false;
    return true;
}
