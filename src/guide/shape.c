#include "guide/shape.h"

#include "base/arena.h"
#include "base/components.h"
#include "guide/order.h"
#include "search/hash.h"
#include "search/nodeset.h"

#include <string.h>

typedef VEC(uint32_t) words;

struct guide_registry {
    struct nodeset wholes, insides;
};

struct guide_registry *guide_registry_new(void) {
    return memory_new(sizeof(struct guide_registry));
}

void guide_registry_free(struct guide_registry *registry) {
    if (!registry) return;
    nodeset_free(&registry->wholes);
    nodeset_free(&registry->insides);
    free(registry);
}

/* The number of the key, which goes. */
static uint64_t name_of(struct nodeset *names, words *key) {
    uint32_t name, size = (uint32_t)(key->count * sizeof *key->items);
    nodeset_add(names, key->items, size, hash_bytes(key->items, size), &name);
    vec_free(key);
    return name;
}

/* ---- strongly connected components ---- */

/* The last come first. */
static uint32_t number_components(const struct xgdl_automaton *automaton, uint32_t *component_of) {
    uint32_t count = components_number(automaton->state_count, automaton->first, automaton->targets, component_of);
    for (size_t i = 0; i < automaton->state_count; i++) component_of[i] = count - 1 - component_of[i];
    return count;
}

/* ---- their order ---- */

static int by_entry(const void *a, const void *b) {
    const struct guide_entry *x = a, *y = b;
    if (x->to != y->to) return x->to < y->to ? -1 : 1;
    return x->from < y->from ? -1 : x->from > y->from;
}

/* Numbered anew, so that little is kept at once (guide/order.h). */
static void reorder(const struct xgdl_automaton *automaton, uint32_t *component_of, uint32_t count) {
    VEC(struct guide_entry) entries = {0};
    uint32_t *weights = memory_new(count * sizeof *weights), *order = memory_new(count * sizeof *order);
    for (uint32_t state = 0; state < automaton->state_count; state++) {
        weights[component_of[state]]++;
        for (uint32_t t = automaton->first[state]; t < automaton->first[state + 1]; t++) {
            struct guide_entry entry = {component_of[state], component_of[automaton->targets[t]]};
            if (entry.from != entry.to) vec_push(&entries, entry);
        }
    }
    size_t kept = 0;
    if (entries.count) qsort(entries.items, entries.count, sizeof *entries.items, by_entry);
    for (size_t i = 0; i < entries.count; i++)
        if (!i || by_entry(&entries.items[i], &entries.items[kept - 1])) entries.items[kept++] = entries.items[i];
    guide_order(entries.items, kept, weights, count, order);
    uint32_t *number = weights; /* not needed any more */
    for (uint32_t i = 0; i < count; i++) number[order[i]] = i;
    for (uint32_t state = 0; state < automaton->state_count; state++) component_of[state] = number[component_of[state]];
    vec_free(&entries);
    free(weights);
    free(order);
}

/* ---- the shape ---- */

struct shape {
    struct components_shape face;
    struct arena *arena;
    struct component_shape *list;
    uint32_t *component_of, *inner_of;
    const struct xgdl_automaton *automaton;
    words *entered; /* by component: transitions from outside, and the states they are from */
};

static void fill_places(struct shape *shape) {
    uint32_t states = shape->automaton->state_count;
    for (uint32_t i = 0; i < states; i++) shape->inner_of[i] = shape->list[shape->component_of[i]].place_count++;
    for (uint32_t i = 0; i < shape->face.count; i++)
        shape->list[i].places = arena_alloc(shape->arena, shape->list[i].place_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < states; i++)
        ((uint32_t *)shape->list[shape->component_of[i]].places)[shape->inner_of[i]] = i;
}

static void find_entries(struct shape *shape) {
    const struct xgdl_automaton *automaton = shape->automaton;
    for (uint32_t state = 0; state < automaton->state_count; state++)
        for (uint32_t t = automaton->first[state]; t < automaton->first[state + 1]; t++) {
            uint32_t to = shape->component_of[automaton->targets[t]];
            if (to == shape->component_of[state]) continue;
            vec_push(&shape->entered[to], state);
            vec_push(&shape->entered[to], t);
        }
}

