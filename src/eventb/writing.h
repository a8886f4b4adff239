/* A question (question.h) while it is written. What is written is text in the arena; where `failed` is set, it does not
 * matter any more. */
#ifndef EVENTB_WRITING_H
#define EVENTB_WRITING_H

#include "base/memory.h"
#include "eventb/node.h"

#include <stdlib.h>

/* An expression without identifiers that are bound in the question: its value is computed. */
struct eb_known {
    const struct eb_formula *formula;
    const struct eb_node *node;
    const struct eb_domain *domain;
};

struct eb_question {
    const struct eb_formula *predicate;
    VEC(unsigned) bound; /* slots of identifiers that are bound in it */
    VEC(struct eb_known) known;
    const struct eb_domains *domains;
};

/* Names for the solver, "(v1 Int) (v2 Int)", and which numbers they may be. */
struct eb_names {
    const char *declared, *ranges;
};

struct eb_writing {
    const struct eb_question *question;
    struct eb_frame *frame;
    struct arena *arena;
    bool failed;
    unsigned name_count;
    size_t length;           /* of everything so far */
    struct eb_names pending; /* values like f(x), which the predicate that is being written speaks of */
};

enum eb_term_kind { EB_TERM_NUMBER, EB_TERM_PAIR, EB_TERM_SET, EB_TERM_VALUE };

struct eb_scope;
struct eb_term {
    enum eb_term_kind kind;
    const char *text;                   /* NUMBER */
    const struct eb_term *left, *right; /* PAIR */
    const struct eb_formula *set;       /* SET, as it is written ... */
    const struct eb_scope *scope;       /* ... with these identifiers */
    const struct eb_domain *domain;     /* VALUE: a set that is known */
    struct eb_value value;
    const struct eb_type *type; /* SET, VALUE */
};

/* Identifiers that are bound, the innermost first. */
struct eb_scope {
    const struct eb_scope *outer;
    unsigned slot;
    const struct eb_term *term;
};

/* ---- text (writing.c) ---- */
const char *eb_text(struct eb_writing *writing, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *eb_both(struct eb_writing *writing, const char *a, const char *b);
const char *eb_either(struct eb_writing *writing, const char *a, const char *b);
const char *eb_negated(struct eb_writing *writing, const char *a);
const char *eb_implied(struct eb_writing *writing, const char *a, const char *b);
/* New names for a value of this type. */
const struct eb_term *eb_fresh(struct eb_writing *writing, const struct eb_type *type, struct eb_names *names);
const char *eb_for_all(struct eb_writing *writing, const struct eb_names *names, const char *body);
const char *eb_there_is(struct eb_writing *writing, const struct eb_names *names, const char *body);
static const struct eb_names eb_no_names = {"", "true"};
/* What is written between them speaks of pending values of its own. */
struct eb_names eb_pending_begin(struct eb_writing *writing);
const char *eb_pending_end(struct eb_writing *writing, struct eb_names before, const char *predicate);

const struct eb_term *eb_pair_term(struct eb_writing *writing, const struct eb_term *left, const struct eb_term *right);
const struct eb_term *eb_value_term(struct eb_writing *writing, const struct eb_domain *domain, struct eb_value value);
const struct eb_scope *eb_scope_with(struct eb_writing *writing, const struct eb_scope *outer, unsigned slot,
                                     const struct eb_term *term);
/* With new names for everything that a formula binds. */
const struct eb_scope *eb_scope_of(struct eb_writing *writing, const struct eb_scope *outer,
                                   const struct eb_formula *binder, struct eb_names *names);

/* ---- predicates and expressions (writing_formula.c) ---- */
const char *eb_write_predicate(struct eb_writing *writing, const struct eb_formula *predicate,
                               const struct eb_scope *scope);
const struct eb_term *eb_write_term(struct eb_writing *writing, const struct eb_formula *expression,
                                    const struct eb_scope *scope);
/* Is the formula well-defined? */
const char *eb_write_defined(struct eb_writing *writing, const struct eb_formula *formula,
                             const struct eb_scope *scope);

/* ---- sets (writing_set.c) ---- */
const char *eb_write_member(struct eb_writing *writing, const struct eb_term *element, const struct eb_term *set);
const char *eb_write_included(struct eb_writing *writing, const struct eb_term *part, const struct eb_term *whole);
const char *eb_write_equal(struct eb_writing *writing, const struct eb_term *a, const struct eb_term *b);
const char *eb_write_finite(struct eb_writing *writing, const struct eb_term *set);

#endif
