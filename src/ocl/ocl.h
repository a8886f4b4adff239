/* OCL over objects: the expressions of environment models.
 *
 * A schema says which classes there are, with which members and states, and which functions. An expression is parsed
 * and typed against a schema, and evaluated in a world: objects with values, each in a state. At most 64 objects per
 * class, so that a set of objects is a bit mask. */
#ifndef OCL_OCL_H
#define OCL_OCL_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum ocl_type_kind {
    OCL_BOOLEAN,
    OCL_INTEGER,
    OCL_OBJECT,  /* of a class; `null` is one, too     */
    OCL_SET,     /* of objects of a class              */
    OCL_INTEGERS /* a bag of integers, from collect()  */
};

struct ocl_type {
    enum ocl_type_kind kind;
    unsigned class_index; /* OCL_OBJECT, OCL_SET */
};

/* ---- the schema: filled by whoever defines the classes ---- */

enum ocl_member_kind {
    OCL_ATTRIBUTE,   /* fixed for an object graph: an integer from a range       */
    OCL_ASSOCIATION, /* fixed for an object graph: a set of objects of a class    */
    OCL_VARIABLE     /* changes with transitions: an integer, an object or a set */
};

struct ocl_member {
    const char *name;
    struct place place;
    enum ocl_member_kind kind;
    struct ocl_type type;
    /* Of an attribute's value (0..1 if Boolean), of an association's number of links, or of an integer variable that
     * was declared with a range; INT64_MIN..INT64_MAX for other variables. */
    int64_t low, high;
};

struct ocl_class {
    const char *name;
    struct place place;
    VEC(struct ocl_member) members;
    VEC(const char *) states; /* of its statechart; the first is where objects start */
};

struct ocl_parameter {
    const char *name;
    struct ocl_type type;
};

/* Defined in OCL (`body`), or provided by the target system (`body` is NULL: a reference function, of integers). */
struct ocl_function {
    const char *name;
    struct place place;
    VEC(struct ocl_parameter) parameters;
    struct ocl_type result;
    struct ocl_expression *body;
};

struct ocl_constant {
    const char *name;
    int64_t value;
};

struct ocl_schema {
    struct arena *arena;
    VEC(struct ocl_class) classes;
    VEC(struct ocl_function) functions;
    VEC(struct ocl_constant) constants;
};

/* ---- expressions ---- */

struct ocl_expression; /* immutable; belongs to the schema's arena */

/* Frees the vectors of a schema and its arena: all names and expressions. */
void ocl_schema_free(struct ocl_schema *schema);

/* What names mean, besides the schema's: `self` (if self_class is not negative) and parameters. */
struct ocl_scope {
    int self_class;
    const struct ocl_parameter *parameters;
    size_t parameter_count;
    bool allow_states;     /* `t@Run` makes sense here: not in invariants       */
    bool allow_variables;  /* members of kind OCL_VARIABLE: not in invariants   */
    bool allow_references; /* reference functions: in assertions only           */
};

/* `id` is a member that every class has and no schema lists: an object's number in its class, from 1. */
#define OCL_MEMBER_ID (~0u)

/* Parses and types the text between `text` and `text + length`, which starts at `place`. Stops at the end or at the
 * first token that cannot continue an expression, and sets `*used`. NULL after an error. `expected` may be NULL. */
struct ocl_expression *ocl_parse(struct ocl_schema *schema, const struct ocl_scope *scope, const char *text,
                                 size_t length, struct place place, const struct ocl_type *expected, size_t *used,
                                 struct diagnostics *diagnostics);
struct ocl_type ocl_type_of(const struct ocl_expression *expression);
struct place ocl_place_of(const struct ocl_expression *expression);
void ocl_print(const struct ocl_schema *schema, const struct ocl_expression *expression, struct text *out);

/* ---- worlds and values ---- */

struct ocl_memo;

struct ocl_value {
    struct ocl_type type;
    int64_t number; /* OCL_BOOLEAN, OCL_INTEGER; OCL_OBJECT: its index, -1 for null */
    uint64_t set;   /* OCL_SET                                                       */
};

struct ocl_world {
    const struct ocl_schema *schema;
    const unsigned *sizes; /* objects, by class */
    /* values[class][object * members + member]: a number, an object's index, or a set's bits. */
    const int64_t *const *values;
    const unsigned char *const *states; /* [class][object]; NULL where no states exist yet */
    /* Reference functions; NULL where there are none. */
    int64_t (*reference)(void *context, unsigned function, const int64_t *arguments);
    void *context;
    /* NULL, or by class: set to 1 when any() chose among several of its objects, and so by their numbers. */
    unsigned char *choices;
    struct ocl_memo *memo; /* NULL, or values of functions; whoever changes the world has to forget them (ocl/memo.h) */
};

/* `self` is ignored without a self class. False if evaluation fails (division by zero, a member of null, any() of
 * nothing): then `*error` says why and where, in a text that lives as long as the schema. As in OCL, a failure is a
 * value that is not known: `a and b` is false if b is, even if a fails; exists() is true if one object makes it true,
 * even if others fail; so `or`, `implies`, forAll(). A value of type OCL_INTEGERS is not told. Never allocates. */
bool ocl_evaluate(const struct ocl_expression *expression, const struct ocl_world *world, unsigned self,
                  const int64_t *arguments, struct ocl_value *value, const char **error);

/* Like evaluating a boolean, but some values are not known yet: known[class][object * members + member] is 0 for those.
 * 1: true however they turn out, 0: false however they turn out, -1: it depends. Used to prune while graphs are built.
 */
int ocl_evaluate_partly(const struct ocl_expression *expression, const struct ocl_world *world,
                        const unsigned char *const *known, unsigned self, const int64_t *arguments);

/* Which members (class, member) does the expression look at, the functions that it calls included? Calls visit for
 * each, more than once perhaps. The member OCL_MEMBER_ID stands for `id`, and for any(), which takes the first object:
 * the value depends on the numbering of the class's objects. */
void ocl_members_used(const struct ocl_expression *expression,
                      void (*visit)(void *context, unsigned class_index, unsigned member), void *context);

#endif
