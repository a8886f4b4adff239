#include "app/promela/export.h"

#include "app/promela/export_internal.h"
#include "base/file.h"

#include <string.h>

/* ---- The whole ---- */

static void add_run(struct exporter *exporter, const char *name, struct text *out) {
    if (strstr(text_chars(&exporter->processes), arena_printf(exporter->arena, "proctype %s_()", name)))
        text_printf(out, "        run %s_();\n", name);
}

static void add_start(struct exporter *exporter, const struct text *startup, struct text *out) {
    const struct osek_config *config = exporter->config;
    text_printf(out, "init {\n%s    atomic {\n        configData();\n", text_chars(&exporter->startup));
    export_initial_values(exporter, out);
    text_add(out, "        run OSModel();\n");
    for (uint32_t t = 0; t < config->task_count; t++) add_run(exporter, config->tasks[t].name, out);
    for (uint32_t i = 0; i < config->isr_count; i++) add_run(exporter, config->isrs[i].name, out);
    for (uint32_t c = 0; c < config->counter_count; c++) add_run(exporter, config->counters[c].name, out);
    if (strstr(text_chars(&exporter->processes), "proctype taskHooks()")) text_add(out, "        run taskHooks();\n");
    if (startup->length)
        text_printf(out, "        level = 255\n    };\n%s    atomic {\n        level = 0;\n", text_chars(startup));
    text_add(out, "        startTasks()\n    }\n}\n");
}

static void add_hooks(struct exporter *exporter, struct text *out) {
    bool after = export_has_hook(exporter, OSEK_POST_TASK_HOOK), before = export_has_hook(exporter, OSEK_PRE_TASK_HOOK);
    if (export_has_hook(exporter, OSEK_ERROR_HOOK)) text_add(out, "#define ERROR_HOOK\n");
    if (before || after)
        text_printf(out, "#define PRE_HOOK %s\n#define POST_HOOK %s\n", before ? "HOOK_BEFORE" : "0",
                    after ? "HOOK_AFTER" : "0");
}

static bool has_many_events(const struct osek_config *config) {
    for (uint32_t t = 0; t < config->task_count; t++)
        if (config->tasks[t].events > 255) return true;
    return false;
}

/* What the application requested and did not get yet. */
static void add_requests(struct exporter *exporter, struct text *out) {
    const struct osek_config *config = exporter->config;
    text_printf(out,
                "bit requested[%u];\n#define REQUESTED(iid, ilevel, category) (requested[iid] && ALLOWED(ilevel, "
                "category))\n#define ARRIVED (",
                config->isr_count + 1);
    for (uint32_t i = 0; i < config->isr_count; i++)
        text_printf(out, "%sREQUESTED(%u, %u, %u)", i ? " || " : "", i + 1, config->isrs[i].level,
                    config->isrs[i].category);
    text_add(out, ")\n");
}

static void add_head(struct exporter *exporter, struct text *out) {
    const struct osek_config *config = exporter->config;
    unsigned requests = 1;
    for (uint32_t t = 0; t < config->task_count; t++) requests += config->tasks[t].activation;
    text_printf(out, "/* %s: the application and its operating system, written by rtcheck.\n *\n",
                file_name(exporter->options->title)); /* where it lay is nobody's business */
    text_printf(out, " * spin -a -o2 FILE; cc -O2 -fwrapv -DSAFETY -o pan pan.c; ./pan%s\n *\n",
                exporter->subject->enabled[APP_CHECK_DEADLOCK] ? "" : " -E");
    text_add(out, " * Unsigned numbers of 32 bits are kept as their bits: 4294967295 is -1, and comparisons flip the "
                  "highest bit. */\n\n");
    text_printf(out,
                "#define TASKS %u\n#define RESOURCES %u\n#define REQUESTS %u\n#define HIGHEST %u\n#define ALARMS %u\n",
                config->task_count, config->resource_count ? config->resource_count : 1, requests,
                config->highest_priority, config->alarm_count);
    if (has_many_events(config)) text_add(out, "#define EVENTS int\n");
    if (exporter->watch->property_count)
        text_add(out,
                 "#define FORMULAS  /* spin -a -o2 -DLIVENESS FILE; cc without -DSAFETY; ./pan -a -N formula1 */\n");
    if (exporter->interrupts) text_add(out, "#define INTERRUPTS  /* something comes from outside */\n");
    if (!config->profile.fixed_errors && config->extended_status)
        text_add(out, "#define SEVERAL_ERRORS  /* any of them may be the answer */\n");
    add_hooks(exporter, out);
    if (exporter->shares) text_add(out, "#define SHARED_RESOURCES  /* with interrupt routines */\n");
    if (exporter->requests) add_requests(exporter, out);
    if (!exporter->subject->enabled[APP_CHECK_INTERRUPTS]) text_add(out, "#define BALANCED(condition) skip\n");
    text_add(out, "\n");
    export_add_telling(exporter, out);
    text_add(out, "#include \"os_model.pml\"\n\n");
    export_add_names(exporter, out);
}

