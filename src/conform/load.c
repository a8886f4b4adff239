/* Binding a map: every name is looked up, every formula compiled; what is wrong is reported where the map says it. */
#include "conform/design_c.h"

#include "base/word.h"
#include "conform/design_promela.h"
#include "conform/internal.h"

#include <limits.h>
#include <string.h>

struct loading {
    struct conform *conform;
    struct formula *formulas; /* by slot: where those of the expressions being bound belong */
    const struct conform_options *options;
    struct diagnostics *diagnostics;
};

/* ---- bounds ---- */

static size_t name_length(const char *setting) { return strcspn(setting, " ="); }

static bool is_overridden(const struct conform_options *options, const char *setting) {
    size_t length = name_length(setting);
    for (size_t i = 0; i < options->bound_count; i++)
        if (name_length(options->bounds[i]) == length && strncmp(options->bounds[i], setting, length) == 0) return true;
    return false;
}

/* A map that includes another one may have bounds of its own. */
static bool comes_again(const struct map *map, size_t bound) {
    const char *setting = map->bounds.items[bound].name;
    size_t length = name_length(setting);
    for (size_t i = bound + 1; i < map->bounds.count; i++)
        if (name_length(map->bounds.items[i].name) == length &&
            strncmp(map->bounds.items[i].name, setting, length) == 0)
            return true;
    return false;
}

static bool knows_event(const struct eb_development *development, const char *name) {
    for (unsigned i = 0; i < development->event_count; i++)
        if (strcmp(development->events[i].name, name) == 0) return true;
    return false;
}

/* What is wrong with a bound of the map is reported there. */
static void place_complaints(const struct map *map, const struct diagnostics *found, struct diagnostics *diagnostics) {
    for (size_t i = 0; i < found->list.count; i++) {
        const struct diagnostic *problem = &found->list.items[i];
        struct place place = problem->place;
        bool about_bounds = !place.file || strcmp(place.file, "--bound") == 0;
        for (size_t k = i; about_bounds && k < found->list.count; k++)
            for (size_t b = 0; b < map->bounds.count; b++) {
                struct text mark = {0};
                text_printf(&mark, "bound '%s':", map->bounds.items[b].name);
                if (about_bounds && strstr(found->list.items[k].message, text_chars(&mark))) {
                    place = map->bounds.items[b].place;
                    about_bounds = false;
                }
                text_free(&mark);
            }
        if (problem->severity == SEVERITY_ERROR)
            diag_error(diagnostics, place, "%s", problem->message);
        else
            diag_warning(diagnostics, place, "%s", problem->message);
    }
}

/* NULL: --event. */
static const char *origin_of_events(const struct conform *conform, const struct conform_options *options) {
    if (options->only_count || !conform->map->only.count) return NULL;
    struct place place = conform->map->only.items[0].place;
    return arena_printf(conform->arena, "map, line %u", place.line);
}

static bool make_machine(struct loading *loading) {
    struct conform *conform = loading->conform;
    const struct conform_options *options = loading->options;
    VEC(const char *) settings = {0};
    VEC(const char *) only = {0};
    VEC(struct place) places = {0};
    for (size_t i = 0; i < conform->map->bounds.count; i++) {
        const struct map_name *bound = &conform->map->bounds.items[i];
        if (is_overridden(options, bound->name) || comes_again(conform->map, i)) continue;
        vec_push(&settings, bound->name);
        vec_push(&places, bound->place);
    }
    size_t of_map = settings.count;
    for (size_t i = 0; i < options->bound_count; i++) vec_push(&settings, options->bounds[i]);
    for (size_t i = 0; i < options->only_count; i++) vec_push(&only, options->only[i]);
    for (size_t i = 0; !options->only_count && i < conform->map->only.count; i++) {
        const struct map_name *name = &conform->map->only.items[i];
        vec_push(&only, name->name);
        if (!knows_event(conform->development, name->name))
            diag_error(loading->diagnostics, name->place, "the specification has no event `%s`", name->name);
    }
    struct eb_bounds bounds = {.low = -1,
                               .high = 3,
                               .set_size = 2,
                               .settings = settings.items,
                               .setting_count = settings.count,
                               .map_count = of_map,
                               .map_places = places.items,
                               .max_setups = options->max_setups,
                               .events = only.count ? only.items : NULL,
                               .event_count = only.count,
                               .events_origin = origin_of_events(conform, options),
                               .feasibility = true,
                               .tries_wider = true,
                               .is_only_look = true,
                               .width = options->width};
    struct diagnostics found = {0};
    if (!loading->diagnostics->errors) conform->machine = eb_machine_new(conform->development, &bounds, &found);
    place_complaints(conform->map, &found, loading->diagnostics);
    diag_free(&found);
    vec_free(&settings);
    vec_free(&places);
    vec_free(&only);
    if (!conform->machine) return false;
    conform->spec = eb_machine_ts(conform->machine);
    return true;
}

