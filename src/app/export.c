#include "app/export.h"

#include "app/export_internal.h"

#include <stdarg.h>
#include <string.h>

/* ---- Lines that can fail ---- */

enum { MARK = 1 }; /* a byte that no text has: MARK number MARK */

const char *export_finding(struct exporter *exporter, const char *kind, struct place place, const char *format, ...) {
    struct text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    struct export_finding finding = {
        .kind = kind, .place = place, .message = arena_text(exporter->arena, text_chars(&message))};
    text_free(&message);
    vec_push(&exporter->findings, finding);
    return arena_printf(exporter->arena, "%c%zu%c", MARK, exporter->findings.count - 1, MARK);
}

/* Takes the marks out of the text: what they marked learns its line. */
static void settle_findings(struct exporter *exporter, const char *marked, struct app_export *out) {
    unsigned line = 1;
    while (*marked) {
        if (*marked == MARK) {
            char *end;
            unsigned long number = strtoul(marked + 1, &end, 10);
            struct export_finding finding = exporter->findings.items[number];
            finding.line = line;
            vec_push(&out->findings, finding);
            marked = end + 1;
            continue;
        }
        line += *marked == '\n';
        text_add_char(&out->model, *marked++);
    }
}

/* ---- Configuration ---- */

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
        if ((alarm->autostart >> exporter->app->mode & 1) && alarm->start == 0)
            return export_refuse(exporter, (struct place){0}, name);
        const struct osek_counter *counter = &config->counters[alarm->counter];
        name = arena_printf(exporter->arena, "the counter '%s', whose value can be seen,", counter->name);
        if (!counter->unobserved) return export_refuse(exporter, (struct place){0}, name);
    }
    return true;
}

