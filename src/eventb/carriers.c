/* Carrier sets whose elements or size the axioms say. */
#include "eventb/carriers.h"

#include <string.h>

/* ---- carrier sets that the axioms enumerate ---- */

int eb_constant_of(const struct eb_formula *formula) {
    formula = eb_strip(formula);
    return formula->op == EB_IDENTIFIER && formula->identifier == EB_CONSTANT ? (int)formula->index : -1;
}

int eb_carrier_of(const struct eb_formula *formula) {
    formula = eb_strip(formula);
    return formula->op == EB_IDENTIFIER && formula->identifier == EB_CARRIER_SET ? (int)formula->index : -1;
}

static bool is_among(const struct eb_formula *set, unsigned constant) {
    set = eb_strip(set);
    for (unsigned i = 0; set->op == EB_SET_EXTENSION && i < set->child_count; i++)
        if (eb_constant_of(set->children[i]) == (int)constant) return true;
    return false;
}

/* Does an axiom say that the constant is in the set: {a}, or T with a ∈ T, or with partition(T, {a}, {b})? */
static bool is_said_to_be_in(const struct eb_reading *reading, const struct eb_formula *set, unsigned constant,
                             unsigned depth) {
    int name = eb_constant_of(set);
    if (name < 0 || depth == 0) return is_among(set, constant);
    for (size_t i = 0; i < reading->axioms.list.count; i++) {
        const struct eb_formula *axiom = reading->axioms.list.items[i];
        if (axiom->op == EB_IN && eb_constant_of(axiom->children[0]) == (int)constant &&
            eb_constant_of(axiom->children[1]) == name)
            return true;
        if (axiom->op != EB_PARTITION || eb_constant_of(axiom->children[0]) != name) continue;
        for (unsigned j = 1; j < axiom->child_count; j++)
            if (is_said_to_be_in(reading, axiom->children[j], constant, depth - 1)) return true;
    }
    return false;
}

/* partition(S, {a}, {b}): they stand in different parts. */
static bool are_apart(const struct eb_reading *reading, const struct eb_formula *partition, unsigned a, unsigned b) {
    enum { FURTHEST = 6 };
    unsigned in_a = 0, in_b = 0;
    for (unsigned i = 1; i < partition->child_count; i++) {
        if (!in_a && is_said_to_be_in(reading, partition->children[i], a, FURTHEST)) in_a = i;
        if (is_said_to_be_in(reading, partition->children[i], b, FURTHEST)) in_b = i;
    }
    return in_a && in_b && in_a != in_b;
}

/* card({a, b}) = 2 */
static bool are_counted(const struct eb_formula *equality, unsigned a, unsigned b) {
    for (unsigned i = 0; i < 2; i++) {
        const struct eb_formula *card = eb_strip(equality->children[i]), *number = eb_strip(equality->children[1 - i]);
        if (card->op != EB_CARDINALITY || number->op != EB_INTEGER_LITERAL) continue;
        const struct eb_formula *set = eb_strip(card->children[0]);
        if (is_among(set, a) && is_among(set, b) && number->value == (int64_t)set->child_count) return true;
    }
    return false;
}

bool eb_are_different(const struct eb_reading *reading, unsigned a, unsigned b) {
    for (size_t i = 0; i < reading->axioms.list.count; i++) {
        const struct eb_formula *axiom = reading->axioms.list.items[i];
        if (axiom->op == EB_PARTITION && are_apart(reading, axiom, a, b)) return true;
        if (axiom->op == EB_EQUAL && are_counted(axiom, a, b)) return true;
        if (axiom->op != EB_NOT_EQUAL) continue;
        int x = eb_constant_of(axiom->children[0]), y = eb_constant_of(axiom->children[1]);
        if ((x == (int)a && y == (int)b) || (x == (int)b && y == (int)a)) return true;
    }
    return false;
}

static void enumerate(struct eb_reading *reading, int set, const struct eb_formula *const *constants, unsigned count,
                      const char *label) {
    struct eb_set_limit *limit = &reading->limits->sets[set];
    limit->size = count;
    limit->fixed = true;
    limit->origin = label;
    limit->names = arena_new_array(reading->arena, const char *, count);
    for (unsigned i = 0; i < count; i++) {
        limit->names[i] = constants[i]->name;
        reading->limits->element[constants[i]->index] = (int)i;
        reading->limits->enumerated[constants[i]->index] = true;
    }
}