/* ---- C: values ---- */

static void number_elements(struct conform *conform, struct element_set *set, int64_t first) {
    for (unsigned i = 0; i < set->count; i++) {
        struct map_range *range = arena_new_object(conform->arena, struct map_range);
        *range = (struct map_range){first + i, first + i};
        set->elements[i].ranges = range;
        set->elements[i].range_count = 1;
    }
}

/* A number that two lines have; who means it writes the elements into one line. */
static const int64_t *shared_number(const struct map_value *a, const struct map_value *b) {
    for (unsigned i = 0; a->ranges != b->ranges && i < a->range_count; i++)
        for (unsigned k = 0; k < b->range_count; k++) {
            const struct map_range *one = &a->ranges[i], *other = &b->ranges[k];
            if (one->low <= other->high && other->low <= one->high)
                return one->low > other->low ? &one->low : &other->low;
        }
    return NULL;
}

static void check_shared(struct loading *loading, const struct map_values *values) {
    for (unsigned i = 0; i < values->value_count; i++)
        for (unsigned k = 0; k < i; k++) {
            const struct map_value *one = &values->values[k], *other = &values->values[i];
            const int64_t *number = shared_number(one, other);
            if (!number) continue;
            diag_error(loading->diagnostics, other->place,
                       "%lld stands for `%s` and for `%s`: if that is meant, write `%s, %s -> ...`", (long long)*number,
                       one->name, other->name, one->name, other->name);
            return;
        }
}

static void check_all_named(struct loading *loading, const struct element_set *set, const struct map_values *values) {
    for (unsigned i = 0; i < set->count; i++)
        if (!set->elements[i].range_count)
            diag_error(loading->diagnostics, values->place, "`%s` of %s has no number here", set->elements[i].name,
                       set->name);
}

static void name_values(struct loading *loading, struct element_set *set, const struct map_values *values) {
    for (unsigned i = 0; i < set->count; i++) set->elements[i].range_count = 0;
    for (unsigned i = 0; i < values->value_count; i++) {
        const struct map_value *value = &values->values[i];
        struct element *found = NULL;
        for (unsigned e = 0; e < set->count; e++)
            if (strcmp(set->elements[e].name, value->name) == 0) found = &set->elements[e];
        if (!found) {
            diag_error(loading->diagnostics, value->place, "`%s` is no element of %s within the bounds", value->name,
                       set->name);
            continue;
        }
        found->ranges = value->ranges;
        found->range_count = value->range_count;
    }
    check_all_named(loading, set, values);
    check_shared(loading, values);
}

static void bind_values(struct loading *loading) {
    struct conform *conform = loading->conform;
    const struct eb_development *development = conform->development;
    conform->sets = arena_new_array(conform->arena, struct element_set, development->set_count + 1);
    for (unsigned i = 0; i < development->set_count; i++) {
        struct eb_type *type = arena_new_object(conform->arena, struct eb_type);
        *type = (struct eb_type){.kind = EB_TYPE_GIVEN, .name = development->sets[i].name};
        conform->sets[i].name = development->sets[i].name;
        conform_collect(conform, type, &conform->sets[i]);
        number_elements(conform, &conform->sets[i], 1);
    }
    for (size_t i = 0; i < conform->map->values.count; i++) {
        const struct map_values *values = &conform->map->values.items[i];
        struct element_set *set = conform_find_set(conform, values->set);
        if (!set)
            diag_error(loading->diagnostics, values->place, "the specification has no carrier set `%s`", values->set);
        else if (values->listed)
            name_values(loading, set, values);
        else
            number_elements(conform, set, values->first);
    }
}

