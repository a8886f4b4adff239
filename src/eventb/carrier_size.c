/* How many elements the axioms need in a carrier set, at least: card(S) > 2, partition(S, {a}, T) with T ≠ ∅,
 * injections into it. What is not understood needs nothing. */
#include "eventb/carriers.h"

#include <string.h>

/* So far are sets followed through the axioms that say what is in them. */
enum { FURTHEST = 6 };

static unsigned least(const struct eb_reading *reading, const struct eb_formula *set, unsigned depth);

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

static bool is_empty_set(const struct eb_formula *formula) { return eb_strip(formula)->op == EB_EMPTY_SET; }

/* The same identifier of a set. */
static bool is_same(const struct eb_formula *a, const struct eb_formula *b) {
    a = eb_strip(a);
    b = eb_strip(b);
    return a->op == EB_IDENTIFIER && b->op == EB_IDENTIFIER && a->identifier == b->identifier && a->index == b->index;
}

/* A number that the expression is not below; false if it is none that is simple. */
static bool least_number(const struct eb_reading *reading, const struct eb_formula *formula, unsigned depth,
                         int64_t *number) {
    formula = eb_strip(formula);
    *number = formula->value;
    if (formula->op == EB_INTEGER_LITERAL) return true;
    if (formula->op != EB_CARDINALITY) return false;
    *number = least(reading, formula->children[0], depth);
    return true;
}

/* card(S) = 3, card(S) > 2, 3 ≤ card(S) ... */
static unsigned by_comparison(const struct eb_reading *reading, const struct eb_formula *axiom,
                              const struct eb_formula *set, unsigned depth) {
    for (unsigned side = 0; side < 2; side++) {
        const struct eb_formula *card = eb_strip(axiom->children[side]);
        bool above = axiom->op == EB_EQUAL || axiom->op == (side ? EB_LESS : EB_GREATER) ||
                     axiom->op == (side ? EB_LESS_EQUAL : EB_GREATER_EQUAL);
        int64_t number;
        if (!above || card->op != EB_CARDINALITY || !is_same(card->children[0], set)) continue;
        if (!least_number(reading, axiom->children[1 - side], depth, &number)) continue;
        number += axiom->op == EB_LESS || axiom->op == EB_GREATER;
        if (number > 0 && number <= EB_LARGEST_SET) return (unsigned)number;
    }
    return 0;
}

/* f ∈ A ↣ S, f ∈ A ⤖ S, f ∈ S ↠ B, f ∈ S ⤖ B */
static unsigned by_arrow(const struct eb_reading *reading, const struct eb_formula *arrow, const struct eb_formula *set,
                         unsigned depth) {
    arrow = eb_strip(arrow);
    bool injection = arrow->op == EB_TOTAL_INJECTIONS || arrow->op == EB_BIJECTIONS;
    bool surjection =
        arrow->op == EB_TOTAL_SURJECTIONS || arrow->op == EB_PARTIAL_SURJECTIONS || arrow->op == EB_BIJECTIONS;
    if (injection && is_same(arrow->children[1], set)) return least(reading, arrow->children[0], depth);
    if (surjection && is_same(arrow->children[0], set)) return least(reading, arrow->children[1], depth);
    return 0;
}

static unsigned by_partition(const struct eb_reading *reading, const struct eb_formula *partition,
                             const struct eb_formula *set, unsigned depth) {
    unsigned sum = 0;
    if (!is_same(partition->children[0], set)) return 0;
    for (unsigned i = 1; i < partition->child_count; i++) sum += least(reading, partition->children[i], depth);
    return sum;
}

static unsigned by_axiom(const struct eb_reading *reading, const struct eb_formula *axiom, const struct eb_formula *set,
                         unsigned depth) {
    const struct eb_formula *left = axiom->child_count ? axiom->children[0] : NULL;
    const struct eb_formula *right = axiom->child_count > 1 ? axiom->children[1] : NULL;
    switch (axiom->op) {
    case EB_NOT_EQUAL:
        return (is_same(left, set) && is_empty_set(right)) || (is_same(right, set) && is_empty_set(left));
    case EB_EQUAL:
        if (is_same(left, set)) return least(reading, right, depth);
        if (is_same(right, set)) return least(reading, left, depth);
        return by_comparison(reading, axiom, set, depth);
    case EB_LESS:
    case EB_LESS_EQUAL:
    case EB_GREATER:
    case EB_GREATER_EQUAL: return by_comparison(reading, axiom, set, depth);
    case EB_IN: return is_same(right, set) ? 1 : by_arrow(reading, right, set, depth);
    case EB_SUBSET:
    case EB_SUBSET_EQUAL: return is_same(right, set) ? least(reading, left, depth) + (axiom->op == EB_SUBSET) : 0;
    case EB_PARTITION: return by_partition(reading, axiom, set, depth);
    default: return 0;
    }
}

