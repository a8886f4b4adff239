#include "app/exec/record.h"

#include "app/exec/fault.h"
#include "app/exec/path.h"
#include "app/subject/service_text.h"
#include "base/word.h"

#include <string.h>

/* ---- building ---- */

struct recorder *recorder_new(const struct subject *subject, struct timeline *timeline) {
    struct recorder *recorder = memory_new(sizeof *recorder);
    recorder->timeline = timeline;
    recorder->rows = memory_new((subject->context_count + 1) * sizeof *recorder->rows);
    recorder->kernel_size = osek_state_size(subject->config);
    recorder->kernel = memory_new(recorder->kernel_size + 1);
    passed_begin(&recorder->passed, subject->context_count);
    recorder_describe_contexts(recorder, subject);
    return recorder;
}

void recorder_free(struct recorder *recorder) {
    if (!recorder) return;
    free(recorder->rows);
    free(recorder->kernel);
    free(recorder->before);
    block_views_free(&recorder->blocks);
    text_free(&recorder->reads);
    passed_free(&recorder->passed);
    free(recorder);
}

static void add_context(struct recorder *recorder, const struct subject *subject, uint32_t context) {
    uint32_t index;
    enum osek_context_kind kind = osek_context_kind(subject->config, context, &index);
    struct timeline_context row = {
        .name = arena_text(recorder->timeline->arena, subject_context_name(subject, context)), .kind = TIMELINE_HOOK};
    if (kind == OSEK_TASK) {
        row.kind = TIMELINE_TASK;
        row.priority = subject->config->tasks[index].priority;
    } else if (kind == OSEK_ISR) {
        row.kind = TIMELINE_ISR;
        row.priority = subject->config->isrs[index].level;
    }
    recorder->rows[context] = (uint32_t)recorder->timeline->contexts.count;
    vec_push(&recorder->timeline->contexts, row);
}

static uint32_t urgency(const struct subject *subject, uint32_t context) {
    uint32_t index;
    enum osek_context_kind kind = osek_context_kind(subject->config, context, &index);
    return kind == OSEK_TASK  ? subject->config->tasks[index].priority
           : kind == OSEK_ISR ? subject->config->isrs[index].level
                              : 0;
}

/* The most urgent first; of equals, the first declared. */
static void add_contexts(struct recorder *recorder, const struct subject *subject, uint32_t first, uint32_t count) {
    bool *added = memory_new(count + 1);
    for (uint32_t n = 0; n < count; n++) {
        uint32_t best = count;
        for (uint32_t i = 0; i < count; i++)
            if (!added[i] && (best == count || urgency(subject, first + i) > urgency(subject, first + best))) best = i;
        added[best] = true;
        add_context(recorder, subject, first + best);
    }
    free(added);
}

void recorder_describe_contexts(struct recorder *recorder, const struct subject *subject) {
    const struct osek_config *config = subject->config;
    for (uint32_t i = 0; i < subject->context_count; i++) recorder->rows[i] = UINT32_MAX;
    add_contexts(recorder, subject, config->task_count, config->isr_count);
    add_contexts(recorder, subject, 0, config->task_count);
    for (uint32_t i = config->task_count + config->isr_count; i < subject->context_count; i++)
        if (subject->program->entries[i]) add_context(recorder, subject, i);
    for (uint32_t i = 0; i < config->resource_count; i++)
        vec_push(&recorder->timeline->resources, arena_text(recorder->timeline->arena, config->resources[i].name));
}

void recorder_start(struct recorder *recorder, const void *kernel) {
    memcpy(recorder->kernel, kernel, recorder->kernel_size);
}

/* ---- events ---- */

static uint32_t row_of(const struct recorder *recorder, uint32_t context) {
    return context == OSEK_NONE ? UINT32_MAX : recorder->rows[context];
}

struct timeline_event *recorder_add(struct machine *machine, enum timeline_kind kind, uint32_t context,
                                    const char *text, const char *result) {
    struct recorder *recorder = machine->recorder;
    struct arena *arena = recorder->timeline->arena;
    struct timeline_event event = {.kind = kind,
                                   .time = recorder->time,
                                   .context = row_of(recorder, context),
                                   .text = arena_text(arena, text),
                                   .result = arena_text(arena, result),
                                   .before = ""};
    if (machine->instruction) event.place = machine->instruction->place;
    vec_push(&recorder->timeline->events, event);
    return &vec_last(&recorder->timeline->events);
}

