#include "app/cases/route.h"

#include "base/memory.h"

#include <string.h>

enum { MOST_EDGES = 1 << 14 /* of a function */, MOST_BRANCHES = 1 << 10 /* of a path */ };

struct walking {
    struct routes *routes;
    const struct c_function *function;
    const bool *may_stop; /* by function: a call of it may be the end of the task */
    uint32_t limit;       /* of all edges, for this function */
    uint32_t depth;
};

static uint32_t add_edge(struct walking *walking, uint32_t before, uint32_t branch, bool value) {
    struct route_edge edge = {.function = walking->function->index,
                              .before = before,
                              .branch = branch,
                              .value = value,
                              .behind = {ROUTE_NONE, ROUTE_NONE},
                              .number = ROUTE_NONE};
    vec_push(&walking->routes->edges, edge);
    return (uint32_t)walking->routes->edges.count - 1;
}

/* A loop inside of another begins anew with each round of that one. */
static bool goes_round_too_often(const struct walking *walking, uint32_t *rounds, uint32_t from, uint32_t to) {
    for (uint32_t i = to; i < from; i++) rounds[i] = 0;
    return ++rounds[from] > walking->routes->rounds;
}

static bool may_stop_here(const struct walking *walking, const struct c_instruction *code) {
    if (code->kind == C_CALL) return !code->callee || walking->may_stop[code->callee->index];
    return code->kind == C_SERVICE && (code->service == OSEK_TerminateTask || code->service == OSEK_ChainTask ||
                                       code->service == OSEK_StartOS || osek_ends_all(code->service));
}

/* Up to the next branch: its number, or ROUTE_NONE, and the edge knows how it ends. */
static uint32_t follow_edge(struct walking *walking, uint32_t edge, uint32_t at, uint32_t *rounds) {
    const struct c_function *function = walking->function;
    struct route_edge *own = &walking->routes->edges.items[edge];
    bool *seen = memory_new(function->code_count + 1);
    uint32_t branch = ROUTE_NONE;
    for (;;) {
        const struct c_instruction *code = &function->code[at];
        if (seen[at]) own->is_over = true;
        if (code->kind == C_RETURN) own->may_end = true;
        if (code->kind == C_BRANCH && !seen[at]) branch = at;
        if (seen[at] || code->kind == C_RETURN || code->kind == C_BRANCH) break;
        seen[at] = true;
        own->may_end |= may_stop_here(walking, code);
        if (code->kind == C_JUMP && code->then <= at && goes_round_too_often(walking, rounds, at, code->then))
            own->is_cut = true;
        at = code->kind == C_JUMP ? code->then : at + 1;
    }
    free(seen);
    return branch;
}

static void walk(struct walking *walking, uint32_t edge, uint32_t at, uint32_t *rounds);

static void walk_behind(struct walking *walking, uint32_t edge, uint32_t branch, bool value, const uint32_t *rounds) {
    struct routes *routes = walking->routes;
    const struct c_instruction *code = &walking->function->code[branch];
    uint32_t to = value ? code->then : code->otherwise;
    uint32_t next = add_edge(walking, edge, branch, value);
    routes->edges.items[edge].behind[value] = next;
    size_t size = (walking->function->code_count + 1) * sizeof *rounds;
    uint32_t *own = memory_new(size);
    memcpy(own, rounds, size);
    if (to <= branch && goes_round_too_often(walking, own, branch, to))
        routes->edges.items[next].is_over = true;
    else
        walk(walking, next, to, own);
    free(own);
}

static void walk(struct walking *walking, uint32_t edge, uint32_t at, uint32_t *rounds) {
    struct routes *routes = walking->routes;
    if (routes->edges.count >= walking->limit || walking->depth >= MOST_BRANCHES) {
        routes->too_many = walking->function;
        return;
    }
    uint32_t branch = follow_edge(walking, edge, at, rounds);
    const struct route_edge *own = &routes->edges.items[edge];
    if (own->is_over || own->is_cut || branch == ROUTE_NONE) return;
    walking->depth++;
    walk_behind(walking, edge, branch, true, rounds);
    walk_behind(walking, edge, branch, false, rounds);
    walking->depth--;
}

/* ---- which calls may not come back ---- */

static bool stops(const struct walking *walking, const struct c_function *function) {
    for (uint32_t i = 0; i < function->code_count; i++)
        if (may_stop_here(walking, &function->code[i])) return true;
    return false;
}

static bool *find_stopping(const struct c_program *program) {
    bool *may_stop = memory_new(program->function_count + 1);
    struct walking walking = {.may_stop = may_stop};
    for (bool more = true; more;) {
        more = false;
        for (uint32_t f = 0; f < program->function_count; f++)
            if (!may_stop[f] && stops(&walking, program->functions[f])) may_stop[f] = more = true;
    }
    return may_stop;
}

void routes_find(struct routes *routes, const struct subject *subject, const bool *wanted, uint32_t rounds) {
    const struct c_program *program = subject->program;
    bool *may_stop = find_stopping(program);
    routes->rounds = rounds;
    routes->first = memory_new((program->function_count + 1) * sizeof *routes->first);
    for (uint32_t f = 0; f < program->function_count; f++) {
        routes->first[f] = ROUTE_NONE;
        if (!wanted[f]) continue;
        struct walking walking = {routes, program->functions[f], may_stop, (uint32_t)routes->edges.count + MOST_EDGES,
                                  0};
        uint32_t *none = memory_new((program->functions[f]->code_count + 1) * sizeof *none);
        uint32_t first = add_edge(&walking, ROUTE_NONE, 0, false);
        walk(&walking, first, 0, none);
        free(none);
        if (routes->too_many == program->functions[f])
            routes->edges.count = first; /* none of its paths: they would not be all */
        else
            routes->first[f] = first;
    }
    for (uint32_t i = 0; i < routes->edges.count; i++) {
        struct route_edge *edge = &routes->edges.items[i];
        if (!edge->may_end && !edge->is_cut && !edge->is_over) continue;
        edge->number = (uint32_t)routes->ends.count;
        vec_push(&routes->ends, i);
    }
    free(may_stop);
}

void routes_free(struct routes *routes) {
    vec_free(&routes->edges);
    vec_free(&routes->ends);
    free(routes->first);
}
