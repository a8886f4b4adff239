/* The operating system as a process: the kernel of osek.pml, and how applications talk to it.
 *
 * Tasks and interrupt routines are processes. A task executes a statement only while it runs (waitForRun) and calls a
 * service by a rendezvous with the system (taskAPI): it waits for the answer, and then until it runs again. Whoever
 * includes this file defines TASKS, RESOURCES, REQUESTS, HIGHEST, ALARMS, configData() and tellState(), and runs OSModel().
 *
 * What is printed is for those who replay a run (spin -t): a search prints nothing. */

/* Resources that interrupt routines share hold back whatever is not above their ceilings [8.6]. Whoever has such defines
 * SHARED_RESOURCES. */
#ifdef SHARED_RESOURCES
#define ABOVE_CEILINGS(ilevel) (ilevel > raised && ilevel > task[turn].dpr)
#else
#define ABOVE_CEILINGS(ilevel) true
#endif

/* Hooks are not interrupted by category 2 [11.1]. Whoever has ErrorHook defines ERROR_HOOK; whoever has PreTaskHook or
 * PostTaskHook defines PRE_HOOK and POST_HOOK, as HOOK_BEFORE and HOOK_AFTER, or 0. */
#define HOOK_ERROR 1
#define HOOK_AFTER 2
#define HOOK_BEFORE 4
#ifdef PRE_HOOK
#define HOOKS
#else
#ifdef ERROR_HOOK
#define HOOKS
#endif
#endif
#ifdef HOOKS
#define HOOKED (hooks != 0)
#define SWITCHING (hooks >= HOOK_AFTER)
#else
#define HOOKED false
#define SWITCHING false
#endif

/* An interrupt of this level and category can come now: it is above what runs, and nothing masks it [6, 13.3]. */
#define ALLOWED(ilevel, category) \
    (ilevel > level && (category == 1 || ABOVE_CEILINGS(ilevel)) && !disabled && masked == 0 && (category == 1 || (maskedOS == 0 && !HOOKED)))

/* Interrupts that the application itself requests are taken before anything else is decided. Whoever has such defines
 * ARRIVED: one was requested, and it may come now. */
#ifdef ARRIVED
#define INTERRUPTED (nesting > 0 || ARRIVED)
#else
#define ARRIVED false
#endif

#include "osek.pml"

#ifndef ALARMS
#define ALARMS 0
#endif

#define runTask turn

/* For formulas over time: in the middle of something that is one step, and before the start, `stable` is false. A run that
 * a false assumption ends is `abandoned`. Whoever has formulas defines FORMULAS, and LIVENESS for a search for cycles: then
 * nothing else is looked for. */
#ifdef FORMULAS
bool stable;
bool abandoned;
#define UNSETTLED stable = 0
#define SETTLED stable = 1
#else
#define UNSETTLED skip
#define SETTLED skip
#endif
#ifdef LIVENESS
#define assert(condition) skip
#endif

/* What is wrong with masks of interrupts; nothing is, for whoever defines it as `skip`. */
#ifndef BALANCED
#define BALANCED(condition) assert(condition)
#endif

mtype:service = { svcActivateTask, svcTerminateTask, svcChainTask, svcSchedule, svcGetResource, svcReleaseResource, svcSetEvent,
                  svcClearEvent, svcWaitEvent, svcSetAlarm, svcCancelAlarm, svcDisableAll, svcEnableAll, svcSuspendAll,
                  svcResumeAll, svcSuspendOS, svcResumeOS, svcGetTaskID, svcGetTaskState, svcGetEvent,
                  svcIncrementCounter };
mtype:answer = { finishMessage };

chan API = [0] of { mtype:service, byte, int, int, int };  /* service, caller (0: an interrupt routine), parameters */
chan notifyAPP = [0] of { mtype:answer };

