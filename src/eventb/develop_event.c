/* The events of a machine with all that they inherit, resolved and typed: guards before actions. */
#include "eventb/developing.h"

static const char initialisation[] = "INITIALISATION";

/* A refinement that does not mention it keeps its abstraction's. */
const struct eb_event developing_kept = {.name = initialisation, .extended = true};

bool developing_is_initialisation(const struct eb_event *event) { return !strcmp(event->name, initialisation); }

const struct eb_event *developing_find_event(const struct eb_component *machine, const char *name) {
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
    bool initial = developing_is_initialisation(event);
    const struct eb_name *reference = event->refines.count ? &event->refines.items[0] : NULL;
    const char *name = reference ? reference->name : initial ? initialisation : NULL;
    struct place place = reference ? reference->place : event->place.file ? event->place : chain->items[depth]->place;
    if (depth + 1 >= chain->count)
        diag_error(developing->diagnostics, place, "%s extends an event, but its machine refines none", event->name);
    else if (event->refines.count > 1)
        diag_error(developing->diagnostics, place, "%s extends several events; only one can be extended", event->name);
    else if (!name)
        diag_error(developing->diagnostics, place, "%s is extended, but does not say which event it refines",
                   event->name);
    else if (developing_find_event(chain->items[depth + 1], name))
        return developing_find_event(chain->items[depth + 1], name);
    else if (initial && depth + 2 < chain->count)
        return &developing_kept;
    else
        diag_error(developing->diagnostics, place, "there is no event %s in %s", name, chain->items[depth + 1]->name);
    return NULL;
}

bool developing_inherit(struct developing *developing, const struct eb_event *event, size_t depth,
                        struct inherited *all) {
    /* Rodin lets the first INITIALISATION of a chain be extended, too: it inherits nothing. */
    bool first = developing_is_initialisation(event) && depth + 1 == developing->closure->machines.count;
    if (event->extended && !first) {
        const struct eb_event *abstract = extended_event(developing, event, depth);
        if (!abstract || !developing_inherit(developing, abstract, depth + 1, all)) return false;
    }
    add_own(all, event);
    return true;
}

static bool refined_events_exist(struct developing *developing, const struct eb_event *event) {
    const eb_component_list *chain = &developing->closure->machines;
    for (unsigned i = 0; i < event->refines.count; i++) {
        const struct eb_name *reference = &event->refines.items[i];
        if (chain->count > 1 && developing_find_event(chain->items[1], reference->name)) continue;
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

bool developing_parameters(struct developing *developing, const eb_names *parameters) {
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

void developing_give_parameters(struct developing *developing, size_t first, struct eb_full_event *full) {
    size_t count = developing->checker.entries.count - first;
    struct eb_symbol *symbols = arena_new_array(developing->arena, struct eb_symbol, count);
    for (size_t i = 0; i < count; i++) {
        const struct eb_entry *entry = &developing->checker.entries.items[first + i];
        symbols[i] = (struct eb_symbol){entry->name, entry->type, entry->place};
    }
    full->parameters = symbols;
    full->parameter_count = (unsigned)count;
}

void developing_drop_theorems(eb_labels *list) {
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!list->items[i].theorem) list->items[kept++] = list->items[i];
    }
    list->count = kept;
}

/* Theorems among them may speak of the abstraction's variables, as in Rodin. */
static bool guard_names(struct developing *developing, const eb_labels *parsed, eb_labels *list) {
    bool good = true;
    for (size_t i = 0; i < parsed->count; i++) {
        developing->checker.allow_gone = parsed->items[i].theorem;
        good = developing_names(developing, &(struct eb_labelled_list){&parsed->items[i], 1}, list, NULL) && good;
    }
    developing->checker.allow_gone = false;
    return good;
}

/* `assigned` tells afterwards which variables the event assigns. */
static bool develop_event(struct developing *developing, const struct inherited *all, bool *assigned,
                          struct eb_full_event *full) {
    size_t first = developing->checker.entries.count;
    struct eb_labelled_list parsed_actions = developing_view(&all->actions);
    eb_labels guards = {0}, actions = {0};
    bool good = developing_parameters(developing, &all->parameters) && guard_names(developing, &all->guards, &guards) &&
                developing_entries_ground(developing, first, "a guard") && developing_ground(developing, &guards, 0) &&
                developing_names(developing, &parsed_actions, &actions, NULL) &&
                developing_ground(developing, &actions, 0) && no_target_twice(developing, &actions, assigned);
    if (good) developing_give_parameters(developing, first, full);
    developing->checker.entries.count = first;
    eb_labels theorems = {0};
    unsigned *before = arena_new_array(developing->arena, unsigned, guards.count + 1);
    for (size_t i = 0; i < guards.count; i++) {
        if (!guards.items[i].theorem) continue;
        before[theorems.count] = (unsigned)(i - theorems.count);
        vec_push(&theorems, guards.items[i]);
    }
    full->guards_before = before;
    developing_drop_theorems(&guards);
    full->theorems = eb_take_labels(developing->arena, &theorems);
    full->guards = eb_take_labels(developing->arena, &guards);
    full->actions = eb_take_labels(developing->arena, &actions);
    return good;
}

void developing_free_inherited(struct inherited *all) {
    vec_free(&all->parameters);
    vec_free(&all->guards);
    vec_free(&all->actions);
}

static bool develop_one(struct developing *developing, const struct eb_event *event, bool *assigned,
                        struct eb_full_event *full) {
    struct inherited all = {0};
    full->name = event->name;
    full->place = event->place;
    full->convergence = event->convergence;
    bool good = developing_inherit(developing, event, 0, &all) && develop_event(developing, &all, assigned, full);
    if (good && developing->closure->machines.count > 1)
        full->refined = developing_refined(developing, event, &all, full);
    if (!good && event->extended)
        diag_note(developing->diagnostics, event->place, "the event %s of %s inherits from its abstractions",
                  event->name, developing_machine(developing)->name);
    developing_free_inherited(&all);
    return good;
}

/* A variable without an initial value may have any: Rodin adds x :∣ ⊤. */
static void initialise_rest(struct developing *developing, const bool *assigned, struct eb_full_event *full) {
    const struct eb_name_list *variables = &developing_machine(developing)->variables;
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
        vec_push(&actions, (struct eb_labelled){.label = "", .formula = action, .place = variable->place});
    }
    full->actions = eb_take_labels(developing->arena, &actions);
}

