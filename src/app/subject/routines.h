/* Interrupt routines that the configuration does not name, such as nxtOSEK's user_1ms_isr_type2(): those that are known
 * by their names, by their declarations, or by who gets their addresses run. */
#ifndef APP_SUBJECT_ROUTINES_H
#define APP_SUBJECT_ROUTINES_H

#include "app/subject/subject.h"
#include "cfront/cfront.h"
#include "oil/config.h"

/* Interrupt routines that a vendor's code calls, as a further text in OIL; NULL: there are none. All in the arena. */
struct routines {
    const char *text;
    const struct cfront_registration *registrations; /* of those that come only once somebody has their addresses */
    size_t registration_count;
    const char *const *idle; /* the names of those that do nothing, or for which a counter's own ticks stand (beat.h) */
    size_t idle_count;
};
struct routines routines_find(const struct c_program *program, const struct osek_config *config,
                              const struct app_options *options, struct arena *arena);

/* Why a routine of such a text is one: half a sentence without its subject. */
const char *routine_reason(const struct subject *subject, const struct oil_isr *isr);

#endif
