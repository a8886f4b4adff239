/* Between the readers of ProB's packages: formulas, and what holds them. */
#ifndef EVENTB_PACKAGE_H
#define EVENTB_PACKAGE_H

#include "eventb/prolog.h"
#include "eventb/read.h"
#include "eventb/syntax.h"
#include "eventb/theory.h"

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
    const struct package_scope *around; /* ... where that was written ... */
    const struct eb_formula **seen;     /* ... and what it was read as, once it was; NULL: that does not matter */
    const struct eb_type *type;         /* ... and which type it has; NULL: any */
    const char *renamed;                /* a bound identifier, so that it captures nothing, or a type of this use */
    bool certain;                       /* the argument is a field of what its constructor made */
    bool is_type;                       /* a type parameter: all values of some type */
};

/* An operator that is defined by cases of one of its parameters. */
struct package_function {
    struct eb_function function;
    const struct prolog_term *term; /* operator(Name, Arguments, WellDefinedness, [], Cases) */
    bool begun, failed;             /* its definition is read when it is first used */
    bool is_predicate;              /* then its value is bool(...) */
    /* By recursion over ℕ (package_axioms.c): what it is at 0, and at `before` + 1. */
    const struct prolog_term *at_zero, *at_next;
    const char *before;
    const struct prolog_term *contested; /* an axiom that gives it values beside these; NULL: none */
};

/* A name that a theory declares. */
struct package_declaration {
    const char *name;
    const struct prolog_term *by;
    bool is_field; /* fields of one data type may share a name */
};

/* A constructor, or one of its fields. */
struct package_part {
    const struct eb_datatype *data;
    unsigned constructor, field;
    bool is_field;
};

struct package_reader {
    struct arena *arena;
    struct diagnostics *diagnostics;
    bool failed;
    VEC(struct package_operator) operators;
    VEC(const struct eb_datatype *) datatypes;
    VEC(struct package_function *) functions;
    VEC(struct package_declaration) declarations; /* of all theories */
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
/* Is the name declared once at most, or each time in the same way? False with an error at its use. */
bool package_is_single(struct package_reader *reader, const struct prolog_term *use, const char *name);
const struct package_scope *package_find(const struct package_scope *scope, const char *name);
/* A scope for the operator's definition; NULL with an error, as where it has none. */
const struct package_scope *package_expand(struct package_reader *reader, const struct prolog_term *use,
                                           const struct package_operator **operator);

/* Operators of axiomatic_def_block(...) terms, as far as the axioms define them (package_axioms.c). */
void package_read_axioms(struct package_reader *reader, const struct prolog_term *blocks,
                         const struct prolog_term *types);

/* (package_data.c) */
void package_read_datatypes(struct package_reader *reader, const struct prolog_term *list);
void package_read_function(struct package_reader *reader, const struct prolog_term *term,
                           const struct prolog_term *types);
const struct eb_type *package_data_type(struct package_reader *reader, const struct prolog_term *term, unsigned depth);
/* Does the name mean a data type, a constructor, a destructor, or an operator by cases? Then, its use as a formula. */
bool package_is_data(const struct package_reader *reader, const char *name);
struct eb_formula *package_use_data(struct package_reader *reader, const struct prolog_term *use, unsigned depth);

/* Parts of formulas, not bound yet; NULL with an error. */
struct eb_formula *package_node(struct package_reader *reader, enum eb_op op, const struct prolog_term *at,
                                struct eb_formula *const *children, size_t count);
struct eb_formula *package_formula_in(struct package_reader *reader, const struct package_scope *scope,
                                      const struct prolog_term *term, unsigned depth);
struct eb_formula *package_expression_at(struct package_reader *reader, const struct prolog_term *term, unsigned depth);
const struct eb_type *package_type(struct package_reader *reader, const struct prolog_term *term, unsigned depth);
const struct eb_type *package_type_in(struct package_reader *reader, const struct package_scope *scope,
                                      const struct prolog_term *term);

/* Whole formulas, their identifiers bound; NULL with an error at its place. */
const struct eb_formula *package_predicate(struct package_reader *reader, const struct prolog_term *term);
const struct eb_formula *package_expression(struct package_reader *reader, const struct prolog_term *term);
const struct eb_formula *package_assignment(struct package_reader *reader, const struct prolog_term *term);

#endif
