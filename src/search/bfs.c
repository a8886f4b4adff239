#include "search/bfs.h"

#include "search/snapshot.h"

#include <sched.h>
#include <string.h>

enum {
    BATCH = 96,            /* entries whose places in the store are fetched at the same time */
    READ_AHEAD = 4,        /* nodes                                                          */
    YIELDS = 100,          /* before a thread that has nothing to do falls asleep            */
    LEVEL_FOR_MANY = 2048, /* nodes: a smaller level is not worth waking anybody             */
};

/* ---- what is found ---- */

static void report(struct bfs_worker *me, const char *kind, uint32_t fault, uint64_t parent, uint32_t entry) {
    uint64_t length = me->bfs->level + (entry == EXPAND_SOURCE ? 0 : 1);
    struct finding finding = {
        .kind = kind, .fault = fault, .cycle = SIZE_MAX, .length = length, .parent = parent, .entry = entry};
    job_report(me->bfs->job, &finding);
}

/* What is expanded: a node, or a state on a passage that began in one. */
struct whence {
    uint64_t node;
    uint32_t entry; /* with which the passage began; EXPAND_SOURCE: there is none */
};

static uint32_t way_to(const struct whence *whence, uint32_t entry) {
    return whence->entry == EXPAND_SOURCE ? entry : whence->entry;
}

/* Of the worker's node, which has so many bytes. */
static void report_events(struct bfs_worker *me, const struct expansion *expansion, const struct whence *whence,
                          uint32_t size) {
    struct job *job = me->bfs->job;
    const struct expander *expander = &me->worker->expander;
    for (uint32_t i = expansion->first; i < expansion->end; i++) {
        const struct expand_entry *entry = &expander->entries.items[i];
        uint32_t index = i - expansion->first, way = way_to(whence, index);
        if (job_wants_fault(job, &entry->step) && job_is_first_fault(job, me->worker->node, size, index))
            report(me, NULL, entry->step.fault, whence->node, way);
        if (entry->violating) report(me, "claim", 0, whence->node, way);
    }
}

static void find_path(const struct bfs *bfs, struct finding *finding) {
    if (finding->path.entries.count) return;
    VEC(uint32_t) backwards = {0};
    if (finding->entry != EXPAND_SOURCE) vec_push(&backwards, finding->entry);
    for (uint64_t at = finding->parent; at != LOG_NO_PARENT;) {
        const struct log *log = &bfs->logs[log_thread(at)];
        vec_push(&backwards, log_entry(log, log_number(at)));
        at = log_parent(log, log_number(at));
    }
    while (backwards.count) vec_push(&finding->path.entries, vec_pop(&backwards));
    vec_free(&backwards);
}

/* ---- one thread ---- */

static void add_new(struct bfs_worker *me, const struct bfs_arrival *arrival, const struct store_item *item) {
    struct bfs *bfs = me->bfs;
    struct worker *worker = me->worker;
    struct log *log = &bfs->logs[worker->number];
    uint64_t number = log->count;
    if (bfs->keep_log) worker->memory += log_add(log, arrival->parent, arrival->entry);
    size_t allocated = bfs->exact ? frontier_add_handle(&me->found, worker->number, number, item->handle)
                                  : frontier_add_copy(&me->found, worker->number, number, item->state, item->size);
    if (allocated) atomic_fetch_add_explicit(&bfs->job->shared_memory, (int64_t)allocated, memory_order_relaxed);
    if (expander_violates(&worker->expander, item->state, item->size))
        report(me, "claim", 0, arrival->parent, arrival->entry);
}

static void keep_state_limit(struct job *job) {
    uint64_t most = job->options->state_limit;
    if (most && store_count(job->store) > most) job_stop(job, LIMIT_STATES);
}

/* The expander's bytes may have moved while arrivals were collected, so their addresses are taken only now. */
static void flush(struct bfs_worker *me) {
    struct expander *expander = &me->worker->expander;
    vec_reserve(&me->items, me->arrivals.count);
    for (size_t i = 0; i < me->arrivals.count; i++) {
        const struct expand_entry *entry = &expander->entries.items[me->arrivals.items[i].index];
        me->items.items[i] = (struct store_item){.state = expander_bytes(expander, entry), .size = entry->size};
    }
    store_insert_batch(me->bfs->job->store, me->worker->number, me->items.items, me->arrivals.count);
    for (size_t i = 0; i < me->arrivals.count; i++) {
        const struct store_item *item = &me->items.items[i];
        if (item->answer == STORE_NEW) add_new(me, &me->arrivals.items[i], item);
        if (item->answer == STORE_FULL) {
            job_stop(me->bfs->job, LIMIT_MEMORY);
            atomic_store(&me->bfs->job->torn, true);
        }
    }
    keep_state_limit(me->bfs->job);
    vec_clear(&me->arrivals);
    expander_clear(expander);
}