static bool write_model(struct exporter *exporter, struct app_export *out) {
    struct text marked = {0}, startup = {0}, formulas = {0};
    bool ok = export_startup_hook(exporter, &startup) && export_formulas(exporter, &formulas);
    add_head(exporter, &marked);
    if (exporter->globals.length) text_printf(&marked, "%s\n", text_chars(&exporter->globals));
    export_add_configuration(exporter, &marked);
    export_add_autostart(exporter, &marked);
    export_add_advances(exporter, &marked);
    text_add(&marked, text_chars(&exporter->processes));
    add_start(exporter, &startup, &marked);
    text_add(&marked, text_chars(&formulas));
    export_settle_marks(exporter, text_chars(&marked), out);
    text_free(&marked);
    text_free(&startup);
    text_free(&formulas);
    return ok;
}

static bool makes_requests(const struct c_program *program) {
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            if (program->functions[f]->code[i].kind == C_INTERRUPT) return true;
    return false;
}

static bool shares_resources(const struct osek_config *config) {
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (config->isrs[i].resources) return true;
    return false;
}

static bool something_comes(const struct subject *subject) {
    bool any = false;
    for (uint32_t i = 0; i < subject->config->isr_count; i++) any = any || subject->isr_sources[i].times;
    for (uint32_t i = 0; i < subject->config->alarm_count; i++)
        any = any || subject->counter_sources[subject->config->alarms[i].counter].times;
    return any;
}

bool app_export(const struct watch *watch, const struct export_options *options, struct app_export *out,
                struct diagnostics *diagnostics) {
    *out = (struct app_export){.arena = arena_new()};
    const struct subject *subject = watch->subject;
    struct exporter exporter = {.subject = subject,
                                .analysis = watch->executor->analysis,
                                .watch = watch,
                                .program = subject->program,
                                .config = subject->config,
                                .arena = out->arena,
                                .bindings = {.program = watch->subject->program,
                                             .arena = out->arena,
                                             .whole_objects = watch->subject->whole_objects,
                                             .minds_alignment = watch->subject->enabled[APP_CHECK_ALIGNMENT]},
                                .diagnostics = diagnostics,
                                .options = options,
                                .context = OSEK_NONE,
                                .requests = makes_requests(subject->program),
                                .shares = shares_resources(subject->config)};
    exporter.interrupts = exporter.requests || something_comes(subject);
    exporter.advanced = arena_new_array(out->arena, bool, subject->config->counter_count + 1);
    unsigned errors = diagnostics->errors;
    bool ok = export_check_limits(&exporter) && export_check_hooks(&exporter) && export_check_formulas(&exporter) &&
              export_processes(&exporter) && write_model(&exporter, out) && diagnostics->errors == errors;
    for (size_t i = 0; i < exporter.marks.count; i++) vec_push(&out->marks, exporter.marks.items[i]);
    if (ok) export_list_globals(&exporter, out);
    vec_free(&exporter.marks);
    vec_free(&exporter.notes);
    vec_free(&exporter.variables);
    vec_free(&exporter.findings);
    vec_free(&exporter.calls);
    vec_free(&exporter.bindings.list);
    text_free(&exporter.globals);
    text_free(&exporter.processes);
    text_free(&exporter.startup);
    text_free(&exporter.declarations);
    text_free(&exporter.body);
    text_free(&exporter.before);
    return ok;
}

void app_export_free(struct app_export *out) {
    vec_free(&out->findings);
    vec_free(&out->marks);
    vec_free(&out->notes);
    vec_free(&out->globals);
    text_free(&out->model);
    arena_free(out->arena);
}