void record_register(struct machine *machine, const char *name, const struct c_type *type, const unsigned char *bytes) {
    if (!machine->recorder) return;
    struct text value = {0};
    path_print_value(type, NULL, bytes, &value);
    recorder_add(machine, TIMELINE_ACCESS, machine->current, name, text_chars(&value));
    text_free(&value);
}

void record_giver(struct recorder *recorder, const char *name, const struct c_type *type) {
    struct timeline *timeline = recorder->timeline;
    if (!name || !timeline->events.count) return;
    struct timeline_event *input = &vec_last(&timeline->events);
    input->by = arena_text(timeline->arena, name);
    input->bits = type->kind == C_INTEGER ? type->size * 8 : 0;
}

void record_input(struct machine *machine, const struct c_object *object, const unsigned char *bytes) {
    if (!machine->recorder) return;
    struct text value = {0};
    c_print_value(object->type, bytes, &value);
    recorder_add(machine, TIMELINE_INPUT, machine->current, object->name ? object->name : "an input",
                 text_chars(&value));
    record_giver(machine->recorder, object->name, object->type);
    text_free(&value);
}

void record_mark(struct machine *machine, const char *mark) {
    if (machine->recorder) recorder_add(machine, TIMELINE_MARK, machine->current, mark, "");
}

void record_fault(struct machine *machine) {
    if (!machine->recorder) return;
    const struct ts_fault *fault = faults_get(machine->executor->faults, machine->fault);
    /* What has no place is nobody's code: an alarm, or nobody moving. */
    uint32_t context = fault->place.file ? machine->current : OSEK_NONE;
    struct timeline_event *event = recorder_add(machine, TIMELINE_FAULT, context, fault->message, fault->kind);
    event->place = fault->place;
}

void record_instruction(struct machine *machine, uint32_t number) {
    passed_note(&machine->recorder->passed, number, machine->current);
}

void record_race(struct machine *machine, uint32_t stopped) {
    if (machine->recorder) passed_race(&machine->recorder->passed, stopped);
}

/* No service, though the kernel is told by one: it is nothing that the code calls. */
static void record_registration(struct machine *machine, uint64_t isr) {
    const struct osek_config *config = machine->subject->config;
    const char *name = isr < config->isr_count ? config->isrs[isr].name : "whatever is registered here";
    recorder_add(machine, TIMELINE_MARK, machine->current, name, "may come from now on");
}

void record_service(struct machine *machine, const struct osek_call *call, const struct osek_result *result) {
    if (!machine->recorder) return;
    if (call->service == OSEK_SourceRegisters) {
        record_registration(machine, call->arguments[0]);
        return;
    }
    struct text words = {0};
    service_text_print(machine->subject, call, machine->current, &words);
    bool answers = osek_service_has_status(call->service) && !result->caller_ended;
    recorder_add(machine, TIMELINE_SERVICE, machine->current, text_chars(&words),
                 answers ? osek_status_name(result->status) : "");
    text_free(&words);
}

void record_interrupt(struct machine *machine, uint32_t isr) {
    const struct osek_config *config = machine->subject->config;
    if (machine->recorder)
        recorder_add(machine, TIMELINE_INTERRUPT, osek_context(config, OSEK_ISR, isr), config->isrs[isr].name, "");
}

void record_tick(struct machine *machine, uint32_t counter, uint32_t ticks) {
    char number[16];
    if (!machine->recorder) return;
    snprintf(number, sizeof number, "%u", ticks);
    recorder_add(machine, TIMELINE_TICK, OSEK_NONE, machine->subject->config->counters[counter].name, number);
}

