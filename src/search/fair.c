/* Invariant (Tarjan): `open` holds, in the order of their numbers, the visited nodes whose component is not complete;
 * these have the colour NODE_INNER_PATH. lowest[n] <= n is the number of an open node that n can reach. */
#include "search/fair.h"

#include "base/invariant.h"
#include "search/lasso.h"
#include "search/numbering.h"

struct fair {
    struct job *job;
    struct worker *worker;
    bool without_progress; /* only nodes and steps of non-progress cycles count */
    const struct walk *outer;
    struct walk walk;
    struct walk_successors successors;
    struct numbering numbers;
    VEC(uint32_t) lowest;
    VEC(uint32_t) open;
    uint32_t root;      /* of the component under judgement: its members are open and have no lower number */
    VEC(bool) unserved; /* per actor: what the component, or the tour through it, still owes to fairness */
    bool accepting_unserved;
};

struct fair *fair_new(struct worker *worker) {
    struct fair *fair = memory_new(sizeof *fair);
    fair->job = worker->job;
    fair->worker = worker;
    fair->without_progress = worker->job->options->goal == SEARCH_NON_PROGRESS;
    return fair;
}

void fair_free(struct fair *fair) {
    if (!fair) return;
    walk_free(&fair->walk);
    walk_successors_free(&fair->successors);
    numbering_free(&fair->numbers);
    vec_free(&fair->lowest);
    vec_free(&fair->open);
    vec_free(&fair->unserved);
    free(fair);
}

size_t fair_memory(const struct fair *fair) {
    if (!fair) return 0;
    return walk_memory(&fair->walk) + numbering_memory(&fair->numbers) +
           (fair->lowest.capacity + fair->open.capacity) * sizeof(uint32_t);
}

static unsigned colours(const struct fair *fair, uint64_t handle) { return store_flags(fair->job->store, handle); }

/* Does the search go along this step? */
static bool follows(const struct fair *fair, const struct ts_step *step, uint64_t handle) {
    if (!fair->without_progress) return true;
    return step->action != TS_NO_ACTION && !(colours(fair, handle) & NODE_PROGRESS);
}

/* ---- is a component fair? ---- */

static bool is_any_member(void *context, const struct ts_step *step, uint64_t handle) {
    (void)step;
    const struct fair *fair = context;
    uint32_t number;
    return colours(fair, handle) & NODE_INNER_PATH && numbering_find(&fair->numbers, handle, &number) &&
           number >= fair->root;
}

static bool is_member(void *context, const struct ts_step *step, uint64_t handle) {
    return follows(context, step, handle) && is_any_member(context, step, handle);
}

static void serve(struct fair *fair, unsigned actor) {
    if (actor < fair->unserved.count) fair->unserved.items[actor] = false;
}

static bool owes(const struct fair *fair, unsigned actor) {
    return actor < fair->unserved.count && fair->unserved.items[actor];
}

static bool owes_anything(const struct fair *fair) {
    for (size_t i = 0; i < fair->unserved.count; i++)
        if (fair->unserved.items[i]) return true;
    return fair->accepting_unserved;
}

/* Has this actor an enabled step in the node whose entries these are? */
static bool is_enabled(const struct expander *expander, unsigned actor) {
    for (uint32_t i = 0; i < expander->entries.count; i++)
        if (expander->entries.items[i].step.actor == actor) return true;
    return false;
}

/* The actors that owe nothing more after having been in this node; `node` is expanded. Returns how many that is among
 * those that are unserved; serves them unless `only_count`. */
static size_t serve_disabled(struct fair *fair, const void *node, uint32_t size, bool only_count) {
    const struct ts *ts = fair->job->ts;
    const struct expander *expander = &fair->worker->expander;
    unsigned alive = ts->actors(ts, node, expander_state_size(expander, size));
    unsigned mover = expander_mover(expander, node, size);
    bool held = mover != expander->everybody && is_enabled(expander, mover);
    size_t count = 0;
    for (unsigned actor = 0; actor < fair->unserved.count; actor++) {
        if (!fair->unserved.items[actor]) continue;
        bool disabled = actor >= alive || (!held && !is_enabled(expander, actor));
        if (!disabled) continue;
        count++;
        if (!only_count) fair->unserved.items[actor] = false;
    }
    return count;
}

static void serve_step(struct fair *fair, const struct ts_step *step) {
    serve(fair, step->actor);
    serve(fair, step->partner);
}

static void owe_everything(struct fair *fair, size_t actors) {
    vec_clear(&fair->unserved);
    for (size_t i = 0; i < actors; i++) vec_push(&fair->unserved, i >= fair->job->ts->owed_from);
    fair->accepting_unserved = !fair->without_progress;
}

