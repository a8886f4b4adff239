/* What the events of a machine refine: guards, actions and witnesses of the abstraction, in the names of the event. */
#include "eventb/developing.h"

/* Formulas of the abstraction, in the names of the event that refines it. */
static bool develop_abstract(struct developing *developing, const eb_labels *parsed, eb_labels *list) {
    struct eb_labelled_list all = developing_view(parsed);
    return developing_names(developing, &all, list, NULL) && developing_ground(developing, list, 0);
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
    bool initial = developing_is_initialisation(event);
    for (unsigned i = 0; i < count; i++) {
        const struct eb_event *refined =
            developing_find_event(above, initial ? event->name : event->refines.items[i].name);
        struct eb_event kept = {.name = event->name, .place = above->place, .extended = true};
        if (!refined && initial && developing->closure->machines.count > 2) refined = &kept;
        if (!refined || !developing_inherit(developing, refined, 1, &abstract[i])) return false;
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
        developing_drop_theorems(&list);
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

const struct eb_refined *developing_refined(struct developing *developing, const struct eb_event *event,
                                            const struct inherited *own, const struct eb_full_event *full) {
    struct eb_refined *refined = arena_new_object(developing->arena, struct eb_refined);
    struct diagnostics *diagnostics = developing->diagnostics, private = {0};
    unsigned count = developing_is_initialisation(event) ? 1 : event->refines.count;
    struct inherited *abstract = memory_new((count + 1) * sizeof *abstract);
    struct eb_full_event extra = {0};
    size_t first = developing->checker.entries.count;
    eb_names further = {0};
    developing->diagnostics = developing->checker.diagnostics = &private;
    bool good = gather_abstract(developing, event, abstract, count, &further, own) &&
                developing_parameters(developing, &own->parameters);
    size_t after = developing->checker.entries.count;
    for (size_t i = first; i < after; i++) developing->checker.entries.items[i].type = full->parameters[i - first].type;
    good = good && developing_parameters(developing, &further);
    for (size_t i = after; i < developing->checker.entries.count; i++)
        developing->checker.entries.items[i].index += (unsigned)own->parameters.count;
    bool alike = true;
    for (unsigned i = 1; good && i < count; i++) alike = alike && have_same_actions(&abstract[0], &abstract[i]);
    good = good && alike && type_abstract(developing, event, abstract, count, refined);
    for (size_t i = first; good && i < developing->checker.entries.count; i++)
        good = eb_check_entry_ground(&developing->checker, &developing->checker.entries.items[i], "a guard");
    if (good) developing_give_parameters(developing, after, &extra);
    refined->parameters = extra.parameters;
    refined->parameter_count = extra.parameter_count;
    if (!good)
        refined->unchecked = private.list.count ? arena_text(developing->arena, private.list.items[0].message)
                             : alike            ? "what it refines cannot be read"
                                                : "the events that it refines have different actions";
    developing->diagnostics = developing->checker.diagnostics = diagnostics;
    developing->checker.entries.count = first;
    for (unsigned i = 0; i < count; i++) developing_free_inherited(&abstract[i]);
    free(abstract);
    vec_free(&further);
    diag_free(&private);
    return refined;
}