static bool is_new_element(const struct eb_reading *reading, const struct eb_formula *const *before, unsigned count,
                           const struct eb_formula *constant) {
    for (unsigned i = 0; i < count; i++)
        if (before[i]->index == constant->index) return false;
    return reading->limits->element[constant->index] < 0;
}

/* partition(S, {a}, {b}): S has the elements a and b. */
static void read_partition(struct eb_reading *reading, const struct eb_formula *axiom, const char *label) {
    int set = eb_carrier_of(axiom->children[0]);
    unsigned count = axiom->child_count - 1;
    if (set < 0 || reading->limits->sets[set].fixed || count == 0) return;
    const struct eb_formula **constants = arena_new_array(reading->arena, const struct eb_formula *, count);
    for (unsigned i = 0; i < count; i++) {
        const struct eb_formula *part = eb_strip(axiom->children[i + 1]);
        if (part->op != EB_SET_EXTENSION || part->child_count != 1) return;
        constants[i] = eb_strip(part->children[0]);
        if (eb_constant_of(constants[i]) < 0 || !is_new_element(reading, constants, i, constants[i])) return;
    }
    enumerate(reading, set, constants, count, label);
}

/* S = {a, b} together with a ≠ b. */
static void read_extension(struct eb_reading *reading, const struct eb_formula *axiom, const char *label) {
    bool turned = eb_carrier_of(axiom->children[0]) < 0;
    int set = eb_carrier_of(axiom->children[turned ? 1 : 0]);
    const struct eb_formula *extension = eb_strip(axiom->children[turned ? 0 : 1]);
    if (set < 0 || reading->limits->sets[set].fixed || extension->op != EB_SET_EXTENSION) return;
    unsigned count = extension->child_count;
    const struct eb_formula **constants = arena_new_array(reading->arena, const struct eb_formula *, count);
    for (unsigned i = 0; i < count; i++) {
        constants[i] = eb_strip(extension->children[i]);
        if (eb_constant_of(constants[i]) < 0 || !is_new_element(reading, constants, i, constants[i])) return;
        for (unsigned j = 0; j < i; j++)
            if (!eb_are_different(reading, constants[i]->index, constants[j]->index)) return;
    }
    enumerate(reading, set, constants, count, label);
}

/* card(S) = 3 */
static void read_cardinality(struct eb_reading *reading, const struct eb_formula *axiom, const char *label) {
    for (unsigned i = 0; i < 2; i++) {
        const struct eb_formula *card = eb_strip(axiom->children[i]), *number = eb_strip(axiom->children[1 - i]);
        if (card->op != EB_CARDINALITY || number->op != EB_INTEGER_LITERAL) continue;
        int set = eb_carrier_of(card->children[0]);
        if (set < 0 || number->value < 1 || number->value > EB_LARGEST_SET || reading->limits->sets[set].fixed)
            continue;
        reading->limits->sets[set].size = (unsigned)number->value;
        reading->limits->sets[set].origin = label;
    }
}

/* How many elements a set of carrier sets, BOOL, ×, ℙ and numbers has; 0 if that is not known, or too many. */
static uint64_t size_of(const struct eb_reading *reading, const struct eb_formula *set);

/* 1 ‥ 4, 1 ‥ card(S) */
static uint64_t size_of_interval(const struct eb_reading *reading, const struct eb_formula *interval) {
    const struct eb_formula *low = eb_strip(interval->children[0]), *high = eb_strip(interval->children[1]);
    bool counted = high->op == EB_CARDINALITY;
    if (low->op != EB_INTEGER_LITERAL || (!counted && high->op != EB_INTEGER_LITERAL)) return 0;
    int64_t last = counted ? (int64_t)size_of(reading, high->children[0]) : high->value;
    return last >= low->value && last - low->value < EB_LARGEST_SET ? (uint64_t)(last - low->value + 1) : 0;
}

