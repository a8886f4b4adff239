#include "eventb/machine_internal.h"

#include <string.h>

/* An interval that is wider than this would be more than anybody wants to explore by default. */
enum { WIDEST = 256 };

struct widening {
    struct eb_machine *machine;
    const struct eb_labelled *invariant;
    unsigned variable;
    struct eb_frame *frame;
    const struct eb_node *low, *high;
    int64_t from, to;
};

static bool speaks_of_variables(const struct eb_formula *formula) {
    if (formula->op == EB_BOUND || (formula->op == EB_IDENTIFIER && formula->identifier != EB_CONSTANT)) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (speaks_of_variables(formula->children[i])) return true;
    return false;
}

static void evaluate(struct eb_frame *frame, void *context) {
    struct widening *widening = context;
    widening->from = (int64_t)eb_run_node(widening->low, frame).code;
    widening->to = (int64_t)eb_run_node(widening->high, frame).code;
}

/* The hull over all choices of the constants. */
static void widen(struct widening *widening) {
    struct eb_machine *machine = widening->machine;
    struct eb_variable_limit *limit = &machine->limits.variables[widening->variable];
    int64_t low = limit->origin ? limit->low : machine->limits.low;
    int64_t high = limit->origin ? limit->high : machine->limits.high;
    for (uint32_t setup = 0; setup < machine->setups.count; setup++) {
        eb_load_setup(machine, widening->frame, setup);
        if (!eb_attempt(widening->frame, evaluate, widening)) return;
        if (widening->from > widening->to || widening->to - widening->from > WIDEST) continue;
        if (widening->from < low) low = widening->from;
        if (widening->to > high) high = widening->to;
    }
    bool wider = low < machine->limits.low || high > machine->limits.high;
    if (wider) *limit = (struct eb_variable_limit){low, high, widening->invariant->label};
}

/* All intervals in what the invariant says the variable is an element, or a part, of. */
static void find_intervals(struct widening *widening, const struct eb_formula *set) {
    struct eb_compiler *compiler = &widening->machine->compiler;
    set = eb_strip(set);
    bool arrow = set->op >= EB_RELATIONS && set->op <= EB_BIJECTIONS;
    if (set->op == EB_INTERVAL && !speaks_of_variables(set)) {
        widening->low = eb_compile_expression(compiler, set->children[0]);
        widening->high = eb_compile_expression(compiler, set->children[1]);
        eb_frame_resize(widening->frame, compiler->slot_count);
        widen(widening);
    } else if (arrow || set->op == EB_PRODUCT || set->op == EB_POWER_SET || set->op == EB_POWER_SET_1) {
        for (unsigned i = 0; i < set->child_count; i++) find_intervals(widening, set->children[i]);
    }
}

static void read_invariant(struct widening *widening, const struct eb_formula *formula) {
    if (formula->op == EB_AND)
        for (unsigned i = 0; i < formula->child_count; i++) read_invariant(widening, formula->children[i]);
    if (formula->op != EB_IN && formula->op != EB_SUBSET_EQUAL) return;
    const struct eb_formula *variable = eb_strip(formula->children[0]);
    if (variable->op != EB_IDENTIFIER || variable->identifier != EB_VARIABLE) return;
    widening->variable = variable->index;
    const struct eb_variable_limit *limit = &widening->machine->limits.variables[variable->index];
    if (!limit->origin || strcmp(limit->origin, "--bound") != 0) find_intervals(widening, formula->children[1]);
}

void eb_widen_variables(struct eb_machine *machine) {
    const struct eb_development *d = machine->development;
    if (!d->has_machine || strcmp(machine->limits.origin, "default") != 0) return;
    struct widening widening = {.machine = machine, .frame = eb_frame_take(machine)};
    for (unsigned i = 0; i < d->invariants.count; i++) {
        widening.invariant = &d->invariants.items[i];
        read_invariant(&widening, d->invariants.items[i].formula);
    }
    eb_frame_give(machine, widening.frame);
}
