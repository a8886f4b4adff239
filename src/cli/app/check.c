/* Every run of an application: the safety checks in one search, then a search for each formula. */
#include "app/analysis/stack.h"
#include "app/exec/fault.h"
#include "app/exec/kept.h"
#include "app/paths/paths.h"
#include "app/subject/half_sentence.h"
#include "app/vacuous.h"
#include "base/clock.h"
#include "base/invariant.h"
#include "base/limits.h"
#include "base/word.h"
#include "cfront/library/headers.h"
#include "cli/app/checking.h"
#include "cli/app/found.h"
#include "cli/common/command.h"
#include "cli/common/interrupt.h"
#include "report/slow_code.h"

#include <string.h>

/* ---- what was never done ---- */

/* TASK(x) and its kin that the configuration lacks are functions with names of ours. */
static struct answer_idle idle_of(const struct c_function *function, struct place place) {
    static const char *const kinds[] = {"function", "task", "isr", "hook", "callback", "function"};
    static const struct {
        const char *prefix, *kind;
    } macros[] = {{HEADERS_TASK, "task"}, {HEADERS_ISR, "isr"}, {HEADERS_CALLBACK, "callback"}};
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        if (begins_with(function->name, macros[i].prefix))
            return (struct answer_idle){function->name + strlen(macros[i].prefix), macros[i].kind, place};
    return (struct answer_idle){function->name, kinds[function->role], place};
}

static void on_unreached(void *context, const struct c_function *function, struct place place, bool whole) {
    struct answer *answer = context;
    if (whole)
        vec_push(&answer->never_run, idle_of(function, place));
    else if (place.line != function->end.line || place.column != function->end.column) /* behind TerminateTask */
        vec_push(&answer->unreached, (struct answer_line){function->name, place});
}

void command_list_unreached(const struct app *app, struct answer *answer) {
    app_visit_unreached(app, on_unreached, answer);
}

static void on_endless(void *context, const struct c_function *function, struct place place, bool whole) {
    struct checking *checking = context;
    (void)whole;
    vec_push(&checking->answer->endless, (struct answer_line){function->name, place});
}

static void list_stacks(struct checking *checking, const struct app *app) {
    const struct c_program *program = app_program(app);
    for (uint32_t context = 0; context < osek_context_count(app_kernel_config(app)); context++) {
        if (!program->entries[context]) continue;
        struct stack_need need = stack_need_of(program, program->entries[context]);
        vec_push(&checking->answer->stacks,
                 (struct answer_stack){app_context_name(app, context), need.bytes, need.calls, need.recursive});
    }
    checking->answer->show_stacks = checking->command->stack;
}

static void list_checks(struct checking *checking) {
    for (int i = 0; i < APP_CHECK_COUNT; i++)
        if (app_looks_for(checking->app, (enum app_check)i))
            vec_push(&checking->answer->checks, app_check_name((enum app_check)i));
}

/* ---- time that is kind, or not ---- */

static const struct timeline *first_run(const struct app_found *found) {
    return found->timeline_count ? found->timelines[0] : NULL;
}

/* What was found when time was not kind: it goes with the answer, and decides nothing. */
static void keep_hurried(struct checking *checking, struct app_found *found, const char *how) {
    struct answer *answer = checking->answer;
    struct text title = {0};
    result_violation_title(&title, &found->result, &found->result.violations.items[0]);
    bool knows = !checking->sequential || !app_minds_starters(checking->app); /* that one forgets who started whom */
    answer->hurry_decides = knows && answer->result.verdict == VERDICT_HOLDS &&
                            !app_sampled(checking->app, checking->arena) && !app_is_cut_off(checking->app);
    answer->hurried = answer->hurry_decides ? arena_printf(checking->arena, "%s: %s", text_chars(&title), how)
                                            : arena_text(checking->arena, text_chars(&title));
    text_free(&title);
    app_found_give(found, answer);
    answer->result.verdict = VERDICT_UNKNOWN;
    answer->result.complete = false;
}

