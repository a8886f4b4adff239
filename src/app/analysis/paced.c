#include "app/analysis/paced.h"

#include "app/analysis/ends.h"
#include "app/analysis/recurrent.h"
#include "app/analysis/touched.h"

#include <string.h>

struct pacing {
    const struct analysis *analysis;
    bool *const *calls;
    struct arena *arena;
    bool **starts; /* [task][task]: activates or wakes it */
    bool *ends;    /* by task */
    uint32_t task; /* that is looked at */
};

static void add_started(struct pacing *pacing, const struct c_instruction *call) {
    bool *starts = pacing->starts[pacing->task];
    uint32_t tasks = pacing->analysis->subject->config->task_count;
    const struct c_expression *task = call->argument_count ? c_constant(call->arguments[0]) : NULL;
    if (!task)
        memset(starts, true, tasks * sizeof *starts);
    else if ((uint64_t)task->integer < tasks)
        starts[task->integer] = true;
}

static void see(void *context, uint32_t function) { (void)context, (void)function; }

static bool calls_itself(const struct pacing *pacing, uint32_t function) {
    uint32_t count = pacing->analysis->subject->program->function_count;
    bool *seen = arena_new_array(pacing->arena, bool, count + 1);
    for (uint32_t i = 0; i < count; i++)
        if (pacing->calls[function][i]) touched_visit_calls(pacing->calls, count, i, seen, see, NULL);
    return seen[function];
}

static void look_at_function(void *context, uint32_t number) {
    struct pacing *pacing = context;
    const struct c_function *function = pacing->analysis->subject->program->functions[number];
    pacing->ends[pacing->task] &= ends_by_itself(function) && !calls_itself(pacing, number);
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        if (code->kind == C_SERVICE &&
            (code->service == OSEK_ActivateTask || code->service == OSEK_ChainTask || code->service == OSEK_SetEvent))
            add_started(pacing, code);
    }
}

static void look_at_tasks(struct pacing *pacing) {
    const struct subject *subject = pacing->analysis->subject;
    uint32_t functions = subject->program->function_count;
    for (uint32_t i = 0; i < subject->config->task_count; i++) {
        const struct c_function *entry = subject->program->entries[i];
        pacing->task = i;
        pacing->ends[i] = true;
        pacing->starts[i] = arena_new_array(pacing->arena, bool, subject->config->task_count + 1);
        bool *seen = arena_new_array(pacing->arena, bool, functions + 1);
        if (entry) touched_visit_calls(pacing->calls, functions, entry->index, seen, look_at_function, pacing);
    }
    recurrent_close(pacing->starts, subject->config->task_count);
}

/* Could it go on for ever while the task is ready? */
static bool keeps_out(const struct pacing *pacing, uint32_t other, uint32_t task) {
    const struct osek_config *config = pacing->analysis->subject->config;
    const struct osek_task *it = &config->tasks[other];
    bool gives_way = it->priority < config->tasks[task].priority && it->preemptable && !it->internal &&
                     !pacing->analysis->takes[other];
    return other != task && !pacing->ends[other] && !gives_way;
}

static bool is_paced(const struct pacing *pacing, uint32_t task) {
    bool paced = pacing->ends[task];
    for (uint32_t i = 0; paced && i < pacing->analysis->subject->config->task_count; i++)
        paced = !pacing->starts[i][i] && !keeps_out(pacing, i, task);
    return paced;
}

static bool tasks_start(const struct pacing *pacing, uint32_t task) {
    for (uint32_t i = 0; i < pacing->analysis->subject->config->task_count; i++)
        if (pacing->starts[i][task]) return true;
    return false;
}

/* By itself, or by way of a task that it activates or wakes. */
static bool leads_to(const struct pacing *pacing, const struct osek_alarm *alarm, uint32_t task) {
    const struct source *source = &pacing->analysis->subject->counter_sources[alarm->counter];
    bool starts = alarm->action == OSEK_ACTIVATE || alarm->action == OSEK_SET_EVENT;
    return starts && (source->timely || source->open) && (alarm->task == task || pacing->starts[alarm->task][task]);
}

static bool alarms_lead_to(const struct pacing *pacing, uint32_t task) {
    const struct osek_config *config = pacing->analysis->subject->config;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (leads_to(pacing, &config->alarms[i], task) && tasks_start(pacing, task)) return true;
    return false;
}

/* ---- times ---- */

static void relate(const struct osek_config *config, uint32_t *base, uint32_t one, uint32_t other) {
    uint32_t from = base[one] > base[other] ? base[one] : base[other];
    uint32_t to = base[one] > base[other] ? base[other] : base[one];
    for (uint32_t i = 0; i < config->counter_count; i++)
        if (base[i] == from) base[i] = to;
}

/* An alarm of one counter advances the other, or one routine advances both. */
static void find_times(const struct subject *subject, uint32_t *base) {
    const struct osek_config *config = subject->config;
    for (uint32_t i = 0; i < config->counter_count; i++) base[i] = i;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (config->alarms[i].action == OSEK_INCREMENT)
            relate(config, base, config->alarms[i].counter, config->alarms[i].increment);
    for (uint32_t i = 0; i < config->isr_count; i++)
        for (uint32_t c = 0; c < config->counter_count && c < 64; c++)
            if (subject->isr_sources[i].drives >> c & 1)
                relate(config, base, c, (uint32_t)__builtin_ctzll(subject->isr_sources[i].drives));
}

/* Alarms of different times activate one task. */
static bool times_meet(const struct subject *subject, const uint32_t *base) {
    const struct osek_config *config = subject->config;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const struct osek_alarm *one = &config->alarms[i], *other = &config->alarms[k];
            bool activate = one->action == OSEK_ACTIVATE && other->action == OSEK_ACTIVATE;
            if (activate && one->task == other->task && base[one->counter] != base[other->counter]) return true;
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
                            .starts = arena_new_array(own, bool *, config->task_count + 1),
                            .ends = arena_new_array(own, bool, config->task_count + 1)};
    bool *paced = arena_new_array(analysis->arena, bool, config->task_count + 1);
    analysis->time_base = arena_new_array(analysis->arena, uint32_t, config->counter_count + 1);
    find_times(analysis->subject, analysis->time_base);
    bool any = times_meet(analysis->subject, analysis->time_base);
    look_at_tasks(&pacing);
    for (uint32_t i = 0; i < config->task_count; i++)
        any |= paced[i] = alarms_lead_to(&pacing, i) && is_paced(&pacing, i);
    analysis->paced = any ? paced : NULL;
    arena_free(own);
}
