/* Invariant (Tarjan): `open` holds, in the order of their numbers, the visited nodes whose component is not complete.
 * lowest[n] <= n is the number of an open node that n can reach; CLOSED: the component of n is complete; OVER: so it
 * is, and the run is over there, or soon, whichever way it takes; LEFT_OUT: so it is, and it is left out for good. */
#include "search/bottom.h"

#include "base/clock.h"
#include "base/invariant.h"
#include "search/expand.h"
#include "search/lasting.h"
#include "search/numbering.h"

#include <stdlib.h>

enum { ASK_EVERY = 256 };
#define CLOSED   UINT32_MAX
#define OVER     (UINT32_MAX - 1)
#define LEFT_OUT (UINT32_MAX - 2)

struct frame {
    uint32_t number;
    size_t waiting; /* where its successors begin */
    bool leaves;    /* some step leads out of what may become its component, not just to where it is over */
    bool ends;      /* some step leads to where it is over */
    bool loops;     /* some step leads back to it at once, or the run may stay there, though it has a way on */
    bool stays;     /* the run may end, or stay, in some state of what may become its component */
    bool in_doubt;  /* who has to go on in some state of it cannot, or a step leads to what is left out */
};

struct bottom {
    const struct search_options *options;
    struct store *store;
    struct expander expander;
    unsigned char *node;
    struct numbering numbers;
    VEC(uint32_t) lowest; /* by number */
    VEC(uint32_t) open;
    VEC(struct frame) path;
    VEC(uint64_t) waiting; /* successors, per frame */
    const struct bottom_visitor *visitor;
    enum search_limit limit;
    bool enough;
    double begun;
    unsigned unasked;
};

/* ---- limits ---- */

static size_t memory_of(const struct bottom *bottom) {
    return store_memory(bottom->store) + numbering_memory(&bottom->numbers) +
           (bottom->lowest.capacity + bottom->open.capacity) * sizeof(uint32_t) +
           bottom->path.capacity * sizeof(struct frame) + bottom->waiting.capacity * sizeof(uint64_t);
}

static bool goes_on(struct bottom *bottom) {
    const struct search_options *options = bottom->options;
    if (bottom->limit != LIMIT_NONE || bottom->enough) return false;
    if (++bottom->unasked < ASK_EVERY) return true;
    bottom->unasked = 0;
    if (options->interrupted && *options->interrupted)
        bottom->limit = LIMIT_INTERRUPTED;
    else if (options->time_limit > 0 && clock_seconds() - bottom->begun > options->time_limit)
        bottom->limit = LIMIT_TIME;
    else if (options->memory_limit && memory_of(bottom) > options->memory_limit)
        bottom->limit = LIMIT_MEMORY;
    return bottom->limit == LIMIT_NONE;
}

/* ---- the walk ---- */

/* Whose step it was that led, perhaps by way of states that are not stored, to the entry. */
static unsigned first_actor(const struct expander *expander, const struct expand_entry *entry) {
    while (entry->from != EXPAND_SOURCE) entry = &expander->entries.items[expander->first + entry->from];
    return entry->step.actor;
}

/* What the expander tells of a state. */
struct discovery {
    bool goes_wrong; /* some step does */
    bool ends;       /* ... and with it the run is over */
    bool is_paid;    /* whoever is owed a step makes one, wherever that leads */
};

static bool is_end(const struct bottom *bottom, uint32_t fault) {
    const struct bottom_visitor *visitor = bottom->visitor;
    return fault && visitor->is_end && visitor->is_end(visitor->context, fault);
}

