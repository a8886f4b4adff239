#include "app/spin/spin_trail.h"
#include "base/word.h"

#include "app/exec/mark.h"
#include "app/exec/record.h"
#include "app/promela/export_internal.h"
#include "app/spin/spin_variable.h"
#include "app/subject/service_text.h"

#include <string.h>

struct trail {
    const struct subject *subject;
    const struct app_export *model;
    struct timeline *timeline;
    struct recorder *recorder; /* for its contexts */
    const char **states;       /* by context: what was told last; NULL: nothing yet */
    unsigned *events;          /* by task */
    unsigned *owners;          /* by resource: a task from 1, or 0 */
    VEC(uint32_t) nested;      /* contexts: interrupt routines and hooks that have begun */
    uint32_t time;
    struct place place; /* of the last call */
    unsigned line;
    enum osek_service service;
    enum osek_status status;
    uint32_t caller;
    const char *call;
    struct spin_variables *variables;
    /* the last step: whose, and where in the model */
    uint32_t stepped; /* a context; OSEK_NONE: nobody's code */
    unsigned model_line;
    const struct export_note *choosing; /* an input that gets its value in this line; NULL */
    int64_t chosen;
};

static struct timeline_event *add(struct trail *trail, enum timeline_kind kind, uint32_t context, const char *text,
                                  const char *result) {
    struct arena *arena = trail->timeline->arena;
    uint32_t row = context < trail->subject->context_count ? trail->recorder->rows[context] : UINT32_MAX;
    struct timeline_event event = {.kind = kind,
                                   .time = trail->time,
                                   .context = row,
                                   .text = arena_text(arena, text),
                                   .result = arena_text(arena, result),
                                   .before = ""};
    vec_push(&trail->timeline->events, event);
    return &vec_last(&trail->timeline->events);
}

/* ---- states ---- */

static void show(struct trail *trail, uint32_t context, const char *now) {
    const char *before = trail->states[context];
    if (before && strcmp(before, now) == 0) return;
    add(trail, TIMELINE_STATE, context, now, "")->before = before ? before : "";
    trail->states[context] = now;
}

static const char *state_name(unsigned state, bool interrupted) {
    static const char *const names[] = {"suspended", "ready", "running", "waiting"};
    return state == 2 && interrupted ? "interrupted" : names[state & 3];
}

static void read_events(struct trail *trail, uint32_t task, unsigned now) {
    for (unsigned bit = 1; bit < 1u << 31; bit <<= 1) {
        if (!((now ^ trail->events[task]) & bit)) continue;
        const struct cfront_names *names = trail->subject->names;
        const char *name = arena_printf(trail->timeline->arena, "0x%x", bit);
        for (uint32_t i = 0; names && i < names->event_count; i++)
            if (names->event_masks[i] == bit) name = names->events[i];
        add(trail, now & bit ? TIMELINE_EVENT_SET : TIMELINE_EVENT_CLEAR, task, name, "");
    }
    trail->events[task] = now;
}

static void read_state(struct trail *trail, const char *numbers) {
    const struct osek_config *config = trail->subject->config;
    char *at = (char *)numbers;
    strtol(at, &at, 10);
    strtol(at, &at, 10);
    const char *tasks = at;
    for (unsigned running = 0; running < 2; running++) {
        at = (char *)tasks;
        for (uint32_t t = 0; t < config->task_count; t++) {
            unsigned state = (unsigned)strtol(at, &at, 10), events = (unsigned)strtol(at, &at, 10);
            if (running == 0) read_events(trail, t, events);
            const char *name = state_name(state, trail->nested.count > 0);
            if ((strcmp(name, "running") == 0) == (running == 1)) show(trail, t, name);
        }
    }
    for (uint32_t r = 0; r < config->resource_count; r++) {
        unsigned owner = (unsigned)strtol(at, &at, 10), before = trail->owners[r];
        if (owner != before && before) add(trail, TIMELINE_RELEASE, before - 1, config->resources[r].name, "");
        if (owner != before && owner) add(trail, TIMELINE_TAKE, owner - 1, config->resources[r].name, "");
        trail->owners[r] = owner;
    }
    for (uint32_t i = config->task_count; i < trail->subject->context_count; i++) {
        const char *now = "suspended";
        for (size_t n = 0; n < trail->nested.count; n++)
            if (trail->nested.items[n] == i) now = n + 1 == trail->nested.count ? "running" : "interrupted";
        if (trail->recorder->rows[i] != UINT32_MAX) show(trail, i, now);
    }
}

