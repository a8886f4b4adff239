/* Calls (call_site.h), and the ways to lower them, by what is called. */
#ifndef CFRONT_LOWER_CALL_H
#define CFRONT_LOWER_CALL_H

#include "cfront/lower/lower.h"
#include "cfront/program/call_site.h"

struct service;

/* ---- Any (lower_call.c) ---- */

/* One of code that is there, or through a pointer. */
expression call_ordinary(struct lower *lower, const struct call *call);
/* Values of all arguments, in order; those that later ones could change wait in temporaries. */
expression *call_values(struct lower *lower, const struct call *call);
/* They are computed here, also if nobody looks at them: that may go wrong. */
void call_keep(struct lower *lower, const struct call *call, expression *values);
/* Where the call's value goes; NULL if nobody wants it. */
expression call_destination(struct lower *lower, const struct call *call);
expression call_result(struct lower *lower, const struct call *call, expression destination);
expression call_nothing(struct lower *lower, const struct call *call); /* the result of what has none */
enum c_regard call_regard(const struct call *call, expression destination);

/* ---- By what is called ---- */

/* The system's (call_service.c). */
expression call_service(struct lower *lower, const struct call *call, const struct service *service);

/* What prints (call_output.c), and into memory; the format is argument `at`. NULL: not by pieces (lower_format.c). */
expression call_trace(struct lower *lower, const struct call *call);
expression call_format(struct lower *lower, const struct call *call, unsigned at);

/* Functions without a body that mean something to us (call_known.c). False: it is none of them. */
bool call_known(struct lower *lower, const struct call *call, expression *result);
/* sprintf and snprintf, by pieces (lower_format.c). False: they have to be called. */
bool call_formats(struct lower *lower, const struct call *call, expression *result);
expression call_condition(struct lower *lower, const struct call *call, enum c_instruction_kind kind);

/* The compiler's builtins (call_builtin.c). False: it is none, or the library's function that `call` has now. */
bool call_builtin(struct lower *lower, struct call *call, expression *result);

/* A function of <math.h> that is ours, and an operator of floating-point numbers (call_math.c). */
bool call_is_math(const struct lower *lower, const struct call *call);
expression call_math(struct lower *lower, const struct call *call, const expression *values);

/* Functions without a body (call_missing.c): any; those that mask interrupts; those that return E_OK. */
expression call_unknown(struct lower *lower, const struct call *call);
/* The stub that says what calls of this function give, or NULL. It is all that is known of the function, whatever its
 * body says; a range must be one of its result. */
struct stub *call_stub(struct front *front, const struct symbol *symbol, const struct c_type *result);
expression call_masking(struct lower *lower, const struct call *call);
expression call_succeeding(struct lower *lower, const struct call *call);

/* ---- What does not come back (call_ending.c) ---- */

bool call_must_not_be_reached(const char *name);
/* exit() and its like: what atexit() would have called is refused where that is called. */
bool call_ends_program(const char *name);
void call_emit_end(struct lower *lower, const char *name, struct place place);
/* It may go on for ever, or end all: meanwhile others run. */
void call_emit_no_return(struct lower *lower, const char *name, struct place place);
/* ... since its declaration says so: by a word, or an attribute, which is a part of its type. */
bool call_does_not_return(struct front *front, const struct symbol *symbol);
/* ... since the program says that what stands behind the call is not reached. */
bool call_is_behind_missing(const struct lower *lower);

#endif
