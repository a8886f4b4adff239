#include "search/pastfree.h"

#include "base/invariant.h"
#include "search/cluster.h"
#include "search/disk_log.h"
#include "search/job.h"

#include <string.h>

enum { CHUNK = 64, BATCH = 512, WORTH_THREADS = 1024, MOST_REACH = 32 };

/* A node that was reached, and from where. */
struct arrival {
    uint64_t parent;
    uint32_t entry, index; /* of the parent's expansion; among the expander's entries */
    uint32_t cluster;
};

/* The clusters of a level that something came to and that are not done: the highest number first. */
typedef VEC(struct cluster *) waiting_clusters;

struct level {
    VEC(struct cluster_shadow) shadows; /* by index */
    FILE *content;                      /* of all of them: files are few, clusters may be many; NULL: none yet */
};

struct pastfree {
    struct job *job;
    struct pastfree_result *out;
    struct store_options store_options;
    struct cluster_patience patience;
    uint32_t width, level;
    bool endless;
    VEC(waiting_clusters) ahead; /* of this level and those after it */
    struct disk_log logs[JOB_MAX_THREADS];
    struct level past[PASTFREE_LAGS + 1]; /* a ring, by level */
    uint64_t lags[MOST_REACH];            /* likewise: which levels it repeats: bit n: n before; and anchors */
    /* The last level before those whose number is a power of two (Brent 1980), and those after it that an expansion
     * reaches. */
    struct level anchors[MOST_REACH];
    uint32_t anchor_level, anchor_count;
    pthread_mutex_t mutex; /* guards the clusters' items and memory, and what follows */
    pthread_cond_t changed;
    size_t memory, most_memory; /* of all clusters that wait */
    struct cluster *cluster;    /* that is explored */
    unsigned busy;              /* threads that are expanding something of it */
};

struct explorer {
    struct pastfree *run;
    struct worker *worker;
    unsigned char *room; /* for a state */
    VEC(struct arrival) arrivals;
    VEC(struct store_item) items;
};

/* ---- findings ---- */

static void report(struct explorer *me, const char *kind, uint32_t fault, uint64_t parent, uint32_t entry) {
    struct finding finding = {
        .kind = kind, .fault = fault, .cycle = SIZE_MAX, .length = me->run->level, .parent = parent, .entry = entry};
    job_report(me->run->job, &finding);
    if (job_has_enough(me->run->job)) job_stop(me->run->job, LIMIT_NONE);
}

static void report_events(struct explorer *me, const struct expansion *expansion, uint64_t node) {
    const struct expander *expander = &me->worker->expander;
    for (uint32_t i = expansion->first; i < expansion->end; i++) {
        const struct expand_entry *entry = &expander->entries.items[i];
        uint32_t index = i - expansion->first;
        if (job_wants_fault(me->run->job, &entry->step)) report(me, NULL, entry->step.fault, node, index);
        if (entry->violating) report(me, "claim", 0, node, index);
    }
}

static void find_path(const struct pastfree *run, struct finding *finding) {
    VEC(uint32_t) backwards = {0};
    bool known = true;
    if (finding->entry != EXPAND_SOURCE) vec_push(&backwards, finding->entry);
    for (uint64_t at = finding->parent; known && at != LOG_NO_PARENT;) {
        uint32_t entry = 0;
        known = disk_log_get(&run->logs[log_thread(at)], log_number(at), &at, &entry);
        if (known) vec_push(&backwards, entry);
    }
    while (known && backwards.count) vec_push(&finding->path.entries, vec_pop(&backwards));
    vec_free(&backwards);
}

/* ---- what is reached ---- */

