#include "app/vacuous.h"

#include "app/exec/transitions.h"
#include "app/never_idle.h"
#include "app/parts.h"
#include "app/subject/half_sentence.h"
#include "base/word.h"
#include "search/left_out.h"

#include <string.h>

static bool is_reached(const struct app *app, const struct c_function *function) {
    for (uint32_t i = 0; i < function->code_count; i++)
        if (app_reached(app, function, i)) return true;
    return false;
}

static bool some_task_runs(const struct app *app) {
    const struct c_program *program = app_program(app);
    for (uint32_t f = 0; f < program->function_count; f++)
        if (program->functions[f]->role == C_TASK && is_reached(app, program->functions[f])) return true;
    return false;
}

/* There are assertions, and no run gets to one. */
static bool no_assertion_is_reached(const struct app *app) {
    const struct c_program *program = app_program(app);
    bool any = false;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *instruction = &program->functions[f]->code[i];
            if (instruction->kind != C_ASSERT || instruction->is_memory) continue; /* the library's own */
            if (app_reached(app, program->functions[f], i)) return false;
            any = true;
        }
    return any && app_looks_for(app, APP_CHECK_ASSERTION);
}

/* ---- what ends every run ---- */

/* Whoever writes `<> shut_down` knows that it is. */
static bool some_formula_asks_for_that(const struct app *app) {
    static const char atom[] = "shut_down";
    for (size_t i = 0; i < app_property_count(app); i++) {
        const char *text = app_property_text(app, i);
        for (const char *at = text; at && (at = strstr(at, atom)); at += sizeof atom - 1)
            if ((at == text || !is_word_char(at[-1])) && !is_word_char(at[sizeof atom - 1])) return true;
    }
    return false;
}

static bool is_meant_to_end(const struct app *app) {
    return app_is_shut_down_by_hooks(app) && some_formula_asks_for_that(app);
}

static bool hooks_leave_nothing(const struct app *app) {
    return app_is_shut_down_by_hooks(app) && !is_meant_to_end(app);
}

/* How runs end, and whether some run does not. */
struct endings {
    const struct app *app;
    const struct ts *ts;
    bool by_hooks;                /* a shutdown is one */
    bool shut_down, wrong, other; /* ... so; with what goes wrong, which somebody accepts; or they go on */
};

static bool is_shut_down(void *context, const void *state) {
    const struct endings *endings = context;
    const struct app *app = endings->app;
    return endings->by_hooks && osek_is_stopped(app_kernel_config(app), app_kernel_state(app, state));
}

/* Nothing comes behind a deadlock. */
static bool is_accepted(void *context, uint32_t number) {
    struct endings *endings = context;
    const struct ts_fault *fault = endings->ts->fault(endings->ts, number);
    bool ends = fault && fault->kind && strcmp(fault->kind, app_check_name(APP_CHECK_DEADLOCK)) != 0;
    endings->wrong |= ends;
    return ends;
}

static bool note_ending(void *context, const void *state, uint32_t size, enum bottom_kind kind) {
    struct endings *endings = context;
    const struct ts *ts = endings->ts;
    if (kind == BOTTOM_WRONG) endings->other = true;
    if (!state || kind == BOTTOM_LEFT_OUT) return !endings->other;
    bool is_left_out = kind == BOTTOM_END && ts->goes_on_elsewhere && ts->goes_on_elsewhere(ts, state, size);
    bool is_down = is_shut_down(context, state);
    endings->shut_down |= is_down;
    endings->other |= !is_down && !is_left_out;
    return !endings->other;
}

/* Interrupts and clocks alone go on in no run for ever, where code could. */
static bool find_endings(struct endings *endings, struct search_options options) {
    struct bottom_visitor visitor = {
        .visit = note_ending, .is_over = is_shut_down, .is_end = is_accepted, .all_come = true, .context = endings};
    options.no_reduction = true; /* who has to come is asked in every state */
    return bottom_components(endings->ts, &options, NULL, &visitor) == LIMIT_NONE;
}

/* A routine that stops a clock for a moment may do so whenever that is about to tick: each service is a step. */
static bool every_run_ends(struct app *app, const struct ts *searched, struct endings *endings,
                           const struct search_options *options) {
    struct executor *executor = &app->executor;
    bool saw_services = executor->sees_services;
    struct ts ts = *searched;
    if (searched == app_ts(app)) ts.is_kept_waiting = transitions_is_kept_out;
    *endings = (struct endings){.app = app, .ts = &ts, .by_hooks = hooks_leave_nothing(app)};
    executor->sees_services = true;
    bool all = find_endings(endings, *options);
    executor->sees_services = saw_services;
    return all && !endings->other;
}

static const char *what_ends_all(struct app *app, const struct ts *ts, const struct search_options *options) {
    struct endings endings;
    if (!hooks_leave_nothing(app) && !app_went_wrong(app)) return NULL;
    if (!every_run_ends(app, ts, &endings, options)) return NULL;
    if (!endings.wrong) return endings.shut_down ? "a hook shuts the system down in every run" : NULL;
    return endings.shut_down ? "what is suppressed, or a hook that shuts the system down, ends every run"
                             : "what is suppressed ends every run";
}

const char *app_without_code(const struct app *app, bool runs) {
    static const char *const kinds[] = {[C_TASK] = "task", [C_ISR] = "ISR", [C_CALLBACK] = "callback"};
    const struct c_program *program = app_program(app);
    const char *names = "";
    unsigned count = 0;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        if (!function->is_elsewhere || (runs && !is_reached(app, function))) continue;
        names = half_sentence_list(program->arena, names,
                                   arena_printf(program->arena, "%s %s", kinds[function->role], function->name));
        count++;
    }
    return count ? arena_printf(program->arena, "%s %s no code here", names, count > 1 ? "have" : "has") : NULL;
}

const char *app_vacuous_so_far(const struct app *app) {
    if (!some_task_runs(app) && !is_meant_to_end(app)) return "no task has run so far";
    if (hooks_leave_nothing(app)) return "a hook shuts the system down";
    if (no_assertion_is_reached(app)) return "no assertion was reached so far";
    const char *unknown = app_without_code(app, false);
    return unknown ? unknown : app_doubt(app);
}

const char *app_vacuous_reason(struct app *app, const struct ts *ts, const struct search_options *options) {
    if (!some_task_runs(app) && !is_meant_to_end(app))
        return app_main_is_cut_off(app)
                   ? "no task ever runs: main() goes on behind StartOS, which does not return (--profile erika)"
                   : "no task ever runs";
    const char *ended = what_ends_all(app, ts, options);
    if (ended) return ended;
    if (left_out_from(app_ts(app), options, NULL)) return "an assumption (rtcheck_assume) ends every run";
    if (no_assertion_is_reached(app)) return "no run reaches an assertion";
    const char *kept_out = never_idle_for(app, ts, options);
    if (kept_out) return never_idle_words(app, kept_out);
    const char *unknown = app_without_code(app, true);
    return unknown ? unknown : app_doubt(app);
}
