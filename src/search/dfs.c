#include "search/dfs.h"

#include "base/invariant.h"
#include "search/snapshot.h"

#include <errno.h>
#include <string.h>
#include <time.h>

/* Follows the bytes of a successor on the stack. */
struct trailer {
    uint64_t hash;
    uint32_t size;
    uint32_t entry;
};

/* ---- stacks ---- */

static void stack_free(struct dfs_stack *stack) {
    vec_free(&stack->prefix.entries);
    vec_free(&stack->frames);
    vec_free(&stack->bytes);
}

static void push_waiting(struct dfs_stack *stack, const void *node, const struct trailer *trailer) {
    size_t at = stack->bytes.count;
    vec_reserve(&stack->bytes, at + trailer->size + sizeof *trailer);
    memcpy(stack->bytes.items + at, node, trailer->size);
    memcpy(stack->bytes.items + at + trailer->size, trailer, sizeof *trailer);
    stack->bytes.count = at + trailer->size + sizeof *trailer;
    vec_last(&stack->frames).waiting++;
}

/* The record that ends at `end`; returns where it begins. */
static size_t record_before(const struct dfs_stack *stack, size_t end, struct trailer *trailer) {
    memcpy(trailer, stack->bytes.items + end - sizeof *trailer, sizeof *trailer);
    invariant(trailer->size + sizeof *trailer <= end);
    return end - sizeof *trailer - trailer->size;
}

static void pop_waiting(struct dfs_stack *stack, void *node, struct trailer *trailer) {
    stack->bytes.count = record_before(stack, stack->bytes.count, trailer);
    memcpy(node, stack->bytes.items + stack->bytes.count, trailer->size);
    vec_last(&stack->frames).waiting--;
}

static void push_frame(struct dfs_stack *stack, uint32_t entry) {
    vec_push(&stack->frames, (struct dfs_frame){.base = stack->bytes.count, .entry = entry});
}

static void pop_frame(struct dfs_stack *stack) {
    invariant(vec_last(&stack->frames).base <= stack->bytes.count);
    stack->bytes.count = vec_pop(&stack->frames).base;
    if (stack->generous > stack->frames.count) stack->generous = stack->frames.count;
}

static uint64_t stack_depth(const struct dfs_stack *stack) {
    return stack->prefix.entries.count + stack->frames.count - 1;
}

static size_t stack_memory(const struct dfs_stack *stack) {
    return stack->bytes.capacity + stack->frames.capacity * sizeof *stack->frames.items +
           stack->prefix.entries.capacity * sizeof(uint32_t);
}

/* The path to the node of frame number `frame`. */
static void path_to_frame(const struct dfs_stack *stack, size_t frame, struct path *path) {
    size_t count = stack->prefix.entries.count;
    vec_reserve(&path->entries, count + frame + 1);
    vec_clear(&path->entries);
    for (size_t i = 0; i < count; i++) vec_push(&path->entries, stack->prefix.entries.items[i]);
    for (size_t i = 1; i <= frame; i++) vec_push(&path->entries, stack->frames.items[i].entry);
}

/* ---- sharing ---- */

/* Moves the waiting successors of the lowest frame that has some into a stack of their own. */
static bool give_away(struct dfs_stack *stack, struct dfs_stack *given) {
    size_t frame = stack->generous;
    while (frame + 1 < stack->frames.count && stack->frames.items[frame].waiting == 0) frame++;
    stack->generous = frame;
    if (frame + 1 >= stack->frames.count) return false;
    *given = (struct dfs_stack){0};
    path_to_frame(stack, frame, &given->prefix);
    push_frame(given, EXPAND_SOURCE);
    size_t base = stack->frames.items[frame].base, end = stack->frames.items[frame + 1].base;
    vec_reserve(&given->bytes, end - base);
    memcpy(given->bytes.items, stack->bytes.items + base, end - base);
    given->bytes.count = end - base;
    given->frames.items[0].waiting = stack->frames.items[frame].waiting;
    stack->frames.items[frame].waiting = 0;
    return true;
}

