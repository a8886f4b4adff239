#include "env/compose.h"

#include "base/limits.h"
#include "env/compose_world.h"
#include "ocl/memo.h"
#include "search/hash.h"

#include <string.h>

/* Composition goes through the states in the order in which they are found. `before` is the world of the state that is
 * expanded; `acting` is the same world while a transition's actions change its variables, one after another. */
struct composer {
    const struct env_model *model;
    const struct env_graph *graph;
    struct diagnostics *diagnostics;
    struct env_lts *lts;
    uint32_t max_states;
    size_t state_size;
    struct env_world before, acting;
    unsigned char *before_bytes, *after_bytes;
    VEC(struct env_lts_edge) edges; /* of the state that is expanded */
    struct nodeset labels;          /* whose transition, which, with which arguments */
    unsigned *first_object;         /* by class: where its objects' states begin in a state's bytes */
    uint64_t *moved;                /* by class: objects that the transition has moved already      */
    bool failed;
};

/* ---- failing ---- */

static void fail_at(struct composer *composer, struct place place, unsigned class_index, unsigned object,
                    const char *what, const char *why) {
    if (!composer->failed)
        diag_error(composer->diagnostics, place, "%s of %s%u cannot be evaluated: %s", what,
                   composer->model->schema.classes.items[class_index].name, object + 1, why);
    composer->failed = true;
}

/* Whose expressions are evaluated, and with which arguments of the trigger. */
struct actor {
    unsigned class_index, object;
    const int64_t *arguments;
};

static bool evaluate(struct composer *composer, const struct ocl_expression *expression, const struct env_world *world,
                     const struct actor *actor, const char *what, struct ocl_value *value) {
    const char *error = NULL;
    if (ocl_evaluate(expression, &world->world, actor->object, actor->arguments, value, &error)) return true;
    fail_at(composer, ocl_place_of(expression), actor->class_index, actor->object, what, error);
    return false;
}

/* ---- the sets of states and labels ---- */

/* The number of the state; it is added if it is new. */
static uint32_t number_of(struct composer *composer, const unsigned char *bytes) {
    uint32_t number, size = (uint32_t)composer->state_size;
    if (!nodeset_add(&composer->lts->bytes, bytes, size, hash_bytes(bytes, size), &number)) return number;
    if (number >= composer->max_states) {
        if (!composer->failed)
            diag_error(composer->diagnostics, (struct place){composer->model->path, 0, 0},
                       "the statecharts of this environment have more than %u states together", composer->max_states);
        composer->failed = true;
        return 0;
    }
    vec_push(&composer->lts->states, (struct env_lts_state){0});
    return number;
}

static size_t argument_count(const struct composer *composer, int trigger) {
    return trigger < 0 ? 0 : composer->model->triggers.items[trigger].parameters.count;
}

static bool same_arguments(const struct env_label *label, const int64_t *arguments) {
    return label->arguments.count == 0 ||
           memcmp(label->arguments.items, arguments, label->arguments.count * sizeof *arguments) == 0;
}

static uint32_t label_of(struct composer *composer, const struct actor *actor, unsigned transition, int trigger) {
    size_t count = argument_count(composer, trigger);
    int64_t key[count + 3];
    key[0] = actor->class_index, key[1] = actor->object, key[2] = transition;
    if (count) memcpy(key + 3, actor->arguments, count * sizeof *key);
    uint32_t number, size = (uint32_t)((count + 3) * sizeof *key);
    if (!nodeset_add(&composer->labels, key, size, hash_bytes(key, size), &number)) return number;
    struct env_label label = {
        .trigger = trigger, .class_index = actor->class_index, .object = actor->object, .transition = transition};
    label.arguments.items = arena_new_array(composer->lts->arena, int64_t, count);
    label.arguments.count = label.arguments.capacity = count;
    if (count) memcpy(label.arguments.items, actor->arguments, count * sizeof *actor->arguments);
    vec_push(&composer->lts->labels, label);
    return number;
}

/* ---- one transition (Yatake 2010, A.3, step 4) ---- */