/* ---- calls ---- */

/* The call of this service in this line of C. */
static struct place find_place(const struct subject *subject, enum osek_service service, unsigned line) {
    for (uint32_t f = 0; f < subject->program->function_count; f++)
        for (uint32_t i = 0; i < subject->program->functions[f]->code_count; i++) {
            const struct c_instruction *instruction = &subject->program->functions[f]->code[i];
            if (instruction->kind == C_SERVICE && instruction->service == service && instruction->place.line == line)
                return instruction->place;
        }
    return (struct place){0};
}

static void read_service(struct trail *trail, const char *line) {
    struct osek_call call = {0};
    char name[40];
    long first, second, third, status;
    if (sscanf(line, "%39[A-Za-z] %ld %ld %ld = %ld", name, &first, &second, &third, &status) != 5 ||
        !export_service_by_name(name, &call.service))
        return;
    call.arguments[0] = (uint64_t)(first - export_service_has_identifier(call.service));
    call.arguments[1] = (uint64_t)second;
    call.arguments[2] = (uint64_t)third;
    struct text words = {0};
    service_text_print(trail->subject, &call, trail->caller, &words);
    bool ends = call.service == OSEK_TerminateTask || call.service == OSEK_ChainTask;
    bool answers = osek_service_has_status(call.service) && !(ends && status == OSEK_OK);
    trail->place = find_place(trail->subject, call.service, trail->line);
    trail->service = call.service;
    trail->status = (enum osek_status)status;
    trail->call = arena_text(trail->timeline->arena, text_chars(&words));
    add(trail, TIMELINE_SERVICE, trail->caller, trail->call, answers ? osek_status_name(trail->status) : "")->place =
        trail->place;
    text_free(&words);
}

static bool in_hook(const struct trail *trail) {
    const struct osek_config *config = trail->subject->config;
    return trail->nested.count && vec_last(&trail->nested) >= config->task_count + config->isr_count;
}

/* Whose code does something: a task's, from 1, or what runs above it. */
static uint32_t context_of(const struct trail *trail, long task) {
    if (task && !in_hook(trail)) return (uint32_t)task - 1;
    return trail->nested.count ? vec_last(&trail->nested) : OSEK_NONE;
}

static void begin(struct trail *trail, uint32_t context) { vec_push(&trail->nested, context); }

static void read_call(struct trail *trail, const char *numbers) {
    char *at;
    long task = strtol(numbers, &at, 10);
    trail->line = (unsigned)strtol(at, NULL, 10);
    trail->caller = context_of(trail, task);
}

/* "t1 3 17": the instruction of this number prints, with these values. */
static void read_print(struct trail *trail, const char *numbers) {
    int64_t values[EXPORT_MOST_PRINTED] = {0};
    char *at;
    uint32_t context = context_of(trail, strtol(numbers, &at, 10));
    size_t number = strtoul(at, &at, 10);
    if (number >= trail->model->marks.count) return;
    const struct c_instruction *instruction = trail->model->marks.items[number];
    for (uint32_t i = 0; i < instruction->argument_count && i < EXPORT_MOST_PRINTED; i++)
        values[i] = strtol(at, &at, 10);
    struct text words = {0};
    mark_print_values(instruction, values, &words);
    add(trail, TIMELINE_MARK, context, text_chars(&words), "")->place = instruction->place;
    text_free(&words);
}