static struct discovery discover(struct bottom *bottom, unsigned owed) {
    const struct expander *expander = &bottom->expander;
    struct discovery discovery = {.is_paid = !ts_is_owed(owed)};
    for (uint32_t i = 0; i < expander->entries.count; i++) {
        const struct expand_entry *entry = &expander->entries.items[i];
        const void *node = expander_bytes(expander, entry);
        uint64_t handle;
        bool ends = is_end(bottom, entry->step.fault);
        discovery.ends |= ends;
        discovery.goes_wrong |= entry->step.fault && !ends;
        if (!entry->is_node || ends) continue;
        discovery.is_paid |= owed == TS_EVERYBODY || first_actor(expander, entry) == owed;
        if (store_insert(bottom->store, 0, node, entry->size, store_hash(node, entry->size), &handle) == STORE_FULL)
            bottom->limit = LIMIT_MEMORY;
        else
            vec_push(&bottom->waiting, handle);
    }
    return discovery;
}

static void visit(struct bottom *bottom, const void *state, uint32_t size, enum bottom_kind kind) {
    if (!bottom->visitor->visit(bottom->visitor->context, state, size, kind)) bottom->enough = true;
}

static bool may_stay(const struct bottom *bottom, uint32_t size) {
    const struct ts *ts = bottom->expander.ts;
    return ts->may_stay && ts->may_stay(ts, bottom->node, size);
}

static void enter(struct bottom *bottom, uint64_t handle, uint32_t number) {
    vec_push(&bottom->lowest, number);
    invariant(!bottom->open.count || vec_last(&bottom->open) < number);
    vec_push(&bottom->open, number);
    vec_push(&bottom->path, (struct frame){.number = number, .waiting = bottom->waiting.count});
    uint32_t size = store_read(bottom->store, handle, bottom->node);
    expander_clear(&bottom->expander);
    expander_add(&bottom->expander, bottom->node, size);
    const struct ts *ts = bottom->expander.ts;
    unsigned owed = ts->leaves_runs_out ? ts->owed(ts, bottom->node) : TS_NOBODY;
    struct discovery discovery = discover(bottom, owed);
    struct frame *frame = &vec_last(&bottom->path);
    bool has_way = bottom->waiting.count > frame->waiting;
    frame->leaves = discovery.goes_wrong;
    frame->ends = discovery.ends;
    frame->loops = (has_way || owed == TS_ENOUGH) && may_stay(bottom, size);
    frame->stays = frame->loops || (!has_way && !ts_is_owed(owed));
    frame->in_doubt = !discovery.is_paid;
    if (discovery.goes_wrong) visit(bottom, NULL, 0, BOTTOM_WRONG);
}

static void lower(struct bottom *bottom, uint32_t number, uint32_t to) {
    if (bottom->lowest.items[number] > to) bottom->lowest.items[number] = to;
}

/* ---- components ---- */

static void tell_states(struct bottom *bottom, size_t first, enum bottom_kind kind) {
    for (size_t i = first; i < bottom->open.count; i++) {
        uint64_t handle = bottom->numbers.handles.items[bottom->open.items[i]];
        uint32_t size = store_read(bottom->store, handle, bottom->node);
        visit(bottom, bottom->node, size, kind);
    }
}

static void tell(struct bottom *bottom, size_t first, enum bottom_kind kind) {
    tell_states(bottom, first, kind);
    visit(bottom, NULL, 0, kind);
}

static bool is_over(struct bottom *bottom, uint32_t number) {
    const struct bottom_visitor *visitor = bottom->visitor;
    if (!visitor->is_over) return false;
    store_read(bottom->store, bottom->numbers.handles.items[number], bottom->node);
    return visitor->is_over(visitor->context, bottom->node);
}

/* ---- what is left out ---- */