byte level;         /* of the interrupt routine that runs; 0: none does      */
bit disabled;       /* DisableAllInterrupts is in force                      */
#ifdef HOOKS
byte hooks;         /* HOOK_ERROR: it runs; others: they are to run, or run   */
byte left;          /* the task that is no longer the running one            */
#endif
#ifdef SHARED_RESOURCES
byte raised;        /* the highest ceiling of what interrupt routines hold   */
byte held;          /* the resource that one of them took last and holds     */
#endif
byte masked;        /* SuspendAllInterrupts that are in force                */
byte maskedOS;      /* SuspendOSInterrupts that are in force                 */
byte cameMasked;    /* routines that began while they were                   */

/* Alarms. Only the ticks that remain are kept: nobody can see a counter's value. */
typedef AlarmControlBlock {
    int ticks;      /* until it expires; 0: it is not set                    */
    int cycle
};
AlarmControlBlock alarm[ALARMS + 1];

/* The code of task `tid` runs now. */
#define RUNS(tid) (runTask == tid && level == 0 && !SWITCHING && !ARRIVED)
/* The code of the interrupt routine of this level runs now. */
#define ROUTINE(ilevel) (level == ilevel && !ARRIVED)
/* An interrupt of this level and category can come from outside now. */
#define COMES(ilevel, category) (ALLOWED(ilevel, category) && !ARRIVED)
/* Time can pass: a tick is above all tasks, and below all interrupt routines. */
#define TICKS (level == 0 && ABOVE_CEILINGS(HIGHEST + 1) && !MASKED && !HOOKED && !ARRIVED)
#define MASKED (disabled || masked > 0 || maskedOS > 0)
/* Nobody runs, and nobody will unless something comes from outside. */
#define IDLE (runTask == 0 && level == 0 && !SWITCHING)

/* A task stops running, another one begins: PostTaskHook, PreTaskHook [11.5]. Nobody sees that both run after the kernel
 * has done its work: they call no services. What interrupts them (category 1) switches nothing. */
#ifdef PRE_HOOK
#define BEFORE_SWITCH left = (SWITCHING -> left : turn)
#define SWITCHED(ended) (!SWITCHING && (turn != left || (ended)))
#define AFTER_SWITCH(ended) \
    hooks = hooks | (SWITCHED(ended) && left != 0 -> POST_HOOK : 0) | (SWITCHED(ended) && turn != 0 -> PRE_HOOK : 0); \
    left = (SWITCHING -> left : 0)
/* Their turns; and the task that PostTaskHook is about. */
#define AFTER_TASK (level == 0 && (hooks & HOOK_AFTER) != 0 && !ARRIVED)
#define BEFORE_TASK (level == 0 && hooks == HOOK_BEFORE && !ARRIVED)
#define WHO_LEFT (left - 1)
#else
#define BEFORE_SWITCH skip
#define AFTER_SWITCH(ended) skip
#endif

/* After a service that returns an error, ErrorHook [11.2]. */
#ifdef ERROR_HOOK
#define AFTER_ERROR hooks = (status != E_OK -> HOOK_ERROR : hooks)
#else
#define AFTER_ERROR skip
#endif

inline waitForRun(tid) {
    RUNS(tid)
}

/* A task calls a service, in a line of its code; the answer is in `result`. Where there are interrupts, a service is one
 * step: the kernel is not interrupted. TerminateTask and ChainTask (`endAPI`) do not wait until the task runs: after
 * success it begins anew. */
#ifdef INTERRUPTS
#define CALL(tid, service, first, second, third, line) \
    atomic { \
        RUNS(tid); printf("@call %d %d\n", tid, line); API ! service(tid, first, second, third); \
        notifyAPP ? finishMessage; result = status \
    }
#else
#define CALL(tid, service, first, second, third, line) \
    atomic { printf("@call %d %d\n", tid, line); API ! service(tid, first, second, third) }; \
    atomic { notifyAPP ? finishMessage; result = status }
#endif

inline taskAPI(tid, service, first, second, third, line) {
    CALL(tid, service, first, second, third, line);
    RUNS(tid)
}

inline endAPI(tid, service, first, line) {
    CALL(tid, service, first, 0, 0, line)
}

