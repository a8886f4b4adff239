#include "app/export.h"

#include "app/export_internal.h"

#include <string.h>

/* ---- Configuration ---- */

static bool check_limits(struct exporter *exporter) {
    const struct osek_config *config = exporter->config;
    struct place nowhere = {0};
    if (config->resource_count > 8)
        return export_refuse(exporter, nowhere, "an application with more than 8 resources");
    for (uint32_t r = 0; r < config->resource_count; r++)
        if (config->resources[r].ceiling > config->highest_priority || config->resources[r].root != r)
            return export_refuse(exporter, nowhere, "a linked resource, or one that an ISR uses,");
    for (uint32_t t = 0; t < config->task_count; t++)
        if (config->tasks[t].events > 255) return export_refuse(exporter, nowhere, "a task with more than 8 events");
    for (uint32_t a = 0; a < config->alarm_count; a++) {
        enum osek_action action = config->alarms[a].action;
        if (action == OSEK_CALLBACK || action == OSEK_INCREMENT)
            return export_refuse(exporter, nowhere, "an alarm that calls a function or increments a counter");
    }
    for (uint32_t c = config->task_count + config->isr_count; c < osek_context_count(config); c++)
        if (exporter->program->entries[c])
            return export_refuse(exporter, exporter->program->entries[c]->place, "a hook");
    return config->highest_priority < 250 || export_refuse(exporter, nowhere, "a priority above 249");
}

static void add_task_data(const struct osek_config *config, uint32_t t, struct text *out) {
    const struct osek_task *task = &config->tasks[t];
    text_printf(out, "    SetTask(%u, %u);  /* %s */\n", t + 1, task->priority, task->name);
    if (task->activation > 1) text_printf(out, "    SetLimit(%u, %u);\n", t + 1, task->activation);
    if (!task->preemptable)
        text_printf(out, "    SetNonPreemptable(%u);\n", t + 1);
    else if (task->internal)
        text_printf(out, "    SetInternal(%u, %u);\n", t + 1, task->internal);
    if (task->events) text_printf(out, "    SetEvents(%u, %llu);\n", t + 1, (unsigned long long)task->events);
    for (uint32_t r = 0; r < config->resource_count; r++)
        if ((task->resources >> r & 1) || config->resources[r].scheduler)
            text_printf(out, "    SetLink(%u, %u);\n", t + 1, r + 1);
}

static void add_alarm_data(const struct osek_config *config, uint32_t a, struct text *out) {
    const struct osek_alarm *alarm = &config->alarms[a];
    text_printf(out, "    alarm[%u].counter = %u;  /* %s */\n", a + 1, alarm->counter + 1, alarm->name);
    if (alarm->action == OSEK_ACTIVATE) text_printf(out, "    alarm[%u].activates = %u;\n", a + 1, alarm->task + 1);
    if (alarm->action == OSEK_SET_EVENT)
        text_printf(out, "    alarm[%u].signals = %u; alarm[%u].mask = %llu;\n", a + 1, alarm->task + 1, a + 1,
                    (unsigned long long)alarm->event);
    if (alarm->autostart & 1) text_printf(out, "    SetAlarm(%u, %u, %u);\n", a + 1, alarm->start, alarm->cycle);
}

static void add_configuration(const struct osek_config *config, struct text *out) {
    text_add(out, "inline configData() {\n    skip;\n");
    for (uint32_t t = 0; t < config->task_count; t++) add_task_data(config, t, out);
    for (uint32_t r = 0; r < config->resource_count; r++)
        text_printf(out, "    SetResource(%u, %u);  /* %s */\n", r + 1,
                    config->resources[r].scheduler ? config->highest_priority : config->resources[r].ceiling,
                    config->resources[r].name);
    for (uint32_t a = 0; a < config->alarm_count; a++) add_alarm_data(config, a, out);
    text_add(out, "}\n\n");
}

