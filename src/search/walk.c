#include "search/walk.h"

static unsigned colours_of_marks(unsigned marks) {
    return (marks & TS_ACCEPTING ? NODE_ACCEPTING : 0u) | (marks & TS_PROGRESS ? NODE_PROGRESS : 0u);
}

static bool discover(struct worker *worker, struct walk_successors *successors) {
    struct expander *expander = &worker->expander;
    struct store *store = worker->job->store;
    vec_clear(&successors->list);
    vec_clear(&successors->items);
    for (uint32_t i = 0; i < expander->entries.count; i++) {
        const struct expand_entry *entry = &expander->entries.items[i];
        if (!entry->is_node) continue;
        vec_push(&successors->list, (struct walk_successor){.entry = i});
        vec_push(&successors->items,
                 (struct store_item){.state = expander_bytes(expander, entry), .size = entry->size});
    }
    store_insert_batch(store, worker->number, successors->items.items, successors->items.count);
    for (size_t i = 0; i < successors->items.count; i++) {
        const struct store_item *item = &successors->items.items[i];
        if (item->answer == STORE_FULL) {
            job_stop(worker->job, LIMIT_MEMORY);
            return false;
        }
        successors->list.items[i].handle = item->handle;
        if (item->answer != STORE_NEW) continue;
        unsigned colours = colours_of_marks(expander_marks(expander, item->state, item->size));
        if (colours) store_flags_or(store, item->handle, colours);
    }
    return true;
}

bool walk_successors(struct worker *worker, uint64_t handle, struct walk_successors *successors) {
    uint32_t size = store_read(worker->job->store, handle, worker->node);
    expander_clear(&worker->expander);
    successors->expansion = expander_add(&worker->expander, worker->node, size);
    if (successors->expansion.cut) job_note_cut(worker->job);
    return discover(worker, successors);
}

bool walk_initial(struct worker *worker, struct walk_successors *successors) {
    expander_clear(&worker->expander);
    successors->expansion = expander_initial(&worker->expander);
    return discover(worker, successors);
}

void walk_successors_free(struct walk_successors *successors) {
    vec_free(&successors->list);
    vec_free(&successors->items);
}

void walk_push(struct walk *walk, uint64_t handle, uint32_t entry) {
    vec_push(&walk->path, (struct walk_frame){.handle = handle, .waiting = walk->waiting.count, .entry = entry});
}

bool walk_next(struct walk *walk, struct walk_successor *successor) {
    if (walk->waiting.count == walk_top(walk)->waiting) return false;
    *successor = vec_pop(&walk->waiting);
    return true;
}

void walk_add_path(const struct walk *walk, size_t from, struct path *path) {
    for (size_t i = from; i < walk->path.count; i++) vec_push(&path->entries, walk->path.items[i].entry);
}

size_t walk_memory(const struct walk *walk) {
    return walk->path.capacity * sizeof *walk->path.items + walk->waiting.capacity * sizeof *walk->waiting.items;
}

void walk_free(struct walk *walk) {
    vec_free(&walk->path);
    vec_free(&walk->waiting);
}

static void report(struct job *job, const struct walk *outer, const char *kind, uint32_t fault, uint32_t entry) {
    struct finding finding = {.kind = kind, .fault = fault, .cycle = SIZE_MAX};
    walk_add_path(outer, 0, &finding.path);
    if (entry != EXPAND_SOURCE) vec_push(&finding.path.entries, entry);
    job_report(job, &finding);
    if (job_has_enough(job)) job_stop(job, LIMIT_NONE);
}

/* Ending in an accepting state is staying there for ever. */
static void report_standstill(struct job *job, const struct walk *outer) {
    struct finding finding = {.kind = "acceptance cycle", .cycle = outer->path.count};
    walk_add_path(outer, 0, &finding.path);
    job_report(job, &finding);
    if (job_has_enough(job)) job_stop(job, LIMIT_NONE);
}

static void report_events(struct worker *worker, const struct walk *outer) {
    const struct expander *expander = &worker->expander;
    for (uint32_t i = 0; i < expander->entries.count; i++) {
        const struct expand_entry *entry = &expander->entries.items[i];
        if (job_wants_fault(worker->job, &entry->step)) report(worker->job, outer, NULL, entry->step.fault, i);
        if (entry->violating) report(worker->job, outer, "claim", 0, i);
    }
}

void walk_report_initial(struct worker *worker, const struct walk *empty, const struct expansion *expansion) {
    if (expansion->eventful) report_events(worker, empty);
}

void walk_report(struct worker *worker, const struct walk *outer, const struct expansion *expansion) {
    struct job *job = worker->job;
    const struct expander *expander = &worker->expander;
    uint32_t size = store_read(job->store, vec_last(&outer->path).handle, worker->node);
    unsigned marks = expander_marks(expander, worker->node, size);
    if (marks & TS_VIOLATING) report(job, outer, "claim", 0, EXPAND_SOURCE);
    bool stands_still = expansion->stuck && !job->ts->observed;
    if (stands_still && job->options->goal == SEARCH_ACCEPTANCE && marks & TS_ACCEPTING)
        report_standstill(job, outer);
    else if (expansion->stuck && job_is_invalid_end(worker, worker->node, size))
        report(job, outer, "invalid end state", 0, EXPAND_SOURCE);
    for (uint32_t i = 0; i < expander->entries.count; i++)
        expander->entries.items[i].is_node ? worker->transitions++ : worker->passed++;
    if (expansion->eventful) report_events(worker, outer);
}

bool walk_is_cut_off(const struct walk *walk, struct worker *worker) {
    struct job *job = worker->job;
    if (!job->options->depth_limit || walk->path.count - 1 < job->options->depth_limit) return false;
    uint64_t handle = vec_last(&walk->path).handle;
    uint32_t size = store_read(job->store, handle, worker->node);
    expander_clear(&worker->expander);
    expander_add(&worker->expander, worker->node, size);
    if (worker->expander.entries.count == 0) return false;
    if (expander_violates(&worker->expander, worker->node, size)) report(job, walk, "claim", 0, EXPAND_SOURCE);
    job_note_loss(job, LIMIT_DEPTH); /* even a step to a known node may close a cycle */
    store_flags_or(job->store, handle, NODE_CUT);
    return true;
}