/* ---- formulas ---- */

static bool is_scalar(const struct eb_type *type) {
    return type->kind == EB_TYPE_GIVEN || type->kind == EB_TYPE_INTEGER || type->kind == EB_TYPE_BOOLEAN;
}

static const struct eb_type *type_of_local(const struct conform *conform, const struct map_local *local) {
    if (!local->set) return &conform_integer;
    if (strcmp(local->set, "BOOL") == 0) return &conform_boolean;
    const struct element_set *set = conform_find_set(conform, local->set);
    return set ? set->type : NULL;
}

/* The locals of a relation or set-up step, as symbols. */
static bool symbols_of(struct loading *loading, const struct map_locals *locals, struct eb_symbol *symbols) {
    for (unsigned i = 0; i < locals->count; i++) {
        const struct map_local *local = &locals->items[i];
        symbols[i] = (struct eb_symbol){local->name, type_of_local(loading->conform, local), local->place};
        if (symbols[i].type) continue;
        diag_error(loading->diagnostics, local->place, "the specification has no carrier set `%s`", local->set);
        return false;
    }
    return true;
}

/* Nothing is said twice of an operator that cannot be read: there may be no second error. */
static bool came_further(const struct diagnostics *one, const struct diagnostics *other) {
    if (!one->list.count) return false;
    struct place here = one->list.items[0].place, there = other->list.items[0].place;
    return here.line > there.line || (here.line == there.line && here.column > there.column);
}

/* Expressions first; what is none may be a predicate. The errors shown are those of the attempt that came further. */
static const struct eb_formula *parse(struct loading *loading, const struct map_formula *formula, bool predicate) {
    struct eb_source source = {.text = formula->text,
                               .origin = formula->place,
                               .column_by_column = true,
                               .theories = loading->conform->development->theories};
    struct arena *arena = loading->conform->arena;
    if (predicate) return eb_parse_predicate(arena, &source, loading->diagnostics);
    struct diagnostics first = {0}, second = {0};
    const struct eb_formula *parsed = eb_parse_expression(arena, &source, &first);
    if (!parsed) parsed = eb_parse_predicate(arena, &source, &second);
    if (!parsed && first.list.count) {
        struct diagnostics *further = came_further(&second, &first) ? &second : &first;
        for (size_t i = 0; i < further->list.count; i++)
            diag_error(loading->diagnostics, further->list.items[i].place, "%s", further->list.items[i].message);
    }
    diag_free(&first);
    diag_free(&second);
    return parsed;
}

static void bind_formula(struct loading *loading, const struct map_formula *formula, bool predicate,
                         struct eb_symbol *symbols, unsigned symbol_count, struct formula *out) {
    struct conform *conform = loading->conform;
    out->place = formula->place;
    if (!formula->text) return;
    const struct eb_formula *parsed = parse(loading, formula, predicate);
    if (!parsed) return;
    const struct eb_formula *checked =
        eb_check_formula(conform->development, parsed, symbols, symbol_count, loading->diagnostics);
    if (!checked) return;
    out->type = checked->type ? checked->type : &conform_boolean;
    out->set = conform_set_of(conform, out->type);
    if (!is_scalar(out->type)) {
        struct text type = {0};
        eb_print_type(out->type, false, &type);
        diag_error(
            loading->diagnostics, formula->place,
            "`%s` is of type %s; what is related must be an element of a carrier set, an integer or a truth value",
            formula->text, text_chars(&type));
        text_free(&type);
        return;
    }
    out->code = eb_compile(conform->machine, checked, loading->diagnostics);
}

