#include "promela/reduce.h"

#include "base/limits.h"
#include "promela/access.h"
#include "promela/knots.h"
#include "promela/walk.h"

#include <string.h>

struct reduction {
    const struct layout *layout;
    const struct access *access;
    const struct automaton *automaton;
    const struct interactions *interactions; /* or NULL */
    unsigned char *flags;
};

/* ---- what a property can see of locations ---- */

struct label_search {
    struct automaton *const *automata; /* by proctype */
    unsigned char **seen;              /* the same, then by location */
};

static void note_label(void *context, const struct expression *e) {
    struct label_search *search = context;
    if (e->kind != EXPR_REMOTE_LABEL) return;
    int location = automaton_label(search->automata[e->proctype->index], e->label);
    if (location >= 0) search->seen[e->proctype->index][location] = 1;
}

static void watch_own(const struct access *access, const struct automaton *automaton, unsigned char *seen) {
    for (size_t i = 0; i < automaton->locations.count; i++) {
        const struct location *location = &automaton->locations.items[i];
        if (location->is_accept || location->is_progress) seen[i] = 1;
        if (access->tries_handshakes && access_awaits_handshake(access, location)) seen[i] = 1;
    }
}

/* Locations that somebody watches: accept and progress labels, labels in remote references, and where a handshake is
 * awaited that somebody tries. By proctype, then by location. */
static unsigned char **watched_locations(const struct model *model, const struct access *access,
                                         struct automaton *const *automata) {
    unsigned char **seen = memory_new((model->proctypes.count + 1) * sizeof *seen);
    for (size_t i = 0; i < model->proctypes.count; i++) {
        seen[i] = memory_new(automata[i]->locations.count + 1);
        watch_own(access, automata[i], seen[i]);
    }
    struct label_search search = {automata, seen};
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct sequence *body = model->proctypes.items[i]->body;
        for (size_t k = 0; k < body->statements.count; k++)
            walk_statement_expressions(body->statements.items[k], note_label, &search);
    }
    for (size_t i = 0; i < model->ltl.count; i++) walk_expression(model->ltl.items[i].formula, note_label, &search);
    return seen;
}

/* ---- safe moves ---- */

/* Does a guide look at it? Of a message that may be half of a handshake, the other half can be what it looks at. */
static bool is_guided(const struct reduction *r, const struct move *move) {
    if (!r->interactions) return false;
    if (r->interactions->of_action[move->action] != INTERACTION_NONE) return true;
    enum statement_kind kind = move->kind == MOVE_STATEMENT ? move->statement->kind : STATEMENT_EXPRESSION;
    return r->interactions->of_messages && (kind == STATEMENT_SEND || kind == STATEMENT_RECEIVE);
}

static bool move_is_local(const struct reduction *r, const struct move *move) {
    if (is_guided(r, move)) return false;
    switch (move->kind) {
    case MOVE_JUMP:
    case MOVE_ELSE: return true;
    case MOVE_END: return false;
    default: return access_is_local(r->access, r->automaton->proctype, move->statement);
    }
}

/* What is known of the atomic sequence that goes on at a location. */
enum { UNKNOWN, OPEN, LOCAL, NOT_LOCAL };

struct chains {
    const unsigned char *watched;
    unsigned char *how; /* by location */
    VEC(struct {
        unsigned location;
        size_t move;
    })
    path; /* that is open, with the next move to look at */
};

static void open_chain(struct chains *chains, unsigned location) {
    chains->how[location] = OPEN;
    vec_reserve(&chains->path, chains->path.count + 1);
    chains->path.items[chains->path.count].location = location;
    chains->path.items[chains->path.count++].move = 0;
    limits_check();
}

/* Whatever leads to what is not local is not local. */
static void give_up(struct chains *chains) {
    while (chains->path.count) chains->how[vec_pop(&chains->path).location] = NOT_LOCAL;
}

/* An atomic sequence that is entered by a move is one long move: all of it must be local; and it must come to an end,
 * because nobody else moves before that. Each location is looked at once, however many moves lead there. */
