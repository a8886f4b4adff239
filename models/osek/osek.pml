/* The kernel of an OSEK operating system, as a design: what each service does to the kernel's data.
 *
 * Clauses in brackets are those of "OSEK/VDX Operating System", version 2.2.1; as far as we know, 2.2.3 says the same
 * here. Conformance class ECC2, extended status: misuse of a service is answered with an error, and changes nothing.
 *
 * There is no process in this file. Whoever includes it tells the kernel its configuration (SetTask, SetResource, ...)
 * and then calls services: `tid` is the task that calls, 0 for none (the start of the system, an interrupt routine).
 * A call is one step: the kernel is not interrupted.
 *
 * Numbers of tasks, resources and priorities start at 1; a greater priority is more urgent. 0 means "none". */

#ifndef TASKS
#define TASKS 8      /* how many tasks there can be */
#endif
#ifndef RESOURCES
#define RESOURCES 8  /* how many resources, 8 at most: sets of them are bits of a byte */
#endif
#ifndef REQUESTS
#define REQUESTS 16  /* how many requests for a task can be ready at once */
#endif
#ifndef HIGHEST
#define HIGHEST 15   /* the highest priority: that of the scheduler as a resource [8.3] */
#endif

#ifndef EVENTS
#define EVENTS byte  /* a set of events: 8 of them; `int` for 31 */
#endif

/* ---- The rules ----
 *
 * What kernels get wrong, each rule in one place. The designs in bugs/ are this file with one rule changed. */

/* A task that takes a resource is raised to its ceiling, never lowered [8.5]. */
#ifndef RAISED
#define RAISED(level, ceiling) ((ceiling) > (level) -> (ceiling) : (level))
#endif
/* A task that gives a resource back has again the priority from before it took it [8.5]. */
#ifndef RESTORED
#define RESTORED(tid, rid) resource[rid].before
#endif
/* The running task gives way to higher priority only, not to an equal one [4.5, 4.6.1]. */
#ifndef URGENT
#define URGENT(level, running) ((level) > (running))
#endif
/* A new request goes behind those of its priority; they run in the order of activation [4.3, 4.5]. */
#ifndef BEFORE_NEW
#define BEFORE_NEW(other, level) ((other) >= (level))
#endif
/* A preempted task is the oldest of its current priority [4.5]: it goes before all others of it. */
#ifndef BEFORE_PREEMPTED
#define BEFORE_PREEMPTED(other, level) ((other) > (level))
#endif
/* A task accepts so many requests, running and ready ones together [4.3, 13.2.3.1]. */
#ifndef ACCEPTS
#define ACCEPTS(tid) (task[tid].requests < task[tid].limit)
#endif
/* A task that chains to itself makes a new request, whatever else is pending [4.7, 13.2.3.3]. */
#ifndef CHAINS
#define CHAINS(tid, dtid) true
#endif
/* The events of an extended task are cleared when it is activated from the suspended state [7, 13.2.3.1]. */
#ifndef EVENTS_AT_START
#define EVENTS_AT_START(tid) 0
#endif
/* A task waits only if none of the events is set [4.6.2, 13.5.3.4]. */
#ifndef MUST_WAIT
#define MUST_WAIT(tid, mask) ((task[tid].events & (mask)) == 0)
#endif
/* A task that comes to run takes its internal resource; a non-preemptable one, the scheduler [8.7]. */
#ifndef PRIORITY_TO_RUN
#define PRIORITY_TO_RUN(tid) \
    (task[tid].internal > task[tid].dpr -> task[tid].internal : task[tid].dpr)
