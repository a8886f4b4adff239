/* The operators of the mathematical language: how each is written, how tightly it binds, and which may stand side by
 * side without parentheses. One table for lexer, parser and printer, so that they cannot disagree. */
#ifndef EVENTB_OPERATOR_H
#define EVENTB_OPERATOR_H

#include "eventb/formula.h"

/* Loosest first. A formula of a tighter level needs no parentheses as an operand of a looser one. */
enum eb_level {
    EB_LEVEL_QUANTIFIED, /* ∀ ∃ */
    EB_LEVEL_IMPLICATION,
    EB_LEVEL_LOGIC, /* ∧ ∨ */
    EB_LEVEL_NOT,
    EB_LEVEL_RELATIONAL, /* = ∈ ⊆ < ... */
    EB_LEVEL_LAMBDA,     /* λ ⋃ ⋂: the loosest expressions */
    EB_LEVEL_PAIR,
    EB_LEVEL_TYPED,
    EB_LEVEL_ARROW,
    EB_LEVEL_BINARY, /* ∪ ∩ ∖ × ; ... */
    EB_LEVEL_INTERVAL,
    EB_LEVEL_SUM,
    EB_LEVEL_TERM,
    EB_LEVEL_POWER,
    EB_LEVEL_POSTFIX, /* f(x) r[S] r∼ */
    EB_LEVEL_ATOM
};

enum eb_shape {
    EB_SHAPE_INFIX,
    EB_SHAPE_PREFIX,     /* ¬ and unary − */
    EB_SHAPE_CALL,       /* dom(E): the parentheses belong to it */
    EB_SHAPE_ATOM,       /* a word or sign that is a formula by itself */
    EB_SHAPE_QUANTIFIER, /* binds identifiers */
    EB_SHAPE_POSTFIX,
    EB_SHAPE_ASSIGNMENT,
    EB_SHAPE_OTHER /* written with brackets, or by what it is */
};

struct eb_operator {
    enum eb_op op;
    const char *unicode, *ascii;
    enum eb_level level;
    enum eb_shape shape;
};

const struct eb_operator *eb_operator(enum eb_op op); /* every op has one */
bool eb_is_predicate(enum eb_op op);
bool eb_is_assignment(enum eb_op op);

/* May `a left b right c` be written, meaning `(a left b) right c`? For two operators of one level. */
bool eb_operators_compatible(enum eb_op left, enum eb_op right, bool version_1);

/* The operator whose spelling is the longest that `text` (`length` bytes) begins with; signs only, no words.
 * False if there is none. */
bool eb_sign_at(const char *text, size_t length, enum eb_op *op, size_t *sign_length);
/* The operator that a word means: words of the language; with `ascii` also INT, or, not, circ ... */
bool eb_word_means(const char *word, size_t length, bool ascii, bool version_1, enum eb_op *op);

#endif
