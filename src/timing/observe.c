/* The observer of a part: clocks and counters beside the tasks', which see the events of one constraint and measure.
 * Each is as old as its constraint can tell apart; what cannot matter any more is stopped, so that few states are
 * added. */
#include "timing/state.h"

#include <string.h>

enum { MOST_OPEN = 8 /* clusters, or sources without a target, at once */ };

static int64_t clock_of(const struct tm_run *run, unsigned number) {
    return tm_get(run, run->system->observer->clocks + number);
}
static void set_clock(struct tm_run *run, unsigned number, int64_t value) {
    tm_put(run, run->system->observer->clocks + number, value);
}

/* ---- measuring ---- */

static void exceed(struct tm_run *run) {
    if (run->system->target.kind == TM_OBSERVED && run->system->target.task >= 0) run->fault = true;
}

/* Response times and the like beyond a backlog that was cut off are of no model. */
static void measure(struct tm_run *run, int64_t longest, int64_t shortest) {
    struct tm_observer *observer = run->system->observer;
    if (tm_get(run, run->system->beyond)) return;
    tm_raise_to(&observer->worst, longest);
    tm_lower_to(&observer->best, shortest);
    if (observer->has_upper && longest > observer->upper) exceed(run);
    if (observer->has_lower && shortest < observer->lower) exceed(run);
}

/* ---- paths ---- */

/* A stage of a path has the oldest and, where there is a lower limit, the youngest of the first events that have come
 * so far. */
static void react(struct tm_run *run, unsigned slot) {
    const struct tm_observer *observer = run->system->observer;
    unsigned stages = observer->slots - 1, young = observer->has_lower ? stages : 0;
    if (slot == 0) {
        if (!clock_of(run, 0)) set_clock(run, 0, 1);
        if (young) set_clock(run, young, 1);
        return;
    }
    int64_t oldest = clock_of(run, slot - 1), youngest = clock_of(run, young + slot - 1);
    if (!oldest) return;
    set_clock(run, slot - 1, 0);
    set_clock(run, young + slot - 1, 0);
    if (slot == stages) {
        measure(run, oldest - 1, youngest - 1);
        return;
    }
    if (oldest > clock_of(run, slot)) set_clock(run, slot, oldest);
    int64_t there = clock_of(run, young + slot);
    if (young && (!there || youngest < there)) set_clock(run, young + slot, youngest);
}

/* A stage has the first event that led to the last occurrence there. */
static void hand_on(struct tm_run *run, unsigned slot) {
    unsigned stages = run->system->observer->slots - 1;
    if (slot == 0) {
        set_clock(run, 0, 1);
        return;
    }
    int64_t age = clock_of(run, slot - 1);
    if (slot < stages)
        set_clock(run, slot, age);
    else if (age)
        measure(run, age - 1, age - 1);
}

/* ---- repetitions ---- */

static void repeat(struct tm_run *run) {
    const struct tm_observer *observer = run->system->observer;
    int64_t last = clock_of(run, observer->span - 1);
    if (last) measure(run, last - 1, last - 1);
    for (unsigned i = observer->span - 1; i > 0; i--) set_clock(run, i, clock_of(run, i - 1));
    set_clock(run, 0, 1);
}

/* The ideal occurrence was between two times ago; the event is late by no more than the jitter. */
static void repeat_ideally(struct tm_run *run) {
    const struct tm_observer *observer = run->system->observer;
    int64_t least = 0, most = observer->jitter;
    if (clock_of(run, 0)) {
        int64_t after = clock_of(run, 0) - 1 - observer->upper, before = clock_of(run, 1) - 1 - observer->lower;
        if (observer->has_upper && after > least) least = after;
        if (before < most) most = before;
    }
    if (least > most) {
        if (!tm_get(run, run->system->beyond)) exceed(run);
        least = 0;
        most = observer->jitter;
    }
    set_clock(run, 0, least + 1);
    set_clock(run, 1, most + 1);
}

/* ---- synchronization ---- */

