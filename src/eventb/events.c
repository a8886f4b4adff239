/* Events and invariants, compiled. */
#include "eventb/comprehension.h"
#include "eventb/guard_theorem.h"
#include "eventb/machine_internal.h"
#include "eventb/make.h"
#include "eventb/memo.h"
#include "eventb/relevance.h"
#include "eventb/together.h"

#include <string.h>

/* ---- invariants ---- */

static void note_variables(const struct eb_formula *formula, bool *mentions) {
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_VARIABLE) mentions[formula->index] = true;
    for (unsigned i = 0; i < formula->child_count; i++) note_variables(formula->children[i], mentions);
}

bool eb_takes_part(const struct eb_machine *machine, unsigned variable) {
    for (unsigned level = 0; level <= machine->abstractions; level++)
        if (machine->development->in_level[level][variable]) return true;
    return false;
}

bool eb_mentions_gone(const struct eb_development *development, const struct eb_formula *formula) {
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_VARIABLE)
        return formula->index >= development->variable_count;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (eb_mentions_gone(development, formula->children[i])) return true;
    return false;
}

/* Does it speak only of variables of the machine and of the abstractions that come along? */
static bool is_of_this_refinement(const struct eb_machine *machine, const struct eb_formula *formula) {
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_VARIABLE)
        return eb_takes_part(machine, formula->index);
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!is_of_this_refinement(machine, formula->children[i])) return false;
    return true;
}

/* Beside one that speaks of the same variables. */
static struct eb_proven_place place_in_group(const struct eb_machine *machine, const struct eb_invariant *ready) {
    unsigned number = (unsigned)(ready - machine->invariants);
    for (unsigned i = number; i-- > 0;) {
        const struct eb_invariant *other = &machine->invariants[i];
        if (other->speaks_of_count != ready->speaks_of_count ||
            memcmp(other->speaks_of, ready->speaks_of, ready->speaks_of_count * sizeof *ready->speaks_of) != 0)
            continue;
        if (other->proven.member + 1 == EB_MOST_MEMBERS) break;
        return (struct eb_proven_place){other->proven.group, other->proven.member + 1};
    }
    return (struct eb_proven_place){number, 0};
}

static struct eb_invariant *prepare_state_check(struct eb_machine *machine, const struct eb_labelled *invariant,
                                                const char *site) {
    struct eb_invariant *ready = &machine->invariants[machine->invariant_count++];
    ready->written = invariant;
    bool *mentions = arena_new_array(machine->arena, bool, machine->state_count + 1);
    note_variables(invariant->formula, mentions);
    for (unsigned i = 0, hidden; i < machine->variable_count; i++)
        if (mentions[i] && eb_infinite_hidden(machine->compiler.infinite, i, &hidden)) mentions[hidden] = true;
    ready->mentions = mentions;
    unsigned *speaks_of = arena_new_array(machine->arena, unsigned, machine->state_count + 1);
    for (unsigned i = 0; i < machine->state_count; i++)
        if (mentions[i]) speaks_of[ready->speaks_of_count++] = i;
    ready->speaks_of = speaks_of;
    ready->proven = place_in_group(machine, ready);
    ready->is_costly = eb_is_costly(invariant->formula);
    ready->rests = eb_rests_on_assumption(machine, invariant->formula);
    machine->compiler.site = site;
    machine->compiler.asserted = true;
    ready->node = eb_compile_predicate(&machine->compiler, eb_expand(&machine->compiler, invariant->formula));
    machine->compiler.site = NULL;
    return ready;
}

