#include "app/describe.h"

#include "app/exec/path.h"
#include "app/exec/state.h"
#include "app/replay.h"

#include <string.h>

enum { SHOWN_ELEMENTS = 64 };

static const struct executor *self(const struct ts *ts) { return ts->self; }

/* ---- steps ---- */

static void join(struct text *out, const char *separator) {
    if (out->length) text_add(out, separator);
}

static const char *name_of(const struct timeline *timeline, const struct timeline_event *event) {
    return event->context == UINT32_MAX ? "" : timeline->contexts.items[event->context].name;
}

/* Who had to give way to the one that runs now? */
static const char *preempted(const struct timeline *timeline, size_t running) {
    for (size_t i = running; i-- > 0;) {
        const struct timeline_event *event = &timeline->events.items[i];
        if (event->kind == TIMELINE_STATE && !strcmp(event->before, "running") && !strcmp(event->text, "ready"))
            return name_of(timeline, event);
    }
    return NULL;
}

static void tell_state(const struct timeline *timeline, size_t index, struct text *out) {
    const struct timeline_event *event = &timeline->events.items[index];
    const char *name = name_of(timeline, event);
    if (!strcmp(event->text, "waiting")) {
        join(out, ", ");
        text_printf(out, "%s waits", name);
    } else if (!strcmp(event->text, "running")) {
        const char *loser = preempted(timeline, index);
        join(out, ", ");
        if (loser)
            text_printf(out, "%s preempts %s", name, loser);
        else
            text_printf(out, "%s %s", name, !strcmp(event->before, "interrupted") ? "goes on" : "runs");
    }
}

static void tell(const struct timeline *timeline, size_t index, struct ts_description *out) {
    const struct timeline_event *event = &timeline->events.items[index];
    struct text *action = &out->action;
    switch (event->kind) {
    case TIMELINE_SERVICE:
        join(action, ", ");
        text_printf(action, *event->result ? "%s = %s" : "%s", event->text, event->result);
        break;
    case TIMELINE_STATE: tell_state(timeline, index, action); break;
    case TIMELINE_ACCESS:
    case TIMELINE_INPUT:
        join(action, ", ");
        text_printf(action, event->kind == TIMELINE_INPUT ? "%s is %s" : "%s = %s", event->text, event->result);
        break;
    case TIMELINE_INTERRUPT:
        join(action, ", ");
        text_printf(action, "interrupt %s", event->text);
        break;
    case TIMELINE_TICK:
        join(action, ", ");
        text_printf(action, "%s advances by %s", event->text, event->result);
        break;
    case TIMELINE_EXPIRY:
        join(action, ", ");
        text_printf(action, "alarm %s expires and %s", event->text, *event->result ? event->result : "does nothing");
        break;
    case TIMELINE_MARK:
        join(*event->result ? action : &out->output, *event->result ? ", " : "\n");
        text_printf(*event->result ? action : &out->output, *event->result ? "%s %s" : "%s", event->text,
                    event->result);
        break;
    default: break;
    }
}

static void tell_actor(const struct executor *executor, const struct ts_step *step, struct text *out) {
    bool outside = step->action >= executor->first_isr_action;
    text_add(out, outside ? "environment" : subject_context_name(executor->subject, step->actor));
}

static void describe_step(const struct ts *ts, const void *before, uint32_t before_size, const void *after,
                          uint32_t after_size, const struct ts_step *step, struct ts_description *out) {
    const struct executor *executor = self(ts);
    (void)before_size;
    if (step->action == TS_NO_ACTION) return;
    struct text reads = {0};
    struct timeline *timeline = replay_one_step(executor, before, after, after_size, step, &reads);
    tell_actor(executor, step, &out->actor);
    out->place = executor->actions[step->action].place;
    for (size_t i = 0; i < timeline->events.count; i++) {
        const struct timeline_event *event = &timeline->events.items[i];
        if (event->kind == TIMELINE_SERVICE && event->place.file && !out->action.length) out->place = event->place;
        tell(timeline, i, out);
    }
    if (!out->action.length && reads.length)
        text_printf(&out->action, "(%s)", text_chars(&reads));
    else if (!out->action.length)
        text_add(&out->action, executor->actions[step->action].text);
    text_free(&reads);
    timeline_free(timeline);
}

/* ---- states ---- */

struct showing {
    void (*visit)(void *context, const char *name, const char *value);
    void *context;
};

static void show_leaf(void *context, const char *path, const struct c_type *type, const struct c_field *bits,
                      const unsigned char *bytes) {
    struct showing *showing = context;
    struct text value = {0};
    path_print_value(type, bits, bytes, &value);
    showing->visit(showing->context, path, text_chars(&value));
    text_free(&value);
}

static void show_globals(const struct executor *executor, const void *state, struct showing *showing) {
    for (uint32_t i = 0; i < executor->subject->program->global_count; i++) {
        const struct c_object *object = executor->subject->program->globals[i];
        if (executor->analysis->image_offset[i] == NO_OFFSET || !object->name) continue;
        struct text name = {0};
        path_print(object, 0, object->type, NULL, &name);
        path_visit_leaves(text_chars(&name), object->type, state_global(executor, state, i), SHOWN_ELEMENTS, show_leaf,
                          showing);
        text_free(&name);
    }
}

static void show_locals(const struct executor *executor, const struct state_calls *calls, uint32_t context,
                        struct showing *showing) {
    uint32_t base = 0;
    for (uint32_t call = 0; call < calls->count; call++) {
        const struct c_function *function =
            executor->subject->program->functions[executor->subject->function_of[state_call(calls, call)]];
        for (uint32_t i = 0; i < function->local_count; i++) {
            const struct c_object *local = function->locals[i];
            if (!local->name || local->storage == C_TEMPORARY) continue;
            struct text name = {0};
            text_printf(&name, "%s:", subject_context_name(executor->subject, context));
            if (call) text_printf(&name, "%s:", function->name);
            text_add(&name, local->name);
            path_visit_leaves(text_chars(&name), local->type, calls->stack + base + local->address, SHOWN_ELEMENTS,
                              show_leaf, showing);
            text_free(&name);
        }
        base += function->frame_size;
    }
}

static void show_tasks(const struct executor *executor, const void *state, struct showing *showing) {
    static const char *const words[] = {
        [OSEK_RUNNING] = "running", [OSEK_WAITING] = "waiting", [OSEK_READY] = "ready", [OSEK_SUSPENDED] = "suspended"};
    const struct osek_config *config = executor->subject->config;
    state = osek_before_shutdown(config, state);
    for (uint32_t i = 0; i < config->task_count; i++)
        showing->visit(showing->context, config->tasks[i].name, words[osek_task_state(config, state, i)]);
    for (uint32_t i = 0; i < config->resource_count; i++) {
        uint32_t holder = osek_resource_holder(config, state, i);
        showing->visit(showing->context, config->resources[i].name,
                       holder == OSEK_NONE ? "free" : subject_context_name(executor->subject, holder));
    }
}

static void describe_variables(const struct ts *ts, const void *state, uint32_t size,
                               void (*visit)(void *context, const char *name, const char *value), void *context) {
    const struct executor *executor = self(ts);
    struct showing showing = {visit, context};
    (void)size;
    show_tasks(executor, state, &showing);
    show_globals(executor, state, &showing);
    for (uint32_t i = 0; i < executor->subject->context_count; i++) {
        struct state_calls calls;
        if (state_calls(executor, state, i, &calls)) show_locals(executor, &calls, i, &showing);
    }
}

void describe_by(struct executor *executor) {
    executor->ts.describe = describe_step;
    executor->ts.variables = describe_variables;
}
