/* Packages of ProB: machines and contexts as Rodin's static checker leaves them. Events have everything that they
 * inherit; machines repeat the invariants of their abstractions, which are taken out again here. Of what follows the
 * contexts (proof states, versions) nothing changes the meaning but theories. */
#include "eventb/package.h"

static const char *atom(struct package_reader *reader, const struct prolog_term *term, const char *what) {
    if (term->kind == PROLOG_ATOM && *term->name) return term->name;
    return package_error(reader, term, "expected the name of %s", what);
}

static bool is_list(struct package_reader *reader, const struct prolog_term *term) {
    return term->kind == PROLOG_LIST || package_error(reader, term, "expected a list") != NULL;
}

/* rodinpos(Machine, Label, Internal), rodinpos(Label, Internal); "" where there is none. */
static const char *label(const struct prolog_term *term) {
    if (term->kind != PROLOG_COMPOUND || !term->count) return "";
    const struct prolog_term *position = term->arguments[0];
    if (position->kind != PROLOG_COMPOUND || strcmp(position->name, "rodinpos") != 0 || position->count < 2) return "";
    const struct prolog_term *label = position->arguments[position->count - 2];
    return label->kind == PROLOG_ATOM ? label->name : "";
}

/* ---- Lists ---- */

static void add_names(struct package_reader *reader, const struct prolog_term *list, const char *what,
                      eb_names *names) {
    for (unsigned i = 0; is_list(reader, list) && i < list->count; i++) {
        const char *name = atom(reader, list->arguments[i], what);
        if (name) vec_push(names, (struct eb_name){name, list->arguments[i]->place});
    }
}

/* The first packages have '' for an empty list. */
static struct eb_name_list names(struct package_reader *reader, const struct prolog_term *list, const char *what) {
    eb_names found = {0};
    if (list->kind != PROLOG_ATOM || *list->name) add_names(reader, list, what, &found);
    return eb_take_names(reader->arena, &found);
}

static void add_identifiers(struct package_reader *reader, const struct prolog_term *list, eb_names *names) {
    for (unsigned i = 0; is_list(reader, list) && i < list->count; i++) {
        const char *name = package_identifier(reader, list->arguments[i], NULL);
        if (name) vec_push(names, (struct eb_name){name, list->arguments[i]->place});
    }
}

typedef const struct eb_formula *(*convert)(struct package_reader *reader, const struct prolog_term *term);

/* `stem`: for those without a label. */
static void add_formulas(struct package_reader *reader, const struct prolog_term *list, convert convert,
                         const char *stem, bool theorems, eb_labels *labels) {
    for (unsigned i = 0; is_list(reader, list) && i < list->count; i++) {
        const struct prolog_term *term = list->arguments[i];
        const struct eb_formula *formula = convert(reader, term);
        if (!formula) continue;
        const char *name = *label(term) ? label(term) : arena_printf(reader->arena, "%s%u", stem, i + 1);
        vec_push(labels,
                 (struct eb_labelled){.label = name, .formula = formula, .theorem = theorems, .place = term->place});
    }
}

/* ---- Events ---- */

static enum eb_convergence convergence(struct package_reader *reader, const struct prolog_term *term) {
    if (prolog_is(term, "convergent", 1)) return EB_CONVERGENT;
    if (prolog_is(term, "anticipated", 1)) return EB_ANTICIPATED;
    if (!prolog_is(term, "ordinary", 1)) package_error(reader, term, "expected ordinary, convergent or anticipated");
    return EB_ORDINARY;
}

static void add_witnesses(struct package_reader *reader, const struct prolog_term *list, eb_labels *labels) {
    for (unsigned i = 0; is_list(reader, list) && i < list->count; i++) {
        const struct prolog_term *term = list->arguments[i];
        if (!prolog_is(term, "witness", 3)) {
            package_error(reader, term, "expected witness(Position, Identifier, Predicate)");
            return;
        }
        bool primed;
        const char *name = package_identifier(reader, term->arguments[1], &primed);
        const struct eb_formula *formula = name ? package_predicate(reader, term->arguments[2]) : NULL;
        if (!formula) return;
        if (primed) name = arena_printf(reader->arena, "%s'", name);
        vec_push(labels, (struct eb_labelled){.label = name, .formula = formula, .place = term->place});
    }
}

/* event(Position, Name, Convergence, Refines, Parameters, Guards, Theorems, Actions, Witnesses); packages before
 * version 2 have no theorems, and the first ones no convergence either. */