static void prepare_invariant(struct eb_machine *machine, const struct eb_labelled *invariant) {
    const char *kind = invariant->theorem ? "theorem" : "invariant";
    struct eb_invariant *ready =
        prepare_state_check(machine, invariant, arena_printf(machine->arena, "%s %s", kind, invariant->label));
    const char *message = arena_printf(machine->arena, "%s %s is violated: %s", kind, invariant->label,
                                       eb_formula_text(&machine->compiler, invariant->formula));
    if (invariant->theorem) {
        ready->too_much = eb_fault_new(&machine->compiler, "limit", invariant->place,
                                       "theorem %s: it is too much to be evaluated", invariant->label);
        ready->obligation = eb_obligation_new(machine, arena_printf(machine->arena, "%s/THM", invariant->label),
                                              "invariant", invariant->place, message);
    }
    ready->fault = ready->obligation ? ready->obligation
                                     : eb_fault_new(&machine->compiler, "invariant", invariant->place, "%s", message);
    if (!machine->refines) eb_oblige_well_defined(machine, NULL, invariant);
}

/* The variant is well-defined in every state (VWD), and finite (FIN), whether or not an event has to decrease it there.
 */
static void prepare_variant(struct eb_machine *machine, const struct eb_labelled *variant) {
    const struct eb_formula *value = variant->formula;
    bool number = value->type->kind == EB_TYPE_INTEGER;
    if (number && eb_is_safe(value)) return;
    struct eb_labelled *check = arena_new_object(machine->arena, struct eb_labelled);
    struct eb_formula *integers =
        eb_made_value(machine->arena, value, EB_INTEGERS, eb_type_power(machine->arena, eb_type_integer()), NULL, NULL);
    *check = *variant;
    check->formula = number ? eb_made_of(machine->arena, value, EB_IN, value, integers)
                            : eb_made_of(machine->arena, value, EB_FINITE, value, NULL);
    const char *of =
        machine->development->variants.count > 1 ? arena_printf(machine->arena, "%s/", variant->label) : "";
    const char *finite = arena_printf(machine->arena, "%sFIN", of),
               *defined = arena_printf(machine->arena, "%sVWD", of);
    struct eb_invariant *ready = prepare_state_check(machine, check, number ? defined : finite);
    const char *message = arena_printf(machine->arena, "%s is violated: the variant %s is not finite", finite,
                                       eb_formula_text(&machine->compiler, value));
    ready->fault = number ? eb_fault_new(&machine->compiler, "refinement", value->place, "%s", message)
                          : eb_obligation_new(machine, finite, "refinement", value->place, message);
    ready->obligation = ready->fault;
    eb_oblige_named(machine, defined, value);
}

static const char *theorem_name(struct eb_machine *machine, const struct eb_full_event *event,
                                const struct eb_labelled *theorem) {
    return arena_printf(machine->arena, "%s/%s/THM", event->name, theorem->label);
}

/* evt/grd/THM in every state, where other guards come after it. Of variables that are gone, where the event happens
 * alone. */
static void prepare_guard_theorem(struct eb_machine *machine, const struct eb_full_event *event, unsigned number) {
    const struct eb_labelled *theorem = &event->theorems.items[number];
    if (!eb_is_early_theorem(event, number) || eb_mentions_gone(machine->development, theorem->formula)) return;
    const char *name = theorem_name(machine, event, theorem);
    struct eb_labelled *check = arena_new_object(machine->arena, struct eb_labelled);
    *check = *theorem;
    check->label = name;
    check->formula = eb_guard_theorem(&machine->compiler, event, number);
    struct eb_invariant *ready = prepare_state_check(machine, check, name);
    const char *message =
        arena_printf(machine->arena, "%s is violated: it does not follow from the guards before it, %s is false", name,
                     eb_formula_text(&machine->compiler, check->formula));
    ready->is_of_guards = true;
    ready->too_much =
        eb_fault_new(&machine->compiler, "limit", theorem->place, "%s: it is too much to be evaluated", name);
    ready->fault = ready->obligation = eb_obligation_new(machine, name, "theorem", theorem->place, message);
}

static unsigned count_theorems(const struct eb_development *d) {
    unsigned count = 0;
    for (unsigned i = 0; i < d->event_count; i++) count += d->events[i].theorems.count;
    return count;
}

