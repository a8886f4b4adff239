#include "search/components.h"

#include "search/cluster.h"
#include "search/component.h"
#include "search/job.h"

#include <pthread.h>
#include <string.h>

enum { CHUNK = 64, BATCH = 512, WORTH_THREADS = 1024 };
/* Of the memory that is allowed: then what was explored is packed, and what the cache need not keep goes; and then what
 * is being explored is packed, too. */
#define CROWDED 0.7
#define FULL    0.8

struct component_cache {
    VEC(struct component *) list;
    uint64_t uses;
};

/* States that were reached, their place already the inner one. */
struct arrivals {
    VEC(unsigned char) bytes;
    VEC(uint32_t) sizes;
};

struct run;

/* What one thread has. */
struct hand {
    struct run *run;
    struct worker *worker;
    struct arrivals now, later; /* at this level, and at the next */
    VEC(struct store_item) items;
};

/* What is expanded now, by whoever takes it. */
struct task {
    uint32_t number; /* of the component that it is in */
    const struct component *component;
    uint64_t next, end; /* of its items; */
    bool grows;         /* end: as many as there are, and more may come */
    bool enters;        /* it is before the component that is explored: only what leads into that counts */
    uint32_t level;
};

struct run {
    struct job *job;
    struct hand *hands;
    const struct components_shape *shape;
    struct components_result *out;
    struct component_cache *cache;
    struct store_options store_options;
    bool frees;                  /* there is no guide after this one: what is not needed goes at once */
    struct component **explored; /* of this guide, by number, while needed; borrowed from the cache */
    int64_t *shift;              /* likewise: what is to be added to its levels, since it was entered at another one */
    uint32_t *last_user;         /* by component: the last one that is entered from it; itself if there is none */
    unsigned char *taken;        /* by action, in all components so far */
    uint32_t number;             /* of the component that is explored */
    struct component *component;
    uint32_t level;
    bool sums; /* what is new now came in from outside, and is all that ever does */
    size_t most_memory;
    pthread_mutex_t mutex; /* guards the items of `component`, the cache, and what follows */
    pthread_cond_t changed;
    struct task task;
    unsigned busy;   /* threads that are expanding something of it */
    bool wants_room; /* as soon as nobody is busy, something is packed */
};

/* ---- the cache ---- */

struct component_cache *component_cache_new(void) {
    return memory_new(sizeof(struct component_cache));
}

void component_cache_free(struct component_cache *cache) {
    if (!cache) return;
    for (size_t i = 0; i < cache->list.count; i++) component_free(cache->list.items[i]);
    vec_free(&cache->list);
    free(cache);
}

static struct component *recall(struct component_cache *cache, uint64_t identity) {
    for (size_t i = 0; i < cache->list.count; i++)
        if (cache->list.items[i]->identity == identity) return cache->list.items[i];
    return NULL;
}

/* The one that was not used for the longest time, of those that are needed or not, and can be packed, if that is what
 * is wanted; the cache's size: there is none. */
static size_t oldest(const struct component_cache *cache, bool needed, bool to_pack) {
    size_t found = cache->list.count;
    for (size_t i = 0; i < cache->list.count; i++) {
        const struct component *component = cache->list.items[i];
        if ((component->needed > 0) != needed || (to_pack && !component_can_be_packed(component))) continue;
        if (found == cache->list.count || component->last_use < cache->list.items[found]->last_use) found = i;
    }
    return found;
}

static bool drop_oldest(struct component_cache *cache) {
    size_t old = oldest(cache, false, false);
    if (old == cache->list.count) return false;
    component_free(cache->list.items[old]);
    cache->list.items[old] = vec_pop(&cache->list);
    return true;
}

static bool pack_oldest(struct run *run, bool needed) {
    size_t old = oldest(run->cache, needed, true);
    return old < run->cache->list.count && component_pack(run->cache->list.items[old], &run->store_options);
}

static size_t memory_of(const struct run *run) {
    size_t bytes = 0;
    for (unsigned i = 0; i < run->job->thread_count; i++)
        bytes += run->hands[i].now.bytes.capacity + run->hands[i].later.bytes.capacity;
    if (run->component) bytes += component_memory(run->component);
    for (size_t i = 0; i < run->cache->list.count; i++) bytes += component_memory(run->cache->list.items[i]);
    return bytes;
}

