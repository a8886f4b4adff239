/* What the model knows of the configuration: names, configData(), who starts; and what of it cannot be said. */
#include "app/promela/export_internal.h"

bool export_has_hook(const struct exporter *exporter, enum osek_context_kind hook) {
    const struct osek_config *config = exporter->config;
    bool configured =
        (hook == OSEK_STARTUP_HOOK && config->startup_hook) || (hook == OSEK_SHUTDOWN_HOOK && config->shutdown_hook) ||
        (hook == OSEK_ERROR_HOOK && config->error_hook) || (hook == OSEK_PRE_TASK_HOOK && config->pre_task_hook) ||
        (hook == OSEK_POST_TASK_HOOK && config->post_task_hook);
    return configured && exporter->program->entries[osek_context(config, hook, 0)];
}

static bool uses_masks(const struct exporter *exporter) {
    const struct c_program *program = exporter->program;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *instruction = &program->functions[f]->code[i];
            if (instruction->kind == C_SERVICE && instruction->service >= OSEK_EnableAllInterrupts &&
                instruction->service <= OSEK_SuspendOSInterrupts)
                return true;
        }
    return false;
}

static bool check_alarms(struct exporter *exporter) {
    const struct osek_config *config = exporter->config;
    for (uint32_t a = 0; a < config->alarm_count; a++) {
        const struct osek_alarm *alarm = &config->alarms[a];
        const char *name = arena_printf(exporter->arena,
                                        "the alarm '%s', which calls a function or increments a counter,", alarm->name);
        if (alarm->action == OSEK_CALLBACK || alarm->action == OSEK_INCREMENT)
            return export_refuse(exporter, (struct place){0}, name);
        name = arena_printf(exporter->arena, "the alarm '%s' that starts at 0", alarm->name);
        if ((alarm->autostart >> exporter->subject->mode & 1) && alarm->start == 0)
            return export_refuse(exporter, (struct place){0}, name);
        const struct osek_counter *counter = &config->counters[alarm->counter];
        name = arena_printf(exporter->arena, "the counter '%s', whose value can be seen,", counter->name);
        if (!counter->unobserved) return export_refuse(exporter, (struct place){0}, name);
        if (exporter->subject->counter_sources[alarm->counter].timely)
            return export_refuse(exporter, (struct place){0}, "a counter that is `timely`");
        name = arena_printf(exporter->arena, "the counter '%s', which ticks above interrupt routines,", counter->name);
        if (counter->level) return export_refuse(exporter, (struct place){0}, name);
    }
    return true;
}

bool export_check_limits(struct exporter *exporter) {
    const struct osek_config *config = exporter->config;
    struct place nowhere = {0};
    if (exporter->watch->regions) return export_refuse(exporter, nowhere, "--mutex");
    if (config->counts_requests) return export_refuse(exporter, nowhere, "a kernel that counts requests of tasks");
    if (config->runs_main && exporter->subject->program->prelude)
        return export_refuse(exporter, nowhere, "a choice of first values (--any, or constants of missing headers)");
    if (config->runs_main) return export_refuse(exporter, nowhere, "a main() that does more than StartOS");
    if (config->unnested && config->isr_count > 1)
        return export_refuse(exporter, nowhere, "a kernel whose interrupt routines hold each other back");
    if (config->resource_count > 8)
        return export_refuse(exporter, nowhere, "an application with more than 8 resources");
    for (uint32_t r = 0; r < config->resource_count; r++)
        if (config->resources[r].root != r) return export_refuse(exporter, nowhere, "a linked resource");
    for (uint32_t t = 0; t < config->task_count; t++)
        if (config->tasks[t].events > INT32_MAX) return export_refuse(exporter, nowhere, "more than 31 events");
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (config->isrs[i].level > 250) return export_refuse(exporter, nowhere, "a level above 250");
    if (config->task_count > 100) return export_refuse(exporter, nowhere, "an application with more than 100 tasks");
    if (config->profile.disabled_interrupts_error && uses_masks(exporter))
        return export_refuse(exporter, nowhere, "a kernel that refuses services while interrupts are disabled");
    return check_alarms(exporter) &&
           (config->highest_priority < 250 || export_refuse(exporter, nowhere, "a priority above 249"));
}

const char *export_identifier(struct exporter *exporter, const char *name, uint32_t number) {
    return export_is_reserved(name) ? arena_printf(exporter->arena, "%u", number) : name;
}

const char *export_task(struct exporter *exporter, uint32_t task) {
    return export_identifier(exporter, exporter->config->tasks[task].name, task + 1);
}

static const char *resource_name(struct exporter *exporter, uint32_t resource) {
    return export_identifier(exporter, exporter->config->resources[resource].name, resource + 1);
}

const char *export_alarm(struct exporter *exporter, uint32_t alarm) {
    return export_identifier(exporter, exporter->config->alarms[alarm].name, alarm + 1);
}

