#include "app/exec/paced.h"

#include "app/exec/untimed.h"

#include <string.h>

/* A mark: 0, it is under way because of no alarm; otherwise whose time it keeps, and whether an alarm of that time has
 * expired since. */
enum {
    NOT_PACED = 0,
    LAST_BASE = 100, /* so many times are told apart: a number from 1 on for each */
    FROM_START,      /* since the system started, when all times began */
    MIXED,           /* several have asked for it, or one that waits for nobody */
    LATE = 128,      /* a bit */
};

enum { WAITS = 1u << 31 };

uint32_t paced_size(const struct executor *executor) {
    const struct osek_config *config = executor->subject->config;
    return executor->analysis->paced ? (config->task_count + config->alarm_count + 3u) & ~3u : 0;
}

static bool is_asked(const struct machine *machine) { return machine->analysis->paced != NULL; }

static bool waits(const struct machine *machine, uint32_t task) {
    return osek_task_state(machine->subject->config, machine->kernel, task) == OSEK_WAITING;
}

static uint32_t requests(const struct machine *machine, uint32_t task) {
    return osek_task_requests(machine->subject->config, machine->kernel, task);
}

/* Those of the alarm's that are set. */
static uint64_t events(const struct machine *machine, uint32_t alarm) {
    const struct osek_config *config = machine->subject->config;
    const struct osek_alarm *it = &config->alarms[alarm];
    bool has = it->action == OSEK_SET_EVENT && requests(machine, it->task);
    return has ? osek_events_set(config, machine->kernel, it->task) & it->event : 0;
}

static unsigned char *event_mark(const struct machine *machine, uint32_t alarm) {
    return &machine->paced[machine->subject->config->task_count + alarm];
}

/* ---- who is started ---- */

static void keep_requests(struct machine *machine) {
    const struct osek_config *config = machine->subject->config;
    for (uint32_t i = 0; i < config->task_count; i++)
        machine->requests_before[i] = requests(machine, i) | (waits(machine, i) ? WAITS : 0);
    for (uint32_t i = 0; i < config->alarm_count; i++) machine->events_before[i] = events(machine, i);
}

static bool is_paced(unsigned mark) { return mark != NOT_PACED && mark != MIXED; }
static unsigned time_of(unsigned mark) { return mark & ~(unsigned)LATE; }

static bool keep_one_time(unsigned one, unsigned other) {
    if (!is_paced(one) || !is_paced(other)) return false;
    return time_of(one) == time_of(other) || time_of(one) == FROM_START || time_of(other) == FROM_START;
}

static unsigned mark_of(unsigned before, bool is_first, unsigned by) {
    if (is_first) return by;
    return before == by || keep_one_time(before, by) ? before : MIXED;
}

/* `by`: of whoever does it. */
static void mark_started(struct machine *machine, unsigned by) {
    for (uint32_t i = 0; i < machine->subject->config->task_count; i++) {
        uint32_t before = machine->requests_before[i];
        bool was_waiting = before & WAITS, woken = was_waiting && !waits(machine, i);
        bool started = requests(machine, i) > (before & ~WAITS);
        if (started || woken) machine->paced[i] = (unsigned char)mark_of(machine->paced[i], was_waiting || !before, by);
    }
    for (uint32_t i = 0; i < machine->subject->config->alarm_count; i++) {
        unsigned char *mark = event_mark(machine, i);
        uint64_t before = machine->events_before[i];
        if (events(machine, i) & ~before) *mark = (unsigned char)mark_of(*mark, !before, time_of(by));
    }
}

static bool may_wait(const struct machine *machine, uint32_t counter) {
    return source_may_wait(&machine->subject->counter_sources[counter]);
}

static unsigned mark_of_counter(const struct machine *machine, uint32_t counter) {
    uint32_t base = machine->analysis->time_base[counter];
    return may_wait(machine, counter) && base < LAST_BASE ? base + 1 : MIXED;
}

static void pass_time(struct machine *machine, uint32_t counter) {
    unsigned mark = mark_of_counter(machine, counter);
    for (uint32_t i = 0; i < machine->subject->config->task_count; i++)
        if (keep_one_time(machine->paced[i], mark)) machine->paced[i] |= LATE;
}

