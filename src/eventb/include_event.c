/* Events of a machine that includes others: each with the parameters, guards and actions of the events that it
 * synchronises. Only through them the variables of an included machine are changed. */
#include "eventb/developing.h"
#include "eventb/including.h"

static const char initialisation[] = "INITIALISATION";

/* An event while it is made. */
struct made_event {
    const struct eb_event *own;
    eb_names parameters;
    eb_labels guards, witnesses, actions;
};

/* ---- Which event of which copy ---- */

/* What the event of an included machine has and inherits; false with errors. `event`: it, for its witnesses. */
static bool full_event(struct including *including, const struct instance *instance, const struct eb_name *name,
                       const struct eb_event **event, struct inherited *all) {
    const struct eb_closure closure = {.machines = instance->chain};
    struct developing developing = {.diagnostics = including->diagnostics, .closure = &closure};
    *event = developing_find_event(instance_machine(instance), name->name);
    if (!*event && !strcmp(name->name, initialisation) && instance->chain.count > 1) *event = &developing_kept;
    if (*event) return developing_inherit(&developing, *event, 0, all);
    diag_error(including->diagnostics, name->place, "there is no event %s in %s", name->name,
               instance_machine(instance)->name);
    return false;
}

static bool has_event(const struct instance *instance, const char *name) {
    return developing_find_event(instance_machine(instance), name) || !strcmp(name, initialisation);
}

static bool means(const struct instance *instance, const struct eb_synchronisation *synchronisation) {
    return synchronisation->prefix ? instance->prefix && !strcmp(instance->prefix, synchronisation->prefix)
                                   : !instance->prefix && has_event(instance, synchronisation->event.name);
}

static bool mark_instance(struct including *including, struct instance *instance,
                          const struct eb_synchronisation *synchronisation) {
    if (instance->synchronised) {
        diag_error(including->diagnostics, synchronisation->event.place,
                   "an event synchronises at most one of each included machine: of %s%s%s there is %s already",
                   instance_machine(instance)->name, instance->prefix ? ", included as " : "",
                   instance->prefix ? instance->prefix : "", instance->synchronised->event.name);
        return false;
    }
    instance->synchronised = synchronisation;
    return true;
}

static void say_not_found(struct including *including, const struct eb_synchronisation *synchronisation) {
    struct place place = synchronisation->event.place;
    if (synchronisation->prefix) {
        diag_error(including->diagnostics, place, "no machine is included as %s", synchronisation->prefix);
        return;
    }
    for (size_t i = 0; i < including->instances.count; i++) {
        const struct instance *instance = &including->instances.items[i];
        if (!has_event(instance, synchronisation->event.name)) continue;
        diag_error(including->diagnostics, place, "%s is an event of %s, which is included as %s: write %s.%s",
                   synchronisation->event.name, instance_machine(instance)->name, instance->prefix, instance->prefix,
                   synchronisation->event.name);
        return;
    }
    diag_error(including->diagnostics, place, "no machine is included that has an event %s",
               synchronisation->event.name);
}

/* Of machines that are included without a prefix, INITIALISATION means those of all. */
static bool mark(struct including *including, const struct eb_synchronisation *synchronisation) {
    unsigned found = 0;
    for (size_t i = 0; i < including->instances.count; i++) {
        struct instance *instance = &including->instances.items[i];
        if (!means(instance, synchronisation)) continue;
        if (found++ && strcmp(synchronisation->event.name, initialisation) != 0) {
            diag_error(including->diagnostics, synchronisation->event.place,
                       "several of the included machines have an event %s: give them prefixes",
                       synchronisation->event.name);
            return false;
        }
        if (!mark_instance(including, instance, synchronisation)) return false;
    }
    if (!found) say_not_found(including, synchronisation);
    return found;
}

/* ---- What is copied of it ---- */