/* The last clock is that of the oldest occurrence without a window. */
static void come_together(struct tm_run *run, uint64_t slots) {
    const struct tm_observer *observer = run->system->observer;
    bool all = true;
    for (unsigned i = 0; i < observer->slots; i++) {
        if (slots >> i & 1) set_clock(run, i, 1);
        all &= clock_of(run, i) && clock_of(run, i) - 1 <= observer->upper;
    }
    int64_t oldest = clock_of(run, observer->slots);
    if (!oldest) oldest = 1;
    if (all) measure(run, oldest - 1, oldest - 1);
    set_clock(run, observer->slots, all ? 0 : oldest);
}

/* Clocks: since each open cluster began, the oldest first. Counts: how many clusters each event has been in. */
static void pair(struct tm_run *run, uint64_t slots) {
    const struct tm_observer *observer = run->system->observer;
    unsigned open = 0;
    while (open < MOST_OPEN && clock_of(run, open)) open++;
    for (unsigned i = 0; i < observer->slots; i++) {
        if (!(slots >> i & 1)) continue;
        int64_t count = tm_get(run, observer->counts + i) + 1;
        if (count > MOST_OPEN) {
            tm_note_problem(run, "more than 8 occurrences of an event are without their counterparts");
            return;
        }
        tm_put(run, observer->counts + i, count);
        if (count > open) set_clock(run, open++, 1);
    }
    for (unsigned i = 0; i < observer->slots; i++)
        if (tm_get(run, observer->counts + i) == 0) return;
    measure(run, clock_of(run, 0) - 1, clock_of(run, 0) - 1);
    for (unsigned i = 0; i < observer->slots; i++)
        tm_put(run, observer->counts + i, tm_get(run, observer->counts + i) - 1);
    for (unsigned i = 0; i + 1 < open; i++) set_clock(run, i, clock_of(run, i + 1));
    set_clock(run, open - 1, 0);
}

/* ---- delays ---- */

static void add_source(struct tm_run *run) {
    const struct tm_observer *observer = run->system->observer;
    unsigned open = 0;
    while (open < MOST_OPEN && clock_of(run, open)) open++;
    /* What ends the oldest ends this one, too. */
    if (observer->kind == TM_ANSWERED && open && observer->lower == 0) return;
    if (open == MOST_OPEN)
        tm_note_problem(run, "more than 8 occurrences of an event are without their counterparts");
    else
        set_clock(run, open, 1);
}

static void add_target(struct tm_run *run) {
    const struct tm_observer *observer = run->system->observer;
    int64_t oldest = clock_of(run, 0), youngest = oldest;
    if (observer->kind == TM_MATCHED && !oldest) {
        if (!tm_get(run, run->system->beyond)) exceed(run);
        return;
    }
    unsigned ended = 0, limit = observer->kind == TM_MATCHED ? 1 : MOST_OPEN;
    while (ended < limit && clock_of(run, ended) &&
           (observer->kind == TM_MATCHED || clock_of(run, ended) - 1 >= observer->lower))
        youngest = clock_of(run, ended++);
    if (!ended) return;
    measure(run, oldest - 1, youngest - 1);
    for (unsigned i = 0; i < MOST_OPEN; i++) set_clock(run, i, i + ended < MOST_OPEN ? clock_of(run, i + ended) : 0);
}

/* ---- what occurs ---- */

static void observe_slot(struct tm_run *run, unsigned slot) {
    switch (run->system->observer->kind) {
    case TM_REACTION: react(run, slot); break;
    case TM_AGE: hand_on(run, slot); break;
    case TM_DISTANCE: repeat(run); break;
    case TM_REPEAT: repeat_ideally(run); break;
    case TM_ANSWERED:
    case TM_MATCHED: slot == 0 ? add_source(run) : add_target(run); break;
    case TM_BETWEEN:
    case TM_LASTS:
        if (slot == 1 && clock_of(run, 0)) measure(run, clock_of(run, 0) - 1, clock_of(run, 0) - 1);
        set_clock(run, 0, slot == 0 ? 1 : 0);
        break;
    case TM_METERED: /* the task ends */
        measure(run, clock_of(run, 0), clock_of(run, 0));
        set_clock(run, 0, 0);
        break;
    case TM_TOGETHER:
    case TM_PAIRED: break;
    }
}

