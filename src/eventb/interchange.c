/* Constants that may be taken for elements, as the elements of a carrier set are alike. This is exact: for every choice
 * of the constants there is a permutation of the elements that turns it into one of those that are left, and it turns
 * runs into runs, and what holds stays so. */
#include "eventb/carriers.h"

#include <string.h>

static bool is_setting_of(const char *setting, const char *name) {
    size_t length = strlen(name);
    return !strncmp(setting, name, length) && setting[length] == '=';
}

/* Are elements of sets spoken of by name, or may they be? Then they are not alike. */
static bool elements_are_named(const struct eb_reading *reading, const struct eb_bounds *bounds) {
    const struct eb_development *d = reading->development;
    for (size_t i = 0; i < bounds->setting_count; i++) {
        if (strstr(bounds->settings[i], "={")) return true;
        for (unsigned c = 0; c < d->constant_count; c++)
            if (is_setting_of(bounds->settings[i], d->constants[c].name)) return true;
    }
    return false;
}

static void take(struct eb_reading *reading, unsigned set, const unsigned *constants, unsigned count) {
    struct eb_set_limit *limit = &reading->limits->sets[set];
    const struct eb_development *d = reading->development;
    limit->names = arena_new_array(reading->arena, const char *, limit->size);
    for (unsigned i = 0; i < limit->size; i++)
        limit->names[i] =
            i < count ? d->constants[constants[i]].name : eb_default_name(reading, d->sets[set].name, i + 1);
    for (unsigned i = 0; i < count; i++) reading->limits->element[constants[i]] = (int)i;
    limit->taken = count;
}

static bool type_mentions(const struct eb_type *type, const char *set) {
    if (!type) return false;
    if (type->kind == EB_TYPE_GIVEN && !strcmp(type->name, set)) return true;
    return type_mentions(type->left, set) || type_mentions(type->right, set);
}

/* Would the order of the elements of `set` depend on itself, if it came from something of this type? An order that
 * comes from another set's is exact only where that one's comes first: f ∈ S ⤖ T and g ∈ T ⤖ S are not both free. */
static bool is_circular(const struct eb_reading *reading, const struct eb_type *type, unsigned set) {
    const struct eb_development *d = reading->development;
    for (unsigned i = 0; i < d->set_count; i++) {
        if (!type_mentions(type, d->sets[i].name)) continue;
        const struct eb_type *from = reading->limits->sets[i].ordered_by;
        if (i == set || (from && is_circular(reading, from, set))) return true;
    }
    return false;
}

/* Does it speak of constants that are made of elements which are alike? */
static bool has_choice(const struct eb_reading *reading, const struct eb_formula *formula) {
    const struct eb_development *d = reading->development;
    for (unsigned i = 0; eb_constant_of(formula) >= 0 && i < d->set_count; i++)
        if (!reading->limits->sets[i].fixed && type_mentions(formula->type, d->sets[i].name)) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (has_choice(reading, formula->children[i])) return true;
    return false;
}

/* f ∈ X ⤖ S, or S ⤖ X: of all bijections, the one that keeps the order is enough; permuting S turns any into it. */
static void order_by(struct eb_reading *reading, const struct eb_formula *axiom) {
    int constant = eb_constant_of(axiom->children[0]);
    const struct eb_formula *arrow = eb_strip(axiom->children[1]);
    if (constant < 0 || arrow->op != EB_BIJECTIONS || reading->limits->ascending[constant]) return;
    for (unsigned side = 0; side < 2; side++) {
        int set = eb_carrier_of(arrow->children[side]);
        if (set < 0) continue;
        struct eb_set_limit *limit = &reading->limits->sets[set];
        if (limit->fixed || limit->ordered) continue;
        const struct eb_formula *other = arrow->children[1 - side];
        if (is_circular(reading, other->type, (unsigned)set) || has_choice(reading, other)) continue;
        limit->ordered = reading->limits->ascending[constant] = true;
        limit->ordered_by = other->type;
        return;
    }
}

/* partition(S, A, B), A and B constants: of all such, those are enough whose elements follow each other in this order.
 */
static void order_parts(struct eb_reading *reading, const struct eb_formula *partition) {
    int set = eb_carrier_of(partition->children[0]);
    if (set < 0 || partition->child_count < 2) return;
    struct eb_set_limit *limit = &reading->limits->sets[set];
    if (limit->fixed || limit->ordered || limit->taken) return;
    unsigned count = partition->child_count - 1;
    unsigned *parts = arena_new_array(reading->arena, unsigned, count);
    for (unsigned i = 0; i < count; i++) {
        int part = eb_constant_of(partition->children[i + 1]);
        if (part < 0) return;
        parts[i] = (unsigned)part;
    }
    limit->ordered = true;
    limit->parts = parts;
    limit->part_count = count;
}

void eb_carriers_interchange(struct eb_reading *reading, const struct eb_bounds *bounds) {
    const struct eb_development *d = reading->development;
    unsigned *found = arena_new_array(reading->arena, unsigned, d->constant_count + 1);
    if (elements_are_named(reading, bounds)) return;
    for (size_t i = 0; i < reading->axioms.list.count; i++)
        if (reading->axioms.list.items[i]->op == EB_IN) order_by(reading, reading->axioms.list.items[i]);
    for (unsigned i = 0; i < d->set_count; i++) {
        if (reading->limits->sets[i].fixed || reading->limits->sets[i].ordered) continue;
        unsigned count = eb_different_elements(reading, i, found);
        if (count && count <= reading->limits->sets[i].size) take(reading, i, found, count);
    }
    for (size_t i = 0; i < reading->axioms.list.count; i++)
        if (reading->axioms.list.items[i]->op == EB_PARTITION) order_parts(reading, reading->axioms.list.items[i]);
}
