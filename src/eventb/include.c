/* Inclusion of machines: a machine that includes others is the machine that has copies of their variables and
 * invariants, and whose events do what the events that they synchronise do.
 *
 * This happens to components as they were read, so that typing, proof obligations and search know nothing of it. What
 * comes out is what CamilleX writes for Rodin, the copies first, the last one before the others; but an event that
 * extends another is copied with all that it inherits. */
#include "eventb/including.h"

#include "eventb/theory.h"

/* ---- What is copied ---- */

bool including_has_name(const struct eb_name_list *list, const char *name) {
    for (unsigned i = 0; i < list->count; i++)
        if (!strcmp(list->items[i].name, name)) return true;
    return false;
}

struct eb_renaming including_renaming(const struct including *including, const struct instance *instance,
                                      const eb_names *parameters) {
    return (struct eb_renaming){including->arena, instance->prefix, &instance->names, parameters};
}

bool including_may_copy(struct including *including, size_t count, struct place place) {
    enum { MOST_COPIES = 10000 };
    if (count <= MOST_COPIES - including->loader->copied) {
        including->loader->copied += (unsigned)count;
        return true;
    }
    diag_error(including->diagnostics, place, "too much is included: more than %d variables and formulas", MOST_COPIES);
    return false;
}

static bool is_above(const struct including *including, const char *name) {
    for (size_t i = 0; i < including->above.count; i++)
        if (including_has_name(&including->above.items[i]->variables, name)) return true;
    return false;
}

static bool is_gone(const struct including *including, const struct instance *instance, const char *name) {
    const struct eb_name_list names = {instance->names.items, (unsigned)instance->names.count};
    if (!including_has_name(&names, name) || including_has_name(&instance_machine(instance)->variables, name))
        return false;
    struct eb_renaming renaming = including_renaming(including, instance, NULL);
    return !is_above(including, eb_with_prefix(&renaming, name));
}

bool including_keeps(const struct including *including, const struct instance *instance,
                     const struct eb_formula *formula) {
    if (formula->op == EB_IDENTIFIER && is_gone(including, instance, formula->name)) return false;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!including_keeps(including, instance, formula->children[i])) return false;
    return true;
}

bool including_label_is_new(struct including *including, const char *label, const eb_labels *list, size_t count,
                            struct place place) {
    for (size_t i = 0; i < count; i++) {
        if (!*label || strcmp(list->items[i].label, label) != 0) continue;
        diag_error(including->diagnostics, place, "the label %s is used twice here; another prefix would help", label);
        return false;
    }
    return true;
}

bool including_add(struct including *including, const struct eb_renaming *renaming, const struct instance *instance,
                   const struct eb_labelled_list *formulas, struct place place, const eb_labels *also,
                   eb_labels *list) {
    size_t before = list->count;
    if (!including_may_copy(including, formulas->count, place)) return false;
    for (unsigned i = 0; i < formulas->count; i++) {
        if (formulas->items[i].theorem && !including_keeps(including, instance, formulas->items[i].formula)) continue;
        struct eb_labelled copy = eb_renamed_labelled(renaming, &formulas->items[i]);
        if (!including_label_is_new(including, copy.label, list, before, place) ||
            (also && !including_label_is_new(including, copy.label, also, also->count, place)))
            return false;
        vec_push(list, copy);
    }
    return true;
}

/* ---- Instances ---- */

static void add_names(eb_names *names, const struct eb_name_list *more) {
    for (unsigned i = 0; i < more->count; i++)
        if (!including_has_name(&(struct eb_name_list){names->items, (unsigned)names->count}, more->items[i].name))
            vec_push(names, more->items[i]);
}

static bool has_prefix(const struct eb_inclusion *inclusion, const char *prefix) {
    return prefix ? including_has_name(&inclusion->prefixes, prefix) : !inclusion->prefixes.count;
}

/* Does the abstraction include this machine under the prefix? */
static bool includes(struct including *including, const struct eb_component *abstraction,
                     const struct eb_component *machine, const char *prefix) {
    for (unsigned i = 0; i < abstraction->include_count; i++) {
        if (!has_prefix(&abstraction->includes[i], prefix)) continue;
        const struct eb_component *other = loader_find(including->loader, &abstraction->includes[i].machine, true);
        if (other && other->name == machine->name && other->file == machine->file) return true;
    }
    return false;
}

static void find_shared(struct including *including, struct instance *instance) {
    for (instance->shared = 0; instance->shared < instance->chain.count; instance->shared++) {
        for (size_t i = 0; i < including->above.count; i++)
            if (includes(including, including->above.items[i], instance->chain.items[instance->shared],
                         instance->prefix))
                return;
    }
}

