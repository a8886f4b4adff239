/* The operating system as a process: the kernel of osek.pml, and how applications talk to it.
 *
 * Tasks and interrupt routines are processes. A task executes a statement only while it runs (waitForRun) and calls a
 * service by a rendezvous with the system (taskAPI): it waits for the answer, and then until it runs again. Whoever
 * includes this file defines TASKS, RESOURCES, REQUESTS, ALARMS and configData(), and runs OSModel(). */

#include "osek.pml"

#ifndef ALARMS
#define ALARMS 0
#endif

#define runTask turn

mtype:service = { svcActivateTask, svcTerminateTask, svcChainTask, svcSchedule, svcGetResource, svcReleaseResource, svcSetEvent,
                  svcClearEvent, svcWaitEvent, svcSuspend, svcResume, svcSuspendOS, svcResumeOS, svcSetAlarm, svcCancelAlarm };
mtype:answer = { finishMessage };

chan API = [0] of { mtype:service, byte, int, int, int };  /* service, caller (0: an interrupt routine), parameters */
chan notifyAPP = [0] of { mtype:answer };

byte level;         /* of the interrupt routine that runs; 0: none does                   */
byte masked;        /* SuspendAllInterrupts and DisableAllInterrupts that are in force     */
byte maskedOS;      /* SuspendOSInterrupts that are in force                               */

/* Alarms. Only the ticks that remain are kept: nobody can see a counter's value. */
typedef AlarmControlBlock {
    byte counter;
    int ticks;      /* until it expires; 0: it is not set                                  */
    int cycle;
    byte activates; /* this task, or                                                      */
    byte signals;   /* sets an event of this one:                                         */
    byte mask
};
AlarmControlBlock alarm[ALARMS + 1];

/* The code of task `tid` runs now. */
#define RUNS(tid) (runTask == tid && level == 0)
/* An interrupt of this level can come now. */
#define ALLOWED(ilevel, category) (ilevel > level && masked == 0 && (category == 1 || maskedOS == 0))

inline waitForRun(tid) {
    RUNS(tid)
}

/* A task calls a service; the answer is in `result`. Where there are interrupts, a service is one step: the kernel is not
 * interrupted. TerminateTask and ChainTask (`endAPI`) do not wait until the task runs: after success it begins anew. */
#ifdef INTERRUPTS
#define CALL(tid, service, first, second, third) \
    atomic { RUNS(tid); API ! service(tid, first, second, third); notifyAPP ? finishMessage; result = status }
#else
#define CALL(tid, service, first, second, third) \
    API ! service(tid, first, second, third); notifyAPP ? finishMessage; result = status
#endif

inline taskAPI(tid, service, first, second, third) {
    CALL(tid, service, first, second, third);
    RUNS(tid)
}

inline endAPI(tid, service, first) {
    CALL(tid, service, first, 0, 0)
}

/* The same for interrupt routines. */
inline isrAPI(ilevel, service, first, second, third) {
    atomic {
        level == ilevel;
        API ! service(0, first, second, third);
        notifyAPP ? finishMessage;
        result = status
    }
}

inline SetAlarm(aid, increment, period) {
    d_step {
        status = (alarm[aid].ticks != 0 -> E_OS_STATE : E_OK);
        if
        :: status == E_OK -> alarm[aid].ticks = increment; alarm[aid].cycle = period
        :: else
        fi
    }
}

inline CancelAlarm(aid) {
    d_step {
        status = (alarm[aid].ticks == 0 -> E_OS_NOFUNC : E_OK);
        alarm[aid].ticks = 0;
        alarm[aid].cycle = 0
    }
}

proctype OSModel() {
    byte caller;
    int first, second, third;
end:
    do
    :: atomic { API ? svcActivateTask(caller, first, second, third) -> ActivateTask(caller, first); notifyAPP ! finishMessage }
    :: atomic { API ? svcTerminateTask(caller, first, second, third) -> TerminateTask(caller); notifyAPP ! finishMessage }
    :: atomic { API ? svcChainTask(caller, first, second, third) -> ChainTask(caller, first); notifyAPP ! finishMessage }
    :: atomic { API ? svcSchedule(caller, first, second, third) -> Schedule(caller); notifyAPP ! finishMessage }
    :: atomic { API ? svcGetResource(caller, first, second, third) -> GetResource(caller, first); notifyAPP ! finishMessage }
    :: atomic { API ? svcReleaseResource(caller, first, second, third) -> ReleaseResource(caller, first); notifyAPP ! finishMessage }
    :: atomic { API ? svcSetEvent(caller, first, second, third) -> SetEvent(caller, first, second); notifyAPP ! finishMessage }
    :: atomic { API ? svcClearEvent(caller, first, second, third) -> ClearEvent(caller, first); notifyAPP ! finishMessage }
    :: atomic { API ? svcWaitEvent(caller, first, second, third) -> WaitEvent(caller, first); notifyAPP ! finishMessage }
    :: atomic { API ? svcSetAlarm(caller, first, second, third) -> SetAlarm(first, second, third); notifyAPP ! finishMessage }
    :: atomic { API ? svcCancelAlarm(caller, first, second, third) -> CancelAlarm(first); notifyAPP ! finishMessage }
    :: atomic { API ? svcSuspend(caller, first, second, third) -> masked++; status = E_OK; notifyAPP ! finishMessage }
    :: atomic { API ? svcResume(caller, first, second, third) -> assert(masked > 0); masked--; status = E_OK; notifyAPP ! finishMessage }
    :: atomic { API ? svcSuspendOS(caller, first, second, third) -> maskedOS++; status = E_OK; notifyAPP ! finishMessage }
    :: atomic { API ? svcResumeOS(caller, first, second, third) -> assert(maskedOS > 0); maskedOS--; status = E_OK; notifyAPP ! finishMessage }
    od
}
