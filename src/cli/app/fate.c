/* What runs end up in: code that never ends, tasks that wait for ever. */
#include "app/fate.h"
#include "app/exec/executor.h"
#include "app/never_idle.h"
#include "app/setters.h"
#include "app/subject/half_sentence.h"
#include "cli/app/checking.h"

typedef bool (*instruction_test)(const struct c_function *function, uint32_t instruction);

static bool waits(const struct c_function *function, uint32_t i) {
    return function->code[i].kind == C_SERVICE && function->code[i].service == OSEK_WaitEvent;
}

/* Code that never ends goes back somewhere, without end. */
static bool goes_back(const struct c_function *function, uint32_t i) { return function->code[i].is_back_edge; }

static bool may_have_run(const struct checking *checking, instruction_test test) {
    const struct c_program *program = app_program(checking->app);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            if (test(program->functions[f], i) && app_reached(checking->app, program->functions[f], i)) return true;
    return false;
}

bool app_checking_has_waited(const struct checking *checking) { return may_have_run(checking, waits); }

bool app_checking_has_gone_back(const struct checking *checking) { return may_have_run(checking, goes_back); }

/* Whoever keeps others from running for ever goes back somewhere, or is started again and again. */
bool app_checking_may_starve(const struct checking *checking) {
    const struct osek_config *config = app_kernel_config(checking->app);
    bool others = config->task_count > 1 || config->isr_count;
    return others && (app_checking_has_gone_back(checking) || app_has_restarts(checking->app));
}

bool app_checking_may_be_outrun(const struct checking *checking) {
    return app_is_timely(checking->app) && (app_checking_has_waited(checking) || app_checking_has_gone_back(checking) ||
                                            app_has_restarts(checking->app));
}

/* ---- what is said of it ---- */

typedef void (*fate_teller)(struct checking *checking, const struct app_fate *fate, struct violation *violation);

static void tell_endless(struct checking *checking, const struct app_fate *fate, struct violation *violation) {
    violation->kind = app_check_name(APP_CHECK_ENDLESS);
    violation->message =
        arena_printf(checking->arena, APP_RUNS_FOR_EVER, app_context_name(checking->app, fate->endless));
    violation->place = fate->place;
}

/* Who waits there, too, for what nothing at all ever sets. */
static const char *who_waits_as_well(struct checking *checking, const struct app_fate *fate, const void *kernel) {
    const struct osek_config *config = app_kernel_config(checking->app);
    const char *text = "";
    for (uint32_t task = 0; task < config->task_count; task++) {
        if (task == fate->waiting || osek_task_state(config, kernel, task) != OSEK_WAITING) continue;
        uint64_t events = osek_events_awaited(config, kernel, task);
        if (setters_are_there(app_executor(checking->app)->subject, task, events)) continue;
        text = arena_printf(checking->arena, "%s, nor %s, for which %s waits", text,
                            app_checking_awaited_events(checking, events), config->tasks[task].name);
    }
    return text;
}

static void tell_waiting(struct checking *checking, const struct app_fate *fate, struct violation *violation) {
    const struct osek_config *config = app_kernel_config(checking->app);
    const struct ts_trace_state *last = &vec_last(&violation->trace->states);
    const char *name = config->tasks[fate->waiting].name;
    const void *kernel = app_kernel_state(checking->app, last->bytes);
    uint64_t events = osek_events_awaited(config, kernel, fate->waiting);
    struct timeline *timeline = app_timeline(checking->app, violation->trace, checking->inputs);
    violation->kind = app_check_name(APP_CHECK_WAITING);
    violation->message =
        arena_printf(checking->arena, "%s waits for ever for %s: no run from here on sets it%s", name,
                     app_checking_awaited_events(checking, events), who_waits_as_well(checking, fate, kernel));
    if (timeline) violation->place = app_checking_last_call(timeline, name);
    if (violation->place.file) violation->place.file = arena_text(checking->arena, violation->place.file);
    timeline_free(timeline);
}

static void tell_starved(struct checking *checking, const struct app_fate *fate, struct violation *violation) {
    const struct osek_config *config = app_kernel_config(checking->app);
    const struct osek_task *task = &config->tasks[fate->starved];
    const void *last = vec_last(&violation->trace->states).bytes;
    bool is_interrupted = osek_task_state(config, app_kernel_state(checking->app, last), fate->starved) == OSEK_RUNNING;
    violation->kind = app_check_name(APP_CHECK_WAITING);
    violation->message = arena_printf(checking->arena, "%s is %s for ever: no run from here on lets it %s", task->name,
                                      is_interrupted ? "interrupted" : "ready", is_interrupted ? "go on" : "run");
    violation->place = fate->place;
}

/* However fast everything is, it comes to nothing; or the clock has to stand still for it to be so. */
static void tell_outrun(struct checking *checking, const struct app_fate *fate, struct violation *violation) {
    const struct osek_config *config = app_kernel_config(checking->app);
    const struct osek_alarm *alarm = &config->alarms[fate->outrun];
    violation->kind = app_check_name(APP_CHECK_ACTIVATION);
    violation->message = arena_printf(checking->arena, "%s expires: an activation is lost: %s is %s", alarm->name,
                                      config->tasks[alarm->task].name,
                                      fate->outrun_by_waiting ? "not ready again before, however fast code is"
                                                              : "never ready again, however long it takes");
    violation->about = fate->outrun + 1;
}