/* {a, b, c}: as many as are known to differ from each other. */
static unsigned by_elements(const struct eb_reading *reading, const struct eb_formula *extension) {
    unsigned *found = arena_new_array(reading->arena, unsigned, extension->child_count + 1), count = 0;
    for (unsigned i = 0; i < extension->child_count; i++) {
        int constant = eb_constant_of(extension->children[i]);
        bool different = constant >= 0;
        for (unsigned j = 0; j < count; j++)
            different = different && eb_are_different(reading, (unsigned)constant, found[j]);
        if (different) found[count++] = (unsigned)constant;
    }
    return larger(count, extension->child_count > 0);
}

static unsigned of_interval(const struct eb_reading *reading, const struct eb_formula *interval, unsigned depth) {
    const struct eb_formula *low = eb_strip(interval->children[0]);
    int64_t last;
    if (low->op != EB_INTEGER_LITERAL || !least_number(reading, interval->children[1], depth, &last)) return 0;
    int64_t size = last - low->value + 1;
    return size > 0 && size <= EB_LARGEST_SET ? (unsigned)size : 0;
}

static unsigned of_product(const struct eb_reading *reading, const struct eb_formula *product, unsigned depth) {
    uint64_t size = least(reading, product->children[0], depth);
    size *= least(reading, product->children[1], depth);
    return size <= EB_LARGEST_SET ? (unsigned)size : 0;
}

static unsigned least(const struct eb_reading *reading, const struct eb_formula *set, unsigned depth) {
    set = eb_strip(set);
    if (depth >= FURTHEST) return 0;
    if (set->op == EB_SET_EXTENSION) return by_elements(reading, set);
    if (set->op == EB_BOOLEANS) return 2;
    if (set->op == EB_INTERVAL) return of_interval(reading, set, depth + 1);
    if (set->op == EB_PRODUCT) return of_product(reading, set, depth + 1);
    if (set->op == EB_UNION)
        return larger(least(reading, set->children[0], depth + 1), least(reading, set->children[1], depth + 1));
    if (set->op != EB_IDENTIFIER) return 0;
    int carrier = eb_carrier_of(set);
    unsigned most = carrier >= 0 && strcmp(reading->limits->sets[carrier].origin, "default") != 0
                        ? reading->limits->sets[carrier].size
                        : 0;
    for (size_t i = 0; i < reading->axioms.list.count; i++)
        most = larger(most, by_axiom(reading, reading->axioms.list.items[i], set, depth + 1));
    return most;
}

static const struct eb_formula *identifier(const struct eb_reading *reading, enum eb_identifier_kind kind,
                                           unsigned index) {
    struct eb_formula *formula = arena_new_object(reading->arena, struct eb_formula);
    *formula = (struct eb_formula){.op = EB_IDENTIFIER, .identifier = kind, .index = index};
    return formula;
}

unsigned eb_least_elements(const struct eb_reading *reading, unsigned set) {
    const struct eb_development *d = reading->development;
    unsigned *found = arena_new_array(reading->arena, unsigned, d->constant_count + 1);
    unsigned most =
        larger(eb_different_elements(reading, set, found), least(reading, identifier(reading, EB_CARRIER_SET, set), 0));
    for (unsigned i = 0; i < d->constant_count; i++) {
        const struct eb_type *type = d->constants[i].type;
        bool part = type && type->kind == EB_TYPE_POWER && type->left->kind == EB_TYPE_GIVEN &&
                    !strcmp(type->left->name, d->sets[set].name);
        if (part) most = larger(most, least(reading, identifier(reading, EB_CONSTANT, i), 0));
    }
    return most;
}

unsigned eb_most_elements(const struct eb_reading *reading, unsigned set) {
    unsigned fewest = 0;
    for (size_t i = 0; i < reading->axioms.list.count; i++) {
        const struct eb_formula *axiom = reading->axioms.list.items[i];
        for (unsigned side = 0; side < 2 && axiom->child_count == 2; side++) {
            const struct eb_formula *card = eb_strip(axiom->children[side]),
                                    *number = eb_strip(axiom->children[1 - side]);
            bool strict = axiom->op == (side ? EB_GREATER : EB_LESS);
            if (!strict && axiom->op != (side ? EB_GREATER_EQUAL : EB_LESS_EQUAL)) continue;
            if (card->op != EB_CARDINALITY || number->op != EB_INTEGER_LITERAL) continue;
            if (eb_carrier_of(card->children[0]) != (int)set || number->value - strict < 1) continue;
            unsigned most = number->value > EB_LARGEST_SET ? EB_LARGEST_SET : (unsigned)(number->value - strict);
            if (!fewest || most < fewest) fewest = most;
        }
    }
    return fewest;
}
