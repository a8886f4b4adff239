/* Functions that nothing here calls, though they look like what a vendor's code or the hardware calls, and that do not
 * run (those that do: routines.h). The answer says so. */
#ifndef APP_SUBJECT_UNCALLED_H
#define APP_SUBJECT_UNCALLED_H

#include "app/subject/gift.h"
#include "app/subject/subject.h"

/* Looks at all of the program: asked once, and kept (subject.h). */
struct uncalled {
    struct gifts gifts;     /* of functions' addresses, to others */
    const char *assumption; /* that the others do nothing that matters, nor do those who have addresses of variables, as
                               half a sentence; NULL: there are none */
    const char *doubt;      /* that one does not run here, though it may well somewhere, and what it does matters, and
                               why; NULL: there is none */
    const char *waker;      /* ... one that may end what lasts for ever: it calls services, or changes what code that
                               runs looks at; NULL: there is none */
};
bool uncalled_is_idle(const struct subject *subject, const struct c_function *function); /* one of subject->idle */
const struct uncalled *uncalled_find(const struct subject *subject);                     /* in the subject's arena */

#endif