void record_unawaited(struct machine *machine, uint32_t alarm) {
    const struct osek_config *config = machine->subject->config;
    if (!machine->recorder) return;
    struct text words = {0};
    bool sets = config->alarms[alarm].action == OSEK_SET_EVENT;
    text_printf(&words, sets ? "goes on: %s never takes what %s sets" : "goes on: %s is never ready again for %s",
                config->tasks[config->alarms[alarm].task].name, config->alarms[alarm].name);
    recorder_add(machine, TIMELINE_MARK, OSEK_NONE, "time", text_chars(&words));
    text_free(&words);
}

static void add_expiry(struct machine *machine, const struct osek_alarm *alarm) {
    const struct osek_config *config = machine->subject->config;
    struct text does = {0};
    switch (alarm->action) {
    case OSEK_ACTIVATE: text_printf(&does, "activates %s", config->tasks[alarm->task].name); break;
    case OSEK_SET_EVENT: text_printf(&does, "sets an event of %s", config->tasks[alarm->task].name); break;
    case OSEK_CALLBACK: text_add(&does, "calls back"); break;
    case OSEK_INCREMENT: text_printf(&does, "advances %s", config->counters[alarm->increment].name); break;
    case OSEK_ACTION_NONE: break;
    }
    recorder_add(machine, TIMELINE_EXPIRY, OSEK_NONE, alarm->name, text_chars(&does));
    text_free(&does);
}

/* Called before the tick: those with one tick left. */
void record_expiries(struct machine *machine, uint32_t counter) {
    const struct osek_config *config = machine->subject->config;
    for (uint32_t i = 0; machine->recorder && i < config->alarm_count; i++) {
        uint32_t left, cycle;
        if (config->alarms[i].counter == counter && osek_alarm_is_set(config, machine->kernel, i, &left, &cycle) &&
            left == 1)
            add_expiry(machine, &config->alarms[i]);
    }
}

/* ---- differences between two states of the kernel ---- */

static const char *shown_task(const struct osek_config *config, const void *kernel, uint32_t task) {
    uint32_t current = osek_current(config, kernel);
    switch (osek_task_state(config, kernel, task)) {
    case OSEK_RUNNING: return current == task ? "running" : "interrupted";
    case OSEK_WAITING: return "waiting";
    case OSEK_READY: return "ready";
    default: return "suspended";
    }
}

static const char *shown(const struct subject *subject, const void *kernel, uint32_t context) {
    if (context < subject->config->task_count) return shown_task(subject->config, kernel, context);
    if (!osek_is_under_way(subject->config, kernel, context)) return "suspended";
    return osek_current(subject->config, kernel) == context ? "running" : "interrupted";
}

static void record_state(struct machine *machine, uint32_t context, const char *before, const char *after) {
    recorder_add(machine, TIMELINE_STATE, context, after, "")->before = before;
    if (strcmp(after, "suspended") == 0) passed_end(&machine->recorder->passed, context);
}

/* But for what a call does besides, and that hooks ran. */
static const struct timeline_event *last_deed(const struct recorder *recorder, uint32_t context) {
    const struct timeline *timeline = recorder->timeline;
    for (size_t i = timeline->events.count; i-- > 0;) {
        const struct timeline_event *event = &timeline->events.items[i];
        bool is_hidden = event->kind == TIMELINE_STATE && strcmp(event->text, "interrupted") == 0;
        if (event->context == recorder->rows[context] && !is_hidden && event->kind != TIMELINE_RELEASE) return event;
    }
    return NULL;
}

/* Its last call has ended it, though it is ready or runs: there was another activation. */
static bool has_begun_anew(const struct recorder *recorder, uint32_t context) {
    static const char *const calls[] = {"TerminateTask(", "ChainTask(", NULL};
    const struct timeline_event *last = last_deed(recorder, context);
    return last && last->kind == TIMELINE_SERVICE && !*last->result && begins_with_one_of(last->text, calls);
}

static bool is_told_to_be_suspended(const struct recorder *recorder, uint32_t context) {
    const struct timeline *timeline = recorder->timeline;
    for (size_t i = timeline->events.count; i-- > 0;) {
        const struct timeline_event *event = &timeline->events.items[i];
        if (event->context == recorder->rows[context] && event->kind == TIMELINE_STATE)
            return strcmp(event->text, "suspended") == 0;
    }
    return false;
}

/* In this order: who has come to an end makes room for others. */
enum round { ROUND_ENDS, ROUND_OTHERS, ROUND_RUNS, ROUNDS };

