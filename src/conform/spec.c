/* The specification's transition system within bounds (Vu 2014, algorithm 1), on demand: a state is expanded when the
 * search first needs its successors. */
#include "conform/internal.h"
#include "search/hash.h"

#include <limits.h>

/* ---- states ---- */

uint32_t spec_intern(struct conform *conform, const void *bytes, uint32_t size) {
    uint32_t number, undefined;
    if (known_find(&conform->known, bytes, size, &number)) return number;
    struct expectation *expected = memory_new((conform->instances.count + 1) * sizeof *expected);
    relate_expected(conform, bytes, size, expected, &undefined);
    number = known_add(&conform->known, bytes, size, expected, undefined);
    free(expected);
    return number;
}

/* ---- runs: each sequence of calls with its arguments once ---- */

typedef VEC(int32_t) number_list;

/* Calls and arguments as numbers, such that different runs are written differently. */
static void write_run(const struct design_run *run, number_list *key) {
    for (unsigned i = 0; i < run->count; i++) {
        vec_push(key, (int32_t)run->calls[i].call);
        vec_push(key, (int32_t)run->calls[i].argument_count);
        for (unsigned k = 0; k < run->calls[i].argument_count; k++) vec_push(key, run->calls[i].arguments[k]);
    }
}

static struct design_run copy_run(struct arena *arena, const struct design_run *run) {
    struct design_invocation *calls = arena_new_array(arena, struct design_invocation, run->count);
    for (unsigned i = 0; i < run->count; i++) {
        int32_t *arguments = arena_new_array(arena, int32_t, run->calls[i].argument_count);
        calls[i] = run->calls[i];
        for (unsigned k = 0; k < calls[i].argument_count; k++) arguments[k] = run->calls[i].arguments[k];
        calls[i].arguments = arguments;
    }
    return (struct design_run){calls, run->count};
}

static uint32_t intern_run(struct conform *conform, const struct design_run *run) {
    number_list key = {0};
    write_run(run, &key);
    uint32_t number, size = (uint32_t)(key.count * sizeof *key.items);
    const void *bytes = size ? (const void *)key.items : "";
    pthread_mutex_lock(&conform->lock);
    if (nodeset_add(&conform->run_set, bytes, size, hash_bytes(bytes, size), &number))
        *(struct design_run *)shelf_add(&conform->runs) = copy_run(conform->arena, run);
    pthread_mutex_unlock(&conform->lock);
    vec_free(&key);
    return number;
}

/* ---- arguments ---- */

struct arguing {
    const struct conform *conform;
    const struct formula *formulas; /* by slot */
    const struct spec_state *state;
    const struct eb_value *const *values; /* of the locals of formulas */
    const int64_t *numbers;               /* of the locals of the map */
};

static bool argument_leaf(void *context, const struct map_expression *leaf, int64_t *value) {
    const struct arguing *arguing = context;
    if (leaf->op == MAP_LOCAL) {
        *value = arguing->numbers[leaf->number];
        return *value != INT64_MIN;
    }
    const struct formula *formula = &arguing->formulas[leaf->slot];
    const struct eb_value *result =
        eb_evaluate(formula->code, arguing->state->bytes, arguing->state->size, arguing->values);
    return result && conform_number(arguing->conform, formula->type, result, value);
}

/* False: an argument has no value that a design could be given. */
static bool make_call(const struct arguing *arguing, const struct map_call *call, unsigned number, int32_t *room,
                      struct design_invocation *out) {
    *out = (struct design_invocation){number, call->argument_count, room};
    for (unsigned i = 0; i < call->argument_count; i++) {
        int64_t value;
        if (!map_evaluate(call->arguments[i], argument_leaf, (void *)arguing, &value) || value < INT32_MIN ||
            value > INT32_MAX)
            return false;
        room[i] = (int32_t)value;
    }
    return true;
}

/* ---- successors ---- */

struct expanding {
    struct conform *conform;
    uint32_t number;
    edge_list edges;
};

static bool make_run(struct conform *conform, const struct spec_state *state, unsigned event,
                     const struct eb_value *const *parameters, uint32_t *run) {
    const struct map_event *mapped = conform->event_map[event];
    const struct eb_full_event *declared = &conform->development->events[event];
    int64_t numbers[MAP_LOCALS];
    for (unsigned i = 0; i < mapped->locals.count; i++) {
        unsigned p = conform->event_locals[event][i];
        if (!conform_number(conform, declared->parameters[p].type, parameters[p], &numbers[i])) numbers[i] = INT64_MIN;
    }
    struct arguing arguing = {conform, conform->event_formulas[event], state, parameters, numbers};
    struct design_invocation calls[mapped->call_count + 1];
    int32_t room[mapped->call_count + 1][MAP_ARGUMENTS];
    unsigned first = conform->event_needs[mapped - conform->map->events.items];
    for (unsigned i = 0; i < mapped->call_count; i++)
        if (!make_call(&arguing, &mapped->calls[i], first + i, room[i], &calls[i])) return false;
    *run = intern_run(conform, &(struct design_run){calls, mapped->call_count});
    return true;
}

