#include "promela/knots.h"

#include "base/limits.h"
#include "base/memory.h"
#include "base/vec.h"

#include <limits.h>

struct visit {
    unsigned location;
    size_t move; /* the next to look at */
};

/* Tarjan's search, without recursion: a sequence of a hundred thousand statements is a path as long. */
struct knots {
    const struct automaton *automaton;
    unsigned *knot;         /* by location; 0: on no cycle */
    unsigned *round;        /* by location: the last search that it was in */
    unsigned *number, *low; /* by location, of this search; low is UINT_MAX where a knot is complete */
    unsigned last_knot, last_round, last_number;
    size_t work;
    VEC(unsigned) members; /* what is searched */
    VEC(unsigned) open;    /* visited, and of no complete knot yet */
    VEC(struct visit) path;
};

static void enter(struct knots *knots, unsigned location) {
    knots->number[location] = knots->low[location] = ++knots->last_number;
    vec_push(&knots->open, location);
    vec_push(&knots->path, (struct visit){location, 0});
    limits_check();
}

static void lower(struct knots *knots, unsigned location, unsigned to) {
    if (to < knots->low[location]) knots->low[location] = to;
}

static bool leads_to_itself(const struct automaton *automaton, unsigned location) {
    const struct location *from = &automaton->locations.items[location];
    for (size_t i = 0; i < from->moves.count; i++)
        if (from->moves.items[i].kind != MOVE_END && from->moves.items[i].target == location) return true;
    return false;
}

/* All that is open since `first` is a knot, or a location that is on no cycle. */
static void close_knot(struct knots *knots, unsigned first) {
    bool cycle = knots->open.items[knots->open.count - 1] != first || leads_to_itself(knots->automaton, first);
    if (cycle) knots->last_knot++;
    unsigned member;
    do {
        member = vec_pop(&knots->open);
        knots->low[member] = UINT_MAX;
        knots->knot[member] = cycle ? knots->last_knot : 0;
    } while (member != first);
}

static void leave(struct knots *knots) {
    unsigned location = vec_pop(&knots->path).location;
    if (knots->low[location] == knots->number[location])
        close_knot(knots, location);
    else /* it is reached from another, to which it leads back */
        lower(knots, knots->path.items[knots->path.count - 1].location, knots->low[location]);
}

static void visit_from(struct knots *knots, unsigned start) {
    enter(knots, start);
    while (knots->path.count) {
        struct visit *visit = &knots->path.items[knots->path.count - 1];
        const struct location *from = &knots->automaton->locations.items[visit->location];
        if (visit->move == from->moves.count) {
            leave(knots);
            continue;
        }
        const struct move *move = &from->moves.items[visit->move++];
        if (move->kind == MOVE_END || knots->round[move->target] != knots->last_round) continue;
        if (!knots->number[move->target])
            enter(knots, move->target);
        else if (knots->low[move->target] != UINT_MAX)
            lower(knots, visit->location, knots->number[move->target]);
    }
}

static void tie(struct knots *knots) {
    knots->last_round++;
    knots->last_number = 0;
    knots->work += knots->members.count;
    for (size_t i = 0; i < knots->members.count; i++) {
        unsigned member = knots->members.items[i];
        knots->round[member] = knots->last_round;
        knots->number[member] = 0;
    }
    for (size_t i = 0; i < knots->members.count; i++)
        if (!knots->number[knots->members.items[i]]) visit_from(knots, knots->members.items[i]);
}

struct knots *knots_new(const struct automaton *automaton, const unsigned char *in) {
    struct knots *knots = memory_new(sizeof *knots);
    size_t size = (automaton->locations.count + 1) * sizeof *knots->knot;
    knots->automaton = automaton;
    knots->knot = memory_new(size);
    knots->round = memory_new(size);
    knots->number = memory_new(size);
    knots->low = memory_new(size);
    for (unsigned i = 0; i < automaton->locations.count; i++)
        if (in[i]) vec_push(&knots->members, i);
    tie(knots);
    return knots;
}

void knots_free(struct knots *knots) {
    free(knots->knot);
    free(knots->round);
    free(knots->number);
    free(knots->low);
    vec_free(&knots->members);
    vec_free(&knots->open);
    vec_free(&knots->path);
    free(knots);
}

size_t knots_work(const struct knots *knots) { return knots->work; }

bool knots_on_cycle(const struct knots *knots, unsigned location) { return knots->knot[location] != 0; }

/* What lies on one cycle with it is found by going around, each way through the knot only. */
static void gather(struct knots *knots, unsigned location) {
    unsigned knot = knots->knot[location];
    knots->members.count = 0;
    vec_push(&knots->members, location);
    knots->knot[location] = 0;
    for (size_t i = 0; i < knots->members.count; i++) {
        const struct location *from = &knots->automaton->locations.items[knots->members.items[i]];
        for (size_t m = 0; m < from->moves.count; m++) {
            unsigned target = from->moves.items[m].target;
            if (from->moves.items[m].kind == MOVE_END || knots->knot[target] != knot) continue;
            knots->knot[target] = 0;
            vec_push(&knots->members, target);
        }
    }
}

void knots_take_out(struct knots *knots, unsigned location) {
    if (!knots->knot[location]) return;
    gather(knots, location);
    knots->members.items[0] = vec_pop(&knots->members);
    if (knots->members.count) tie(knots);
}
