/* A development: the closure's names in one table, every formula resolved against it and typed, and every event of the
 * machine with all that it inherits.
 *
 * Groups of formulas are typed in the order in which Rodin does: contexts, extended ones first; the invariants of the
 * chain, most abstract first; then each event, its guards before its actions. After a group with errors the later ones,
 * which stand on it, are not looked at. */
#include "eventb/check.h"
#include "eventb/load.h"

struct developing {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct eb_closure *closure;
    struct eb_checker checker;
    eb_labels axioms, invariants, gluing;
    unsigned sets, constants, gone, own_gluing;
};

static const char initialisation[] = "INITIALISATION";

static const struct eb_component *machine(const struct developing *developing) {
    return developing->closure->machines.count ? developing->closure->machines.items[0] : NULL;
}

/* ---- Groups ---- */

/* Names and types of each formula; `gone` (if not NULL) gets those that mention abstractions' variables. Nothing is
 * ground yet. */
static bool check_names(struct developing *developing, const struct eb_labelled_list *parsed, eb_labels *list,
                        eb_labels *gone) {
    bool good = true;
    for (unsigned i = 0; i < parsed->count; i++) {
        struct eb_labelled labelled = parsed->items[i];
        labelled.formula = eb_check_names(&developing->checker, labelled.label, labelled.formula);
        good = good && labelled.formula;
        if (labelled.formula && gone && developing->checker.mentions_gone)
            vec_push(gone, labelled);
        else if (labelled.formula)
            vec_push(list, labelled);
    }
    return good;
}

static bool check_ground(struct developing *developing, const eb_labels *list, size_t from) {
    bool good = true;
    for (size_t i = from; i < list->count; i++) {
        const struct eb_labelled *labelled = &list->items[i];
        /* It was made by check_names(), and nobody else has it yet. */
        if (!eb_check_ground(&developing->checker, labelled->label, (struct eb_formula *)labelled->formula))
            good = false;
    }
    return good;
}

static bool entries_ground(struct developing *developing, size_t from, const char *where) {
    bool good = true;
    for (size_t i = from; i < developing->checker.entries.count; i++)
        good = eb_check_entry_ground(&developing->checker, &developing->checker.entries.items[i], where) && good;
    return good;
}

/* ---- Contexts ---- */

static bool declare_context(struct developing *developing, const struct eb_component *context) {
    bool good = true;
    for (unsigned i = 0; i < context->sets.count; i++) {
        const struct eb_name *set = &context->sets.items[i];
        const struct eb_type *type = eb_type_given(developing->arena, set->name);
        good =
            eb_checker_declare(&developing->checker, (struct eb_entry){.name = set->name,
                                                                       .kind = EB_CARRIER_SET,
                                                                       .index = developing->sets++,
                                                                       .type = eb_type_power(developing->arena, type),
                                                                       .place = set->place,
                                                                       .owner = context->name}) &&
            good;
    }
    for (unsigned i = 0; i < context->constants.count; i++) {
        const struct eb_name *constant = &context->constants.items[i];
        good = eb_checker_declare(&developing->checker, (struct eb_entry){.name = constant->name,
                                                                          .kind = EB_CONSTANT,
                                                                          .index = developing->constants++,
                                                                          .type = eb_type_variable(developing->arena),
                                                                          .place = constant->place,
                                                                          .owner = context->name}) &&
               good;
    }
    return good;
}

static bool develop_context(struct developing *developing, const struct eb_component *context) {
    size_t first_entry = developing->checker.entries.count, first_axiom = developing->axioms.count;
    return declare_context(developing, context) &&
           check_names(developing, &context->axioms, &developing->axioms, NULL) &&
           entries_ground(developing, first_entry, "an axiom") &&
           check_ground(developing, &developing->axioms, first_axiom);
}

/* ---- Variables and invariants ---- */