/* Of the first whose number is not higher. */
static size_t position_of(const waiting_clusters *clusters, uint32_t number) {
    size_t from = 0, to = clusters->count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (clusters->items[middle]->number > number)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Under the mutex. NULL: there is no room. */
static struct cluster *cluster_at(struct pastfree *run, uint32_t number) {
    uint32_t ahead = number / run->width - run->level;
    invariant(!run->cluster || number >= run->cluster->number); /* what is done stays done */
    while (run->ahead.count <= ahead) vec_push(&run->ahead, (waiting_clusters){0});
    if (ahead > run->out->reach) run->out->reach = ahead;
    waiting_clusters *clusters = &run->ahead.items[ahead];
    size_t position = position_of(clusters, number);
    if (position < clusters->count && clusters->items[position]->number == number) return clusters->items[position];
    struct cluster *cluster = cluster_new(number, &run->store_options);
    if (!cluster) return NULL;
    vec_push(clusters, NULL);
    struct cluster **place = clusters->items + position;
    memmove(place + 1, place, (clusters->count - 1 - position) * sizeof *place);
    return *place = cluster;
}

/* Under the mutex, or alone: what the cluster takes by now. */
static void note_memory(struct pastfree *run, struct cluster *cluster, size_t bytes) {
    run->memory += bytes - cluster->noted;
    cluster->noted = bytes;
    atomic_store_explicit(&run->job->shared_memory, (int64_t)run->memory, memory_order_relaxed);
    if (run->memory > run->most_memory) run->most_memory = run->memory;
}

static void keep_new(struct explorer *me, struct cluster *cluster, const struct arrival *arrivals, size_t count) {
    struct pastfree *run = me->run;
    struct disk_log *log = &run->logs[me->worker->number];
    uint64_t sum = 0, found = 0;
    size_t kept = 0;
    struct cluster_item *new = memory_new((count + 1) * sizeof *new);
    for (size_t i = 0; i < count; i++) {
        const struct store_item *item = &me->items.items[i];
        if (item->answer == STORE_FULL) job_stop(run->job, LIMIT_MEMORY);
        if (item->answer != STORE_NEW) continue;
        new[kept++] = (struct cluster_item){item->handle, log_reference(me->worker->number, log->count)};
        disk_log_add(log, arrivals[i].parent, arrivals[i].entry);
        sum += cluster_hash(item->state, item->size, me->room);
        found++;
        if (expander_violates(&me->worker->expander, item->state, item->size))
            report(me, "claim", 0, arrivals[i].parent, arrivals[i].entry);
    }
    pthread_mutex_lock(&run->mutex);
    for (size_t i = 0; i < kept; i++) vec_push(&cluster->items, new[i]);
    cluster->sum += sum;
    note_memory(run, cluster, cluster_memory(cluster));
    if (kept) pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->mutex);
    atomic_fetch_add_explicit(&run->job->states_elsewhere, found, memory_order_relaxed);
    free(new);
}