static bool prefix_is_new(struct including *including, const char *prefix, struct place place) {
    for (size_t i = 0; i < including->instances.count; i++) {
        const struct instance *other = &including->instances.items[i];
        if (!prefix || !other->prefix || strcmp(prefix, other->prefix) != 0) continue;
        diag_error(including->diagnostics, place, "%s is included as %s already", instance_machine(other)->name,
                   prefix);
        return false;
    }
    return true;
}

/* Errors of the machine itself are told as such, and its names mean the same wherever it is included. `variables`: its
 * own, with their types. */
static bool is_well_formed(struct including *including, const struct eb_component *machine,
                           const struct eb_symbol **variables) {
    struct eb_closure closure = {0};
    struct eb_development development = {.arena = including->arena, .has_machine = true};
    struct diagnostics diagnostics = {0};
    bool good = loader_chain(including->loader, machine, &closure.machines);
    for (size_t i = closure.machines.count; good && i--;)
        good = loader_contexts(including->loader, &closure.machines.items[i]->sees, &closure.contexts);
    if (good && !eb_develop(&development, &closure, &diagnostics)) {
        good = false;
        diag_take(including->diagnostics, &diagnostics);
    }
    *variables = development.variables;
    diag_free(&diagnostics);
    vec_free(&closure.machines);
    vec_free(&closure.contexts);
    return good;
}

static bool add_instance(struct including *including, const struct eb_component *machine,
                         const struct eb_symbol *variables, const char *prefix, struct place place) {
    struct instance instance = {.prefix = prefix, .place = place, .variables = variables};
    if (!prefix_is_new(including, prefix, place)) return false;
    bool good = loader_chain(including->loader, machine, &instance.chain);
    for (size_t i = 0; good && i < instance.chain.count; i++)
        add_names(&instance.names, &instance.chain.items[i]->variables);
    if (good) find_shared(including, &instance);
    vec_push(&including->instances, instance);
    return good;
}

static bool add_inclusion(struct including *including, const struct eb_inclusion *inclusion) {
    const struct eb_component *machine = loader_find(including->loader, &inclusion->machine, true);
    const struct eb_symbol *variables;
    if (!machine || !is_well_formed(including, machine, &variables)) return false;
    if (!inclusion->prefixes.count) return add_instance(including, machine, variables, NULL, inclusion->machine.place);
    for (unsigned i = 0; i < inclusion->prefixes.count; i++) {
        const struct eb_name *prefix = &inclusion->prefixes.items[i];
        if (!add_instance(including, machine, variables, prefix->name, prefix->place)) return false;
    }
    return true;
}

/* ---- Variables, invariants, contexts ---- */

static bool add_variables(struct including *including, const struct instance *instance, eb_names *variables) {
    const struct eb_component *machine = instance_machine(instance);
    struct eb_renaming renaming = including_renaming(including, instance, NULL);
    size_t before = variables->count;
    if (!including_may_copy(including, machine->variables.count, instance->place)) return false;
    for (unsigned i = 0; i < machine->variables.count; i++) {
        struct eb_name copy = machine->variables.items[i];
        copy.name = eb_with_prefix(&renaming, copy.name);
        bool clashes = including_has_name(&(struct eb_name_list){variables->items, (unsigned)before}, copy.name);
        if (clashes || including_has_name(&including->written->variables, copy.name)) {
            diag_error(including->diagnostics, instance->place,
                       "the variable %s of %s, which is included here, would be %s, but there is one of this name",
                       machine->variables.items[i].name, machine->name, copy.name);
            return false;
        }
        vec_push(variables, copy);
    }
    return true;
}

/* Those of one machine of the chain that still have a meaning; whether some have none goes to `all`. */
static bool add_kept(struct including *including, const struct instance *instance, size_t depth, eb_labels *invariants,
                     bool *all) {
    const struct eb_component *machine = instance->chain.items[depth];
    struct eb_renaming renaming = including_renaming(including, instance, NULL);
    eb_labels kept = {0};
    for (unsigned i = 0; i < machine->invariants.count; i++) {
        struct eb_labelled invariant = machine->invariants.items[i];
        bool keeps = including_keeps(including, instance, invariant.formula);
        *all = *all && keeps;
        if (depth) invariant.label = arena_printf(including->arena, "%s_%s", machine->name, invariant.label);
        if (keeps) vec_push(&kept, invariant);
    }
    bool good =
        including_add(including, &renaming, instance, &(struct eb_labelled_list){kept.items, (unsigned)kept.count},
                      instance->place, NULL, invariants);
    vec_free(&kept);
    return good;
}