static bool has_name(const struct eb_name_list *list, const char *name, unsigned *index) {
    for (unsigned i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].name, name) != 0) continue;
        *index = i;
        return true;
    }
    return false;
}

static bool declare_variable(struct developing *developing, const struct eb_component *owner,
                             const struct eb_component *abstraction, const struct eb_name *variable) {
    const struct eb_component *own = machine(developing);
    struct eb_entry *before = eb_checker_find(&developing->checker, variable->name);
    unsigned index;
    if (before && before->kind == EB_VARIABLE && before->owner != owner->name) {
        if (abstraction && has_name(&abstraction->variables, variable->name, &index)) return true;
        diag_error(developing->diagnostics, variable->place,
                   "%s was a variable of %s and has disappeared since: it cannot come back", variable->name,
                   before->owner);
        return false;
    }
    struct eb_entry entry = {.name = variable->name,
                             .kind = EB_VARIABLE,
                             .type = eb_type_variable(developing->arena),
                             .place = variable->place,
                             .owner = owner->name};
    entry.gone = !has_name(&own->variables, variable->name, &entry.index);
    if (entry.gone) entry.index = own->variables.count + developing->gone++;
    return eb_checker_declare(&developing->checker, entry);
}

static bool develop_invariants(struct developing *developing, size_t depth) {
    const eb_component_list *chain = &developing->closure->machines;
    const struct eb_component *owner = chain->items[depth];
    const struct eb_component *abstraction = depth + 1 < chain->count ? chain->items[depth + 1] : NULL;
    size_t first_entry = developing->checker.entries.count;
    size_t first_invariant = developing->invariants.count, first_gluing = developing->gluing.count;
    developing->own_gluing = (unsigned)first_gluing; /* the machine itself comes last */
    bool good = true;
    for (unsigned i = 0; i < owner->variables.count; i++)
        good = declare_variable(developing, owner, abstraction, &owner->variables.items[i]) && good;
    return good && check_names(developing, &owner->invariants, &developing->invariants, &developing->gluing) &&
           entries_ground(developing, first_entry, "an invariant") &&
           check_ground(developing, &developing->invariants, first_invariant) &&
           check_ground(developing, &developing->gluing, first_gluing);
}

static bool develop_variants(struct developing *developing, struct eb_development *development) {
    eb_labels list = {0};
    bool good =
        check_names(developing, &machine(developing)->variants, &list, NULL) && check_ground(developing, &list, 0);
    for (size_t i = 0; good && i < list.count; i++) {
        const struct eb_formula *variant = list.items[i].formula;
        if (variant->type->kind == EB_TYPE_INTEGER || variant->type->kind == EB_TYPE_POWER) continue;
        diag_error(developing->diagnostics, variant->place, "a variant is an integer or a set");
        good = false;
    }
    development->variants = eb_take_labels(developing->arena, &list);
    return good;
}

/* ---- Events ---- */

/* An event with all that it inherits, as parsed. */
struct inherited {
    eb_names parameters;
    eb_labels guards, actions;
};

static const struct eb_event *find_event(const struct eb_component *machine, const char *name) {
    for (unsigned i = 0; i < machine->event_count; i++) {
        if (!strcmp(machine->events[i].name, name)) return &machine->events[i];
    }
    return NULL;
}

static void add_own(struct inherited *all, const struct eb_event *event) {
    for (unsigned i = 0; i < event->parameters.count; i++) vec_push(&all->parameters, event->parameters.items[i]);
    for (unsigned i = 0; i < event->guards.count; i++) vec_push(&all->guards, event->guards.items[i]);
    for (unsigned i = 0; i < event->actions.count; i++) vec_push(&all->actions, event->actions.items[i]);
}

