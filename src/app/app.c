#include "app/app.h"

#include "app/analysis/ceiling.h"
#include "app/analysis/input_flow.h"
#include "app/analysis/order.h"
#include "app/analysis/unsequenced.h"
#include "app/analysis/unwritten.h"
#include "app/describe.h"
#include "app/exec/long_step.h"
#include "app/exec/paced.h"
#include "app/exec/transitions.h"
#include "app/exec/unawaited.h"
#include "app/parts.h"
#include "app/subject/any.h"
#include "app/subject/assumption.h"
#include "app/subject/boot.h"
#include "app/subject/clockwork.h"
#include "app/subject/config.h"
#include "app/subject/in_time.h"
#include "app/subject/messages.h"
#include "app/subject/routines.h"
#include "app/subject/start_screen.h"
#include "app/subject/tally.h"
#include "app/subject/uncalled.h"
#include "app/subject/vendor.h"
#include "app/watch/observer.h"
#include "base/file.h"

#include <string.h>

/* ---- building ---- */

static bool build(struct app *app, const struct app_options *options, struct diagnostics *diagnostics) {
    app->analysis = (struct analysis){.subject = &app->subject, .arena = app->subject.arena};
    app->executor = (struct executor){.subject = &app->subject, .analysis = &app->analysis};
    app->watch = (struct watch){.subject = &app->subject, .executor = &app->executor};
    unsigned errors = diagnostics->errors;
    if (!subject_build(&app->subject, options, diagnostics)) return false;
    /* X asks for the next step: there is one meaning of that, whatever is reduced elsewhere. */
    app->subject.no_reduction |= watch_counts_steps(options);
    analysis_run(&app->analysis, diagnostics);
    if (diagnostics->errors != errors) return false;
    executor_begin(&app->executor);
    if (!watch_build(&app->watch, options, diagnostics)) return false;
    executor_finish(&app->executor);
    describe_by(&app->executor);
    return true;
}

struct app *app_new(const struct c_program *program, const struct osek_config *config, const struct cfront_names *names,
                    const struct app_options *options, struct diagnostics *diagnostics) {
    struct app *app = memory_new(sizeof *app);
    app->subject = (struct subject){.arena = arena_new(), .program = program, .config = config, .names = names};
    if (build(app, options, diagnostics)) return app;
    app_free(app);
    return NULL;
}

void app_free(struct app *app) {
    if (!app) return;
    watch_free(&app->watch);
    executor_free(&app->executor);
    vec_free(&app->untried);
    if (app->owned_program) c_program_free(app->owned_program);
    arena_free(app->subject.arena);
    free(app);
}

/* ---- loading ---- */

static bool find_profile(const char *name, struct osek_profile *profile, struct diagnostics *diagnostics) {
    if (osek_profile_by_name(name ? name : app_profile_name(0), profile)) return true;
    diag_error(diagnostics, (struct place){0}, "there is no kernel '%s'", name);
    return false;
}

static void mark_first(struct app *app, const struct c_function *function, uint32_t count) {
    for (uint32_t i = 0; i < function->code_count && i < count; i++)
        app->executor.reached[app->subject.first_instruction[function->index] + i] = REACHED;
}

/* What need not run, main() and routines that only count, counts as reached. */
static void mark_skipped(struct app *app) {
    const struct c_function *skipped = app->subject.skipped_main;
    if (skipped) mark_first(app, skipped, boot_does_more(&app->subject) ? 1 : UINT32_MAX);
    if (skipped && start_screen_is(skipped)) mark_first(app, start_screen_calls(skipped), UINT32_MAX);
    for (uint32_t f = 0; f < app->owned_program->function_count; f++) {
        const struct c_function *function = app->owned_program->functions[f];
        if (uncalled_is_idle(&app->subject, function)) mark_first(app, function, UINT32_MAX);
    }
    const struct osek_config *config = app->subject.config;
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (clockwork_is(&app->subject, i))
            mark_first(app, app->owned_program->entries[osek_context(config, OSEK_ISR, i)], UINT32_MAX);
}

void app_forget_reached(struct app *app) {
    long_step_forget(&app->executor); /* who recalls a step does not reach its code */
    for (uint32_t i = 0; i < app->subject.instruction_count; i++) app->executor.reached[i] &= REACHED_FOR_EVER;
    mark_skipped(app);
}

/* What is read: the configuration, as written and as the kernel wants it, and the program. */
struct texts {
    const char *const *oil_paths, *const *sources;
    size_t oil_count, source_count;
    struct oil_config *oil;
    struct kernel_configuration *kernel;
};