/* What the graph of paths is not asked. */
static const char *beyond_paths(struct checking *checking) {
    bool waiting = app_looks_for(checking->app, APP_CHECK_WAITING) && app_checking_has_waited(checking);
    bool endless = app_looks_for(checking->app, APP_CHECK_ENDLESS) && app_checking_has_gone_back(checking);
    bool starving = app_looks_for(checking->app, APP_CHECK_WAITING) && app_checking_may_starve(checking) && !endless;
    const char *const beyond[] = {
        starving ? "whoever is ready runs at some time" : NULL,
        waiting ? "no task waits for ever while others go on" : NULL,
        endless ? "loops end" : NULL,
        app_checking_may_be_outrun(checking) ? "no alarm waits for ever for its task" : NULL,
    };
    const char *words = checking->answer->assumption;
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        checking->answer->is_blind_to_fate |= beyond[i] != NULL;
        words = half_sentence_join(checking->arena, words, beyond[i]);
    }
    return words;
}

static bool begin_paths(struct checking *checking) {
    struct text why = {0};
    if (checking->command->suppress)
        return !command_complain(
            "app", "--engine paths finds one violation, and cannot go on behind it: leave --suppress out");
    checking->paths = paths_new(app_executor(checking->app), &why);
    if (!checking->paths)
        checking->answer->inconclusive =
            arena_printf(checking->arena, "--engine paths needs Z3 (Debian: libz3-4): %s", text_chars(&why));
    text_free(&why);
    checking->loose = checking->paths != NULL;
    if (checking->paths) paths_set_keeps(checking->paths, FORM_LOOSE);
    checking->joins = checking->command->join;
    if (checking->paths && checking->joins) paths_set_joins(checking->paths, true);
    if (checking->paths && app_property_count(checking->app)) paths_watch(checking->paths, app_watch(checking->app));
    if (checking->paths && checking->smt2.path)
        paths_tell_questions(checking->paths, command_smt2_add, &checking->smt2);
    return checking->paths != NULL;
}

/* The graph is of the application as it is now: with time that is kind, or without. */
static enum sequential_outcome build_sequential(struct checking *checking) {
    sequential_free(checking->sequential);
    checking->sequential = NULL;
    paths_free(checking->paths); /* who may have told what the one before refuted */
    checking->paths = NULL;
    struct command_app_options told = *checking->command;
    bool is_beside = app_executor(checking->app)->instant; /* what is written and counted is what was asked for */
    struct answer_graph graph = checking->answer->graph;
    if (is_beside) told.emit = NULL, told.tree = false;
    app_set_patience(checking->app, app_checking_goes_on, checking);
    enum sequential_outcome outcome =
        command_sequential_build(&told, checking->app, checking->arena, checking->answer, &checking->sequential);
    if (is_beside) checking->answer->graph = graph;
    app_set_patience(checking->app, NULL, NULL);
    if (outcome == SEQUENTIAL_READY && !checking->command->beside) sequential_note(checking->sequential);
    return outcome;
}

/* What is refuted is only that nothing is given up. */
static void keep_given_up(struct checking *checking) {
    struct result *result = &checking->answer->result;
    struct result_property *property = &vec_last(&result->properties);
    property->verdict = result->verdict = VERDICT_UNKNOWN;
    property->complete = result->complete = false;
    checking->answer->inconclusive =
        "no proof was found: a service may be told what is nobody's number or mask, which is not followed";
}

enum { PATIENCE = 300 /* seconds for a proof, where there is no limit and nothing else to do */ };

