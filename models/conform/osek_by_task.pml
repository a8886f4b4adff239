/* The kernel of ../osek/osek.pml for calls that carry the task's identifier, as the design of the experiments with
 * osek_abstract.eventb has them: any active task may call a service, whether it runs or not. A kernel's own calls are
 * made by the running task; what is added here is taking another one's request out of the ready queue. */

/* The abstract specification lets an event survive the end of its owner. (OSEK clears it at the next activation.) */
#ifndef EVENTS_AT_START
#define EVENTS_AT_START(tid) task[tid].events
#endif

#include "../osek/osek.pml"

/* A task that may not run any more leaves the ready queue. */
#ifndef LEAVE_QUEUE
#define LEAVE_QUEUE(who) Dequeue(who)
#endif

inline Dequeue(who) {
    at = 0;
    do
    :: at < length && ready[at].id != who -> at++
    :: else -> break
    od;
    assert(at < length);
    do
    :: at < length ->
        ready[at].id = ready[at + 1].id;
        ready[at].pr = ready[at + 1].pr;
        at++
    :: else -> break
    od;
    at = 0;
    length--
}

/* Its request has been served, though it may not have been running. */
inline EndOf(tid) {
    if
    :: turn == tid -> turn = 0
    :: else -> LEAVE_QUEUE(tid)
    fi;
    task[tid].requests--;
    task[tid].state = SUSPENDED;
    task[tid].dpr = task[tid].pr
}

inline TerminateTaskOf(tid) {
    d_step {
        status = (HAS_RESOURCES(tid) -> E_OS_RESOURCE : E_OK);
        if
        :: status == E_OK ->
            EndOf(tid);
            Reschedule()
        :: else
        fi
    }
}

inline ChainTaskOf(tid, dtid) {
    d_step {
        status = (HAS_RESOURCES(tid) -> E_OS_RESOURCE : (ACCEPTS(dtid) -> E_OK : E_OS_LIMIT));
        if
        :: status == E_OK ->
            EndOf(tid);
            AddRequest(dtid);
            Reschedule()
        :: else
        fi
    }
}

/* A task that is ready has its new priority in the ready queue, too. */
inline Requeue(tid) {
    if
    :: turn != tid ->
        Dequeue(tid);
        Enqueue(tid, task[tid].dpr, true)
    :: else
    fi;
    Reschedule()
}

inline GetResourceOf(tid, rid) {
    d_step {
        status = (((task[tid].uses >> (rid - 1)) & 1) == 0 || resource[rid].owner != 0 -> E_OS_ACCESS : E_OK);
        if
        :: status == E_OK ->
            resource[rid].owner = tid;
            resource[rid].before = task[tid].dpr;
            resource[rid].below = task[tid].last;
            task[tid].last = rid;
            task[tid].dpr = RAISED(task[tid].dpr, resource[rid].ceiling);
            Requeue(tid)
        :: else
        fi
    }
}

inline ReleaseResourceOf(tid, rid) {
    d_step {
        status = (task[tid].last == rid -> E_OK : E_OS_NOFUNC);
        if
        :: status == E_OK ->
            task[tid].dpr = RESTORED(tid, rid);
            task[tid].last = resource[rid].below;
            resource[rid].owner = 0;
            resource[rid].before = 0;
            resource[rid].below = 0;
            Requeue(tid)
        :: else
        fi
    }
}

inline WaitEventOf(tid, mask) {
    d_step {
        status = (task[tid].owns == 0 -> E_OS_ACCESS : (HAS_RESOURCES(tid) -> E_OS_RESOURCE : E_OK));
        if
        :: status == E_OK && MUST_WAIT(tid, mask) ->
            if
            :: turn == tid -> turn = 0
            :: else -> LEAVE_QUEUE(tid)
            fi;
            task[tid].state = WAITING;
            task[tid].dpr = task[tid].pr;
            task[tid].awaited = mask;
            Reschedule()
        :: else
        fi
    }
}

inline ClearEventOf(tid, mask) {
    d_step {
        status = (task[tid].owns == 0 -> E_OS_ACCESS : E_OK);
        if
        :: status == E_OK -> task[tid].events = task[tid].events & ~(mask)
        :: else
        fi
    }
}