/* A line of an answer may have the name of a file in it, and must not be two. */
static bool check_names(const char *const *paths, size_t count, struct diagnostics *diagnostics) {
    for (size_t i = 0; i < count; i++) {
        size_t length = strcspn(paths[i], "\n");
        if (!paths[i][length]) continue;
        diag_error(diagnostics, (struct place){0}, "the name of a file has an end of a line in it: behind `%.*s`",
                   (int)length, paths[i]);
        return false;
    }
    return true;
}

static const char *const *formulas_of(const struct app_options *options, struct arena *arena) {
    const char **formulas = arena_new_array(arena, const char *, options->property_count + 1);
    for (size_t i = 0; i < options->property_count; i++) formulas[i] = options->properties[i].text;
    return formulas;
}

static bool read_texts(struct app *app, struct texts *texts, const struct app_options *options,
                       const struct osek_profile *profile, const struct routines *more,
                       struct diagnostics *diagnostics) {
    struct arena *arena = app->subject.arena;
    struct oil_options reading = options->oil;
    reading.counter_maximum = profile->counter_maximum;
    reading.more = more->text;
    texts->oil = oil_load(texts->oil_paths, texts->oil_count, &reading, arena, diagnostics);
    texts->kernel = texts->oil ? config_from_oil(texts->oil, profile, arena, diagnostics) : NULL;
    if (!texts->kernel) return false;
    struct cfront_options cfront = options->cfront;
    if (profile->end_terminates) cfront.falling_off_is_end = true;
    cfront.asking = formulas_of(options, arena);
    cfront.asking_count = options->property_count;
    cfront.registrations = more->registrations;
    cfront.registration_count = more->registration_count;
    app->owned_program = cfront_load(texts->sources, texts->source_count, &texts->kernel->names, &cfront, diagnostics);
    return app->owned_program;
}

/* Which interrupt routines there are is known when the program is read, and reading it takes the configuration: what
 * the program shows to be missing is added, and all is read again. */
static bool read_with_routines(struct app *app, struct texts *texts, const struct app_options *options,
                               const struct osek_profile *profile, struct diagnostics *diagnostics) {
    struct diagnostics own = {0};
    struct routines more = {0};
    bool good = read_texts(app, texts, options, profile, &more, &own);
    if (good) more = routines_find(app->owned_program, &texts->kernel->config, options, app->subject.arena);
    app->subject.idle = more.idle, app->subject.idle_count = more.idle_count;
    if (more.text) {
        diag_free(&own);
        own = (struct diagnostics){0};
        c_program_free(app->owned_program);
        app->owned_program = NULL;
        good = read_texts(app, texts, options, profile, &more, &own);
        app->subject.vendor_routines = true;
    }
    diag_take(diagnostics, &own);
    diag_free(&own);
    return good;
}

static void keep_configuration(struct app *app, const struct oil_config *oil) {
    struct text text = {0};
    oil_print(oil, &text);
    app->configuration = arena_text(app->subject.arena, text_chars(&text));
    text_free(&text);
}

static bool load(struct app *app, struct texts *texts, const struct app_options *options,
                 struct diagnostics *diagnostics) {
    struct osek_profile profile;
    if (!find_profile(options->profile, &profile, diagnostics)) return false;
    if (!check_names(texts->oil_paths, texts->oil_count, diagnostics)) return false;
    if (!check_names(texts->sources, texts->source_count, diagnostics)) return false;
    if (!read_with_routines(app, texts, options, &profile, diagnostics)) return false;
    const struct oil_config *oil = texts->oil;
    struct kernel_configuration *kernel = texts->kernel;
    keep_configuration(app, oil);
    if (!options->property_count && !options->keeps_tallies && !options->no_reduction) tally_hold(app->owned_program);
    unsigned errors = diagnostics->errors;
    any_prepare(&kernel->config, &kernel->names, app->owned_program, options, diagnostics);
    if (diagnostics->errors != errors) return false;
    boot_prepare(&app->subject, &kernel->config, app->owned_program);
    kernel->config.no_scheduler = options->no_scheduler;
    kernel->config.remembers = watch_looks_back(options);
    config_observe_counters(kernel, app->owned_program);
    config_nest_ticks(kernel, options);
    clockwork_prepare(&app->subject, &kernel->config, kernel->counters, app->owned_program, options);
    app->subject.title = arena_text(app->subject.arena, file_name(texts->oil_paths[0]));
    app->subject.program = app->owned_program;
    app->subject.config = &kernel->config;
    app->subject.names = &kernel->names;
    if (!build(app, options, diagnostics)) return false;
    kernel->config.main_mode = app->subject.mode;
    const char *of_code[] = {unsequenced_assumption(&app->analysis), order_assumption(&app->analysis),
                             unwritten_assumption(&app->analysis)};
    app->subject.uncalled = uncalled_find(&app->subject);
    app->subject.assumption = assumption_find(&app->subject, oil, of_code, sizeof of_code / sizeof *of_code);
    app->subject.network = messages_from_network(oil, app->subject.arena);
    app->subject.nesting_doubt = vendor_nesting_doubt(oil, app->subject.arena);
    if (app->subject.assumption)
        diag_warning(diagnostics, oil->os.place, "it is assumed that %s", app->subject.assumption);
    mark_skipped(app);
    if (app->subject.enabled[APP_CHECK_CEILING]) ceiling_note_unused(&app->analysis, oil, diagnostics);
    return true;
}