static void read_event(struct package_reader *reader, const struct prolog_term *term, eb_events *events) {
    if (!prolog_is(term, "event", 9) && !prolog_is(term, "event", 8) && !prolog_is(term, "event", 7)) {
        package_error(reader, term, "expected event(...) with 7, 8 or 9 arguments");
        return;
    }
    const struct prolog_term *const *next = term->arguments + 1;
    struct eb_event event = {.place = term->place, .name = atom(reader, *next++, "an event")};
    if (term->count > 7) event.convergence = convergence(reader, *next++);
    event.refines = names(reader, *next++, "an event");
    eb_names parameters = {0};
    eb_labels guards = {0}, actions = {0}, witnesses = {0};
    add_identifiers(reader, *next++, &parameters);
    add_formulas(reader, *next++, package_predicate, "grd", false, &guards);
    if (term->count > 8) add_formulas(reader, *next++, package_predicate, "thm", true, &guards);
    add_formulas(reader, *next++, package_assignment, "act", false, &actions);
    add_witnesses(reader, *next++, &witnesses);
    event.parameters = eb_take_names(reader->arena, &parameters);
    event.guards = eb_take_labels(reader->arena, &guards);
    event.actions = eb_take_labels(reader->arena, &actions);
    event.witnesses = eb_take_labels(reader->arena, &witnesses);
    if (event.name) vec_push(events, event);
}

/* ---- Components ---- */

/* What the sections of a component hold, before it is put together. */
struct sections {
    eb_names extends, refines, sees, sets, constants, variables;
    eb_labels formulas, theorems, variants;
    eb_events events;
};

static void add_sets(struct package_reader *reader, const struct prolog_term *list, eb_names *sets) {
    for (unsigned i = 0; is_list(reader, list) && i < list->count; i++) {
        const struct prolog_term *term = list->arguments[i];
        if (!prolog_is(term, "deferred_set", 2)) {
            package_error(reader, term, "expected deferred_set(Position, Name)");
            return;
        }
        const char *name = atom(reader, term->arguments[1], "a set");
        if (!name) return;
        if (!eb_is_identifier(name, true)) {
            package_error(reader, term, "'%s' is not an identifier", name);
            return;
        }
        vec_push(sets, (struct eb_name){name, term->place});
    }
}

static void add_events(struct package_reader *reader, const struct prolog_term *list, eb_events *events) {
    for (unsigned i = 0; is_list(reader, list) && i < list->count; i++) read_event(reader, list->arguments[i], events);
}

static bool machine_section(struct package_reader *reader, const struct prolog_term *section, struct sections *found) {
    const struct prolog_term *held = section->arguments[1];
    if (!strcmp(section->name, "sees")) {
        add_names(reader, held, "a context", &found->sees);
    } else if (!strcmp(section->name, "refines")) {
        const char *name = atom(reader, held, "a machine");
        if (name) vec_push(&found->refines, (struct eb_name){name, held->place});
    } else if (!strcmp(section->name, "variables")) {
        add_identifiers(reader, held, &found->variables);
    } else if (!strcmp(section->name, "invariant")) {
        add_formulas(reader, held, package_predicate, "inv", false, &found->formulas);
    } else if (!strcmp(section->name, "theorems")) {
        add_formulas(reader, held, package_predicate, "thm", true, &found->theorems);
    } else if (!strcmp(section->name, "variant")) {
        const struct eb_formula *formula = package_expression(reader, held);
        if (formula)
            vec_push(&found->variants,
                     (struct eb_labelled){.label = label(held), .formula = formula, .place = held->place});
    } else if (!strcmp(section->name, "events")) {
        add_events(reader, held, &found->events);
    } else {
        return false;
    }
    return true;
}

static bool context_section(struct package_reader *reader, const struct prolog_term *section, struct sections *found) {
    const struct prolog_term *held = section->arguments[1];
    if (!strcmp(section->name, "extends"))
        add_names(reader, held, "a context", &found->extends);
    else if (!strcmp(section->name, "constants") || !strcmp(section->name, "abstract_constants"))
        add_identifiers(reader, held, &found->constants);
    else if (!strcmp(section->name, "axioms"))
        add_formulas(reader, held, package_predicate, "axm", false, &found->formulas);
    else if (!strcmp(section->name, "theorems"))
        add_formulas(reader, held, package_predicate, "thm", true, &found->theorems);
    else if (!strcmp(section->name, "sets"))
        add_sets(reader, held, &found->sets);
    else
        return false;
    return true;
}

static void put_together(struct package_reader *reader, struct sections *found, struct eb_component *component) {
    struct arena *arena = reader->arena;
    for (size_t i = 0; i < found->theorems.count; i++) vec_push(&found->formulas, found->theorems.items[i]);
    vec_free(&found->theorems);
    component->extends = eb_take_names(arena, &found->extends);
    component->refines = eb_take_names(arena, &found->refines);
    component->sees = eb_take_names(arena, &found->sees);
    component->sets = eb_take_names(arena, &found->sets);
    component->constants = eb_take_names(arena, &found->constants);
    component->variables = eb_take_names(arena, &found->variables);
    *(component->is_machine ? &component->invariants : &component->axioms) = eb_take_labels(arena, &found->formulas);
    component->variants = eb_take_labels(arena, &found->variants);
    eb_take_events(arena, &found->events, component);
}

