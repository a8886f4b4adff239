/* Invariant (Tarjan): `open` holds, in the order of their numbers, the visited nodes whose component is not complete;
 * these have the colour NODE_INNER_PATH. lowest[n] <= n is the number of an open node that n can reach. */
#include "search/fair.h"

#include "base/components.h"
#include "base/invariant.h"
#include "search/lasso.h"
#include "search/numbering.h"

/* What is looked at as a whole: a component, or a component of what is left of it without some nodes. */
struct part {
    uint32_t id;
    VEC(uint32_t) members; /* their numbers */
};

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
    VEC(uint32_t) part_of;  /* by number; 0: of none so far, or none any more */
    VEC(uint32_t) place_of; /* by number: which member of its part it is, where that is divided */
    uint32_t part_count;
    uint32_t part; /* the one under judgement */
    VEC(struct part) to_judge;
    VEC(bool) unserved; /* per actor: what the part, or the tour through it, still owes to fairness */
    VEC(bool) enabled;  /* per actor: it has a step somewhere in the part, as far as was looked */
    VEC(bool) exempt;   /* per actor: it is kept waiting all the time there */
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
    vec_free(&fair->part_of);
    vec_free(&fair->place_of);
    for (size_t i = 0; i < fair->to_judge.count; i++) vec_free(&fair->to_judge.items[i].members);
    vec_free(&fair->to_judge);
    vec_free(&fair->unserved);
    vec_free(&fair->enabled);
    vec_free(&fair->exempt);
    free(fair);
}

size_t fair_memory(const struct fair *fair) {
    if (!fair) return 0;
    size_t by_number = fair->lowest.capacity + fair->open.capacity + fair->part_of.capacity + fair->place_of.capacity;
    return walk_memory(&fair->walk) + numbering_memory(&fair->numbers) + by_number * sizeof(uint32_t);
}

static unsigned colours(const struct fair *fair, uint64_t handle) { return store_flags(fair->job->store, handle); }

/* Does the search go along this step? */
static bool follows(const struct fair *fair, const struct ts_step *step, uint64_t handle) {
    if (!fair->without_progress) return true;
    return step->action != TS_NO_ACTION && !(colours(fair, handle) & NODE_PROGRESS);
}

/* ---- is a part fair? ---- */