/* The members are the nodes open.items[first …]. */
static unsigned most_actors(struct fair *fair, size_t first) {
    const struct ts *ts = fair->job->ts;
    unsigned most = 0;
    for (size_t i = first; i < fair->open.count; i++) {
        uint64_t handle = fair->numbers.handles.items[fair->open.items[i]];
        uint32_t size = store_read(fair->job->store, handle, fair->worker->node);
        unsigned actors = ts->actors(ts, fair->worker->node, expander_state_size(&fair->worker->expander, size));
        if (actors > most) most = actors;
    }
    return most;
}

static bool is_fair_component(struct fair *fair, size_t first) {
    bool has_step = false, accepting = fair->without_progress;
    for (size_t i = first; i < fair->open.count && !accepting; i++)
        accepting = colours(fair, fair->numbers.handles.items[fair->open.items[i]]) & NODE_ACCEPTING;
    if (!accepting) return false;
    owe_everything(fair, most_actors(fair, first));
    fair->accepting_unserved = false;
    for (size_t i = first; i < fair->open.count && (!has_step || owes_anything(fair)); i++) {
        uint64_t handle = fair->numbers.handles.items[fair->open.items[i]];
        if (!walk_successors(fair->worker, handle, &fair->successors)) return false;
        uint32_t size = store_read(fair->job->store, handle, fair->worker->node);
        serve_disabled(fair, fair->worker->node, size, false);
        for (size_t j = 0; j < fair->successors.list.count; j++) {
            const struct walk_successor *successor = &fair->successors.list.items[j];
            const struct ts_step *step = &fair->worker->expander.entries.items[successor->entry].step;
            if (!is_member(fair, step, successor->handle)) continue;
            has_step = true;
            serve_step(fair, step);
        }
    }
    return has_step && !owes_anything(fair);
}

/* ---- a tour through a fair component ---- */

static bool serves_by_step(void *context, const struct ts_step *step, uint64_t handle) {
    const struct fair *fair = context;
    return owes(fair, step->actor) || owes(fair, step->partner) ||
           (fair->accepting_unserved && colours(fair, handle) & NODE_ACCEPTING);
}

static bool serves_by_blocking(void *context, uint64_t handle, const struct expander *expander) {
    struct fair *fair = context;
    (void)expander; /* the worker's */
    unsigned char *node = memory_new(expand_node_size(fair->job->ts, fair->job->mode));
    uint32_t size = store_read(fair->job->store, handle, node);
    bool serves = serve_disabled(fair, node, size, true) > 0;
    free(node);
    return serves;
}

/* What being in the node gives; its entries are in the expander afterwards. */
static void serve_node(struct fair *fair, uint64_t handle) {
    struct worker *worker = fair->worker;
    uint32_t size = store_read(fair->job->store, handle, worker->node);
    expander_clear(&worker->expander);
    expander_add(&worker->expander, worker->node, size);
    serve_disabled(fair, worker->node, size, false);
    if (colours(fair, handle) & NODE_ACCEPTING) fair->accepting_unserved = false;
}

/* What the steps of the path from entry number `from` on, which begin in `handle`, give. */
static void serve_path(struct fair *fair, const struct path *path, size_t from, uint64_t handle) {
    for (size_t i = from; i < path->entries.count; i++) {
        uint32_t entry = path->entries.items[i];
        serve_node(fair, handle);
        walk_successors(fair->worker, handle, &fair->successors);
        serve_step(fair, &fair->worker->expander.entries.items[entry].step);
        for (size_t j = 0; j < fair->successors.list.count; j++)
            if (fair->successors.list.items[j].entry == entry) handle = fair->successors.list.items[j].handle;
    }
    serve_node(fair, handle);
}

struct way_home {
    struct fair *fair;
    uint64_t start;
};

static bool is_home(void *context, const struct ts_step *step, uint64_t handle) {
    (void)step;
    return handle == ((struct way_home *)context)->start;
}

static bool is_way_home(void *context, const struct ts_step *step, uint64_t handle) {
    return is_member(((struct way_home *)context)->fair, step, handle);
}

/* From a member through the component, until nothing is owed, and back. */
static bool add_tour(struct fair *fair, uint64_t start, struct path *path) {
    const struct lasso_query to_witness = {
        .context = fair, .allowed = is_member, .is_goal = serves_by_step, .is_goal_expanded = serves_by_blocking};
    struct way_home way_home = {fair, start};
    const struct lasso_query home = {.context = &way_home, .allowed = is_way_home, .is_goal = is_home};
    size_t begin = path->entries.count;
    uint64_t at = start;
    serve_node(fair, at);
    while (owes_anything(fair)) {
        size_t from = path->entries.count;
        uint64_t end;
        if (!lasso_path(fair->worker, at, &to_witness, path, &end)) return false;
        serve_path(fair, path, from, at);
        at = end;
    }
    return (at == start && path->entries.count > begin) || lasso_path(fair->worker, at, &home, path, &at);
}