/* Whoever has gone on for any time, or waited for such, or goes on again and again since the start, keeps none. */
static unsigned mark_of_task(const struct machine *machine, uint32_t task) {
    unsigned mark = machine->paced[task];
    bool goes_on = time_of(mark) == FROM_START && machine->analysis->recurring[task];
    return goes_on || machine->analysis->kept_out[task] || untimed_has_lasted(machine, task) ? MIXED : mark;
}

/* Callbacks, and routines that are the clock, keep their counter's time. */
static unsigned mark_of_context(const struct machine *machine, uint32_t context) {
    const struct osek_config *config = machine->subject->config;
    uint32_t index;
    switch (osek_context_kind(config, context, &index)) {
    case OSEK_TASK: return mark_of_task(machine, context);
    case OSEK_ALARM_CALLBACK: return mark_of_counter(machine, config->alarms[index].counter);
    case OSEK_ISR: {
        uint64_t beats = machine->subject->isr_sources[index].beats;
        return beats ? mark_of_counter(machine, (uint32_t)__builtin_ctzll(beats)) : NOT_PACED;
    }
    default: return NOT_PACED;
    }
}

/* Routines are the counter's own time; whoever else advances it does so in theirs. */
static unsigned mark_of_increment(const struct machine *machine, uint32_t caller, uint32_t counter) {
    bool is_routine = osek_context_kind(machine->subject->config, caller, NULL) == OSEK_ISR;
    unsigned mark = is_routine ? NOT_PACED : mark_of_context(machine, caller);
    bool is_untimed = untimed_is_context(machine, caller);
    if (is_untimed && !(is_routine && may_wait(machine, counter))) return MIXED;
    return mark == NOT_PACED && may_wait(machine, counter) ? mark_of_counter(machine, counter) : mark;
}

/* ---- what happens ---- */

static bool may_start(const struct osek_call *call) {
    return call->service == OSEK_ActivateTask || call->service == OSEK_ChainTask || call->service == OSEK_SetEvent ||
           call->service == OSEK_IncrementCounter || call->service == OSEK_StartOS;
}

void paced_begin(struct machine *machine) {
    const struct osek_config *config = machine->subject->config;
    for (uint32_t i = 0; is_asked(machine) && i < config->task_count; i++)
        machine->paced[i] = requests(machine, i) ? FROM_START : NOT_PACED;
    for (uint32_t i = 0; is_asked(machine) && i < config->alarm_count; i++) *event_mark(machine, i) = NOT_PACED;
}

void paced_before_call(struct machine *machine, const struct osek_call *call) {
    if (call->service == OSEK_ChainTask && (is_asked(machine) || machine->executor->forgives))
        memcpy(machine->kernel_before, machine->kernel, machine->executor->kernel_size);
    if (is_asked(machine) && may_start(call)) keep_requests(machine);
}

/* Whoever advances a counter lets time pass. */
void paced_after_call(struct machine *machine, uint32_t caller, const struct osek_call *call) {
    if (!is_asked(machine) || !may_start(call)) return;
    uint32_t counter = (uint32_t)call->arguments[0];
    unsigned by = call->service == OSEK_StartOS ? FROM_START : mark_of_context(machine, caller);
    if (call->service == OSEK_IncrementCounter && call->arguments[0] < machine->subject->config->counter_count) {
        pass_time(machine, counter);
        by = mark_of_increment(machine, caller, counter);
    }
    mark_started(machine, by);
}

void paced_before_tick(struct machine *machine, uint32_t counter) {
    if (!is_asked(machine)) return;
    if (osek_ticks_to_expiry(machine->subject->config, machine->kernel, counter) == 1) pass_time(machine, counter);
    keep_requests(machine);
}

void paced_after_tick(struct machine *machine, uint32_t counter) {
    if (is_asked(machine)) mark_started(machine, mark_of_counter(machine, counter));
}

