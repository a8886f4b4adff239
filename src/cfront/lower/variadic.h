/* Functions with a variable number of arguments (C11 6.5.2.2, 7.16).
 *
 * The caller puts those that no parameter names into objects of its frame, and a table of them beside: of each, its
 * type, as a number, and where it is. What is called has one parameter more, which leads to this table, and a va_list
 * the pointer into it that the machine's has room for. `va_arg` is a function of our library (library_variadic.c):
 * what it gets that is not there, or of another type, is found like any other misuse of memory. */
#ifndef CFRONT_LOWER_VARIADIC_H
#define CFRONT_LOWER_VARIADIC_H

#include "cfront/lower/call.h"

/* The parameter behind those that have names. */
void variadic_add_parameter(struct lower *lower, struct place place);
/* The arguments of a call as the callee gets them: of `values`, `named` are for parameters. */
expression *variadic_arguments(struct lower *lower, const struct call *call, expression *values, unsigned named);
/* va_start, va_copy and va_end, as the compiler's builtins. False: it is none of them. */
bool variadic_builtin(struct lower *lower, const struct call *call, expression *result);
/* va_arg (effects_is_next_argument()). */
expression variadic_next(struct lower *lower, CXCursor cursor); /* its place */
expression variadic_value(struct lower *lower, CXCursor cursor);

#endif
