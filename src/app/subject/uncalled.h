/* Functions that nothing here calls, though they look like what a vendor's code calls: interrupt routines that the
 * configuration does not name, such as nxtOSEK's user_1ms_isr_type2(). Those that are known by their names run; others
 * do not, and the answer says so. */
#ifndef APP_SUBJECT_UNCALLED_H
#define APP_SUBJECT_UNCALLED_H

#include "app/subject/subject.h"

/* Interrupt routines that a vendor's code calls, as a further text in OIL, in the arena; NULL: there are none. */
const char *uncalled_interrupts(const struct c_program *program, const struct osek_profile *profile,
                                struct arena *arena);

/* Is it one whose address a function without a body gets? */
bool uncalled_is_given(const struct c_program *program, const char *name);

/* One that does not run here, though somebody else gets its address, and what it does matters; NULL: there is none. */
const struct c_function *uncalled_given(const struct subject *subject);

/* That the others do nothing that matters, as half a sentence; NULL: there are none. */
const char *uncalled_assumption(const struct subject *subject);

#endif