static struct eb_component *read_component(struct package_reader *reader, const struct prolog_term *term,
                                           bool machine) {
    const char *functor = machine ? "event_b_model" : "event_b_context";
    if (!prolog_is(term, functor, 3) || !is_list(reader, term->arguments[2]))
        return package_error(reader, term, "expected %s(Position, Name, Sections)", functor);
    struct eb_component *component = arena_new_object(reader->arena, struct eb_component);
    component->name = atom(reader, term->arguments[1], machine ? "a machine" : "a context");
    component->file = term->place.file;
    component->is_machine = machine;
    component->place = term->place;
    const struct prolog_term *list = term->arguments[2];
    struct sections found = {0};
    for (unsigned i = 0; i < list->count; i++) {
        const struct prolog_term *section = list->arguments[i];
        bool good = section->kind == PROLOG_COMPOUND && section->count == 2 &&
                    (machine ? machine_section : context_section)(reader, section, &found);
        if (!good)
            package_error(reader, section, "%s is no part of a %s that is known here", section->name,
                          machine ? "machine" : "context");
    }
    put_together(reader, &found, component);
    return component->name ? component : NULL;
}

/* ---- Invariants of abstractions ---- */

typedef VEC(struct eb_component *) own_components;

static const struct eb_component *abstraction(const own_components *machines, const struct eb_component *machine) {
    for (size_t i = 0; machine->refines.count && i < machines->count; i++) {
        if (!strcmp(machines->items[i]->name, machine->refines.items[0].name)) return machines->items[i];
    }
    return NULL;
}

static bool has_invariant(const struct eb_component *machine, const struct eb_labelled *invariant) {
    for (unsigned i = 0; i < machine->invariants.count; i++) {
        const struct eb_labelled *other = &machine->invariants.items[i];
        if (!strcmp(other->label, invariant->label) && eb_formula_equal(other->formula, invariant->formula))
            return true;
    }
    return false;
}

/* By any abstraction; `machines` bounds the walk, as the chain may be a circle, which is found later. */
static bool is_inherited(const own_components *machines, const struct eb_component *machine,
                         const struct eb_labelled *invariant) {
    for (size_t i = 0; i < machines->count && (machine = abstraction(machines, machine)); i++) {
        if (has_invariant(machine, invariant)) return true;
    }
    return false;
}

static void take_out_inherited(struct package_reader *reader, const own_components *machines) {
    struct eb_labelled_list *own = arena_new_array(reader->arena, struct eb_labelled_list, machines->count + 1);
    for (size_t m = 0; m < machines->count; m++) {
        const struct eb_component *machine = machines->items[m];
        eb_labels kept = {0};
        for (unsigned i = 0; i < machine->invariants.count; i++) {
            if (!is_inherited(machines, machine, &machine->invariants.items[i]))
                vec_push(&kept, machine->invariants.items[i]);
        }
        own[m] = eb_take_labels(reader->arena, &kept);
    }
    for (size_t m = 0; m < machines->count; m++) machines->items[m]->invariants = own[m];
}

/* ---- Packages ---- */

/* Packages that were made for a context hold it twice; which of two that differ is meant is not known. */
static bool is_there(struct package_reader *reader, const struct prolog_term *const *terms, unsigned i,
                     const char *what) {
    const struct prolog_term *term = terms[i];
    for (unsigned k = 0; term->count > 1 && k < i; k++) {
        if (terms[k]->count < 2 || !prolog_equal(terms[k]->arguments[1], term->arguments[1])) continue;
        if (!prolog_equal(terms[k], term))
            package_error(reader, term, "there are two %s %s in this package, which differ", what,
                          term->arguments[1]->name);
        return true;
    }
    return false;
}

static void read_components(struct package_reader *reader, const struct prolog_term *list, bool machines,
                            own_components *components) {
    for (unsigned i = 0; is_list(reader, list) && i < list->count; i++) {
        if (is_there(reader, list->arguments, i, machines ? "machines" : "contexts")) continue;
        struct eb_component *component = read_component(reader, list->arguments[i], machines);
        if (component) vec_push(components, component);
    }
}

/* The one that the package was made for comes first there, and last here. */
static void give_reversed(const own_components *components, eb_component_list *list) {
    for (size_t i = components->count; i--;) vec_push(list, components->items[i]);
}

bool eb_read_package(struct arena *arena, const char *path, const char *bytes, size_t size, eb_component_list *list,
                     struct diagnostics *diagnostics) {
    const struct prolog_term *package = prolog_read_clause(arena, path, bytes, size, "package", diagnostics);
    if (!package) return false;
    struct package_reader reader = {.arena = arena, .diagnostics = diagnostics};
    const struct prolog_term *project = package->arguments[0];
    if (project->kind != PROLOG_COMPOUND || strcmp(project->name, "load_event_b_project") != 0 || project->count < 2)
        return package_error(&reader, project, "expected load_event_b_project(Machines, Contexts, ...)") != NULL;
    own_components machines = {0}, contexts = {0};
    if (project->count > 2) package_read_theories(&reader, project->arguments[2]);
    read_components(&reader, project->arguments[1], false, &contexts);
    read_components(&reader, project->arguments[0], true, &machines);
    if (!reader.failed) take_out_inherited(&reader, &machines);
    give_reversed(&contexts, list);
    give_reversed(&machines, list);
    vec_free(&machines);
    vec_free(&contexts);
    vec_free(&reader.operators);
    vec_free(&reader.datatypes);
    vec_free(&reader.functions);
    vec_free(&reader.declarations);
    return !reader.failed;
}