static void update_hunger(struct dfs *dfs) {
    atomic_store_explicit(&dfs->hungry, dfs->idle > dfs->pool.count, memory_order_relaxed);
}

static void share(struct dfs_worker *me) {
    struct dfs *dfs = me->dfs;
    struct dfs_stack given;
    if (!give_away(&me->stack, &given)) return;
    pthread_mutex_lock(&dfs->mutex);
    vec_push(&dfs->pool, given);
    update_hunger(dfs);
    pthread_cond_signal(&dfs->changed);
    pthread_mutex_unlock(&dfs->mutex);
}

static void wait_a_moment(struct dfs *dfs) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 20 * 1000 * 1000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&dfs->changed, &dfs->mutex, &until);
}

/* Takes a stack from the pool. False when all work is done, or the search stops. */
static bool find_work(struct dfs_worker *me) {
    struct dfs *dfs = me->dfs;
    pthread_mutex_lock(&dfs->mutex);
    dfs->idle++;
    bool found = false;
    while (!found && !job_is_halting(dfs->job)) {
        if (dfs->pool.count) {
            stack_free(&me->stack);
            me->stack = vec_pop(&dfs->pool);
            found = true;
        } else if (dfs->idle == dfs->crew) {
            pthread_cond_broadcast(&dfs->changed);
            break;
        } else {
            update_hunger(dfs);
            wait_a_moment(dfs);
            job_tick_slow(me->worker);
        }
    }
    if (found) dfs->idle--;
    update_hunger(dfs);
    pthread_mutex_unlock(&dfs->mutex);
    return found;
}

/* ---- one thread ---- */

static void report(struct dfs_worker *me, const char *kind, uint32_t fault, uint32_t entry) {
    struct job *job = me->dfs->job;
    struct finding finding = {.kind = kind, .fault = fault, .cycle = SIZE_MAX};
    path_to_frame(&me->stack, me->stack.frames.count - 1, &finding.path);
    if (entry != EXPAND_SOURCE) vec_push(&finding.path.entries, entry);
    finding.length = 0; /* the first found is shown first */
    job_report(job, &finding);
    if (job_has_enough(job)) job_stop(job, LIMIT_NONE);
}

/* Of the worker's node, which has so many bytes, or of a state that is passed through: that has one step only. */
static bool is_first_fault(const struct dfs_worker *me, uint32_t index, uint32_t size) {
    const struct expander *expander = &me->worker->expander;
    uint32_t from = expander->entries.items[index].from;
    if (from == EXPAND_SOURCE) return job_is_first_fault(me->dfs->job, me->worker->node, size, index);
    const struct expand_entry *passed = &expander->entries.items[from];
    return job_is_first_fault(me->dfs->job, expander_bytes(expander, passed), passed->size, 0);
}

static void report_events(struct dfs_worker *me, const struct expansion *expansion, uint32_t size) {
    const struct expander *expander = &me->worker->expander;
    for (uint32_t i = expansion->first; i < expansion->end; i++) {
        const struct expand_entry *entry = &expander->entries.items[i];
        if (job_wants_fault(me->dfs->job, &entry->step) && is_first_fault(me, i, size))
            report(me, NULL, entry->step.fault, i);
        if (entry->violating) report(me, "claim", 0, i);
    }
}

/* Puts the successors that are not known yet on the stack, the first on top. */
static void push_successors(struct dfs_worker *me, const struct expansion *expansion) {
    struct store *store = me->dfs->job->store;
    const struct expander *expander = &me->worker->expander;
    for (uint32_t i = expansion->first; i < expansion->end; i++) {
        const struct expand_entry *entry = &expander->entries.items[i];
        if (entry->is_node) {
            me->worker->transitions++;
            store_prefetch(store, entry->hash);
        } else {
            me->worker->passed++;
        }
    }
    for (uint32_t i = expansion->end; i-- > expansion->first;) {
        const struct expand_entry *entry = &expander->entries.items[i];
        if (!entry->is_node) continue;
        const void *node = expander_bytes(expander, entry);
        if (store_contains(store, node, entry->size, entry->hash)) continue;
        push_waiting(&me->stack, node, &(struct trailer){entry->hash, entry->size, i});
    }
}