/* What is needed, and what is explored, may be read by whoever is busy. */
static bool pack_in_use(struct run *run, bool full) {
    full = full && component_can_be_packed(run->component);
    bool can = full || oldest(run->cache, true, true) < run->cache->list.count;
    if (!can || run->busy) {
        run->wants_room |= can;
        return false;
    }
    return pack_oldest(run, true) || (full && component_pack(run->component, &run->store_options));
}

/* Does one thing that leaves more room; false: there is none. */
static bool make_room(struct run *run, size_t bytes) {
    double limit = (double)run->job->options->memory_limit;
    if (run->frees && drop_oldest(run->cache)) return true;
    if (limit == 0 || (double)bytes <= CROWDED * limit) return false;
    return pack_oldest(run, false) || pack_in_use(run, run->component && (double)bytes > FULL * limit) ||
           drop_oldest(run->cache);
}

/* Under the mutex. */
static void note_memory(struct run *run) {
    size_t bytes = memory_of(run);
    if (bytes > run->most_memory) run->most_memory = bytes;
    run->wants_room = false;
    while (make_room(run, bytes)) bytes = memory_of(run);
    atomic_store_explicit(&run->job->shared_memory, (int64_t)bytes, memory_order_relaxed);
}

/* ---- what is reached ---- */

static void report(struct run *run, const char *kind, uint32_t fault) {
    struct finding finding = {.kind = kind, .fault = fault, .cycle = SIZE_MAX, .length = run->level};
    job_report(run->job, &finding);
    if (job_has_enough(run->job)) job_stop(run->job, LIMIT_NONE);
}

static void set_tail(unsigned char *state, uint32_t size, uint32_t tail) {
    memcpy(state + size - sizeof tail, &tail, sizeof tail);
}

static void push_arrival(struct arrivals *arrivals, const void *state, uint32_t size, uint32_t inner) {
    vec_reserve(&arrivals->bytes, arrivals->bytes.count + size);
    unsigned char *to = arrivals->bytes.items + arrivals->bytes.count;
    memcpy(to, state, size);
    set_tail(to, size, inner);
    arrivals->bytes.count += size;
    vec_push(&arrivals->sizes, size);
}

static void keep_new(struct hand *hand, const struct store_item *item) {
    struct run *run = hand->run;
    if (item->answer == STORE_FULL) job_stop(run->job, LIMIT_MEMORY);
    if (item->answer != STORE_NEW) return;
    vec_push(&run->component->items, item->handle);
    if (run->sums) run->component->entry_sum += store_hash(item->state, item->size);
    if (expander_violates(&hand->worker->expander, item->state, item->size)) report(run, "claim", 0);
}

static void insert(struct hand *hand) {
    struct run *run = hand->run;
    unsigned thread = hand->worker->number;
    store_insert_batch(run->component->store, thread, hand->items.items, hand->items.count);
    store_leave(run->component->store, thread);
    pthread_mutex_lock(&run->mutex);
    uint64_t before = run->component->items.count;
    for (size_t i = 0; i < hand->items.count; i++) keep_new(hand, &hand->items.items[i]);
    uint64_t found = run->component->items.count - before;
    note_memory(run);
    if (found) pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->mutex);
    atomic_fetch_add_explicit(&run->job->states_elsewhere, found, memory_order_relaxed);
}

/* Into the store; what is new belongs to this level. */
static void settle(struct hand *hand, struct arrivals *arrivals) {
    const unsigned char *at = arrivals->bytes.items;
    for (size_t from = 0; from < arrivals->sizes.count; from += BATCH) {
        vec_clear(&hand->items);
        for (size_t i = from; i < from + BATCH && i < arrivals->sizes.count; i++) {
            vec_push(&hand->items, (struct store_item){.state = at, .size = arrivals->sizes.items[i]});
            at += arrivals->sizes.items[i];
        }
        insert(hand);
    }
    vec_clear(&arrivals->bytes);
    vec_clear(&arrivals->sizes);
}