/* Formulas and design variables inside an expression of numbers. */
static void bind_expression(struct loading *loading, const struct map_expression *expression, struct eb_symbol *symbols,
                            unsigned symbol_count) {
    struct conform *conform = loading->conform;
    unsigned index_count = 0;
    if (expression->op == MAP_FORMULA)
        bind_formula(loading, &expression->formula, false, symbols, symbol_count, &loading->formulas[expression->slot]);
    if (expression->op == MAP_VARIABLE && conform->design) {
        enum design_find found =
            conform->design->find(conform->design, expression->name, &conform->handles[expression->slot], &index_count);
        if (found == DESIGN_UNKNOWN)
            diag_error(loading->diagnostics, expression->place, "the design %s has no variable `%s`",
                       conform->design->path, expression->name);
        else if (found == DESIGN_SHAPE || index_count != expression->child_count)
            diag_error(loading->diagnostics, expression->place,
                       "`%s` does not fit its declaration in the design %s: an index or a field is missing or "
                       "superfluous",
                       expression->name, conform->design->path);
    }
    for (unsigned i = 0; i < expression->child_count; i++)
        bind_expression(loading, expression->children[i], symbols, symbol_count);
}

/* ---- calls ---- */

static void need_call(struct conform *conform, const struct map_call *call) {
    vec_push(&conform->needs, (struct design_need){call->name, call->argument_count, call->place});
}

static void need_calls(struct conform *conform) {
    const struct map *map = conform->map;
    conform->event_needs = arena_new_array(conform->arena, unsigned, map->events.count + 1);
    for (size_t i = 0; i < map->setups.count; i++) need_call(conform, &map->setups.items[i].call);
    for (size_t i = 0; i < map->events.count; i++) {
        conform->event_needs[i] = (unsigned)conform->needs.count;
        for (unsigned k = 0; k < map->events.items[i].call_count; k++)
            need_call(conform, &map->events.items[i].calls[k]);
    }
}

static bool load_design(struct loading *loading) {
    const struct conform_options *options = loading->options;
    struct conform *conform = loading->conform;
    const char *path = options->design;
    if (!path) return true;
    if (ends_with(path, ".c") || ends_with(path, ".so")) {
        if (!options->program.allow_code) {
            diag_error(loading->diagnostics, (struct place){path, 0, 0},
                       "a design in C runs on this machine: --allow-code permits it, for designs you trust");
            return false;
        }
        struct design_c_limits limits = {options->call_seconds, options->call_memory, options->goes_on,
                                         options->goes_on_context};
        conform->design =
            design_c_load(path, &limits, conform->needs.items, conform->needs.count, loading->diagnostics);
    } else {
        conform->design = design_promela_load(path, &options->program, conform->needs.items, conform->needs.count,
                                              loading->diagnostics);
    }
    return conform->design != NULL;
}

static void bind_call(struct loading *loading, const struct map_call *call, struct eb_symbol *symbols,
                      unsigned symbol_count) {
    for (unsigned i = 0; i < call->argument_count; i++)
        bind_expression(loading, call->arguments[i], symbols, symbol_count);
}

static void bind_setups(struct loading *loading) {
    struct conform *conform = loading->conform;
    conform->setup_condition = arena_new_array(conform->arena, struct formula, conform->map->setups.count + 1);
    for (size_t i = 0; i < conform->map->setups.count; i++) {
        const struct map_setup *setup = &conform->map->setups.items[i];
        struct eb_symbol symbols[MAP_LOCALS];
        if (!symbols_of(loading, &setup->locals, symbols)) continue;
        bind_formula(loading, &setup->condition, true, symbols, setup->locals.count, &conform->setup_condition[i]);
        bind_call(loading, &setup->call, symbols, setup->locals.count);
    }
}

static void bind_relations(struct loading *loading) {
    struct conform *conform = loading->conform;
    size_t count = conform->map->relations.count;
    conform->relation_left = arena_new_array(conform->arena, struct formula, count + 1);
    conform->relation_condition = arena_new_array(conform->arena, struct formula, count + 1);
    for (size_t i = 0; i < count; i++) {
        const struct map_relation *relation = &conform->map->relations.items[i];
        struct eb_symbol symbols[MAP_LOCALS];
        if (!symbols_of(loading, &relation->locals, symbols)) continue;
        bind_formula(loading, &relation->condition, true, symbols, relation->locals.count,
                     &conform->relation_condition[i]);
        bind_formula(loading, &relation->left, false, symbols, relation->locals.count, &conform->relation_left[i]);
        bind_expression(loading, relation->right, symbols, relation->locals.count);
    }
}