/* As in breadth-first search: beyond the limit it only matters whether something is there. */
static bool beyond_limit(struct dfs_worker *me, const struct expansion *expansion) {
    const struct job *job = me->dfs->job;
    if (!job->options->depth_limit || stack_depth(&me->stack) <= job->options->depth_limit) return false;
    job_look_beyond(me->worker, expansion);
    return true;
}

/* Expands the node, which has just got its frame. */
static void expand(struct dfs_worker *me, uint32_t size) {
    struct worker *worker = me->worker;
    const void *node = worker->node;
    uint64_t depth = stack_depth(&me->stack) - 1;
    if (depth > worker->depth) worker->depth = depth;
    expander_clear(&worker->expander);
    struct expansion expansion = expander_add(&worker->expander, node, size);
    if (expander_violates(&worker->expander, node, size)) report(me, "claim", 0, EXPAND_SOURCE);
    if (expansion.stuck && job_is_invalid_end(worker, node, size)) report(me, "invalid end state", 0, EXPAND_SOURCE);
    if (expansion.cut) job_note_cut(me->dfs->job);
    if (beyond_limit(me, &expansion)) return;
    if (expansion.eventful) report_events(me, &expansion, size);
    push_successors(me, &expansion);
}

/* Visits the next successor of the top frame. */
static void visit(struct dfs_worker *me) {
    struct job *job = me->dfs->job;
    struct worker *worker = me->worker;
    struct trailer trailer;
    pop_waiting(&me->stack, worker->node, &trailer);
    switch (store_insert(job->store, worker->number, worker->node, trailer.size, trailer.hash, NULL)) {
    case STORE_OLD: return;
    case STORE_NEW: break;
    case STORE_FULL:
        push_waiting(&me->stack, worker->node, &trailer);
        job_stop(job, LIMIT_MEMORY);
        return;
    }
    push_frame(&me->stack, trailer.entry);
    expand(me, trailer.size);
    worker->memory = stack_memory(&me->stack);
}

static void empty_stack(struct dfs_worker *me) {
    struct dfs *dfs = me->dfs;
    while (me->stack.frames.count && job_tick(me->worker) && !job_is_halting(dfs->job)) {
        if (vec_last(&me->stack.frames).waiting) {
            visit(me);
        } else {
            pop_frame(&me->stack);
        }
        store_pause_point(dfs->job->store, me->worker->number);
        if (atomic_load_explicit(&dfs->hungry, memory_order_relaxed)) share(me);
    }
}

static void work(struct dfs_worker *me) {
    struct job *job = me->dfs->job;
    do {
        store_join(job->store, me->worker->number);
        empty_stack(me);
        store_leave(job->store, me->worker->number);
    } while (me->stack.frames.count == 0 && find_work(me));
    job_show(me->worker);
}

static void *work_in_thread(void *context) {
    work(context);
    return NULL;
}

/* ---- all threads ---- */

void dfs_init(struct dfs *dfs, struct job *job) {
    *dfs = (struct dfs){.job = job};
    pthread_mutex_init(&dfs->mutex, NULL);
    pthread_cond_init(&dfs->changed, NULL);
    dfs->workers = memory_new(job->thread_count * sizeof *dfs->workers);
    for (unsigned i = 0; i < job->thread_count; i++) {
        dfs->workers[i].dfs = dfs;
        dfs->workers[i].worker = &job->workers[i];
    }
}

