#include "search/expand.h"

#include "base/invariant.h"
#include "search/cache_line.h"

#include "search/store.h"

#include <string.h>

enum { LONG_CHAIN = 64, VERY_LONG_CHAIN = 4096, HOLDER_SIZE = 4, EVERYBODY_MOVES = 0 };

uint32_t expand_node_size(const struct ts *ts, enum expand_mode mode) {
    return ts->max_state_size + (mode == EXPAND_STATES ? 0 : HOLDER_SIZE);
}

/* The state that is being expanded may lie in `bytes`: it stays where it is until that is done. */
__attribute__((noinline)) static void grow(struct expander *expander) {
    size_t capacity = 2 * (expander->bytes.count + expander->node_size);
    unsigned char *items = memory_resize(NULL, capacity + CACHE_LINE_ROOM);
    if (expander->bytes.count) memcpy(items, expander->bytes.items, expander->bytes.count);
    vec_push(&expander->outgrown, expander->bytes.items);
    expander->bytes.items = items;
    expander->bytes.capacity = capacity;
}

static void add_entry(void *context, const void *state, uint32_t size, const struct ts_step *step);

static void make_room(struct expander *expander) {
    if (expander->bytes.capacity - expander->bytes.count < expander->node_size) grow(expander);
    expander->sink.room = expander->bytes.items + expander->bytes.count;
}

void expander_init(struct expander *expander, const struct ts *ts, enum expand_mode mode, bool reduce) {
    *expander =
        (struct expander){.ts = ts, .mode = mode, .everybody = reduce ? TS_ENOUGH : TS_EVERYBODY, .hashing = true};
    expander->node_size = expand_node_size(ts, mode);
    expander->taken = memory_new(ts->action_count + CACHE_LINE_ROOM);
    make_room(expander);
    expander->sink.emit = add_entry;
}

static void drop_outgrown(struct expander *expander) {
    while (expander->outgrown.count) free(vec_pop(&expander->outgrown));
}

void expander_free(struct expander *expander) {
    free(expander->taken);
    vec_free(&expander->entries);
    vec_free(&expander->bytes);
    drop_outgrown(expander);
    vec_free(&expander->outgrown);
    nodeset_free(&expander->seen);
}

void expander_clear(struct expander *expander) {
    vec_clear(&expander->entries);
    vec_clear(&expander->bytes);
    expander->sink.room = expander->bytes.items;
}

unsigned expander_mover(const struct expander *expander, const void *node, uint32_t size) {
    if (expander->mode == EXPAND_STATES) return expander->everybody;
    uint32_t holder;
    memcpy(&holder, (const unsigned char *)node + size - HOLDER_SIZE, HOLDER_SIZE);
    return holder == EVERYBODY_MOVES ? expander->everybody : holder - 1;
}

static void note_step(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    (void)state, (void)size, (void)step;
    *(bool *)context = true;
}

/* Who is asked for enough steps emits one if there is any at all (ts.h). */
static bool has_step(const struct expander *expander, const void *state, uint32_t size) {
    bool moves = false;
    expander->ts->next(expander->ts, state, size, TS_EVERYBODY, note_step, &moves);
    return moves;
}

/* Somebody is in the middle of an atomic sequence, and can go on with it. */
static bool is_held(const struct expander *expander, const void *node, uint32_t size) {
    unsigned mover = expander_mover(expander, node, size);
    bool moves = false;
    if (mover != expander->everybody)
        expander->ts->next(expander->ts, node, expander_state_size(expander, size), mover, note_step, &moves);
    return moves;
}

unsigned expander_marks(const struct expander *expander, const void *node, uint32_t size) {
    unsigned marks = expander->ts->marks(expander->ts, node, expander_state_size(expander, size));
    /* Inside an atomic sequence nobody sees that there is progress, as in Spin. */
    return marks & TS_PROGRESS && is_held(expander, node, size) ? marks & ~(unsigned)TS_PROGRESS : marks;
}

static void set_holder(struct expander *expander, const struct expand_entry *entry, uint32_t holder) {
    memcpy(expander->bytes.items + entry->offset + entry->size - HOLDER_SIZE, &holder, HOLDER_SIZE);
}

__attribute__((noinline)) static void hash_node(const struct expander *expander, struct expand_entry *entry) {
    entry->hash = store_hash(expander->bytes.items + entry->offset, entry->size);
}

static void make_node(struct expander *expander, struct expand_entry *entry) {
    entry->is_node = true;
    if (expander->hashing) hash_node(expander, entry);
}

/* The rarer part of adding an entry, kept out of add_entry(), which is called for every step: the successor is brought
 * to where it belongs. */
__attribute__((noinline)) static void add_unprepared(struct expander *expander, const void *state, uint32_t size,
                                                     const struct ts_step *step) {
    if (state != expander->sink.room) memcpy(expander->sink.room, state, size);
    vec_reserve(&expander->entries, expander->entries.count + 1);
    add_entry(expander, expander->sink.room, size, step);
}