static bool is_chosen(const struct eb_bounds *bounds, const char *name) {
    for (size_t i = 0; i < bounds->event_count; i++)
        if (strcmp(bounds->events[i], name) == 0) return true;
    return !bounds->events || bounds->event_count == 0;
}

/* The machine's invariants; or, to check the refinement, those that tie it to its abstractions, and these together. */
static void prepare_invariants(struct eb_machine *machine, const struct eb_bounds *bounds) {
    const struct eb_development *d = machine->development;
    const struct eb_labelled_list *list = machine->refines ? &d->gluing : &d->invariants;
    machine->invariants = arena_new_array(machine->arena, struct eb_invariant,
                                          list->count + d->axioms.count + d->variants.count + count_theorems(d) + 2);
    for (unsigned i = 0; !machine->refines && i < d->axioms.count; i++)
        if (d->axioms.items[i].theorem) prepare_invariant(machine, &d->axioms.items[i]);
    for (unsigned i = 0; i < list->count; i++)
        if (is_of_this_refinement(machine, list->items[i].formula)) prepare_invariant(machine, &list->items[i]);
    for (unsigned i = 0; !machine->refines && i < d->variants.count; i++)
        prepare_variant(machine, &d->variants.items[i]);
    for (unsigned i = 0; !machine->refines && i < d->event_count; i++)
        for (unsigned k = 0; is_chosen(bounds, d->events[i].name) && k < d->events[i].theorems.count; k++)
            prepare_guard_theorem(machine, &d->events[i], k);
}

/* ---- actions ---- */

struct preparing {
    struct eb_machine *machine;
    struct eb_ready_event *ready;
    unsigned *written;
};

static void add_written(struct preparing *preparing, const struct eb_formula *action) {
    unsigned hidden;
    for (unsigned i = 0; i < action->target_count; i++) {
        preparing->written[preparing->ready->written_count++] = action->target_indices[i];
        if (eb_infinite_hidden(preparing->machine->compiler.infinite, action->target_indices[i], &hidden))
            preparing->written[preparing->ready->written_count++] = hidden;
    }
}

/* Some values must be found: evt/act/FIS. */
static void plan_choice(struct preparing *preparing, const struct eb_labelled *action, const struct eb_plan *choice) {
    struct eb_machine *machine = preparing->machine;
    if (!machine->feasibility || machine->refines) {
        eb_plan_append(&machine->compiler, preparing->ready->plan, choice);
        return;
    }
    const char *name = arena_printf(machine->arena, "%s/%s/FIS", preparing->ready->event->name, action->label);
    const char *message = arena_printf(machine->arena, "%s is violated: no new values satisfy %s", name,
                                       eb_formula_text(&machine->compiler, action->formula));
    uint32_t fault = eb_obligation_new(machine, name, "feasibility", action->place, message);
    eb_plan_some(&machine->compiler, preparing->ready->plan, &choice, 1, fault);
}

const struct eb_formula *eb_chosen_by(struct arena *arena, const struct eb_formula *action) {
    if (action->op != EB_BECOMES_IN) return action->children[0];
    const struct eb_formula *set = action->children[0];
    struct eb_formula *value = eb_made_value(arena, action, EB_IDENTIFIER, set->type->left, NULL, NULL);
    value->identifier = EB_VARIABLE;
    value->index = action->target_indices[0];
    value->name = action->targets[0];
    value->primed = true;
    return eb_made_of(arena, action, EB_IN, value, set);
}

/* Of a variable that has bounds of its own; NULL: it has none. */
static const struct eb_range_limit *own_range(const struct eb_machine *machine, unsigned variable) {
    const struct eb_variable_limit *limit = &machine->limits.variables[variable];
    return limit->origin ? &limit->range : NULL;
}

static void set_range(struct eb_compiler *compiler, const struct eb_range_limit *range) {
    compiler->low = range->low;
    compiler->high = range->high;
}

