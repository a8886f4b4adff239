/* Counters and alarms (9, 13.6). An alarm keeps the ticks that remain: 0 if it is not set. */
#ifndef OSEK_ALARM_H
#define OSEK_ALARM_H

#include "osek/errors.h"
#include "osek/state.h"

uint64_t osek_remaining(const struct osek_kernel *k, uint32_t alarm);
uint64_t osek_cycle(const struct osek_kernel *k, uint32_t alarm);
uint64_t osek_value(const struct osek_kernel *k, uint32_t counter); /* 0 if it is not kept */
void osek_forget_value(const struct osek_kernel *k, uint32_t counter);
void osek_forget_times(const struct osek_kernel *k); /* alarms are set or not, no matter for how long */
void osek_autostart_alarm(const struct osek_kernel *k, uint32_t alarm);

/* The counter advances by one: the alarms that expire are due. */
void osek_advance(const struct osek_kernel *k, uint32_t counter);
/* The counter advances by so many, and no alarm expires. */
void osek_skip(const struct osek_kernel *k, uint32_t counter, uint32_t ticks);
bool osek_is_due(const struct osek_kernel *k); /* some alarm has expired and is not handled yet */
uint32_t osek_next_due(struct osek_kernel *k); /* OSEK_NONE: no alarm is due */
void osek_expire(const struct osek_kernel *k, uint32_t alarm);

void osek_do_GetAlarmBase(const struct osek_kernel *k, const uint64_t *arguments);
void osek_check_GetAlarm(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_GetAlarm(const struct osek_kernel *k, const uint64_t *arguments);
void osek_check_SetRelAlarm(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_SetRelAlarm(const struct osek_kernel *k, const uint64_t *arguments);
void osek_check_SetAbsAlarm(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_SetAbsAlarm(const struct osek_kernel *k, const uint64_t *arguments);
void osek_check_CancelAlarm(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_CancelAlarm(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_IncrementCounter(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_GetCounterValue(const struct osek_kernel *k, const uint64_t *arguments);
void osek_check_GetElapsedValue(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_GetElapsedValue(const struct osek_kernel *k, const uint64_t *arguments);

#endif