void dfs_start(struct dfs *dfs) {
    struct dfs_worker *me = &dfs->workers[0];
    expander_clear(&me->worker->expander);
    struct expansion expansion = expander_initial(&me->worker->expander);
    push_frame(&me->stack, EXPAND_SOURCE);
    if (expansion.eventful) report_events(me, &expansion, 0);
    push_successors(me, &expansion);
    me->worker->transitions = 0; /* being there is no step */
    vec_push(&dfs->pool, me->stack);
    me->stack = (struct dfs_stack){0};
}

/* Until the pool is empty and all threads are idle, or a pause, or a limit. */
static void work_together(struct dfs *dfs) {
    pthread_t threads[JOB_MAX_THREADS];
    unsigned crew = 1;
    dfs->idle = 0;
    dfs->crew = dfs->job->thread_count;
    while (crew < dfs->job->thread_count &&
           pthread_create(&threads[crew], NULL, work_in_thread, &dfs->workers[crew]) == 0)
        crew++;
    pthread_mutex_lock(&dfs->mutex);
    dfs->crew = crew;
    pthread_mutex_unlock(&dfs->mutex);
    work(&dfs->workers[0]);
    for (unsigned i = 1; i < crew; i++) pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < dfs->job->thread_count; i++) {
        if (dfs->workers[i].stack.frames.count == 0) continue;
        vec_push(&dfs->pool, dfs->workers[i].stack);
        dfs->workers[i].stack = (struct dfs_stack){0};
    }
}

void dfs_search(struct dfs *dfs) {
    while (!job_is_stopping(dfs->job) && dfs->pool.count) {
        work_together(dfs);
        snapshot_if_due(dfs->job, dfs_save, dfs);
    }
}

void dfs_free(struct dfs *dfs) {
    for (unsigned i = 0; i < dfs->job->thread_count; i++) stack_free(&dfs->workers[i].stack);
    for (size_t i = 0; i < dfs->pool.count; i++) stack_free(&dfs->pool.items[i]);
    vec_free(&dfs->pool);
    free(dfs->workers);
    pthread_mutex_destroy(&dfs->mutex);
    pthread_cond_destroy(&dfs->changed);
}

void dfs_save(const void *context, struct checkpoint_writer *out) {
    const struct dfs *dfs = context;
    checkpoint_put_number(out, dfs->pool.count);
    for (size_t i = 0; i < dfs->pool.count; i++) {
        const struct dfs_stack *stack = &dfs->pool.items[i];
        snapshot_put_items(out, &stack->prefix.entries);
        snapshot_put_items(out, &stack->frames);
        snapshot_put_items(out, &stack->bytes);
    }
}

/* Has a search left it so? The successors of a frame lie between its base and that of the next one. */
static bool is_sound(const struct dfs_stack *stack, uint32_t node_size) {
    size_t end = stack->bytes.count;
    for (size_t i = stack->frames.count; i-- > 0;) {
        const struct dfs_frame *frame = &stack->frames.items[i];
        if (frame->base > end) return false;
        size_t left = end - frame->base;
        for (uint32_t k = 0; k < frame->waiting; k++) {
            struct trailer trailer;
            if (left < sizeof trailer) return false;
            left -= sizeof trailer;
            memcpy(&trailer, stack->bytes.items + frame->base + left, sizeof trailer);
            if (trailer.size > node_size || trailer.size > left) return false;
            left -= trailer.size;
        }
        end = frame->base;
    }
    return stack->frames.count && end == 0;
}

void dfs_load(void *context, struct checkpoint_reader *in) {
    struct dfs *dfs = context;
    uint64_t stacks = checkpoint_get_number(in);
    for (uint64_t i = 0; i < stacks && !in->failed; i++) {
        struct dfs_stack stack = {0};
        snapshot_get_items(in, &stack.prefix.entries);
        snapshot_get_items(in, &stack.frames);
        snapshot_get_items(in, &stack.bytes);
        if (!in->failed && !is_sound(&stack, expand_node_size(dfs->job->ts, dfs->job->mode))) in->failed = true;
        vec_push(&dfs->pool, stack);
    }
}
