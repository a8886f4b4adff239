/* Refinement, step by step: whenever an event happens, its abstraction must be able to take a step along, and that
 * one's abstraction, and so on.
 *
 * The state holds the machine's variables and those of its abstractions that it does not have any more. After an
 * event's own plan come, level by level, the abstraction's parameters (by the witnesses; without them any that its
 * guards allow), its guards (GRD), the new values of the variables that are gone there (by its actions and the
 * witnesses; without them any that the gluing invariants allow), and its actions on the variables that are left (SIM,
 * EQL). The gluing invariants are checked as invariants (INV). */
#include "eventb/comprehension.h"
#include "eventb/refining.h"

#include <string.h>

uint32_t eb_obligation_new(struct eb_machine *machine, const char *name, const char *kind, struct place place,
                           const char *message) {
    const char *site = machine->compiler.site;
    machine->compiler.site = NULL;
    uint32_t fault = eb_fault_new(&machine->compiler, kind, place, "%s", message);
    machine->compiler.site = site;
    vec_push(&machine->obligations, ((struct eb_obligation){name, fault, NULL}));
    return fault;
}

void eb_oblige_named(struct eb_machine *machine, const char *name, const struct eb_formula *formula) {
    if (!eb_is_safe(formula)) vec_push(&machine->obligations, ((struct eb_obligation){name, 0, formula}));
}

void eb_oblige_well_defined(struct eb_machine *machine, const char *where, const struct eb_labelled *formula) {
    eb_oblige_named(machine,
                    arena_printf(machine->arena, "%s%s%s/WD", where ? where : "", where ? "/" : "", formula->label),
                    formula->formula);
}

size_t eb_machine_obligation_count(const struct eb_machine *machine) { return machine->obligations.count; }

const char *eb_machine_obligation(const struct eb_machine *machine, size_t number) {
    return machine->obligations.items[number].name;
}

static bool is_at(const struct eb_formula *formula, const struct place *place) {
    if (formula->place.line == place->line && formula->place.column == place->column && formula->place.file &&
        place->file && strcmp(formula->place.file, place->file) == 0)
        return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (is_at(formula->children[i], place)) return true;
    return false;
}

bool eb_machine_obligation_is_violated(const struct eb_machine *machine, size_t number, uint32_t fault) {
    const struct eb_obligation *obligation = &machine->obligations.items[number];
    if (obligation->fault || !fault) return fault && obligation->fault == fault;
    const struct ts_fault *found = &machine->faults.list.items[fault - 1];
    return strcmp(found->kind, "well-definedness") == 0 && is_at(obligation->formula, &found->place);
}

/* ---- formulas ---- */

/* The formula about the values after. */
static const struct eb_formula *primed(struct arena *arena, const struct eb_formula *formula) {
    struct eb_formula *copy = arena_new_object(arena, struct eb_formula);
    const struct eb_formula **children = arena_new_array(arena, const struct eb_formula *, formula->child_count + 1);
    *copy = *formula;
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_VARIABLE) copy->primed = true;
    for (unsigned i = 0; i < formula->child_count; i++) children[i] = primed(arena, formula->children[i]);
    copy->children = children;
    return copy;
}

static const struct eb_formula *variable(struct refining *refining, const struct eb_formula *like, unsigned index,
                                         bool after) {
    const struct eb_symbol *symbol = &refining->machine->development->variables[index];
    struct eb_formula *formula = arena_new_object(refining->machine->arena, struct eb_formula);
    *formula = (struct eb_formula){.op = EB_IDENTIFIER,
                                   .place = like ? like->place : refining->ready->event->place,
                                   .type = symbol->type,
                                   .name = symbol->name,
                                   .primed = after,
                                   .identifier = EB_VARIABLE,
                                   .index = index};
    return formula;
}

/* ---- checks ---- */

/* Obligations of the machine's own refinement have Rodin's names; before those of the others stands which machine's. */
static const char *name_of(struct refining *refining, const char *label, const char *kind) {
    bool own = refining->level <= 1;
    return arena_printf(refining->machine->arena, "%s%s%s%s%s/%s", own ? "" : refining->refined->machine,
                        own ? "" : ": ", own ? refining->ready->event->name : refining->refined->event,
                        label ? "/" : "", label ? label : "", kind);
}