/* ---- f: events ---- */

static bool is_left_out(const struct loading *loading, const char *event) {
    const struct conform_options *options = loading->options;
    const struct map *map = loading->conform->map;
    for (size_t i = 0; i < options->only_count; i++)
        if (strcmp(options->only[i], event) == 0) return false;
    for (size_t i = 0; !options->only_count && i < map->only.count; i++)
        if (strcmp(map->only.items[i].name, event) == 0) return false;
    return options->only_count || map->only.count;
}

static void bind_event(struct loading *loading, unsigned number) {
    struct conform *conform = loading->conform;
    const struct eb_full_event *event = &conform->development->events[number];
    const struct map_event *mapped = conform->event_map[number];
    struct eb_symbol *symbols = arena_new_array(conform->arena, struct eb_symbol, event->parameter_count + 1);
    unsigned *positions = arena_new_array(conform->arena, unsigned, MAP_LOCALS);
    if (event->parameter_count) memcpy(symbols, event->parameters, event->parameter_count * sizeof *symbols);
    conform->event_locals[number] = positions;
    for (unsigned i = 0; i < mapped->locals.count; i++) {
        const struct map_local *local = &mapped->locals.items[i];
        unsigned p = 0;
        while (p < event->parameter_count && strcmp(event->parameters[p].name, local->name) != 0) p++;
        positions[i] = p;
        if (p == event->parameter_count)
            diag_error(loading->diagnostics, local->place, "the event `%s` has no parameter `%s`", event->name,
                       local->name);
        else if (!is_scalar(event->parameters[p].type))
            diag_error(loading->diagnostics, local->place,
                       "the parameter `%s` has no number: it is neither an element of a carrier set nor an integer",
                       local->name);
    }
    conform->event_formulas[number] = arena_new_array(conform->arena, struct formula, conform->map->slot_count + 1);
    loading->formulas = conform->event_formulas[number];
    for (unsigned i = 0; i < mapped->call_count; i++)
        bind_call(loading, &mapped->calls[i], symbols, event->parameter_count);
}

static void bind_events(struct loading *loading) {
    struct conform *conform = loading->conform;
    const struct eb_development *development = conform->development;
    const struct map *map = conform->map;
    conform->event_map = arena_new_array(conform->arena, const struct map_event *, development->event_count + 1);
    conform->event_formulas = arena_new_array(conform->arena, struct formula *, development->event_count + 1);
    conform->event_locals = arena_new_array(conform->arena, unsigned *, development->event_count + 1);
    for (size_t i = 0; i < map->events.count; i++) {
        unsigned number = 0;
        while (number < development->event_count &&
               strcmp(development->events[number].name, map->events.items[i].name) != 0)
            number++;
        if (number == development->event_count)
            diag_error(loading->diagnostics, map->events.items[i].place, "the specification has no event `%s`",
                       map->events.items[i].name);
        else
            conform->event_map[number] = &map->events.items[i];
    }
    for (unsigned i = 0; i < development->event_count; i++) {
        const struct eb_full_event *event = &development->events[i];
        if (conform->event_map[i])
            bind_event(loading, i);
        else if (!is_left_out(loading, event->name))
            diag_error(loading->diagnostics, map->calls,
                       "the map does not say which calls stand for the event `%s` (%s:%u); `%s -> skip;` says: none",
                       event->name, event->place.file ? event->place.file : "", event->place.line, event->name);
    }
}

/* ---- instances ---- */

static void keep_instance(void *context, const struct instance *instance) {
    struct conform *conform = context;
    vec_push(&conform->instances, *instance);
}

static void make_instances(struct loading *loading) {
    struct conform *conform = loading->conform;
    for (size_t i = 0; i < conform->map->relations.count; i++)
        conform_instances(conform, &conform->map->relations.items[i].locals, (unsigned)i, keep_instance, conform);
    if (conform->instances.count >= MOST_INSTANCES)
        diag_error(loading->diagnostics, (struct place){conform->map->path, 0, 0},
                   "the relations have more than %d instances within these bounds", MOST_INSTANCES);
}