void eb_give_own_ranges(const struct eb_machine *machine, struct eb_plan *plan) {
    for (unsigned i = 0; i < machine->development->variable_count; i++)
        if (own_range(machine, i)) eb_plan_give_range(plan, machine->compiler.primed + i, own_range(machine, i));
}

/* What is chosen together may be tied together: x' = y'. */
static void share_ranges(struct eb_machine *machine, struct eb_plan *plan, const struct eb_formula *action) {
    struct eb_range_limit *all = arena_new_object(machine->arena, struct eb_range_limit);
    *all = (struct eb_range_limit){machine->compiler.low, machine->compiler.high};
    bool any = false;
    for (unsigned i = 0; i < action->target_count; i++) {
        const struct eb_range_limit *own = own_range(machine, action->target_indices[i]);
        any = any || own;
        if (own && own->low < all->low) all->low = own->low;
        if (own && own->high > all->high) all->high = own->high;
    }
    for (unsigned i = 0; any && i < action->target_count; i++)
        if (!own_range(machine, action->target_indices[i]))
            eb_plan_give_range(plan, machine->compiler.primed + action->target_indices[i], all);
}

static struct eb_plan *plan_choice_of_values(struct preparing *preparing, const struct eb_formula *action) {
    struct eb_machine *machine = preparing->machine;
    struct eb_compiler *compiler = &machine->compiler;
    struct eb_unknown *unknowns = arena_new_array(machine->arena, struct eb_unknown, action->target_count);
    struct eb_conditions conditions = {0};
    for (unsigned i = 0; i < action->target_count; i++) {
        unsigned variable = action->target_indices[i];
        unknowns[i] =
            (struct eb_unknown){compiler->primed + variable, machine->variable_domains[variable], action->targets[i]};
    }
    eb_conditions_add(machine->arena, &conditions, eb_chosen_by(machine->arena, action));
    const struct eb_range_limit usual = {compiler->low, compiler->high};
    const struct eb_range_limit *own = action->target_count == 1 ? own_range(machine, action->target_indices[0]) : NULL;
    if (own) set_range(compiler, own);
    struct eb_plan *plan = eb_plan_new(compiler, unknowns, action->target_count, &conditions, NULL, false);
    set_range(compiler, &usual);
    eb_give_own_ranges(machine, plan);
    share_ranges(machine, plan, action);
    eb_plan_is_of_choices(plan);
    vec_free(&conditions.list);
    return plan;
}

static void plan_action(struct preparing *preparing, const struct eb_labelled *written) {
    struct eb_compiler *compiler = &preparing->machine->compiler;
    struct eb_plan *plan = preparing->ready->plan;
    const struct eb_formula *action = eb_expand(compiler, written->formula);
    add_written(preparing, action);
    for (unsigned i = 0; action->op != EB_BECOMES_EQUAL && i < action->target_count; i++)
        eb_infinite_clear(compiler, plan, action->target_indices[i]);
    if (action->op != EB_BECOMES_EQUAL) {
        plan_choice(preparing, written, plan_choice_of_values(preparing, action));
    } else {
        for (unsigned i = 0; i < action->target_count; i++)
            if (!eb_infinite_assign(compiler, plan, action->target_indices[i], written->formula->children[i]))
                eb_plan_assign(compiler, plan, compiler->primed + action->target_indices[i],
                               eb_compile_expression(compiler, action->children[i]));
    }
}

/* ---- events ---- */