/* What this machine does shows whether the refinements above it are broken, but not that they hold: of these there are
 * only faults. */
static uint32_t fault_of(struct refining *refining, const char *name, struct place place, const char *message) {
    struct eb_machine *machine = refining->machine;
    message = arena_printf(machine->arena, "%s is violated: %s", name, message);
    return refining->level <= 1 ? eb_obligation_new(machine, name, "refinement", place, message)
                                : eb_fault_new(&machine->compiler, "refinement", place, "%s", message);
}

static const char *text_of(struct refining *refining, const struct eb_formula *formula) {
    return eb_formula_text(&refining->machine->compiler, formula);
}

static const struct eb_node *compile(struct refining *refining, const char *name, const struct eb_formula *formula) {
    struct eb_compiler *compiler = &refining->machine->compiler;
    compiler->site = name;
    const struct eb_node *node = eb_compile_predicate(compiler, eb_expand(compiler, formula));
    compiler->site = NULL;
    return node;
}

static uint32_t check(struct refining *refining, const char *name, const struct eb_formula *formula,
                      const char *message) {
    const struct eb_node *node = compile(refining, name, formula);
    uint32_t fault = fault_of(refining, name, formula->place, message);
    eb_plan_check(&refining->machine->compiler, refining->plan, node, fault);
    return fault;
}

static void check_variant(struct refining *refining, const char *kind, const struct eb_formula *formula,
                          const char *message) {
    const char *name = name_of(refining, NULL, kind);
    const struct eb_node *node = compile(refining, name, formula);
    eb_plan_check_variant(&refining->machine->compiler, refining->plan, node,
                          fault_of(refining, name, formula->place, message));
}

/* Some values of these identifiers must satisfy the conditions; what follows must be so for each of them. */
static void some(struct refining *refining, const struct eb_unknown *unknowns, unsigned count,
                 struct eb_conditions *conditions, const char *name, const char *message) {
    struct eb_machine *machine = refining->machine;
    for (size_t i = 0; i < conditions->list.count; i++)
        conditions->list.items[i] = eb_expand(&machine->compiler, conditions->list.items[i]);
    machine->compiler.site = name;
    struct eb_plan *plan = eb_plan_new(&machine->compiler, unknowns, count, conditions, NULL, false);
    for (unsigned i = 0; i < plan->count; i++) plan->steps[i].is_choice = false; /* some values are looked for */
    machine->compiler.site = NULL;
    eb_plan_some(&machine->compiler, refining->plan, (const struct eb_plan *const[]){plan}, 1,
                 fault_of(refining, name, refining->ready->event->place, message));
    vec_free(&conditions->list);
}

/* ---- by witnesses, and by what else is said ---- */

/* What the abstraction chooses: values that the witnesses allow, each of them; of what has no witness, any that the
 * other conditions allow. */
struct choice {
    struct eb_unknown *unknowns;
    const char **labels; /* as in obligations */
    bool *witnessed;
    unsigned count;
    struct eb_conditions witnesses, others;
};

static struct choice choice_of(struct refining *refining, unsigned most) {
    struct arena *arena = refining->machine->arena;
    return (struct choice){.unknowns = arena_new_array(arena, struct eb_unknown, most + 1),
                           .labels = arena_new_array(arena, const char *, most + 1),
                           .witnessed = arena_new_array(arena, bool, most + 1)};
}

static void add_unknown(struct choice *choice, struct eb_unknown unknown, const char *label, bool witnessed) {
    choice->unknowns[choice->count] = unknown;
    choice->labels[choice->count] = label;
    choice->witnessed[choice->count++] = witnessed;
}

static bool speaks_of_unwitnessed(struct refining *refining, const struct choice *choice,
                                  const struct eb_formula *formula) {
    for (unsigned i = 0; i < choice->count; i++)
        if (!choice->witnessed[i] && eb_speaks_of_slot(&refining->machine->compiler, formula, choice->unknowns[i].slot))
            return true;
    return false;
}

