/* What must be true of the program itself, said as code. Whoever finds otherwise has found a bug of rtcheck: the
 * program ends at once with a message and status 4, and never with a verdict.
 *
 * invariant() is for what costs next to nothing, and is always looked at; invariant_dear() for what costs more, and is
 * looked at in builds for tests (-Db_sanitize=...). Conditions have no effects. */
#ifndef BASE_INVARIANT_H
#define BASE_INVARIANT_H

/* Ends the program: `what` went wrong. */
__attribute__((noreturn, cold, format(printf, 1, 2))) void internal_error(const char *what, ...);

#define invariant(condition)                                                                                           \
    (__builtin_expect(!(condition), 0) ? internal_error("%s:%d: this should hold: %s", __FILE__, __LINE__, #condition) \
                                       : (void)0)

#ifdef RTCHECK_CHECKED
#define invariant_dear(condition) invariant(condition)
#else
#define invariant_dear(condition) ((void)(0 && (condition))) /* compiled, and never asked */
#endif

#endif