/* The same for interrupt routines. */
inline isrAPI(ilevel, service, first, second, third, line) {
    atomic {
        ROUTINE(ilevel);
        printf("@call 0 %d\n", line);
        API ! service(0, first, second, third);
        notifyAPP ? finishMessage;
        result = status
    }
}

/* Services that the caller does by itself, in one step, between these two: nobody has to wait for anything. */
inline beginCall(tid, line) {
    printf("@call %d %d\n", tid, line);
    BALANCED(disabled == 0 && masked == 0 && maskedOS == 0)
}

inline endCall(answer) {
    status = answer;
    result = status;
    AFTER_ERROR;
    tellState()
}

/* GetTaskState and GetTaskID answer in the numbers of os.h. */
#define STATE_OF(tid) \
    (task[tid].state == RUNNING -> 0 : (task[tid].state == WAITING -> 1 : (task[tid].state == READY -> 2 : 3)))
#define WHO (runTask - 1)

/* Resources of interrupt routines: their holder's number comes after those of the tasks [8.6, 13.4]. */
#ifdef SHARED_RESOURCES
#define HOLDS_ANY(iid) (held != 0 && resource[held].owner == TASKS + iid)

inline TakeResource(iid, ilevel, rid) {
    d_step {
        status = (resource[rid].owner != 0 || ilevel > resource[rid].ceiling -> E_OS_ACCESS : E_OK);
        if
        :: status == E_OK ->
            resource[rid].owner = TASKS + iid;
            resource[rid].before = raised;
            resource[rid].below = held;
            held = rid;
            raised = RAISED(raised, resource[rid].ceiling)
        :: else
        fi
    }
}

inline GiveResource(iid, rid) {
    d_step {
        status = (HOLDS_ANY(iid) && held == rid -> E_OK : E_OS_NOFUNC);
        if
        :: status == E_OK ->
            raised = resource[rid].before;
            held = resource[rid].below;
            resource[rid].owner = 0;
            resource[rid].before = 0;
            resource[rid].below = 0
        :: else
        fi
    }
}

/* A routine ends: what it did not give back is free. */
inline GiveAll(iid) {
    do
    :: HOLDS_ANY(iid) -> at = held; GiveResource(iid, at)
    :: else -> break
    od;
    at = 0
}
#endif

/* An interrupt routine begins, and ends: its number is for the trail. */
/* What was before: the level, and whether SuspendOSInterrupts was in force, which lets category 1 in. A routine that has
 * begun without masks must end without [6]. */
#define BEGAN_MASKED(before) (before >= 256)

inline enterISR(iid, ilevel, before) {
    before = level + (maskedOS > 0 -> 256 : 0);
    cameMasked = cameMasked + (maskedOS > 0 -> 1 : 0);
    level = ilevel;
    EnterISR(iid);
    printf("@interrupt %d\n", iid);
    tellState()
}

inline leaveISR(iid, before) {
    BALANCED(BEGAN_MASKED(before) || (disabled == 0 && masked == 0 && maskedOS == 0));
    UNSETTLED;
    disabled = (BEGAN_MASKED(before) -> disabled : 0);
    masked = (BEGAN_MASKED(before) -> masked : 0);
    maskedOS = (BEGAN_MASKED(before) -> maskedOS : 0);
    cameMasked = cameMasked - (BEGAN_MASKED(before) -> 1 : 0);
    level = before % 256;
    before = 0;
    BEFORE_SWITCH;
    LeaveISR(iid);
    AFTER_SWITCH(false);
    SETTLED;
    printf("@return %d\n", iid);
    tellState()
}

/* A hook begins, and ends: its number is for the trail. */
inline beginHook(hid) {
    printf("@hook %d\n", hid);
    tellState()
}

inline endHook() {
    printf("@return 0\n");
    tellState()
}

/* A counter's tick ends. */
inline endTick() {
    BEFORE_SWITCH;
    LeaveISR(0);
    AFTER_SWITCH(false)
}