static void add_events(struct run *run, const struct expand_entry *entry) {
    if (job_wants_fault(run->job, &entry->step)) report(run, NULL, entry->step.fault);
    if (entry->violating) report(run, "claim", 0);
}

/* A component could be passed through without a state in it, or a state be stopped in the middle of a step. */
static void refuse(struct run *run) {
    pthread_mutex_lock(&run->mutex);
    run->job->result->error = "a step of the model can have several interactions of the guide: components cannot be "
                              "explored one by one";
    pthread_mutex_unlock(&run->mutex);
    job_stop(run->job, LIMIT_NONE);
}

/* Of the entries of one expansion, those that are in this component: others are met when theirs is explored. */
static void add_entries(struct hand *hand, const struct expansion *expansion, uint32_t level) {
    struct run *run = hand->run;
    struct expander *expander = &hand->worker->expander;
    const struct components_shape *shape = run->shape;
    for (uint32_t i = expansion->first; i < expansion->end; i++) {
        const struct expand_entry *entry = &expander->entries.items[i];
        const void *state = expander_bytes(expander, entry);
        uint32_t number = cluster_of(state, entry->size), place = number % shape->width;
        uint32_t reached = number / shape->width;
        if (reached > level + 1 || cluster_flag(state, entry->size)) {
            refuse(run);
            return;
        }
        if (shape->component_of[place] != run->number) continue;
        if (expansion->eventful) add_events(run, entry);
        hand->worker->passed += !entry->is_node;
        hand->worker->transitions += entry->is_node;
        if (entry->is_node)
            push_arrival(reached == run->level ? &hand->now : &hand->later, state, entry->size, shape->inner_of[place]);
    }
}

/* ---- one component ---- */

static void flush(struct hand *hand, bool all) {
    if (all || hand->now.sizes.count >= BATCH) settle(hand, &hand->now);
    if (all || hand->worker->expander.entries.count >= BATCH) expander_clear(&hand->worker->expander);
}

static void expand(struct hand *hand, const struct task *task, uint64_t handle) {
    struct run *run = hand->run;
    struct worker *worker = hand->worker;
    uint32_t size = store_read(task->component->store, handle, worker->node), inner;
    memcpy(&inner, worker->node + size - sizeof inner, sizeof inner);
    set_tail(worker->node, size, task->level * run->shape->width + run->shape->list[task->number].places[inner]);
    struct expansion expansion = expander_add(&worker->expander, worker->node, size);
    if (expansion.cut) job_note_cut(run->job);
    if (task->number == run->number && expansion.stuck && job_is_invalid_end(worker, worker->node, size))
        report(run, "invalid end state", 0);
    add_entries(hand, &expansion, task->level);
    flush(hand, false);
}

static uint64_t left_of(const struct task *task) {
    return (task->grows ? task->component->items.count : task->end) - task->next;
}

/* Some items that nobody else takes; 0: the task is done, or the search is over, or, of who is `alone`, there is enough
 * for more threads. */
static size_t take(struct run *run, uint64_t *handles, bool alone) {
    struct task *task = &run->task;
    size_t count = 0;
    pthread_mutex_lock(&run->mutex);
    while ((!left_of(task) || run->wants_room) && run->busy && !job_is_stopping(run->job))
        pthread_cond_wait(&run->changed, &run->mutex);
    if (run->wants_room && !run->busy) note_memory(run);
    bool goes_on = !job_is_stopping(run->job) && !(alone && left_of(task) >= WORTH_THREADS);
    while (goes_on && count < CHUNK && left_of(task)) handles[count++] = task->component->items.items[task->next++];
    run->busy += count > 0;
    pthread_mutex_unlock(&run->mutex);
    return count;
}

static void work(struct hand *hand, bool alone) {
    struct run *run = hand->run;
    uint64_t handles[CHUNK];
    hand->worker->expander.sink.towards = run->task.enters ? run->number + 1 : 0;
    for (size_t count; (count = take(run, handles, alone)) > 0;) {
        for (size_t i = 0; i < count && job_tick(hand->worker); i++) expand(hand, &run->task, handles[i]);
        flush(hand, true);
        pthread_mutex_lock(&run->mutex);
        run->busy--;
        pthread_cond_broadcast(&run->changed);
        pthread_mutex_unlock(&run->mutex);
    }
    job_show(hand->worker);
}