/* How often each slot occurs at once. Of a path's events, in its order: what is at once is "at or after". Of pairs, one
 * of each after the other. */
static void observe(struct tm_run *run, const unsigned char *times) {
    const struct tm_observer *observer = run->system->observer;
    bool in_rounds = observer->kind == TM_TOGETHER || observer->kind == TM_PAIRED;
    for (unsigned i = 0; i < observer->slots && !in_rounds; i++)
        for (unsigned n = 0; n < times[i]; n++) observe_slot(run, i);
    for (unsigned round = 0; in_rounds; round++) {
        uint64_t slots = 0;
        for (unsigned i = 0; i < observer->slots; i++) slots |= (uint64_t)(times[i] > round) << i;
        if (!slots) return;
        if (observer->kind == TM_PAIRED)
            pair(run, slots);
        else
            come_together(run, slots);
    }
}

void tm_raise(struct tm_run *run, uint64_t events) {
    uint64_t slots = 0;
    if (!events) return;
    tm_tell(run, TM_EVENT(.kind = TM_OCCURRED, .events = events));
    for (unsigned i = 0; i < run->system->watched.count; i++) {
        const struct tm_watched *watched = &run->system->watched.items[i];
        if (!(events >> i & 1)) continue;
        slots |= watched->slots;
        for (size_t j = 0; j < watched->stimuli.count; j++) {
            if (run->due_count < TM_MOST_DUE)
                run->due[run->due_count++] = watched->stimuli.items[j];
            else
                tm_note_problem(run, "more stimuli are triggered at once than can be followed");
        }
    }
    if (!run->system->observer || !slots) return;
    unsigned char times[64] = {0};
    for (unsigned i = 0; i < run->system->observer->slots; i++) {
        times[i] = slots >> i & 1;
        if (times[i] && run->is_gathering && run->gathered[i] < UINT8_MAX) run->gathered[i]++;
    }
    if (!run->is_gathering) observe(run, times);
}

void tm_gather(struct tm_run *run) {
    run->is_gathering = true;
    memset(run->gathered, 0, sizeof run->gathered);
}

void tm_gathered(struct tm_run *run) {
    run->is_gathering = false;
    if (run->system->observer) observe(run, run->gathered);
}

void tm_trigger_due(struct tm_run *run) {
    for (unsigned from = 0, to; from < run->due_count; from = to) { /* more may come on the way */
        to = run->due_count;
        if (to == TM_MOST_DUE) tm_note_problem(run, "events trigger each other for ever");
        tm_trigger(run, run->due + from, to - from);
    }
    run->due_count = 0;
}

/* ---- time ---- */

static bool is_metered(const struct tm_run *run) {
    const struct tm_observer *observer = run->system->observer;
    const struct tm_task *task = &run->system->tasks.items[observer->task];
    bool has_core = false;
    for (size_t i = 0; i < task->cores.count; i++) has_core |= tm_running(run, task->cores.items[i]) == observer->task;
    int64_t status = tm_get(run, task->status);
    enum tm_op_kind kind = tm_op_of(run, (unsigned)observer->task)->kind;
    bool polls = has_core && !tm_get(run, task->is_timing) && (kind == TM_WAIT || kind == TM_REQUEST);
    switch (observer->meter) {
    case TM_EXECUTES: return has_core && !polls;
    case TM_OCCUPIES: return has_core;
    case TM_POLLS_FOR: return polls;
    case TM_IS_READY: return status == TM_READY && !has_core && tm_get(run, task->begun);
    case TM_IS_WAITING: return status == TM_WAITING && kind == TM_WAIT;
    case TM_IS_PARKED: return status == TM_WAITING && kind == TM_REQUEST;
    }
    return false;
}

