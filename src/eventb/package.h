/* Between the readers of ProB's packages: formulas, and what holds them. */
#ifndef EVENTB_PACKAGE_H
#define EVENTB_PACKAGE_H

#include "eventb/prolog.h"
#include "eventb/read.h"
#include "eventb/token.h"

/* An operator of a theory that has a direct definition. */
struct package_operator {
    const char *name;
    const struct prolog_term *parameters; /* a list of argument(Name, Type) */
    const struct prolog_term *types;      /* the theory's type parameters: a list of names */
    const struct prolog_term *definition;
};

/* What names mean inside of a definition while it takes the place of its operator; NULL outside. */
struct package_scope {
    const struct package_scope *outer;
    const char *name;
    const struct prolog_term *argument; /* what a parameter stands for ... */
    const struct package_scope *around; /* ... where that was written */
    const char *renamed;                /* a bound identifier, so that it captures nothing */
    bool is_type;                       /* a type parameter: all values of some type */
};

struct package_reader {
    struct arena *arena;
    struct diagnostics *diagnostics;
    bool failed;
    VEC(struct package_operator) operators;
    const struct package_scope *scope;
    unsigned expansions;
};

/* An error at the term; returns NULL. */
void *package_error(struct package_reader *reader, const struct prolog_term *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The name in identifier(Position, Name), with its prime where `primed` is not NULL; NULL with an error. */
const char *package_identifier(struct package_reader *reader, const struct prolog_term *term, bool *primed);

/* The operators of theory(...) terms in a list of whatever a package holds beside machines and contexts
 * (package_theory.c). */
void package_read_theories(struct package_reader *reader, const struct prolog_term *list);
const struct package_scope *package_find(const struct package_scope *scope, const char *name);
/* A scope for the operator's definition; NULL with an error, as where it has none. */
const struct package_scope *package_expand(struct package_reader *reader, const struct prolog_term *use,
                                           const struct package_operator **operator);

/* Whole formulas, their identifiers bound; NULL with an error at its place. */
const struct eb_formula *package_predicate(struct package_reader *reader, const struct prolog_term *term);
const struct eb_formula *package_expression(struct package_reader *reader, const struct prolog_term *term);
const struct eb_formula *package_assignment(struct package_reader *reader, const struct prolog_term *term);

#endif
