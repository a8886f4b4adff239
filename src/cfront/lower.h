/* One function's body to instructions.
 *
 * Invariant: expressions are evaluated from left to right. Whatever has an effect becomes an instruction at once; a
 * value that was computed before such an instruction and is needed after it waits in a temporary (lower_keep).
 * Temporaries that a statement used are cleared at its end and free for the next one. */
#ifndef CFRONT_LOWER_H
#define CFRONT_LOWER_H

#include "cfront/build.h"
#include "cfront/guess.h"
#include "cfront/symbols.h"

typedef uint32_t label;
#define NO_LABEL UINT32_MAX

enum { LOWER_DEEPEST = 2000 }; /* nesting of expressions and statements: more would exhaust our own stack */

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

/* ---- lower.c ---- */
/* The symbol's body, or what stands for it if it has none. */
void lower_function(struct front *front, struct symbol *symbol);
/* An expression that must not need instructions: initializers of objects with an address. NULL: it is not constant. */
expression lower_fixed(struct front *front, CXCursor cursor);

struct c_instruction *lower_emit(struct lower *lower, enum c_instruction_kind kind, struct place place);
label lower_new_label(struct lower *lower);
void lower_place_label(struct lower *lower, label label);
void lower_jump(struct lower *lower, label to, struct place place);
/* NULL: the condition is a constant, and it is a jump. */
struct c_instruction *lower_branch(struct lower *lower, expression condition, label then, label otherwise,
                                   struct place place);
bool lower_is_true(expression constant);
void lower_assign(struct lower *lower, expression target, expression value, struct place place);
struct c_instruction *lower_choose(struct lower *lower, expression target, int64_t low, int64_t high,
                                   struct place place);
void lower_clear(struct lower *lower, const struct c_object *object, struct place place);

struct c_object *lower_new_local(struct lower *lower, const char *name, const struct c_type *type,
                                 enum c_storage storage, struct place place);
expression lower_temporary(struct lower *lower, const struct c_type *type, struct place place); /* its place */
/* Its value as it is now, whatever happens until the end of the statement. */
expression lower_keep(struct lower *lower, expression value, struct place place);
expression lower_keep_place(struct lower *lower, expression place_expression, struct place place);
/* Ends the statement whose temporaries begin at `mark`. */
void lower_end_temporaries(struct lower *lower, size_t mark, struct place place);

/* An error at a place, and a value to go on with. */
expression lower_refuse(struct lower *lower, CXCursor cursor, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- lower_expression.c ---- */
expression lower_value(struct lower *lower, CXCursor cursor);
expression lower_place(struct lower *lower, CXCursor cursor);
bool lower_too_deep(struct lower *lower, CXCursor cursor); /* then that was said */
void lower_discard(struct lower *lower, CXCursor cursor);
bool lower_has_effects(struct front *front, CXCursor cursor);
/* A volatile place at a fixed address: hardware. Reads are inputs, and what is written is gone. */
bool lower_is_register(expression place_expression);
void lower_note_register(struct front *front, expression place_expression);        /* what has to be assumed of one */
const char *lower_register_name(struct front *front, expression place_expression); /* "0x4000", "0x4000.out" */
/* Does reading the place, or a part of it, give what the world outside writes? */
bool lower_reads_input(expression place_expression);
/* Then this place holds what was read. */
expression lower_input(struct lower *lower, expression place_expression, struct place place);
expression lower_place_value(struct lower *lower, expression place_expression, struct place place);
/* ... which `cursor` names. */
expression lower_named_value(struct lower *lower, CXCursor cursor, expression place_expression, struct place place);

/* ---- lower_operator.c ---- */
expression lower_unary(struct lower *lower, CXCursor cursor, bool needed);
expression lower_binary(struct lower *lower, CXCursor cursor, bool needed);
expression lower_compound_assignment(struct lower *lower, CXCursor cursor, bool needed);
expression lower_conditional(struct lower *lower, CXCursor cursor, bool needed);
expression lower_elvis(struct lower *lower, CXCursor cursor); /* a ?: b */
void lower_condition(struct lower *lower, CXCursor cursor, label then, label otherwise);

/* ---- lower_order.c ---- */
/* Instructions of an operand, and the expression that is left of it; NULL: none is. */
struct lower_operand {
    size_t first, end;
    expression rest;
};
/* They were lowered, one behind the other, though C does not say which comes first; of an assignment, `stored` is where
 * the value goes, and the last operand is the value. */
void lower_unordered(struct lower *lower, const struct lower_operand *operands, size_t count, expression stored,
                     struct place place);
/* The same of what lower_in_either_order() may be asked for. */
void lower_unordered_of(struct lower *lower, const struct lower_operand *operands, size_t count, expression stored,
                        CXCursor whole);
/* Are the operands of this expression to be evaluated in either order? Then its value has effects. */
bool lower_turns(struct front *front, CXCursor cursor);
/* Does so, and each value waits in a temporary. False: they are not, or cannot be. */
bool lower_in_either_order(struct lower *lower, CXCursor whole, const CXCursor *operands, size_t count,
                           expression stored, expression *values);
/* The values of an initializer's list, which the last instruction of each writes to its part of the object. */
void lower_unordered_list(struct lower *lower, const struct lower_operand *operands, size_t count,
                          const struct c_object *object, CXCursor list);

/* ---- lower_call.c ---- */
/* `target`: where its value goes, if the caller knows; otherwise NULL. Returns the value; NULL if `needed` is false or
 * it went to the target. */
/* What a stub has called in the place of this function; or this one. */
struct symbol *lower_replacement(struct front *front, struct symbol *symbol);
expression lower_call(struct lower *lower, CXCursor cursor, expression target, bool needed, bool deliberate);
/* A call whose value can go straight to a place of this type: the call, otherwise the null cursor. */
CXCursor lower_direct_call(struct lower *lower, CXCursor value, const struct c_type *type);
/* Its arguments cannot be followed into its body, but a stub, or C, says what it does. */
bool lower_has_other_body(struct front *front, struct symbol *symbol);
void lower_missing_body(struct lower *lower, struct symbol *symbol);

/* ---- lower_format.c ---- */
/* Can lower_format() do it with these arguments? */
bool lower_formats(struct lower *lower, CXCursor cursor, const char *format, const CXCursor *arguments, unsigned count);
/* sprintf (`size` NULL) or snprintf: `values` are those behind the format. The number of characters, an int. */
expression lower_format(struct lower *lower, CXCursor cursor, expression to, expression size, const char *format,
                        expression *values, unsigned count);

/* ---- lower_statement.c ---- */
void lower_statement(struct lower *lower, CXCursor cursor);
/* A place that compilers move no access to memory over. */
void lower_barrier(struct lower *lower, struct place place);
/* Statements of a block; the value of its last expression goes to `result`, unless that is NULL. */
void lower_block(struct lower *lower, CXCursor cursor, expression result);
void lower_finish_gotos(struct lower *lower);

/* ---- initializer.c ---- */
/* `place = initializer`, as in a declaration. */
void initializer_lower(struct lower *lower, expression target, CXCursor initializer);
/* The bytes of an object with an address. */
void initializer_fix(struct front *front, struct c_object *object, CXCursor initializer);
/* A string literal's object. */
struct c_object *initializer_string(struct front *front, CXCursor literal);
const char *initializer_text(struct front *front, CXCursor literal);            /* without an object */
expression initializer_literal(struct lower *lower, CXCursor compound_literal); /* its place */

#endif