/* Tasks that start by themselves: of equal priorities in any order (OSEK OS 2.2.3, 11.3). */
static void add_autostart(const struct osek_config *config, struct text *out) {
    text_add(out, "inline startTasks() {\n    nesting = 1;\n");
    for (uint32_t priority = 0; priority <= config->highest_priority; priority++) {
        unsigned count = 0;
        struct text choices = {0};
        for (uint32_t t = 0; t < config->task_count; t++) {
            const struct osek_task *task = &config->tasks[t];
            if (task->priority != priority || !(task->autostart & 1)) continue;
            text_printf(&choices, "    :: task[%u].state == SUSPENDED -> ActivateTask(0, %u)\n", t + 1, t + 1);
            count++;
        }
        if (count) text_printf(out, "    do\n%s    :: else -> break\n    od;\n", text_chars(&choices));
        text_free(&choices);
    }
    text_add(out, "    nesting = 0;\n    d_step { Reschedule() }\n}\n\n");
}

/* ---- Initial values ---- */

static int64_t number_at(const struct c_type *type, const struct c_field *bits, const unsigned char *bytes) {
    uint64_t value = 0;
    for (uint32_t i = 0; i < type->size && i < 8; i++) value |= (uint64_t)bytes[i] << (8 * i);
    unsigned width = bits ? bits->bit_width : type->size * 8;
    if (bits) value >>= bits->bit_offset;
    if (width < 64) value &= (UINT64_C(1) << width) - 1;
    if (type->is_signed && width < 64 && (value >> (width - 1) & 1)) value |= ~UINT64_C(0) << width;
    return (int64_t)value;
}

static void add_initial(struct exporter *exporter, const struct c_type *type, const struct c_field *bits,
                        const char *name, int64_t index, const unsigned char *bytes, struct text *out) {
    if (type->kind == C_ARRAY) {
        for (uint32_t i = 0; i < type->count; i++)
            add_initial(exporter, type->target, NULL, name, (index < 0 ? 0 : index * type->count) + i,
                        bytes + i * type->target->size, out);
    } else if (type->kind == C_RECORD) {
        for (uint32_t i = 0; i < type->count; i++) {
            const struct c_field *field = &type->fields[i];
            add_initial(exporter, field->type, field->bit_width ? field : NULL,
                        arena_printf(exporter->arena, "%s_%s", name, field->name), index, bytes + field->offset, out);
        }
    } else if (type->kind == C_INTEGER && number_at(type, bits, bytes) != 0) {
        text_printf(out, "    %s", name);
        if (index >= 0) text_printf(out, "[%lld]", (long long)index);
        text_printf(out, " = %lld;\n", (long long)number_at(type, bits, bytes));
    }
}

static void add_initial_values(struct exporter *exporter, struct text *out) {
    text_add(out, "inline initialData() {\n    skip;\n");
    for (size_t i = 0; i < exporter->variables.count; i++) {
        const struct export_variable *variable = &exporter->variables.items[i];
        if (variable->instance == 0 && variable->object->initial)
            add_initial(exporter, variable->object->type, NULL, variable->name, -1, variable->object->initial, out);
    }
    text_add(out, "}\n\n");
}

/* ---- Processes ---- */

static void begin_process(struct exporter *exporter, const char *name) {
    text_clear(&exporter->declarations);
    text_clear(&exporter->body);
    vec_clear(&exporter->calls);
    exporter->who = name;
}

static bool write_code(struct exporter *exporter, const struct c_function *function) {
    vec_push(&exporter->calls, function);
    uint32_t instance = ++exporter->instances;
    return export_function(exporter, function, instance, arena_printf(exporter->arena, "L%u_end", instance));
}

static bool add_task(struct exporter *exporter, uint32_t t) {
    const struct c_function *function = exporter->program->entries[t];
    if (!function) return true;
    begin_process(exporter, exporter->config->tasks[t].name);
    exporter->task = t + 1;
    exporter->guard = arena_printf(exporter->arena, "RUNS(%u)", t + 1);
    if (!write_code(exporter, function)) return false;
    text_printf(&exporter->processes,
                "proctype %s_() {\n    byte result; int choice;\n%s"
                "end:\nstart:\n    waitForRun(%u);\n%s    assert(false)  /* a task ends without TerminateTask or "
                "ChainTask */\n}\n\n",
                exporter->who, text_chars(&exporter->declarations), t + 1, text_chars(&exporter->body));
    return true;
}