/* The objects that the expression names, as a set. */
static bool synchronised(struct composer *composer, const struct env_synchronous *synchronous,
                         const struct actor *actor, uint64_t *objects) {
    struct ocl_value value;
    if (!evaluate(composer, synchronous->objects, &composer->before, actor, "a synchronous transition", &value))
        return false;
    if (value.type.kind == OCL_SET)
        *objects = value.set;
    else
        *objects = value.number < 0 ? 0 : UINT64_C(1) << value.number;
    return true;
}

/* An object that several synchronous transitions could move goes by the first of them; self never does. */
static bool move_objects(struct composer *composer, const struct env_transition *transition,
                         const struct actor *actor) {
    uint64_t *moved = composer->moved;
    memset(moved, 0, composer->model->schema.classes.count * sizeof *moved);
    moved[actor->class_index] = UINT64_C(1) << actor->object;
    composer->after_bytes[composer->first_object[actor->class_index] + actor->object] = (unsigned char)transition->to;
    for (size_t i = 0; i < transition->synchronous.count; i++) {
        const struct env_synchronous *synchronous = &transition->synchronous.items[i];
        unsigned class_index = synchronous->class_index;
        uint64_t objects;
        if (!synchronised(composer, synchronous, actor, &objects)) return false;
        for (objects &= ~moved[class_index]; objects; objects &= objects - 1) {
            unsigned object = (unsigned)__builtin_ctzll(objects);
            if (composer->before.states[class_index][object] != synchronous->from) continue;
            moved[class_index] |= UINT64_C(1) << object;
            composer->after_bytes[composer->first_object[class_index] + object] = (unsigned char)synchronous->to;
        }
    }
    return true;
}

/* `var n: 0..1` is a promise of the model. */
static bool keeps_range(struct composer *composer, unsigned class_index, size_t member, const struct actor *actor,
                        struct place place, const char *what, int64_t value) {
    const struct ocl_member *declared = &composer->model->schema.classes.items[class_index].members.items[member];
    if (declared->type.kind != OCL_INTEGER || (value >= declared->low && value <= declared->high)) return true;
    struct text why = {0};
    text_printf(&why, "%s would be %lld, which is outside of %lld..%lld", declared->name, (long long)value,
                (long long)declared->low, (long long)declared->high);
    fail_at(composer, place, actor->class_index, actor->object, what, text_chars(&why));
    text_free(&why);
    return false;
}

static bool act(struct composer *composer, const struct env_action *action, const struct actor *actor) {
    struct ocl_value object = {.number = actor->object}, value;
    if (action->object && !evaluate(composer, action->object, &composer->acting, actor, "an action", &object))
        return false;
    if (object.number < 0) {
        fail_at(composer, action->place, actor->class_index, actor->object, "an action", "it changes a member of null");
        return false;
    }
    if (!evaluate(composer, action->value, &composer->acting, actor, "an action", &value)) return false;
    if (!keeps_range(composer, action->class_index, action->member, actor, action->place, "an action", value.number))
        return false;
    size_t members = env_member_count(composer->model, action->class_index);
    composer->acting.values[action->class_index][(size_t)object.number * members + action->member] = env_stored(&value);
    return true;
}

static bool run_actions(struct composer *composer, const struct env_transition *transition, const struct actor *actor) {
    if (!transition->actions.count) return true;
    env_state_decode(composer->model, composer->graph, composer->before_bytes, &composer->acting);
    for (size_t i = 0; i < transition->actions.count; i++)
        if (!act(composer, &transition->actions.items[i], actor)) return false;
    env_state_encode(composer->model, composer->graph, &composer->acting, composer->after_bytes);
    return true;
}

/* Two objects may make the same call with the same effect: that is one edge, since edges are a set. */
static void add_edge(struct composer *composer, uint32_t target, uint32_t label) {
    const struct env_label *labels = composer->lts->labels.items;
    for (size_t i = 0; i < composer->edges.count; i++) {
        const struct env_lts_edge *edge = &composer->edges.items[i];
        if (edge->target == target && labels[label].trigger >= 0 &&
            labels[edge->label].trigger == labels[label].trigger &&
            same_arguments(&labels[edge->label], labels[label].arguments.items))
            return;
    }
    vec_push(&composer->edges, (struct env_lts_edge){target, label});
}

