/* Names and types of formulas: a parsed tree in, a copy of it out in which every identifier is resolved and every
 * expression has a type.
 *
 * Types are inferred by unification over a group of formulas (the axioms of a context, the invariants of a machine, the
 * guards of an event): eb_check_names() for each of them, and when all have been seen, eb_check_ground() for each. */
#ifndef EVENTB_CHECK_H
#define EVENTB_CHECK_H

#include "eventb/theory.h"

struct eb_entry {
    const char *name;
    enum eb_identifier_kind kind;
    unsigned index;
    const struct eb_type *type; /* may be a variable while its group is checked */
    struct place place;
    const char *owner; /* the component that declares it, for messages */
    bool gone;         /* a variable of an abstraction that the machine does not have any more */
    bool is_type;      /* a constant that was a carrier set (stand_in.h): written types may name it */
};

struct eb_type_parameter {
    const char *name;
    const struct eb_type *type; /* a variable */
};

struct eb_checker {
    struct arena *arena;
    struct diagnostics *diagnostics;
    VEC(struct eb_entry) entries;
    const char *label;                /* of the formula under check, for messages */
    const struct eb_formula *formula; /* the same */
    bool allow_gone;                  /* invariants may speak of abstractions' variables; events may not */
    bool any_prime;                   /* witnesses speak of the values after */
    bool initialising;                /* variables have no values yet */
    const struct eb_formula *becomes; /* in x :∣ P: primed names mean its targets */
    unsigned mentions_gone;           /* counts uses of such variables */
    bool trusts_types;                /* written types are known to be right: those of a function's parameters */
    VEC(const struct eb_type *) slots;
    VEC(struct eb_type_parameter) type_parameters; /* of operators that the formula uses */
};

struct eb_entry *eb_checker_find(struct eb_checker *checker, const char *name);
/* Declares a name; an error if there is one already. */
bool eb_checker_declare(struct eb_checker *checker, struct eb_entry entry);
void eb_checker_free(struct eb_checker *checker);

/* NULL with an error. */
struct eb_formula *eb_check_names(struct eb_checker *checker, const char *label, const struct eb_formula *parsed);
bool eb_check_ground(struct eb_checker *checker, const char *label, struct eb_formula *formula);
/* The entry's type is final from now on; an error that names it if it is not known. */
bool eb_check_entry_ground(struct eb_checker *checker, struct eb_entry *entry, const char *where);

/* An expression must have this type; false with an error. */
bool eb_check_type(struct eb_checker *checker, const struct eb_formula *child, const struct eb_type *expected);
/* What theories add to formulas; false with an error (check_data.c). */
bool eb_check_data(struct eb_checker *checker, struct eb_formula *node);
bool eb_is_of_theory(enum eb_op op);
/* The definition of a function for parameters of these types, whose value has the type `result`: typed, and with
 * nothing left open. NULL with an error. */
const struct eb_formula *eb_check_function(struct arena *arena, const struct eb_function *function,
                                           const struct eb_type *const *parameters, const struct eb_type *result,
                                           struct diagnostics *diagnostics);

#endif
