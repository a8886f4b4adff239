/* What a call of a service makes of a counter: whether, and how, it shows where the counter stands. */
#ifndef APP_SUBJECT_COUNTER_LOOK_H
#define APP_SUBJECT_COUNTER_LOOK_H

#include "cfront/ir/ir.h"

enum counter_look {
    COUNTER_ABSOLUTE = 1, /* SetAbsAlarm for a value that is known: whether that lies ahead is all that shows */
    COUNTER_VALUE = 2,    /* its value itself does */
    COUNTER_RELATIVE = 4, /* SetRelAlarm: shows only beside other alarms, or to who looks at the value later */
    COUNTER_TICKS = 8     /* what is left until the next expiry; or code makes it tick */
};
enum { COUNTER_LOOKS = 4 };

/* Bits of enum counter_look, of a C_SERVICE. */
unsigned counter_look(const struct osek_config *config, const struct c_instruction *call, uint32_t counter);
/* Of SetAbsAlarm: the value; UINT64_MAX: it is known only when the program runs. */
uint64_t counter_look_start(const struct c_instruction *call);

/* Does SetRelAlarm show where the counter stands even if nobody looks at its value? */
bool counter_look_has_several_alarms(const struct osek_config *config, uint32_t counter);

/* Does the call advance the counter? A number that is known only later says nothing: then every counter goes on by
 * itself, as well as by the call. */
bool counter_look_advances(const struct c_instruction *code, uint32_t counter);

#endif