static void try_transition(struct composer *composer, unsigned number, const struct actor *actor) {
    const struct env_transition *transition =
        &composer->model->classes.items[actor->class_index].transitions.items[number];
    struct ocl_value holds;
    if (transition->guard) {
        if (!evaluate(composer, transition->guard, &composer->before, actor, "a guard", &holds)) return;
        if (!holds.number) return;
    }
    memcpy(composer->after_bytes, composer->before_bytes, composer->state_size);
    if (!run_actions(composer, transition, actor) || !move_objects(composer, transition, actor)) return;
    uint32_t target = number_of(composer, composer->after_bytes);
    if (!composer->failed) add_edge(composer, target, label_of(composer, actor, number, transition->trigger));
}

/* ---- all transitions of a state ---- */

/* The values that a trigger's arguments can have where a transition's guard has a chance to hold. */
struct ranges {
    size_t count;
    int64_t *lows, *highs;
};

/* Counts the arguments up, the last one fastest. False after the last combination. */
static bool next_arguments(const struct ranges *ranges, int64_t *arguments) {
    for (size_t i = ranges->count; i-- > 0;) {
        if (arguments[i] < ranges->highs[i]) {
            arguments[i]++;
            return true;
        }
        arguments[i] = ranges->lows[i];
    }
    return false;
}

/* What the guard demands of an argument saves trying the others. */
static void narrow(struct composer *composer, const struct env_transition *transition, const struct actor *actor,
                   size_t parameter, struct ranges *ranges) {
    struct ocl_value value;
    const char *error;
    const struct ocl_expression *binding =
        parameter < transition->bindings.count ? transition->bindings.items[parameter] : NULL;
    if (!binding || !ocl_evaluate(binding, &composer->before.world, actor->object, NULL, &value, &error)) return;
    if (ranges->lows[parameter] < value.number) ranges->lows[parameter] = value.number;
    if (ranges->highs[parameter] > value.number) ranges->highs[parameter] = value.number;
}

static void try_all_arguments(struct composer *composer, unsigned number, struct actor *actor) {
    const struct env_transition *transition =
        &composer->model->classes.items[actor->class_index].transitions.items[number];
    if (transition->trigger < 0) {
        try_transition(composer, number, actor);
        return;
    }
    const struct env_trigger *trigger = &composer->model->triggers.items[transition->trigger];
    size_t count = trigger->parameters.count;
    int64_t arguments[count + 1], lows[count + 1], highs[count + 1];
    struct ranges ranges = {count, lows, highs};
    for (size_t i = 0; i < count; i++) {
        lows[i] = trigger->lows.items[i];
        highs[i] = trigger->highs.items[i];
        narrow(composer, transition, actor, i, &ranges);
        if (lows[i] > highs[i]) return;
        arguments[i] = lows[i];
    }
    actor->arguments = arguments;
    do try_transition(composer, number, actor);
    while (!composer->failed && next_arguments(&ranges, arguments));
    actor->arguments = NULL;
}

static void expand_object(struct composer *composer, unsigned class_index, unsigned object) {
    const struct env_class *class = &composer->model->classes.items[class_index];
    unsigned state = composer->before.states[class_index][object];
    for (unsigned i = 0; i < class->transitions.count && !composer->failed; i++)
        if (class->transitions.items[i].from == state)
            try_all_arguments(composer, i, &(struct actor){class_index, object, NULL});
}

static void expand(struct composer *composer, uint32_t number) {
    uint32_t size;
    memcpy(composer->before_bytes, nodeset_get(&composer->lts->bytes, number, &size), composer->state_size);
    env_state_decode(composer->model, composer->graph, composer->before_bytes, &composer->before);
    ocl_memo_forget(composer->before.world.memo);
    vec_clear(&composer->edges);
    for (unsigned c = 0; c < composer->model->schema.classes.count; c++)
        for (unsigned o = 0; o < composer->graph->sizes[c] && !composer->failed; o++) expand_object(composer, c, o);
    size_t count = composer->edges.count;
    struct env_lts_state *state = &composer->lts->states.items[number];
    state->edges.items = arena_new_array(composer->lts->arena, struct env_lts_edge, count);
    state->edges.count = state->edges.capacity = count;
    if (count) memcpy(state->edges.items, composer->edges.items, count * sizeof *composer->edges.items);
}

/* ---- the whole ---- */