static bool chain_is_local(const struct reduction *r, unsigned start, struct chains *chains) {
    if (chains->watched[start]) return false;
    if (!chains->how[start]) open_chain(chains, start);
    while (chains->path.count) {
        unsigned at = vec_last(&chains->path).location;
        const struct location *location = &r->automaton->locations.items[at];
        if (vec_last(&chains->path).move == location->moves.count) {
            chains->how[at] = LOCAL;
            chains->path.count--;
            continue;
        }
        const struct move *move = &location->moves.items[vec_last(&chains->path).move++];
        unsigned next = move->target;
        bool goes_on = move->atomic && chains->how[next] != LOCAL;
        if (!move_is_local(r, move) || chains->watched[next] || (goes_on && chains->how[next] != UNKNOWN))
            give_up(chains);
        else if (goes_on)
            open_chain(chains, next);
    }
    return chains->how[start] == LOCAL;
}

/* All moves are receives, or all are sends, on one channel that is this process's alone at that end. */
static bool is_exclusive_location(const struct reduction *r, const struct location *location) {
    for (size_t i = 0; i < location->moves.count; i++) {
        const struct move *move = &location->moves.items[i];
        if (move->kind != MOVE_STATEMENT || move->atomic || is_guided(r, move)) return false;
        if (!access_is_exclusive(r->access, r->automaton->proctype, move->statement)) return false;
        if (i && !access_same_channel(location->moves.items[0].statement, move->statement)) return false;
    }
    return location->moves.count > 0;
}

static bool is_local_location(const struct reduction *r, const struct location *location, struct chains *chains) {
    for (size_t i = 0; i < location->moves.count; i++) {
        const struct move *move = &location->moves.items[i];
        if (!move_is_local(r, move) || (move->atomic && !chain_is_local(r, move->target, chains))) return false;
    }
    return location->moves.count > 0;
}

static bool sees_watched(const struct location *location, const unsigned char *watched) {
    for (size_t i = 0; i < location->moves.count; i++)
        if (watched[location->moves.items[i].target]) return true;
    return false;
}

static bool is_end_location(const struct location *location) {
    return location->moves.count == 1 && location->moves.items[0].kind == MOVE_END;
}

static bool always_possible(const struct move *move) {
    if (move->kind == MOVE_JUMP) return true;
    if (move->kind != MOVE_STATEMENT) return false;
    switch (move->statement->kind) {
    case STATEMENT_ASSIGN:
    case STATEMENT_PRINTF:
    case STATEMENT_PRINTM:
    case STATEMENT_ASSERT: return true;
    case STATEMENT_EXPRESSION:
        return move->statement->expression->kind == EXPR_NUMBER && move->statement->expression->value != 0;
    default: return false;
    }
}

/* Exactly one move, whatever the state: an unconditional one, or a condition and its `else`. */
static bool is_single(const struct location *location) {
    const struct move *moves = location->moves.items;
    if (location->moves.count == 1) return always_possible(&moves[0]);
    return location->moves.count == 2 && moves[0].kind == MOVE_STATEMENT &&
           moves[0].statement->kind == STATEMENT_EXPRESSION && moves[1].kind == MOVE_ELSE &&
           moves[0].escape == moves[1].escape;
}

/* Inside an atomic sequence nobody else moves, anyway. */
static void find_safe_locations(struct reduction *r, const unsigned char *watched, const unsigned char *inner) {
    struct chains chains = {.watched = watched, .how = memory_new(r->automaton->locations.count + 1)};
    for (unsigned i = 0; i < r->automaton->locations.count; i++) {
        const struct location *location = &r->automaton->locations.items[i];
        if (!location->reachable || watched[i] || sees_watched(location, watched) || r->access->opaque) continue;
        if (is_end_location(location) && !access_death_is_seen(r->access, r->automaton->proctype))
            r->flags[i] |= LOCATION_CALM | (inner[i] ? 0 : LOCATION_SAFE);
        else if (inner[i])
            continue;
        else if (is_local_location(r, location, &chains))
            r->flags[i] |= LOCATION_SAFE | (is_single(location) ? LOCATION_SINGLE : 0);
        else if (is_exclusive_location(r, location))
            r->flags[i] |= LOCATION_SAFE;
        limits_check();
    }
    vec_free(&chains.path);
    free(chains.how);
}

/* ---- no cycle of safe locations ---- */

/* Cycles lead through safe locations and insides of atomic sequences. Where thousands of jumps make one large knot, not
 * every loop of it is untied by itself: what is left of it is unsafe. */