/* The abstract event that an extended event extends; NULL with an error. */
static const struct eb_event *extended_event(struct developing *developing, const struct eb_event *event,
                                             size_t depth) {
    const eb_component_list *chain = &developing->closure->machines;
    bool initial = !strcmp(event->name, initialisation);
    const struct eb_name *reference = event->refines.count ? &event->refines.items[0] : NULL;
    const char *name = reference ? reference->name : initial ? initialisation : NULL;
    struct place place = reference ? reference->place : event->place;
    if (depth + 1 >= chain->count)
        diag_error(developing->diagnostics, place, "%s extends an event, but its machine refines none", event->name);
    else if (event->refines.count > 1)
        diag_error(developing->diagnostics, place, "%s extends several events; only one can be extended", event->name);
    else if (!name)
        diag_error(developing->diagnostics, place, "%s is extended, but does not say which event it refines",
                   event->name);
    else if (!find_event(chain->items[depth + 1], name))
        diag_error(developing->diagnostics, place, "there is no event %s in %s", name, chain->items[depth + 1]->name);
    else
        return find_event(chain->items[depth + 1], name);
    return NULL;
}

static bool inherit(struct developing *developing, const struct eb_event *event, size_t depth, struct inherited *all) {
    /* Rodin lets the first INITIALISATION of a chain be extended, too: it inherits nothing. */
    bool first = !strcmp(event->name, initialisation) && depth + 1 == developing->closure->machines.count;
    if (event->extended && !first) {
        const struct eb_event *abstract = extended_event(developing, event, depth);
        if (!abstract || !inherit(developing, abstract, depth + 1, all)) return false;
    }
    add_own(all, event);
    return true;
}

static bool refined_events_exist(struct developing *developing, const struct eb_event *event) {
    const eb_component_list *chain = &developing->closure->machines;
    for (unsigned i = 0; i < event->refines.count; i++) {
        const struct eb_name *reference = &event->refines.items[i];
        if (chain->count > 1 && find_event(chain->items[1], reference->name)) continue;
        if (chain->count > 1)
            diag_error(developing->diagnostics, reference->place, "there is no event %s in %s", reference->name,
                       chain->items[1]->name);
        else
            diag_error(developing->diagnostics, reference->place, "%s refines an event, but its machine refines none",
                       event->name);
        return false;
    }
    return true;
}

static bool no_target_twice(struct developing *developing, const eb_labels *actions, bool *assigned) {
    for (size_t i = 0; i < actions->count; i++) {
        const struct eb_formula *action = actions->items[i].formula;
        for (unsigned t = 0; t < action->target_count; t++) {
            if (assigned[action->target_indices[t]]) {
                diag_error(developing->diagnostics, action->place,
                           "%s is assigned by two actions of one event: they happen at once", action->targets[t]);
                return false;
            }
            assigned[action->target_indices[t]] = true;
        }
    }
    return true;
}

static bool declare_parameters(struct developing *developing, const eb_names *parameters) {
    bool good = true;
    for (size_t i = 0; i < parameters->count; i++) {
        good = eb_checker_declare(&developing->checker, (struct eb_entry){.name = parameters->items[i].name,
                                                                          .kind = EB_PARAMETER,
                                                                          .index = (unsigned)i,
                                                                          .type = eb_type_variable(developing->arena),
                                                                          .place = parameters->items[i].place}) &&
               good;
    }
    return good;
}

static void give_parameters(struct developing *developing, size_t first, struct eb_full_event *full) {
    size_t count = developing->checker.entries.count - first;
    struct eb_symbol *symbols = arena_new_array(developing->arena, struct eb_symbol, count);
    for (size_t i = 0; i < count; i++) {
        const struct eb_entry *entry = &developing->checker.entries.items[first + i];
        symbols[i] = (struct eb_symbol){entry->name, entry->type, entry->place};
    }
    full->parameters = symbols;
    full->parameter_count = (unsigned)count;
}

static void drop_theorems(eb_labels *list) {
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!list->items[i].theorem) list->items[kept++] = list->items[i];
    }
    list->count = kept;
}

static struct eb_labelled_list view(const eb_labels *list) {
    return (struct eb_labelled_list){list->items, (unsigned)list->count};
}

