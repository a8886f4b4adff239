/* Prolog terms as programs write them: quoted atoms, numbers, strings, variables, lists and f(a, b), without operators.
 *
 * Every term knows its place. Terms belong to the arena they were read into. */
#ifndef EVENTB_PROLOG_H
#define EVENTB_PROLOG_H

#include "base/arena.h"
#include "base/diag.h"

enum prolog_kind { PROLOG_ATOM, PROLOG_NUMBER, PROLOG_STRING, PROLOG_VARIABLE, PROLOG_LIST, PROLOG_COMPOUND };

struct prolog_term {
    enum prolog_kind kind;
    const char *name; /* atoms, functors, digits (with a sign), what strings say, variables; lists: "[]" */
    const struct prolog_term *const *arguments; /* of a compound; elements of a list */
    unsigned count;
    struct place place;
};

/* Does a text begin as a file of clauses, behind blanks and comments: with a directive, or a word and a parenthesis? */
bool prolog_begins(const char *text);

/* The first clause `functor(...).` with one argument; directives and other clauses before it are skipped. NULL with an
 * error at its place. */
const struct prolog_term *prolog_read_clause(struct arena *arena, const char *path, const char *bytes, size_t size,
                                             const char *functor, struct diagnostics *diagnostics);

bool prolog_is(const struct prolog_term *term, const char *functor, unsigned count);
/* The same term, wherever it stands. */
bool prolog_equal(const struct prolog_term *a, const struct prolog_term *b);

#endif