/* The place of a node in the component that is open from `first` on; its size, if it is not there. */
static uint32_t place_in(const struct bottom *bottom, size_t first, uint64_t handle) {
    uint32_t number, low = 0, size = (uint32_t)(bottom->open.count - first), high = size;
    if (!numbering_find(&bottom->numbers, handle, &number)) return size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (bottom->open.items[first + middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < size && bottom->open.items[first + low] == number ? low : size;
}

/* The steps of a state of the component that lead to others, with the states in between, which are not stored. */
static void add_steps(struct bottom *bottom, size_t first, uint32_t from, struct lasting *part) {
    const struct expander *expander = &bottom->expander;
    uint32_t members = (uint32_t)(bottom->open.count - first), count = (uint32_t)expander->entries.count;
    uint32_t *places = memory_new((count + 1) * sizeof *places);
    for (uint32_t i = 0; i < count; i++) {
        const struct expand_entry *entry = &expander->entries.items[i];
        const void *node = expander_bytes(expander, entry);
        bool ends = is_end(bottom, entry->step.fault);
        uint64_t handle;
        if (ends || !entry->is_node)
            places[i] = lasting_add(part, node, entry->size);
        else if (store_insert(bottom->store, 0, node, entry->size, store_hash(node, entry->size), &handle) !=
                 STORE_FULL)
            places[i] = place_in(bottom, first, handle);
        if (ends || (entry->is_node && places[i] == members)) continue;
        uint32_t before = entry->from == EXPAND_SOURCE ? from : places[entry->from];
        vec_push(&part->steps, (struct lasting_step){before, places[i], entry->step.actor});
    }
    free(places);
}

/* Is there a run that stays in the component for ever, and in which all come that have to? */
static bool may_last(struct bottom *bottom, size_t first) {
    struct lasting part;
    lasting_begin(&part, bottom->expander.ts);
    for (size_t i = first; i < bottom->open.count; i++) {
        uint64_t handle = bottom->numbers.handles.items[bottom->open.items[i]];
        lasting_add(&part, bottom->node, store_read(bottom->store, handle, bottom->node));
    }
    for (size_t i = first; i < bottom->open.count && goes_on(bottom); i++) {
        uint64_t handle = bottom->numbers.handles.items[bottom->open.items[i]];
        uint32_t size = store_read(bottom->store, handle, bottom->node);
        expander_clear(&bottom->expander);
        expander_add(&bottom->expander, bottom->node, size);
        add_steps(bottom, first, (uint32_t)(i - first), &part);
        if (bottom->options->memory_limit && lasting_memory(&part) > bottom->options->memory_limit)
            bottom->limit = LIMIT_MEMORY;
    }
    bool possible = bottom->limit == LIMIT_NONE && lasting_is_possible(&part);
    lasting_free(&part);
    return possible;
}

/* ---- one component after the other ---- */

static size_t begin_of(const struct bottom *bottom, uint32_t number) {
    size_t first = bottom->open.count;
    while (bottom->open.items[first - 1] != number) first--;
    return first - 1;
}

/* A way leads out of the component, to where it is over. False: whoever is in it has to take it. */
static bool tell_before_over(struct bottom *bottom, size_t first, const struct frame *frame) {
    const struct bottom_visitor *visitor = bottom->visitor;
    tell_states(bottom, first, BOTTOM_BEFORE_OVER);
    bool stays = frame->stays || !visitor->may_stay || visitor->may_stay(visitor->context);
    visit(bottom, NULL, 0, stays ? BOTTOM_BEFORE_OVER : BOTTOM_NO_ROUND);
    return stays;
}

/* The component of this node, and those above it, is complete: CLOSED, OVER or LEFT_OUT. */
static uint32_t close_component(struct bottom *bottom, const struct frame *frame) {
    size_t first = begin_of(bottom, frame->number);
    bool goes_round = frame->loops || bottom->open.count - first > 1, over = !frame->leaves;
    bool asks = frame->in_doubt || (bottom->visitor->all_come && frame->ends);
    if (goes_round && asks && !frame->stays && !frame->leaves) goes_round = may_last(bottom, first);
    uint32_t closed = CLOSED;
    if (!frame->leaves && goes_round && frame->ends) {
        over = !tell_before_over(bottom, first, frame) || is_over(bottom, frame->number);
    } else if (!frame->leaves && goes_round) {
        tell(bottom, first, BOTTOM_ROUND);
        over = is_over(bottom, frame->number);
    } else if (!frame->leaves && !frame->ends && frame->stays) {
        tell(bottom, first, BOTTOM_END);
        over = is_over(bottom, frame->number);
    } else if (!frame->leaves && !frame->ends) {
        tell(bottom, first, BOTTOM_LEFT_OUT);
        closed = LEFT_OUT;
    }
    if (closed != LEFT_OUT && over) closed = OVER;
    while (bottom->open.count > first) bottom->lowest.items[vec_pop(&bottom->open)] = closed;
    return closed;
}

/* A step of this frame's state leads to a state whose component is complete. */
static void look_back(struct frame *frame, uint32_t closed) {
    frame->leaves |= closed == CLOSED;
    frame->ends |= closed == OVER;
    frame->in_doubt |= closed == LEFT_OUT;
}

static void leave(struct bottom *bottom) {
    struct frame frame = vec_pop(&bottom->path);
    uint32_t lowest = bottom->lowest.items[frame.number];
    bool closes = lowest == frame.number;
    invariant(lowest <= frame.number);
    uint32_t closed = closes ? close_component(bottom, &frame) : CLOSED;
    if (!bottom->path.count) return;
    struct frame *before = &vec_last(&bottom->path);
    if (closes) {
        look_back(before, closed);
        return;
    }
    before->leaves |= frame.leaves;
    before->ends |= frame.ends;
    before->stays |= frame.stays;
    before->in_doubt |= frame.in_doubt;
    lower(bottom, before->number, lowest);
}

static void walk(struct bottom *bottom, uint64_t root) {
    uint32_t number;
    if (!numbering_add(&bottom->numbers, root, &number)) return;
    enter(bottom, root, number);
    while (bottom->path.count && goes_on(bottom)) {
        struct frame *top = &vec_last(&bottom->path);
        if (bottom->waiting.count == top->waiting) {
            leave(bottom);
            continue;
        }
        uint64_t next = vec_pop(&bottom->waiting);
        if (numbering_add(&bottom->numbers, next, &number)) {
            enter(bottom, next, number);
        } else if (bottom->lowest.items[number] >= LEFT_OUT) {
            look_back(top, bottom->lowest.items[number]);
        } else {
            top->loops |= number == top->number;
            lower(bottom, top->number, number);
        }
    }
}

static void find_roots(struct bottom *bottom, const struct bottom_start *start) {
    uint64_t handle;
    expander_clear(&bottom->expander);
    if (!start) {
        expander_initial(&bottom->expander);
        discover(bottom, TS_NOBODY);
    } else if (store_insert(bottom->store, 0, start->state, start->size, store_hash(start->state, start->size),
                            &handle) == STORE_FULL) {
        bottom->limit = LIMIT_MEMORY;
    } else {
        vec_push(&bottom->waiting, handle);
    }
}

enum search_limit bottom_components(const struct ts *ts, const struct search_options *options,
                                    const struct bottom_start *start, const struct bottom_visitor *visitor) {
    struct bottom bottom = {.options = options, .visitor = visitor, .begun = clock_seconds()};
    enum store_kind kind = options->store == STORE_TREE ? STORE_TREE : STORE_EXACT;
    expander_init(&bottom.expander, ts, EXPAND_STATES, !options->no_reduction);
    uint32_t size = expand_node_size(ts, EXPAND_STATES);
    bottom.store =
        store_new(&(struct store_options){.kind = kind, .max_state_size = size, .memory_limit = options->memory_limit});
    bottom.node = memory_new(size);
    if (bottom.store) {
        VEC(uint64_t) roots = {0};
        find_roots(&bottom, start);
        for (size_t i = 0; i < bottom.waiting.count; i++) vec_push(&roots, bottom.waiting.items[i]);
        vec_clear(&bottom.waiting);
        for (size_t i = 0; i < roots.count && goes_on(&bottom); i++) walk(&bottom, roots.items[i]);
        vec_free(&roots);
        store_free(bottom.store);
    } else {
        bottom.limit = LIMIT_MEMORY;
    }
    expander_free(&bottom.expander);
    numbering_free(&bottom.numbers);
    vec_free(&bottom.lowest);
    vec_free(&bottom.open);
    vec_free(&bottom.path);
    vec_free(&bottom.waiting);
    free(bottom.node);
    return bottom.limit;
}