static void read_mark(struct trail *trail, const char *mark) {
    const struct osek_config *config = trail->subject->config;
    unsigned number = 0, ticks = 0;
    if (begins_with(mark, "state ")) {
        read_state(trail, mark + 6);
        trail->time++;
    } else if (begins_with(mark, "call ")) {
        read_call(trail, mark + 5);
    } else if (sscanf(mark, "interrupt %u", &number) == 1 && number - 1 < config->isr_count) {
        add(trail, TIMELINE_INTERRUPT, osek_context(config, OSEK_ISR, number - 1), config->isrs[number - 1].name, "");
        begin(trail, osek_context(config, OSEK_ISR, number - 1));
    } else if (sscanf(mark, "hook %u", &number) == 1 && number < trail->subject->context_count) {
        begin(trail, number);
    } else if (begins_with(mark, "return ")) {
        if (trail->nested.count) trail->nested.count--;
    } else if (sscanf(mark, "tick %u %u", &number, &ticks) == 2 && number - 1 < config->counter_count) {
        add(trail, TIMELINE_TICK, OSEK_NONE, config->counters[number - 1].name,
            arena_printf(trail->timeline->arena, "%u", ticks));
    } else if (sscanf(mark, "expiry %u", &number) == 1 && number - 1 < config->alarm_count) {
        add(trail, TIMELINE_EXPIRY, OSEK_NONE, config->alarms[number - 1].name, "");
    } else if (begins_with(mark, "mark ")) {
        read_print(trail, mark + 5);
    } else if (begins_with(mark, "svc")) {
        read_service(trail, mark);
    }
}

/* ---- variables ---- */

/* "t1_": the process of a task or an interrupt routine. */
static uint32_t context_of_process(const struct trail *trail, const char *name, size_t length) {
    const struct osek_config *config = trail->subject->config;
    for (uint32_t i = 0; length && i < config->task_count + config->isr_count; i++) {
        const char *here = subject_context_name(trail->subject, i);
        if (spells(name, length - 1, here)) return i;
    }
    return OSEK_NONE;
}

/* The line that chooses is left: the value stays as it is. */
static void end_choice(struct trail *trail) {
    const struct export_note *note = trail->choosing;
    struct text value = {0};
    trail->choosing = NULL;
    if (!note) return;
    spin_variables_print(note->type, NULL, trail->chosen, &value);
    add(trail, TIMELINE_INPUT, trail->stepped, note->input, text_chars(&value))->place = note->place;
    text_free(&value);
}

/* " 23:\tproc  2 (t0_:1) app.pml:64 (state 11)\t[fuel = (fuel-1)]" */
static bool read_step(struct trail *trail, const char *line) {
    const char *process = strstr(line, "\tproc "), *name = process ? strchr(process, '(') : NULL;
    const char *file = name ? strstr(name, ") ") : NULL;
    if (!file || !strstr(file, " (state ")) return false;
    uint32_t context =
        in_hook(trail) ? vec_last(&trail->nested) : context_of_process(trail, name + 1, strcspn(name + 1, ":"));
    bool is_ours = begins_with(file + 2, "app.pml:");
    unsigned at = is_ours ? (unsigned)strtoul(file + 10, NULL, 10) : 0;
    if (trail->choosing && at != trail->choosing->line) end_choice(trail);
    trail->stepped = context;
    trail->model_line = at;
    const struct export_note *note = at ? spin_note_at(trail->model, at) : NULL;
    if (note && note->input && note->line == at) trail->choosing = note;
    return true;
}

/* "t0_(2):choice = 1" */
static void read_local(struct trail *trail, const char *line) {
    const struct export_note *note = trail->choosing;
    const char *name = strstr(line, "):");
    size_t length = note ? strlen(note->variable) : 0;
    if (note && name && strncmp(name + 2, note->variable, length) == 0 && begins_with(name + 2 + length, " = "))
        trail->chosen = strtoll(name + 5 + length, NULL, 10);
}

static void read_variable(struct trail *trail, const char *line) {
    struct text name = {0}, before = {0}, after = {0};
    if (spin_variables_read(trail->variables, line, &name, &before, &after)) {
        const struct export_note *note = spin_note_at(trail->model, trail->model_line);
        if (trail->stepped != OSEK_NONE) { /* otherwise the model starts */
            struct timeline_event *event =
                add(trail, TIMELINE_ACCESS, trail->stepped, text_chars(&name), text_chars(&after));
            event->before = arena_text(trail->timeline->arena, text_chars(&before));
            if (note && trail->model_line) event->place = note->place;
        }
    } else {
        read_local(trail, line);
    }
    text_free(&name);
    text_free(&before);
    text_free(&after);
}