static struct eb_plan *plan_guards(struct eb_machine *machine, struct eb_ready_event *ready) {
    const struct eb_full_event *event = ready->event;
    struct eb_unknown *unknowns = arena_new_array(machine->arena, struct eb_unknown, event->parameter_count + 1);
    struct eb_conditions conditions = {0};
    unsigned count = 0;
    for (unsigned i = 0; !machine->refines && i < event->guards.count; i++)
        eb_oblige_well_defined(machine, event->name, &event->guards.items[i]);
    for (unsigned i = 0; i < event->guards.count; i++)
        eb_conditions_add(machine->arena, &conditions, eb_expand(&machine->compiler, event->guards.items[i].formula));
    machine->compiler.site = arena_printf(machine->arena, "event %s, guards", event->name);
    if (machine->defines_parameters) eb_define_parameters(&machine->compiler, event->parameter_count, &conditions);
    for (unsigned i = 0; i < event->parameter_count; i++) {
        const struct eb_symbol *parameter = &event->parameters[i];
        if (machine->defines_parameters && machine->compiler.parameter_definitions[i]) continue;
        unknowns[count++] = (struct eb_unknown){machine->compiler.parameters + i,
                                                eb_domain_of(&machine->domains, parameter->type), parameter->name};
    }
    struct eb_plan *plan = eb_plan_new(&machine->compiler, unknowns, count, &conditions, NULL, false);
    if (!machine->refines) ready->together = eb_plan_together(machine, event, plan, unknowns, count, &conditions);
    vec_free(&conditions.list);
    return plan;
}

/* Of one that is looked at in every state as well; 0: it is not. */
static uint32_t theorem_fault(const struct eb_machine *machine, const char *name) {
    for (unsigned i = 0; i < machine->invariant_count; i++)
        if (machine->invariants[i].is_of_guards && strcmp(machine->invariants[i].written->label, name) == 0)
            return machine->invariants[i].fault;
    return 0;
}

/* evt/grd/THM, where the guards hold: of the machine itself, or where it speaks of variables that are gone, with its
 * abstractions. */
static void plan_theorems(struct eb_machine *machine, struct eb_ready_event *ready) {
    const struct eb_labelled_list *theorems = &ready->event->theorems;
    for (unsigned i = 0; i < theorems->count; i++) {
        const struct eb_labelled *theorem = &theorems->items[i];
        if (eb_mentions_gone(machine->development, theorem->formula) != machine->refines) continue;
        if (!is_of_this_refinement(machine, theorem->formula)) continue;
        const char *name = theorem_name(machine, ready->event, theorem);
        eb_oblige_well_defined(machine, ready->event->name, theorem);
        machine->compiler.site = name;
        const struct eb_node *node =
            eb_compile_predicate(&machine->compiler, eb_expand(&machine->compiler, theorem->formula));
        machine->compiler.site = NULL;
        const char *message = arena_printf(machine->arena, "%s is violated: the guards hold, but not %s", name,
                                           eb_formula_text(&machine->compiler, theorem->formula));
        uint32_t fault = theorem_fault(machine, name);
        if (!fault) fault = eb_obligation_new(machine, name, "theorem", theorem->place, message);
        eb_plan_check_theorem(&machine->compiler, ready->plan, node, fault);
    }
}

/* evt/inv/INV for each of them. */
static void name_obligations(struct eb_machine *machine, struct eb_ready_event *ready) {
    uint32_t *faults = arena_new_array(machine->arena, uint32_t, ready->affected_count + 1);
    for (unsigned i = 0; i < ready->affected_count; i++) {
        const struct eb_invariant *invariant = &machine->invariants[ready->affected[i]];
        const struct ts_fault fault = machine->faults.list.items[invariant->fault - 1];
        faults[i] = invariant->obligation;
        if (faults[i]) continue;
        const char *name = arena_printf(machine->arena, "%s/%s/INV", ready->event->name, invariant->written->label);
        faults[i] = eb_obligation_new(machine, name, fault.kind, fault.place, fault.message);
    }
    ready->faults = faults;
}

/* What held before and does not speak of what changed holds afterwards; at the start, everything is new. */
static void find_affected(struct eb_machine *machine, struct eb_ready_event *ready) {
    unsigned *affected = arena_new_array(machine->arena, unsigned, machine->invariant_count + 1);
    for (unsigned i = 0; i < machine->invariant_count; i++) {
        bool any = ready == &machine->initialisation;
        for (unsigned j = 0; j < ready->written_count; j++)
            any = any || machine->invariants[i].mentions[ready->written[j]];
        if (any) affected[ready->affected_count++] = i;
    }
    ready->affected = affected;
    name_obligations(machine, ready);
}