static bool add_isr(struct exporter *exporter, uint32_t i, uint32_t budget) {
    const struct osek_isr *isr = &exporter->config->isrs[i];
    const struct c_function *function = exporter->program->entries[exporter->config->task_count + i];
    if (!function || budget == 0) return true;
    begin_process(exporter, isr->name);
    exporter->task = 0;
    exporter->level = isr->level;
    exporter->guard = arena_printf(exporter->arena, "(level == %u)", isr->level);
    if (!write_code(exporter, function)) return false;
    struct text *out = &exporter->processes;
    text_printf(out, "proctype %s_() {\n    byte result; int choice; byte before;\n", isr->name);
    if (budget != APP_UNBOUNDED) text_printf(out, "    byte budget = %u;\n", budget);
    text_printf(out,
                "%send:\n    do\n    :: atomic { ALLOWED(%u, %u)%s -> %sbefore = level; level = %u; EnterISR(0); "
                "printf(\"@%s interrupt 0\\n\") };\n",
                text_chars(&exporter->declarations), isr->level, isr->category,
                budget != APP_UNBOUNDED ? " && budget > 0" : "", budget != APP_UNBOUNDED ? "budget--; " : "",
                isr->level, isr->name);
    text_printf(out, "%s       atomic { %s -> level = before; before = 0; LeaveISR(0) }\n    od\n}\n\n",
                text_chars(&exporter->body), exporter->guard);
    return true;
}

static void add_expiry(const struct osek_config *config, uint32_t a, struct text *out) {
    const struct osek_alarm *alarm = &config->alarms[a];
    text_printf(out, "       if :: alarm[%u].ticks > 0 -> alarm[%u].ticks = alarm[%u].ticks - next;\n", a + 1, a + 1,
                a + 1);
    text_printf(out, "             if :: alarm[%u].ticks == 0 -> alarm[%u].ticks = alarm[%u].cycle; ", a + 1, a + 1,
                a + 1);
    if (alarm->action == OSEK_ACTIVATE)
        text_printf(out, "ActivateTask(0, %u); assert(status == E_OK)\n", alarm->task + 1);
    else if (alarm->action == OSEK_SET_EVENT)
        text_printf(out, "SetEvent(0, %u, %llu)\n", alarm->task + 1, (unsigned long long)alarm->event);
    else
        text_add(out, "skip\n");
    text_add(out, "             :: else fi\n          :: else fi;\n");
}

/* Time passes to the next expiry of one of the counter's alarms, whenever an interrupt could come. */
static void add_counter(struct exporter *exporter, uint32_t c, uint32_t budget) {
    const struct osek_config *config = exporter->config;
    struct text any = {0}, least = {0}, expiries = {0};
    for (uint32_t a = 0; a < config->alarm_count; a++) {
        if (config->alarms[a].counter != c) continue;
        text_printf(&any, "%salarm[%u].ticks > 0", any.length ? " || " : "", a + 1);
        text_printf(&least,
                    "       if :: alarm[%u].ticks > 0 && (next == 0 || alarm[%u].ticks < next) -> next = "
                    "alarm[%u].ticks :: else fi;\n",
                    a + 1, a + 1, a + 1);
        add_expiry(config, a, &expiries);
    }
    if (any.length && budget != 0) {
        struct text *out = &exporter->processes;
        text_printf(out, "proctype %s_() {\n    int next;\n", config->counters[c].name);
        if (budget != APP_UNBOUNDED) text_printf(out, "    int budget = %u;\n", budget);
        text_printf(out,
                    "end:\n    do\n    :: atomic { level == 0 && masked == 0 && maskedOS == 0 && (%s)%s ->%s\n       "
                    "printf(\"@%s tick 0\\n\");\n",
                    text_chars(&any), budget != APP_UNBOUNDED ? " && budget > 0" : "",
                    budget != APP_UNBOUNDED ? " budget--;" : "", config->counters[c].name);
        text_printf(out, "%s       EnterISR(0);\n%s       next = 0; LeaveISR(0) }\n    od\n}\n\n", text_chars(&least),
                    text_chars(&expiries));
    }
    text_free(&any);
    text_free(&least);
    text_free(&expiries);
}