static void pass(struct bfs_worker *me, const struct expand_entry *entry, const struct frontier_origin *origin) {
    const void *state = expander_bytes(&me->worker->expander, entry);
    size_t allocated = frontier_add_passing(&me->passing, *origin, state, entry->size);
    if (allocated) atomic_fetch_add_explicit(&me->bfs->job->shared_memory, (int64_t)allocated, memory_order_relaxed);
}

static void add_arrivals(struct bfs_worker *me, const struct expansion *expansion, const struct whence *whence) {
    struct worker *worker = me->worker;
    for (uint32_t i = expansion->first; i < expansion->end; i++) {
        const struct expand_entry *entry = &worker->expander.entries.items[i];
        uint32_t way = way_to(whence, i - expansion->first);
        if (entry->is_node) {
            vec_push(&me->arrivals, (struct bfs_arrival){whence->node, way, i});
            worker->transitions++;
        } else {
            worker->passed++;
            if (me->bfs->job->stepwise && entry->transient)
                pass(me, entry, &(struct frontier_origin){whence->node, way});
        }
    }
    if (worker->expander.entries.count >= BATCH) flush(me);
}

static void expand(struct bfs_worker *me, uint32_t size, const struct whence *whence) {
    struct job *job = me->bfs->job;
    struct worker *worker = me->worker;
    struct expansion expansion = expander_add(&worker->expander, worker->node, size);
    if (expansion.stuck && job_is_invalid_end(worker, worker->node, size))
        report(me, "invalid end state", 0, whence->node, whence->entry);
    if (expansion.cut) job_note_cut(job);
    if (job->options->depth_limit && me->bfs->level >= job->options->depth_limit) {
        job_look_beyond(worker, &expansion);
        expander_clear(&worker->expander);
        return;
    }
    if (expansion.eventful) report_events(me, &expansion, whence, size);
    add_arrivals(me, &expansion, whence);
}

/* Number `index` of the chunk, at *offset of its data, to the worker's room for a node; the offset moves on. */
static uint32_t take(const struct bfs_worker *me, const struct frontier_chunk *chunk, uint32_t index, size_t *offset,
                     struct whence *whence) {
    const struct bfs *bfs = me->bfs;
    if (chunk->passing) {
        struct frontier_origin origin;
        uint32_t size = frontier_passing(chunk, offset, me->worker->node, &origin);
        *whence = (struct whence){origin.node, (uint32_t)origin.entry};
        return size;
    }
    *whence = (struct whence){log_reference(chunk->thread, chunk->first + index), EXPAND_SOURCE};
    if (!bfs->exact) return frontier_copy(chunk, offset, me->worker->node);
    if (index + READ_AHEAD < chunk->count)
        store_prefetch_state(bfs->job->store, frontier_handle(chunk, index + READ_AHEAD));
    *offset += sizeof(uint64_t);
    return store_read(bfs->job->store, frontier_handle(chunk, index), me->worker->node);
}

/* All of it, or as much as a pause or a limit allows: the rest stays in the chunk. */
static void expand_chunk(struct bfs_worker *me, struct frontier_chunk *chunk) {
    struct job *job = me->bfs->job;
    size_t offset = 0;
    uint32_t done = 0;
    while (done < chunk->count && !job_is_halting(job)) {
        struct whence whence;
        uint32_t size = take(me, chunk, done++, &offset, &whence);
        expand(me, size, &whence);
        job_tick(me->worker);
    }
    flush(me);
    frontier_chunk_drop(chunk, done, offset);
}

/* The place of a chunk that nobody else takes; NULL if there are no more. A worker's own share comes first: it consists
 * mostly of what that worker has found, so the states are still in its cache. */
static struct frontier_chunk **take_chunk(struct bfs_worker *me) {
    struct bfs *bfs = me->bfs;
    unsigned count = bfs->job->thread_count;
    for (unsigned i = 0; i < count; i++) {
        struct bfs_worker *owner = &bfs->workers[(me->worker->number + i) % count];
        size_t chunk = atomic_fetch_add_explicit(&owner->next_chunk, 1, memory_order_relaxed);
        if (chunk < owner->end_chunk) return &bfs->frontier.chunks.items[chunk];
    }
    return NULL;
}

