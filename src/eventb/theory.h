/* Data types and functions of theories.
 *
 * A data type has constructors, each with fields; the field's name is the destructor that gives its value back. Types
 * of fields are over the data type's parameters, which stand there as EB_TYPE_GIVEN by name. A field that holds the
 * data type itself does so directly: lists and trees, but no sets of trees. A function is an operator that is defined
 * by recursion: its body, typed anew for each use, calls it again. */
#ifndef EVENTB_THEORY_H
#define EVENTB_THEORY_H

#include "eventb/type.h"

/* Values of recursive data types are enumerated up to so many constructors inside each other: where they are chosen,
 * and where something is looked for among them. */
enum { EB_CHOSEN_LEVELS = 2, EB_DATA_LEVELS = 4, EB_MOST_LEVELS = 16 };

struct eb_data_field {
    const char *name;
    const struct eb_type *type;
};
struct eb_constructor {
    const char *name;
    const struct eb_data_field *fields;
    unsigned field_count;
};
struct eb_datatype {
    const char *name;
    const char *const *parameters;
    unsigned parameter_count;
    const struct eb_constructor *constructors;
    unsigned constructor_count;
    bool recursive;
};

struct eb_function {
    const char *name;
    const char *const *type_parameters;
    unsigned type_count;
    /* {parameters · ⊤ ∣ body}, bound: each parameter has a type over the type parameters. */
    const struct eb_formula *definition;
    bool is_total; /* nothing in the definition can be ill-defined */
    /* Of a function's values; then the definition only says what types there are. */
    enum { EB_FOLD_NONE, EB_FOLD_SUM, EB_FOLD_PRODUCT } fold;
    bool assumes;                 /* axioms say more of it than its definition, and are not checked */
    const struct eb_type *result; /* over the type parameters; NULL before its type is known */
    enum { EB_FUNCTION_NEW, EB_FUNCTION_IN_WORK, EB_FUNCTION_TYPED, EB_FUNCTION_BAD } state;
};

/* A node at the place of another one; the children are copied. */
struct eb_formula *eb_new_node(struct arena *arena, const struct eb_formula *at, enum eb_op op,
                               const struct eb_formula *const *children, unsigned count);
/* An argument of an operator, which has the type of its parameter; all values of a type. */
struct eb_formula *eb_of_parameter(struct arena *arena, const struct eb_formula *argument, const struct eb_type *type);
struct eb_formula *eb_all_of_type(struct arena *arena, const struct eb_formula *at, const struct eb_type *type);
/* The value of an operator that does not mention the argument. */
struct eb_formula *eb_with_aside(struct arena *arena, const struct eb_formula *value,
                                 const struct eb_formula *argument);
bool eb_has_asides(const struct eb_formula *formula);
/* What an operator stands for, where it is well-defined only under this condition: elsewhere it has no value. */
struct eb_formula *eb_where_defined(struct arena *arena, const char *operator, const struct eb_formula * condition,
                                    const struct eb_formula *value);
/* Is it what has no value there? And what of it stands in `formula`, and is not named yet, comes of this call. */
bool eb_is_undefined(const struct eb_formula *formula);
void eb_name_undefined(const struct eb_formula *formula, const struct eb_formula *call);
/* Must it be asked whether the argument of an operator, which stands for the value, is well-defined, as the value may
 * not look at it? Then: the value where it is. */
bool eb_is_unseen(const struct eb_formula *value, const struct eb_formula *argument);
struct eb_formula *eb_where_argument(struct arena *arena, const char *operator, const struct eb_formula * argument,
                                     const struct eb_formula *value);

/* The type of the data type for these arguments. */
const struct eb_type *eb_type_data(struct arena *arena, const struct eb_datatype *data,
                                   const struct eb_type *const *arguments);
/* The arguments of such a type, in order. */
void eb_data_arguments(const struct eb_type *type, const struct eb_type **arguments);
/* The type with other types in place of the names. */
const struct eb_type *eb_type_instance(struct arena *arena, const struct eb_type *type, const char *const *names,
                                       unsigned count, const struct eb_type *const *types);
/* The type of a constructor's field in values of this type. */
const struct eb_type *eb_field_type(struct arena *arena, const struct eb_type *type, unsigned constructor,
                                    unsigned field);
/* Does a field hold the data type itself? */
bool eb_field_recurs(const struct eb_datatype *data, const struct eb_data_field *field);
/* Marks recursion; false if a field holds the data type in another way than directly, or if no value is finite. */
bool eb_datatype_finish(struct eb_datatype *data);
/* Has it infinitely many values, even where the parameters have finitely many? */
bool eb_data_is_infinite(const struct eb_datatype *data);

#endif
