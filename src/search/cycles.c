/* Invariant of the outer walk: NODE_ON_PATH is set exactly on the nodes of its path. */
#include "search/cycles.h"

#include "base/invariant.h"
#include "search/fair.h"
#include "search/lasso.h"

struct cycles {
    struct job *job;
    struct worker *worker;
    struct walk outer;
    struct walk inner;
    struct walk_successors successors;
    struct fair *fair; /* NULL unless the search is a fair one */
};

static void report_cycle(struct cycles *cycles, const char *kind, struct finding *finding, uint64_t node,
                         unsigned avoid) {
    struct job *job = cycles->job;
    finding->kind = kind;
    if (job->findings.count < JOB_TRACES_KEPT) lasso_shorten(cycles->worker, finding, node, avoid);
    job_report(job, finding);
    if (job_has_enough(job)) job_stop(job, LIMIT_NONE);
}

/* How many frames lead to this node, itself included? */
static size_t frames_to(const struct walk *walk, uint64_t handle) {
    size_t i = walk->path.count;
    while (walk->path.items[i - 1].handle != handle) i--;
    return i;
}

/* ---- acceptance cycles ---- */

/* A step from the outer path's top, or from the inner walk that began there, back to a node of the path. */
static void found_accepting(struct cycles *cycles, const struct walk_successor *back, uint64_t accepting) {
    struct finding finding = {.cycle = frames_to(&cycles->outer, back->handle)};
    walk_add_path(&cycles->outer, 0, &finding.path);
    walk_add_path(&cycles->inner, 1, &finding.path);
    vec_push(&finding.path.entries, back->entry);
    report_cycle(cycles, "acceptance cycle", &finding, accepting, 0);
}

/* Expands a node of the inner walk; true if a step of it leads back to the outer path. */
static bool expand_red(struct cycles *cycles, uint64_t handle, struct walk_successor *back) {
    struct store *store = cycles->job->store;
    if (store_flags(store, handle) & NODE_CUT) return false;
    if (!walk_successors(cycles->worker, handle, &cycles->successors)) return false;
    bool found = false;
    for (size_t i = cycles->successors.list.count; i-- > 0;) {
        const struct walk_successor *successor = &cycles->successors.list.items[i];
        unsigned colours = store_flags(store, successor->handle);
        if (colours & NODE_ON_PATH) {
            found = true;
            *back = *successor;
        } else if (!(colours & NODE_RED)) {
            vec_push(&cycles->inner.waiting, *successor);
        }
    }
    return found;
}

/* Is there a way from this accepting node, which the outer walk is about to leave, back to the path? */
static void search_red(struct cycles *cycles, uint64_t seed) {
    struct store *store = cycles->job->store;
    struct walk *inner = &cycles->inner;
    bool reported = false;
    walk_push(inner, seed, EXPAND_SOURCE);
    struct walk_successor next = {.handle = seed};
    for (bool arrived = true;;) {
        struct walk_successor back;
        if (arrived && expand_red(cycles, next.handle, &back) && !reported) {
            found_accepting(cycles, &back, seed);
            reported = true;
        }
        if (!job_tick(cycles->worker)) break;
        arrived = false;
        if (walk_next(inner, &next)) {
            arrived = !(store_flags_or(store, next.handle, NODE_RED) & NODE_RED);
            if (arrived) walk_push(inner, next.handle, next.entry);
        } else {
            walk_pop(inner);
            if (inner->path.count == 0) break;
        }
    }
    vec_clear(&inner->path);
    vec_clear(&inner->waiting);
}

/* ---- non-progress cycles ---- */

static void found_non_progress(struct cycles *cycles, const struct walk_successor *back) {
    size_t before = cycles->outer.path.count - 1;
    struct finding finding = {.cycle = before + frames_to(&cycles->inner, back->handle)};
    walk_add_path(&cycles->outer, 0, &finding.path);
    walk_add_path(&cycles->inner, 1, &finding.path);
    vec_push(&finding.path.entries, back->entry);
    report_cycle(cycles, "non-progress cycle", &finding, back->handle, NODE_PROGRESS);
}

static void visit_without_progress(struct cycles *cycles, const struct walk_successor *node) {
    struct store *store = cycles->job->store;
    store_flags_or(store, node->handle, NODE_INNER_VISITED | NODE_INNER_PATH);
    walk_push(&cycles->inner, node->handle, node->entry);
    if (!walk_successors(cycles->worker, node->handle, &cycles->successors)) return;
    bool found = false;
    struct walk_successor back;
    for (size_t i = cycles->successors.list.count; i-- > 0;) {
        const struct walk_successor *successor = &cycles->successors.list.items[i];
        unsigned colours = store_flags(store, successor->handle);
        /* As in Spin, standing still at the end is not a lack of progress. */
        if (cycles->worker->expander.entries.items[successor->entry].step.action == TS_NO_ACTION) continue;
        if (colours & NODE_INNER_PATH) {
            found = true;
            back = *successor;
        } else if (!(colours & (NODE_PROGRESS | NODE_INNER_VISITED))) {
            vec_push(&cycles->inner.waiting, *successor);
        }
    }
    if (found) found_non_progress(cycles, &back);
}

