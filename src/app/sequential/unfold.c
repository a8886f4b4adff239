#include "app/sequential/unfold.h"

static const struct sequential_function *function_of(const struct sequential_graph *graph, uint32_t function) {
    return &graph->code->functions.items[function];
}

/* The last instruction from which a way leads back to this one; the head itself: there is none. */
static uint32_t last_of(const struct sequential_function *function, uint32_t head) {
    for (uint32_t i = function->code_count; i-- > head;) {
        const struct c_instruction *instruction = &function->code[i];
        bool jumps = instruction->kind == C_JUMP || instruction->kind == C_BRANCH;
        if (jumps && instruction->then == head) return i;
        if (instruction->kind == C_BRANCH && instruction->otherwise == head) return i;
    }
    return head;
}

static bool is_inside(const struct sequential_function *function, uint32_t head, uint32_t index) {
    return index >= head && index <= last_of(function, head);
}

static bool has_condition(const struct sequential_function *function, uint32_t head) {
    const struct c_instruction *first = &function->code[head];
    return first->kind == C_BRANCH &&
           (!is_inside(function, head, first->then) || !is_inside(function, head, first->otherwise));
}

/* Loops that are left, and those of calls that have ended, are forgotten. */
static void forget(const struct sequential_graph *graph, struct unfold_place *place) {
    size_t kept = 0;
    for (size_t i = 0; i < place->rounds.count; i++) {
        struct unfold_round round = place->rounds.items[i];
        struct sequential_calls calls = sequential_calls(graph, place->point, round.context);
        if (calls.count < round.depth) continue;
        const struct sequential_call *call = &calls.items[round.depth - 1];
        if (is_inside(function_of(graph, call->function), round.head, call->next)) place->rounds.items[kept++] = round;
    }
    place->rounds.count = kept;
}

static struct unfold_round *round_of(struct unfold_place *place, uint32_t context, uint32_t depth, uint32_t head) {
    for (size_t i = 0; i < place->rounds.count; i++) {
        struct unfold_round *round = &place->rounds.items[i];
        if (round->context == context && round->depth == depth && round->head == head) return round;
    }
    vec_push(&place->rounds, (struct unfold_round){context, depth, head, 0});
    return &vec_last(&place->rounds);
}

/* A jump or a side of a branch. */
static bool go(const struct sequential_graph *graph, uint32_t bound, const struct sequential_point *point,
               uint32_t target, struct unfold_place *place) {
    struct sequential_calls calls = sequential_calls(graph, place->point, point->context);
    const struct sequential_call *call = &calls.items[calls.count - 1];
    const struct sequential_function *function = function_of(graph, call->function);
    if (target <= call->next) {
        uint32_t most = has_condition(function, target) ? bound : bound - 1;
        return round_of(place, point->context, calls.count, target)->count++ < most;
    }
    if (!has_condition(function, call->next) || !is_inside(function, call->next, target)) return true;
    return round_of(place, point->context, calls.count, call->next)->count < bound;
}

bool unfold_edge(const struct sequential_graph *graph, uint32_t bound, const struct unfold_place *from, uint32_t edge,
                 struct unfold_place *to) {
    const struct sequential_point *point = &graph->points.items[from->point];
    const struct sequential_edge *way = &graph->edges.items[point->first_edge + edge];
    to->point = from->point;
    vec_clear(&to->rounds);
    for (size_t i = 0; i < from->rounds.count; i++) vec_push(&to->rounds, from->rounds.items[i]);
    bool flows = way->kind == SEQUENTIAL_FLOW && point->deed == SEQUENTIAL_CODE;
    const struct c_instruction *instruction = point->instruction;
    bool jumps = flows && (instruction->kind == C_JUMP || instruction->kind == C_BRANCH);
    if (jumps && !go(graph, bound, point, edge ? instruction->otherwise : instruction->then, to)) return false;
    to->point = way->to;
    forget(graph, to);
    return true;
}