#endif
/* A task that called Schedule and goes on has its internal resource again [8.7, 13.2.3.4]. */
#ifndef PRIORITY_AGAIN
#define PRIORITY_AGAIN(tid) PRIORITY_TO_RUN(tid)
#endif
/* A task may not end, or give way, while it has resources [8.2, 13.2.3.2]: then it goes on. */
#ifndef HAS_RESOURCES
#define HAS_RESOURCES(tid) (task[tid].last != 0)
#endif
/* Where the kernel looks whether another task is to run [4.6.1]; not inside interrupt routines [6]. */
#ifndef AFTER_ACTIVATION
#define AFTER_ACTIVATION Reschedule()
#endif
#ifndef AFTER_RELEASE
#define AFTER_RELEASE Reschedule()
#endif
#ifndef AFTER_EVENT
#define AFTER_EVENT Reschedule()
#endif
#ifndef AFTER_INTERRUPT
#define AFTER_INTERRUPT Reschedule()
#endif
/* Dispatching is put off until the outermost interrupt routine has ended [6]. */
#ifndef INTERRUPTED
#define INTERRUPTED (nesting > 0)
#endif

/* ---- Data ---- */

/* States of a task [4.2]. */
#define SUSPENDED 0
#define READY 1
#define RUNNING 2
#define WAITING 3

/* What a service answers [13.1]. */
#define E_OK 0
#define E_OS_ACCESS 1
#define E_OS_CALLEVEL 2
#define E_OS_LIMIT 4
#define E_OS_NOFUNC 5
#define E_OS_RESOURCE 6
#define E_OS_STATE 7

typedef TaskControlBlock {
    byte state;     /* SUSPENDED, READY, RUNNING or WAITING                                  */
    byte pr;        /* static priority                                                       */
    byte dpr;       /* dynamic priority: raised while it has resources                       */
    byte requests;  /* activations that have not ended yet                                   */
    byte limit;     /* of them                                                               */
    byte internal;  /* ceiling of its internal resource, HIGHEST if non-preemptable, 0: none */
    byte uses;      /* resources it may take: bit r-1 for resource r                         */
    byte last;      /* the resource it took last and still has                               */
    EVENTS owns;    /* its events, as a mask; 0: a basic task                                */
    EVENTS events;  /* those that are set                                                    */
    EVENTS awaited  /* those it waits for                                                    */
};
TaskControlBlock task[TASKS + 1];

typedef ResourceControlBlock {
    byte ceiling;
    byte owner;     /* the task that has it                         */
    byte before;    /* the owner's priority before it took this one */
    byte below      /* what the owner took before, and still has    */
};
ResourceControlBlock resource[RESOURCES + 1];

/* The ready queue: requests for tasks by priority, the oldest first within a priority. A task that was preempted is in
 * it with its dynamic priority, and once more for each further activation. Places behind the last are 0. */
typedef Request {
    byte id;
    byte pr
};
Request ready[REQUESTS + 1];
byte length;        /* of the ready queue                                     */

byte turn;          /* the running task; also while an interrupt routine runs */
byte nesting;       /* interrupt routines that have begun and not ended       */
byte status;        /* what the last service answered                         */
byte at;            /* a place in the ready queue; 0 between calls            */
byte preempted;     /* the task that was running; 0 between calls             */

/* ---- Configuration: before any service is called ---- */

inline SetTask(tid, level) {
    d_step {
        task[tid].pr = level;
        task[tid].dpr = level;
        task[tid].limit = 1
    }
}

/* Multiple activation [4.3]; basic tasks only. */
inline SetLimit(tid, requests_at_most) {
    task[tid].limit = requests_at_most
}

/* The task belongs to a group that shares an internal resource [8.7]. */
inline SetInternal(tid, ceiling_of_group) {
    task[tid].internal = ceiling_of_group
}

inline SetNonPreemptable(tid) {
    task[tid].internal = HIGHEST
}

/* The task is an extended one and owns these events [7]. */
inline SetEvents(tid, mask) {
    task[tid].owns = mask
}

inline SetResource(rid, level) {
    resource[rid].ceiling = level
}