static void *work_together(void *hand) {
    work(hand, false);
    return NULL;
}

/* By one thread as long as there is little to do; it may be that the machine gives no more. */
static void do_task(struct run *run, struct task task) {
    pthread_t threads[JOB_MAX_THREADS];
    unsigned started = 0;
    run->task = task;
    if (run->job->thread_count > 1) work(&run->hands[0], true);
    unsigned wanted = left_of(&run->task) ? run->job->thread_count : 1;
    for (unsigned i = 1; i < wanted; i++) {
        if (pthread_create(&threads[i], NULL, work_together, &run->hands[i]) != 0) break;
        started = i;
    }
    work(&run->hands[0], false);
    for (unsigned i = 1; i <= started; i++) pthread_join(threads[i], NULL);
}

static void enter_initial(struct run *run) {
    struct hand *hand = &run->hands[0];
    struct expander *expander = &hand->worker->expander;
    struct expansion expansion = expander_initial(expander);
    for (uint32_t i = expansion.first; i < expansion.end; i++) { /* there is no node before them to expand again */
        const struct expand_entry *entry = &expander->entries.items[i];
        if (cluster_of(expander_bytes(expander, entry), entry->size) != 0) refuse(run);
    }
    add_entries(hand, &expansion, 0);
    hand->worker->transitions = hand->worker->passed = 0; /* to begin is no step */
    flush(hand, true);
}

/* The level of a component before this one at which something is that can come in now; none: COMPONENT_NO_LEVEL. */
static uint32_t level_within(const struct run *run, uint32_t source) {
    int64_t level = (int64_t)run->level - 1 - run->shift[source];
    return level < 0 ? COMPONENT_NO_LEVEL : (uint32_t)level;
}

/* What comes in at this level from the components before. */
static void enter(struct run *run) {
    const struct component_shape *shape = &run->shape->list[run->number];
    for (uint32_t i = 0; i < shape->source_count && run->level > 0; i++) {
        const struct component *source = run->explored[shape->sources[i]];
        struct task task = {.number = shape->sources[i], .component = source, .level = run->level - 1, .enters = true};
        task.end = component_level(source, level_within(run, shape->sources[i]), &task.next);
        do_task(run, task);
    }
    if (run->level == 0) enter_initial(run);
}

/* One that was explored from what came in now, if that is all that ever does; or NULL. */
static struct component *find_same(const struct run *run) {
    const struct component *component = run->component;
    for (size_t i = 0; i < run->cache->list.count && component->entries; i++) {
        struct component *other = run->cache->list.items[i];
        if (other->identity != UINT64_MAX && other->inside == component->inside &&
            component_same_entries(other, component, run->store_options.max_state_size))
            return other;
    }
    return NULL;
}

/* The same as another; or NULL: it is explored. `only`: nothing comes in at another level. */
static struct component *explore_level(struct run *run, bool only) {
    struct component *component = run->component, *same;
    component_begin_level(component, run->level);
    for (unsigned i = 0; i < run->job->thread_count; i++) settle(&run->hands[i], &run->hands[i].later);
    run->sums = only;
    enter(run);
    run->sums = false;
    if (only && !job_is_stopping(run->job)) component->entries = component->items.count;
    if (only && !job_is_stopping(run->job) && (same = find_same(run))) return same;
    do_task(run, (struct task){.number = run->number,
                               .component = component,
                               .next = vec_last(&component->begins),
                               .grows = true,
                               .level = run->level});
    return NULL;
}

static bool has_later(const struct run *run) {
    for (unsigned i = 0; i < run->job->thread_count; i++)
        if (run->hands[i].later.sizes.count) return true;
    return false;
}

