/* Theories that formulas may use: those of the theory plug-in, from the folder of a machine, the projects that its
 * TheoryPath.tul names, and what these import.
 *
 * Operators are read when they are first used; what is wrong with one matters only then. An operator with a direct
 * definition stands for it: the definition takes its place, with the arguments instead of the parameters, and with
 * names of its own for what it binds. One that is defined by cases of a data type becomes a function. */
#ifndef EVENTB_THEORIES_H
#define EVENTB_THEORIES_H

#include "eventb/syntax.h"
#include "eventb/theory.h"

struct eb_theory_parameter {
    const char *name, *set; /* the set that it is in, as text */
    struct place place;
};
struct eb_theory_condition {
    const char *predicate;
    struct place place;
};
struct eb_theory_case {
    const char *pattern, *value;
    struct place place;
};

/* An operator as its file has it. */
struct eb_theory_operator {
    const char *name;
    struct place place;
    bool infix, is_predicate;
    const struct eb_theory_parameter *parameters;
    unsigned parameter_count;
    const char *const *types; /* type parameters of its theory */
    unsigned type_count;
    const struct eb_theory_condition *conditions; /* under which it is well-defined */
    unsigned condition_count;
    const char *direct;    /* the definition; NULL: by cases, or none */
    const char *inductive; /* by cases of this parameter */
    const struct eb_theory_case *cases;
    unsigned case_count;
    const char *refused; /* why it cannot be used; NULL: it can */
    /* once it was used: */
    enum { EB_UNREAD, EB_BEING_READ, EB_READ, EB_UNREADABLE } state;
    const struct eb_formula *definition;  /* not bound */
    const struct eb_type **of_parameters; /* their types; NULL where the set does not say it */
    const struct eb_formula **sets;       /* that the arguments must be in; NULL where that is the type */
    struct eb_function function;
};

struct eb_theories {
    struct arena *arena;
    VEC(struct eb_theory_operator *) operators;
    VEC(const struct eb_datatype *) datatypes;
    VEC(const char *) files;           /* that were read */
    const struct eb_datatype *in_work; /* whose fields are being read */
    unsigned made;                     /* nodes of formulas in place of operators, so far */
    unsigned uses;                     /* of operators, so far: names of what their definitions bind have it */
};

/* Reads the theories that a machine or context in the folder (with its slash, or empty) may use. False with errors. */
bool eb_theories_read(struct eb_theories *theories, struct arena *arena, const char *folder,
                      struct diagnostics *diagnostics);
void eb_theories_free(struct eb_theories *theories);

/* A type as text, of an operator's parameter or a field. NULL with an error. */
const struct eb_type *eb_theories_type(struct eb_theories *theories, const char *text, struct place place,
                                       struct diagnostics *diagnostics);

/* Does the token name something of a theory? An operator between its operands? */
bool eb_theories_know(const struct eb_theories *theories, const struct eb_token *token);
const struct eb_theory_operator *eb_theories_infix(const struct eb_theories *theories, const struct eb_token *token);
/* The parser stands at such a name. */
struct eb_part eb_part_of_theory(struct eb_parser *parser);
struct eb_part eb_part_theory_infix(struct eb_parser *parser, struct eb_part left);

#endif
