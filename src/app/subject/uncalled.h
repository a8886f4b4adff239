/* Functions that nothing here calls, though they look like what a vendor's code or the hardware calls: interrupt
 * routines that the configuration does not name, such as nxtOSEK's user_1ms_isr_type2(). Those that are known by their
 * names, by their declarations, or by who gets their addresses run; others do not, and the answer says so. */
#ifndef APP_SUBJECT_UNCALLED_H
#define APP_SUBJECT_UNCALLED_H

#include "app/subject/gift.h"
#include "app/subject/subject.h"
#include "cfront/cfront.h"
#include "oil/config.h"

/* Interrupt routines that a vendor's code calls, as a further text in OIL; NULL: there are none. All in the arena. */
struct uncalled_interrupts {
    const char *text;
    const struct cfront_registration *registrations; /* of those that come only once somebody has their addresses */
    size_t registration_count;
    const char *const *idle; /* the names of those that do nothing, or for which a counter's own ticks stand (beat.h) */
    size_t idle_count;
};
struct uncalled_interrupts uncalled_interrupts(const struct c_program *program, const struct osek_config *config,
                                               const struct app_options *options, struct arena *arena);

/* What is left. Looks at all of the program: asked once, and kept (subject.h). */
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

/* Why a routine of such a text is one: half a sentence without its subject. */
const char *uncalled_reason(const struct subject *subject, const struct oil_isr *isr);

#endif
