#include "app/vacuous.h"

#include "app/never_idle.h"
#include "app/subject/half_sentence.h"
#include "base/word.h"
#include "search/left_out.h"
#include "ts/product.h"

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

/* ---- hooks that end every run ---- */

static void while_up(const struct ts_observer *observer, const struct ts_view *view, uint32_t location,
                     observer_emit emit, void *context) {
    const struct app *app = observer->self;
    if (!osek_is_stopped(app_kernel_config(app), app_kernel_state(app, view->state)))
        emit(context, location, TS_NO_ACTION, 0);
}

static unsigned always_accepting(const struct ts_observer *observer, uint32_t location) {
    (void)observer;
    (void)location;
    return TS_ACCEPTING;
}

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

/* Is there no run on which the system stays up? */
static bool every_run_is_shut_down(const struct app *app, const struct ts *ts, struct search_options options) {
    struct ts_observer up = {
        .self = app, .name = "up", .stutter_invariant = true, .next = while_up, .marks = always_accepting};
    struct ts *product = ts_product_new(ts, &up);
    options.ignore_end_states = options.ignore_faults = true;
    options.violations = 1;
    struct search_result *found = search_run(product, &options);
    bool none = !found->error && found->complete && found->violation_count == 0;
    search_result_free(found);
    ts_product_free(product);
    return none;
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

const char *app_vacuous_reason(const struct app *app, const struct ts *ts, const struct search_options *options) {
    if (!some_task_runs(app) && !is_meant_to_end(app))
        return app_main_is_cut_off(app)
                   ? "no task ever runs: main() goes on behind StartOS, which does not return (--profile erika)"
                   : "no task ever runs";
    if (hooks_leave_nothing(app) && every_run_is_shut_down(app, ts, *options))
        return "a hook shuts the system down in every run";
    if (left_out_from(app_ts(app), options, NULL)) return "an assumption (rtcheck_assume) ends every run";
    if (no_assertion_is_reached(app)) return "no run reaches an assertion";
    const char *kept_out = never_idle_for(app, ts, options);
    if (kept_out) return never_idle_words(app, kept_out);
    const char *unknown = app_without_code(app, true);
    return unknown ? unknown : app_doubt(app);
}