/* Without trying values. What goes wrong is found and told by those who know inputs from their conditions. */
static bool prove_part(struct checking *checking, const struct part *part) {
    struct result_property property = app_checking_property(part);
    double left;
    bool limited = app_checking_time_left(checking, &left) && left > 0;
    enum sequential_proof proof =
        command_sequential_prove(checking->command, checking->sequential, limited ? left : PATIENCE * limits_crowding(),
                                 checking->arena, &property, checking->answer);
    if ((proof == SEQUENTIAL_OPEN || proof == SEQUENTIAL_LATE) && *checking->interrupted) {
        property.limit = LIMIT_INTERRUPTED;
        checking->answer->inconclusive = "no proof was found: the check was interrupted";
    }
    if (proof != SEQUENTIAL_REFUTED) {
        result_add_property(&checking->answer->result, property);
        return true;
    }
    bool gives_up = sequential_gives_up(checking->sequential), forgets = app_keeps_times(checking->app);
    sequential_free(checking->sequential);
    checking->sequential = NULL;
    if (!begin_paths(checking) || !app_checking_run_part(checking, part)) return false;
    const struct result *result = &checking->answer->result;
    bool holds = result->verdict == VERDICT_HOLDS && result->complete;
    if (holds && !gives_up && !forgets)
        internal_error("the clauses of the graph have no solution, but nothing goes wrong");
    if (holds && gives_up) keep_given_up(checking);
    return true;
}

enum { MOST_ROUNDS = 100 /* in which time may go on where it stood still */ };

static bool run_until_fate(struct checking *checking, const struct part *part) {
    struct answer *answer = checking->answer;
    for (unsigned rounds = 0; app_checking_run_part(checking, part); rounds++) {
        if (!answer->result.complete || answer->result.verdict != VERDICT_HOLDS) return true;
        if (!app_checking_look_for_fate(checking)) return true;
        if (rounds == MOST_ROUNDS) {
            answer->inconclusive = "alarms wait for events to be taken in too many ways (--ticks any does not wait)";
            answer->result.properties.items[0].verdict = answer->result.verdict = VERDICT_UNKNOWN;
            return true;
        }
        struct app_found before = app_found_take(answer);
        app_found_free(&before);
    }
    return false;
}

enum {
    GLANCE = 1 /* seconds of searching, before others are asked */,
    EARLY = 20 /* seconds for them, where there is no limit */,
    MANY_VALUES = 16 /* of an input: a search may not see the end of them */,
    FEW_SECONDS = 5 /* with a few values of each, where there is no limit */
};
#define EARLY_SHARE 0.25 /* of the time that is left */
#define FEW_SHARE   0.15 /* ... with a few values of inputs */

/* Something goes wrong, says the solver: those who know inputs from their conditions tell it. If they do not, the
 * search is made as if nobody had said anything. */
static bool tell_early(struct checking *checking, const struct part *part, double seconds) {
    struct answer *answer = checking->answer;
    struct sequential *sequential = checking->sequential;
    checking->sequential = NULL;
    checking->until = clock_seconds() + seconds;
    bool told = begin_paths(checking) && app_checking_run_part(checking, part) && answer->result.violations.count;
    checking->until = 0;
    if (told) {
        sequential_free(sequential);
        return true;
    }
    struct app_found nothing = app_found_take(answer);
    app_found_free(&nothing);
    answer->inconclusive = NULL;
    paths_free(checking->paths);
    checking->paths = NULL;
    checking->sequential = sequential;
    return false;
}

/* A search that lasts is not waited for where a proof is near, or what goes wrong. */
static bool is_decided_early(struct checking *checking, const struct part *part) {
    struct answer *answer = checking->answer;
    double left;
    if (!sequential_has_values(checking->sequential, MANY_VALUES) || sequential_gives_up(checking->sequential) ||
        app_checking_ends_within(checking, GLANCE) || !app_checking_goes_on(checking))
        return false;
    bool limited = app_checking_time_left(checking, &left) && left > 0;
    double seconds = limited ? left * EARLY_SHARE : EARLY * limits_crowding();
    struct result_property property = app_checking_property(part);
    enum sequential_proof proof =
        command_sequential_prove(checking->command, checking->sequential, seconds, checking->arena, &property, answer);
    answer->inconclusive = NULL;
    if (proof == SEQUENTIAL_PROVED) result_add_property(&answer->result, property);
    return proof == SEQUENTIAL_PROVED || (proof == SEQUENTIAL_REFUTED && tell_early(checking, part, seconds));
}

