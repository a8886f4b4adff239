/* os.h for programs that run on this machine, linked with rtcheck's own kernel (runtime.c). */
#ifndef NATIVE_OS_H
#define NATIVE_OS_H

#include <stdint.h>

typedef uint8_t StatusType;
typedef uint32_t TaskType, ResourceType, AlarmType, CounterType, TickType, AppModeType, TaskStateType;
typedef uint64_t EventMaskType;
enum { RUNNING, WAITING, READY, SUSPENDED };
enum { E_OK, E_OS_ACCESS, E_OS_CALLEVEL, E_OS_ID, E_OS_LIMIT, E_OS_NOFUNC, E_OS_RESOURCE, E_OS_STATE, E_OS_VALUE };

#define TASK(name) void task_##name(void)
#define ISR(name)  void isr_##name(void)

StatusType ActivateTask(TaskType task);
StatusType TerminateTask(void);
StatusType ChainTask(TaskType task);
StatusType Schedule(void);
StatusType GetTaskID(TaskType *task);
StatusType GetTaskState(TaskType task, TaskStateType *state);
StatusType GetResource(ResourceType resource);
StatusType ReleaseResource(ResourceType resource);
StatusType SetEvent(TaskType task, EventMaskType mask);
StatusType ClearEvent(EventMaskType mask);
StatusType GetEvent(TaskType task, EventMaskType *mask);
StatusType WaitEvent(EventMaskType mask);
StatusType SetRelAlarm(AlarmType alarm, TickType increment, TickType cycle);
StatusType CancelAlarm(AlarmType alarm);
StatusType IncrementCounter(CounterType counter);
void SuspendAllInterrupts(void);
void ResumeAllInterrupts(void);
void SuspendOSInterrupts(void);
void ResumeOSInterrupts(void);

void rtcheck_interrupt(unsigned isr);
int native_print(const char *format, ...); /* what printf is there: a line with its context's name */
#define printf native_print

/* Names of the configuration's objects. */
#include "native_names.h"

#endif