static fate_teller teller_of(const struct app_fate *fate) {
    if (fate->outrun != OSEK_NONE) return tell_outrun;
    if (fate->endless != OSEK_NONE) return tell_endless;
    if (fate->waiting != OSEK_NONE) return tell_waiting;
    return fate->starved != OSEK_NONE ? tell_starved : NULL;
}

/* False: nobody has found a run to it. */
static bool violation_of(struct checking *checking, const struct app_fate *fate, struct violation *violation) {
    if (!fate->search->violations.count || !fate->search->violations.items[0].trace) return false;
    *violation = fate->search->violations.items[0];
    violation->place = (struct place){0};
    violation->about = 0;
    teller_of(fate)(checking, fate, violation);
    return true;
}

static bool is_accepted(void *context, const struct app_fate *fate) {
    struct checking *checking = context;
    struct violation violation;
    if (!violation_of(checking, fate, &violation)) return false;
    struct ts_fault fault = {.kind = violation.kind, .message = violation.message, .place = violation.place};
    return app_checking_is_known(checking, &fault) || app_checking_is_suppressed(checking, &violation);
}

static const char *standstill(const struct checking *checking, const struct app_fate *fate) {
    const struct osek_config *config = app_kernel_config(checking->app);
    const struct osek_alarm *alarm = &config->alarms[fate->outrun];
    if (fate->outrun_is_open)
        return arena_printf(checking->arena,
                            "it is not known whether %s, which waits for time to pass, is ready again before alarm %s "
                            "expires (--ticks any does not wait)",
                            config->tasks[alarm->task].name, alarm->name);
    const char *what = alarm->action == OSEK_ACTIVATE ? "is never ready again" : "never takes its event again";
    return arena_printf(
        checking->arena,
        "counter %s is taken to stand still from some moment on, since %s %s, and alarm %s waits for that "
        "(--ticks any does not wait)",
        config->counters[alarm->counter].name, config->tasks[alarm->task].name, what, alarm->name);
}

static struct app_fate find_fate(struct checking *checking) {
    double left;
    if (!app_checking_time_left(checking, &left))
        return (struct app_fate){.waiting = OSEK_NONE,
                                 .starved = OSEK_NONE,
                                 .endless = OSEK_NONE,
                                 .outrun = OSEK_NONE,
                                 .excused = OSEK_NONE,
                                 .limit = LIMIT_TIME};
    struct search_options options = searching_options(&checking->command->how, SEARCH_SAFETY, left);
    options.checkpoint = options.resume = NULL;
    options.interrupted = checking->interrupted;
    bool accepts = checking->suppressions.list.count || checking->command->known_count;
    struct app_fate_filter filter = {accepts ? is_accepted : NULL, checking};
    return app_fate_find(checking->app, &options, &filter);
}

/* What would come behind the bounds is more than can be looked at, or goes wrong otherwise. */
static void assume_help(struct checking *checking, const struct app_fate *fate) {
    const char *name = app_kernel_config(checking->app)->tasks[fate->excused].name;
    const char *text = arena_printf(
        checking->arena,
        "%s, which %s for ever where no more comes than --isr and --ticks allow, would %s if more came", name,
        fate->excused_is_held_up ? "is kept from running" : "waits", fate->excused_is_held_up ? "run" : "be woken");
    checking->answer->assumption = half_sentence_join(checking->arena, checking->answer->assumption, text);
}

bool app_checking_look_for_fate(struct checking *checking) {
    struct result *result = &checking->answer->result;
    struct result_property *safety = &result->properties.items[0];
    bool waiting = app_looks_for(checking->app, APP_CHECK_WAITING) &&
                   (app_checking_has_waited(checking) || app_checking_may_starve(checking));
    bool endless = app_looks_for(checking->app, APP_CHECK_ENDLESS) && app_checking_has_gone_back(checking);
    if (!waiting && !endless && !app_checking_may_be_outrun(checking)) return false;
    struct app_fate fate = find_fate(checking);
    bool found = teller_of(&fate) != NULL;
    struct violation violation;
    if (!found && fate.limit == LIMIT_NONE && fate.time_goes_on) return true;
    if (fate.excused != OSEK_NONE) assume_help(checking, &fate);
    if (fate.outrun != OSEK_NONE && fate.outrun_may_be) {
        checking->answer->vacuous = standstill(checking, &fate);
        safety->verdict = result->verdict = VERDICT_UNKNOWN;
    } else if (found && violation_of(checking, &fate, &violation)) {
        app_checking_keep_violation(checking, &(struct part){.name = "safety"}, &violation);
        checking->answer->is_fate |= fate.outrun != OSEK_NONE;
        safety->verdict = result->verdict = VERDICT_VIOLATED;
        safety->violation_count++;
        result->violation_count++;
    } else if (!found && fate.limit == LIMIT_NONE && fate.kept_out) {
        checking->answer->vacuous = never_idle_words(checking->app, fate.kept_out);
        safety->verdict = result->verdict = VERDICT_UNKNOWN;
    } else if (found || fate.limit != LIMIT_NONE) {
        safety->verdict = result->verdict = VERDICT_UNKNOWN;
        safety->limit = fate.limit != LIMIT_NONE ? fate.limit : fate.search->limit;
        safety->complete = result->complete = false;
    }
    search_result_free(fate.search);
    return false;
}
