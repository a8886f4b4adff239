#include "app/app.h"

#include "app/budget.h"
#include "app/ceiling.h"
#include "app/config.h"
#include "app/fault.h"
#include "app/machine.h"
#include "app/mutex.h"
#include "app/observer.h"
#include "app/state.h"
#include "app/system.h"

#include <string.h>

enum { STEP_LIMIT = 100 * 1000 * 1000, MOST_CONTEXTS = 0x7000 };

struct app_options app_options_default(void) {
    return (struct app_options){
        .other_isrs = {.times = APP_UNBOUNDED}, .other_counters = {.times = APP_UNBOUNDED}, .step_limit = STEP_LIMIT};
}

/* ---- contexts by name ---- */

static const char *context_name(struct app *app, uint32_t context) {
    static const char *const hooks[] = {[OSEK_STARTUP_HOOK] = "StartupHook",
                                        [OSEK_SHUTDOWN_HOOK] = "ShutdownHook",
                                        [OSEK_ERROR_HOOK] = "ErrorHook",
                                        [OSEK_PRE_TASK_HOOK] = "PreTaskHook",
                                        [OSEK_POST_TASK_HOOK] = "PostTaskHook"};
    uint32_t index;
    enum osek_context_kind kind = osek_context_kind(app->config, context, &index);
    switch (kind) {
    case OSEK_TASK: return app->config->tasks[index].name;
    case OSEK_ISR: return app->config->isrs[index].name;
    case OSEK_ALARM_CALLBACK: return arena_printf(app->arena, "callback of %s", app->config->alarms[index].name);
    default: return hooks[kind];
    }
}

static void name_contexts(struct app *app) {
    app->context_names = arena_new_array(app->arena, const char *, app->context_count + 1);
    for (uint32_t i = 0; i < app->context_count; i++) app->context_names[i] = context_name(app, i);
}

const char *app_context_name(const struct app *app, uint32_t context) {
    return context < app->context_count ? app->context_names[context] : "nobody";
}

void app_set_patience(struct app *app, bool (*goes_on)(void *context), void *context) {
    app->goes_on = goes_on;
    app->goes_on_context = context;
    atomic_store(&app->stopped, false);
}

bool app_lost_patience(const struct app *app) { return atomic_load(&app->stopped); }

bool app_looks_for(const struct app *app, enum app_check check) { return app->enabled[check]; }

/* ---- building ---- */

static bool find_mode(struct app *app, const char *wanted, struct diagnostics *diagnostics) {
    const struct cfront_names *names = app->names;
    for (uint32_t i = 0; names && i < names->mode_count; i++)
        if (!strcmp(names->modes[i], wanted ? wanted : "OSDEFAULTAPPMODE")) {
            app->mode = i;
            return true;
        }
    if (wanted) diag_error(diagnostics, (struct place){0}, "there is no application mode '%s'", wanted);
    return !wanted;
}

static bool build(struct app *app, const struct app_options *options, struct diagnostics *diagnostics) {
    const char *fault = osek_config_fault(app->config);
    app->context_count = osek_context_count(app->config);
    if (!fault && app->context_count > MOST_CONTEXTS) fault = "there are too many tasks, ISRs and alarms";
    if (fault) {
        diag_error(diagnostics, (struct place){0}, "this configuration cannot be run: %s", fault);
        return false;
    }
    for (unsigned i = 0; i < APP_CHECK_COUNT; i++) app->enabled[i] = !options->disabled[i];
    app->step_limit = options->step_limit ? options->step_limit : STEP_LIMIT;
    app->no_reduction = options->no_reduction;
    app->faults = faults_new();
    name_contexts(app);
    bool good = find_mode(app, options->mode, diagnostics);
    good = budgets_set(app, options, diagnostics) && good;
    good = analysis_run(app, diagnostics) && good;
    good = good && mutex_build(app, options, diagnostics);
    if (!good || !observers_build(app, options, diagnostics)) return false;
    state_layout(app);
    system_build(app);
    return true;
}

static struct app *new_app(struct arena *arena) {
    struct app *app = memory_new(sizeof *app);
    app->arena = arena;
    return app;
}