/* The levels at which something comes in: the first, and the last (0: nothing does). */
static uint32_t entered_from(const struct run *run, uint32_t *last) {
    const struct component_shape *shape = &run->shape->list[run->number];
    uint32_t first = run->number == run->shape->component_of[0] ? 0 : COMPONENT_NO_LEVEL;
    *last = 0;
    for (uint32_t i = 0; i < shape->source_count; i++) {
        const struct component *source = run->explored[shape->sources[i]];
        if (source->first_level == COMPONENT_NO_LEVEL) continue;
        uint32_t from = (uint32_t)(source->first_level + 1 + run->shift[shape->sources[i]]);
        uint32_t to = (uint32_t)(component_last_level(source) + 1 + run->shift[shape->sources[i]]);
        if (from < first) first = from;
        if (to > *last) *last = to;
    }
    return first;
}

static void drop_empty_levels(struct component *component) {
    while (component->begins.count && vec_last(&component->begins) == component->items.count) component->begins.count--;
    if (!component->begins.count) component->first_level = COMPONENT_NO_LEVEL;
}

/* From the expanders to the component, which begins anew. */
static void move_taken(struct run *run, struct component *component) {
    for (unsigned t = 0; t < run->job->thread_count; t++) {
        unsigned char *from = run->hands[t].worker->expander.taken;
        for (uint32_t i = 0; i < run->job->ts->action_count; i++) component->taken[i] |= from[i];
        memset(from, 0, run->job->ts->action_count);
    }
}

/* The one that it is the same as takes its place. */
static struct component *take_same(struct run *run, struct component *same) {
    run->shift[run->number] = (int64_t)run->component->first_level - same->first_level;
    atomic_fetch_sub_explicit(&run->job->states_elsewhere, run->component->items.count, memory_order_relaxed);
    move_taken(run, same);
    pthread_mutex_lock(&run->mutex);
    component_free(run->component);
    run->component = NULL;
    pthread_mutex_unlock(&run->mutex);
    return same;
}

/* It is run->component, or another that is the same. NULL: the search is over. */
static struct component *explore(struct run *run) {
    uint32_t last;
    const struct component_shape *shape = &run->shape->list[run->number];
    run->component = component_new(shape->identity, shape->inside, &run->store_options, run->job->ts->action_count);
    if (!run->component) {
        job_stop(run->job, LIMIT_MEMORY);
        return NULL;
    }
    uint32_t first = entered_from(run, &last);
    bool once = first == last && run->number != run->shape->component_of[0];
    for (run->level = first; run->level != COMPONENT_NO_LEVEL && !job_is_stopping(run->job); run->level++) {
        if (run->level > last && !has_later(run)) break;
        struct component *same = explore_level(run, once && run->level == first);
        if (same) return take_same(run, same);
    }
    struct component *component = run->component;
    drop_empty_levels(component);
    move_taken(run, component);
    return component;
}

/* ---- one after the other ---- */

static void tell(struct run *run, const struct component *component, bool reused) {
    struct component_told told = {.states = component->items.count, .reused = reused};
    if (told.states) {
        told.first_level = (uint32_t)(component->first_level + run->shift[run->number]);
        told.last_level = (uint32_t)(component_last_level(component) + run->shift[run->number]);
        if (told.last_level > run->out->enough) run->out->enough = told.last_level;
    }
    run->out->states += told.states;
    if (reused) run->out->reused += told.states;
    vec_push(&run->out->list, told);
}

static void find_last_users(struct run *run) {
    const struct components_shape *shape = run->shape;
    for (uint32_t number = 0; number < shape->count; number++) {
        run->last_user[number] = number;
        for (uint32_t i = 0; i < shape->list[number].source_count; i++)
            run->last_user[shape->list[number].sources[i]] = number;
    }
}

/* What only the component that was just explored was entered from is not needed any more. */
static void drop_needs(struct run *run) {
    const struct component_shape *shape = &run->shape->list[run->number];
    for (uint32_t i = 0; i <= shape->source_count; i++) {
        uint32_t number = i < shape->source_count ? shape->sources[i] : run->number;
        if (run->last_user[number] != run->number) continue;
        run->explored[number]->needed--;
        run->explored[number] = NULL;
    }
}

/* With a violation inside, a component is told again whenever it is met: so it is not kept. */
static void keep(struct run *run, struct component *component, bool clean) {
    component->needed++;
    component->last_use = ++run->cache->uses;
    if (!clean) component->identity = UINT64_MAX;
    vec_push(&run->cache->list, component);
    run->component = NULL;
}