/* The task may take the resource; its ceiling is at least the task's priority [8.5]. */
inline SetLink(tid, rid) {
    d_step {
        task[tid].uses = task[tid].uses | (1 << (rid - 1));
        resource[rid].ceiling = (task[tid].pr > resource[rid].ceiling -> task[tid].pr : resource[rid].ceiling)
    }
}

/* ---- Inside the kernel ---- */

/* A request enters the ready queue at its place: those behind it move up. */
inline Enqueue(who, level, has_run) {
    assert(length < REQUESTS);
    at = length;
    do
    :: at > 0 && !(has_run -> BEFORE_PREEMPTED(ready[at - 1].pr, level) : BEFORE_NEW(ready[at - 1].pr, level)) ->
        ready[at].id = ready[at - 1].id;
        ready[at].pr = ready[at - 1].pr;
        at--
    :: else -> break
    od;
    ready[at].id = who;
    ready[at].pr = level;
    length++;
    at = 0
}

/* The first request of the ready queue comes to run; nobody, if it is empty. */
inline Dispatch() {
    turn = ready[0].id;
    if
    :: length > 0 ->
        do
        :: at < length ->
            ready[at].id = ready[at + 1].id;
            ready[at].pr = ready[at + 1].pr;
            at++
        :: else -> break
        od;
        at = 0;
        length--;
        task[turn].state = RUNNING;
        task[turn].dpr = PRIORITY_TO_RUN(turn)
    :: else
    fi
}

/* If nobody runs, or if a request is more urgent than the running task: the request comes to run, and the running task
 * becomes ready. Put off while interrupt routines run. */
inline Reschedule() {
    if
    :: !INTERRUPTED && length > 0 && turn == 0 ->
        Dispatch()
    :: !INTERRUPTED && length > 0 && turn != 0 && URGENT(ready[0].pr, task[turn].dpr) ->
        preempted = turn;
        Dispatch();
        task[preempted].state = READY;
        Enqueue(preempted, task[preempted].dpr, true);
        preempted = 0
    :: else
    fi
}

/* One more request for a task that accepts it. */
inline AddRequest(dtid) {
    task[dtid].requests++;
    if
    :: task[dtid].state == SUSPENDED ->
        task[dtid].state = READY;
        task[dtid].dpr = task[dtid].pr;
        task[dtid].events = EVENTS_AT_START(dtid)
    :: else
    fi;
    Enqueue(dtid, task[dtid].pr, false)
}

/* The running task's request has been served. Its internal resource is free again [8.7]. */
inline End(tid) {
    task[tid].requests--;
    task[tid].state = (task[tid].requests > 0 -> READY : SUSPENDED);
    task[tid].dpr = task[tid].pr;
    turn = 0
}

/* ---- Task management [13.2] ---- */

inline ActivateTask(tid, dtid) {
    d_step {
        status = (ACCEPTS(dtid) -> E_OK : E_OS_LIMIT);
        if
        :: status == E_OK ->
            AddRequest(dtid);
            AFTER_ACTIVATION
        :: else
        fi
    }
}

inline TerminateTask(tid) {
    d_step {
        status = (nesting > 0 -> E_OS_CALLEVEL : (HAS_RESOURCES(tid) -> E_OS_RESOURCE : E_OK));
        if
        :: status == E_OK ->
            End(tid);
            Dispatch()
        :: else
        fi
    }
}

/* The successor is activated after the caller has ended: chaining to itself is never beyond the limit. Otherwise the
 * caller goes on if its successor does not accept the request. */
inline ChainTask(tid, dtid) {
    d_step {
        status = (nesting > 0 -> E_OS_CALLEVEL : (HAS_RESOURCES(tid) -> E_OS_RESOURCE :
                 (dtid == tid || ACCEPTS(dtid) -> E_OK : E_OS_LIMIT)));
        if
        :: status == E_OK ->
            End(tid);
            if
            :: CHAINS(tid, dtid) -> AddRequest(dtid)
            :: else
            fi;
            Dispatch()
        :: else
        fi
    }
}