static void add_all(struct eb_conditions *to, const struct eb_conditions *from) {
    for (size_t i = 0; i < from->list.count; i++) vec_push(&to->list, from->list.items[i]);
}

/* Those with a witness, those without, or both. */
static void look_for(struct refining *refining, const struct choice *choice, bool witnessed, bool others,
                     struct eb_conditions *conditions, const char *message) {
    struct eb_unknown *unknowns = arena_new_array(refining->machine->arena, struct eb_unknown, choice->count + 1);
    const char *label = NULL; /* the first without a witness gives the name, if there is one */
    bool is_named = false;
    unsigned count = 0;
    for (unsigned i = 0; i < choice->count; i++) {
        bool unwitnessed = !choice->witnessed[i];
        if (!(unwitnessed ? others : witnessed)) continue;
        if (!label || (unwitnessed && !is_named)) label = choice->labels[i];
        is_named = is_named || unwitnessed;
        unknowns[count++] = choice->unknowns[i];
    }
    some(refining, unknowns, count, conditions, name_of(refining, label, "WFIS"), message);
}

static void check_guards_before(struct refining *refining, const struct choice *choice);

/* What has a witness comes first, unless the witnesses speak of the rest: then that is chosen so that there is some
 * value for all of them, and afterwards every value that the witnesses allow counts. */
static void choose_in_turn(struct refining *refining, struct choice *choice, const char *no_witness,
                           const char *no_other) {
    struct eb_conditions first = {0}, second = {0};
    bool any = false, all = true, mixed = false;
    for (unsigned i = 0; i < choice->count; i++) {
        any = any || choice->witnessed[i];
        all = all && choice->witnessed[i];
    }
    for (size_t i = 0; i < choice->witnesses.list.count; i++)
        mixed = mixed || speaks_of_unwitnessed(refining, choice, choice->witnesses.list.items[i]);
    add_all(&first, &choice->witnesses);
    if (all || !any || mixed) {
        if (!any) check_guards_before(refining, choice);
        if (!all) add_all(&first, &choice->others);
        look_for(refining, choice, true, true, &first, all ? no_witness : no_other);
        if (!all && any) {
            add_all(&second, &choice->witnesses);
            look_for(refining, choice, true, false, &second, no_witness);
        }
    } else {
        look_for(refining, choice, true, false, &first, no_witness);
        check_guards_before(refining, choice);
        for (size_t i = 0; i < choice->others.list.count; i++)
            if (speaks_of_unwitnessed(refining, choice, choice->others.list.items[i]))
                vec_push(&second.list, choice->others.list.items[i]);
        look_for(refining, choice, false, true, &second, no_other);
    }
    vec_free(&choice->witnesses.list);
    vec_free(&choice->others.list);
}

/* ---- parameters and guards ---- */

static const struct eb_formula *conjunction(struct refining *refining, const struct eb_labelled_list *guards) {
    struct eb_formula *all = arena_new_object(refining->machine->arena, struct eb_formula);
    const struct eb_formula **parts =
        arena_new_array(refining->machine->arena, const struct eb_formula *, guards->count + 1);
    for (unsigned i = 0; i < guards->count; i++) parts[i] = guards->items[i].formula;
    *all = (struct eb_formula){
        .op = EB_AND, .place = refining->ready->event->place, .children = parts, .child_count = guards->count};
    return all;
}

/* The guards of one of the events that it refines. */
static const struct eb_formula *either(struct refining *refining) {
    const struct eb_refined *refined = refining->refined;
    struct arena *arena = refining->machine->arena;
    struct eb_formula *any = arena_new_object(arena, struct eb_formula);
    const struct eb_formula **parts = arena_new_array(arena, const struct eb_formula *, refined->count);
    for (unsigned i = 0; i < refined->count; i++) parts[i] = conjunction(refining, &refined->guards[i]);
    *any = (struct eb_formula){
        .op = EB_OR, .place = refining->ready->event->place, .children = parts, .child_count = refined->count};
    return any;
}

