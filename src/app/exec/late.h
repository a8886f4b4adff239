/* What goes wrong by its nature if code takes its time: activations that are lost, and alarms that are set again though
 * they still run. Where that is forgiven, the run goes on as the kernel does, so that nothing else is lost with it. */
#ifndef APP_EXEC_LATE_H
#define APP_EXEC_LATE_H

#include "app/exec/machine.h"

static inline bool late_is_misuse(enum osek_misuse misuse) { return misuse == OSEK_ACTIVATION_LOST; }

static inline bool late_is_call(const struct osek_call *call, const struct osek_result *result) {
    bool sets = call->service == OSEK_SetRelAlarm || call->service == OSEK_SetAbsAlarm;
    return late_is_misuse(result->misused.misuse) || (sets && result->status == OSEK_E_STATE);
}

/* The same, of what is told: a check's name, and its words. */
bool late_is_finding(const char *kind, const char *message);

#endif