static void break_cycles(struct reduction *r, const unsigned char *inner) {
    const unsigned char unsafe = (unsigned char)~(LOCATION_SAFE | LOCATION_SINGLE);
    size_t count = r->automaton->locations.count, patience = (1u << 20) + 64 * count;
    unsigned char *in = memory_new(count + 1);
    for (size_t i = 0; i < count; i++) in[i] = inner[i] || (r->flags[i] & LOCATION_SAFE);
    struct knots *knots = knots_new(r->automaton, in);
    /* Choices first: the others, with a single way on, spare more states. */
    for (unsigned single = 0; single <= LOCATION_SINGLE; single += LOCATION_SINGLE)
        for (unsigned i = 0; i < count; i++)
            if ((r->flags[i] & LOCATION_SAFE) && (r->flags[i] & LOCATION_SINGLE) == single &&
                knots_on_cycle(knots, i)) {
                r->flags[i] &= unsafe;
                if (knots_work(knots) < patience) knots_take_out(knots, i);
            }
    knots_free(knots);
    free(in);
}

/* ---- creating processes ---- */

/* By location: where a way on leads to it. */
struct arrivals {
    uint32_t *first; /* into `from`, up to the next location's */
    unsigned *from;
};

static struct arrivals arrivals_new(const struct automaton *automaton) {
    size_t count = automaton->locations.count, moves = 0;
    struct arrivals arrivals = {.first = memory_new((count + 2) * sizeof *arrivals.first)};
    for (size_t i = 0; i < count; i++)
        for (size_t m = 0; m < automaton->locations.items[i].moves.count; m++, moves++)
            arrivals.first[automaton->locations.items[i].moves.items[m].target + 1]++;
    for (size_t i = 0; i < count; i++) arrivals.first[i + 1] += arrivals.first[i];
    arrivals.from = memory_new((moves + 1) * sizeof *arrivals.from);
    uint32_t *next = memory_new((count + 1) * sizeof *next);
    for (unsigned i = 0; i < count; i++)
        for (size_t m = 0; m < automaton->locations.items[i].moves.count; m++) {
            unsigned target = automaton->locations.items[i].moves.items[m].target;
            arrivals.from[arrivals.first[target] + next[target]++] = i;
        }
    free(next);
    return arrivals;
}

static void find_runs(struct reduction *r) {
    struct arrivals arrivals = arrivals_new(r->automaton);
    VEC(unsigned) work = {0};
    for (unsigned i = 0; i < r->automaton->locations.count; i++) {
        const struct location *location = &r->automaton->locations.items[i];
        bool runs = false;
        for (size_t m = 0; m < location->moves.count && !runs; m++)
            runs = location->moves.items[m].statement && walk_statement_runs(location->moves.items[m].statement);
        if (!runs) continue;
        r->flags[i] |= LOCATION_RUNS;
        vec_push(&work, i);
    }
    while (work.count) {
        unsigned at = vec_pop(&work);
        for (uint32_t i = arrivals.first[at]; i < arrivals.first[at + 1]; i++) {
            if (r->flags[arrivals.from[i]] & LOCATION_RUNS) continue;
            r->flags[arrivals.from[i]] |= LOCATION_RUNS;
            vec_push(&work, arrivals.from[i]);
        }
    }
    vec_free(&work);
    free(arrivals.from);
    free(arrivals.first);
}

unsigned char **reduce_locations(const struct model *model, const struct layout *layout,
                                 struct automaton *const *automata, bool lose_messages,
                                 const struct interactions *interactions) {
    unsigned char **flags = memory_new((model->proctypes.count + 1) * sizeof *flags);
    struct access *access = access_new(layout, automata, lose_messages);
    unsigned char **watched = watched_locations(model, access, automata);
    for (size_t i = 0; i < model->proctypes.count; i++) {
        flags[i] = memory_new(automata[i]->locations.count + 1);
        struct reduction r = {layout, access, automata[i], interactions, flags[i]};
        unsigned char *inner = automaton_inner_locations(automata[i]);
        find_safe_locations(&r, watched[i], inner);
        break_cycles(&r, inner);
        find_runs(&r);
        free(inner);
        free(watched[i]);
        limits_check();
    }
    free(watched);
    access_free(access);
    return flags;
}