/* Which operands' order matters is known when all was read and looked at: then it is read again, and both are tried. */
static const struct cfront_extent *operands_to_turn(const struct app *app, struct arena *arena) {
    const struct analysis *analysis = &app->analysis;
    struct cfront_extent *list = arena_new_array(arena, struct cfront_extent, analysis->turnable_count + 1);
    for (uint32_t i = 0; i < analysis->turnable_count; i++) {
        list[i] = analysis->turnable[i];
        list[i].place.file = arena_text(arena, list[i].place.file);
    }
    return list;
}

static struct app *load_texts(struct texts *texts, const struct app_options *options, struct diagnostics *diagnostics) {
    struct app *app = memory_new(sizeof *app);
    app->subject.arena = arena_new();
    if (load(app, texts, options, diagnostics)) return app;
    app_free(app);
    return NULL;
}

struct app *app_load(const char *const *oil_paths, size_t oil_count, const char *const *sources, size_t source_count,
                     const struct app_options *options, struct diagnostics *diagnostics) {
    struct texts texts = {oil_paths, sources, oil_count, source_count, NULL, NULL};
    struct diagnostics own = {0};
    struct app *app = load_texts(&texts, options, &own);
    if (app && options->turns_operands && app->analysis.turnable_count) {
        struct arena *arena = arena_new();
        struct app_options turned = *options;
        turned.cfront.turned = operands_to_turn(app, arena);
        turned.cfront.turned_count = app->analysis.turnable_count;
        app_free(app);
        diag_free(&own);
        own = (struct diagnostics){0};
        app = load_texts(&texts, &turned, &own);
        arena_free(arena);
    }
    diag_take(diagnostics, &own);
    diag_free(&own);
    return app;
}

/* ---- looking at it ---- */

const struct ts *app_ts(const struct app *app) { return &app->executor.ts; }

const char *app_configuration(const struct app *app) { return app->configuration; }
const struct c_program *app_program(const struct app *app) { return app->subject.program; }
const struct osek_config *app_kernel_config(const struct app *app) { return app->subject.config; }
const struct cfront_names *app_names(const struct app *app) { return app->subject.names; }
const struct executor *app_executor(const struct app *app) { return &app->executor; }
const struct watch *app_watch(const struct app *app) { return &app->watch; }

const char *app_context_name(const struct app *app, uint32_t context) {
    return subject_context_name(&app->subject, context);
}

bool app_looks_for(const struct app *app, enum app_check check) { return app->subject.enabled[check]; }

const char *app_assumption(const struct app *app) { return app->subject.assumption; }

const char *app_in_time(const struct app *app) { return in_time_words(&app->subject); }

bool app_is_open_about_time(const struct app *app) {
    const struct osek_config *config = app->subject.config;
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        const struct source *source = &app->subject.counter_sources[config->alarms[i].counter];
        enum osek_action action = config->alarms[i].action;
        bool starts = action == OSEK_ACTIVATE || action == OSEK_SET_EVENT || action == OSEK_INCREMENT;
        bool ticks = source->times || source->driven;
        if (starts && ticks && source->open && !source->idle_only) return true;
    }
    return false;
}

void app_look_at_conditions(struct app *app) { executor_look_at_conditions(&app->executor); }

bool app_keeps_times(const struct app *app) { return paced_size(&app->executor) > 0; }
void app_set_timely(struct app *app, bool timely) { app->executor.timely = timely; }
void app_set_instant(struct app *app, bool instant) { app->executor.instant = instant; }
void app_set_forgiving(struct app *app, bool forgives) { app->executor.forgives = forgives; }
void app_show_ends(struct app *app) { app->executor.shows_ends = true; }