static bool add_parameters(struct including *including, const struct eb_renaming *renaming,
                           const struct eb_name_list *parameters, struct place place, struct made_event *made) {
    size_t before = made->parameters.count;
    for (unsigned i = 0; i < parameters->count; i++) {
        struct eb_name copy = parameters->items[i];
        copy.name = eb_with_prefix(renaming, copy.name);
        if (including_has_name(&(struct eb_name_list){made->parameters.items, (unsigned)before}, copy.name) ||
            including_has_name(&made->own->parameters, copy.name)) {
            diag_error(including->diagnostics, place, "the event %s would have two parameters %s", made->own->name,
                       copy.name);
            return false;
        }
        vec_push(&made->parameters, copy);
    }
    return true;
}

/* Witnesses speak of the parameters of what the included event refines. */
static bool add_witnesses(struct including *including, const struct instance *instance, const struct eb_event *event,
                          const eb_names *own, struct place place, struct made_event *made) {
    if (instance->shared != 1 || !made->own->refines.count) return true;
    eb_names parameters = {0};
    bool good = true;
    for (size_t i = 0; i < own->count; i++) vec_push(&parameters, own->items[i]);
    for (unsigned i = 0; good && i < event->refines.count; i++) {
        const struct instance above = {.chain = {instance->chain.items + 1, instance->chain.count - 1, 0}};
        const struct eb_event *refined;
        struct inherited all = {0};
        good = full_event(including, &above, &event->refines.items[i], &refined, &all);
        for (size_t j = 0; j < all.parameters.count; j++) vec_push(&parameters, all.parameters.items[j]);
        developing_free_inherited(&all);
    }
    struct eb_renaming renaming = including_renaming(including, instance, &parameters);
    good = good && including_add(including, &renaming, instance, &event->witnesses, place, NULL, &made->witnesses);
    vec_free(&parameters);
    return good;
}

/* What the event extends, which is one of this machine; NULL: nothing. */
static const struct eb_event *extended_in(const struct eb_component *machine, const struct eb_event *event) {
    if (!event->extended) return NULL;
    const char *name = event->refines.count ? event->refines.items[0].name : initialisation;
    const struct eb_event *above = developing_find_event(machine, name);
    return above || strcmp(name, initialisation) != 0 ? above : &developing_kept;
}

/* What the event of a copy comes from, at this depth of its chain; NULL: nothing that it extends. */
static const struct eb_event *event_at(const struct instance *instance, const struct eb_event *event, size_t depth) {
    for (size_t i = 0; event && i < depth; i++) event = extended_in(instance->chain.items[i + 1], event);
    return event;
}

static bool synchronises(const struct eb_event *event, const char *prefix, const char *name) {
    for (unsigned i = 0; i < event->synchronised_count; i++) {
        const struct eb_synchronisation *one = &event->synchronises[i];
        bool same = prefix ? one->prefix && !strcmp(one->prefix, prefix) : !one->prefix;
        if (same && !strcmp(one->event.name, name)) return true;
    }
    return false;
}

/* An event that extends one of the abstraction may inherit what the copy's event extends, as that is synchronised
 * there: from this depth of the copy's chain on. The length of the chain: it inherits nothing of it. */
static size_t inherited_from(const struct including *including, const struct instance *instance,
                             const struct eb_event *own, const struct eb_event *event) {
    for (size_t depth = instance->shared; depth < instance->chain.count; depth++) {
        const struct eb_event *copied = event_at(instance, event, depth), *at = own;
        for (size_t i = 0; copied && at && i < including->above.count; i++) {
            at = extended_in(including->above.items[i], at);
            if (at && synchronises(at, instance->prefix, copied->name)) return depth;
        }
    }
    return instance->chain.count;
}

/* What remains of the formulas after the first `count`. */
static struct eb_labelled_list without(const eb_labels *list, size_t count) {
    return (struct eb_labelled_list){count ? list->items + count : list->items, (unsigned)(list->count - count)};
}