/* `assigned` tells afterwards which variables the event assigns. */
static bool develop_event(struct developing *developing, const struct inherited *all, bool *assigned,
                          struct eb_full_event *full) {
    size_t first = developing->checker.entries.count;
    struct eb_labelled_list parsed_guards = view(&all->guards), parsed_actions = view(&all->actions);
    eb_labels guards = {0}, actions = {0};
    bool good = declare_parameters(developing, &all->parameters) &&
                check_names(developing, &parsed_guards, &guards, NULL) &&
                entries_ground(developing, first, "a guard") && check_ground(developing, &guards, 0) &&
                check_names(developing, &parsed_actions, &actions, NULL) && check_ground(developing, &actions, 0) &&
                no_target_twice(developing, &actions, assigned);
    if (good) give_parameters(developing, first, full);
    developing->checker.entries.count = first;
    drop_theorems(&guards);
    full->guards = eb_take_labels(developing->arena, &guards);
    full->actions = eb_take_labels(developing->arena, &actions);
    return good;
}

static void free_inherited(struct inherited *all) {
    vec_free(&all->parameters);
    vec_free(&all->guards);
    vec_free(&all->actions);
}

/* Formulas of the abstraction, in the names of the event that refines it. */
static bool develop_abstract(struct developing *developing, const eb_labels *parsed, eb_labels *list) {
    struct eb_labelled_list all = view(parsed);
    return check_names(developing, &all, list, NULL) && check_ground(developing, list, 0);
}

static bool has_parameter(const eb_names *names, const char *name) {
    for (size_t i = 0; i < names->count; i++)
        if (!strcmp(names->items[i].name, name)) return true;
    return false;
}

/* The events that it refines, and the parameters that only they have; false if one is missing. */
static bool gather_abstract(struct developing *developing, const struct eb_event *event, struct inherited *abstract,
                            unsigned count, eb_names *further, const struct inherited *own) {
    const struct eb_component *above = developing->closure->machines.items[1];
    bool initial = !strcmp(event->name, initialisation);
    for (unsigned i = 0; i < count; i++) {
        const struct eb_event *refined = find_event(above, initial ? initialisation : event->refines.items[i].name);
        struct eb_event kept = {.name = initialisation, .place = above->place, .extended = true};
        if (!refined && initial && developing->closure->machines.count > 2) refined = &kept;
        if (!refined || !inherit(developing, refined, 1, &abstract[i])) return false;
        for (size_t j = 0; j < abstract[i].parameters.count; j++) {
            const struct eb_name *name = &abstract[i].parameters.items[j];
            if (!has_parameter(&own->parameters, name->name) && !has_parameter(further, name->name))
                vec_push(further, *name);
        }
    }
    return true;
}

static bool have_same_actions(const struct inherited *a, const struct inherited *b) {
    if (a->actions.count != b->actions.count) return false;
    for (size_t i = 0; i < a->actions.count; i++)
        if (!eb_formula_equal(a->actions.items[i].formula, b->actions.items[i].formula)) return false;
    return true;
}

static bool type_abstract(struct developing *developing, const struct eb_event *event, const struct inherited *abstract,
                          unsigned count, struct eb_refined *refined) {
    struct eb_labelled_list *guards = arena_new_array(developing->arena, struct eb_labelled_list, count + 1);
    eb_labels actions = {0}, witnesses = {0}, parsed = {0};
    bool good = true;
    developing->checker.allow_gone = true;
    for (unsigned i = 0; good && i < count; i++) {
        eb_labels list = {0};
        good = develop_abstract(developing, &abstract[i].guards, &list);
        drop_theorems(&list);
        guards[i] = eb_take_labels(developing->arena, &list);
    }
    good = good && (!count || develop_abstract(developing, &abstract[0].actions, &actions));
    developing->checker.any_prime = true;
    for (unsigned i = 0; i < event->witnesses.count; i++) vec_push(&parsed, event->witnesses.items[i]);
    good = good && develop_abstract(developing, &parsed, &witnesses);
    developing->checker.any_prime = developing->checker.allow_gone = false;
    vec_free(&parsed);
    refined->guards = guards;
    refined->count = count;
    refined->actions = eb_take_labels(developing->arena, &actions);
    refined->witnesses = eb_take_labels(developing->arena, &witnesses);
    return good;
}