static int by_cluster(const void *a, const void *b) {
    const struct arrival *x = a, *y = b;
    if (x->cluster != y->cluster) return x->cluster < y->cluster ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* Into one store after the other: a thread is never joined to two, or two that grow could wait for each other. */
static void flush(struct explorer *me) {
    struct pastfree *run = me->run;
    const struct expander *expander = &me->worker->expander;
    struct arrival *arrivals = me->arrivals.items;
    if (me->arrivals.count) qsort(arrivals, me->arrivals.count, sizeof *arrivals, by_cluster);
    for (size_t from = 0, to; from < me->arrivals.count; from = to) {
        vec_clear(&me->items);
        for (to = from; to < me->arrivals.count && arrivals[to].cluster == arrivals[from].cluster; to++) {
            const struct expand_entry *entry = &expander->entries.items[arrivals[to].index];
            vec_push(&me->items, (struct store_item){.state = expander_bytes(expander, entry), .size = entry->size});
        }
        pthread_mutex_lock(&run->mutex);
        struct cluster *cluster = cluster_at(run, arrivals[from].cluster);
        pthread_mutex_unlock(&run->mutex);
        if (!cluster) {
            job_stop(run->job, LIMIT_MEMORY);
            break;
        }
        store_join(cluster->store, me->worker->number);
        store_insert_batch(cluster->store, me->worker->number, me->items.items, me->items.count);
        store_leave(cluster->store, me->worker->number);
        keep_new(me, cluster, arrivals + from, to - from);
    }
    vec_clear(&me->arrivals);
    expander_clear(&me->worker->expander);
}

static void add_arrivals(struct explorer *me, const struct expansion *expansion, uint64_t node) {
    struct worker *worker = me->worker;
    for (uint32_t i = expansion->first; i < expansion->end; i++) {
        const struct expand_entry *entry = &worker->expander.entries.items[i];
        if (!entry->is_node) {
            worker->passed++;
            continue;
        }
        worker->transitions++;
        uint32_t cluster = cluster_of(expander_bytes(&worker->expander, entry), entry->size);
        vec_push(&me->arrivals, (struct arrival){node, i - expansion->first, i, cluster});
    }
    if (worker->expander.entries.count >= BATCH) flush(me);
}

/* ---- one cluster ---- */

static void expand(struct explorer *me, const struct cluster *cluster, const struct cluster_item *item) {
    struct worker *worker = me->worker;
    uint32_t size = store_read(cluster->store, item->handle, worker->node);
    struct expansion expansion = expander_add(&worker->expander, worker->node, size);
    if (expansion.stuck && job_is_invalid_end(worker, worker->node, size))
        report(me, "invalid end state", 0, item->reference, EXPAND_SOURCE);
    if (expansion.cut) job_note_cut(me->run->job);
    if (expansion.eventful) report_events(me, &expansion, item->reference);
    add_arrivals(me, &expansion, item->reference);
}

/* Some items that nobody else takes; 0: the cluster is done, or the search is over, or, of who is `alone`, there is
 * enough for more threads. */
static size_t take(struct pastfree *run, struct cluster_item *items, bool alone) {
    struct cluster *cluster = run->cluster;
    size_t count = 0;
    pthread_mutex_lock(&run->mutex);
    while (cluster->next == cluster->items.count && run->busy && !job_is_stopping(run->job))
        pthread_cond_wait(&run->changed, &run->mutex);
    bool goes_on = !job_is_stopping(run->job) && !(alone && cluster->items.count - cluster->next >= WORTH_THREADS);
    while (goes_on && count < CHUNK && cluster->next < cluster->items.count)
        items[count++] = cluster->items.items[cluster->next++];
    run->busy += count > 0;
    pthread_mutex_unlock(&run->mutex);
    return count;
}

static void explore(struct explorer *me, bool alone) {
    struct pastfree *run = me->run;
    struct cluster_item items[CHUNK];
    for (size_t count; (count = take(run, items, alone)) > 0;) {
        for (size_t i = 0; i < count && job_tick(me->worker); i++) expand(me, run->cluster, &items[i]);
        flush(me);
        pthread_mutex_lock(&run->mutex);
        run->busy--;
        pthread_cond_broadcast(&run->changed);
        pthread_mutex_unlock(&run->mutex);
    }
    job_show(me->worker);
}

static void *explore_together(void *me) {
    explore(me, false);
    return NULL;
}

/* By one thread as long as there is little to do; it may be that the machine gives no more. */
static void explore_cluster(struct pastfree *run, struct explorer *explorers, struct cluster *cluster) {
    pthread_t threads[JOB_MAX_THREADS];
    unsigned started = 0;
    run->cluster = cluster;
    if (run->job->thread_count > 1) explore(&explorers[0], true);
    unsigned wanted = cluster->next < cluster->items.count ? run->job->thread_count : 1;
    for (unsigned i = 1; i < wanted; i++) {
        if (pthread_create(&threads[i], NULL, explore_together, &explorers[i]) != 0) break;
        started = i;
    }
    explore(&explorers[0], false);
    for (unsigned i = 1; i <= started; i++) pthread_join(threads[i], NULL);
}

/* ---- levels ---- */

static int by_index(const void *index, const void *shadow) {
    uint32_t wanted = *(const uint32_t *)index, other = ((const struct cluster_shadow *)shadow)->index;
    return (wanted > other) - (wanted < other);
}

static const struct cluster_shadow *find_shadow(const struct level *level, uint32_t index) {
    if (!level->shadows.count) return NULL;
    return bsearch(&index, level->shadows.items, level->shadows.count, sizeof *level->shadows.items, by_index);
}

static void level_free(struct level *level) {
    vec_clear(&level->shadows);
    if (level->content) fclose(level->content);
    level->content = NULL;
}

static bool is_repeated(struct pastfree *run, const struct cluster *cluster, uint32_t index,
                        const struct level *level) {
    const struct cluster_shadow *shadow = find_shadow(level, index);
    return shadow && cluster_repeats(cluster, shadow, run->store_options.max_state_size, &run->patience);
}

static uint64_t at_anchor(uint32_t number) { return UINT64_C(2) << (PASTFREE_LAGS + number); }

/* Which levels before have a cluster of this index with this content? Of those in `among`. */
static uint64_t repeated(struct pastfree *run, const struct cluster *cluster, uint32_t index, uint64_t among) {
    uint64_t lags = 0;
    for (uint32_t i = 0; i < run->anchor_count; i++)
        if (among & at_anchor(i) && is_repeated(run, cluster, index, &run->anchors[i])) lags |= at_anchor(i);
    for (unsigned lag = 1; lag <= PASTFREE_LAGS && lag <= run->level; lag++) {
        if (!(among >> lag & 1)) continue;
        if (is_repeated(run, cluster, index, &run->past[(run->level - lag) % (PASTFREE_LAGS + 1)])) lags |= 1u << lag;
    }
    return lags;
}

static void remember(struct pastfree *run, const struct cluster *cluster, uint32_t index) {
    struct level *level = &run->past[run->level % (PASTFREE_LAGS + 1)];
    if (!level->content) level->content = disk_file_new();
    vec_push(&level->shadows,
             cluster_shadow(cluster, index, level->content, run->store_options.max_state_size, &run->patience));
    if (vec_last(&level->shadows).error) run->out->unwritten = vec_last(&level->shadows).error;
    struct pastfree_cluster told = {run->level, index, cluster->items.count};
    vec_push(&run->out->clusters, told);
}

static void drop_anchors(struct pastfree *run) {
    for (uint32_t i = 0; i < run->anchor_count; i++) {
        level_free(&run->anchors[i]);
        for (unsigned k = 0; k < MOST_REACH; k++) run->lags[k] &= ~at_anchor(i);
    }
    run->anchor_count = 0;
}

/* The place of the level in the ring is that of one which is too long ago, unless it becomes an anchor: a period of any
 * length shows in time, since the anchors are left behind for longer and longer. */
static void make_place(struct pastfree *run) {
    struct level *place = &run->past[run->level % (PASTFREE_LAGS + 1)];
    uint32_t old = run->level - PASTFREE_LAGS - 1, wanted = run->out->reach > 1 ? run->out->reach : 1;
    if (run->level > PASTFREE_LAGS + 1) {
        if ((old & (old - 1)) == 0) {
            drop_anchors(run);
            run->anchor_level = old;
        }
        uint32_t number = run->anchor_count;
        if (number < wanted && number < MOST_REACH && old == run->anchor_level + number) {
            struct level free_one = run->anchors[number];
            run->anchors[number] = *place;
            run->anchor_count++;
            *place = free_one;
        }
    }
    level_free(place);
}

/* The levels that the whole level repeats. */
static uint64_t explore_level(struct pastfree *run, struct explorer *explorers) {
    unsigned most = run->level < PASTFREE_LAGS ? run->level : PASTFREE_LAGS;
    size_t count = 0;
    make_place(run);
    uint64_t lags = (2u << most) - 2; /* bits 1 to `most` */
    for (uint32_t i = 0; i < run->anchor_count; i++) lags |= at_anchor(i);
    while (run->ahead.items[0].count && !job_is_stopping(run->job)) {
        struct cluster *cluster = vec_last(&run->ahead.items[0]);
        uint32_t index = cluster->number % run->width;
        explore_cluster(run, explorers, cluster);
        if (job_is_stopping(run->job)) break;
        lags = repeated(run, cluster, index, lags);
        remember(run, cluster, index);
        if (job_is_stopping(run->job)) break;
        count++;
        note_memory(run, cluster, 0);
        cluster_free(vec_pop(&run->ahead.items[0]));
    }
    for (unsigned lag = 1; lag <= most; lag++)
        if (run->past[(run->level - lag) % (PASTFREE_LAGS + 1)].shadows.count != count) lags &= ~(UINT64_C(1) << lag);
    for (uint32_t i = 0; i < run->anchor_count; i++)
        if (run->anchors[i].shadows.count != count) lags &= ~at_anchor(i);
    return lags;
}

static bool is_empty(const struct pastfree *run) {
    for (size_t level = 0; level < run->ahead.count; level++)
        if (run->ahead.items[level].count) return false;
    return true;
}

/* How many levels before are those that the last ones repeat; 0: they do not. A level follows from as many before it as
 * one expansion reaches ahead: so many in a row must repeat. */
static uint32_t period_of(const struct pastfree *run) {
    uint32_t reach = run->out->reach;
    uint64_t lags = (2u << PASTFREE_LAGS) - 2;
    bool anchored = true;
    if (!reach || reach > MOST_REACH || run->level + 1 < reach) return 0;
    for (uint32_t i = 0; i < reach; i++) {
        uint64_t repeated = run->lags[(run->level - i) % MOST_REACH];
        lags &= repeated;
        anchored = anchored && repeated & at_anchor(reach - 1 - i);
    }
    if (lags) return (uint32_t)__builtin_ctzll(lags);
    return anchored ? run->level - (run->anchor_level + reach - 1) : 0;
}

static void go_to_next_level(struct pastfree *run) {
    waiting_clusters done = run->ahead.items[0];
    memmove(run->ahead.items, run->ahead.items + 1, (run->ahead.count - 1) * sizeof *run->ahead.items);
    run->ahead.items[run->ahead.count - 1] = done; /* empty by now */
    run->level++;
}

static void explore_levels(struct pastfree *run, struct explorer *explorers) {
    while (!is_empty(run) && !job_is_stopping(run->job)) {
        uint64_t repeated = explore_level(run, explorers);
        run->lags[run->level % MOST_REACH] = repeated;
        if (job_is_stopping(run->job)) return;
        run->out->levels = run->level + 1;
        run->out->period = period_of(run);
        run->out->repeats = run->out->period > 0;
        if (run->out->repeats) return;
        if (run->endless && run->out->unwritten && run->level >= run->width) { /* so the guide goes round */
            job_stop(run->job, LIMIT_NONE);
            return;
        }
        go_to_next_level(run);
    }
    run->out->ends = !job_is_stopping(run->job);
}

/* ---- the whole ---- */

static bool open_logs(struct pastfree *run) {
    for (unsigned i = 0; i < run->job->thread_count; i++)
        if (!disk_log_open(&run->logs[i])) return false;
    return true;
}

static void begin(struct explorer *me) {
    struct expansion expansion = expander_initial(&me->worker->expander);
    if (expansion.eventful) report_events(me, &expansion, LOG_NO_PARENT);
    add_arrivals(me, &expansion, LOG_NO_PARENT);
    flush(me);
}

static void release(struct pastfree *run, struct explorer *explorers) {
    for (unsigned i = 0; i < run->job->thread_count; i++) {
        run->out->log_bytes += run->logs[i].bytes;
        disk_log_close(&run->logs[i]);
        vec_free(&explorers[i].arrivals);
        vec_free(&explorers[i].items);
        free(explorers[i].room);
    }
    for (size_t level = 0; level < run->ahead.count; level++) {
        waiting_clusters *clusters = &run->ahead.items[level];
        for (size_t i = 0; i < clusters->count; i++) cluster_free(clusters->items[i]);
        vec_free(clusters);
    }
    vec_free(&run->ahead);
    for (unsigned i = 0; i <= PASTFREE_LAGS; i++) {
        level_free(&run->past[i]);
        vec_free(&run->past[i].shadows);
    }
    for (unsigned i = 0; i < MOST_REACH; i++) {
        level_free(&run->anchors[i]);
        vec_free(&run->anchors[i].shadows);
    }
    free(explorers);
    pthread_mutex_destroy(&run->mutex);
    pthread_cond_destroy(&run->changed);
}

static bool goes_on(void *worker) { return job_tick_slow(worker); }

static void run_job(struct job *job, uint32_t width, bool endless, struct pastfree_result *out) {
    struct pastfree run = {
        .job = job, .out = out, .width = width, .endless = endless, .patience = {goes_on, &job->workers[0]}};
    run.store_options = (struct store_options){.kind = job->options->store,
                                               .max_state_size = expand_node_size(job->ts, job->mode),
                                               .threads = job->thread_count,
                                               .memory_limit = job->options->memory_limit};
    pthread_mutex_init(&run.mutex, NULL);
    pthread_cond_init(&run.changed, NULL);
    struct explorer *explorers = memory_new(job->thread_count * sizeof *explorers);
    for (unsigned i = 0; i < job->thread_count; i++)
        explorers[i] = (struct explorer){
            .run = &run, .worker = &job->workers[i], .room = memory_new(run.store_options.max_state_size)};
    if (open_logs(&run)) {
        begin(&explorers[0]);
        explore_levels(&run, explorers);
        for (unsigned i = 0; i < job->thread_count; i++) {
            disk_log_end(&run.logs[i]);
            if (run.logs[i].error) out->unwritten = run.logs[i].error;
        }
        for (size_t i = 0; i < job->findings.count; i++) find_path(&run, &job->findings.items[i]);
    } else {
        job->result->error = "no file could be made for the log of the search (TMPDIR names the folder)";
    }
    for (unsigned i = 0; i < job->thread_count; i++) job->workers[i].depth = run.level;
    release(&run, explorers);
    atomic_store(&job->shared_memory, (int64_t)run.most_memory);
}

struct search_result *pastfree_run(const struct ts *ts, const struct search_options *options, uint32_t width,
                                   bool endless, struct pastfree_result *out) {
    *out = (struct pastfree_result){0};
    struct job job;
    if (options->phase) options->phase(options->phase_context, true);
    if (job_init(&job, ts, options, EXPAND_STATES, job_threads(ts, options), NULL)) run_job(&job, width, endless, out);
    return job_finish(&job);
}

void pastfree_result_free(struct pastfree_result *result) { vec_free(&result->clusters); }
