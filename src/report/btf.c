/* Whoever reads a trace checks it against the state machine of processes: not started, active, running, ready, waiting,
 * terminated. So each move of a context becomes the chain of BTF events that leads there, and only legal chains. */
#include "report/btf.h"

#include "report/lanes.h"
#include "report/version.h"

#include <string.h>

enum process_state { PROCESS_GONE, PROCESS_ACTIVE, PROCESS_RUNNING, PROCESS_READY, PROCESS_WAITING };

struct process {
    enum process_state state;
    unsigned activations, finished; /* instances so far; in a queue, the oldest is under way */
};

struct writer {
    struct text *out;
    const struct timeline *timeline;
    struct process *processes;
};

/* Fields are separated by commas and lines by line ends: neither may be in a name. */
static void add_field(struct text *out, const char *text) {
    for (; *text; text++) text_add_char(out, strchr(",;\r\n", *text) ? '_' : *text);
}

static const char *type_of(const struct timeline_context *context) {
    return context->kind == TIMELINE_TASK ? "T" : "I";
}

static unsigned instance(const struct process *process) {
    if (process->state != PROCESS_GONE) return process->finished;
    return process->activations ? process->activations - 1 : 0;
}

static const char *core_of(const struct timeline_context *context) { return context->core ? context->core : "Core_1"; }

static uint64_t time_of(const struct timeline *timeline, const struct timeline_event *event) {
    return timeline->is_timed ? event->at : event->time;
}

static void line(struct writer *writer, uint64_t time, const char *source, unsigned source_instance, const char *type,
                 const char *target, unsigned target_instance, const char *event, const char *note) {
    text_printf(writer->out, "%llu,", (unsigned long long)time);
    add_field(writer->out, source);
    text_printf(writer->out, ",%u,%s,", source_instance, type);
    add_field(writer->out, target);
    text_printf(writer->out, ",%u,%s", target_instance, event);
    if (note && *note) {
        text_add_char(writer->out, ',');
        add_field(writer->out, note);
    }
    text_add_char(writer->out, '\n');
}

static void process_event(struct writer *writer, uint64_t time, uint32_t number, const char *event) {
    const struct timeline_context *context = &writer->timeline->contexts.items[number];
    line(writer, time, core_of(context), 0, type_of(context), context->name, instance(&writer->processes[number]),
         event, NULL);
}

static void activate(struct writer *writer, uint64_t time, uint32_t number) {
    const struct timeline_context *context = &writer->timeline->contexts.items[number];
    struct process *process = &writer->processes[number];
    struct text stimulus = {0};
    text_printf(&stimulus, "activation_of_%s", context->name);
    line(writer, time, "Core_1", 0, "STI", text_chars(&stimulus), process->activations, "trigger", NULL);
    line(writer, time, text_chars(&stimulus), process->activations, type_of(context), context->name,
         process->activations, "activate", NULL);
    text_free(&stimulus);
    process->activations++;
    process->state = PROCESS_ACTIVE;
}

/* An activation that is told of: it may have to wait for those before it, or be lost. */
static void enqueue(struct writer *writer, const struct timeline_event *event) {
    const struct timeline_context *context = &writer->timeline->contexts.items[event->context];
    struct process *process = &writer->processes[event->context];
    bool is_lost = event->result && *event->result;
    uint64_t time = time_of(writer->timeline, event);
    line(writer, time, core_of(context), 0, "STI", event->text, process->activations, "trigger", NULL);
    line(writer, time, event->text, process->activations, type_of(context), context->name, process->activations,
         is_lost ? "mtalimitexceeded" : "activate", NULL);
    if (is_lost) return;
    process->activations++;
    if (process->state == PROCESS_GONE) process->state = PROCESS_ACTIVE;
}

static void run(struct writer *writer, uint64_t time, uint32_t number) {
    struct process *process = &writer->processes[number];
    if (process->state == PROCESS_RUNNING) return;
    if (process->state == PROCESS_GONE) activate(writer, time, number);
    if (process->state == PROCESS_WAITING) process_event(writer, time, number, "release");
    process_event(writer, time, number, process->state == PROCESS_ACTIVE ? "start" : "resume");
    process->state = PROCESS_RUNNING;
}