/* What cannot be typed is not the machine's fault, as Rodin may see it otherwise: then it is not checked, which is
 * said.
 */
static const struct eb_refined *develop_refined(struct developing *developing, const struct eb_event *event,
                                                const struct inherited *own, const struct eb_full_event *full) {
    struct eb_refined *refined = arena_new_object(developing->arena, struct eb_refined);
    struct diagnostics *diagnostics = developing->diagnostics, private = {0};
    unsigned count = !strcmp(event->name, initialisation) ? 1 : event->refines.count;
    struct inherited *abstract = memory_new((count + 1) * sizeof *abstract);
    struct eb_full_event extra = {0};
    size_t first = developing->checker.entries.count;
    eb_names further = {0};
    developing->diagnostics = developing->checker.diagnostics = &private;
    bool good = gather_abstract(developing, event, abstract, count, &further, own) &&
                declare_parameters(developing, &own->parameters);
    size_t after = developing->checker.entries.count;
    for (size_t i = first; i < after; i++) developing->checker.entries.items[i].type = full->parameters[i - first].type;
    good = good && declare_parameters(developing, &further);
    for (size_t i = after; i < developing->checker.entries.count; i++)
        developing->checker.entries.items[i].index += (unsigned)own->parameters.count;
    bool alike = true;
    for (unsigned i = 1; good && i < count; i++) alike = alike && have_same_actions(&abstract[0], &abstract[i]);
    good = good && alike && type_abstract(developing, event, abstract, count, refined);
    for (size_t i = first; good && i < developing->checker.entries.count; i++)
        good = eb_check_entry_ground(&developing->checker, &developing->checker.entries.items[i], "a guard");
    if (good) give_parameters(developing, after, &extra);
    refined->parameters = extra.parameters;
    refined->parameter_count = extra.parameter_count;
    if (!good)
        refined->unchecked = private.list.count ? arena_text(developing->arena, private.list.items[0].message)
                             : alike            ? "what it refines cannot be read"
                                                : "the events that it refines have different actions";
    developing->diagnostics = developing->checker.diagnostics = diagnostics;
    developing->checker.entries.count = first;
    for (unsigned i = 0; i < count; i++) free_inherited(&abstract[i]);
    free(abstract);
    vec_free(&further);
    diag_free(&private);
    return refined;
}

static bool develop_one(struct developing *developing, const struct eb_event *event, bool *assigned,
                        struct eb_full_event *full) {
    struct inherited all = {0};
    full->name = event->name;
    full->place = event->place;
    full->convergence = event->convergence;
    bool good = inherit(developing, event, 0, &all) && develop_event(developing, &all, assigned, full);
    if (good && developing->closure->machines.count > 1) full->refined = develop_refined(developing, event, &all, full);
    if (!good && event->extended)
        diag_note(developing->diagnostics, event->place, "the event %s of %s inherits from its abstractions",
                  event->name, machine(developing)->name);
    free_inherited(&all);
    return good;
}