static void add_entry(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct expander *expander = context;
    if (state != expander->sink.room || expander->entries.count == expander->entries.capacity) {
        add_unprepared(expander, state, size, step);
        return;
    }
    invariant_dear(size <= expander->ts->max_state_size && size % 4 == 0);
    invariant_dear(step->action == TS_NO_ACTION || step->action < expander->ts->action_count);
    if (step->action != TS_NO_ACTION && !expander->taken[step->action]) expander->taken[step->action] = 1;
    if (step->reply != TS_NO_ACTION) expander->taken[step->reply] = 1;
    if (step->fault) expander->eventful = true;

    struct expand_entry *entry = &expander->entries.items[expander->entries.count++];
    entry->offset = expander->bytes.count;
    entry->size = size + (expander->mode == EXPAND_STATES ? 0 : HOLDER_SIZE);
    entry->from = expander->from;
    entry->violating = false;
    entry->step = *step;
    entry->transient = step->holder != TS_NOBODY || step->passing;
    entry->is_node = false; /* and never one, if it ends here */
    expander->bytes.count += entry->size;
    if (expander->mode != EXPAND_STATES)
        set_holder(expander, entry, step->holder != TS_NOBODY ? step->holder + 1u : EVERYBODY_MOVES);
    if (entry->transient)
        expander->has_transient = true;
    else if (!step->ends)
        make_node(expander, entry);
    make_room(expander);
}

static void ask_next(struct expander *expander, const void *state, uint32_t size, unsigned mover) {
    const struct ts *ts = expander->ts;
    expander->sink.context = expander;
    if (ts->next_in_place)
        ts->next_in_place(ts, state, size, mover, &expander->sink);
    else
        ts->next(ts, state, size, mover, add_entry, expander);
}

/* A transient state that has no way on: everybody may move there. */
static void settle(struct expander *expander, struct expand_entry *entry) {
    entry->transient = false;
    if (expander->mode != EXPAND_STATES) set_holder(expander, entry, EVERYBODY_MOVES);
    make_node(expander, entry);
}

/* The same state with another holder goes on differently. */
static bool seen_before(struct expander *expander, const struct expand_entry *entry) {
    const void *bytes = expander->bytes.items + entry->offset;
    uint64_t hash = store_hash(bytes, entry->size) ^ (entry->step.holder * UINT64_C(0x9e3779b97f4a7c15));
    return !nodeset_add(&expander->seen, bytes, entry->size, hash, NULL);
}

static bool becomes_node(const struct expander *expander, const struct expand_entry *entry, uint32_t passed) {
    if (expander->mode == EXPAND_STATES) return false;
    if (expander->mode == EXPAND_ALL_STATES || passed > LONG_CHAIN) return true;
    unsigned marks = expander_marks(expander, expander_bytes(expander, entry), entry->size);
    return (marks & (TS_ACCEPTING | TS_PROGRESS)) != 0;
}

/* Goes on from transient entry number `index`. */
static void pass(struct expander *expander, uint32_t index, uint32_t passed) {
    struct expand_entry *entry = &expander->entries.items[index];
    if (becomes_node(expander, entry, passed)) {
        make_node(expander, entry);
        return;
    }
    const void *state = expander_bytes(expander, entry);
    if (expander_violates(expander, state, entry->size)) entry->violating = expander->eventful = true;
    unsigned mover = entry->step.holder != TS_NOBODY ? entry->step.holder : expander->everybody;
    uint32_t state_size = expander_state_size(expander, entry->size);
    size_t before = expander->entries.count;
    expander->from = index - expander->first;
    ask_next(expander, state, state_size, mover);
    if (expander->outgrown.count) drop_outgrown(expander);
    if (expander->entries.count == before) settle(expander, &expander->entries.items[index]);
}

/* Chains are walked breadth first, so that the way to each entry is a short one. */
static bool pass_all(struct expander *expander) {
    uint32_t passed = 0;
    size_t bytes_before = expander->bytes.count;
    for (uint32_t i = expander->first; i < expander->entries.count; i++) {
        if (!expander->entries.items[i].transient) continue;
        passed++;
        if (expander->mode == EXPAND_STATES && passed >= LONG_CHAIN) {
            if (passed == LONG_CHAIN) nodeset_clear(&expander->seen);
            if (seen_before(expander, &expander->entries.items[i])) continue;
        }
        if (expander->chain_limit && expander->bytes.count - bytes_before > expander->chain_limit) return false;
        if (passed % VERY_LONG_CHAIN == 0 && expander->goes_on && !expander->goes_on(expander->context)) return false;
        pass(expander, i, passed);
    }
    return true;
}

static struct expansion begin(struct expander *expander) {
    expander->first = (uint32_t)expander->entries.count;
    expander->from = EXPAND_SOURCE;
    expander->has_transient = false;
    expander->eventful = false;
    return (struct expansion){.first = expander->first};
}

static void finish(struct expander *expander, struct expansion *expansion) {
    drop_outgrown(expander);
    expansion->end = (uint32_t)expander->entries.count;
    expansion->eventful = expander->eventful;
}

struct expansion expander_initial(struct expander *expander) {
    struct expansion expansion = begin(expander);
    expander->ts->initial(expander->ts, add_entry, expander);
    for (uint32_t i = expander->first; i < expander->entries.count; i++) {
        struct expand_entry *entry = &expander->entries.items[i];
        entry->transient = false;
        if (!entry->step.ends) make_node(expander, entry);
    }
    finish(expander, &expansion);
    return expansion;
}

struct expansion expander_add(struct expander *expander, const void *node, uint32_t size) {
    struct expansion expansion = begin(expander);
    uint32_t state_size = expander_state_size(expander, size);
    unsigned mover = expander_mover(expander, node, size);
    ask_next(expander, node, state_size, mover);
    bool none = expander->entries.count == expansion.first;
    if (none && mover != expander->everybody) {
        ask_next(expander, node, state_size, expander->everybody);
        none = expander->entries.count == expansion.first;
    }
    invariant_dear(!none || expander->sink.towards || !has_step(expander, node, state_size));
    expansion.stuck = none;
    if (expander->has_transient && !expander->stepwise) expansion.cut = !pass_all(expander);
    finish(expander, &expansion);
    return expansion;
}