void export_add_names(struct exporter *exporter, struct text *out) {
    const struct osek_config *config = exporter->config;
    for (uint32_t i = 0; i < config->task_count; i++)
        if (!export_is_reserved(config->tasks[i].name))
            text_printf(out, "#define %s %u\n", config->tasks[i].name, i + 1);
    for (uint32_t i = 0; i < config->resource_count; i++)
        if (!export_is_reserved(config->resources[i].name))
            text_printf(out, "#define %s %u\n", config->resources[i].name, i + 1);
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (!export_is_reserved(config->alarms[i].name))
            text_printf(out, "#define %s %u\n", config->alarms[i].name, i + 1);
    text_add(out, "\n");
}

static void add_task_data(struct exporter *exporter, uint32_t t, struct text *out) {
    const struct osek_config *config = exporter->config;
    const struct osek_task *task = &config->tasks[t];
    const char *name = export_task(exporter, t);
    text_printf(out, "    SetTask(%s, %u);\n", name, task->priority);
    if (task->activation > 1) text_printf(out, "    SetLimit(%s, %u);\n", name, task->activation);
    if (!task->preemptable)
        text_printf(out, "    SetNonPreemptable(%s);\n", name);
    else if (task->internal)
        text_printf(out, "    SetInternal(%s, %u);\n", name, task->internal);
    if (task->events) text_printf(out, "    SetEvents(%s, %llu);\n", name, (unsigned long long)task->events);
    for (uint32_t r = 0; r < config->resource_count; r++)
        if ((task->resources >> r & 1) || config->resources[r].scheduler)
            text_printf(out, "    SetLink(%s, %s);\n", name, resource_name(exporter, r));
}

void export_add_configuration(struct exporter *exporter, struct text *out) {
    const struct osek_config *config = exporter->config;
    text_add(out, "inline configData() {\n");
    for (uint32_t t = 0; t < config->task_count; t++) add_task_data(exporter, t, out);
    for (uint32_t r = 0; r < config->resource_count; r++)
        text_printf(out, "    SetResource(%s, %u);\n", resource_name(exporter, r),
                    config->resources[r].scheduler ? config->highest_priority : config->resources[r].ceiling);
    for (uint32_t a = 0; a < config->alarm_count; a++)
        if (config->alarms[a].autostart >> exporter->subject->mode & 1)
            text_printf(out, "    SetAlarm(%s, %u, %u);\n", export_alarm(exporter, a), config->alarms[a].start,
                        config->alarms[a].cycle);
    text_add(out, "    status = E_OK\n}\n\n");
}

static bool starts(const struct exporter *exporter, uint32_t task) {
    return exporter->config->tasks[task].autostart >> exporter->subject->mode & 1;
}

/* Tasks that start by themselves: of equal priorities in any order (11.3), but for kernels that have one. */
void export_add_autostart(struct exporter *exporter, struct text *out) {
    const struct osek_config *config = exporter->config;
    text_add(out, "inline startTasks() {\n    nesting = 1;\n");
    for (uint32_t priority = 0; priority <= config->highest_priority; priority++) {
        unsigned count = 0;
        struct text choices = {0}, single = {0};
        for (uint32_t t = 0; t < config->task_count; t++) {
            const char *name = export_task(exporter, t);
            if (config->tasks[t].priority != priority || !starts(exporter, t)) continue;
            text_printf(&choices, "    :: task[%s].state == SUSPENDED -> ActivateTask(0, %s)\n", name, name);
            text_printf(&single, "    ActivateTask(0, %s);\n", name);
            count++;
        }
        if (count == 1 || config->profile.fixed_autostart_order)
            text_add(out, text_chars(&single));
        else if (count)
            text_printf(out, "    do  /* of equal priority: in any order */\n%s    :: else -> break\n    od;\n",
                        text_chars(&choices));
        text_free(&choices);
        text_free(&single);
    }
    text_add(out, "    nesting = 0;\n    BEFORE_SWITCH;\n    d_step { Reschedule() };\n    AFTER_SWITCH(false);\n    "
                  "SETTLED;\n    printf(\"@start\\n\");\n    tellState()\n}\n\n");
}

/* For those who replay a run: level, running task; state and events of each task; who has each resource. */
void export_add_telling(const struct exporter *exporter, struct text *out) {
    const struct osek_config *config = exporter->config;
    text_add(out, "inline tellState() {\n    printf(\"@state %d %d");
    for (uint32_t t = 0; t < config->task_count; t++) text_add(out, " %d %d");
    for (uint32_t r = 0; r < config->resource_count; r++) text_add(out, " %d");
    text_add(out, "\\n\", level, turn");
    for (uint32_t t = 0; t < config->task_count; t++)
        text_printf(out, ", task[%u].state, task[%u].events", t + 1, t + 1);
    for (uint32_t r = 0; r < config->resource_count; r++) text_printf(out, ", resource[%u].owner", r + 1);
    text_add(out, ")\n}\n\n");
}
