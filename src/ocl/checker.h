/* Inside typing: shared by the files check*.c. */
#ifndef OCL_CHECKER_H
#define OCL_CHECKER_H

#include "base/nearest.h"
#include "ocl/check.h"

struct ocl_local {
    const char *name;
    struct ocl_type type;
    unsigned slot;
};

struct ocl_checker {
    struct ocl_schema *schema;
    const struct ocl_scope *scope;
    struct diagnostics *diagnostics;
    VEC(struct ocl_local) locals; /* innermost last; parameters first */
    unsigned most_slots;
};

/* NULL after an error, which was reported. `hint` may be NULL: it only says what `null` and `Set{}` are. */
struct ocl_node *ocl_check_node(struct ocl_checker *checker, const struct ocl_syntax *syntax,
                                const struct ocl_type *hint);
/* The same, and its type must be `wanted`; `what` says whose value it is, for the message. */
struct ocl_node *ocl_check_typed(struct ocl_checker *checker, const struct ocl_syntax *syntax, struct ocl_type wanted,
                                 const char *what);
struct ocl_node *ocl_check_operation(struct ocl_checker *checker, const struct ocl_syntax *syntax,
                                     const struct ocl_type *hint);
/* first.name over a set: collect(x | x.name) */
struct ocl_node *ocl_check_collected_member(struct ocl_checker *checker, const struct ocl_syntax *syntax,
                                            struct ocl_node *set);
struct ocl_node *ocl_check_member(struct ocl_checker *checker, struct ocl_node *object, const char *name,
                                  struct place place);

struct ocl_node *ocl_new_node(struct ocl_checker *checker, enum ocl_op op, struct ocl_type type, struct place place);
struct ocl_node *ocl_new_binary(struct ocl_checker *checker, enum ocl_op op, struct ocl_type type,
                                struct ocl_node *first, struct ocl_node *second, struct place place);
/* Makes the two agree where one is `null` or `Set{}`. Are the types the same then? */
bool ocl_unify(struct ocl_node *first, struct ocl_node *second);
/* Gives `null` or `Set{}` in it this class. */
void ocl_assign_class(struct ocl_node *node, unsigned class_index);
bool ocl_same_type(struct ocl_type a, struct ocl_type b);
bool ocl_has_class(struct ocl_type type); /* objects and sets */
/* A new local, and its slot; false, reported, if there are too many or the name is taken. */
bool ocl_push_local(struct ocl_checker *checker, const struct ocl_syntax_variable *variable, struct ocl_type type,
                    unsigned *slot);
void ocl_pop_local(struct ocl_checker *checker);

#endif