static void add_edge(void *context, unsigned event, const struct eb_value *const *parameters, const void *after,
                     uint32_t size, uint32_t fault) {
    struct expanding *expanding = context;
    struct conform *conform = expanding->conform;
    struct edge edge = {.event = event, .target = expanding->number, .fault = EDGE_IS_GOOD};
    const struct spec_state *state = known_state(&conform->known, expanding->number);
    if (fault) edge.fault = conform->spec_fault = fault;
    if (after && size) edge.target = spec_intern(conform, after, size);
    if (!fault && !make_run(conform, state, event, parameters, &edge.run)) edge.fault = EDGE_HAS_NO_RUN;
    conform->transitions += !fault;
    vec_push(&expanding->edges, edge);
}

const struct spec_state *spec_expand(struct conform *conform, uint32_t number) {
    const struct spec_state *state = known_state(&conform->known, number);
    if (!known_claim(&conform->known, number)) return state;
    struct expanding expanding = {.conform = conform, .number = number};
    eb_machine_occurrences(conform->machine, state->bytes, state->size, add_edge, &expanding);
    known_set_edges(&conform->known, number, &expanding.edges);
    vec_free(&expanding.edges);
    return state;
}

/* ---- initial states ---- */

struct beginning {
    struct conform *conform;
    struct symmetry *symmetry;
};

static void add_initial(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct beginning *beginning = context;
    struct conform *conform = beginning->conform;
    if (step->fault) {
        vec_push(&conform->flaws, ((struct flaw){spec_intern(conform, state, size), step->fault}));
        conform->spec_fault = step->fault;
        return;
    }
    conform->setups++;
    if (beginning->symmetry && !symmetry_keeps(beginning->symmetry, state, size)) return;
    vec_push(&conform->initial, spec_intern(conform, state, size));
}

void spec_begin(struct conform *conform, struct diagnostics *diagnostics) {
    struct beginning beginning = {.conform = conform};
    if (conform->map->symmetric.count && !conform->no_symmetry) {
        beginning.symmetry = symmetry_new(conform, diagnostics);
        if (!beginning.symmetry) return;
    }
    conform->spec->initial(conform->spec, add_initial, &beginning);
    symmetry_free(beginning.symmetry);
    conform->cut_elsewhere = eb_machine_cut_steps(conform->machine, false);
    if (!conform->initial.count && !conform->flaws.count && !diagnostics->errors)
        diag_error(diagnostics, conform->development->initialisation.place,
                   "the specification has no initial state within the bounds");
}

struct setting_up {
    const struct conform *conform;
    const struct spec_state *state;
    struct arena *arena;
    unsigned setup;
    VEC(struct design_invocation) calls;
    bool failed;
};

static void add_setup(void *context, const struct instance *instance) {
    struct setting_up *up = context;
    const struct map_setup *setup = &up->conform->map->setups.items[up->setup];
    const struct formula *condition = &up->conform->setup_condition[up->setup];
    int64_t truth = 1;
    if (up->failed) return;
    if (condition->code) {
        const struct eb_value *value =
            eb_evaluate(condition->code, up->state->bytes, up->state->size, instance->values);
        up->failed = !value || !eb_value_integer(condition->type, value, &truth);
    }
    if (up->failed || !truth) return;
    struct arguing arguing = {up->conform, up->conform->formulas, up->state, instance->values, instance->numbers};
    struct design_invocation call;
    int32_t *room = arena_new_array(up->arena, int32_t, MAP_ARGUMENTS);
    up->failed = !make_call(&arguing, &setup->call, up->setup, room, &call);
    if (!up->failed) vec_push(&up->calls, call);
}

bool spec_setup(const struct conform *conform, uint32_t state, struct arena *arena, struct design_run *run,
                struct place *failed) {
    struct setting_up up = {.conform = conform, .state = known_state(&conform->known, state), .arena = arena};
    for (up.setup = 0; up.setup < conform->map->setups.count && !up.failed; up.setup++) {
        const struct map_setup *setup = &conform->map->setups.items[up.setup];
        conform_instances((struct conform *)conform, &setup->locals, up.setup, add_setup, &up);
        if (up.failed) *failed = setup->place;
    }
    *run = copy_run(arena, &(struct design_run){up.calls.items, (unsigned)up.calls.count});
    vec_free(&up.calls);
    return !up.failed;
}

