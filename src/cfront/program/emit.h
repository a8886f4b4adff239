/* Instructions of one function, as they are made, with its labels, locals and temporaries (lower.h). */
#ifndef CFRONT_PROGRAM_EMIT_H
#define CFRONT_PROGRAM_EMIT_H

#include "cfront/program/build.h"

typedef uint32_t label;
#define NO_LABEL UINT32_MAX

enum { LOWER_FRAME_ALIGN = 16 }; /* of frames on a stack, and so the most that a local can have */

/* What break, continue, case and goto may lead out of. */
struct lower_scope {
    struct lower_scope *outer;
    label on_break, on_continue; /* NO_LABEL: look further out */
    size_t first_local;          /* those from here on end with it, in `living` */
    size_t first_target;         /* labels from here on lie in it, in `targets` */
    uint32_t number;             /* its own, in its function */
};

struct lower_goto {
    struct place place;
    const char *target; /* the label's name: unique in a function (6.8.1) */
    label from;
    size_t living_count;
    const struct c_object **living; /* at the goto */
    const uint32_t *scopes;         /* of each of them: the number of the scope that it ends with */
};
struct lower_target { /* a label of the program */
    const char *name;
    label at;
    uint32_t scope_count;
    const uint32_t *scopes; /* the numbers of those that it lies in */
};

struct lower {
    struct front *front;
    struct c_function *function;
    VEC(struct c_instruction) code; /* `then` and `otherwise` are labels until the end */
    VEC(uint32_t) labels;           /* where each is; UINT32_MAX: not placed yet */
    VEC(struct c_object *) locals;
    VEC(struct c_object *) free_temporaries;
    VEC(struct c_object *) used_temporaries; /* a stack: statements within statements */
    VEC(const struct c_object *) living;     /* locals in scope */
    VEC(struct lower_goto) gotos;
    VEC(struct lower_target) targets;
    struct cursor_map objects; /* declarations of parameters and locals */
    struct cursor_map cases;   /* case and default statements: their label + 1 */
    struct lower_scope *scope;
    uint32_t scope_count;   /* that were entered: their numbers are below it */
    struct place statement; /* being lowered: where it begins */
    unsigned depth;
    unsigned atomic_blocks;    /* around what is lowered (unknown_block.h) */
    unsigned turning;          /* operands that are evaluated in either order, each within the other */
    bool was_too_deep;         /* and that was said */
    bool unreachable;          /* after a jump, until a label is placed */
    struct c_instruction dead; /* what is emitted where nothing leads goes here */
    CXCursor tested;           /* an expression that is only compared with zero (left_open.h) */
    bool tests_sign;           /* ... by what is less or greater, too */
    const char *read_type;     /* the name of the type of what is read, where that is open (open_values.h); or NULL */
    const char *missing;       /* a function without a body, called last, ... */
    size_t missing_end;        /* ... whose call ends here */
    bool fixed;                /* initializers of objects with an address: no instructions allowed */
};

/* Instructions of an operand, and the expression that is left of it; NULL: none is. */
struct lower_operand {
    size_t first, end;
    expression rest;
};

struct c_instruction *lower_emit(struct lower *lower, enum c_instruction_kind kind, struct place place);
label lower_new_label(struct lower *lower);
void lower_place_label(struct lower *lower, label label);
void lower_jump(struct lower *lower, label to, struct place place);
/* NULL: the condition is a constant, and it is a jump. */
struct c_instruction *lower_branch(struct lower *lower, expression condition, label then, label otherwise,
                                   struct place place);
bool lower_is_true(expression constant);
struct c_instruction *lower_choose(struct lower *lower, expression target, int64_t low, int64_t high,
                                   struct place place);
void lower_clear(struct lower *lower, const struct c_object *object, struct place place);

struct c_object *lower_new_local(struct lower *lower, const char *name, const struct c_type *type,
                                 enum c_storage storage, struct place place);
expression lower_temporary(struct lower *lower, const struct c_type *type, struct place place); /* its place */
/* Ends the statement whose temporaries begin at `mark`. */
void lower_end_temporaries(struct lower *lower, size_t mark, struct place place);

/* An error at a place, and a value to go on with. */
expression lower_refuse(struct lower *lower, CXCursor cursor, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A place that compilers move no access to memory over. */
void lower_barrier(struct lower *lower, struct place place);

#endif