static uint32_t budget_of(const struct app_budget *budgets, size_t count, const struct app_budget *others,
                          const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(budgets[i].name, name) == 0) return budgets[i].times;
    return others->times;
}

static bool add_processes(struct exporter *exporter, const struct app_options *options) {
    const struct osek_config *config = exporter->config;
    for (uint32_t t = 0; t < config->task_count; t++)
        if (!add_task(exporter, t)) return false;
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (!add_isr(exporter, i,
                     budget_of(options->isrs, options->isr_count, &options->other_isrs, config->isrs[i].name)))
            return false;
    for (uint32_t c = 0; c < config->counter_count; c++)
        add_counter(
            exporter, c,
            budget_of(options->counters, options->counter_count, &options->other_counters, config->counters[c].name));
    return true;
}

static void add_start(struct exporter *exporter, struct text *out) {
    const struct osek_config *config = exporter->config;
    text_add(out, "init {\n    atomic {\n        configData();\n        initialData();\n        run OSModel();\n");
    for (uint32_t t = 0; t < config->task_count; t++)
        if (exporter->program->entries[t]) text_printf(out, "        run %s_();\n", config->tasks[t].name);
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (strstr(text_chars(&exporter->processes),
                   arena_printf(exporter->arena, "proctype %s_()", config->isrs[i].name)))
            text_printf(out, "        run %s_();\n", config->isrs[i].name);
    for (uint32_t c = 0; c < config->counter_count; c++)
        if (strstr(text_chars(&exporter->processes),
                   arena_printf(exporter->arena, "proctype %s_()", config->counters[c].name)))
            text_printf(out, "        run %s_();\n", config->counters[c].name);
    text_add(out, "        startTasks()\n    }\n}\n");
}

static void add_head(const struct exporter *exporter, const char *title, struct text *out) {
    const struct osek_config *config = exporter->config;
    unsigned requests = 1;
    for (uint32_t t = 0; t < config->task_count; t++) requests += config->tasks[t].activation;
    text_printf(out, "/* %s: the application and its operating system. */\n\n", title);
    text_printf(out,
                "#define TASKS %u\n#define RESOURCES %u\n#define REQUESTS %u\n#define HIGHEST %u\n#define ALARMS %u\n",
                config->task_count, config->resource_count ? config->resource_count : 1, requests,
                config->highest_priority, config->alarm_count);
    if (exporter->interrupts) text_add(out, "#define INTERRUPTS\n");
    text_add(out, "\n#include \"os_model.pml\"\n\n");
}

static void write_model(struct exporter *exporter, const char *title, struct text *out) {
    add_head(exporter, title, out);
    text_printf(out, "%s\n", text_chars(&exporter->globals));
    add_configuration(exporter->config, out);
    add_initial_values(exporter, out);
    add_autostart(exporter->config, out);
    text_add(out, text_chars(&exporter->processes));
    add_start(exporter, out);
}

bool app_export(const struct app *app, const struct app_options *options, const char *title, struct text *out,
                struct diagnostics *diagnostics) {
    struct exporter exporter = {.app = app,
                                .program = app_program(app),
                                .config = app_kernel_config(app),
                                .arena = arena_new(),
                                .diagnostics = diagnostics};
    exporter.interrupts = exporter.config->isr_count > 0 || exporter.config->alarm_count > 0;
    bool ok = check_limits(&exporter) && add_processes(&exporter, options) && diagnostics->errors == 0;
    if (ok) write_model(&exporter, title, out);
    vec_free(&exporter.variables);
    vec_free(&exporter.calls);
    text_free(&exporter.globals);
    text_free(&exporter.processes);
    text_free(&exporter.declarations);
    text_free(&exporter.body);
    arena_free(exporter.arena);
    return ok;
}