/* A variable without an initial value may have any: Rodin adds x :∣ ⊤. */
static void initialise_rest(struct developing *developing, const bool *assigned, struct eb_full_event *full) {
    const struct eb_name_list *variables = &machine(developing)->variables;
    eb_labels actions = {0};
    for (unsigned i = 0; i < full->actions.count; i++) vec_push(&actions, full->actions.items[i]);
    for (unsigned i = 0; i < variables->count; i++) {
        if (assigned[i]) continue;
        const struct eb_name *variable = &variables->items[i];
        diag_warning(developing->diagnostics, variable->place,
                     "%s is not initialised: it may begin with any value of its type", variable->name);
        struct eb_formula *any = arena_new_object(developing->arena, struct eb_formula);
        struct eb_formula *action = arena_new_object(developing->arena, struct eb_formula);
        const struct eb_formula **child = arena_new_array(developing->arena, const struct eb_formula *, 1);
        const char **target = arena_new_array(developing->arena, const char *, 1);
        unsigned *index = arena_new_array(developing->arena, unsigned, 1);
        any->op = EB_TRUE;
        any->place = variable->place;
        *child = any;
        *target = variable->name;
        *index = i;
        *action = (struct eb_formula){.op = EB_BECOMES_SUCH_THAT,
                                      .place = variable->place,
                                      .children = child,
                                      .child_count = 1,
                                      .targets = target,
                                      .target_indices = index,
                                      .target_count = 1};
        vec_push(&actions, (struct eb_labelled){"", action, false, variable->place});
    }
    full->actions = eb_take_labels(developing->arena, &actions);
}

static bool develop_initialisation(struct developing *developing, struct eb_full_event *full) {
    const struct eb_component *own = machine(developing);
    const struct eb_event *event = find_event(own, initialisation);
    /* A refinement that does not mention it keeps its abstraction's. */
    struct eb_event kept = {.name = initialisation, .place = own->place, .extended = true};
    if (!event && developing->closure->machines.count > 1) event = &kept;
    if (!event && own->variables.count) {
        diag_error(developing->diagnostics, own->place, "the machine %s has no event INITIALISATION", own->name);
        return false;
    }
    if (!event) {
        full->name = initialisation;
        full->place = own->place;
        return true;
    }
    if (event->parameters.count || event->guards.count) {
        diag_error(developing->diagnostics, event->place, "INITIALISATION has neither parameters nor guards");
        return false;
    }
    bool *assigned = memory_new(own->variables.count + 1);
    developing->checker.initialising = true;
    bool good = develop_one(developing, event, assigned, full);
    developing->checker.initialising = false;
    if (good) initialise_rest(developing, assigned, full);
    free(assigned);
    return good;
}

static bool develop_events(struct developing *developing, struct eb_development *development) {
    const struct eb_component *own = machine(developing);
    developing->checker.allow_gone = false;
    bool good = develop_initialisation(developing, &development->initialisation);
    struct eb_full_event *events = arena_new_array(developing->arena, struct eb_full_event, own->event_count);
    for (unsigned i = 0; i < own->event_count; i++) {
        const struct eb_event *event = &own->events[i];
        if (find_event(own, event->name) != event) {
            diag_error(developing->diagnostics, event->place, "there are two events %s", event->name);
            good = false;
        }
        if (!strcmp(event->name, initialisation)) continue;
        bool *assigned = memory_new(own->variables.count + 1);
        good = refined_events_exist(developing, event) &&
               develop_one(developing, event, assigned, &events[development->event_count++]) && good;
        free(assigned);
    }
    development->events = events;
    return good;
}

/* ---- The whole ---- */

static void give_abstraction(struct developing *developing, struct eb_development *development) {
    const eb_component_list *chain = &developing->closure->machines;
    if (chain->count < 2) return;
    unsigned count = development->variable_count + development->abstract_variable_count, index;
    bool *there = arena_new_array(developing->arena, bool, count + 1);
    for (unsigned i = 0; i < count; i++)
        there[i] = has_name(&chain->items[1]->variables, development->variables[i].name, &index);
    development->abstraction = chain->items[1]->name;
    development->in_abstraction = there;
}

