#include "promela/reduce.h"

#include "base/limits.h"
#include "promela/access.h"
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

enum { UNSEEN, OPEN, DONE }; /* of a search in depth */

/* An atomic sequence that is entered by a move is one long move: all of it must be local; and it must come to an end,
 * because nobody else moves before that. */
static bool chain_is_local(const struct reduction *r, unsigned at, const unsigned char *watched, unsigned char *how) {
    const struct location *location = &r->automaton->locations.items[at];
    if (watched[at]) return false;
    how[at] = OPEN;
    for (size_t i = 0; i < location->moves.count; i++) {
        const struct move *move = &location->moves.items[i];
        if (!move_is_local(r, move) || watched[move->target]) return false;
        if (!move->atomic || how[move->target] == DONE) continue;
        if (how[move->target] == OPEN || !chain_is_local(r, move->target, watched, how)) return false;
    }
    how[at] = DONE;
    return true;
}

static bool enters_local_chain(const struct reduction *r, const struct move *move, const unsigned char *watched) {
    if (!move->atomic) return true;
    unsigned char *how = memory_new(r->automaton->locations.count + 1);
    bool local = chain_is_local(r, move->target, watched, how);
    free(how);
    return local;
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

static bool is_local_location(const struct reduction *r, const struct location *location,
                              const unsigned char *watched) {
    for (size_t i = 0; i < location->moves.count; i++) {
        const struct move *move = &location->moves.items[i];
        if (!move_is_local(r, move) || !enters_local_chain(r, move, watched)) return false;
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

static void find_safe_locations(struct reduction *r, const unsigned char *watched) {
    for (unsigned i = 0; i < r->automaton->locations.count; i++) {
        const struct location *location = &r->automaton->locations.items[i];
        if (!location->reachable || watched[i] || sees_watched(location, watched) || r->access->opaque) continue;
        if (is_end_location(location) && !access_death_is_seen(r->access, r->automaton->proctype))
            r->flags[i] |= LOCATION_SAFE | LOCATION_CALM;
        else if (is_local_location(r, location, watched))
            r->flags[i] |= LOCATION_SAFE | (is_single(location) ? LOCATION_SINGLE : 0);
        else if (is_exclusive_location(r, location))
            r->flags[i] |= LOCATION_SAFE;
    }
}

/* ---- no cycle of safe locations ---- */

/* Does a path through safe locations and insides of atomic sequences lead from `start` back to it? */
static bool is_on_cycle(const struct reduction *r, unsigned start, const unsigned char *inner) {
    const struct automaton *a = r->automaton;
    unsigned char *seen = memory_new(a->locations.count + 1);
    VEC(unsigned) work = {0};
    vec_push(&work, start);
    bool found = false;
    while (work.count && !found) {
        const struct location *location = &a->locations.items[vec_pop(&work)];
        for (size_t i = 0; i < location->moves.count; i++) {
            unsigned target = location->moves.items[i].target;
            if (location->moves.items[i].kind == MOVE_END) continue;
            if (target == start) found = true;
            if (seen[target] || !(inner[target] || (r->flags[target] & LOCATION_SAFE))) continue;
            seen[target] = 1;
            vec_push(&work, target);
        }
    }
    vec_free(&work);
    free(seen);
    return found;
}

static void break_cycles(struct reduction *r) {
    const unsigned char unsafe = (unsigned char)~(LOCATION_SAFE | LOCATION_SINGLE);
    unsigned char *inner = automaton_inner_locations(r->automaton);
    for (unsigned i = 0; i < r->automaton->locations.count; i++)
        if (inner[i]) r->flags[i] &= unsafe;
    /* Choices first: the others, with a single way on, spare more states. */
    for (unsigned single = 0; single <= LOCATION_SINGLE; single += LOCATION_SINGLE)
        for (unsigned i = 0; i < r->automaton->locations.count; i++)
            if ((r->flags[i] & LOCATION_SAFE) && (r->flags[i] & LOCATION_SINGLE) == single && is_on_cycle(r, i, inner))
                r->flags[i] &= unsafe;
    free(inner);
}

/* ---- creating processes ---- */

static void note_run(void *context, const struct expression *e) { *(bool *)context |= e->kind == EXPR_RUN; }

static bool move_runs(const struct move *move) {
    bool runs = false;
    if (move->statement) walk_statement_expressions(move->statement, note_run, &runs);
    return runs;
}

static void find_runs(struct reduction *r) {
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < r->automaton->locations.count; i++) {
            const struct location *location = &r->automaton->locations.items[i];
            for (size_t m = 0; m < location->moves.count && !(r->flags[i] & LOCATION_RUNS); m++) {
                const struct move *move = &location->moves.items[m];
                if (!move_runs(move) && !(r->flags[move->target] & LOCATION_RUNS)) continue;
                r->flags[i] |= LOCATION_RUNS;
                changed = true;
            }
        }
    }
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
        find_safe_locations(&r, watched[i]);
        break_cycles(&r);
        find_runs(&r);
        free(watched[i]);
        limits_check();
    }
    free(watched);
    access_free(access);
    return flags;
}