/* Witnesses for parameters, or for variables that are gone. */
static void add_witnesses(struct refining *refining, bool about_gone, struct eb_conditions *conditions) {
    for (unsigned i = 0; i < refining->refined->witnesses.count; i++) {
        const struct eb_labelled *witness = &refining->refined->witnesses.items[i];
        if (eb_witness_is_for_nothing(refining, witness)) continue;
        if (eb_witness_is_about_gone(refining, witness) == about_gone)
            eb_conditions_add(refining->machine->arena, conditions, witness->formula);
    }
}

static const struct eb_formula *before_after(struct refining *refining, const struct eb_formula *action,
                                             unsigned target);

/* What the abstraction's actions say of the variables that are left, whose new values are known, where that depends on
 * what has no witness. */
static void add_actions_on_left(struct refining *refining, const struct choice *choice,
                                struct eb_conditions *conditions) {
    for (unsigned i = 0; i < refining->refined->actions.count; i++) {
        const struct eb_formula *action = refining->refined->actions.items[i].formula;
        bool any_gone = false;
        if (!speaks_of_unwitnessed(refining, choice, action)) continue;
        for (unsigned t = 0; t < action->target_count; t++)
            any_gone = any_gone || refining_is_gone(refining, action->target_indices[t]);
        for (unsigned t = 0; t < action->target_count; t++) {
            bool such_that = action->op == EB_BECOMES_SUCH_THAT;
            if (such_that ? any_gone || t : refining_is_gone(refining, action->target_indices[t])) continue;
            eb_conditions_add(refining->machine->arena, conditions, before_after(refining, action, t));
        }
    }
}

/* The parameters that only the abstraction has, and what is said about them. */
static void add_parameters(struct refining *refining, struct choice *choice) {
    struct eb_machine *machine = refining->machine;
    const struct eb_refined *refined = refining->refined;
    bool all_witnessed = true;
    for (unsigned i = 0; i < refined->parameter_count; i++) {
        struct eb_unknown unknown = {machine->compiler.parameters + refined->first_parameter + i,
                                     eb_domain_of(&machine->domains, refined->parameters[i].type),
                                     refined->parameters[i].name};
        add_unknown(choice, unknown, unknown.name, eb_has_witness_for_parameter(refining, i));
        all_witnessed = all_witnessed && eb_has_witness_for_parameter(refining, i);
    }
    add_witnesses(refining, false, &choice->witnesses);
    if (all_witnessed) return;
    eb_conditions_add(machine->arena, &choice->others,
                      refined->count > 1 ? either(refining) : conjunction(refining, &refined->guards[0]));
    add_actions_on_left(refining, choice, &choice->others);
}

/* Does whatever follows depend on the values of its parameters? These go with its guards and actions, so not if there
 * is nothing else that they could lead to: variables that are gone, or the next abstraction. */
static bool parameters_matter(const struct refining *refining) {
    const struct eb_machine *machine = refining->machine;
    if (machine->abstractions > 1 || refining->refined->count > 1 || refining->refined->witnesses.count) return true;
    return machine->variable_count > machine->development->variable_count;
}

static void plan_parameters(struct refining *refining) {
    struct choice choice = choice_of(refining, refining->refined->parameter_count);
    if (!refining->refined->parameter_count) return;
    add_parameters(refining, &choice);
    choose_in_turn(refining, &choice, "no values of the abstraction's parameters satisfy the witnesses",
                   "no values of the abstraction's parameters that have no witness go with its guards and actions");
    refining->plan->steps[refining->plan->count - 1].any_will_do = !parameters_matter(refining);
}

static void check_guard(struct refining *refining, unsigned number) {
    const struct eb_labelled *guard = &refining->refined->guards[0].items[number];
    if (refining->guard_is_checked[number]) return;
    refining->guard_is_checked[number] = true;
    check(refining, name_of(refining, guard->label, "GRD"), guard->formula,
          arena_printf(refining->machine->arena, "the event happens where its abstraction cannot, as %s is false",
                       text_of(refining, guard->formula)));
}