/* ... so many of their values each, for so long. */
static bool is_found_with(struct checking *checking, const struct part *part, uint32_t few, double seconds) {
    struct answer *answer = checking->answer;
    double before = checking->until;
    checking->until = clock_seconds() + seconds;
    app_try_few_inputs(checking->app, few);
    bool found = app_checking_run_part(checking, part) && answer->result.verdict == VERDICT_VIOLATED;
    app_try_few_inputs(checking->app, 0);
    checking->until = before;
    if (found) return true;
    struct app_found nothing = app_found_take(answer);
    app_found_free(&nothing);
    answer->inconclusive = NULL;
    app_forget_reached(checking->app);
    return false;
}

/* A search that tries each of many values of inputs, or waits for the end of a step, may not get past the first steps.
 * Does something go wrong with a few of them, or beside it? */
static bool is_found_with_few_inputs(struct checking *checking, const struct part *part) {
    static const uint32_t few[] = {3, 6, 16};
    enum { TIMES = sizeof few / sizeof *few };
    const struct command_app_options *command = checking->command;
    bool wants_all = command->all_violations || command->suppress || command->how.checkpoint || command->how.resume;
    double left;
    if (wants_all || app_checking_ends_within(checking, GLANCE)) return false;
    bool lasts = checking->broke_off || app_met_long_steps(checking->app);
    if (!lasts && !app_has_wide_inputs(checking->app)) return false;
    if (!app_checking_time_left(checking, &left)) return false;
    double seconds = (left > 0 ? left * FEW_SHARE : FEW_SECONDS * limits_crowding()) / TIMES;
    for (unsigned i = 0; i < TIMES && app_checking_goes_on(checking); i++)
        if (is_found_with(checking, part, few[i], seconds)) return true;
    return false;
}

static bool run_safety(struct checking *checking) {
    struct answer *answer = checking->answer;
    struct part part = {.name = "safety", .what = "safety", .goal = SEARCH_SAFETY};
    if (checking->command->engine == ENGINE_SEQUENTIAL) {
        enum sequential_outcome outcome = build_sequential(checking);
        if (outcome == SEQUENTIAL_REFUSED) return false;
        answer->assumption =
            command_beyond_model(checking->command, checking->app, app_assumption(checking->app), checking->arena);
        if (outcome == SEQUENTIAL_GIVEN_UP) {
            struct result_property property = searching_skipped(&checking->command->how, app_checking_property(&part),
                                                                part.goal, *checking->interrupted);
            property.limit = LIMIT_STATES;
            result_add_property(&answer->result, property);
            return true;
        }
        bool proves = checking->command->prove || sequential_is_wide(checking->sequential);
        if (!proves && is_decided_early(checking, &part)) return true;
        return proves ? prove_part(checking, &part) : app_checking_run_part(checking, &part);
    }
    if (!checking->paths && is_found_with_few_inputs(checking, &part)) return true;
    if (!checking->paths) return run_until_fate(checking, &part);
    if (!app_checking_run_part(checking, &part)) return false;
    answer->assumption = beyond_paths(checking);
    return true;
}

/* Something is wrong where alarms expire whenever they like. Is it, too, if they wait until their tasks are ready? */
static bool ask_again_timely(struct checking *checking) {
    struct app_found found = app_found_take(checking->answer);
    const struct result *result = &checking->answer->result;
    app_set_timely(checking->app, true);
    app_forget_reached(checking->app);
    checking->timely = true;
    bool good = run_safety(checking);
    checking->is_covered_in_time =
        good && result->verdict == VERDICT_HOLDS && app_checking_is_covered(checking, result->complete);
    if (good && result->verdict != VERDICT_VIOLATED)
        keep_hurried(checking, &found, slow_code_words(first_run(&found), checking->arena));
    app_found_free(&found);
    return good;
}

/* How much of what was found goes wrong by its nature if code takes its time? */
static size_t count_late(const struct result *result) {
    size_t count = 0;
    for (size_t i = 0; i < result->violations.count; i++)
        count += (result->violations.items[i].violation->about & FAULT_LATE) != 0;
    return count;
}

/* One more search, with nothing of the ones before. */
static bool run_safety_anew(struct checking *checking) {
    struct app_found before = app_found_take(checking->answer);
    app_found_free(&before);
    app_forget_reached(checking->app);
    checking->answer->inconclusive = NULL;
    return run_safety(checking);
}

