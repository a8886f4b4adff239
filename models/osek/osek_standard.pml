/* osek.pml, and what the standard has beyond it: tasks that start by themselves, resources of interrupt routines, counters
 * and alarms. For `rtcheck conform` with ../conform/osek_standard.eventb.
 *
 * Where the standard leaves an order open (autostarted tasks [11.3], alarms that expire at one tick [9.2]) every order is
 * tried: StartOS and Tick note what is to be done, and Settle does it. A way that picks what is not there blocks. */

#include "osek.pml"

#ifndef ROUTINES
#define ROUTINES 3
#endif
#ifndef COUNTERS
#define COUNTERS 2
#endif
#ifndef ALARMS
#define ALARMS 3
#endif

/* ---- The rules, as in osek.pml ---- */

/* A counter goes from 0 to its maximum, and begins anew [13.6.1]. */
#ifndef ROUND
#define ROUND(counter_id) (counter[counter_id].top + 1)
#endif
/* An absolute alarm for the present value expires when the counter has it again [13.6.3.4]. */
#ifndef TICKS_UNTIL
#define TICKS_UNTIL(counter_id, start) \
    ((start + counter[counter_id].top - counter[counter_id].value) % (counter[counter_id].top + 1) + 1)
#endif
/* A cyclic alarm is set again by its cycle; any other is no longer in use [13.6.3.3]. */
#ifndef SET_AGAIN
#define SET_AGAIN(alarm_id) alarm[alarm_id].cycle
#endif
/* An alarm that is in use cannot be set [13.6.3.3]. */
#ifndef IN_USE
#define IN_USE(alarm_id) (alarm[alarm_id].left != 0)
#endif
/* The scheduler acts when everything that has expired at a tick is handled [4.6.1]. */
#ifndef AFTER_EXPIRY
#define AFTER_EXPIRY Reschedule()
#endif
/* Resources of a routine are given back in the opposite order, too [8.2]. */
#ifndef LAST_OF
#define LAST_OF(iid, rid) (routine[iid].last == rid)
#endif

#define E_OS_VALUE 8

typedef RoutineControlBlock {
    byte uses;      /* resources it may take: bit r-1 for resource r */
    byte last       /* the resource it took last and still has       */
};
RoutineControlBlock routine[ROUTINES + 1];
byte taken[RESOURCES + 1];   /* the routine that has the resource           */
byte below[RESOURCES + 1];   /* what it took before, and still has          */

typedef CounterControlBlock {
    byte top;
    byte mincycle;
    byte value
};
CounterControlBlock counter[COUNTERS + 1];

typedef AlarmControlBlock {
    byte counter;
    byte dtid;      /* the task it activates, or whose events it sets; 0: neither */
    EVENTS mask;    /* the events; 0: it activates                                */
    byte left;      /* ticks until it expires; 0: it is not in use                */
    byte cycle;
    bool expired
};
AlarmControlBlock alarm[ALARMS + 1];

bool starting[TASKS + 1];
byte waiting;       /* tasks that are to start, or alarms that have expired and are not handled yet */
byte pick;          /* one of them; 0 between calls */

/* ---- Configuration ---- */

inline SetAutostart(tid) {
    d_step {
        starting[tid] = true;
        waiting++
    }
}

/* Its ceiling is at least the routine's level [8.6]. */
inline SetRoutineLink(iid, rid, level) {
    d_step {
        routine[iid].uses = routine[iid].uses | (1 << (rid - 1));
        resource[rid].ceiling = (level > resource[rid].ceiling -> level : resource[rid].ceiling)
    }
}

inline SetCounter(cid, top_value, shortest_cycle) {
    d_step {
        counter[cid].top = top_value;
        counter[cid].mincycle = shortest_cycle
    }
}

inline SetAlarm(aid, cid) {
    alarm[aid].counter = cid
}

inline SetAlarmTask(aid, tid) {
    alarm[aid].dtid = tid
}

inline SetAlarmEvent(aid, tid, events) {
    d_step {
        alarm[aid].dtid = tid;
        alarm[aid].mask = events
    }
}

inline SetAlarmStart(aid, first, then) {
    d_step {
        alarm[aid].left = first;
        alarm[aid].cycle = then
    }
}

