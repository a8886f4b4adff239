/* What the events of a machine refine: guards, actions and witnesses of the abstraction, in the names of the event; and
 * what that abstraction refines in turn, up to the first machine of the chain.
 *
 * A level's scope are the parameters of the event there. A parameter that the abstraction has, too, is the same one;
 * its further ones are numbered after all that came before. */
#include "eventb/developing.h"

/* An event of the chain, and its parameters as they are known by now. */
struct level {
    const struct eb_event *event;
    size_t depth; /* of its machine */
    const struct eb_entry *scope;
    size_t scope_count;
    unsigned used; /* parameters of all levels so far */
};

/* What an event refines, as parsed. */
struct above {
    const struct eb_component *machine;
    const struct eb_event **events;
    struct inherited *all; /* by event */
    unsigned count;
    struct eb_event kept; /* an INITIALISATION that is not mentioned */
};

/* Formulas of the abstraction, in the names of the event that refines it. */
static bool develop_abstract(struct developing *developing, const eb_labels *parsed, eb_labels *list) {
    struct eb_labelled_list all = developing_view(parsed);
    return developing_names(developing, &all, list, NULL) && developing_ground(developing, list, 0);
}

/* ---- The events above ---- */

static bool gather_above(struct developing *developing, const struct level *level, struct above *above) {
    const eb_component_list *chain = &developing->closure->machines;
    const struct eb_event *event = level->event;
    bool initial = developing_is_initialisation(event), good = true;
    above->machine = chain->items[level->depth + 1];
    above->count = initial ? 1 : event->refines.count;
    above->events = arena_new_array(developing->arena, const struct eb_event *, above->count + 1);
    above->all = arena_new_array(developing->arena, struct inherited, above->count + 1);
    above->kept = (struct eb_event){.name = event->name, .place = above->machine->place, .extended = true};
    for (unsigned i = 0; good && i < above->count; i++) {
        const struct eb_event *refined =
            developing_find_event(above->machine, initial ? event->name : event->refines.items[i].name);
        if (!refined && initial && chain->count > level->depth + 2) refined = &above->kept;
        above->events[i] = refined;
        good = refined && developing_inherit(developing, refined, level->depth + 1, &above->all[i]);
    }
    return good;
}

static void free_above(struct above *above) {
    for (unsigned i = 0; i < above->count; i++) developing_free_inherited(&above->all[i]);
}

static bool have_same_actions(const struct inherited *a, const struct inherited *b) {
    if (a->actions.count != b->actions.count) return false;
    for (size_t i = 0; i < a->actions.count; i++)
        if (!eb_formula_equal(a->actions.items[i].formula, b->actions.items[i].formula)) return false;
    return true;
}

static bool are_alike(const struct above *above) {
    for (unsigned i = 1; i < above->count; i++)
        if (!have_same_actions(&above->all[0], &above->all[i])) return false;
    return true;
}

/* ---- Names and types ---- */

static struct eb_entry *find_since(struct developing *developing, size_t first, const char *name) {
    for (size_t i = first; i < developing->checker.entries.count; i++)
        if (!strcmp(developing->checker.entries.items[i].name, name)) return &developing->checker.entries.items[i];
    return NULL;
}

/* The scope, and the parameters that only the abstraction has. They hide what else has their names. */
static void declare_scope(struct developing *developing, const struct level *level, const struct above *above) {
    size_t first = developing->checker.entries.count;
    unsigned index = level->used;
    for (size_t i = 0; i < level->scope_count; i++) vec_push(&developing->checker.entries, level->scope[i]);
    for (unsigned i = 0; i < above->count; i++) {
        for (size_t j = 0; j < above->all[i].parameters.count; j++) {
            const struct eb_name *name = &above->all[i].parameters.items[j];
            if (find_since(developing, first, name->name)) continue;
            vec_push(&developing->checker.entries, ((struct eb_entry){.name = name->name,
                                                                      .kind = EB_PARAMETER,
                                                                      .index = index++,
                                                                      .type = eb_type_variable(developing->arena),
                                                                      .place = name->place}));
        }
    }
}

static bool type_above(struct developing *developing, const struct level *level, const struct above *above,
                       struct eb_refined *refined) {
    struct eb_labelled_list *guards = arena_new_array(developing->arena, struct eb_labelled_list, above->count + 1);
    const struct eb_labelled_list *written = &level->event->witnesses;
    eb_labels actions = {0}, witnesses = {0}, parsed = {0};
    bool good = true;
    developing->checker.allow_gone = true;
    for (unsigned i = 0; good && i < above->count; i++) {
        eb_labels list = {0};
        good = develop_abstract(developing, &above->all[i].guards, &list);
        developing_drop_theorems(&list);
        guards[i] = eb_take_labels(developing->arena, &list);
    }
    good = good && (!above->count || develop_abstract(developing, &above->all[0].actions, &actions));
    developing->checker.any_prime = true;
    for (unsigned i = 0; i < written->count; i++) vec_push(&parsed, written->items[i]);
    good = good && develop_abstract(developing, &parsed, &witnesses);
    developing->checker.any_prime = developing->checker.allow_gone = false;
    vec_free(&parsed);
    refined->guards = guards;
    refined->count = above->count;
    refined->actions = eb_take_labels(developing->arena, &actions);
    refined->witnesses = eb_take_labels(developing->arena, &witnesses);
    return good;
}

/* ---- Levels ---- */

static const struct eb_refined *refine_level(struct developing *developing, const struct level *level);