/* Only in a run in which code is slow, as far as is known. */
static void keep_slow(struct checking *checking, struct app_found *found) {
    checking->answer->hurry_is_slight = true;
    keep_hurried(checking, found,
                 arena_printf(checking->arena, "only if code is slow: in this run %s",
                              slow_code_moment(first_run(found), 1, checking->arena)));
}

/* This goes wrong if code is slow; what does otherwise? The sequential program has no words for what is forgiven: what
 * goes wrong if code takes no time it has just told. */
static bool ask_what_else_is_wrong(struct checking *checking, struct app_found *found) {
    const struct result *result = &checking->answer->result;
    if (checking->command->engine == ENGINE_SEQUENTIAL) {
        if (result->verdict != VERDICT_VIOLATED) keep_slow(checking, found);
        return true;
    }
    app_set_forgiving(checking->app, true);
    bool good = run_safety_anew(checking);
    app_set_forgiving(checking->app, false);
    checking->is_covered_in_time =
        good && result->verdict == VERDICT_HOLDS && app_checking_is_covered(checking, result->complete);
    if (good && result->verdict != VERDICT_VIOLATED) keep_slow(checking, found);
    return good;
}

/* Does it go wrong, too, if code takes no time? Where that is not known, it may be that this takes slow code. */
static bool ask_whether_code_is_slow(struct checking *checking) {
    struct app_found found = app_found_take(checking->answer);
    const struct result *result = &checking->answer->result;
    const char *assumption = checking->answer->assumption;
    app_set_timely(checking->app, checking->timely = true);
    app_set_instant(checking->app, true);
    bool good = run_safety_anew(checking);
    app_set_instant(checking->app, false);
    bool is_violated = result->verdict == VERDICT_VIOLATED;
    if (good && (is_violated ? !count_late(result) : result->complete && !checking->answer->inconclusive)) {
        good = ask_what_else_is_wrong(checking, &found);
    } else {
        checking->answer->inconclusive = NULL;
        checking->answer->assumption = assumption;
        if (good && !is_violated)
            keep_slow(checking, &found);
        else
            app_found_restore(&found, checking->answer);
    }
    app_found_free(&found);
    return good;
}

static bool may_be_slow(const struct checking *checking) {
    const struct answer *answer = checking->answer;
    const struct result *result = &answer->result;
    bool is_late = result->violations.count && count_late(result) == result->violations.count;
    return result->verdict == VERDICT_VIOLATED && is_late && app_may_be_instant(checking->app) &&
           answer->timelines.count && slow_code_moment(answer->timelines.items[0], 1, checking->arena);
}

bool app_checking_run_checks(struct checking *checking) {
    const struct result *result = &checking->answer->result;
    bool good = run_safety(checking);
    if (good && result->verdict == VERDICT_VIOLATED && checking->found_hurried) good = ask_again_timely(checking);
    if (good && may_be_slow(checking)) good = ask_whether_code_is_slow(checking);
    checking->is_unsafe = good && result->properties.count && result->properties.items[0].verdict == VERDICT_VIOLATED;
    return good;
}

/* Its run is one in which time outruns the code. Does it hold if alarms wait until their tasks are ready? */
static bool ask_formula_timely(struct checking *checking, const struct part *part) {
    struct answer *answer = checking->answer;
    struct app_found found = app_found_take(answer);
    app_set_timely(checking->app, checking->timely = true);
    bool good = !checking->sequential || build_sequential(checking) == SEQUENTIAL_READY;
    good = good && app_checking_run_part(checking, part);
    checking->is_covered_in_time =
        good && answer->result.verdict == VERDICT_HOLDS && app_checking_is_covered(checking, answer->result.complete);
    if (good && answer->result.verdict != VERDICT_VIOLATED)
        keep_hurried(checking, &found, slow_code_words(first_run(&found), checking->arena));
    app_found_free(&found);
    return good;
}