/* The task gives its internal resource back; if nobody more urgent is ready, it takes it again and goes on. */
inline Schedule(tid) {
    d_step {
        status = (nesting > 0 -> E_OS_CALLEVEL : (HAS_RESOURCES(tid) -> E_OS_RESOURCE : E_OK));
        if
        :: status == E_OK ->
            task[tid].dpr = task[tid].pr;
            Reschedule();
            if
            :: turn == tid -> task[tid].dpr = PRIORITY_AGAIN(tid)
            :: else
            fi
        :: else
        fi
    }
}

/* ---- Resources [13.4] ---- */

inline GetResource(tid, rid) {
    d_step {
        status = (((task[tid].uses >> (rid - 1)) & 1) == 0 || resource[rid].owner != 0 -> E_OS_ACCESS : E_OK);
        if
        :: status == E_OK ->
            resource[rid].owner = tid;
            resource[rid].before = task[tid].dpr;
            resource[rid].below = task[tid].last;
            task[tid].last = rid;
            task[tid].dpr = RAISED(task[tid].dpr, resource[rid].ceiling)
        :: else
        fi
    }
}

/* Resources are given back in the opposite order [8.2, 13.4.3.2]. */
inline ReleaseResource(tid, rid) {
    d_step {
        status = (task[tid].last == rid -> E_OK : E_OS_NOFUNC);
        if
        :: status == E_OK ->
            task[tid].dpr = RESTORED(tid, rid);
            task[tid].last = resource[rid].below;
            resource[rid].owner = 0;
            resource[rid].before = 0;
            resource[rid].below = 0;
            AFTER_RELEASE
        :: else
        fi
    }
}

/* ---- Events [13.5] ---- */

/* A task that waited for one of the events becomes ready, as the newest of its priority [4.5]. */
inline SetEvent(tid, dtid, mask) {
    d_step {
        status = (task[dtid].owns == 0 -> E_OS_ACCESS : (task[dtid].state == SUSPENDED -> E_OS_STATE : E_OK));
        if
        :: status == E_OK ->
            task[dtid].events = task[dtid].events | mask;
            if
            :: task[dtid].state == WAITING && (task[dtid].events & task[dtid].awaited) != 0 ->
                task[dtid].state = READY;
                task[dtid].awaited = 0;
                Enqueue(dtid, task[dtid].pr, false);
                AFTER_EVENT
            :: else
            fi
        :: else
        fi
    }
}

inline ClearEvent(tid, mask) {
    d_step {
        status = (nesting > 0 -> E_OS_CALLEVEL : (task[tid].owns == 0 -> E_OS_ACCESS : E_OK));
        if
        :: status == E_OK -> task[tid].events = task[tid].events & ~(mask)
        :: else
        fi
    }
}

/* Gives the internal resource back if the task really waits [8.7]; the events stay set [7]. */
inline WaitEvent(tid, mask) {
    d_step {
        status = (nesting > 0 -> E_OS_CALLEVEL : (task[tid].owns == 0 -> E_OS_ACCESS :
                 (HAS_RESOURCES(tid) -> E_OS_RESOURCE : E_OK)));
        if
        :: status == E_OK && MUST_WAIT(tid, mask) ->
            task[tid].state = WAITING;
            task[tid].dpr = task[tid].pr;
            task[tid].awaited = mask;
            turn = 0;
            Dispatch()
        :: else
        fi
    }
}

/* ---- Interrupt routines of category 2 [6] ---- */

/* An interrupt routine begins: over the running task, or over a less urgent routine. It may call ActivateTask(0, ..)
 * and SetEvent(0, .., ..). */
inline EnterISR(iid) {
    nesting++
}

inline LeaveISR(iid) {
    d_step {
        nesting--;
        AFTER_INTERRUPT
    }
}
