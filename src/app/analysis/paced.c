#include "app/analysis/paced.h"

#include "app/analysis/recurrent.h"
#include "app/analysis/surely_starts.h"
#include "app/analysis/touched.h"
#include "app/subject/budget.h"

#include <string.h>

struct pacing {
    const struct analysis *analysis;
    bool *const *calls;
    struct arena *arena;
    bool **starts;    /* [context][task]: activates or wakes it; tasks do so also by way of others */
    bool **activates; /* [context][task]: itself */
    bool **rounds;    /* [task][task]: starts it, by way of tasks that run from the start */
    bool *from_start; /* by task: it starts by itself, or one that runs from the start activates it */
    uint32_t context; /* that is looked at */
};

/* The counter goes on: so do those that keep its time. */
static void add_expiries(struct pacing *pacing, uint64_t counter) {
    const struct osek_config *config = pacing->analysis->subject->config;
    const uint32_t *base = pacing->analysis->time_base;
    for (uint32_t i = 0; counter < config->counter_count && i < config->alarm_count; i++) {
        const struct osek_alarm *alarm = &config->alarms[i];
        if (!osek_alarm_starts_task(alarm) || base[alarm->counter] != base[counter]) continue;
        pacing->starts[pacing->context][alarm->task] = true;
        pacing->activates[pacing->context][alarm->task] |= alarm->action == OSEK_ACTIVATE;
    }
}

static void add_started(struct pacing *pacing, const struct c_instruction *call) {
    bool *starts = pacing->starts[pacing->context], *activates = pacing->activates[pacing->context];
    uint32_t tasks = pacing->analysis->subject->config->task_count;
    const struct c_expression *whom = call->argument_count ? c_constant(call->arguments[0]) : NULL;
    if (whom && call->service == OSEK_IncrementCounter) {
        add_expiries(pacing, (uint64_t)whom->integer);
        return;
    }
    for (uint32_t i = 0; i < tasks; i++) {
        if (whom && (uint64_t)whom->integer != i) continue;
        starts[i] = true;
        activates[i] |= call->service != OSEK_SetEvent;
    }
}

static void look_at_function(void *context, uint32_t number) {
    struct pacing *pacing = context;
    const struct c_function *function = pacing->analysis->subject->program->functions[number];
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        if (code->kind == C_SERVICE && (code->service == OSEK_ActivateTask || code->service == OSEK_ChainTask ||
                                        code->service == OSEK_SetEvent || code->service == OSEK_IncrementCounter))
            add_started(pacing, code);
    }
}

static void find_from_start(struct pacing *pacing) {
    const struct osek_config *config = pacing->analysis->subject->config;
    for (uint32_t i = 0; i < config->task_count; i++) pacing->from_start[i] = config->tasks[i].autostart != 0;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < config->task_count; i++)
            for (uint32_t k = 0; k < config->task_count; k++)
                if (pacing->from_start[i] && pacing->activates[i][k] && !pacing->from_start[k])
                    more = pacing->from_start[k] = true;
    }
}

/* Who goes on and on without an alarm; an event wakes only who is under way. */
static void find_rounds(struct pacing *pacing) {
    uint32_t tasks = pacing->analysis->subject->config->task_count;
    find_from_start(pacing);
    for (uint32_t i = 0; i < tasks; i++) {
        pacing->rounds[i] = arena_new_array(pacing->arena, bool, tasks + 1);
        for (uint32_t k = 0; k < tasks; k++)
            pacing->rounds[i][k] = pacing->starts[i][k] && pacing->from_start[i] && pacing->from_start[k];
    }
    recurrent_close(pacing->rounds, tasks);
}

static void look_at_contexts(struct pacing *pacing) {
    const struct subject *subject = pacing->analysis->subject;
    uint32_t functions = subject->program->function_count;
    for (uint32_t i = 0; i < subject->context_count; i++) {
        const struct c_function *entry = subject->program->entries[i];
        pacing->context = i;
        pacing->starts[i] = arena_new_array(pacing->arena, bool, subject->config->task_count + 1);
        pacing->activates[i] = arena_new_array(pacing->arena, bool, subject->config->task_count + 1);
        bool *seen = arena_new_array(pacing->arena, bool, functions + 1);
        if (entry) touched_visit_calls(pacing->calls, functions, entry->index, seen, look_at_function, pacing);
    }
    find_rounds(pacing);
    recurrent_close(pacing->starts, subject->config->task_count);
}