/* Those that speak only of what has a value by now protect the others. */
static void check_guards_before(struct refining *refining, const struct choice *choice) {
    if (refining->refined->count != 1) return;
    for (unsigned i = 0; i < refining->refined->guards[0].count; i++)
        if (!speaks_of_unwitnessed(refining, choice, refining->refined->guards[0].items[i].formula))
            check_guard(refining, i);
}

/* The fault where none of several events can happen; 0 if there are not several. */
static uint32_t check_guards(struct refining *refining) {
    const struct eb_refined *refined = refining->refined;
    if (refined->count > 1)
        return check(refining, name_of(refining, NULL, "MRG"), either(refining),
                     "none of the events that it refines can happen");
    for (unsigned i = 0; refined->count && i < refined->guards[0].count; i++) check_guard(refining, i);
    return 0;
}

/* ---- new values of variables that are gone ---- */

static void keep(struct refining *refining, unsigned index) {
    struct eb_compiler *compiler = &refining->machine->compiler;
    if (!eb_infinite_keep(compiler, refining->plan, index))
        eb_plan_assign(compiler, refining->plan, compiler->primed + index,
                       eb_compile_expression(compiler, variable(refining, NULL, index, false)));
    refining->has_new_value[index] = true;
}

/* The values that the machine's own event leaves as they are. */
static void keep_own(struct refining *refining) {
    const struct eb_ready_event *ready = refining->ready;
    for (unsigned i = 0; i < ready->written_count; i++) refining->has_new_value[ready->written[i]] = true;
    if (ready == &refining->machine->initialisation) return;
    for (unsigned i = 0; i < refining->machine->development->variable_count; i++)
        if (!refining->has_new_value[i]) keep(refining, i);
}

static const struct eb_formula *before_after(struct refining *refining, const struct eb_formula *action,
                                             unsigned target) {
    struct arena *arena = refining->machine->arena;
    if (action->op == EB_BECOMES_SUCH_THAT) return action->children[0];
    const struct eb_formula *after = variable(refining, action, action->target_indices[target], true);
    return eb_made_of(arena, action, action->op == EB_BECOMES_IN ? EB_IN : EB_EQUAL, after, action->children[target]);
}

static const struct eb_labelled *action_on(const struct refining *refining, unsigned index, unsigned *target) {
    for (unsigned i = 0; i < refining->refined->actions.count; i++) {
        const struct eb_formula *action = refining->refined->actions.items[i].formula;
        for (*target = 0; *target < action->target_count; ++*target)
            if (action->target_indices[*target] == index) return &refining->refined->actions.items[i];
    }
    return NULL;
}

/* Does it speak only of variables of this abstraction and of the machines below it? */
static bool knows_all(const struct refining *refining, const struct eb_invariant *invariant) {
    for (unsigned i = 0; i < refining->machine->variable_count; i++)
        if (invariant->mentions[i] && refining_is_gone(refining, i) && !refining_has(refining, i)) return false;
    return true;
}

static void add_gluing(struct refining *refining, struct eb_conditions *conditions) {
    for (unsigned i = 0; i < refining->machine->invariant_count; i++) {
        const struct eb_invariant *invariant = &refining->machine->invariants[i];
        if (knows_all(refining, invariant))
            eb_conditions_add(refining->machine->arena, conditions,
                              primed(refining->machine->arena, invariant->written->formula));
    }
}

static bool is_given(const struct eb_labelled *action) { return action && action->formula->op == EB_BECOMES_EQUAL; }

/* ... by what has a value, or a witness. */
static bool is_settled(const struct refining *refining, const struct eb_labelled *action) {
    return is_given(action) && !eb_leaves_open(refining, action->formula);
}

/* Those that the abstraction chooses: by the witnesses, or else any that its actions and the gluing invariants allow.
 * `together`: with the parameters, and with those that its actions compute from these. */