/* From here on nothing happens any more: this run is not to be looked at. */
inline giveUp() {
    level = 255;
    printf("@stop\n");
    do
    :: level == 255
    od
}

/* Ways on which an assumption is false are not gone any further. */
inline abandon() {
#ifdef FORMULAS
    abandoned = 1;
#endif
    giveUp()
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

/* Masks of interrupts [13.3]: Disable does not nest, Suspend does. Within Disable there is nothing but its Enable, and
 * within Suspend nothing but pairs of Suspend and Resume; who comes meanwhile has sections of its own. */
inline DisableAll() {
    BALANCED(cameMasked > 0 || !MASKED);
    disabled = 1
}

inline SuspendAll() {
    BALANCED(cameMasked > 0 || !disabled);
    masked++
}

inline SuspendOS() {
    BALANCED(cameMasked > 0 || !disabled);
    maskedOS++
}

inline EnableAll() {
    BALANCED(disabled);
    disabled = 0
}

inline ResumeAll() {
    BALANCED(masked > 0);
    masked = (masked > 0 -> masked - 1 : 0)
}

inline ResumeOS() {
    BALANCED(maskedOS > 0);
    maskedOS = (maskedOS > 0 -> maskedOS - 1 : 0)
}

/* No service but those above may be called while the application masks interrupts [6]. */
inline Serve(service, caller, first, second, third) {
    BALANCED(disabled == 0 && masked == 0 && maskedOS == 0);
    if
    :: service == svcActivateTask -> ActivateTask(caller, first)
    :: service == svcTerminateTask -> TerminateTask(caller)
    :: service == svcChainTask -> ChainTask(caller, first)
    :: service == svcSchedule -> Schedule(caller)
    :: service == svcGetResource -> GetResource(caller, first)
    :: service == svcReleaseResource -> ReleaseResource(caller, first)
    :: service == svcSetEvent -> SetEvent(caller, first, second)
    :: service == svcClearEvent -> ClearEvent(caller, first)
    :: service == svcWaitEvent -> WaitEvent(caller, first)
    :: service == svcSetAlarm -> SetAlarm(first, second, third)
    :: service == svcCancelAlarm -> CancelAlarm(first)
    fi
}

/* Where two things are wrong with a call, either error may be the answer [12.2.3]; the kernel, which changes nothing then,
 * has given the first. */
inline ChooseError(service, caller, first) {
    if
    :: service == svcChainTask && status == E_OS_RESOURCE && first != caller && !ACCEPTS(first) ->
        if :: skip :: status = E_OS_LIMIT fi
    :: service == svcWaitEvent && status == E_OS_ACCESS && HAS_RESOURCES(caller) ->
        if :: skip :: status = E_OS_RESOURCE fi
    :: service == svcSetEvent && status == E_OS_ACCESS && task[first].state == SUSPENDED ->
        if :: skip :: status = E_OS_STATE fi
    :: else
    fi
}

proctype OSModel() {
    mtype:service called;
    byte caller;
    int first, second, third;
end:
    do
    :: atomic {
        API ? called(caller, first, second, third);
        status = E_OK;
        BEFORE_SWITCH;
        if
        :: called == svcDisableAll -> DisableAll()
        :: called == svcEnableAll -> EnableAll()
        :: called == svcSuspendAll -> SuspendAll()
        :: called == svcResumeAll -> ResumeAll()
        :: called == svcSuspendOS -> SuspendOS()
        :: called == svcResumeOS -> ResumeOS()
        :: else -> Serve(called, caller, first, second, third)
        fi;
#ifdef SEVERAL_ERRORS
        ChooseError(called, caller, first);
#endif
        AFTER_SWITCH(status == E_OK && (called == svcTerminateTask || called == svcChainTask));
        AFTER_ERROR;
        printf("@%e %d %d %d = %d\n", called, first, second, third, status);
        tellState();
        called = svcActivateTask; caller = 0; first = 0; second = 0; third = 0;
        notifyAPP ! finishMessage
    }
    od
}