static void work(struct bfs_worker *me) {
    struct job *job = me->bfs->job;
    store_join(job->store, me->worker->number);
    struct frontier_chunk **place;
    while (!job_is_halting(job) && (place = take_chunk(me))) {
        struct frontier_chunk *chunk = *place;
        expand_chunk(me, chunk);
        if (chunk->count) break;
        *place = NULL;
        atomic_fetch_sub_explicit(&job->shared_memory, (int64_t)frontier_chunk_memory(chunk), memory_order_relaxed);
        free(chunk);
    }
    job_show(me->worker);
    store_leave(job->store, me->worker->number);
}

/* ---- all threads ---- */

/* Levels follow each other quickly: waiting awake for a little while is cheaper than to fall asleep and be woken. */
static void await_new_round(struct bfs *bfs, unsigned round) {
    for (unsigned i = 0; i < YIELDS && atomic_load(&bfs->round) == round && !atomic_load(&bfs->leaving); i++)
        sched_yield();
    pthread_mutex_lock(&bfs->mutex);
    while (atomic_load(&bfs->round) == round && !atomic_load(&bfs->leaving))
        pthread_cond_wait(&bfs->changed, &bfs->mutex);
    pthread_mutex_unlock(&bfs->mutex);
}

static void await_others(struct bfs *bfs) {
    for (unsigned i = 0; i < YIELDS && atomic_load(&bfs->busy); i++) sched_yield();
    pthread_mutex_lock(&bfs->mutex);
    while (atomic_load(&bfs->busy)) pthread_cond_wait(&bfs->changed, &bfs->mutex);
    pthread_mutex_unlock(&bfs->mutex);
}

static void *crew_member(void *context) {
    struct bfs_worker *me = context;
    struct bfs *bfs = me->bfs;
    for (unsigned round = 0;; round++) {
        await_new_round(bfs, round);
        if (atomic_load(&bfs->leaving)) return NULL;
        work(me);
        pthread_mutex_lock(&bfs->mutex);
        if (atomic_fetch_sub(&bfs->busy, 1) == 1) pthread_cond_broadcast(&bfs->changed);
        pthread_mutex_unlock(&bfs->mutex);
    }
}

/* As many as can be had: the shares of those that are missing are taken by the others. Nobody is hired before there is
 * work for several: most searches are small. */
static void crew_hire(struct bfs *bfs) {
    if (bfs->threads) return;
    bfs->threads = memory_new(bfs->job->thread_count * sizeof *bfs->threads);
    while (bfs->crew < bfs->job->thread_count &&
           pthread_create(&bfs->threads[bfs->crew], NULL, crew_member, &bfs->workers[bfs->crew]) == 0)
        bfs->crew++;
}

static void crew_dismiss(struct bfs *bfs) {
    pthread_mutex_lock(&bfs->mutex);
    atomic_store(&bfs->leaving, true);
    pthread_cond_broadcast(&bfs->changed);
    pthread_mutex_unlock(&bfs->mutex);
    for (unsigned i = 1; i < bfs->crew; i++) pthread_join(bfs->threads[i], NULL);
    free(bfs->threads);
}

static void work_together(struct bfs *bfs) {
    pthread_mutex_lock(&bfs->mutex);
    atomic_store(&bfs->busy, bfs->crew - 1);
    atomic_fetch_add(&bfs->round, 1);
    pthread_cond_broadcast(&bfs->changed);
    pthread_mutex_unlock(&bfs->mutex);
    work(&bfs->workers[0]);
    await_others(bfs);
}

static void share_frontier(struct bfs *bfs) {
    size_t chunks = bfs->frontier.chunks.count, threads = bfs->job->thread_count;
    for (size_t i = 0; i < threads; i++) {
        atomic_store_explicit(&bfs->workers[i].next_chunk, chunks * i / threads, memory_order_relaxed);
        bfs->workers[i].end_chunk = chunks * (i + 1) / threads;
    }
}

/* Expands the frontier, or as much of it as a pause or a limit allows: the rest stays. */
static void expand_level(struct bfs *bfs) {
    share_frontier(bfs);
    bool many = bfs->job->thread_count > 1 && frontier_count(&bfs->frontier) >= LEVEL_FOR_MANY;
    if (many) crew_hire(bfs);
    if (many && bfs->crew > 1)
        work_together(bfs);
    else
        work(&bfs->workers[0]);
    struct frontier rest = {0};
    frontier_move(&rest, &bfs->frontier);
    vec_free(&bfs->frontier.chunks);
    bfs->frontier = rest;
}

