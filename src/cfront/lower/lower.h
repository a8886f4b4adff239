/* One function's body to instructions.
 *
 * Invariant: expressions are evaluated from left to right. Whatever has an effect becomes an instruction at once; a
 * value that was computed before such an instruction and is needed after it waits in a temporary (lower_keep).
 * Temporaries that a statement used are cleared at its end and free for the next one. */
#ifndef CFRONT_LOWER_LOWER_H
#define CFRONT_LOWER_LOWER_H

#include "cfront/outside/assign.h"
#include "cfront/outside/read_input.h"
#include "cfront/outside/registers.h"
#include "cfront/program/effects.h"
#include "cfront/program/emit.h"
#include "cfront/program/guess.h"
#include "cfront/program/symbols.h"

enum { LOWER_DEEPEST = 2000 }; /* nesting of expressions and statements: more would exhaust our own stack */

/* ---- lower.c ---- */
/* The symbol's body, or what stands for it if it has none. */
void lower_function(struct front *front, struct symbol *symbol);
/* An expression that must not need instructions: initializers of objects with an address. NULL: it is not constant. */
expression lower_fixed(struct front *front, CXCursor cursor);

/* ---- lower_expression.c ---- */
expression lower_value(struct lower *lower, CXCursor cursor);
expression lower_place(struct lower *lower, CXCursor cursor);
bool lower_too_deep(struct lower *lower, CXCursor cursor); /* then that was said */
void lower_discard(struct lower *lower, CXCursor cursor);
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
/* They were lowered, one behind the other, though C does not say which comes first; of an assignment, `stored` is where
 * the value goes, and the last operand is the value. */
void lower_unordered(struct lower *lower, const struct lower_operand *operands, size_t count, expression stored,
                     struct place place);
/* The same of what lower_in_either_order() may be asked for. */
void lower_unordered_of(struct lower *lower, const struct lower_operand *operands, size_t count, expression stored,
                        CXCursor whole);
/* Evaluates the operands of this expression in either order, if they are to be (lower_turns), and each value waits in a
 * temporary. False: they are not, or cannot be. */
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
expression initializer_literal(struct lower *lower, CXCursor compound_literal); /* its place */

#endif