bool app_may_wait(const struct app *app) {
    const struct osek_config *config = app->subject.config;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (source_may_wait(&app->subject.counter_sources[config->alarms[i].counter])) return true;
    return false;
}

bool app_may_be_instant(const struct app *app) {
    const struct c_program *program = app->subject.program;
    bool keeps_no_time = subject_beats_sometimes(&app->subject) || app->analysis.untimed || app->analysis.times_meet;
    if (!app_may_wait(app) || keeps_no_time || app->analysis.has_circles) return false;
    for (uint32_t i = 0; i < app->subject.config->task_count; i++)
        if (program->entries[i] && app->analysis.tarries[program->entries[i]->index]) return false;
    return true;
}

bool app_may_go_on_without(const struct app *app) {
    const struct osek_config *config = app->subject.config;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (unawaited_may_be(&app->subject, i) && app->subject.counter_sources[config->alarms[i].counter].timely)
            return true;
    return false;
}

bool app_has_restarts(const struct app *app) { return app->analysis.restarts; }

bool app_minds_starters(const struct app *app) {
    return subject_beats_sometimes(&app->subject) || app->analysis.untimed || app->analysis.paced;
}

static bool is_said_to_be_timely(const struct app *app) {
    for (uint32_t i = 0; i < app->subject.config->counter_count; i++)
        if (app->subject.counter_sources[i].timely) return true;
    return false;
}

bool app_is_timely(const struct app *app) { return app->executor.timely || is_said_to_be_timely(app); }

bool app_minds_moments(const struct app *app) { return is_said_to_be_timely(app) && app_minds_starters(app); }

bool app_may_be_input(const struct app *app, struct place place) {
    return input_flow_may_reach(&app->subject, FLOW_FROM_INPUTS, place);
}

bool app_may_be_led_by(const struct app *app, const char *name, struct place place) {
    return input_flow_leads(&app->subject, name, place);
}

bool app_may_be_constant(const struct app *app, struct place place) {
    return input_flow_may_reach(&app->subject, FLOW_FROM_HEADERS, place);
}

bool app_may_be_name(const struct app *app, struct place place) {
    return input_flow_may_reach(&app->subject, FLOW_FROM_NAMES, place);
}

bool app_may_be_nothing(const struct app *app, struct place place) {
    return input_flow_may_reach(&app->subject, FLOW_FROM_NOTHING, place);
}

bool app_services_get_names(const struct app *app) {
    return input_flow_reaches_service(&app->subject, FLOW_FROM_NAMES);
}

bool app_may_be_picked(const struct app *app, struct place place) {
    return input_flow_may_reach(&app->subject, FLOW_FROM_PICKED, place);
}

bool app_constants_decide(const struct app *app) { return app->analysis.led; }

bool app_numbers_decide(const struct app *app) { return app->analysis.numbered; }

bool app_owes_steps(const struct app *app) {
    const struct subject *subject = &app->subject;
    bool owes = subject->fair_interrupts;
    for (uint32_t i = 0; i < subject->config->counter_count; i++) owes |= subject->counter_sources[i].times != 0;
    return owes;
}

void app_set_patience(struct app *app, bool (*goes_on)(void *context), void *context) {
    executor_set_patience(&app->executor, goes_on, context);
}

void app_only_inputs(struct app *app, const int64_t *values, size_t count) {
    long_step_forget(&app->executor);
    app->executor.only_inputs = values;
    app->executor.only_input_count = count;
}

void app_try_few_inputs(struct app *app, uint32_t few) { app->executor.few_inputs = few; }

void app_keep_gaps(struct app *app) { long_step_keep_gaps(&app->executor, true); }

bool app_met_long_steps(const struct app *app) {
    return app_lost_patience(app) || atomic_load(&app->executor.long_steps);
}

bool app_lost_patience(const struct app *app) { return atomic_load(&app->executor.stopped); }

const void *app_kernel_state(const struct app *app, const void *state) {
    (void)app;
    return state;
}

size_t app_property_count(const struct app *app) { return app->watch.property_count; }
const struct ts_observer *app_property_observer(const struct app *app, size_t property) {
    return &app->watch.properties[property].observer.observer;
}
bool app_property_is_safety(const struct app *app, size_t property) {
    return ltl_observer_is_safety(&app->watch.properties[property].observer);
}
const char *app_property_name(const struct app *app, size_t property) { return app->watch.properties[property].name; }
const char *app_property_text(const struct app *app, size_t property) { return app->watch.properties[property].text; }
