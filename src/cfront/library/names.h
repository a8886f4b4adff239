/* What the sources may name: the configuration's objects, as the header that rtcheck generates for them declares them.
 */
#ifndef CFRONT_LIBRARY_NAMES_H
#define CFRONT_LIBRARY_NAMES_H

#include <stdint.h>

struct osek_config;

struct cfront_names {
    const struct osek_config *config;
    const char *const *events; /* names and masks */
    const uint64_t *event_masks;
    uint32_t event_count;
    const char *const *const *task_events; /* per task: the names of its events, NULL behind the last; or NULL */
    const char *const *modes;              /* application modes, from 0 */
    uint32_t mode_count;
    const char *const *callbacks; /* per alarm: the C name of its callback, or NULL */
    const char *idle_hook;        /* a function that runs while no task does (idle_hook.h), or NULL */
    const char *const *vendors;   /* of the OS object's attributes, NULL behind the last: a function of that name is
                                     called by what the vendor generates (vendor_calls.h) */
    const char *const *hooks;     /* of vendors, that the configuration switches on, NULL behind the last: likewise, in
                                     whatever case */
    const char *notified;         /* what sending a message does: "message `r` activates `t`"; or NULL: nothing */
    const char *const *messages;  /* of OSEK COM, NULL behind the last */
    const char *const *isr_codes; /* per interrupt routine: its name in C where that may be another one, or NULL */
};

#endif