void bfs_init(struct bfs *bfs, struct job *job, bool keep_log) {
    *bfs = (struct bfs){.job = job, .exact = store_is_exact(job->store), .keep_log = keep_log, .crew = 1};
    job->stepwise = job->reduce && job->ts->counts_passing;
    bfs->workers = memory_new(job->thread_count * sizeof *bfs->workers);
    for (unsigned i = 0; i < job->thread_count; i++) {
        bfs->workers[i].bfs = bfs;
        bfs->workers[i].worker = &job->workers[i];
        job->workers[i].expander.hashing = false; /* batches are hashed by the store */
        job->workers[i].expander.stepwise = job->stepwise;
    }
    pthread_mutex_init(&bfs->mutex, NULL);
    pthread_cond_init(&bfs->changed, NULL);
}

void bfs_start(struct bfs *bfs) {
    struct bfs_worker *me = &bfs->workers[0];
    store_join(bfs->job->store, 0);
    struct expansion expansion = expander_initial(&me->worker->expander);
    struct whence nowhere = {LOG_NO_PARENT, EXPAND_SOURCE};
    if (expansion.eventful) report_events(me, &expansion, &nowhere, 0);
    add_arrivals(me, &expansion, &nowhere);
    flush(me);
    me->worker->transitions = 0; /* being there is no step */
    store_leave(bfs->job->store, 0);
    frontier_move(&bfs->frontier, &me->found);
}

void bfs_search(struct bfs *bfs) {
    struct job *job = bfs->job;
    /* A level is looked at to its end, whatever is found in it: so answers do not depend on pauses. */
    while (!job_is_stopping(job) && (bfs->halfway || !job_has_enough(job)) && bfs->frontier.chunks.count) {
        if (frontier_has_nodes(&bfs->frontier)) bfs->workers[0].worker->depth = bfs->level;
        expand_level(bfs);
        snapshot_if_due(job, bfs_save, bfs);
        bfs->halfway = bfs->frontier.chunks.count; /* there was a pause */
        if (bfs->halfway) continue;
        for (unsigned i = 0; i < job->thread_count; i++) {
            frontier_move(&bfs->frontier, &bfs->workers[i].found);
            frontier_move(&bfs->frontier, &bfs->workers[i].passing);
        }
        bfs->level++;
    }
    crew_dismiss(bfs);
    for (size_t i = 0; i < job->findings.count && bfs->keep_log; i++) find_path(bfs, &job->findings.items[i]);
}

void bfs_save(const void *context, struct checkpoint_writer *out) {
    const struct bfs *bfs = context;
    checkpoint_put_number(out, bfs->level);
    frontier_save(&bfs->frontier, out);
    checkpoint_put_number(out, bfs->job->thread_count);
    for (unsigned i = 0; i < bfs->job->thread_count; i++) {
        frontier_save(&bfs->workers[i].found, out);
        frontier_save(&bfs->workers[i].passing, out);
    }
    for (unsigned i = 0; i < JOB_MAX_THREADS; i++) log_save(&bfs->logs[i], out);
}

void bfs_load(void *context, struct checkpoint_reader *in) {
    struct bfs *bfs = context;
    uint32_t node_size = expand_node_size(bfs->job->ts, bfs->job->mode);
    bfs->level = checkpoint_get_number(in);
    size_t allocated = frontier_load(&bfs->frontier, node_size, in);
    uint64_t threads = checkpoint_get_number(in);
    for (uint64_t i = 0; i < 2 * threads && !in->failed; i++)
        allocated += frontier_load(&bfs->workers[0].found, node_size, in);
    for (unsigned i = 0; i < JOB_MAX_THREADS; i++) allocated += log_load(&bfs->logs[i], in);
    atomic_fetch_add(&bfs->job->shared_memory, (int64_t)allocated);
    /* A snapshot may have been taken when a level was complete. */
    if (bfs->frontier.chunks.count == 0) {
        frontier_move(&bfs->frontier, &bfs->workers[0].found);
        bfs->level++;
    } else {
        bfs->halfway = bfs->workers[0].found.chunks.count;
    }
}

void bfs_free(struct bfs *bfs) {
    for (unsigned i = 0; i < bfs->job->thread_count; i++) {
        frontier_free(&bfs->workers[i].found);
        frontier_free(&bfs->workers[i].passing);
        vec_free(&bfs->workers[i].arrivals);
        vec_free(&bfs->workers[i].items);
    }
    for (unsigned i = 0; i < JOB_MAX_THREADS; i++) log_free(&bfs->logs[i]);
    free(bfs->workers);
    frontier_free(&bfs->frontier);
    pthread_mutex_destroy(&bfs->mutex);
    pthread_cond_destroy(&bfs->changed);
}