/* Some counters may be said to be timely, while it is open of others. */
static bool waits_for_code(const struct machine *machine) {
    bool timely = true;
    for (uint32_t i = 0; i < machine->subject->config->counter_count; i++)
        timely &= !machine->subject->counter_sources[i].open;
    return machine->executor->timely || timely;
}

/* Whose activation was lost: the call's own, or that of an alarm which the call made expire. */
static uint32_t loser(const struct machine *machine, const struct osek_call *call, const struct osek_result *result) {
    uint32_t alarm = result->misused.alarm;
    return alarm ? machine->subject->config->alarms[alarm - 1].task : (uint32_t)call->arguments[0];
}

bool paced_is_outrun(const struct machine *machine, uint32_t caller, const struct osek_call *call,
                     const struct osek_result *result) {
    if (!is_asked(machine) || result->misused.misuse != OSEK_ACTIVATION_LOST || !waits_for_code(machine)) return false;
    if (result->further_count) return false; /* not all of it may be */
    uint32_t task = loser(machine, call, result);
    unsigned one = mark_of_context(machine, caller), other = machine->paced[task];
    return keep_one_time(one, other) && (one | other) & LATE && machine->analysis->paced[task] &&
           !untimed_is(machine, task) && !untimed_is(machine, caller);
}

static bool has_room(const struct machine *machine, uint32_t task) {
    const struct osek_config *config = machine->subject->config;
    return requests(machine, task) < (config->counts_requests ? 1 : config->tasks[task].activation);
}

/* It goes on only when who starts it has ended, and then it ends in time. */
static bool is_outrun_by(const struct machine *machine, uint32_t task, uint32_t counter, uint32_t priority) {
    const struct osek_task *it = &machine->subject->config->tasks[task];
    bool gives_way = it->priority < priority && it->preemptable && !it->internal;
    return !has_room(machine, task) && gives_way && machine->analysis->paced[task] && !untimed_is(machine, task) &&
           keep_one_time(machine->paced[task], mark_of_counter(machine, counter));
}

/* `priority`: the least of those that lead to the starter, which have nothing else to do before. */
static bool starts_in_vain(const struct machine *machine, uint32_t starter, uint32_t counter, uint32_t priority) {
    const struct osek_config *config = machine->subject->config;
    uint32_t own = config->tasks[starter].priority, least = own < priority ? own : priority;
    for (uint32_t i = 0; i < config->task_count; i++) {
        if (!machine->analysis->surely_starts[starter][i]) continue;
        if (is_outrun_by(machine, i, counter, least)) return true;
        if (!requests(machine, i) && starts_in_vain(machine, i, counter, least)) return true;
    }
    return false;
}

bool paced_outruns(const struct machine *machine, uint32_t alarm) {
    const struct osek_alarm *it = &machine->subject->config->alarms[alarm];
    return is_asked(machine) && it->action == OSEK_ACTIVATE && !machine->analysis->has_circles &&
           starts_in_vain(machine, it->task, it->counter, UINT32_MAX);
}

static bool is_of_other_time(const struct machine *machine, unsigned mark, uint32_t counter) {
    return mark != NOT_PACED && !keep_one_time(mark, mark_of_counter(machine, counter));
}

bool paced_is_of_other_time(const struct machine *machine, uint32_t task, uint32_t counter) {
    return is_asked(machine) && is_of_other_time(machine, machine->paced[task], counter);
}

bool paced_is_event_of_other_time(const struct machine *machine, uint32_t alarm) {
    uint32_t counter = machine->subject->config->alarms[alarm].counter;
    return is_asked(machine) && is_of_other_time(machine, *event_mark(machine, alarm), counter);
}

void paced_settle(struct machine *machine) {
    const struct osek_config *config = machine->subject->config;
    for (uint32_t i = 0; is_asked(machine) && i < config->task_count; i++)
        if (machine->paced[i] && (waits(machine, i) || !requests(machine, i))) machine->paced[i] = NOT_PACED;
    for (uint32_t i = 0; is_asked(machine) && i < config->alarm_count; i++)
        if (!events(machine, i)) *event_mark(machine, i) = NOT_PACED;
}
