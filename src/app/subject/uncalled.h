/* Functions that nothing here calls, though they look like what a vendor's code calls: interrupt routines that the
 * configuration does not name, such as nxtOSEK's user_1ms_isr_type2(). They do not run, and the answer says so. */
#ifndef APP_SUBJECT_UNCALLED_H
#define APP_SUBJECT_UNCALLED_H

#include "app/subject/subject.h"

/* That they do nothing that matters, as half a sentence; NULL: there are none. */
const char *uncalled_assumption(const struct subject *subject);

#endif