static void fill_sources(struct shape *shape, uint32_t number) {
    const words *entered = &shape->entered[number];
    uint32_t *sources = arena_alloc(shape->arena, (entered->count / 2 + 1) * sizeof *sources), count = 0;
    for (size_t i = 0; i < entered->count; i += 2) {
        uint32_t source = shape->component_of[entered->items[i]];
        bool known = false;
        for (uint32_t k = 0; k < count && !known; k++) known = sources[k] == source;
        if (!known) sources[count++] = source;
    }
    shape->list[number].sources = sources;
    shape->list[number].source_count = count;
}

static int by_words(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    for (unsigned i = 0; i < 5; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* How it is entered, in an order that does not depend on the automaton's numbers. */
static void write_entries(const struct shape *shape, uint32_t number, words *key) {
    const struct xgdl_automaton *automaton = shape->automaton;
    const words *entered = &shape->entered[number];
    size_t begin = key->count;
    for (size_t i = 0; i < entered->count; i += 2) {
        uint32_t state = entered->items[i], t = entered->items[i + 1];
        uint64_t source = shape->list[shape->component_of[state]].identity;
        vec_push(key, (uint32_t)(source >> 32));
        vec_push(key, (uint32_t)source);
        vec_push(key, shape->inner_of[state]);
        vec_push(key, automaton->letters[t]);
        vec_push(key, shape->inner_of[automaton->targets[t]]);
    }
    if (key->count > begin) qsort(key->items + begin, (key->count - begin) / 5, 5 * sizeof(uint32_t), by_words);
}

static void write_inside(const struct shape *shape, uint32_t number, words *key) {
    const struct xgdl_automaton *automaton = shape->automaton;
    const struct component_shape *component = &shape->list[number];
    vec_push(key, component->place_count);
    for (uint32_t i = 0; i < component->place_count; i++) {
        uint32_t state = component->places[i];
        for (uint32_t t = automaton->first[state]; t < automaton->first[state + 1]; t++) {
            if (shape->component_of[automaton->targets[t]] != number) continue;
            vec_push(key, automaton->letters[t]);
            vec_push(key, shape->inner_of[automaton->targets[t]]);
        }
        vec_push(key, UINT32_MAX);
    }
}

/* Its inside is known by now. */
static uint64_t identify(const struct shape *shape, uint32_t number, struct guide_registry *registry) {
    words key = {0};
    uint64_t inside = shape->list[number].inside;
    vec_push(&key, number == shape->component_of[0] ? shape->inner_of[0] : UINT32_MAX);
    vec_push(&key, (uint32_t)(inside >> 32));
    vec_push(&key, (uint32_t)inside);
    write_entries(shape, number, &key);
    return name_of(&registry->wholes, &key);
}

static uint64_t identify_inside(const struct shape *shape, uint32_t number, struct guide_registry *registry) {
    words key = {0};
    write_inside(shape, number, &key);
    return name_of(&registry->insides, &key);
}

struct components_shape *guide_shape_new(const struct xgdl_automaton *automaton, struct guide_registry *registry) {
    struct arena *arena = arena_new();
    struct shape *shape = arena_alloc(arena, sizeof *shape);
    *shape = (struct shape){.arena = arena, .automaton = automaton};
    shape->component_of = arena_alloc(arena, automaton->state_count * sizeof *shape->component_of);
    shape->inner_of = arena_alloc(arena, automaton->state_count * sizeof *shape->inner_of);
    uint32_t count = number_components(automaton, shape->component_of);
    reorder(automaton, shape->component_of, count);
    shape->list = arena_alloc(arena, count * sizeof *shape->list);
    memset(shape->list, 0, count * sizeof *shape->list);
    shape->entered = memory_new(count * sizeof *shape->entered);
    shape->face =
        (struct components_shape){shape->list, count, automaton->state_count, shape->component_of, shape->inner_of};
    fill_places(shape);
    find_entries(shape);
    for (uint32_t i = 0; i < count; i++) {
        fill_sources(shape, i);
        shape->list[i].inside = identify_inside(shape, i, registry);
        shape->list[i].identity = identify(shape, i, registry);
        vec_free(&shape->entered[i]);
    }
    free(shape->entered);
    return &shape->face;
}

void guide_shape_free(struct components_shape *shape) {
    if (shape) arena_free(((struct shape *)shape)->arena);
}
