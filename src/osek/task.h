/* Tasks (13.2): activation and termination. */
#ifndef OSEK_TASK_H
#define OSEK_TASK_H

#include "osek/errors.h"
#include "osek/state.h"

bool osek_accepts_request(const struct osek_kernel *k, uint32_t task);
void osek_activate(const struct osek_kernel *k, uint32_t task);
void osek_activate_successor(const struct osek_kernel *k, uint32_t task);
void osek_end_task(const struct osek_kernel *k, uint32_t task);
uint32_t osek_requests(const struct osek_kernel *k, uint32_t task);
enum osek_task_state osek_state_of(const struct osek_kernel *k, uint32_t task);
/* A task's code is over, by TerminateTask or by its end. */
void osek_stop_running(const struct osek_kernel *k, enum work work, uint32_t object);

void osek_check_ActivateTask(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_ActivateTask(const struct osek_kernel *k, const uint64_t *arguments);
void osek_check_TerminateTask(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_TerminateTask(const struct osek_kernel *k, const uint64_t *arguments);
void osek_check_ChainTask(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_ChainTask(const struct osek_kernel *k, const uint64_t *arguments);
void osek_check_Schedule(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_Schedule(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_GetTaskID(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_GetTaskState(const struct osek_kernel *k, const uint64_t *arguments);

#endif