static bool check_limits(struct exporter *exporter) {
    const struct osek_config *config = exporter->config;
    struct place nowhere = {0};
    if (exporter->app->regions) return export_refuse(exporter, nowhere, "--mutex");
    if (exporter->app->property_count) return export_refuse(exporter, nowhere, "a formula of --ltl");
    if (config->resource_count > 8)
        return export_refuse(exporter, nowhere, "an application with more than 8 resources");
    for (uint32_t r = 0; r < config->resource_count; r++)
        if (config->resources[r].ceiling > config->highest_priority || config->resources[r].root != r)
            return export_refuse(exporter, nowhere, "a linked resource, or one that an ISR uses,");
    for (uint32_t t = 0; t < config->task_count; t++)
        if (config->tasks[t].events > INT32_MAX) return export_refuse(exporter, nowhere, "more than 31 events");
    for (uint32_t c = config->task_count + config->isr_count; c < osek_context_count(config); c++)
        if (exporter->program->entries[c])
            return export_refuse(exporter, exporter->program->entries[c]->place, "a hook");
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

static const char *task_name(struct exporter *exporter, uint32_t task) {
    return export_identifier(exporter, exporter->config->tasks[task].name, task + 1);
}

static const char *resource_name(struct exporter *exporter, uint32_t resource) {
    return export_identifier(exporter, exporter->config->resources[resource].name, resource + 1);
}

static const char *alarm_name(struct exporter *exporter, uint32_t alarm) {
    return export_identifier(exporter, exporter->config->alarms[alarm].name, alarm + 1);
}

static void add_names(struct exporter *exporter, struct text *out) {
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
    const char *name = task_name(exporter, t);
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

static void add_configuration(struct exporter *exporter, struct text *out) {
    const struct osek_config *config = exporter->config;
    text_add(out, "inline configData() {\n");
    for (uint32_t t = 0; t < config->task_count; t++) add_task_data(exporter, t, out);
    for (uint32_t r = 0; r < config->resource_count; r++)
        text_printf(out, "    SetResource(%s, %u);\n", resource_name(exporter, r),
                    config->resources[r].scheduler ? config->highest_priority : config->resources[r].ceiling);
    for (uint32_t a = 0; a < config->alarm_count; a++)
        if (config->alarms[a].autostart >> exporter->app->mode & 1)
            text_printf(out, "    SetAlarm(%s, %u, %u);\n", alarm_name(exporter, a), config->alarms[a].start,
                        config->alarms[a].cycle);
    text_add(out, "    status = E_OK\n}\n\n");
}

static bool starts(const struct exporter *exporter, uint32_t task) {
    return exporter->config->tasks[task].autostart >> exporter->app->mode & 1;
}

/* Tasks that start by themselves: of equal priorities in any order (11.3), but for kernels that have one. */
static void add_autostart(struct exporter *exporter, struct text *out) {
    const struct osek_config *config = exporter->config;
    text_add(out, "inline startTasks() {\n    nesting = 1;\n");
    for (uint32_t priority = 0; priority <= config->highest_priority; priority++) {
        unsigned count = 0;
        struct text choices = {0}, single = {0};
        for (uint32_t t = 0; t < config->task_count; t++) {
            const char *name = task_name(exporter, t);
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
    text_add(out, "    nesting = 0;\n    d_step { Reschedule() };\n    printf(\"@start\\n\");\n    tellState()\n}\n\n");
}

/* For those who replay a run: level, running task; state and events of each task; who has each resource. */
static void add_telling(const struct exporter *exporter, struct text *out) {
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

/* ---- Processes ---- */

static bool write_code(struct exporter *exporter, const struct c_function *function, uint32_t *instance) {
    text_clear(&exporter->declarations);
    text_clear(&exporter->body);
    vec_clear(&exporter->calls);
    vec_push(&exporter->calls, function);
    exporter->most_loads = 0;
    exporter->told = (struct place){0};
    exporter->after_label = false;
    *instance = ++exporter->instances;
    return export_function(exporter, function, *instance);
}

/* What the process forgets when its code has ended: so it begins as if for the first time. */
static bool add_forgetting(struct exporter *exporter, uint32_t instance) {
    struct text resets = {0};
    bool ok = export_reset_all(exporter, instance, &resets);
    export_line(exporter, "atomic { result = 0%s%s };", resets.length ? "; " : "", text_chars(&resets));
    text_free(&resets);
    return ok;
}

static void add_declarations(struct exporter *exporter, const char *own) {
    struct text *out = &exporter->processes;
    text_printf(out, "    byte result;  /* of the last service */\n");
    if (strstr(text_chars(&exporter->body), "choice")) text_add(out, "    int choice;\n");
    for (uint32_t i = 1; i <= exporter->most_loads; i++) text_printf(out, i == 1 ? "    int load1" : ", load%u", i);
    if (exporter->most_loads) text_add(out, ";  /* what was read of variables that others change */\n");
    text_printf(out, "%s%s", own, text_chars(&exporter->declarations));
}

static bool add_task_end(struct exporter *exporter, const struct c_function *function, uint32_t instance) {
    const char *name = export_identifier(exporter, exporter->who, exporter->task);
    if (exporter->app->enabled[APP_CHECK_TERMINATE] && !exporter->config->profile.end_terminates) {
        export_line(exporter, "assert(false);%s  /* a task ends without TerminateTask or ChainTask */",
                    export_finding(exporter, "terminate", function->end, "%s: %s", exporter->who,
                                   osek_misuse_text(OSEK_MISSING_TERMINATE)));
    } else {
        export_line(exporter, "endAPI(%s, svcTerminateTask, 0, %u);", name, function->end.line);
        export_line(exporter, "assert(result == E_OK);%s",
                    export_finding(exporter, "service", function->end, "%s", ""));
    }
    export_label(exporter, "finished");
    return add_forgetting(exporter, instance);
}

static bool add_task(struct exporter *exporter, uint32_t t) {
    const struct c_function *function = exporter->program->entries[t];
    uint32_t instance;
    if (!function) return true;
    exporter->who = exporter->config->tasks[t].name;
    exporter->task = t + 1;
    exporter->guard = arena_printf(exporter->arena, "RUNS(%s)", task_name(exporter, t));
    if (!write_code(exporter, function, &instance) || !add_task_end(exporter, function, instance)) return false;
    text_printf(&exporter->processes, "proctype %s_() {\n", exporter->who);
    add_declarations(exporter, "");
    text_printf(&exporter->processes, "end_start:\n    waitForRun(%s);\n%s    goto end_start\n}\n\n",
                task_name(exporter, t), text_chars(&exporter->body));
    return true;
}

/* When it comes, if it may; and, so that nobody takes a spent budget for a deadlock, when it might have come. */
static const char *when(struct exporter *exporter, const struct source *source, const char *allowed, bool spent) {
    const char *idle = source->idle_only || spent ? " && IDLE" : "";
    const char *budget = source->times == APP_UNBOUNDED ? "" : spent ? " && budget == 0" : " && budget > 0";
    return arena_printf(exporter->arena, "%s%s%s", allowed, idle, budget);
}

static bool add_isr(struct exporter *exporter, uint32_t i) {
    const struct osek_isr *isr = &exporter->config->isrs[i];
    const struct source *source = &exporter->app->isr_sources[i];
    const struct c_function *function = exporter->program->entries[exporter->config->task_count + i];
    uint32_t instance;
    if (!function || source->times == 0) return true;
    exporter->who = isr->name;
    exporter->task = 0;
    exporter->level = isr->level;
    exporter->category = isr->category;
    exporter->guard = arena_printf(exporter->arena, "(level == %u)", isr->level);
    if (!write_code(exporter, function, &instance)) return false;
    struct text resets = {0}, *out = &exporter->processes;
    bool limited = source->times != APP_UNBOUNDED, ok = export_reset_all(exporter, instance, &resets);
    const char *allowed = arena_printf(exporter->arena, "ALLOWED(%u, %u)", isr->level, isr->category);
    text_printf(out, "proctype %s_() {\n", isr->name);
    add_declarations(exporter,
                     limited ? arena_printf(exporter->arena, "    byte before;\n    int budget = %u;\n", source->times)
                             : "    byte before;\n");
    text_printf(out, "end_start:\n    do\n    :: atomic { %s -> %senterISR(%u, %u, before) };\n",
                when(exporter, source, allowed, false), limited ? "budget--; " : "", i + 1, isr->level);
    text_printf(out, "%s    atomic { %s -> result = 0%s%s; leaveISR(%u, before) }\n", text_chars(&exporter->body),
                exporter->guard, resets.length ? "; " : "", text_chars(&resets), i + 1);
    if (limited) text_printf(out, "    :: %s\n", when(exporter, source, allowed, true));
    text_add(out, "    od\n}\n\n");
    text_free(&resets);
    return ok;
}

/* 9.2: an activation that is lost, an event that nobody has, are the application's mistake. */
static void add_expiry(struct exporter *exporter, uint32_t a, struct text *out) {
    const struct osek_alarm *alarm = &exporter->config->alarms[a];
    const char *name = alarm_name(exporter, a);
    const bool *enabled = exporter->app->enabled;
    text_printf(out, "        if\n        :: alarm[%s].ticks > next -> alarm[%s].ticks = alarm[%s].ticks - next\n",
                name, name, name);
    text_printf(out,
                "        :: alarm[%s].ticks == next ->\n            alarm[%s].ticks = alarm[%s].cycle;\n            "
                "printf(\"@expiry %u\\n\")",
                name, name, name, a + 1);
    if (alarm->action == OSEK_ACTIVATE) {
        text_printf(out, ";\n            ActivateTask(0, %s)", task_name(exporter, alarm->task));
        if (enabled[APP_CHECK_ACTIVATION])
            text_printf(out, ";\n            assert(status == E_OK)%s",
                        export_finding(exporter, "activation", (struct place){0}, "%s expires: %s", alarm->name,
                                       osek_misuse_text(OSEK_ACTIVATION_LOST)));
    } else if (alarm->action == OSEK_SET_EVENT) {
        text_printf(out, ";\n            SetEvent(0, %s, %llu)", task_name(exporter, alarm->task),
                    (unsigned long long)alarm->event);
        if (enabled[APP_CHECK_EVENT])
            text_printf(out, ";\n            assert(status == E_OK)%s",
                        export_finding(exporter, "event", (struct place){0}, "%s expires: %s", alarm->name,
                                       osek_misuse_text(OSEK_EVENT_OF_SUSPENDED)));
    }
    text_add(out, "\n        :: else\n        fi;\n");
}

/* Time passes to the next expiry of one of the counter's alarms, whenever an interrupt could come. */
static void add_counter(struct exporter *exporter, uint32_t c) {
    const struct osek_config *config = exporter->config;
    const struct source *source = &exporter->app->counter_sources[c];
    struct text any = {0}, least = {0}, expiries = {0};
    bool limited = source->times != APP_UNBOUNDED;
    for (uint32_t a = 0; source->times && a < config->alarm_count; a++) {
        if (config->alarms[a].counter != c) continue;
        const char *name = alarm_name(exporter, a);
        text_printf(&any, "%salarm[%s].ticks > 0", any.length ? " || " : "", name);
        text_printf(&least,
                    "        if\n        :: alarm[%s].ticks > 0 && (next == 0 || alarm[%s].ticks < next) -> next = "
                    "alarm[%s].ticks\n        :: else\n        fi;\n",
                    name, name, name);
        add_expiry(exporter, a, &expiries);
    }
    if (any.length) {
        struct text *out = &exporter->processes;
        const char *allowed = arena_printf(exporter->arena, "level == 0 && !MASKED && (%s)", text_chars(&any));
        text_printf(out, "proctype %s_() {\n    int next;  /* ticks to the next expiry */\n", config->counters[c].name);
        if (limited) text_printf(out, "    int budget = %u;\n", source->times);
        text_printf(out,
                    "end_start:\n    do\n    :: atomic {\n        %s ->%s\n%s        printf(\"@tick %u %%d\\n\", "
                    "next);\n        EnterISR(0);\n%s",
                    when(exporter, source, allowed, false), limited ? " budget--;" : "", text_chars(&least), c + 1,
                    text_chars(&expiries));
        text_add(out, "        next = 0;\n        LeaveISR(0);\n        tellState()\n    }\n");
        if (limited) text_printf(out, "    :: %s\n", when(exporter, source, allowed, true));
        text_add(out, "    od\n}\n\n");
    }
    text_free(&any);
    text_free(&least);
    text_free(&expiries);
}

static bool add_processes(struct exporter *exporter) {
    const struct osek_config *config = exporter->config;
    for (uint32_t t = 0; t < config->task_count; t++)
        if (!add_task(exporter, t)) return false;
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (!add_isr(exporter, i)) return false;
    for (uint32_t c = 0; c < config->counter_count; c++) add_counter(exporter, c);
    return true;
}

/* ---- The whole ---- */

static void add_run(struct exporter *exporter, const char *name, struct text *out) {
    if (strstr(text_chars(&exporter->processes), arena_printf(exporter->arena, "proctype %s_()", name)))
        text_printf(out, "        run %s_();\n", name);
}

static void add_start(struct exporter *exporter, struct text *out) {
    const struct osek_config *config = exporter->config;
    text_add(out, "init {\n    atomic {\n        configData();\n");
    export_initial_values(exporter, out);
    text_add(out, "        run OSModel();\n");
    for (uint32_t t = 0; t < config->task_count; t++) add_run(exporter, config->tasks[t].name, out);
    for (uint32_t i = 0; i < config->isr_count; i++) add_run(exporter, config->isrs[i].name, out);
    for (uint32_t c = 0; c < config->counter_count; c++) add_run(exporter, config->counters[c].name, out);
    text_add(out, "        startTasks()\n    }\n}\n");
}

static bool has_many_events(const struct osek_config *config) {
    for (uint32_t t = 0; t < config->task_count; t++)
        if (config->tasks[t].events > 255) return true;
    return false;
}

static void add_head(struct exporter *exporter, struct text *out) {
    const struct osek_config *config = exporter->config;
    unsigned requests = 1;
    for (uint32_t t = 0; t < config->task_count; t++) requests += config->tasks[t].activation;
    text_printf(out, "/* %s: the application and its operating system, written by rtcheck.\n *\n",
                exporter->options->title);
    text_printf(out, " * spin -a FILE; cc -O2 -fwrapv -DSAFETY -o pan pan.c; ./pan%s\n *\n",
                exporter->app->enabled[APP_CHECK_DEADLOCK] ? "" : " -E");
    text_add(out, " * Unsigned numbers of 32 bits are kept as their bits: 4294967295 is -1, and comparisons flip the "
                  "highest bit. */\n\n");
    text_printf(out,
                "#define TASKS %u\n#define RESOURCES %u\n#define REQUESTS %u\n#define HIGHEST %u\n#define ALARMS %u\n",
                config->task_count, config->resource_count ? config->resource_count : 1, requests,
                config->highest_priority, config->alarm_count);
    if (has_many_events(config)) text_add(out, "#define EVENTS int\n");
    if (exporter->interrupts) text_add(out, "#define INTERRUPTS  /* something comes from outside */\n");
    if (!exporter->app->enabled[APP_CHECK_INTERRUPTS]) text_add(out, "#define BALANCED(condition) skip\n");
    text_add(out, "\n");
    add_telling(exporter, out);
    text_add(out, "#include \"os_model.pml\"\n\n");
    add_names(exporter, out);
}

static void write_model(struct exporter *exporter, struct app_export *out) {
    struct text marked = {0};
    add_head(exporter, &marked);
    if (exporter->globals.length) text_printf(&marked, "%s\n", text_chars(&exporter->globals));
    add_configuration(exporter, &marked);
    add_autostart(exporter, &marked);
    text_add(&marked, text_chars(&exporter->processes));
    add_start(exporter, &marked);
    settle_findings(exporter, text_chars(&marked), out);
    text_free(&marked);
}

static bool something_comes(const struct app *app) {
    bool any = false;
    for (uint32_t i = 0; i < app->config->isr_count; i++) any = any || app->isr_sources[i].times;
    for (uint32_t i = 0; i < app->config->alarm_count; i++)
        any = any || app->counter_sources[app->config->alarms[i].counter].times;
    return any;
}

bool app_export(const struct app *app, const struct export_options *options, struct app_export *out,
                struct diagnostics *diagnostics) {
    *out = (struct app_export){.arena = arena_new()};
    struct exporter exporter = {.app = app,
                                .program = app_program(app),
                                .config = app_kernel_config(app),
                                .arena = out->arena,
                                .diagnostics = diagnostics,
                                .options = options,
                                .interrupts = something_comes(app)};
    unsigned errors = diagnostics->errors;
    bool ok = check_limits(&exporter) && add_processes(&exporter) && diagnostics->errors == errors;
    if (ok) write_model(&exporter, out);
    vec_free(&exporter.variables);
    vec_free(&exporter.findings);
    vec_free(&exporter.calls);
    text_free(&exporter.globals);
    text_free(&exporter.processes);
    text_free(&exporter.declarations);
    text_free(&exporter.body);
    text_free(&exporter.before);
    return ok;
}

void app_export_free(struct app_export *out) {
    vec_free(&out->findings);
    text_free(&out->model);
    arena_free(out->arena);
}