static bool develop_initialisation(struct developing *developing, struct eb_full_event *full) {
    const struct eb_component *own = developing_machine(developing);
    const struct eb_event *event = developing_find_event(own, initialisation);
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

/* INITIALISATION is refined by INITIALISATION, and by nothing else: no event happens as it does, before there is a
 * state. */
static bool begins_as_it_should(struct developing *developing, const struct eb_event *event) {
    for (unsigned i = 0; i < event->refines.count; i++) {
        const struct eb_name *reference = &event->refines.items[i];
        bool first = !strcmp(reference->name, initialisation);
        if (first == developing_is_initialisation(event)) continue;
        diag_error(developing->diagnostics, reference->place,
                   first ? "%s cannot refine INITIALISATION, which happens once, before all events"
                         : "%s refines INITIALISATION, and no other event",
                   event->name);
        return false;
    }
    return true;
}

static bool all_begin_as_they_should(struct developing *developing) {
    const eb_component_list *chain = &developing->closure->machines;
    for (size_t i = 0; i < chain->count; i++)
        for (unsigned k = 0; k < chain->items[i]->event_count; k++)
            if (!begins_as_it_should(developing, &chain->items[i]->events[k])) return false;
    return true;
}

bool developing_events(struct developing *developing, struct eb_development *development) {
    const struct eb_component *own = developing_machine(developing);
    developing->checker.allow_gone = false;
    if (!all_begin_as_they_should(developing)) return false;
    bool good = develop_initialisation(developing, &development->initialisation);
    struct eb_full_event *events = arena_new_array(developing->arena, struct eb_full_event, own->event_count);
    for (unsigned i = 0; i < own->event_count; i++) {
        const struct eb_event *event = &own->events[i];
        if (developing_find_event(own, event->name) != event) {
            diag_error(developing->diagnostics, event->place, "there are two events %s", event->name);
            good = false;
        }
        if (developing_is_initialisation(event)) continue;
        bool *assigned = memory_new(own->variables.count + 1);
        good = refined_events_exist(developing, event) &&
               develop_one(developing, event, assigned, &events[development->event_count++]) && good;
        free(assigned);
    }
    development->events = events;
    return good;
}