static void report_component(struct fair *fair, size_t first) {
    struct job *job = fair->job;
    struct finding finding = {.kind = fair->without_progress ? "non-progress cycle" : "acceptance cycle"};
    const struct lasso_query to_member = {.context = fair, .is_goal = is_any_member};
    uint64_t start;
    if (!lasso_path(fair->worker, 0, &to_member, &finding.path, &start)) {
        vec_clear(&finding.path.entries);
        if (fair->outer) walk_add_path(fair->outer, 0, &finding.path);
        walk_add_path(&fair->walk, fair->outer ? 1 : 0, &finding.path);
        start = walk_top(&fair->walk)->handle;
    }
    finding.cycle = finding.path.entries.count;
    owe_everything(fair, most_actors(fair, first));
    if (!add_tour(fair, start, &finding.path)) vec_clear(&finding.path.entries); /* too large for a trace */
    job_report(job, &finding);
    if (job_has_enough(job)) job_stop(job, LIMIT_NONE);
}

/* ---- Tarjan's algorithm ---- */

static void lower(struct fair *fair, uint32_t number, uint32_t to) {
    if (fair->lowest.items[number] > to) fair->lowest.items[number] = to;
}

static void visit(struct fair *fair, const struct walk_successor *node) {
    struct worker *worker = fair->worker;
    uint32_t number;
    store_flags_or(fair->job->store, node->handle, NODE_INNER_VISITED | NODE_INNER_PATH);
    numbering_add(&fair->numbers, node->handle, &number);
    vec_push(&fair->lowest, number);
    vec_push(&fair->open, number);
    walk_push(&fair->walk, node->handle, node->entry);
    walk_top(&fair->walk)->number = number;
    if (!fair->outer && walk_is_cut_off(&fair->walk, worker)) return;
    if (!walk_successors(worker, node->handle, &fair->successors)) return;
    if (!fair->outer) {
        walk_report(worker, &fair->walk, &fair->successors.expansion);
        if (fair->walk.path.count - 1 > worker->depth) worker->depth = fair->walk.path.count - 1;
        worker->memory = fair_memory(fair);
    }
    for (size_t i = fair->successors.list.count; i-- > 0;) {
        const struct walk_successor *successor = &fair->successors.list.items[i];
        const struct ts_step *step = &worker->expander.entries.items[successor->entry].step;
        unsigned there = colours(fair, successor->handle);
        bool closed = (there & NODE_INNER_VISITED) && !(there & NODE_INNER_PATH);
        if (!closed && follows(fair, step, successor->handle)) vec_push(&fair->walk.waiting, *successor);
    }
}

static void follow(struct fair *fair, const struct walk_successor *next) {
    unsigned there = colours(fair, next->handle);
    uint32_t number;
    if (!(there & NODE_INNER_VISITED)) {
        visit(fair, next);
    } else if (there & NODE_INNER_PATH && numbering_find(&fair->numbers, next->handle, &number)) {
        lower(fair, walk_top(&fair->walk)->number, number);
    }
}

/* Those of the component that is about to be complete are open, in the order of their numbers, and have the colour. */
static bool is_in_order(const struct fair *fair, size_t first) {
    for (size_t i = first; i < fair->open.count; i++) {
        if (i > first && fair->open.items[i - 1] >= fair->open.items[i]) return false;
        if (!(colours(fair, fair->numbers.handles.items[fair->open.items[i]]) & NODE_INNER_PATH)) return false;
    }
    return true;
}

static void close_component(struct fair *fair, uint32_t root) {
    size_t first = fair->open.count;
    while (first > 0 && fair->open.items[first - 1] >= root) first--;
    fair->root = root;
    invariant_dear(is_in_order(fair, first));
    if (is_fair_component(fair, first)) report_component(fair, first);
    while (fair->open.count > first) {
        uint64_t handle = fair->numbers.handles.items[vec_pop(&fair->open)];
        store_flags_and(fair->job->store, handle, ~(unsigned)NODE_INNER_PATH);
    }
}

static void leave(struct fair *fair) {
    uint32_t number = walk_top(&fair->walk)->number;
    invariant(fair->lowest.items[number] <= number);
    if (fair->lowest.items[number] == number) close_component(fair, number);
    walk_pop(&fair->walk);
    if (fair->walk.path.count) lower(fair, walk_top(&fair->walk)->number, fair->lowest.items[number]);
}

static void search(struct fair *fair, const struct walk_successor *root) {
    if (colours(fair, root->handle) & NODE_INNER_VISITED) return;
    visit(fair, root);
    while (fair->walk.path.count && job_tick(fair->worker)) {
        struct walk_successor next;
        if (walk_next(&fair->walk, &next))
            follow(fair, &next);
        else
            leave(fair);
    }
    vec_clear(&fair->walk.path);
    vec_clear(&fair->walk.waiting);
}

void fair_search_from(struct fair *fair, const struct walk_successor *root) { search(fair, root); }

void fair_search(struct fair *fair, const struct walk *outer, uint64_t root) {
    fair->outer = outer;
    search(fair, &(struct walk_successor){root, EXPAND_SOURCE});
}