static bool add_parts(struct including *including, const struct instance *instance, const struct inherited *all,
                      const struct inherited *known, struct made_event *made) {
    struct place place = instance->synchronised->event.place;
    struct eb_renaming renaming = including_renaming(including, instance, &all->parameters);
    const size_t inherited = known->parameters.count;
    const struct eb_name_list parameters = {inherited ? all->parameters.items + inherited : all->parameters.items,
                                            (unsigned)(all->parameters.count - inherited)};
    const struct eb_labelled_list guards = without(&all->guards, known->guards.count),
                                  actions = without(&all->actions, known->actions.count);
    size_t before = made->actions.count;
    if (!add_parameters(including, &renaming, &parameters, place, made) ||
        !including_add(including, &renaming, instance, &actions, place, &made->guards, &made->actions))
        return false;
    const eb_labels other_actions = {made->actions.items, before, 0};
    return including_add(including, &renaming, instance, &guards, place, &other_actions, &made->guards);
}

static bool add_synchronised(struct including *including, const struct instance *instance, struct made_event *made) {
    const struct eb_closure closure = {.machines = instance->chain};
    struct developing developing = {.diagnostics = including->diagnostics, .closure = &closure};
    const struct eb_name *name = &instance->synchronised->event;
    const struct eb_event *event;
    struct inherited all = {0}, known = {0};
    bool good = full_event(including, instance, name, &event, &all);
    size_t depth = good ? inherited_from(including, instance, made->own, event) : instance->chain.count;
    if (depth < instance->chain.count)
        good = developing_inherit(&developing, event_at(instance, event, depth), depth, &known);
    good = good && add_parts(including, instance, &all, &known, made) &&
           add_witnesses(including, instance, event, &all.parameters, name->place, made);
    developing_free_inherited(&all);
    developing_free_inherited(&known);
    return good;
}

/* ---- The event itself ---- */

static const struct instance *owner_of(const struct including *including, const char *variable) {
    for (size_t i = 0; i < including->instances.count; i++) {
        const struct instance *instance = &including->instances.items[i];
        const struct eb_name_list *variables = &instance_machine(instance)->variables;
        struct eb_renaming renaming = including_renaming(including, instance, NULL);
        for (unsigned j = 0; j < variables->count; j++)
            if (!strcmp(eb_with_prefix(&renaming, variables->items[j].name), variable)) return instance;
    }
    return NULL;
}

static bool writes_no_copy(struct including *including, const struct eb_event *event) {
    for (unsigned i = 0; i < event->actions.count; i++) {
        const struct eb_formula *action = event->actions.items[i].formula;
        for (unsigned t = 0; t < action->target_count; t++) {
            const struct instance *owner = owner_of(including, action->targets[t]);
            if (!owner) continue;
            diag_error(including->diagnostics, action->place,
                       "%s belongs to %s, which is included: only events that synchronise one of its events change it",
                       action->targets[t], instance_machine(owner)->name);
            return false;
        }
    }
    return true;
}

/* What is written in the event itself comes last. */
static bool add_own(struct including *including, struct made_event *made) {
    const struct eb_event *own = made->own;
    size_t guards = made->guards.count, actions = made->actions.count;
    bool good = true;
    for (unsigned i = 0; i < own->parameters.count; i++) vec_push(&made->parameters, own->parameters.items[i]);
    for (unsigned i = 0; i < own->witnesses.count; i++) vec_push(&made->witnesses, own->witnesses.items[i]);
    for (unsigned i = 0; good && i < own->guards.count + own->actions.count; i++) {
        bool guard = i < own->guards.count;
        const struct eb_labelled *formula = guard ? &own->guards.items[i] : &own->actions.items[i - own->guards.count];
        good = including_label_is_new(including, formula->label, &made->guards, guards, formula->place) &&
               including_label_is_new(including, formula->label, &made->actions, actions, formula->place);
        vec_push(guard ? &made->guards : &made->actions, *formula);
    }
    return good;
}