static void reuse(struct run *run, struct component *component) {
    component->needed++;
    component->last_use = ++run->cache->uses;
    atomic_fetch_add_explicit(&run->job->states_elsewhere, component->items.count, memory_order_relaxed);
}

static void explore_all(struct run *run) {
    const struct components_shape *shape = run->shape;
    for (run->number = 0; run->number < shape->count && !job_is_stopping(run->job); run->number++) {
        struct component *component = recall(run->cache, shape->list[run->number].identity);
        uint64_t violations = atomic_load(&run->job->violation_count);
        if (!component && !(component = explore(run))) return;
        bool reused = component != run->component;
        if (reused) reuse(run, component);
        tell(run, component, reused);
        for (uint32_t i = 0; i < run->job->ts->action_count; i++) run->taken[i] |= component->taken[i];
        if (job_is_stopping(run->job)) return;
        if (!reused) keep(run, component, violations == atomic_load(&run->job->violation_count));
        run->explored[run->number] = component;
        drop_needs(run);
        pthread_mutex_lock(&run->mutex);
        note_memory(run);
        pthread_mutex_unlock(&run->mutex);
    }
}

/* Nothing is needed any more; what had violations goes. */
static void leave(struct run *run) {
    struct component_cache *cache = run->cache;
    component_free(run->component);
    for (size_t i = 0; i < cache->list.count;) {
        struct component *component = cache->list.items[i];
        component->needed = 0;
        if (component->identity != UINT64_MAX) {
            i++;
            continue;
        }
        component_free(component);
        cache->list.items[i] = vec_pop(&cache->list);
    }
    for (unsigned i = 0; i < run->job->thread_count; i++) {
        struct hand *hand = &run->hands[i];
        vec_free(&hand->items);
        vec_free(&hand->now.bytes);
        vec_free(&hand->now.sizes);
        vec_free(&hand->later.bytes);
        vec_free(&hand->later.sizes);
    }
    free(run->hands);
    pthread_mutex_destroy(&run->mutex);
    pthread_cond_destroy(&run->changed);
    free(run->explored);
    free(run->shift);
    free(run->last_user);
    free(run->taken);
}

static void run_job(struct job *job, const struct components_shape *shape, struct component_cache *cache,
                    struct components_result *out) {
    struct run run = {.job = job, .shape = shape, .out = out, .cache = cache};
    run.hands = memory_new(job->thread_count * sizeof *run.hands);
    for (unsigned i = 0; i < job->thread_count; i++)
        run.hands[i] = (struct hand){.run = &run, .worker = &job->workers[i]};
    pthread_mutex_init(&run.mutex, NULL);
    pthread_cond_init(&run.changed, NULL);
    run.store_options = (struct store_options){.kind = job->options->store,
                                               .max_state_size = expand_node_size(job->ts, job->mode),
                                               .threads = job->thread_count,
                                               .memory_limit = job->options->memory_limit};
    run.frees = !cache;
    if (!cache) run.cache = component_cache_new();
    run.explored = memory_new((shape->count + 1) * sizeof *run.explored);
    run.shift = memory_new((shape->count + 1) * sizeof *run.shift);
    run.last_user = memory_new((shape->count + 1) * sizeof *run.last_user);
    run.taken = memory_new(job->ts->action_count + 1);
    find_last_users(&run);
    explore_all(&run);
    memcpy(job->workers[0].expander.taken, run.taken, job->ts->action_count);
    job->workers[0].depth = out->enough;
    leave(&run);
    if (!cache) component_cache_free(run.cache);
    atomic_store(&job->shared_memory, (int64_t)run.most_memory);
}

struct search_result *components_run(const struct ts *ts, const struct search_options *options,
                                     const struct components_shape *shape, struct component_cache *cache,
                                     struct components_result *out) {
    *out = (struct components_result){0};
    struct job job;
    if (options->phase) options->phase(options->phase_context, true);
    if (job_init(&job, ts, options, EXPAND_STATES, job_threads(ts, options), NULL)) run_job(&job, shape, cache, out);
    return job_finish(&job);
}

void components_result_free(struct components_result *result) { vec_free(&result->list); }