static void read_line(struct trail *trail, const char *line) {
    const char *text = line + strspn(line, " \t");
    if (*text == '@')
        read_mark(trail, text + 1);
    else if (begins_with(line, "\t\t"))
        read_variable(trail, text);
    else
        read_step(trail, line);
}

/* ---- what is wrong ---- */

static const char *waiting(const struct trail *trail, struct arena *arena) {
    const char *names = "";
    for (uint32_t t = 0; t < trail->subject->config->task_count; t++)
        if (trail->states[t] && strcmp(trail->states[t], "waiting") == 0)
            names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "", trail->subject->config->tasks[t].name);
    return arena_printf(arena, "nothing runs, nothing can come, and these wait for ever: %s", names);
}

static void find_fault(struct trail *trail, const struct app_export *model, const char *said, bool stuck,
                       struct arena *arena, struct spin_result *result) {
    const char *error = strstr(said, "spin: app.pml:"), *inside = strstr(said, "spin: os_model.pml:");
    unsigned line = error ? (unsigned)strtoul(error + 14, NULL, 10) : 0;
    *result =
        (struct spin_result){.violated = true,
                             .states = result->states,
                             .transitions = result->transitions,
                             .depth = result->depth,
                             .memory_bytes = result->memory_bytes,
                             .seconds = result->seconds,
                             .kind = stuck    ? "deadlock"
                                     : inside ? "interrupts"
                                              : "memory",
                             .message = stuck    ? waiting(trail, arena)
                                        : inside ? "services while interrupts are disabled, or pairs that do not match"
                                                 : "an index is out of its array's range"};
    for (size_t i = 0; !stuck && line && i < model->findings.count; i++) {
        const struct export_finding *finding = &model->findings.items[i];
        if (finding->line != line) continue;
        bool service = strcmp(finding->kind, "service") == 0;
        result->kind = service ? export_kind_of_answer(trail->subject, trail->service, trail->status) : finding->kind;
        result->message =
            service
                ? arena_printf(arena, "%s calls %s: it returns %s", subject_context_name(trail->subject, trail->caller),
                               trail->call ? trail->call : "a service", osek_status_name(trail->status))
                : arena_text(arena, finding->message);
        result->place = finding->place;
        trail->stepped = finding->context;
    }
    if (inside && !stuck) result->place = trail->place;
}

static void tell_fault(struct trail *trail, const char *said, bool stuck, struct arena *arena,
                       struct spin_result *result) {
    end_choice(trail);
    trail->stepped = trail->caller;
    find_fault(trail, trail->model, said, stuck, arena, result);
    uint32_t who = result->place.file && trail->stepped < trail->subject->context_count ? trail->stepped : OSEK_NONE;
    struct timeline_event *fault = add(trail, TIMELINE_FAULT, who, result->message, result->kind);
    fault->place = result->place;
}

void spin_trail(const struct subject *subject, const struct app_export *model, const char *said, bool stuck,
                struct arena *arena, struct spin_result *result) {
    bool violated = result->violated;
    struct timeline *timeline = timeline_new(subject);
    struct trail trail = {.subject = subject,
                          .model = model,
                          .timeline = timeline,
                          .recorder = recorder_new(subject, timeline),
                          .caller = OSEK_NONE};
    trail.states = arena_new_array(arena, const char *, subject->context_count + 1);
    trail.events = arena_new_array(arena, unsigned, subject->config->task_count + 1);
    trail.owners = arena_new_array(arena, unsigned, subject->config->resource_count + 1);
    trail.variables = spin_variables_new(model, arena);
    trail.stepped = OSEK_NONE;
    struct text line = {0};
    for (const char *next = said; *next; next += strcspn(next, "\n"), next += *next == '\n') {
        text_clear(&line);
        text_add_n(&line, next, strcspn(next, "\n"));
        if (begins_with(text_chars(&line), "#processes:")) break; /* all there is, once more */
        if (strstr(text_chars(&line), "<<<<<START OF CYCLE>>>>>")) timeline->cycle_start = trail.time;
        read_line(&trail, text_chars(&line));
    }
    text_free(&line);
    if (violated) tell_fault(&trail, said, stuck, arena, result);
    timeline->end = trail.time;
    result->timeline = timeline;
    vec_free(&trail.nested);
    recorder_free(trail.recorder);
}
