/* Hooks. StartupHook, ShutdownHook and ErrorHook are written out where they are called; PreTaskHook and PostTaskHook,
 * which any service and any interrupt can call, are a process.
 *
 * A hook may call GetTaskID, ShutdownOS and the macros about an error, and no other service: so nobody can tell whether
 * it runs before the kernel's data change or after. */
#include "app/promela/export_internal.h"
#include "app/subject/expect.h"

static uint32_t hook_context(const struct exporter *exporter, enum osek_context_kind hook) {
    return osek_context(exporter->config, hook, 0);
}

static const struct c_function *code_of(const struct exporter *exporter, enum osek_context_kind hook) {
    return exporter->program->entries[hook_context(exporter, hook)];
}

/* The hook's code, in place. */
static bool add_code(struct exporter *exporter, enum osek_context_kind hook, const char *argument) {
    const struct c_function *function = code_of(exporter, hook);
    uint32_t inner = ++exporter->instances, outer = exporter->context;
    enum osek_context_kind running = exporter->hook;
    struct text resets = {0};
    exporter->hook = hook;
    exporter->context = hook_context(exporter, hook);
    export_line(exporter, "atomic { beginHook(%u) };", exporter->context);
    if (function->parameter_count && argument)
        export_line(exporter, "%s = %s;", export_name(exporter, function->locals[0], inner), argument);
    struct export_call call = {function, inner, NULL};
    vec_push(&exporter->calls, call);
    bool ok = export_function(exporter, function, inner) && export_reset_all(exporter, inner, &resets);
    (void)vec_pop(&exporter->calls);
    export_line(exporter, resets.length ? "atomic { %s };" : "skip;", text_chars(&resets));
    text_free(&resets);
    exporter->context = outer;
    exporter->hook = running;
    return ok;
}

bool export_error_hook(struct exporter *exporter, enum osek_service service) {
    if (!export_has_hook(exporter, OSEK_ERROR_HOOK)) return true;
    exporter->failed = service;
    export_line(exporter, "if");
    export_line(exporter, ":: result != E_OK ->");
    bool ok = add_code(exporter, OSEK_ERROR_HOOK, "result");
    export_line(exporter, "atomic { %s -> hooks = 0; endHook() }", exporter->guard);
    export_line(exporter, ":: else");
    export_line(exporter, "fi;");
    return ok;
}

bool export_shutdown_hook(struct exporter *exporter, const char *argument) {
    const char *guard = exporter->guard;
    if (!export_has_hook(exporter, OSEK_SHUTDOWN_HOOK)) return true;
    exporter->guard = "(level == 255)";
    bool ok = add_code(exporter, OSEK_SHUTDOWN_HOOK, argument);
    exporter->guard = guard;
    return ok;
}

/* Before anything else begins: the model starts with level 255, at which nobody does anything. */
bool export_startup_hook(struct exporter *exporter, struct text *out) {
    if (!export_has_hook(exporter, OSEK_STARTUP_HOOK)) return true;
    export_begin_code(exporter);
    exporter->task = 0;
    exporter->context = OSEK_NONE;
    exporter->who = "StartupHook";
    exporter->guard = "(level == 255)";
    bool ok = add_code(exporter, OSEK_STARTUP_HOOK, NULL);
    export_line(exporter, "endHook();");
    struct text *processes = &exporter->processes;
    struct text others = *processes;
    *processes = (struct text){0};
    export_add_declarations(exporter, "");
    text_printf(&exporter->startup, "%s", text_chars(processes));
    text_free(processes);
    *processes = others;
    text_add(out, text_chars(&exporter->body));
    return ok;
}

/* ---- PostTaskHook and PreTaskHook ---- */

static bool add_option(struct exporter *exporter, enum osek_context_kind hook, const char *guard, const char *done) {
    if (!export_has_hook(exporter, hook)) return true;
    exporter->guard = guard;
    export_line(exporter, ":: %s ->", guard);
    bool ok = add_code(exporter, hook, NULL);
    export_line(exporter, "atomic { %s -> %s; endHook() }", guard, done);
    return ok;
}

bool export_task_hooks(struct exporter *exporter) {
    bool after = export_has_hook(exporter, OSEK_POST_TASK_HOOK), before = export_has_hook(exporter, OSEK_PRE_TASK_HOOK);
    if (!after && !before) return true;
    export_begin_code(exporter);
    exporter->task = 0;
    exporter->context = OSEK_NONE;
    exporter->who = "taskHooks";
    export_line(exporter, "if");
    bool ok = add_option(exporter, OSEK_POST_TASK_HOOK, "AFTER_TASK",
                         "hooks = hooks - HOOK_AFTER; left = (hooks != 0 -> left : 0)") &&
              add_option(exporter, OSEK_PRE_TASK_HOOK, "BEFORE_TASK", "hooks = 0; left = 0");
    export_line(exporter, "fi;");
    text_add(&exporter->processes, "proctype taskHooks() {\n");
    export_add_declarations(exporter, "");
    text_printf(&exporter->processes, "end_start:\n%s    goto end_start\n}\n\n", text_chars(&exporter->body));
    return ok;
}

/* ---- What cannot be said of them ---- */

bool export_check_hooks(struct exporter *exporter) {
    const struct osek_config *config = exporter->config;
    const struct osek_profile *profile = &config->profile;
    bool around = export_has_hook(exporter, OSEK_PRE_TASK_HOOK) || export_has_hook(exporter, OSEK_POST_TASK_HOOK);
    enum osek_context_kind shown =
        export_has_hook(exporter, OSEK_PRE_TASK_HOOK) ? OSEK_PRE_TASK_HOOK : OSEK_POST_TASK_HOOK;
    if (around && (profile->hooks_for_idle || profile->hooks_for_isr || profile->no_post_hook_on_self_chain))
        return export_refuse(exporter, code_of(exporter, shown)->place, "a hook around the idle task or an ISR");
    for (uint32_t a = 0; export_has_hook(exporter, OSEK_ERROR_HOOK) && a < config->alarm_count; a++) {
        enum osek_action action = config->alarms[a].action;
        if (action != OSEK_ACTION_NONE && !expect_wants_expiry(exporter->subject, action))
            return export_refuse(exporter, code_of(exporter, OSEK_ERROR_HOOK)->place,
                                 "an ErrorHook that an alarm calls");
    }
    for (uint32_t a = 0; a < config->alarm_count; a++) {
        const struct c_function *callback = exporter->program->entries[osek_context(config, OSEK_ALARM_CALLBACK, a)];
        if (callback) return export_refuse(exporter, callback->place, "an alarm callback");
    }
    return true;
}