/* x = (x ⦂ T): what was left out may have been all that gave x its type. */
static const struct eb_formula *typing(struct including *including, const char *name,
                                       const struct eb_symbol *variable) {
    const struct eb_formula like = {.place = variable->place};
    struct eb_formula *identifier = eb_new_node(including->arena, &like, EB_IDENTIFIER, NULL, 0);
    identifier->name = name;
    const struct eb_formula *sides[] = {identifier, identifier};
    struct eb_formula *typed = eb_new_node(including->arena, &like, EB_OF_TYPE, sides, 1);
    typed->type = variable->type;
    sides[1] = typed;
    return eb_new_node(including->arena, &like, EB_EQUAL, sides, 2);
}

static bool add_types(struct including *including, const struct instance *instance, eb_labels *invariants) {
    unsigned count = instance_machine(instance)->variables.count;
    if (!including_may_copy(including, count, instance->place)) return false;
    struct eb_renaming renaming = including_renaming(including, instance, NULL);
    for (unsigned i = 0; i < count; i++) {
        const struct eb_symbol *variable = &instance->variables[i];
        const char *name = eb_with_prefix(&renaming, variable->name);
        vec_push(invariants, (struct eb_labelled){.label = arena_printf(including->arena, "%s-type", name),
                                                  .formula = typing(including, name, variable),
                                                  .place = variable->place});
    }
    return true;
}

/* What the machine keeps of its abstractions' invariants is part of it. */
static bool add_invariants(struct including *including, const struct instance *instance, eb_labels *invariants) {
    size_t depth = instance->shared ? instance->shared : 1;
    bool good = true, all = true;
    while (good && depth--) good = add_kept(including, instance, depth, invariants, &all);
    return good && (all || add_types(including, instance, invariants));
}

static bool add_own_invariants(struct including *including, eb_labels *invariants) {
    const struct eb_labelled_list *own = &including->written->invariants;
    size_t before = invariants->count;
    for (unsigned i = 0; i < own->count; i++) {
        if (!including_label_is_new(including, own->items[i].label, invariants, before, own->items[i].place))
            return false;
        vec_push(invariants, own->items[i]);
    }
    return true;
}

/* ---- Records ---- */

static bool is_of_context(const eb_component_list *contexts, const char *name) {
    for (size_t i = 0; i < contexts->count; i++)
        if (including_has_name(&contexts->items[i]->sets, name) ||
            including_has_name(&contexts->items[i]->constants, name))
            return true;
    return false;
}

static bool has_label(const struct eb_labelled_list *list, const char *label) {
    for (unsigned i = 0; i < list->count; i++)
        if (!strcmp(list->items[i].label, label)) return true;
    return false;
}

/* The fields that a record has in the abstraction are known by the labels of their types. */
static bool is_field(const struct including *including, const char *record, const char *variable) {
    const char *label = arena_printf(including->arena, "typeof_%s_%s", record, variable);
    for (size_t i = 0; i < including->above.count; i++)
        if (has_label(&including->above.items[i]->invariants, label)) return true;
    return false;
}

/* One that is neither of a context nor of the abstraction inherits: it says of what it is a part. */
static bool add_record(struct including *including, const struct eb_record *record, const eb_component_list *contexts,
                       eb_names *variables) {
    const char *name = record->name.name;
    const struct eb_component *abstraction = including->above.count ? including->above.items[0] : NULL;
    if (!is_of_context(contexts, name)) {
        if (!(abstraction && including_has_name(&abstraction->variables, name)) &&
            !has_label(&including->written->invariants, arena_printf(including->arena, "typeof_%s", name))) {
            diag_error(including->diagnostics, record->name.place, "there is no record %s to extend or refine", name);
            return false;
        }
        vec_push(variables, record->name);
    }
    if (!record->extended || !abstraction) return true;
    for (unsigned i = 0; i < abstraction->variables.count; i++)
        if (is_field(including, name, abstraction->variables.items[i].name))
            vec_push(variables, (struct eb_name){abstraction->variables.items[i].name, record->name.place});
    return true;
}

static bool add_records(struct including *including, const struct eb_name_list *sees, eb_names *variables) {
    eb_component_list contexts = {0};
    bool good = loader_contexts(including->loader, sees, &contexts);
    for (size_t i = 0; good && i < including->above.count; i++)
        good = loader_contexts(including->loader, &including->above.items[i]->sees, &contexts);
    for (unsigned i = 0; good && i < including->written->record_count; i++)
        good = add_record(including, &including->written->records[i], &contexts, variables);
    vec_free(&contexts);
    return good;
}