/* Variables start with their defaults; without one, with 0, false, null or the empty set. */
static bool set_defaults(struct composer *composer) {
    for (unsigned c = 0; c < composer->model->schema.classes.count; c++) {
        const struct ocl_class *class = &composer->model->schema.classes.items[c];
        const struct env_class *behaviour = &composer->model->classes.items[c];
        for (size_t i = 0; i < composer->graph->sizes[c] * class->members.count; i++) {
            size_t m = i % class->members.count;
            if (class->members.items[m].kind != OCL_VARIABLE) continue;
            struct ocl_expression *given = m < behaviour->defaults.count ? behaviour->defaults.items[m] : NULL;
            struct actor actor = {c, (unsigned)(i / class->members.count), NULL};
            struct ocl_value value = {.type = class->members.items[m].type};
            if (value.type.kind == OCL_OBJECT) value.number = -1;
            if (given && !evaluate(composer, given, &composer->before, &actor, "a default", &value)) return false;
            if (given && !keeps_range(composer, c, m, &actor, ocl_place_of(given), "a default", value.number))
                return false;
            composer->before.values[c][i] = env_stored(&value);
        }
    }
    return true;
}

static void compose_all(struct composer *composer) {
    if (!set_defaults(composer)) return;
    env_state_encode(composer->model, composer->graph, &composer->before, composer->after_bytes);
    number_of(composer, composer->after_bytes);
    for (uint32_t i = 0; i < composer->lts->states.count && !composer->failed; i++) {
        if (limits_reached() != LIMITS_NONE) composer->failed = true;
        expand(composer, i);
    }
}

struct env_lts *env_compose(const struct env_model *model, const struct env_graph *graph, uint32_t max_states,
                            struct diagnostics *diagnostics) {
    struct composer composer = {.model = model,
                                .graph = graph,
                                .diagnostics = diagnostics,
                                .lts = memory_new(sizeof *composer.lts),
                                .max_states = max_states,
                                .state_size = env_state_size(model, graph)};
    composer.lts->arena = arena_new();
    composer.lts->choices = arena_new_array(composer.lts->arena, unsigned char, model->schema.classes.count + 1);
    void *before_room = memory_new(env_world_room(model, graph));
    void *acting_room = memory_new(env_world_room(model, graph));
    composer.before_bytes = memory_new(composer.state_size + 1);
    composer.after_bytes = memory_new(composer.state_size + 1);
    env_world_place(model, graph, before_room, &composer.before);
    env_world_place(model, graph, acting_room, &composer.acting);
    composer.before.world.memo = ocl_memo_new(&model->schema); /* `acting` changes too often */
    composer.before.world.choices = composer.acting.world.choices = composer.lts->choices;
    composer.first_object = memory_new((model->schema.classes.count + 1) * sizeof *composer.first_object);
    composer.moved = memory_new((model->schema.classes.count + 1) * sizeof *composer.moved);
    for (unsigned c = 1; c < model->schema.classes.count; c++)
        composer.first_object[c] = composer.first_object[c - 1] + graph->sizes[c - 1];
    compose_all(&composer);
    free(before_room);
    free(acting_room);
    free(composer.before_bytes);
    free(composer.after_bytes);
    free(composer.first_object);
    free(composer.moved);
    ocl_memo_free(composer.before.world.memo);
    nodeset_free(&composer.labels);
    vec_free(&composer.edges);
    for (uint32_t i = 0, size; i < composer.lts->states.count; i++)
        composer.lts->states.items[i].bytes = nodeset_get(&composer.lts->bytes, i, &size);
    if (!composer.failed) return composer.lts;
    env_lts_free(composer.lts);
    return NULL;
}

void env_lts_free(struct env_lts *lts) {
    if (!lts) return;
    arena_free(lts->arena);
    nodeset_free(&lts->bytes);
    vec_free(&lts->states);
    vec_free(&lts->labels);
    free(lts);
}

void env_lts_world(const struct env_model *model, const struct env_graph *graph, const struct env_lts *lts,
                   uint32_t state, struct ocl_world *world, void *room) {
    struct env_world placed;
    env_world_place(model, graph, room, &placed);
    env_state_decode(model, graph, lts->states.items[state].bytes, &placed);
    *world = placed.world;
}

size_t env_lts_world_room(const struct env_model *model, const struct env_graph *graph) {
    return env_world_room(model, graph);
}