/* The parameters of an event above, as they are known by now. */
static struct level next_level(struct developing *developing, const struct level *level, const struct above *above,
                               unsigned event, size_t first) {
    const eb_names *names = &above->all[event].parameters;
    struct eb_entry *scope = arena_new_array(developing->arena, struct eb_entry, names->count + 1);
    for (size_t i = 0; i < names->count; i++) scope[i] = *find_since(developing, first, names->items[i].name);
    unsigned further = (unsigned)(developing->checker.entries.count - first - level->scope_count);
    return (struct level){above->events[event], level->depth + 1, scope, names->count, level->used + further};
}

/* What the abstraction refines in turn. */
static void go_up(struct developing *developing, const struct level *level, const struct above *above, size_t first,
                  struct eb_refined *refined) {
    unsigned left = (unsigned)(developing->closure->machines.count - 2 - level->depth), most = left;
    refined->reach = 1 + left;
    if (!above->count || !left) return;
    const struct eb_refined **each = arena_new_array(developing->arena, const struct eb_refined *, above->count);
    struct level *next = arena_new_array(developing->arena, struct level, above->count);
    for (unsigned i = 0; i < above->count; i++) next[i] = next_level(developing, level, above, i, first);
    developing->checker.entries.count = first;
    for (unsigned i = 0; i < above->count; i++) {
        each[i] = refine_level(developing, &next[i]);
        if (each[i]->reach >= most) continue;
        most = each[i]->reach;
        refined->stops = each[i]->unchecked ? each[i]->unchecked : each[i]->stops;
    }
    refined->above = each;
    refined->reach = 1 + most;
}

static enum eb_convergence lesser(enum eb_convergence a, enum eb_convergence b) {
    if (a == EB_ORDINARY || b == EB_ORDINARY) return EB_ORDINARY;
    return a == EB_ANTICIPATED ? a : b;
}

/* What an event of the abstraction at this depth counts as: its status says nothing if what it refines is ordinary, or
 * if there is no variant by which it could converge. */
static enum eb_convergence counts_as(const struct developing *developing, const struct eb_event *event, size_t depth,
                                     const struct eb_refined *refined) {
    bool refines = refined && refined->count;
    if (refines && refined->convergence == EB_ORDINARY) return EB_ORDINARY;
    bool settled = refines && refined->convergence == EB_CONVERGENT;
    if (settled && event->convergence == EB_ANTICIPATED) return EB_CONVERGENT; /* as in Rodin */
    bool has_variant = developing->closure->machines.items[depth]->variants.count != 0;
    return event->convergence == EB_CONVERGENT && !has_variant && !settled ? EB_ORDINARY : event->convergence;
}

static enum eb_convergence least(const struct developing *developing, const struct level *level,
                                 const struct above *above, const struct eb_refined *refined) {
    enum eb_convergence least = above->count ? EB_CONVERGENT : EB_ORDINARY;
    for (unsigned i = 0; i < above->count; i++)
        least = lesser(least, counts_as(developing, above->events[i], level->depth + 1,
                                        refined->above ? refined->above[i] : NULL));
    return least;
}

static const char *told(struct developing *developing, const struct diagnostic *problem) {
    return arena_printf(developing->arena, "%s:%u: %s", place_file(problem->place), problem->place.line,
                        problem->message);
}

static const struct eb_refined *refine_level(struct developing *developing, const struct level *level) {
    struct eb_refined *refined = arena_new_object(developing->arena, struct eb_refined);
    size_t first = developing->checker.entries.count, after = first + level->scope_count;
    struct above above = {0};
    bool gathered = gather_above(developing, level, &above), alike = gathered && are_alike(&above), good = alike;
    refined->event = level->event->name;
    refined->machine = developing->closure->machines.items[level->depth]->name;
    declare_scope(developing, level, &above);
    good = good && type_above(developing, level, &above, refined);
    for (size_t i = first; good && i < developing->checker.entries.count; i++)
        good = eb_check_entry_ground(&developing->checker, &developing->checker.entries.items[i], "a guard");
    struct eb_full_event extra = {0};
    if (good) developing_give_parameters(developing, after, &extra);
    refined->parameters = extra.parameters;
    refined->first_parameter = level->used;
    refined->parameter_count = extra.parameter_count;
    const struct diagnostics *found = developing->diagnostics;
    if (!good)
        refined->unchecked = found->list.count    ? told(developing, &found->list.items[0])
                             : alike || !gathered ? "what it refines cannot be read"
                                                  : "the events that it refines have different actions";
    if (good) go_up(developing, level, &above, first, refined);
    if (gathered) refined->convergence = least(developing, level, &above, refined);
    developing->checker.entries.count = first;
    free_above(&above);
    return refined;
}

const struct eb_refined *developing_refined(struct developing *developing, const struct eb_event *event,
                                            const struct inherited *own, const struct eb_full_event *full) {
    struct diagnostics *diagnostics = developing->diagnostics, private = {0};
    struct eb_entry *scope = arena_new_array(developing->arena, struct eb_entry, own->parameters.count + 1);
    for (size_t i = 0; i < own->parameters.count; i++)
        scope[i] = (struct eb_entry){.name = own->parameters.items[i].name,
                                     .kind = EB_PARAMETER,
                                     .index = (unsigned)i,
                                     .type = full->parameters[i].type,
                                     .place = own->parameters.items[i].place};
    struct level level = {event, 0, scope, own->parameters.count, (unsigned)own->parameters.count};
    developing->diagnostics = developing->checker.diagnostics = &private;
    const struct eb_refined *refined = refine_level(developing, &level);
    developing->diagnostics = developing->checker.diagnostics = diagnostics;
    diag_free(&private);
    return refined;
}