static bool is_any_member(void *context, const struct ts_step *step, uint64_t handle) {
    (void)step;
    const struct fair *fair = context;
    uint32_t number;
    return colours(fair, handle) & NODE_INNER_PATH && numbering_find(&fair->numbers, handle, &number) &&
           fair->part_of.items[number] == fair->part;
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

static bool is_kept_waiting(const struct fair *fair, const void *node, uint32_t size, unsigned actor) {
    const struct ts *ts = fair->job->ts;
    return ts->is_kept_waiting &&
           ts->is_kept_waiting(ts, node, expander_state_size(&fair->worker->expander, size), actor);
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
        if (!disabled || (actor < alive && is_kept_waiting(fair, node, size, actor))) continue;
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
    for (size_t i = 0; i < actors; i++)
        vec_push(&fair->unserved, i >= fair->job->ts->owed_from && !(i < fair->exempt.count && fair->exempt.items[i]));
    fair->accepting_unserved = !fair->without_progress;
}

static uint64_t handle_of(const struct fair *fair, const struct part *part, size_t member) {
    return fair->numbers.handles.items[part->members.items[member]];
}

static unsigned most_actors(struct fair *fair, const struct part *part) {
    const struct ts *ts = fair->job->ts;
    unsigned most = 0;
    for (size_t i = 0; i < part->members.count; i++) {
        uint32_t size = store_read(fair->job->store, handle_of(fair, part, i), fair->worker->node);
        unsigned actors = ts->actors(ts, fair->worker->node, expander_state_size(&fair->worker->expander, size));
        if (actors > most) most = actors;
    }
    return most;
}

static bool has_what_is_wanted(const struct fair *fair, const uint32_t *members, size_t count) {
    bool accepting = fair->without_progress;
    for (size_t i = 0; i < count && !accepting; i++)
        accepting = colours(fair, fair->numbers.handles.items[members[i]]) & NODE_ACCEPTING;
    return accepting;
}

static void note_enabled(struct fair *fair) {
    const struct expander *expander = &fair->worker->expander;
    for (uint32_t i = 0; i < expander->entries.count; i++) {
        unsigned actor = expander->entries.items[i].step.actor;
        if (actor < fair->enabled.count) fair->enabled.items[actor] = true;
    }
}

/* Of those that are kept waiting, who may never come in the whole part is owed nothing. */
static void exempt_others(struct fair *fair) {
    if (!fair->job->ts->is_kept_waiting) return;
    for (size_t i = 0; i < fair->unserved.count; i++) {
        bool waits = fair->unserved.items[i] && !fair->enabled.items[i];
        vec_push(&fair->exempt, waits);
        if (waits) fair->unserved.items[i] = false;
    }
}

enum judgement { IS_FAIR, OWES_STEPS, IS_NO_CYCLE };

static enum judgement judge(struct fair *fair, const struct part *part) {
    bool has_step = false;
    vec_clear(&fair->exempt);
    vec_clear(&fair->enabled);
    if (!has_what_is_wanted(fair, part->members.items, part->members.count)) return IS_NO_CYCLE;
    owe_everything(fair, most_actors(fair, part));
    fair->accepting_unserved = false;
    for (size_t i = 0; i < fair->unserved.count; i++) vec_push(&fair->enabled, false);
    for (size_t i = 0; i < part->members.count && (!has_step || owes_anything(fair)); i++) {
        uint64_t handle = handle_of(fair, part, i);
        if (!walk_successors(fair->worker, handle, &fair->successors)) return IS_NO_CYCLE;
        uint32_t size = store_read(fair->job->store, handle, fair->worker->node);
        serve_disabled(fair, fair->worker->node, size, false);
        note_enabled(fair);
        for (size_t j = 0; j < fair->successors.list.count; j++) {
            const struct walk_successor *successor = &fair->successors.list.items[j];
            const struct ts_step *step = &fair->worker->expander.entries.items[successor->entry].step;
            if (!is_member(fair, step, successor->handle)) continue;
            has_step = true;
            serve_step(fair, step);
        }
    }
    if (!has_step) return IS_NO_CYCLE;
    exempt_others(fair);
    return owes_anything(fair) ? OWES_STEPS : IS_FAIR;
}

/* ---- what is left of a part that owes steps ---- */

static bool has_step_that_is_owed(const struct fair *fair) {
    const struct expander *expander = &fair->worker->expander;
    for (uint32_t i = 0; i < expander->entries.count; i++)
        if (owes(fair, expander->entries.items[i].step.actor)) return true;
    return false;
}

/* Nodes where somebody may come who is owed a step, and makes none, are on no fair cycle. */
static bool remove_nodes(struct fair *fair, struct part *part) {
    size_t kept = 0;
    for (size_t i = 0; i < part->members.count; i++) {
        uint32_t number = part->members.items[i];
        if (!walk_successors(fair->worker, fair->numbers.handles.items[number], &fair->successors)) return false;
        bool keep = !has_step_that_is_owed(fair);
        if (!keep) fair->part_of.items[number] = 0;
        if (keep) part->members.items[kept++] = number;
    }
    invariant(kept < part->members.count);
    part->members.count = kept;
    return true;
}

/* The edges inside of a part, between its members as they are numbered there. */
struct inside {
    VEC(uint32_t) first, targets;
};

static bool find_edges(struct fair *fair, const struct part *part, struct inside *inside) {
    bool all = true;
    while (fair->place_of.count < fair->numbers.handles.count) vec_push(&fair->place_of, 0);
    for (size_t i = 0; i < part->members.count; i++) fair->place_of.items[part->members.items[i]] = (uint32_t)i;
    for (size_t i = 0; i < part->members.count && all; i++) {
        vec_push(&inside->first, (uint32_t)inside->targets.count);
        all = walk_successors(fair->worker, handle_of(fair, part, i), &fair->successors);
        for (size_t j = 0; all && j < fair->successors.list.count; j++) {
            const struct walk_successor *successor = &fair->successors.list.items[j];
            const struct ts_step *step = &fair->worker->expander.entries.items[successor->entry].step;
            uint32_t number;
            if (is_member(fair, step, successor->handle) && numbering_find(&fair->numbers, successor->handle, &number))
                vec_push(&inside->targets, fair->place_of.items[number]);
        }
    }
    vec_push(&inside->first, (uint32_t)inside->targets.count);
    return all;
}

static void begin_parts(struct fair *fair, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) vec_push(&fair->to_judge, (struct part){.id = ++fair->part_count});
}

