/* Does a choice of the constants count as a state, as it does for ProB? It does wherever there is something to choose
 * or to check: a constant that is no element of an enumerated set, or an axiom that does more than enumerate one. */
#include "eventb/carriers.h"
#include "eventb/machine_internal.h"

/* A constant that names an element: of an enumerated set, or of one whose elements are alike. */
static bool is_element(const struct eb_machine *machine, unsigned constant) {
    return machine->limits.enumerated[constant] || machine->limits.element[constant] >= 0;
}

/* An enumerated set, or an element of one: of others it is a choice that they differ. */
static bool is_enumerated(const struct eb_machine *machine, const struct eb_formula *formula) {
    int set = eb_carrier_of(formula), constant = eb_constant_of(formula);
    if (set >= 0) return machine->limits.sets[set].fixed;
    return constant >= 0 && machine->limits.enumerated[constant];
}

static bool says_its_set(const struct eb_machine *machine, const struct eb_formula *membership) {
    int constant = eb_constant_of(membership->children[0]);
    return constant >= 0 && is_element(machine, (unsigned)constant) && eb_carrier_of(membership->children[1]) >= 0;
}

/* partition(S, {a}, {b}), S = {a, b}, a ≠ b of an enumerated set; a ∈ S and finite(S) say no more */
static bool only_enumerates(const struct eb_machine *machine, const struct eb_formula *axiom) {
    if (axiom->op == EB_FINITE) return eb_carrier_of(axiom->children[0]) >= 0;
    if (axiom->op == EB_IN) return says_its_set(machine, axiom);
    if (axiom->op != EB_PARTITION && axiom->op != EB_EQUAL && axiom->op != EB_NOT_EQUAL) return false;
    for (unsigned i = 0; i < axiom->child_count; i++) {
        const struct eb_formula *child = eb_strip(axiom->children[i]);
        bool good = is_enumerated(machine, child);
        for (unsigned j = 0; child->op == EB_SET_EXTENSION && j < child->child_count; j++)
            good = is_enumerated(machine, child->children[j]) && (j == 0 || good);
        if (!good) return false;
    }
    return true;
}

size_t eb_machine_setup_states(const struct eb_machine *machine) {
    const struct eb_development *d = machine->development;
    struct eb_conditions axioms = {0};
    bool chosen = false;
    for (unsigned i = 0; i < d->constant_count; i++) chosen = chosen || !is_element(machine, i);
    for (unsigned i = 0; i < d->axioms.count; i++)
        if (!d->axioms.items[i].theorem) eb_conditions_add(machine->arena, &axioms, d->axioms.items[i].formula);
    for (size_t i = 0; i < axioms.list.count; i++) chosen = chosen || !only_enumerates(machine, axioms.list.items[i]);
    vec_free(&axioms.list);
    return chosen ? machine->setups.count : 0;
}