static void choose(struct refining *refining, const unsigned *chosen, unsigned count, bool together) {
    struct eb_machine *machine = refining->machine;
    struct choice choice = choice_of(refining, refining->refined->parameter_count + count);
    unsigned target;
    bool all_witnessed = !together || eb_has_all_witnesses(refining);
    if (together) add_parameters(refining, &choice);
    for (unsigned i = 0; i < count; i++)
        all_witnessed = all_witnessed && (is_settled(refining, action_on(refining, chosen[i], &target)) ||
                                          eb_has_witness_for_variable(refining, chosen[i]));
    for (unsigned i = 0; i < count; i++) {
        const struct eb_symbol *symbol = &machine->development->variables[chosen[i]];
        const struct eb_labelled *action = action_on(refining, chosen[i], &target);
        struct eb_unknown unknown = {machine->compiler.primed + chosen[i], machine->variable_domains[chosen[i]],
                                     symbol->name};
        bool given = is_settled(refining, action);
        add_unknown(&choice, unknown, arena_printf(machine->arena, "%s'", symbol->name),
                    given || eb_has_witness_for_variable(refining, chosen[i]));
        if (action && (given || !all_witnessed))
            eb_conditions_add(machine->arena, given ? &choice.witnesses : &choice.others,
                              before_after(refining, action->formula, target));
    }
    add_witnesses(refining, true, &choice.witnesses);
    if (!all_witnessed) add_gluing(refining, &choice.others);
    choose_in_turn(refining, &choice, "no new values of the abstraction's variables satisfy the witnesses",
                   "no new values of the abstraction's variables satisfy its actions and the gluing invariants");
}

static void plan_gone(struct refining *refining, bool together) {
    struct eb_machine *machine = refining->machine;
    struct eb_compiler *compiler = &machine->compiler;
    unsigned *chosen = arena_new_array(machine->arena, unsigned, machine->variable_count + 1), count = 0, target;
    bool initial = refining->ready == &machine->initialisation;
    for (unsigned i = 0; i < machine->variable_count; i++) {
        if (!refining_is_gone(refining, i) || !refining_has(refining, i)) continue;
        const struct eb_labelled *action = action_on(refining, i, &target);
        refining->written[refining->ready->written_count++] = i;
        if (!action && !initial) {
            keep(refining, i);
        } else if (is_given(action) && !together) {
            const struct eb_formula *value = eb_expand(compiler, action->formula->children[target]);
            compiler->site = name_of(refining, action->label, "SIM");
            eb_plan_assign(compiler, refining->plan, compiler->primed + i, eb_compile_expression(compiler, value));
            compiler->site = NULL;
        } else {
            chosen[count++] = i;
        }
        refining->has_new_value[i] = true;
    }
    if (count || together) choose(refining, chosen, count, together);
}

/* Variables of abstractions that do not come along have some value, always the same. */
static void leave_rest(struct refining *refining) {
    struct eb_machine *machine = refining->machine;
    for (unsigned i = 0; i < machine->variable_count; i++) {
        if (refining->has_new_value[i]) continue;
        refining->written[refining->ready->written_count++] = i;
        if (refining->ready != &machine->initialisation) {
            keep(refining, i);
            continue;
        }
        struct eb_node *any = eb_node_new(&machine->compiler, eb_run_any);
        any->domain = machine->variable_domains[i];
        eb_plan_assign(&machine->compiler, refining->plan, machine->compiler.primed + i, any);
    }
}

/* ---- actions ---- */

static void check_actions(struct refining *refining) {
    struct eb_machine *machine = refining->machine;
    for (unsigned i = 0; i < refining->refined->actions.count; i++) {
        const struct eb_labelled *action = &refining->refined->actions.items[i];
        for (unsigned t = 0; t < action->formula->target_count; t++) {
            bool gone = refining_is_gone(refining, action->formula->target_indices[t]);
            if (gone && action->formula->op == EB_BECOMES_EQUAL) continue;
            if (t && action->formula->op == EB_BECOMES_SUCH_THAT) continue;
            check(refining, name_of(refining, action->label, "SIM"), before_after(refining, action->formula, t),
                  arena_printf(machine->arena, "the abstraction's action %s gives another value",
                               text_of(refining, action->formula)));
        }
    }
}