/* ---- Resources of interrupt routines [8.6, 13.4] ---- */

inline GetResourceISR(iid, rid) {
    d_step {
        status = (((routine[iid].uses >> (rid - 1)) & 1) == 0 || taken[rid] != 0 || resource[rid].owner != 0 ->
                 E_OS_ACCESS : E_OK);
        if
        :: status == E_OK ->
            taken[rid] = iid;
            below[rid] = routine[iid].last;
            routine[iid].last = rid
        :: else
        fi
    }
}

inline ReleaseResourceISR(iid, rid) {
    d_step {
        status = (LAST_OF(iid, rid) -> E_OK : E_OS_NOFUNC);
        if
        :: status == E_OK ->
            routine[iid].last = below[rid];
            taken[rid] = 0;
            below[rid] = 0
        :: else
        fi
    }
}

/* ---- Alarms [13.6] ---- */

#define BAD_TIMES(aid, first, then) \
    (first > counter[alarm[aid].counter].top || then > counter[alarm[aid].counter].top || \
     (then > 0 && then < counter[alarm[aid].counter].mincycle))

inline SetRelAlarm(tid, aid, increment, then) {
    d_step {
        status = (BAD_TIMES(aid, increment, then) -> E_OS_VALUE : (IN_USE(aid) -> E_OS_STATE : E_OK));
        if
        :: status == E_OK ->
            alarm[aid].left = increment;
            alarm[aid].cycle = then
        :: else
        fi
    }
}

inline SetAbsAlarm(tid, aid, start, then) {
    d_step {
        status = (BAD_TIMES(aid, start, then) -> E_OS_VALUE : (IN_USE(aid) -> E_OS_STATE : E_OK));
        if
        :: status == E_OK ->
            alarm[aid].left = TICKS_UNTIL(alarm[aid].counter, start);
            alarm[aid].cycle = then
        :: else
        fi
    }
}

inline CancelAlarm(tid, aid) {
    d_step {
        status = (alarm[aid].left == 0 -> E_OS_NOFUNC : E_OK);
        if
        :: status == E_OK ->
            alarm[aid].left = 0;
            alarm[aid].cycle = 0
        :: else
        fi
    }
}

/* The counter advances: which alarms expire? */
inline Tick(cid) {
    d_step {
        counter[cid].value = (counter[cid].value + 1) % ROUND(cid);
        pick = 1;
        do
        :: pick <= ALARMS ->
            if
            :: alarm[pick].counter == cid && alarm[pick].left == 1 ->
                alarm[pick].left = SET_AGAIN(pick);
                alarm[pick].cycle = (alarm[pick].left > 0 -> alarm[pick].cycle : 0);
                alarm[pick].expired = true;
                waiting++
            :: alarm[pick].counter == cid && alarm[pick].left > 1 -> alarm[pick].left--
            :: else
            fi;
            pick++
        :: else -> break
        od;
        pick = 0
    }
}

inline Expire() {
    alarm[pick].expired = false;
    if
    :: alarm[pick].dtid != 0 && alarm[pick].mask == 0 -> ActivateTask(0, alarm[pick].dtid)
    :: alarm[pick].mask != 0 -> SetEvent(0, alarm[pick].dtid, alarm[pick].mask)
    :: else
    fi;
    status = E_OK
}

/* What is to start, or has expired, in any order; then the scheduler. */
inline Settle() {
    atomic {
        if
        :: waiting > 0 ->
            nesting++;
            do
            :: waiting > 0 ->
                pick = 1;
                do
                :: pick < TASKS || pick < ALARMS -> pick++
                :: pick <= TASKS && starting[pick] ->
                    starting[pick] = false;
                    AddRequest(pick);
                    break
                :: pick <= ALARMS && alarm[pick].expired ->
                    Expire();
                    break
                od;
                waiting--
            :: else -> break
            od;
            pick = 0;
            nesting--;
            AFTER_EXPIRY
        :: else
        fi
    }
}

/* ---- For the map: what the last service answered ---- */

inline Answer(code) {
    d_step {
        status == code;
        status = E_OK
    }
}
