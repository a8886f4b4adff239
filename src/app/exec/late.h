/* What goes wrong by its nature if code takes its time: activations that are lost, and alarms that are set again though
 * they still run. Where that is forgiven, the run goes on as the kernel does, so that nothing else is lost with it. */
#ifndef APP_EXEC_LATE_H
#define APP_EXEC_LATE_H

#include "osek/kernel.h"

static inline bool late_is_misuse(enum osek_misuse misuse) { return misuse == OSEK_ACTIVATION_LOST; }

static inline bool late_is_answer(enum osek_service service, enum osek_status status, enum osek_misuse misuse) {
    bool sets = service == OSEK_SetRelAlarm || service == OSEK_SetAbsAlarm;
    return late_is_misuse(misuse) || (sets && status == OSEK_E_STATE);
}

static inline bool late_is_call(const struct osek_call *call, const struct osek_result *result) {
    return late_is_answer(call->service, result->status, result->misused.misuse);
}

#endif
