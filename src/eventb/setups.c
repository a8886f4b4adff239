/* Constants: all values that satisfy the axioms within bounds. */
#include "eventb/machine_internal.h"

enum { MOST_SETUPS = 1 << 20 };

struct finding {
    struct eb_machine *machine;
    const struct eb_plan *plan;
    size_t limit;
    bool too_many;
};

static bool keep_setup(void *context, struct eb_frame *frame) {
    struct finding *finding = context;
    struct eb_machine *machine = finding->machine;
    unsigned count = machine->development->constant_count;
    if (machine->setups.count >= finding->limit) {
        finding->too_many = true;
        return false;
    }
    struct eb_value *values = arena_new_array(machine->arena, struct eb_value, count + 1);
    for (unsigned i = 0; i < count; i++)
        values[i] =
            eb_copy(machine->arena, machine->constant_domains[i], frame->slots[machine->compiler.constants + i]);
    vec_push(&machine->setups, values);
    return true;
}

static void find(struct eb_frame *frame, void *context) {
    struct finding *finding = context;
    eb_plan_run(finding->plan, frame, keep_setup, finding);
}

static void fix_elements(const struct eb_machine *machine, struct eb_frame *frame) {
    for (unsigned i = 0; i < machine->development->constant_count; i++)
        if (machine->limits.element[i] >= 0)
            frame->slots[machine->compiler.constants + i] =
                (struct eb_value){(uint64_t)machine->limits.element[i], NULL};
    for (unsigned i = 0; i < machine->limits.element_count; i++)
        frame->slots[machine->compiler.parameters + i] = machine->limits.element_values[i];
}

static const struct eb_plan *plan_constants(struct eb_machine *machine) {
    const struct eb_development *d = machine->development;
    struct eb_unknown *unknowns = arena_new_array(machine->arena, struct eb_unknown, d->constant_count + 1);
    struct eb_conditions conditions = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < d->constant_count; i++)
        if (machine->limits.element[i] < 0)
            unknowns[count++] = (struct eb_unknown){machine->compiler.constants + i, machine->constant_domains[i],
                                                    d->constants[i].name};
    for (size_t i = 0; i < machine->limits.settings.list.count; i++)
        vec_push(&conditions.list, machine->limits.settings.list.items[i]);
    for (unsigned i = 0; i < d->axioms.count; i++)
        if (!d->axioms.items[i].theorem) eb_conditions_add(&conditions, d->axioms.items[i].formula);
    machine->compiler.site = "axioms";
    struct eb_plan *plan = eb_plan_new(&machine->compiler, unknowns, count, &conditions, true);
    plan->rewinds = true;
    plan->is_outermost = true;
    vec_free(&conditions.list);
    return plan;
}

/* Names the axiom that nothing got past. */
static void complain(const struct eb_machine *machine, const struct eb_plan *plan, unsigned furthest,
                     struct diagnostics *diagnostics) {
    const struct eb_formula *condition = furthest < plan->count ? plan->steps[furthest].condition : NULL;
    struct text text = {0};
    if (condition) eb_print(condition, false, &text);
    diag_error(diagnostics, condition ? condition->place : (struct place){0},
               "no values of the constants satisfy the axioms within the bounds%s%s",
               condition ? ": none satisfy " : "", text_chars(&text));
    text_clear(&text);
    eb_machine_print_bounds(machine, &text);
    diag_note(diagnostics, (struct place){0}, "the bounds are: %s", text_chars(&text));
    text_free(&text);
}

bool eb_find_setups(struct eb_machine *machine, const struct eb_bounds *bounds, struct diagnostics *diagnostics) {
    struct finding finding = {.machine = machine, .plan = plan_constants(machine)};
    finding.limit = bounds->max_setups ? bounds->max_setups : MOST_SETUPS;
    struct eb_frame *frame = eb_frame_take(machine);
    frame->furthest = 0;
    fix_elements(machine, frame);
    bool good = eb_attempt(frame, find, &finding);
    if (!good) {
        const struct ts_fault *fault = &machine->faults.list.items[frame->fault - 1];
        diag_error(diagnostics, fault->place, "%s", fault->message);
    } else if (finding.too_many && !bounds->max_setups) {
        good = false;
        diag_error(diagnostics, (struct place){0},
                   "more than %d choices of the constants satisfy the axioms within the bounds", MOST_SETUPS);
    } else if (machine->setups.count == 0) {
        good = false;
        complain(machine, finding.plan, frame->furthest, diagnostics);
    }
    machine->limits.cut_setups = good && finding.too_many;
    eb_frame_give(machine, frame);
    return good;
}