bool app_checking_run_formula(struct checking *checking, size_t number) {
    struct app *app = checking->app;
    struct answer *answer = checking->answer;
    struct part part = {.name = app_property_name(app, number),
                        .formula = app_property_text(app, number),
                        .what = "ltl",
                        .goal = app_property_is_safety(app, number) ? SEARCH_SAFETY : SEARCH_ACCEPTANCE,
                        .observer = app_property_observer(app, number)};
    struct app_found before = app_found_take(answer);
    checking->found_hurried = false;
    bool good = app_checking_run_part(checking, &part);
    if (good && answer->result.verdict == VERDICT_VIOLATED && checking->found_hurried) {
        good = ask_formula_timely(checking, &part);
        if (answer->hurried) answer->hurried_property = number + 1;
    }
    app_found_put_before(&before, answer);
    return good;
}

bool app_checking_is_covered(const struct checking *checking, bool complete) {
    bool sampled = app_sampled(checking->app, checking->arena) || app_cut_off(checking->app, checking->arena);
    return complete && !sampled && !checking->sequential;
}

static bool run_in_order(struct checking *checking, bool *covered) {
    bool good = app_checking_run_checks(checking);
    *covered = good && app_checking_is_covered(checking, checking->answer->result.complete);
    for (size_t i = 0; good && i < app_property_count(checking->app); i++) good = app_checking_run_formula(checking, i);
    return good;
}

/* Nothing was found; but for this reason it may be there, and nobody has said that it does not matter. */
static void take_doubt(struct checking *checking, const char *doubt) {
    checking->answer->vacuous = doubt;
    if (doubt && !checking->command->allow_vacuous) checking->answer->result.verdict = VERDICT_UNKNOWN;
}

/* When the time is over, nothing is searched for any more; what is known without that leaves its doubt all the same. */
static void look_for_vacuity(struct checking *checking) {
    static const double at_once = 0.001;
    double left;
    bool is_time = app_checking_time_left(checking, &left);
    struct search_options options =
        searching_options(&checking->command->how, SEARCH_ACCEPTANCE, is_time ? left : at_once);
    options.checkpoint = options.resume = NULL;
    options.interrupted = checking->interrupted;
    take_doubt(checking, app_vacuous_reason(checking->app, app_checking_ts(checking), &options));
}

/* Where only some values of an input were tried, or some rounds of a loop, what was not found may be there. */
static void look_for_samples(struct checking *checking) {
    struct result *result = &checking->answer->result;
    const char *sampled = app_sampled(checking->app, checking->arena);
    const char *cut_off = app_cut_off(checking->app, checking->arena);
    if (cut_off && !checking->answer->inconclusive && result->verdict != VERDICT_VIOLATED)
        checking->answer->inconclusive = app_checking_with_enough_rounds(checking, cut_off);
    if (!sampled && !cut_off) return;
    for (size_t i = 0; i < result->properties.count; i++) {
        struct result_property *property = &result->properties.items[i];
        property->complete = false;
        if (property->verdict != VERDICT_HOLDS) continue;
        property->verdict = VERDICT_UNKNOWN;
        property->why = sampled ? "only some values of inputs were tried" : "loops were given up after some rounds";
    }
    result->complete = false;
    if (result->verdict == VERDICT_HOLDS || checking->command->all_violations) checking->answer->sampled = sampled;
    if (result->verdict == VERDICT_HOLDS) result->verdict = VERDICT_UNKNOWN;
}

/* There is no solver to ask: nothing is known, and that is the answer. */
static bool keep_nothing(struct checking *checking) {
    struct part part = {.name = "safety", .what = "safety", .goal = SEARCH_SAFETY};
    struct result_property property =
        searching_skipped(&checking->command->how, app_checking_property(&part), part.goal, false);
    property.limit = LIMIT_NONE;
    result_add_property(&checking->answer->result, property);
    return true;
}

/* The checks, then the formulas, then what can be said about all of it. False: there is no answer, and stderr says why.
 */