static enum round round_of(const char *after) {
    return strcmp(after, "suspended") == 0 ? ROUND_ENDS : strcmp(after, "running") == 0 ? ROUND_RUNS : ROUND_OTHERS;
}

/* A hook stands between the end of a task and its next activation. */
static bool has_returned(const struct machine *machine, enum osek_context_kind hook) {
    const struct osek_config *config = machine->subject->config;
    uint32_t context = osek_context(config, hook, 0);
    return osek_is_under_way(config, machine->recorder->kernel, context) &&
           !osek_is_under_way(config, machine->kernel, context);
}

static void record_state_in_round(struct machine *machine, uint32_t context, enum round round) {
    const struct subject *subject = machine->subject;
    const struct recorder *recorder = machine->recorder;
    const char *before = shown(subject, recorder->kernel, context), *after = shown(subject, machine->kernel, context);
    bool is_task = context < subject->config->task_count;
    bool may_be_anew =
        strcmp(after, "interrupted") == 0 ? has_returned(machine, OSEK_POST_TASK_HOOK) : round_of(after) != ROUND_ENDS;
    if (round == ROUND_ENDS && is_task && may_be_anew && has_begun_anew(recorder, context))
        record_state(machine, context, before, "suspended");
    if (is_told_to_be_suspended(recorder, context)) before = "suspended";
    if (strcmp(before, after) != 0 && round_of(after) == round) record_state(machine, context, before, after);
}

/* Hooks return before tasks end. */
static void record_states(struct machine *machine, enum round round) {
    uint32_t count = machine->subject->context_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t context = round == ROUND_ENDS ? count - 1 - i : i;
        if (machine->recorder->rows[context] != UINT32_MAX) record_state_in_round(machine, context, round);
    }
}

static void record_resources(struct machine *machine) {
    const struct osek_config *config = machine->subject->config;
    for (uint32_t i = 0; i < config->resource_count; i++) {
        uint32_t before = osek_resource_holder(config, machine->recorder->kernel, i);
        uint32_t after = osek_resource_holder(config, machine->kernel, i);
        if (before == after) continue;
        if (before != OSEK_NONE) recorder_add(machine, TIMELINE_RELEASE, before, config->resources[i].name, "");
        if (after != OSEK_NONE) recorder_add(machine, TIMELINE_TAKE, after, config->resources[i].name, "");
    }
}

static void record_event(struct machine *machine, uint32_t task, uint64_t mask, bool set) {
    const struct cfront_names *names = machine->subject->names;
    char number[24];
    const char *name = NULL;
    for (uint32_t i = 0; names && i < names->event_count; i++)
        if (names->event_masks[i] == mask && (mask & machine->subject->config->tasks[task].events))
            name = names->events[i];
    snprintf(number, sizeof number, "0x%llx", (unsigned long long)mask);
    recorder_add(machine, set ? TIMELINE_EVENT_SET : TIMELINE_EVENT_CLEAR, task, name ? name : number, "");
}

static void record_events(struct machine *machine) {
    const struct osek_config *config = machine->subject->config;
    for (uint32_t i = 0; i < config->task_count; i++) {
        uint64_t before = osek_events_set(config, machine->recorder->kernel, i);
        uint64_t after = osek_events_set(config, machine->kernel, i);
        for (uint64_t changed = before ^ after; changed; changed &= changed - 1) {
            uint64_t bit = changed & -changed;
            record_event(machine, i, bit, after & bit);
        }
    }
}

void record_kernel(struct machine *machine) {
    if (!machine->recorder) return;
    record_events(machine);
    record_resources(machine);
    for (int round = 0; round < ROUNDS; round++) record_states(machine, (enum round)round);
    recorder_start(machine->recorder, machine->kernel);
}

void record_all_states(struct machine *machine) {
    for (uint32_t i = 0; i < machine->subject->context_count; i++)
        if (machine->recorder->rows[i] != UINT32_MAX)
            recorder_add(machine, TIMELINE_STATE, i, shown(machine->subject, machine->kernel, i), "");
    recorder_start(machine->recorder, machine->kernel);
}