/* Does the first clock end by a limit that passes? The others' limits are asked when the last event comes. */
static bool ends_in_time(enum tm_watch_kind kind) {
    return kind == TM_REACTION || kind == TM_TOGETHER || kind == TM_PAIRED || kind == TM_ANSWERED ||
           kind == TM_MATCHED || kind == TM_LASTS || kind == TM_METERED;
}

static bool is_too_old(const struct tm_run *run) {
    const struct tm_observer *observer = run->system->observer;
    if (!observer->has_upper || !ends_in_time(observer->kind)) return false;
    if (observer->kind == TM_METERED) return clock_of(run, 0) > observer->upper;
    unsigned first = observer->kind == TM_TOGETHER ? observer->slots : 0,
             last = observer->kind == TM_REACTION ? observer->slots - 1 : first + 1;
    for (unsigned i = first; i < last; i++)
        if (clock_of(run, i) - 1 > observer->upper) return true;
    return false;
}

/* Of sources that any target would answer, the oldest is enough. */
static void forget_answered(struct tm_run *run) {
    const struct tm_observer *observer = run->system->observer;
    while (clock_of(run, 1) && clock_of(run, 1) - 1 >= observer->lower)
        for (unsigned i = 1; i < MOST_OPEN; i++) set_clock(run, i, i + 1 < MOST_OPEN ? clock_of(run, i + 1) : 0);
}

void tm_observe_time(struct tm_run *run, int64_t units) {
    const struct tm_observer *observer = run->system->observer;
    if (!observer) return;
    bool runs = observer->kind != TM_METERED || is_metered(run);
    for (unsigned i = 0; runs && i < observer->clock_count; i++) {
        int64_t value = clock_of(run, i), most = observer->cap + 1;
        if (value || observer->kind == TM_METERED) set_clock(run, i, value + units > most ? most : value + units);
    }
    if (observer->kind == TM_ANSWERED) forget_answered(run);
    if (is_too_old(run) && !tm_get(run, run->system->beyond)) {
        tm_raise_to(&run->system->observer->worst, observer->upper + 1);
        exceed(run);
    }
}

/* ---- the state ---- */

static unsigned clocks_of(const struct tm_observer *observer) {
    switch (observer->kind) {
    case TM_REACTION: return (observer->has_lower ? 2 : 1) * (observer->slots - 1);
    case TM_AGE: return observer->slots - 1;
    case TM_DISTANCE: return observer->span;
    case TM_REPEAT: return 2;
    case TM_TOGETHER: return observer->slots + 1;
    case TM_PAIRED:
    case TM_ANSWERED:
    case TM_MATCHED: return MOST_OPEN;
    case TM_BETWEEN:
    case TM_LASTS:
    case TM_METERED: return 1;
    }
    return 0;
}

void tm_lay_out_observer(struct tm_system *system, unsigned (*add)(struct tm_system *system, int64_t largest)) {
    struct tm_observer *observer = system->observer;
    if (!observer) return;
    int64_t farthest = observer->has_upper ? observer->upper : 0;
    if (observer->has_lower && observer->lower > farthest) farthest = observer->lower;
    observer->cap = farthest + 2 * observer->jitter + 1;
    observer->clock_count = clocks_of(observer);
    observer->count_count = observer->kind == TM_PAIRED ? observer->slots : 0;
    for (unsigned i = 0; i < observer->clock_count; i++) {
        unsigned field = add(system, observer->cap + 1);
        if (i == 0) observer->clocks = field;
    }
    for (unsigned i = 0; i < observer->count_count; i++) {
        unsigned field = add(system, MOST_OPEN);
        if (i == 0) observer->counts = field;
    }
}

void tm_forget_observed(struct tm_system *system) {
    if (!system->observer) return;
    atomic_store(&system->observer->worst, -1);
    atomic_store(&system->observer->best, INT64_MAX);
}