static bool checks_rest(const struct eb_machine *machine, const struct eb_full_event *event) {
    const struct eb_development *d = machine->development;
    if (!machine->tied) return false;
    return eb_list_mentions_any(&event->theorems, machine->tied) ||
           (eb_owes_to_variant(d, event) && eb_list_mentions_any(&d->variants, machine->tied));
}

static void prepare_event(struct eb_machine *machine, const struct eb_full_event *event, struct eb_ready_event *ready) {
    struct preparing preparing = {machine, ready, NULL};
    preparing.written = arena_new_array(machine->arena, unsigned, machine->state_count + 1);
    ready->event = event;
    ready->chosen = true;
    ready->rests = machine->tied && (machine->refines || eb_event_mentions_any(event, machine->tied));
    ready->checks_rest = checks_rest(machine, event);
    struct eb_repeating before = eb_repeats_begin(&machine->compiler);
    ready->plan = plan_guards(machine, ready);
    ready->written = preparing.written;
    plan_theorems(machine, ready);
    for (unsigned i = 0; i < event->actions.count; i++) {
        machine->compiler.site =
            arena_printf(machine->arena, "event %s, action %s", event->name, event->actions.items[i].label);
        if (!machine->refines) eb_oblige_well_defined(machine, event->name, &event->actions.items[i]);
        plan_action(&preparing, &event->actions.items[i]);
    }
    machine->compiler.site = NULL;
    if (!machine->refines) eb_plan_variant(machine, ready);
    ready->plan->rewinds = true;
    ready->plan->is_outermost = true;
    eb_plan_is_of_choices(ready->plan);
    if (machine->refines) eb_plan_refinement(machine, ready, preparing.written);
    eb_repeats_end(&machine->compiler, before);
    eb_forget_parameters(&machine->compiler);
    find_affected(machine, ready);
}

static bool check_chosen(const struct eb_machine *machine, const struct eb_bounds *bounds,
                         struct diagnostics *diagnostics) {
    const struct eb_development *d = machine->development;
    bool good = true;
    for (size_t i = 0; i < bounds->event_count; i++) {
        bool found = false;
        for (unsigned j = 0; j < d->event_count; j++)
            found = found || strcmp(bounds->events[i], d->events[j].name) == 0;
        if (!found) diag_error(diagnostics, (struct place){0}, "the machine has no event '%s'", bounds->events[i]);
        good = good && found;
    }
    return good;
}

static bool check_initialisation(const struct eb_machine *machine, struct diagnostics *diagnostics) {
    const struct eb_development *d = machine->development;
    const struct eb_ready_event *ready = &machine->initialisation;
    bool good = true;
    for (unsigned i = 0; i < machine->variable_count; i++) {
        bool found = false;
        for (unsigned j = 0; j < ready->written_count; j++) found = found || ready->written[j] == i;
        if (!found)
            diag_error(diagnostics, d->initialisation.place, "INITIALISATION gives no value to '%s'",
                       d->variables[i].name);
        good = good && found;
    }
    return good;
}

bool eb_prepare_events(struct eb_machine *machine, const struct eb_bounds *bounds, struct diagnostics *diagnostics) {
    const struct eb_development *d = machine->development;
    prepare_invariants(machine, bounds);
    eb_memo_share_no_more(&machine->compiler);
    if (!check_chosen(machine, bounds, diagnostics)) return false;
    machine->events = arena_new_array(machine->arena, struct eb_ready_event, d->event_count + 1);
    prepare_event(machine, &d->initialisation, &machine->initialisation);
    for (unsigned i = 0; i < d->event_count; i++) {
        machine->events[i].event = &d->events[i];
        if (is_chosen(bounds, d->events[i].name)) prepare_event(machine, &d->events[i], &machine->events[i]);
    }
    return check_initialisation(machine, diagnostics);
}