/* What the abstraction leaves as it is must stay so. */
static void check_kept(struct refining *refining) {
    struct eb_machine *machine = refining->machine;
    const struct eb_ready_event *ready = refining->ready;
    unsigned target, own = ready->written_count;
    if (ready == &machine->initialisation) return;
    for (unsigned i = 0; i < own; i++) {
        unsigned index = ready->written[i];
        if (refining_is_gone(refining, index) || !refining_has(refining, index)) continue;
        if (action_on(refining, index, &target)) continue;
        const struct eb_formula *before = variable(refining, NULL, index, false);
        check(refining, name_of(refining, before->name, "EQL"),
              eb_made_of(machine->arena, before, EB_EQUAL, variable(refining, NULL, index, true), before),
              arena_printf(machine->arena, "the abstraction leaves %s as it is", before->name));
    }
}

static void plan_levels(struct refining *refining, const struct eb_refined *refined);

static bool all_are_new(const struct eb_refined *refined) {
    for (unsigned i = 0; i < refined->count; i++)
        if (refined->above[i]->count) return false;
    return true;
}

/* Of several events that are merged, each that can happen goes its own way up from here. */
static void plan_each_way(struct refining *refining, const struct eb_refined *refined, uint32_t none) {
    struct eb_machine *machine = refining->machine;
    struct eb_plan *plan = refining->plan;
    const struct eb_plan **ways = arena_new_array(machine->arena, const struct eb_plan *, refined->count);
    bool *before = arena_new_array(machine->arena, bool, machine->state_count + 1);
    unsigned written = refining->ready->written_count, level = refining->level;
    memcpy(before, refining->has_new_value, machine->variable_count * sizeof *before);
    for (unsigned i = 0; i < refined->count; i++) {
        struct eb_conditions conditions = {0};
        for (unsigned j = 0; j < refined->guards[i].count; j++)
            eb_conditions_add(machine->arena, &conditions,
                              eb_expand(&machine->compiler, refined->guards[i].items[j].formula));
        refining->plan = eb_plan_new(&machine->compiler, NULL, 0, &conditions, NULL, false);
        vec_free(&conditions.list);
        memcpy(refining->has_new_value, before, machine->variable_count * sizeof *before);
        refining->ready->written_count = written; /* every way writes the same variables, in the same order */
        refining->level = level;
        plan_levels(refining, refined->above[i]);
        ways[i] = refining->plan;
    }
    refining->plan = plan;
    eb_plan_some(&machine->compiler, plan, ways, refined->count, none);
}

static void oblige_witnesses(struct refining *refining) {
    struct eb_machine *machine = refining->machine;
    for (unsigned i = 0; i < refining->refined->witnesses.count; i++) {
        const struct eb_labelled *witness = &refining->refined->witnesses.items[i];
        const char *event = refining->ready->event->name;
        if (!eb_witness_is_for_nothing(refining, witness))
            eb_oblige_named(machine, arena_printf(machine->arena, "%s/%s/WWD", event, witness->label),
                            witness->formula);
        else
            vec_push(&machine->idle_witnesses, arena_printf(machine->arena, "%s/%s", event, witness->label));
    }
}

/* From this level up; NULL: events that refine skip. */
static void plan_levels(struct refining *refining, const struct eb_refined *refined) {
    static const struct eb_refined skip = {0};
    if (refining->level > refining->machine->abstractions) return;
    refining->refined = refined ? refined : &skip;
    memcpy(refining->below, refining->has_new_value, refining->machine->variable_count * sizeof *refining->below);
    if (refining->level == 1) oblige_witnesses(refining);
    bool together = refining->refined->count && eb_parameters_follow(refining);
    unsigned guards = refining->refined->count ? refining->refined->guards[0].count : 0;
    refining->guard_is_checked = arena_new_array(refining->machine->arena, bool, guards + 1);
    if (refining->refined->count && !together) plan_parameters(refining);
    uint32_t none = together ? 0 : check_guards(refining);
    check_kept(refining);
    plan_gone(refining, together);
    if (together) none = check_guards(refining);
    check_actions(refining);
    bool last = refining->level++ == refining->machine->abstractions;
    if (none && !last && !all_are_new(refined))
        plan_each_way(refining, refined, none);
    else
        plan_levels(refining, refined && refined->above ? refined->above[0] : NULL);
}