/* ---- The whole ---- */

static bool flatten_into(struct including *including, struct eb_component *flat) {
    const struct eb_component *written = including->written;
    eb_names variables = {0}, sees = {0};
    eb_labels invariants = {0};
    bool good = true;
    add_names(&sees, &written->sees);
    for (unsigned i = 0; good && i < written->include_count; i++)
        good = add_inclusion(including, &written->includes[i]);
    for (size_t i = including->instances.count; good && i--;) {
        const struct instance *instance = &including->instances.items[i];
        good = add_variables(including, instance, &variables) && add_invariants(including, instance, &invariants);
        for (size_t j = 0; j < instance->chain.count; j++) add_names(&sees, &instance->chain.items[j]->sees);
    }
    for (unsigned i = 0; i < written->variables.count; i++) vec_push(&variables, written->variables.items[i]);
    flat->sees = eb_take_names(including->arena, &sees);
    good = good && add_own_invariants(including, &invariants) && add_records(including, &flat->sees, &variables);
    flat->variables = eb_take_names(including->arena, &variables);
    flat->invariants = eb_take_labels(including->arena, &invariants);
    return good && including_events(including, flat);
}

static struct flattened *find_flattened(struct loader *loader, const struct eb_component *written) {
    for (size_t i = 0; i < loader->flattened.count; i++)
        if (loader->flattened.items[i].written == written) return &loader->flattened.items[i];
    return NULL;
}

static void free_including(struct including *including) {
    for (size_t i = 0; i < including->instances.count; i++) {
        vec_free(&including->instances.items[i].chain);
        vec_free(&including->instances.items[i].names);
    }
    vec_free(&including->instances);
    vec_free(&including->above);
}

static bool add_above(struct including *including) {
    const struct eb_component *written = including->written;
    if (!written->refines.count) return true;
    const struct eb_component *abstraction = loader_find(including->loader, &written->refines.items[0], true);
    return abstraction && loader_chain(including->loader, abstraction, &including->above);
}

static size_t in_work(const struct loader *loader) {
    size_t count = 0;
    for (size_t i = 0; i < loader->flattened.count; i++) count += !loader->flattened.items[i].flat;
    return count;
}

static bool is_flat(const struct eb_component *machine) {
    unsigned synchronised = 0;
    for (unsigned i = 0; i < machine->event_count; i++) synchronised += machine->events[i].synchronised_count;
    return !machine->include_count && !machine->record_count && !synchronised;
}

/* NULL with errors. */
static const struct eb_component *flatten(struct loader *loader, const struct eb_component *written) {
    if (is_flat(written)) return written;
    struct flattened *known = find_flattened(loader, written);
    if (known && known->flat) return known->flat;
    enum { MOST_IN_WORK = 100 };
    if (known || in_work(loader) >= MOST_IN_WORK) {
        diag_error(loader->diagnostics, written->place,
                   known ? "the machine %s includes or refines itself in a circle"
                         : "the machine %s is included by too many others inside each other",
                   written->name);
        return NULL;
    }
    vec_push(&loader->flattened, (struct flattened){written, NULL});
    struct including including = {
        .loader = loader, .arena = loader->arena, .diagnostics = loader->diagnostics, .written = written};
    struct eb_component *flat = eb_take_items(loader->arena, written, 1, sizeof *written);
    bool good = add_above(&including) && flatten_into(&including, flat);
    free_including(&including);
    if (good) find_flattened(loader, written)->flat = flat;
    return good ? flat : NULL;
}

bool loader_chain(struct loader *loader, const struct eb_component *machine, eb_component_list *chain) {
    for (;;) {
        const struct eb_component *flat = flatten(loader, machine);
        if (!flat) return false;
        vec_push(chain, flat);
        if (!machine->refines.count) return true;
        const struct eb_name *reference = &machine->refines.items[0];
        if (machine->refines.count > 1) {
            diag_error(loader->diagnostics, machine->refines.items[1].place, "a machine refines at most one other");
            return false;
        }
        machine = loader_find(loader, reference, true);
        if (!machine) return false;
        for (size_t i = 0; i < chain->count; i++) {
            if (chain->items[i]->name != machine->name) continue;
            diag_error(loader->diagnostics, reference->place, "the machine %s refines itself in a circle",
                       machine->name);
            return false;
        }
    }
}