static bool check_all(struct checking *checking) {
    struct answer *answer = checking->answer;
    struct app *app = checking->app;
    list_checks(checking);
    list_stacks(checking, app);
    bool covered = false;
    if (!(app_checking_shares_its_time(checking) ? app_checking_run_shares(checking, &covered)
                                                 : run_in_order(checking, &covered)))
        return false;
    answer->reached_known = covered;
    app_visit_endless(app, on_endless, checking);
    if (covered) command_list_unreached(app, answer);
    if ((covered && answer->result.verdict == VERDICT_HOLDS) || checking->is_covered_in_time)
        look_for_vacuity(checking);
    else if (answer->result.verdict == VERDICT_HOLDS)
        take_doubt(checking, app_doubt(app));
    look_for_samples(checking);
    return true;
}

static bool read_suppressions(struct checking *checking) {
    struct diagnostics wrong = {0};
    const char *path = checking->command->suppress;
    bool good = !path || suppressions_read(&checking->suppressions, path, checking->arena, &wrong);
    diag_print(&wrong, stderr);
    diag_free(&wrong);
    return good;
}

static void tell_suppressed(const struct checking *checking) {
    struct answer *answer = checking->answer;
    struct diagnostics unused = {0};
    suppressions_report_unused(&checking->suppressions, &unused);
    diag_print(&unused, stderr);
    diag_free(&unused);
    const char *text = suppressions_text(&checking->suppressions, checking->arena);
    if (!text) return;
    answer->assumption =
        answer->assumption ? arena_printf(checking->arena, "%s, and that %s", answer->assumption, text) : text;
}

static void tell_most_steps(const struct checking *checking) {
    struct answer *answer = checking->answer;
    const struct result *result = &answer->result;
    bool late = false;
    for (size_t i = 0; i < result->properties.count; i++) late |= result->properties.items[i].limit == LIMIT_TIME;
    if (late && result->verdict == VERDICT_UNKNOWN) answer->most_steps = app_most_steps(checking->app, checking->arena);
}

/* What is wrong for ever is no matter of a moment. */
static void tell_slow(const struct checking *checking) {
    struct answer *answer = checking->answer;
    if (answer->result.verdict != VERDICT_VIOLATED || answer->hurried || answer->is_fate || !answer->timelines.count ||
        !app_may_wait(checking->app))
        return;
    answer->slow = slow_code_moment(answer->timelines.items[0], 2, checking->arena);
}

/* What is told of them all comes from all searches. */
static void count_all_searches(const struct checking *checking) {
    struct search_statistics *total = &checking->answer->result.total;
    double coverage = total->coverage;
    if (!checking->command->all_violations) return;
    *total = checking->searched;
    total->coverage = coverage;
}

bool command_app_check(const struct command_app_options *command, struct app *app, struct arena *arena,
                       struct answer *answer) {
    struct checking checking = {.command = command,
                                .app = app,
                                .arena = arena,
                                .answer = answer,
                                .interrupted = interrupt_watch(),
                                .notes = kept_notes(app_executor(app)),
                                .started = clock_seconds()};
    answer->result.source.model = command->configurations.list.items[0];
    answer->result.store = searching_stores[command->how.store];
    answer->result.reduction = !command->how.no_reduction;
    answer->result.threads = searching_threads(&command->how);
    /* Loops are cycles of the graph: the bound is its tree's alone. */
    uint32_t bound = app_loop_bound(app);
    if (command->engine == ENGINE_SEQUENTIAL) app_set_loop_bound(app, 0);
    bool asks = command->emit_smt2 && command->engine == ENGINE_PATHS;
    bool good = read_suppressions(&checking) && (!asks || command_smt2_begin(&checking.smt2, command->emit_smt2));
    if (good && (command->engine != ENGINE_PATHS || begin_paths(&checking)))
        good = check_all(&checking);
    else
        good = good && answer->inconclusive && keep_nothing(&checking);
    if (good) tell_suppressed(&checking);
    if (good) tell_slow(&checking);
    if (good) tell_most_steps(&checking);
    if (good) count_all_searches(&checking);
    good = command_smt2_end(&checking.smt2) && good;
    paths_free(checking.paths);
    sequential_free(checking.sequential);
    vec_free(&checking.suppressions.list);
    if (command->engine == ENGINE_SEQUENTIAL) app_set_loop_bound(app, bound);
    return good;
}