/* The copies' parts come first, the last one's before the others. */
static bool make_event(struct including *including, const struct eb_event *own, struct eb_event *event) {
    struct made_event made = {.own = own};
    bool good = writes_no_copy(including, own);
    for (unsigned i = own->synchronised_count; good && i--;)
        for (size_t j = including->instances.count; good && j--;) {
            const struct instance *instance = &including->instances.items[j];
            if (instance->synchronised == &own->synchronises[i]) good = add_synchronised(including, instance, &made);
        }
    good = good && add_own(including, &made);
    *event = *own;
    event->parameters = eb_take_names(including->arena, &made.parameters);
    event->guards = eb_take_labels(including->arena, &made.guards);
    event->witnesses = eb_take_labels(including->arena, &made.witnesses);
    event->actions = eb_take_labels(including->arena, &made.actions);
    return good;
}

static bool mark_all(struct including *including, const struct eb_event *event) {
    bool good = true;
    for (size_t i = 0; i < including->instances.count; i++) including->instances.items[i].synchronised = NULL;
    for (unsigned i = 0; good && i < event->synchronised_count; i++) good = mark(including, &event->synchronises[i]);
    return good;
}

/* ---- INITIALISATION ---- */

/* Does the event inherit first values for variables of the copy, as an abstraction includes it, too, and would they be
 * there twice? */
static bool inherits_values(struct including *including, const struct instance *instance,
                            const struct eb_event *event) {
    if (!event->extended || !including->above.count) return false;
    const struct eb_event *own = developing_find_event(instance_machine(instance), initialisation);
    size_t depth = inherited_from(including, instance, event, own ? own : &developing_kept);
    if (depth > 0 && depth < instance->chain.count) return false;
    const struct instance above = {.chain = including->above};
    const struct eb_name name = {initialisation, event->place};
    const struct eb_event *abstract;
    struct inherited all = {0};
    bool found = false;
    if (has_event(&above, initialisation) && full_event(including, &above, &name, &abstract, &all))
        for (size_t i = 0; i < all.actions.count; i++) {
            const struct eb_formula *action = all.actions.items[i].formula;
            for (unsigned t = 0; t < action->target_count; t++)
                found |= owner_of(including, action->targets[t]) == instance;
        }
    developing_free_inherited(&all);
    return found;
}

/* Copies begin as they are initialised, whether or not INITIALISATION says so. */
static bool synchronise_initialisation(struct including *including, struct eb_event *event) {
    VEC(struct eb_synchronisation) list = {0};
    for (unsigned i = 0; i < event->synchronised_count; i++) vec_push(&list, event->synchronises[i]);
    bool good = mark_all(including, event), without_prefix = false;
    for (size_t i = 0; good && i < including->instances.count; i++) {
        const struct instance *instance = &including->instances.items[i];
        if (instance->synchronised || (!instance->prefix && without_prefix) ||
            !instance_machine(instance)->variables.count || inherits_values(including, instance, event))
            continue;
        diag_warning(including->diagnostics, event->place,
                     "INITIALISATION does not synchronise %s%sINITIALISATION of %s; it happens all the same",
                     instance->prefix ? instance->prefix : "", instance->prefix ? "." : "",
                     instance_machine(instance)->name);
        vec_push(&list, (struct eb_synchronisation){instance->prefix, {initialisation, event->place}});
        without_prefix |= !instance->prefix; /* that means all of them */
    }
    EB_TAKE(including->arena, &list, event->synchronises, event->synchronised_count);
    return good;
}

bool including_events(struct including *including, struct eb_component *flat) {
    const struct eb_component *written = including->written;
    eb_events events = {0};
    bool good = true;
    for (unsigned i = 0; i < written->event_count; i++) vec_push(&events, written->events[i]);
    bool has_none = written->variables.count && !written->refines.count; /* that is an error */
    if (including->instances.count && !has_none && !developing_find_event(written, initialisation))
        vec_push(&events, (struct eb_event){
                              .name = initialisation, .place = written->place, .extended = written->refines.count > 0});
    for (size_t i = 0; good && i < events.count; i++) {
        struct eb_event own = events.items[i];
        if (developing_is_initialisation(&own)) good = synchronise_initialisation(including, &own);
        good = good && mark_all(including, &own) && make_event(including, &own, &events.items[i]);
    }
    eb_take_events(including->arena, &events, flat);
    return good;
}