static void search_without_progress(struct cycles *cycles, uint64_t root) {
    struct walk *inner = &cycles->inner;
    visit_without_progress(cycles, &(struct walk_successor){root, EXPAND_SOURCE});
    while (inner->path.count && job_tick(cycles->worker)) {
        struct walk_successor next;
        if (walk_next(inner, &next)) {
            /* Waiting more than once, it may have got on the path and off again meanwhile: never on it. */
            if (!(store_flags(cycles->job->store, next.handle) & NODE_INNER_VISITED))
                visit_without_progress(cycles, &next);
        } else {
            store_flags_and(cycles->job->store, walk_top(inner)->handle, ~(unsigned)NODE_INNER_PATH);
            walk_pop(inner);
        }
    }
    vec_clear(&inner->path);
    vec_clear(&inner->waiting);
}

/* ---- the outer walk ---- */

static void look_for_cycles(struct cycles *cycles, uint64_t handle, unsigned colours) {
    if (cycles->job->options->goal != SEARCH_NON_PROGRESS || colours & (NODE_PROGRESS | NODE_INNER_VISITED)) return;
    if (cycles->fair)
        fair_search(cycles->fair, &cycles->outer, handle);
    else
        search_without_progress(cycles, handle);
}

static void visit(struct cycles *cycles, const struct walk_successor *node) {
    struct store *store = cycles->job->store;
    struct worker *worker = cycles->worker;
    unsigned colours = store_flags_or(store, node->handle, NODE_VISITED);
    if (colours & NODE_VISITED) return;
    store_flags_or(store, node->handle, NODE_ON_PATH);
    invariant(!(colours & NODE_ON_PATH));
    walk_push(&cycles->outer, node->handle, node->entry);
    if (cycles->outer.path.count - 1 > worker->depth) worker->depth = cycles->outer.path.count - 1;
    worker->memory = walk_memory(&cycles->outer) + walk_memory(&cycles->inner) + fair_memory(cycles->fair);
    if (walk_is_cut_off(&cycles->outer, worker)) return;
    if (!walk_successors(worker, node->handle, &cycles->successors)) return;
    walk_report(worker, &cycles->outer, &cycles->successors.expansion);
    bool accepting = colours & NODE_ACCEPTING, found = false;
    struct walk_successor back;
    for (size_t i = cycles->successors.list.count; i-- > 0;) {
        const struct walk_successor *successor = &cycles->successors.list.items[i];
        unsigned there = store_flags(store, successor->handle);
        if (!(there & NODE_VISITED)) vec_push(&cycles->outer.waiting, *successor);
        if ((there & NODE_ON_PATH) && (accepting || there & NODE_ACCEPTING)) {
            found = true;
            back = *successor;
        }
    }
    if (found && cycles->job->options->goal == SEARCH_ACCEPTANCE)
        found_accepting(cycles, &back, accepting ? node->handle : back.handle);
    look_for_cycles(cycles, node->handle, colours);
}

static void leave(struct cycles *cycles) {
    struct store *store = cycles->job->store;
    uint64_t handle = walk_top(&cycles->outer)->handle;
    if (cycles->job->options->goal == SEARCH_ACCEPTANCE && store_flags(store, handle) & NODE_ACCEPTING)
        search_red(cycles, handle);
    unsigned before = store_flags_and(store, handle, ~(unsigned)NODE_ON_PATH);
    invariant(before & NODE_ON_PATH);
    walk_pop(&cycles->outer);
}

static void walk_all(struct cycles *cycles, const struct walk_successor *root) {
    visit(cycles, root);
    while (cycles->outer.path.count && job_tick(cycles->worker)) {
        struct walk_successor next;
        if (walk_next(&cycles->outer, &next))
            visit(cycles, &next);
        else
            leave(cycles);
    }
}

void cycles_search(struct job *job) {
    struct cycles cycles = {.job = job, .worker = &job->workers[0]};
    cycles.worker->expander.hashing = false; /* batches are hashed by the store */
    cycles.fair = job->options->fair ? fair_new(cycles.worker) : NULL;
    struct walk_successors roots = {0};
    store_join(job->store, 0);
    if (walk_initial(cycles.worker, &roots)) {
        walk_report_initial(cycles.worker, &cycles.outer, &roots.expansion);
        for (size_t i = 0; i < roots.list.count && !job_is_stopping(job); i++) {
            if (cycles.fair && job->options->goal == SEARCH_ACCEPTANCE)
                fair_search_from(cycles.fair, &roots.list.items[i]);
            else
                walk_all(&cycles, &roots.list.items[i]);
        }
    }
    store_leave(job->store, 0);
    fair_free(cycles.fair);
    walk_successors_free(&roots);
    walk_successors_free(&cycles.successors);
    walk_free(&cycles.outer);
    walk_free(&cycles.inner);
}
