#include "search/lasso.h"

#include "search/numbering.h"

enum { MOST_NODES = 4 << 20 };

/* How a node was reached. */
struct step_back {
    uint32_t parent; /* number, or EXPAND_SOURCE */
    uint32_t entry;
};

struct breadth {
    struct worker *worker;
    const struct lasso_query *query;
    struct numbering reached;
    VEC(struct step_back) steps; /* by number */
    bool found;
    uint64_t end;
    struct step_back last; /* the step to the end */
};

/* Undiscovered nodes get no handle: a search for a counterexample must not change what is being searched. */
static bool handle_of(struct worker *worker, const struct expand_entry *entry, uint64_t *handle) {
    struct store *store = worker->job->store;
    const void *node = expander_bytes(&worker->expander, entry);
    uint64_t hash = store_hash(node, entry->size);
    if (!store_contains(store, node, entry->size, hash)) return false;
    return store_insert(store, worker->number, node, entry->size, hash, handle) == STORE_OLD;
}

static void reach(struct breadth *breadth, const struct step_back *back, const struct ts_step *step, uint64_t handle) {
    const struct lasso_query *query = breadth->query;
    if (query->allowed && !query->allowed(query->context, step, handle)) return;
    if (query->is_goal(query->context, step, handle)) {
        breadth->found = true;
        breadth->end = handle;
        breadth->last = *back;
        return;
    }
    uint32_t number;
    if (numbering_add(&breadth->reached, handle, &number)) vec_push(&breadth->steps, *back);
}

static void reach_entries(struct breadth *breadth, uint32_t parent) {
    struct expander *expander = &breadth->worker->expander;
    for (uint32_t i = 0; i < expander->entries.count && !breadth->found; i++) {
        const struct expand_entry *entry = &expander->entries.items[i];
        uint64_t handle;
        if (!entry->is_node || !handle_of(breadth->worker, entry, &handle)) continue;
        reach(breadth, &(struct step_back){parent, i}, &entry->step, handle);
    }
}

static void expand_number(struct breadth *breadth, uint32_t number) {
    struct worker *worker = breadth->worker;
    const struct lasso_query *query = breadth->query;
    uint64_t handle = breadth->reached.handles.items[number];
    uint32_t size = store_read(worker->job->store, handle, worker->node);
    expander_clear(&worker->expander);
    expander_add(&worker->expander, worker->node, size);
    bool elsewhere = breadth->steps.items[number].entry != EXPAND_SOURCE;
    if (elsewhere && query->is_goal_expanded && query->is_goal_expanded(query->context, handle, &worker->expander)) {
        breadth->found = true;
        breadth->end = handle;
        breadth->last = breadth->steps.items[number];
        return;
    }
    reach_entries(breadth, number);
}

static void add_way(const struct breadth *breadth, struct path *path) {
    VEC(uint32_t) backwards = {0};
    struct step_back at = breadth->last;
    for (;;) {
        if (at.entry != EXPAND_SOURCE) vec_push(&backwards, at.entry);
        if (at.parent == EXPAND_SOURCE) break;
        at = breadth->steps.items[at.parent];
    }
    while (backwards.count) vec_push(&path->entries, vec_pop(&backwards));
    vec_free(&backwards);
}

bool lasso_path(struct worker *worker, uint64_t start, const struct lasso_query *query, struct path *path,
                uint64_t *end) {
    struct breadth breadth = {.worker = worker, .query = query};
    if (start) {
        uint32_t number;
        numbering_add(&breadth.reached, start, &number);
        vec_push(&breadth.steps, (struct step_back){EXPAND_SOURCE, EXPAND_SOURCE});
    } else {
        expander_clear(&worker->expander);
        expander_initial(&worker->expander);
        reach_entries(&breadth, EXPAND_SOURCE);
    }
    for (uint32_t i = 0; i < breadth.reached.handles.count && i < MOST_NODES && !breadth.found; i++)
        expand_number(&breadth, i);
    if (breadth.found) {
        add_way(&breadth, path);
        *end = breadth.end;
    }
    numbering_free(&breadth.reached);
    vec_free(&breadth.steps);
    return breadth.found;
}

struct way_to_node {
    const struct store *store;
    uint64_t node;
    unsigned avoid;
};

static bool is_node(void *context, const struct ts_step *step, uint64_t handle) {
    (void)step;
    return handle == ((struct way_to_node *)context)->node;
}

static bool is_uncoloured(void *context, const struct ts_step *step, uint64_t handle) {
    (void)step;
    const struct way_to_node *way = context;
    return !(store_flags(way->store, handle) & way->avoid);
}

void lasso_shorten(struct worker *worker, struct finding *finding, uint64_t node, unsigned avoid) {
    struct way_to_node way = {worker->job->store, node, avoid};
    struct lasso_query to_node = {.context = &way, .is_goal = is_node};
    struct lasso_query around = {.context = &way, .allowed = is_uncoloured, .is_goal = is_node};
    struct path path = {0};
    uint64_t end;
    bool found = lasso_path(worker, 0, &to_node, &path, &end);
    size_t cycle = path.entries.count;
    found = found && lasso_path(worker, node, &around, &path, &end);
    struct path unwanted = found ? finding->path : path;
    vec_free(&unwanted.entries);
    if (!found) return;
    finding->path = path;
    finding->cycle = cycle;
}