/* By task: is something of its code such? */
static bool has_such(const struct pacing *pacing, uint32_t task, const bool *by_function) {
    const struct c_function *entry = pacing->analysis->subject->program->entries[task];
    return entry && by_function[entry->index];
}

static bool is_lasting(const struct pacing *pacing, uint32_t task) {
    return has_such(pacing, task, pacing->analysis->goes_on);
}

/* Could it go on for ever while the task is ready? `lasts`: it may go on for ever. */
static bool keeps_out(const struct pacing *pacing, uint32_t other, uint32_t task, bool lasts) {
    const struct osek_config *config = pacing->analysis->subject->config;
    const struct osek_task *it = &config->tasks[other];
    bool gives_way = it->priority < config->tasks[task].priority && it->preemptable && !it->internal &&
                     !has_such(pacing, other, pacing->analysis->clings);
    return other != task && lasts && !gives_way;
}

static bool is_paced(const struct pacing *pacing, uint32_t task) {
    bool paced = !is_lasting(pacing, task);
    for (uint32_t i = 0; paced && i < pacing->analysis->subject->config->task_count; i++)
        paced = !pacing->starts[i][i] && !keeps_out(pacing, i, task, is_lasting(pacing, i));
    return paced;
}

/* Whoever waits for events is not asked whether they were taken: that others are let run, then, is not in doubt. */
static bool is_kept_out(const struct pacing *pacing, uint32_t task) {
    for (uint32_t i = 0; i < pacing->analysis->subject->config->task_count; i++)
        if (keeps_out(pacing, i, task, has_such(pacing, i, pacing->analysis->tarries))) return true;
    return false;
}

static bool tasks_start(const struct pacing *pacing, uint32_t task) {
    for (uint32_t i = 0; i < pacing->analysis->subject->config->task_count; i++)
        if (pacing->starts[i][task]) return true;
    return false;
}

static bool may_wait(const struct pacing *pacing, const struct osek_alarm *alarm) {
    return source_may_wait(&pacing->analysis->subject->counter_sources[alarm->counter]);
}

/* By itself, or by way of a task that it activates or wakes. */
static bool leads_to(const struct pacing *pacing, const struct osek_alarm *alarm, uint32_t task) {
    return osek_alarm_starts_task(alarm) && (alarm->task == task || pacing->starts[alarm->task][task]);
}

static bool alarms_lead_to(const struct pacing *pacing, uint32_t task) {
    const struct osek_config *config = pacing->analysis->subject->config;
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        const struct osek_alarm *alarm = &config->alarms[i];
        if (may_wait(pacing, alarm) && leads_to(pacing, alarm, task) && tasks_start(pacing, task)) return true;
    }
    return false;
}

/* ---- times ---- */

static void relate(const struct osek_config *config, uint32_t *base, uint32_t one, uint32_t other) {
    uint32_t from = base[one] > base[other] ? base[one] : base[other];
    uint32_t to = base[one] > base[other] ? base[other] : base[one];
    for (uint32_t i = 0; i < config->counter_count; i++)
        if (base[i] == from) base[i] = to;
}

/* An alarm of one counter advances the other, or routines never advance the one alone. */
static void find_times(const struct subject *subject, uint32_t *base) {
    const struct osek_config *config = subject->config;
    for (uint32_t i = 0; i < config->counter_count; i++) base[i] = i;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (config->alarms[i].action == OSEK_INCREMENT)
            relate(config, base, config->alarms[i].counter, config->alarms[i].increment);
    for (uint32_t i = 0; i < config->counter_count; i++)
        for (uint32_t k = 0; k < config->counter_count; k++)
            if (i != k && base[i] != base[k] && budgets_advance_with(subject, i, k)) relate(config, base, i, k);
}

