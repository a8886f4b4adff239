/* A proctype's body as an automaton: control locations, and transitions that one statement each takes.
 *
 * The locations are exactly those that Spin's verifier has (without statement merging), so that state counts agree:
 * a compound statement is a location of its own, distinct from the loop head inside it; a `goto` or the end of an `if`
 * is passed over, except where that would leave an atomic sequence in the middle of a step. */
#ifndef PROMELA_AUTOMATON_H
#define PROMELA_AUTOMATON_H

#include "promela/ast.h"

enum move_kind {
    MOVE_STATEMENT, /* a basic statement                            */
    MOVE_ELSE,
    MOVE_JUMP,   /* a step that only changes the location         */
    MOVE_D_STEP, /* a whole d_step sequence                       */
    MOVE_END     /* the process dies                              */
};

struct move {
    enum move_kind kind;
    const struct statement *statement; /* NULL for jumps and the end */
    const char *words;                 /* then what to call it      */
    struct place place;
    uint32_t action; /* the same for all copies of a statement's move; numbered through all automata */
    unsigned target;
    bool atomic;     /* whoever makes the move goes on alone */
    bool otherwise;  /* only if none of the moves before it is possible: an `else`, or a d_step that begins with one */
    unsigned escape; /* 0, or the escape it belongs to: moves of the first escape that can move come before all else */
};

struct location {
    VEC(struct move) moves; /* escapes first, `else` last */
    bool is_end, is_accept, is_progress;
    bool reachable;
    struct place place;
};

struct automaton {
    const struct proctype *proctype;
    VEC(struct location) locations;
    unsigned initial, end;
    uint32_t permission; /* the action of a proctype with a `provided` clause: evaluating it went wrong */
};

/* Adds the automaton's actions from `first_action` on; `next_action` is what follows the last of them. */
struct automaton *process_automaton_new(const struct proctype *proctype, uint32_t first_action, uint32_t *next_action,
                                        bool reverse_escapes, struct diagnostics *diagnostics);
void process_automaton_free(struct automaton *automaton);

/* The location of a label, or -1. */
int automaton_label(const struct automaton *automaton, const char *label);
/* Which locations are inside an atomic sequence, where whoever enters runs through: 1 or 0 by location. Free it. */
unsigned char *automaton_inner_locations(const struct automaton *automaton);
/* The labels that stand on a location, joined by ", "; empty if there are none. */
void automaton_labels(const struct automaton *automaton, unsigned location, struct text *out);

#endif