static uint64_t size_of(const struct eb_reading *reading, const struct eb_formula *set) {
    set = eb_strip(set);
    int carrier = eb_carrier_of(set);
    if (carrier >= 0) return reading->limits->sets[carrier].size;
    if (set->op == EB_BOOLEANS) return 2;
    if (set->op == EB_INTERVAL) return size_of_interval(reading, set);
    if (set->op != EB_PRODUCT && set->op != EB_POWER_SET) return 0;
    uint64_t left = size_of(reading, set->children[0]);
    if (set->op == EB_POWER_SET) return left && left < 12 ? UINT64_C(1) << left : 0;
    uint64_t size = left * size_of(reading, set->children[1]);
    return size <= EB_LARGEST_SET ? size : 0;
}

/* f ∈ A ⤖ S: S is as large as A, unless something else says how large it is. */
static void read_bijection(struct eb_reading *reading, const struct eb_formula *axiom, const char *label) {
    const struct eb_formula *arrow = eb_strip(axiom->children[1]);
    if (arrow->op != EB_BIJECTIONS) return;
    for (unsigned i = 0; i < 2; i++) {
        int set = eb_carrier_of(arrow->children[i]);
        if (set < 0 || strcmp(reading->limits->sets[set].origin, "default") != 0) continue;
        if (eb_mentions(arrow->children[1 - i], EB_CARRIER_SET, (unsigned)set)) continue;
        uint64_t size = size_of(reading, arrow->children[1 - i]);
        if (size == 0 || size == reading->limits->sets[set].size) continue;
        reading->limits->sets[set].size = (unsigned)size;
        reading->limits->sets[set].origin = label;
        return;
    }
}

/* After the settings: they decide how large the other side is. */
static void read_bijections(struct eb_reading *reading) {
    for (size_t i = 0; i < reading->axioms.list.count; i++)
        if (reading->axioms.list.items[i]->op == EB_IN)
            read_bijection(reading, reading->axioms.list.items[i], reading->labels.items[i]);
}

/* ---- room ---- */

static bool is_default(const struct eb_set_limit *limit) { return !limit->fixed && !strcmp(limit->origin, "default"); }

unsigned eb_different_elements(const struct eb_reading *reading, unsigned set, unsigned *found) {
    const struct eb_development *d = reading->development;
    unsigned count = 0;
    for (unsigned i = 0; i < d->constant_count; i++) {
        const struct eb_type *type = d->constants[i].type;
        bool different = type && type->kind == EB_TYPE_GIVEN && strcmp(type->name, d->sets[set].name) == 0;
        for (unsigned j = 0; j < count; j++) different = different && eb_are_different(reading, i, found[j]);
        if (different) found[count++] = i;
    }
    return count;
}

/* As many elements as the axioms need, and no more than they allow. */
static void make_room(struct eb_reading *reading) {
    for (unsigned i = 0; i < reading->development->set_count; i++) {
        struct eb_set_limit *limit = &reading->limits->sets[i];
        if (!is_default(limit)) continue;
        unsigned least = eb_least_elements(reading, i), most = eb_most_elements(reading, i);
        unsigned size = least > limit->size ? least : most && most < limit->size ? most : limit->size;
        limit->is_largest = most && most <= size;
        if (size == limit->size || size > EB_LARGEST_SET) continue;
        limit->is_least = size > limit->size;
        limit->size = size;
        limit->origin = "as the axioms need";
    }
}

void eb_carriers_read(struct eb_reading *reading) {
    for (size_t i = 0; i < reading->axioms.list.count; i++) {
        const struct eb_formula *axiom = reading->axioms.list.items[i];
        if (axiom->op == EB_PARTITION) read_partition(reading, axiom, reading->labels.items[i]);
        if (axiom->op == EB_EQUAL) read_extension(reading, axiom, reading->labels.items[i]);
        if (axiom->op == EB_EQUAL) read_cardinality(reading, axiom, reading->labels.items[i]);
    }
}

void eb_carriers_finish(struct eb_reading *reading, const struct eb_bounds *bounds) {
    make_room(reading);
    read_bijections(reading);
    make_room(reading);
    if (bounds->interchange) eb_carriers_interchange(reading, bounds);
}