static bool code_leads_to(const struct pacing *pacing, uint32_t context, uint32_t task) {
    const bool *starts = pacing->starts[context];
    bool leads = starts[task];
    for (uint32_t i = 0; !leads && i < pacing->analysis->subject->config->task_count; i++)
        leads = starts[i] && pacing->starts[i][task];
    return leads;
}

/* Another time leads to the alarm's task: by an alarm, its callback, or a routine that is the clock. */
static bool meets_other_time(const struct pacing *pacing, const struct osek_alarm *alarm) {
    const struct subject *subject = pacing->analysis->subject;
    const struct osek_config *config = subject->config;
    const uint32_t *base = pacing->analysis->time_base;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (base[config->alarms[i].counter] != base[alarm->counter] &&
            (leads_to(pacing, &config->alarms[i], alarm->task) ||
             code_leads_to(pacing, osek_context(config, OSEK_ALARM_CALLBACK, i), alarm->task)))
            return true;
    for (uint32_t i = 0; i < config->isr_count; i++) {
        uint64_t beats = subject->isr_sources[i].beats;
        if (beats && base[__builtin_ctzll(beats)] != base[alarm->counter] &&
            code_leads_to(pacing, osek_context(config, OSEK_ISR, i), alarm->task))
            return true;
    }
    return false;
}

static bool is_recurring(const struct pacing *pacing, uint32_t task) { return pacing->rounds[task][task]; }

/* A task that may go on for any time starts the alarm's task at any moment. */
static bool meets_lasting(const struct pacing *pacing, const struct osek_alarm *alarm) {
    for (uint32_t i = 0; i < pacing->analysis->subject->config->task_count; i++)
        if (pacing->starts[i][alarm->task] &&
            (is_lasting(pacing, i) || is_kept_out(pacing, i) || is_recurring(pacing, i)))
            return true;
    return false;
}

static bool times_meet(const struct pacing *pacing) {
    const struct osek_config *config = pacing->analysis->subject->config;
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        const struct osek_alarm *alarm = &config->alarms[i];
        if (osek_alarm_starts_task(alarm) && may_wait(pacing, alarm) &&
            (meets_other_time(pacing, alarm) || meets_lasting(pacing, alarm)))
            return true;
    }
    return false;
}

void paced_find(struct analysis *analysis, bool *const *calls) {
    const struct osek_config *config = analysis->subject->config;
    if (config->no_scheduler || !config->alarm_count) return;
    struct arena *own = arena_new();
    struct pacing pacing = {.analysis = analysis,
                            .calls = calls,
                            .arena = own,
                            .starts = arena_new_array(own, bool *, analysis->subject->context_count + 1),
                            .activates = arena_new_array(own, bool *, analysis->subject->context_count + 1),
                            .rounds = arena_new_array(own, bool *, config->task_count + 1),
                            .from_start = arena_new_array(own, bool, config->task_count + 1)};
    bool *paced = arena_new_array(analysis->arena, bool, config->task_count + 1);
    analysis->time_base = arena_new_array(analysis->arena, uint32_t, config->counter_count + 1);
    find_times(analysis->subject, analysis->time_base);
    look_at_contexts(&pacing);
    bool any = analysis->times_meet = times_meet(&pacing);
    analysis->kept_out = arena_new_array(analysis->arena, bool, config->task_count + 1);
    analysis->recurring = arena_new_array(analysis->arena, bool, config->task_count + 1);
    for (uint32_t i = 0; i < config->task_count; i++) {
        any |= paced[i] = alarms_lead_to(&pacing, i) && is_paced(&pacing, i);
        analysis->kept_out[i] = is_kept_out(&pacing, i);
        analysis->has_circles |= pacing.starts[i][i];
        analysis->recurring[i] = is_recurring(&pacing, i);
    }
    analysis->paced = any ? paced : NULL;
    if (any) analysis->surely_starts = surely_starts_find(analysis, calls);
    arena_free(own);
}