/* ---- the whole ---- */

static bool load(struct loading *loading) {
    struct conform *conform = loading->conform;
    const struct conform_options *options = loading->options;
    struct diagnostics *diagnostics = loading->diagnostics;
    if (!(conform->map = map_load(options->map, diagnostics))) return false;
    if (!(conform->development = eb_load(options->specification, options->component, diagnostics))) return false;
    if (!conform->development->has_machine) {
        diag_error(diagnostics, (struct place){options->specification, 0, 0},
                   "`%s` is a context: there must be a machine", conform->development->name);
        return false;
    }
    if (!make_machine(loading)) return false;
    need_calls(conform);
    if (!conform->needs.count) {
        diag_error(diagnostics, conform->map->calls, "the map never calls the design");
        return false;
    }
    if (!load_design(loading)) return false;
    conform->formulas = arena_new_array(conform->arena, struct formula, conform->map->slot_count + 1);
    loading->formulas = conform->formulas;
    conform->handles = arena_new_array(conform->arena, unsigned, conform->map->slot_count + 1);
    bind_values(loading);
    bind_setups(loading);
    bind_relations(loading);
    bind_events(loading);
    if (diagnostics->errors) return false;
    make_instances(loading);
    conform->known.instance_count = conform->instances.count;
    crew_init(&conform->crew, conform->design);
    if (!diagnostics->errors) spec_begin(conform, diagnostics);
    pairs_init(conform);
    return diagnostics->errors == 0;
}

/* NULL with errors; `needs_width`: it may be different with more width. */
static struct conform *load_once(const struct conform_options *options, struct diagnostics *diagnostics,
                                 bool *needs_width) {
    struct conform *conform = memory_new(sizeof *conform);
    conform->arena = arena_new();
    known_init(&conform->known);
    conform->runs.item_size = sizeof(struct design_run);
    conform->faults.item_size = sizeof(struct ts_fault);
    pthread_mutex_init(&conform->lock, NULL);
    conform->every_result = options->every_result;
    conform->no_symmetry = options->no_symmetry;
    struct loading loading = {.conform = conform, .options = options, .diagnostics = diagnostics};
    if (load(&loading)) return conform;
    *needs_width = conform->machine && conform_needs_width(conform);
    conform_free(conform);
    return NULL;
}

struct conform *conform_load(const struct conform_options *options, struct diagnostics *diagnostics) {
    struct diagnostics first = {0};
    bool needs_width = false;
    struct conform *conform = load_once(options, &first, &needs_width);
    struct conform_options wider = *options;
    while (!conform && needs_width && wider.width < EB_WIDTH_64) {
        diag_free(&first);
        first = (struct diagnostics){0};
        wider.width++;
        conform = load_once(&wider, &first, &needs_width);
    }
    diag_take(diagnostics, &first);
    diag_free(&first);
    return conform;
}

static void free_formulas(struct formula *formulas, size_t count) {
    for (size_t i = 0; formulas && i < count; i++)
        if (formulas[i].code) eb_compiled_free(formulas[i].code);
}

void conform_free(struct conform *conform) {
    if (!conform) return;
    if (conform->map) {
        free_formulas(conform->formulas, conform->map->slot_count);
        for (unsigned i = 0; conform->event_formulas && i < conform->development->event_count; i++)
            free_formulas(conform->event_formulas[i], conform->map->slot_count);
        free_formulas(conform->relation_left, conform->map->relations.count);
        free_formulas(conform->relation_condition, conform->map->relations.count);
        free_formulas(conform->setup_condition, conform->map->setups.count);
    }
    crew_free(&conform->crew);
    design_release(conform->design);
    if (conform->machine) eb_machine_free(conform->machine);
    if (conform->development) eb_development_free(conform->development);
    map_free(conform->map);
    vec_free(&conform->needs);
    vec_free(&conform->instances);
    vec_free(&conform->initial);
    vec_free(&conform->flaws);
    known_free(&conform->known);
    shelf_free(&conform->runs);
    shelf_free(&conform->faults);
    nodeset_free(&conform->run_set);
    pthread_mutex_destroy(&conform->lock);
    arena_free(conform->arena);
    free(conform);
}