static void give_symbols(struct developing *developing, struct eb_development *development) {
    const struct eb_component *own = machine(developing);
    development->set_count = developing->sets;
    development->constant_count = developing->constants;
    development->variable_count = own ? own->variables.count : 0;
    development->abstract_variable_count = developing->gone;
    struct eb_symbol *tables[] = {
        arena_new_array(developing->arena, struct eb_symbol, developing->sets),
        arena_new_array(developing->arena, struct eb_symbol, developing->constants),
        arena_new_array(developing->arena, struct eb_symbol, development->variable_count + developing->gone)};
    for (size_t i = 0; i < developing->checker.entries.count; i++) {
        const struct eb_entry *entry = &developing->checker.entries.items[i];
        tables[entry->kind][entry->index] = (struct eb_symbol){entry->name, entry->type, entry->place};
    }
    development->sets = tables[EB_CARRIER_SET];
    development->constants = tables[EB_CONSTANT];
    development->variables = tables[EB_VARIABLE];
    give_abstraction(developing, development);
}

static bool develop_all(struct developing *developing, struct eb_development *development) {
    const struct eb_closure *closure = developing->closure;
    for (size_t i = 0; i < closure->contexts.count; i++) {
        if (!develop_context(developing, closure->contexts.items[i])) return false;
    }
    developing->checker.allow_gone = true;
    for (size_t i = closure->machines.count; i--;) {
        if (!develop_invariants(developing, i)) return false;
    }
    give_symbols(developing, development);
    return !development->has_machine ||
           (develop_variants(developing, development) && develop_events(developing, development));
}

bool eb_develop(struct eb_development *development, const struct eb_closure *closure, struct diagnostics *diagnostics) {
    struct developing developing = {.arena = development->arena, .diagnostics = diagnostics, .closure = closure};
    developing.checker.arena = development->arena;
    developing.checker.diagnostics = diagnostics;
    bool good = develop_all(&developing, development);
    development->axioms = eb_take_labels(development->arena, &developing.axioms);
    development->invariants = eb_take_labels(development->arena, &developing.invariants);
    development->gluing = eb_take_labels(development->arena, &developing.gluing);
    development->own_gluing = developing.own_gluing;
    eb_checker_free(&developing.checker);
    return good;
}

/* ---- Formulas about a development ---- */

static void add_symbols(struct eb_checker *checker, const struct eb_symbol *symbols, unsigned count, unsigned own,
                        enum eb_identifier_kind kind) {
    for (unsigned i = 0; i < count; i++) {
        struct eb_entry entry = {.name = symbols[i].name,
                                 .kind = kind,
                                 .index = i,
                                 .type = symbols[i].type,
                                 .place = symbols[i].place,
                                 .owner = "it",
                                 .gone = i >= own};
        if (!entry.type || entry.type->kind == EB_TYPE_UNKNOWN) entry.type = eb_type_variable(checker->arena);
        vec_push(&checker->entries, entry);
    }
}

const struct eb_formula *eb_check_formula(const struct eb_development *development, const struct eb_formula *parsed,
                                          struct eb_symbol *locals, unsigned local_count,
                                          struct diagnostics *diagnostics) {
    struct eb_checker checker = {.arena = development->arena, .diagnostics = diagnostics};
    add_symbols(&checker, development->sets, development->set_count, development->set_count, EB_CARRIER_SET);
    add_symbols(&checker, development->constants, development->constant_count, development->constant_count,
                EB_CONSTANT);
    add_symbols(&checker, development->variables, development->variable_count + development->abstract_variable_count,
                development->variable_count, EB_VARIABLE);
    size_t first = checker.entries.count;
    add_symbols(&checker, locals, local_count, local_count, EB_PARAMETER);
    struct eb_formula *formula = eb_check_names(&checker, NULL, parsed);
    if (formula && !eb_check_ground(&checker, NULL, formula)) formula = NULL;
    for (unsigned i = 0; formula && i < local_count; i++) {
        const struct eb_type *type = eb_type_ground(development->arena, checker.entries.items[first + i].type);
        if (type) locals[i].type = type;
    }
    eb_checker_free(&checker);
    return formula;
}