static void move(struct writer *writer, uint64_t time, uint32_t number, enum lane_state to) {
    struct process *process = &writer->processes[number];
    switch (to) {
    case LANE_RUNNING: run(writer, time, number); break;
    case LANE_READY:
    case LANE_INTERRUPTED:
        if (process->state == PROCESS_GONE) {
            activate(writer, time, number);
        } else if (process->state != PROCESS_ACTIVE && process->state != PROCESS_READY) {
            process_event(writer, time, number, process->state == PROCESS_RUNNING ? "preempt" : "release");
            process->state = PROCESS_READY;
        }
        break;
    case LANE_WAITING:
        run(writer, time, number);
        process_event(writer, time, number, "wait");
        process->state = PROCESS_WAITING;
        break;
    case LANE_SUSPENDED:
        if (process->state == PROCESS_GONE) break;
        run(writer, time, number); /* only what runs can end */
        process_event(writer, time, number, "terminate");
        process->finished++;
        process->state = process->activations > process->finished ? PROCESS_ACTIVE : PROCESS_GONE;
        break;
    }
}

static void write_event(struct writer *writer, const struct timeline_event *event) {
    bool known = event->context < writer->timeline->contexts.count;
    const char *who = known ? writer->timeline->contexts.items[event->context].name : "Core_1";
    unsigned number = known ? instance(&writer->processes[event->context]) : 0;
    const char *text = event->text ? event->text : "";
    uint64_t time = time_of(writer->timeline, event);
    switch (event->kind) {
    case TIMELINE_STATE:
        if (known) move(writer, time, event->context, lane_state_named(text));
        break;
    case TIMELINE_ACCESS: line(writer, time, who, number, "SIG", text, 0, "write", event->result); break;
    case TIMELINE_INPUT: line(writer, time, who, number, "SIG", text, 0, "read", event->result); break;
    case TIMELINE_TAKE:
        line(writer, time, who, number, "SEM", text, 0, "requestsemaphore", NULL);
        line(writer, time, who, number, "SEM", text, 0, "assigned", NULL);
        break;
    case TIMELINE_RELEASE: line(writer, time, who, number, "SEM", text, 0, "released", NULL); break;
    case TIMELINE_EVENT_SET: line(writer, time, who, number, "EVENT", text, 0, "set_event", who); break;
    case TIMELINE_EVENT_CLEAR: line(writer, time, who, number, "EVENT", text, 0, "clear_event", who); break;
    case TIMELINE_EXPIRY: line(writer, time, "Core_1", 0, "STI", text, 0, "trigger", NULL); break;
    case TIMELINE_ACTIVATE:
        if (known) enqueue(writer, event);
        break;
    case TIMELINE_SERVICE:
    case TIMELINE_INTERRUPT:
    case TIMELINE_TICK:
    case TIMELINE_MARK:
    case TIMELINE_FAULT: break; /* nothing of BTF's; the moves they cause are there */
    }
}

void btf_trace(struct text *out, const struct timeline *timeline, time_t created) {
    struct writer writer = {out, timeline, memory_new((timeline->contexts.count + 1) * sizeof(struct process))};
    char date[32] = "1970-01-01T00:00:00Z";
    struct tm parts;
    if (gmtime_r(&created, &parts)) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &parts);
    text_printf(out, "#version 2.2.0\n#creator rtcheck %s\n#creationDate %s\n#inputFile ", RTCHECK_VERSION, date);
    add_field(out, timeline->application ? timeline->application : "application");
    text_add(out, timeline->is_timed ? "\n#timeScale ps\n"
                                     : "\n#timeScale us\n# time is logical: a microsecond is a step of the run\n");
    for (size_t i = 0; i < timeline->events.count; i++) write_event(&writer, &timeline->events.items[i]);
    free(writer.processes);
}