static struct refining begin(struct eb_machine *machine, struct eb_ready_event *ready, unsigned *written) {
    struct refining refining = {.machine = machine, .ready = ready, .plan = ready->plan, .written = written};
    refining.has_new_value = arena_new_array(machine->arena, bool, machine->state_count + 1);
    refining.below = arena_new_array(machine->arena, bool, machine->state_count + 1);
    keep_own(&refining);
    return refining;
}

void eb_plan_refinement(struct eb_machine *machine, struct eb_ready_event *ready, unsigned *written) {
    struct refining refining = begin(machine, ready, written);
    refining.level = 1;
    plan_levels(&refining, ready->event->refined);
    leave_rest(&refining);
}

/* ---- variants ---- */

static struct eb_formula *smaller(struct arena *arena, const struct eb_formula *before, const struct eb_formula *after,
                                  bool or_equal) {
    bool number = before->type->kind == EB_TYPE_INTEGER;
    enum eb_op op = number ? (or_equal ? EB_LESS_EQUAL : EB_LESS) : or_equal ? EB_SUBSET_EQUAL : EB_SUBSET;
    return eb_made_of(arena, before, op, after, before);
}

/* Of several variants, from this one on: it becomes smaller, and was no negative number; or it stays, and those after
 * it do so. An anticipated event may leave all of them as they are. */
static const struct eb_formula *lexically_smaller(struct eb_machine *machine, unsigned first, bool anticipated) {
    const struct eb_labelled_list *variants = &machine->development->variants;
    struct arena *arena = machine->arena;
    const struct eb_formula *before = variants->items[first].formula, *after = primed(arena, before);
    bool is_last = first + 1 == variants->count;
    const struct eb_formula *less = smaller(arena, before, after, false);
    if (before->type->kind == EB_TYPE_INTEGER && !anticipated)
        less = eb_made_of(arena, before, EB_AND, less,
                          eb_made_of(arena, before, EB_GREATER_EQUAL, before, eb_made_number(arena, before, 0)));
    if (is_last && !anticipated) return less;
    const struct eb_formula *stays = eb_made_of(arena, before, EB_EQUAL, after, before);
    if (!is_last) stays = eb_made_of(arena, before, EB_AND, stays, lexically_smaller(machine, first + 1, anticipated));
    return eb_made_of(arena, before, EB_OR, less, stays);
}

static void plan_variants(struct refining *refining, bool anticipated) {
    const struct eb_formula *all = lexically_smaller(refining->machine, 0, anticipated);
    check_variant(
        refining, "VAR", all,
        "the variants do not decrease: the first of them that changes does not become smaller, or is below 0");
}

void eb_plan_variant(struct eb_machine *machine, struct eb_ready_event *ready) {
    const struct eb_labelled_list *variants = &machine->development->variants;
    bool anticipated = ready->event->convergence == EB_ANTICIPATED;
    if (!eb_owes_to_variant(machine->development, ready->event) || !variants->count) return;
    if (ready == &machine->initialisation) return;
    struct refining refining = begin(machine, ready, NULL);
    if (variants->count > 1) {
        plan_variants(&refining, anticipated);
        return;
    }
    const struct eb_formula *before = variants->items[0].formula, *after = primed(machine->arena, before);
    bool number = before->type->kind == EB_TYPE_INTEGER;
    if (number && !anticipated) {
        const struct eb_formula *zero = eb_made_number(machine->arena, before, 0);
        check_variant(&refining, "NAT", eb_made_of(machine->arena, before, EB_GREATER_EQUAL, before, zero),
                      arena_printf(machine->arena, "the variant %s is below 0", text_of(&refining, before)));
    }
    check_variant(&refining, "VAR", smaller(machine->arena, before, after, anticipated),
                  arena_printf(machine->arena, "the variant %s %s", text_of(&refining, before),
                               anticipated ? "increases" : "does not decrease"));
}