static void add_member(struct fair *fair, struct part *part, uint32_t number) {
    vec_push(&part->members, number);
    fair->part_of.items[number] = part->id;
}

/* The components of what is left are looked at in their turn. */
static void divide(struct fair *fair, struct part *part) {
    struct inside inside = {.first = {0}, .targets = {0}};
    if (remove_nodes(fair, part) && find_edges(fair, part, &inside)) {
        uint32_t *component_of = memory_new((part->members.count + 1) * sizeof *component_of);
        size_t first = fair->to_judge.count;
        begin_parts(fair, components_number((uint32_t)part->members.count, inside.first.items, inside.targets.items,
                                            component_of));
        for (size_t i = 0; i < part->members.count; i++)
            add_member(fair, &fair->to_judge.items[first + component_of[i]], part->members.items[i]);
        free(component_of);
    }
    vec_free(&inside.first);
    vec_free(&inside.targets);
}

/* ---- a tour through a fair part ---- */

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

/* From a member through the part, until nothing is owed, and back. */
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

static void report(struct fair *fair, const struct part *part) {
    struct job *job = fair->job;
    struct finding finding = {.kind = fair->without_progress ? "non-progress cycle" : "acceptance cycle"};
    const struct lasso_query to_member = {.context = fair, .is_goal = is_any_member};
    bool is_there = true;
    uint64_t start;
    if (!lasso_path(fair->worker, 0, &to_member, &finding.path, &start)) {
        vec_clear(&finding.path.entries);
        if (fair->outer) walk_add_path(fair->outer, 0, &finding.path);
        walk_add_path(&fair->walk, fair->outer ? 1 : 0, &finding.path);
        start = walk_top(&fair->walk)->handle;
        if (!is_any_member(fair, NULL, start))
            is_there = lasso_path(fair->worker, start, &to_member, &finding.path, &start);
    }
    finding.cycle = finding.path.entries.count;
    owe_everything(fair, most_actors(fair, part));
    if (!is_there || !add_tour(fair, start, &finding.path))
        vec_clear(&finding.path.entries); /* too large for a trace */
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
    vec_push(&fair->part_of, 0);
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

static void judge_component(struct fair *fair, size_t first) {
    begin_parts(fair, 1);
    for (size_t i = first; i < fair->open.count; i++) add_member(fair, &vec_last(&fair->to_judge), fair->open.items[i]);
    while (fair->to_judge.count) {
        struct part part = vec_pop(&fair->to_judge);
        bool goes_on = job_tick(fair->worker);
        fair->part = part.id;
        enum judgement judgement = goes_on ? judge(fair, &part) : IS_NO_CYCLE;
        if (judgement == IS_FAIR) report(fair, &part);
        if (judgement == OWES_STEPS && fair->job->ts->is_kept_waiting) divide(fair, &part);
        vec_free(&part.members);
    }
}

static void close_component(struct fair *fair, uint32_t root) {
    size_t first = fair->open.count;
    while (first > 0 && fair->open.items[first - 1] >= root) first--;
    invariant_dear(is_in_order(fair, first));
    if (has_what_is_wanted(fair, fair->open.items + first, fair->open.count - first)) judge_component(fair, first);
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
