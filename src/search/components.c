#include "search/components.h"

#include "search/cluster.h"
#include "search/component.h"
#include "search/job.h"

#include <string.h>

enum { BATCH = 512 };
#define CROWDED 0.7 /* of the memory that is allowed: then what the cache need not keep goes */

struct component_cache {
    VEC(struct component *) list;
    uint64_t uses;
};

/* States that were reached, their place already the inner one. */
struct arrivals {
    VEC(unsigned char) bytes;
    VEC(uint32_t) sizes;
};

struct run {
    struct job *job;
    struct worker *worker;
    const struct components_shape *shape;
    struct components_result *out;
    struct component_cache *cache;
    struct store_options store_options;
    bool frees;                  /* there is no guide after this one: what is not needed goes at once */
    struct component **explored; /* of this guide, by number, while needed; borrowed from the cache */
    uint32_t *last_user;         /* by component: the last one that is entered from it; itself if there is none */
    unsigned char *taken;        /* by action, in all components so far */
    uint32_t number;             /* of the component that is explored */
    struct component *component;
    uint32_t level;
    struct arrivals now, later; /* at this level, and at the next */
    VEC(struct store_item) items;
    size_t most_memory;
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

/* The one that was not used for the longest time, of those that nobody needs; the cache's size: there is none. */
static size_t oldest(const struct component_cache *cache) {
    size_t found = cache->list.count;
    for (size_t i = 0; i < cache->list.count; i++) {
        if (cache->list.items[i]->needed) continue;
        if (found == cache->list.count || cache->list.items[i]->last_use < cache->list.items[found]->last_use)
            found = i;
    }
    return found;
}

static size_t memory_of(const struct run *run) {
    size_t bytes = run->now.bytes.capacity + run->later.bytes.capacity;
    if (run->component) bytes += component_memory(run->component);
    for (size_t i = 0; i < run->cache->list.count; i++) bytes += component_memory(run->cache->list.items[i]);
    return bytes;
}

static void note_memory(struct run *run) {
    size_t bytes = memory_of(run), limit = run->job->options->memory_limit;
    for (size_t old; run->frees || (limit && (double)bytes > CROWDED * (double)limit); bytes = memory_of(run)) {
        if ((old = oldest(run->cache)) == run->cache->list.count) break;
        component_free(run->cache->list.items[old]);
        run->cache->list.items[old] = vec_pop(&run->cache->list);
    }
    atomic_store_explicit(&run->job->shared_memory, (int64_t)bytes, memory_order_relaxed);
    if (bytes > run->most_memory) run->most_memory = bytes;
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

static void keep_new(struct run *run, const struct store_item *item) {
    if (item->answer == STORE_FULL) job_stop(run->job, LIMIT_MEMORY);
    if (item->answer != STORE_NEW) return;
    vec_push(&run->component->items, item->handle);
    if (expander_violates(&run->worker->expander, item->state, item->size)) report(run, "claim", 0);
}

/* Into the store; what is new belongs to this level. */
static void settle(struct run *run, struct arrivals *arrivals) {
    const unsigned char *at = arrivals->bytes.items;
    uint64_t before = run->component->items.count;
    for (size_t from = 0; from < arrivals->sizes.count; from += BATCH) {
        vec_clear(&run->items);
        for (size_t i = from; i < from + BATCH && i < arrivals->sizes.count; i++) {
            vec_push(&run->items, (struct store_item){.state = at, .size = arrivals->sizes.items[i]});
            at += arrivals->sizes.items[i];
        }
        store_insert_batch(run->component->store, 0, run->items.items, run->items.count);
        for (size_t i = 0; i < run->items.count; i++) keep_new(run, &run->items.items[i]);
    }
    vec_clear(&arrivals->bytes);
    vec_clear(&arrivals->sizes);
    atomic_fetch_add_explicit(&run->job->states_elsewhere, run->component->items.count - before, memory_order_relaxed);
    note_memory(run);
}

static void add_events(struct run *run, const struct expand_entry *entry) {
    if (job_wants_fault(run->job, &entry->step)) report(run, NULL, entry->step.fault);
    if (entry->violating) report(run, "claim", 0);
}

/* A component could be passed through without a state in it, or a state be stopped in the middle of a step. */
static void refuse(struct run *run) {
    run->job->result->error = "a step of the model can have several interactions of the guide: components cannot be "
                              "explored one by one";
    job_stop(run->job, LIMIT_NONE);
}

/* Of the entries of one expansion, those that are in this component: others are met when theirs is explored. */
static void add_entries(struct run *run, const struct expansion *expansion, uint32_t level) {
    struct expander *expander = &run->worker->expander;
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
        run->worker->passed += !entry->is_node;
        run->worker->transitions += entry->is_node;
        if (entry->is_node)
            push_arrival(reached == run->level ? &run->now : &run->later, state, entry->size, shape->inner_of[place]);
    }
}

/* ---- one component ---- */

static struct expansion expand(struct run *run, uint32_t number, const struct component *component, uint64_t item,
                               uint32_t level) {
    struct worker *worker = run->worker;
    uint32_t size = store_read(component->store, component->items.items[item], worker->node), inner;
    memcpy(&inner, worker->node + size - sizeof inner, sizeof inner);
    set_tail(worker->node, size, level * run->shape->width + run->shape->list[number].places[inner]);
    struct expansion expansion = expander_add(&worker->expander, worker->node, size);
    if (expansion.cut) job_note_cut(run->job);
    if (number == run->number && expansion.stuck && job_is_invalid_end(worker, worker->node, size))
        report(run, "invalid end state", 0);
    return expansion;
}

static void flush(struct run *run, bool all) {
    if (all || run->now.sizes.count >= BATCH) settle(run, &run->now);
    if (all || run->worker->expander.entries.count >= BATCH) expander_clear(&run->worker->expander);
}

/* What comes in at this level from the components before. */
static void enter(struct run *run) {
    const struct component_shape *shape = &run->shape->list[run->number];
    for (uint32_t i = 0; i < shape->source_count && run->level > 0; i++) {
        const struct component *source = run->explored[shape->sources[i]];
        uint64_t from, end = component_level(source, run->level - 1, &from);
        for (uint64_t item = from; item < end && job_tick(run->worker); item++) {
            struct expansion expansion = expand(run, shape->sources[i], source, item, run->level - 1);
            add_entries(run, &expansion, run->level - 1);
            flush(run, false);
        }
    }
    if (run->level == 0) {
        struct expansion expansion = expander_initial(&run->worker->expander);
        for (uint32_t i = expansion.first; i < expansion.end; i++) { /* there is no node before them to expand again */
            const struct expand_entry *entry = &run->worker->expander.entries.items[i];
            if (cluster_of(expander_bytes(&run->worker->expander, entry), entry->size) != 0) refuse(run);
        }
        add_entries(run, &expansion, 0);
        run->worker->transitions = run->worker->passed = 0; /* to begin is no step */
    }
    flush(run, true);
}

static void explore_level(struct run *run) {
    struct component *component = run->component;
    component_begin_level(component, run->level);
    settle(run, &run->later);
    enter(run);
    for (uint64_t item = vec_last(&component->begins); !job_is_stopping(run->job); item++) {
        if (item == component->items.count) flush(run, true);
        if (item == component->items.count || !job_tick(run->worker)) break;
        struct expansion expansion = expand(run, run->number, component, item, run->level);
        add_entries(run, &expansion, run->level);
        flush(run, false);
    }
}

/* The levels at which something comes in: the first, and the last (0: nothing does). */
static uint32_t entered_from(const struct run *run, uint32_t *last) {
    const struct component_shape *shape = &run->shape->list[run->number];
    uint32_t first = run->number == run->shape->component_of[0] ? 0 : COMPONENT_NO_LEVEL;
    *last = 0;
    for (uint32_t i = 0; i < shape->source_count; i++) {
        const struct component *source = run->explored[shape->sources[i]];
        if (source->first_level == COMPONENT_NO_LEVEL) continue;
        if (source->first_level + 1 < first) first = source->first_level + 1;
        if (component_last_level(source) + 1 > *last) *last = component_last_level(source) + 1;
    }
    return first;
}

static void drop_empty_levels(struct component *component) {
    while (component->begins.count && vec_last(&component->begins) == component->items.count) component->begins.count--;
    if (!component->begins.count) component->first_level = COMPONENT_NO_LEVEL;
}

/* From the expander to the component, which begins anew. */
static void move_taken(struct run *run, struct component *component) {
    unsigned char *from = run->worker->expander.taken;
    memcpy(component->taken, from, run->job->ts->action_count);
    memset(from, 0, run->job->ts->action_count);
}

/* NULL: the search is over. */
static struct component *explore(struct run *run) {
    uint32_t last;
    run->component =
        component_new(run->shape->list[run->number].identity, &run->store_options, run->job->ts->action_count);
    if (!run->component) {
        job_stop(run->job, LIMIT_MEMORY);
        return NULL;
    }
    run->level = entered_from(run, &last);
    for (; run->level != COMPONENT_NO_LEVEL && !job_is_stopping(run->job); run->level++) {
        if (run->level > last && !run->later.sizes.count) break;
        explore_level(run);
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
        told.first_level = component->first_level;
        told.last_level = component_last_level(component);
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
        run->explored[number]->needed = false;
        run->explored[number] = NULL;
    }
}

/* With a violation inside, a component is told again whenever it is met: so it is not kept. */
static void keep(struct run *run, struct component *component, bool clean) {
    component->needed = true;
    component->last_use = ++run->cache->uses;
    if (!clean) component->identity = UINT64_MAX;
    vec_push(&run->cache->list, component);
    run->component = NULL;
}

static void reuse(struct run *run, struct component *component) {
    component->needed = true;
    component->last_use = ++run->cache->uses;
    atomic_fetch_add_explicit(&run->job->states_elsewhere, component->items.count, memory_order_relaxed);
}

static void explore_all(struct run *run) {
    const struct components_shape *shape = run->shape;
    for (run->number = 0; run->number < shape->count && !job_is_stopping(run->job); run->number++) {
        struct component *component = recall(run->cache, shape->list[run->number].identity);
        bool reused = component != NULL;
        uint64_t violations = atomic_load(&run->job->violation_count);
        if (reused)
            reuse(run, component);
        else if (!(component = explore(run)))
            return;
        tell(run, component, reused);
        for (uint32_t i = 0; i < run->job->ts->action_count; i++) run->taken[i] |= component->taken[i];
        if (job_is_stopping(run->job)) return;
        if (!reused) keep(run, component, violations == atomic_load(&run->job->violation_count));
        run->explored[run->number] = component;
        drop_needs(run);
        note_memory(run);
    }
}

/* Nothing is needed any more; what had violations goes. */
static void leave(struct run *run) {
    struct component_cache *cache = run->cache;
    component_free(run->component);
    for (size_t i = 0; i < cache->list.count;) {
        struct component *component = cache->list.items[i];
        component->needed = false;
        if (component->identity != UINT64_MAX) {
            i++;
            continue;
        }
        component_free(component);
        cache->list.items[i] = vec_pop(&cache->list);
    }
    vec_free(&run->items);
    vec_free(&run->now.bytes);
    vec_free(&run->now.sizes);
    vec_free(&run->later.bytes);
    vec_free(&run->later.sizes);
    free(run->explored);
    free(run->last_user);
    free(run->taken);
}

static void run_job(struct job *job, const struct components_shape *shape, struct component_cache *cache,
                    struct components_result *out) {
    struct run run = {.job = job, .worker = &job->workers[0], .shape = shape, .out = out, .cache = cache};
    run.store_options = (struct store_options){.kind = job->options->store,
                                               .max_state_size = expand_node_size(job->ts, job->mode),
                                               .threads = 1,
                                               .memory_limit = job->options->memory_limit};
    run.frees = !cache;
    if (!cache) run.cache = component_cache_new();
    run.explored = memory_new((shape->count + 1) * sizeof *run.explored);
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
    if (job_init(&job, ts, options, EXPAND_STATES, 1, NULL)) run_job(&job, shape, cache, out);
    return job_finish(&job);
}

void components_result_free(struct components_result *result) { vec_free(&result->list); }