struct app *app_new(const struct c_program *program, const struct osek_config *config, const struct cfront_names *names,
                    const struct app_options *options, struct diagnostics *diagnostics) {
    struct app *app = new_app(arena_new());
    app->program = program;
    app->config = config;
    app->names = names;
    if (build(app, options, diagnostics)) return app;
    app_free(app);
    return NULL;
}

void app_free(struct app *app) {
    if (!app) return;
    for (unsigned i = 0; i < SPARE_MACHINES; i++) machine_free(atomic_load(&app->spare[i]));
    observers_free(app);
    faults_free(app->faults);
    if (app->owned_program) c_program_free(app->owned_program);
    arena_free(app->arena);
    free(app);
}

/* ---- loading ---- */

static bool find_profile(const char *name, struct osek_profile *profile, struct diagnostics *diagnostics) {
    if (osek_profile_by_name(name ? name : app_profile_name(0), profile)) return true;
    diag_error(diagnostics, (struct place){0}, "there is no kernel '%s'", name);
    return false;
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool load(struct app *app, const char *const *oil_paths, size_t oil_count, const char *const *sources,
                 size_t source_count, const struct app_options *options, struct diagnostics *diagnostics) {
    struct osek_profile profile;
    if (!find_profile(options->profile, &profile, diagnostics)) return false;
    struct oil_config *oil = oil_load(oil_paths, oil_count, &options->oil, app->arena, diagnostics);
    struct kernel_configuration *kernel = oil ? config_from_oil(oil, &profile, app->arena, diagnostics) : NULL;
    if (!kernel) return false;
    struct cfront_options cfront = options->cfront;
    if (profile.end_terminates) cfront.falling_off_is_end = cfront.stray_code = true;
    app->owned_program = cfront_load(sources, source_count, &kernel->names, &cfront, diagnostics);
    if (!app->owned_program) return false;
    config_observe_counters(kernel, app->owned_program);
    app->title = arena_text(app->arena, last_part(oil_paths[0]));
    app->program = app->owned_program;
    app->config = &kernel->config;
    app->names = &kernel->names;
    if (!build(app, options, diagnostics)) return false;
    if (app->enabled[APP_CHECK_CEILING]) ceiling_note_unused(app, oil, diagnostics);
    return true;
}

struct app *app_load(const char *const *oil_paths, size_t oil_count, const char *const *sources, size_t source_count,
                     const struct app_options *options, struct diagnostics *diagnostics) {
    struct app *app = new_app(arena_new());
    if (load(app, oil_paths, oil_count, sources, source_count, options, diagnostics)) return app;
    app_free(app);
    return NULL;
}

/* ---- looking at it ---- */

static const struct {
    const char *name, *text;
} profiles[] = {
    {"standard", "OSEK/VDX OS 2.2.3 to the letter; what it leaves open is tried in every way"},
    {"trampoline", "as Trampoline does it"},
};

const char *app_profile_name(size_t index) {
    return index < sizeof profiles / sizeof *profiles ? profiles[index].name : NULL;
}
const char *app_profile_text(size_t index) {
    return index < sizeof profiles / sizeof *profiles ? profiles[index].text : NULL;
}

const struct ts *app_ts(const struct app *app) { return &app->ts; }
const struct c_program *app_program(const struct app *app) { return app->program; }
const struct osek_config *app_kernel_config(const struct app *app) { return app->config; }
const struct cfront_names *app_names(const struct app *app) { return app->names; }

const void *app_kernel_state(const struct app *app, const void *state) {
    (void)app;
    return state;
}

bool app_where(const struct app *app, const void *state, uint32_t size, uint32_t context, struct place *place,
               const char **function) {
    struct state_calls calls;
    (void)size;
    if (!state_calls(app, state, context, &calls)) return false;
    uint32_t number = state_call(&calls, calls.count - 1);
    const struct c_function *f = app->program->functions[app->function_of[number]];
    if (place) *place = f->code[number - app->first_instruction[f->index]].place;
    if (function) *function = f->name;
    return true;
}
