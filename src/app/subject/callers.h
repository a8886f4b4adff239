/* Who may call a function that no code here calls by its name: what is known of all functions together. */
#ifndef APP_SUBJECT_CALLERS_H
#define APP_SUBJECT_CALLERS_H

#include "app/subject/addresses.h"
#include "app/subject/deeds.h"
#include "app/subject/gift.h"
#include "cfront/ir/ir.h"

struct callers {
    const struct c_program *program;
    struct arena *arena;
    const bool *called;  /* by function: it runs */
    const bool *callees; /* ... another one calls it by name */
    const bool *used;    /* by variable: code that runs looks at it, or changes it */
    const bool *changed; /* ... changes it, or takes its address */
    const struct addresses *addresses;
    struct gifts gifts;
};
struct callers callers_find(const struct c_program *program, struct arena *arena);

bool callers_have_name(const struct callers *callers, const struct c_function *function); /* or the kernel has it */

/* register_ISR(46, button): one of the two names says what it is for. NULL: nobody has its address for interrupts. */
const struct gift *callers_registration(const struct callers *callers, const struct c_function *function);

/* By a table of vectors that is not read. False, too: its name says that it comes at the start, by an instruction of
 * the kernel's own, or when all is lost. */
bool callers_are_vectors(const struct c_function *function);
/* By a file that nobody reads, as whatever it may be. */
bool callers_are_named(const struct c_function *function);

/* What interrupts call has no parameters and gives nothing. */
bool callers_need_no_arguments(const struct c_function *function);

/* By a function's name alone. */
bool callers_sound_like_interrupts(const char *name);
bool callers_sound_like_traps(const char *name); /* of what is lost, or should not have come */

/* Where others replace it, or nothing should ever come to it, all that it may do is to show that something did. */
bool callers_only_trap(const struct c_function *function, const struct deeds *deeds);

#endif