/* ---- the whole of it ---- */

void conform_set_patience(struct conform *conform, bool (*goes_on)(void *context), void *context) {
    eb_machine_set_patience(conform->machine, goes_on, context);
}

bool conform_lost_patience(const struct conform *conform) { return eb_machine_lost_patience(conform->machine); }

bool conform_explore(struct conform *conform, uint64_t limit, bool (*goes_on)(void *context), void *context) {
    for (uint32_t i = 0; i < known_count(&conform->known); i++) {
        if ((limit && known_count(&conform->known) > limit) || (goes_on && !goes_on(context))) return false;
        spec_expand(conform, i);
    }
    return true;
}

void conform_counts(const struct conform *conform, struct conform_counts *counts) {
    *counts = (struct conform_counts){.setups = conform->setups,
                                      .setups_checked = conform->initial.count,
                                      .states = known_count(&conform->known),
                                      .transitions = conform->transitions,
                                      .cut = eb_machine_cut_steps(conform->machine, false) - conform->cut_elsewhere,
                                      .calls = conform->calls};
}

static void keep_first(void *context, const struct ts_fault *fault, enum eb_doubt doubt) {
    const char **first = context;
    if (!*first && doubt == EB_DOUBT) *first = fault->message;
}

const char *conform_doubt(const struct conform *conform) {
    const char *first = NULL;
    eb_machine_doubts(conform->machine, keep_first, &first);
    return first;
}

const char *conform_doubt_of_mismatch(const struct conform *conform) {
    size_t count;
    const struct ts_fault *assumed = eb_machine_assumption(conform->machine, false),
                          *choice = eb_machine_doubtful_setups(conform->machine, &count);
    const char *doubt = conform_doubt(conform);
    return doubt ? doubt : assumed ? assumed->message : choice ? choice->message : NULL;
}

bool conform_compared_nothing(const struct conform *conform) {
    return conform->instances.count && !conform->any_applied;
}

const char *conform_flaw(const struct conform *conform) {
    return conform->spec_fault ? conform->spec->fault(conform->spec, conform->spec_fault)->message : NULL;
}

bool conform_needs_width(const struct conform *conform) { return eb_machine_needs_width(conform->machine); }

void conform_print_bounds(const struct conform *conform, struct text *out) {
    eb_machine_print_bounds(conform->machine, out);
    eb_machine_print_growth(conform->machine, true, out);
}

/* ---- for people ---- */

struct describing {
    const struct conform *conform;
    uint32_t left; /* edges to go */
    struct text *out;
};

static void describe(void *context, unsigned event, const struct eb_value *const *parameters, const void *after,
                     uint32_t size, uint32_t fault) {
    struct describing *describing = context;
    const struct conform *conform = describing->conform;
    const struct eb_full_event *declared = &conform->development->events[event];
    (void)after;
    (void)size;
    (void)fault;
    if (describing->left-- != 0) return;
    text_add(describing->out, declared->name);
    for (unsigned i = 0; i < declared->parameter_count; i++) {
        text_printf(describing->out, "%s%s = ", i ? ", " : "(", declared->parameters[i].name);
        eb_value_print(conform->machine, declared->parameters[i].type, parameters[i], describing->out);
    }
    if (declared->parameter_count) text_add_char(describing->out, ')');
}

void spec_describe_edge(struct conform *conform, uint32_t number, uint32_t edge, struct text *out) {
    struct describing describing = {conform, edge, out};
    const struct spec_state *state = known_state(&conform->known, number);
    uint64_t before = eb_machine_cut_steps(conform->machine, false);
    eb_machine_occurrences(conform->machine, state->bytes, state->size, describe, &describing);
    conform->cut_elsewhere += eb_machine_cut_steps(conform->machine, false) - before;
}

void spec_describe_run(const struct conform *conform, const struct design_run *run, struct text *out) {
    for (unsigned i = 0; i < run->count; i++) {
        const struct design_invocation *call = &run->calls[i];
        text_printf(out, "%s%s(", i ? "; " : "", conform->needs.items[call->call].name);
        for (unsigned k = 0; k < call->argument_count; k++) text_printf(out, "%s%d", k ? ", " : "", call->arguments[k]);
        text_add_char(out, ')');
    }
    if (!run->count) text_add(out, "skip");
}
