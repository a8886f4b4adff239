/* Every run of an application: the safety checks in one search, then a search for each formula. */
#include "app/analysis/stack.h"
#include "app/fate.h"
#include "app/paths/paths.h"
#include "app/vacuous.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/fingerprint.h"
#include "base/invariant.h"
#include "base/progress.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/ending.h"
#include "cli/interrupt.h"
#include "cli/suppress.h"
#include "ts/product.h"

#include <string.h>

struct part;

struct checking {
    const struct command_app_options *command;
    struct app *app;
    struct arena *arena;
    struct answer *answer;
    const volatile sig_atomic_t *interrupted;
    struct progress progress;
    double started;
    bool broke_off; /* the last search, in the middle of a step */
    struct suppressions suppressions;
    bool timely;                   /* alarms wait until their tasks are ready */
    const struct part *part;       /* that is searched */
    struct paths *paths;           /* NULL: inputs are enumerated */
    bool loose;                    /* ... and it forgets what nothing depends on any more */
    struct sequential *sequential; /* NULL: the application itself is searched */
};

/* One search: the checks that are always there, or one property. */
struct part {
    const char *name, *formula, *what;
    enum search_goal goal;
    const struct ts_observer *observer; /* NULL: none */
};

static void on_progress(void *context, const struct search_statistics *statistics) {
    struct checking *checking = context;
    if (checking->command->quiet) return;
    searching_show(&checking->progress, statistics);
}

/* ---- what was found ---- */

static const char *awaited_events(const struct checking *checking, uint64_t mask) {
    const struct cfront_names *names = app_names(checking->app);
    struct text text = {0};
    for (uint32_t i = 0; names && i < names->event_count; i++)
        if (names->event_masks[i] & mask) text_printf(&text, "%s%s", text.length ? " or " : "", names->events[i]);
    if (!text.length) text_printf(&text, "event 0x%llx", (unsigned long long)mask);
    const char *copy = arena_text(checking->arena, text_chars(&text));
    text_free(&text);
    return copy;
}

/* Where a context called its last service. */
static struct place last_call(const struct timeline *timeline, const char *name) {
    for (size_t i = timeline->events.count; i-- > 0;) {
        const struct timeline_event *event = &timeline->events.items[i];
        if (event->kind != TIMELINE_SERVICE || event->context >= timeline->contexts.count) continue;
        if (strcmp(timeline->contexts.items[event->context].name, name) == 0) return event->place;
    }
    return (struct place){0};
}

/* Who waits in the last state, for what, and where. */
static void find_blocked(const struct checking *checking, const struct ts_trace *trace, const struct timeline *timeline,
                         struct result_violation *kept) {
    const struct osek_config *config = app_kernel_config(checking->app);
    const void *kernel = app_kernel_state(checking->app, vec_last(&trace->states).bytes);
    for (uint32_t task = 0; task < config->task_count; task++) {
        if (osek_task_state(config, kernel, task) != OSEK_WAITING) continue;
        const char *name = config->tasks[task].name;
        vec_push(&kept->blocked, (struct result_blocked){
                                     .process = name,
                                     .place = last_call(timeline, name),
                                     .waits_for = awaited_events(checking, osek_events_awaited(config, kernel, task))});
    }
}

static void keep_violation(struct checking *checking, const struct part *part, const struct violation *violation) {
    struct violation *own = arena_new_object(checking->arena, struct violation);
    *own = *violation;
    /* The search's result does not outlive the part; the timeline tells its trace. */
    if (own->kind) own->kind = arena_text(checking->arena, own->kind);
    if (own->message) own->message = arena_text(checking->arena, own->message);
    if (own->place.file) own->place.file = arena_text(checking->arena, own->place.file);
    own->trace = NULL;
    struct result_violation kept = {.property = part->name, .violation = own};
    struct timeline *timeline = violation->trace ? app_timeline(checking->app, violation->trace) : NULL;
    bool is_deadlock = violation->kind && strcmp(violation->kind, app_check_name(APP_CHECK_DEADLOCK)) == 0;
    if (is_deadlock && timeline) find_blocked(checking, violation->trace, timeline, &kept);
    vec_push(&checking->answer->result.violations, kept);
    vec_push(&checking->answer->timelines, timeline);
}

static void note_inconclusive(struct checking *checking, const struct violation *violation) {
    if (checking->answer->inconclusive) return;
    struct text text = {0};
    text_add(&text, violation->message ? violation->message : violation->kind);
    if (violation->place.file) text_printf(&text, ", at %s:%u", violation->place.file, violation->place.line);
    checking->answer->inconclusive = arena_text(checking->arena, text_chars(&text));
    text_free(&text);
}

/* Keeps what is a violation; what only stopped rtcheck is none. True if all of them were such. */
static bool keep_violations(struct checking *checking, const struct part *part, const struct search_result *found) {
    bool only_inconclusive = found->violations.count > 0;
    for (size_t i = 0; i < found->violations.count; i++) {
        const struct violation *violation = &found->violations.items[i];
        if (app_fault_is_inconclusive(violation->kind)) {
            note_inconclusive(checking, violation);
            continue;
        }
        only_inconclusive = false;
        if (!suppressions_find(&checking->suppressions, violation->kind, violation->place))
            keep_violation(checking, part, violation);
    }
    return only_inconclusive;
}

static bool has_conclusive(const struct search_result *found) {
    for (size_t i = 0; i < found->violations.count; i++)
        if (!app_fault_is_inconclusive(found->violations.items[i].kind)) return true;
    return found->violations.count == 0;
}

/* ---- one search ---- */

/* The time that is left, or 0 if there is no limit. False: none is left. */
static bool time_left(const struct checking *checking, double *left) {
    *left = 0;
    if (checking->command->how.time <= 0) return true;
    *left = checking->command->how.time - (clock_seconds() - checking->started);
    return *left > 0;
}

static bool goes_on(void *context) {
    const struct checking *checking = context;
    double left;
    return !*checking->interrupted && time_left(checking, &left);
}

/* Who searches has no patience with long steps when the time is over; who tells a run that was found has. */
static void on_phase(void *context, bool searching) {
    struct checking *checking = context;
    if (!searching) checking->broke_off |= app_lost_patience(checking->app);
    app_set_patience(checking->app, searching ? goes_on : NULL, checking);
}

/* Is a finding one already? Not before the application has been seen to do it, too, nor before it is known whether
 * alarms that are late, a step that is owed and never comes, or the end of the search in the middle of a step have made
 * it up. */
static bool is_decided(const struct checking *checking) {
    if (checking->paths || checking->sequential || checking->suppressions.list.count) return false;
    if (checking->part->observer && (checking->broke_off || app_owes_steps(checking->app))) return false;
    return checking->timely || !app_is_open_about_time(checking->app);
}

static void on_found(void *context, const struct violation *violation) {
    const struct checking *checking = context;
    if (is_decided(checking) && !app_fault_is_inconclusive(violation->kind))
        ending_found(checking->part->name, violation);
}

/* All that was read, as it was after preprocessing, and the lowered program: stubs have their effect there, too. */
static uint64_t subject_of(const struct checking *checking, uint64_t subject) {
    struct text text = {0};
    c_print_program(app_program(checking->app), &text);
    subject = fingerprint_text(subject, text_chars(&text));
    text_clear(&text);
    const char *stubs = checking->command->stubs;
    if (stubs && !file_read(stubs, &text)) text_add(&text, "unreadable");
    subject = fingerprint_bytes(subject, text_chars(&text), text.length);
    subject = fingerprint_text(subject, app_configuration(checking->app));
    uint64_t read = app_program(checking->app)->fingerprint;
    subject = fingerprint_bytes(subject, &read, sizeof read);
    text_free(&text);
    return subject;
}

static struct search_options options_for(struct checking *checking, const struct part *part, double time_left) {
    struct search_options options = searching_options(&checking->command->how, part->goal, time_left);
    if (checking->timely) options.checkpoint = options.resume = NULL; /* they are of the search before */
    if (options.checkpoint || options.resume) options.subject = subject_of(checking, options.subject);
    /* Formulas are looked at after the checks, which have reported what they found. */
    options.ignore_end_states = options.ignore_faults = part->observer != NULL;
    options.violations = checking->command->all_violations || checking->suppressions.list.count ? 0 : 1;
    options.one_per_place = true;
    options.interrupted = checking->interrupted;
    options.progress = on_progress;
    options.progress_context = checking;
    /* What is saved must have all successors of what was expanded, however long they take. */
    options.phase = checking->command->how.checkpoint ? NULL : on_phase;
    options.phase_context = checking;
    options.found = on_found;
    options.found_context = checking;
    checking->part = part;
    return options;
}

static struct result_property property_of(const struct part *part) {
    return (struct result_property){.name = part->name, .formula = part->formula, .what = part->what};
}

static struct search_result *search(struct checking *checking, const struct ts *ts, struct search_options *options) {
    progress_begin(&checking->progress, stderr);
    struct search_result *found = searching_run(&checking->command->how, ts, options);
    progress_wipe(&checking->progress);
    return found;
}

static void keep_search(struct checking *checking, const struct part *part, const struct search_result *found,
                        const struct search_options *options) {
    struct result_property property = searching_found(property_of(part), found, options);
    /* Where steps lead nowhere, runs seem to end, and that may break a formula. */
    bool doubtful = checking->broke_off && part->observer;
    bool only_inconclusive = doubtful || keep_violations(checking, part, found);
    if (only_inconclusive) property.verdict = VERDICT_UNKNOWN;
    if (!only_inconclusive && found->violations.count && !checking->answer->result.violations.count) {
        property.verdict = found->complete ? VERDICT_HOLDS : VERDICT_UNKNOWN; /* all of it is suppressed */
        property.violation_count = 0;
    }
    property.complete = found->complete && !only_inconclusive && !checking->answer->inconclusive;
    if (found->verdict == VERDICT_HOLDS && checking->answer->inconclusive) property.verdict = VERDICT_UNKNOWN;
    if (only_inconclusive) property.violation_count = 0;
    if (checking->broke_off && property.verdict != VERDICT_VIOLATED) {
        property.verdict = VERDICT_UNKNOWN;
        property.complete = false;
        property.limit = *checking->interrupted ? LIMIT_INTERRUPTED : LIMIT_TIME;
    }
    result_add_property(&checking->answer->result, property);
}

/* ---- paths ---- */

static const struct violation *conclusive(const struct search_result *found) {
    for (size_t i = 0; !found->error && i < found->violations.count; i++)
        if (!app_fault_is_inconclusive(found->violations.items[i].kind)) return &found->violations.items[i];
    return NULL;
}

/* The time that is left, but not none: what was found is to be told. 0: there is no limit. */
static double time_to_tell(const struct checking *checking) {
    double left;
    return time_left(checking, &left) ? left : 1;
}

/* What was found for inputs that nobody enumerated is found again with the values that they had there, and told from
 * that run. */
static bool replay_way(struct checking *checking, const struct part *part, const struct search_result *found,
                       const struct violation *way, const int64_t *values, size_t count) {
    const int64_t none = 0;
    app_only_inputs(checking->app, count ? values : &none, count);
    struct search_options options = options_for(checking, part, time_to_tell(checking));
    options.violations = 1;
    struct search_result *again = search(checking, app_ts(checking->app), &options);
    if (again->verdict == VERDICT_HOLDS && again->complete)
        internal_error("a violation (%s) was found for inputs that do not lead to one", way->message);
    again->statistics.states += found->statistics.states;
    again->statistics.transitions += found->statistics.transitions;
    bool good = !again->error;
    if (good) keep_search(checking, part, again, &options);
    search_result_free(again);
    app_only_inputs(checking->app, NULL, 0);
    return good;
}

static bool search_part(struct checking *checking, const struct part *part, const struct ts *ts, double left);

/* Whether there are inputs for it is known only now: forgetting something may have made it up. Then nothing is
 * forgotten from now on. */
static bool tell_way(struct checking *checking, const struct part *part, const struct search_result *found,
                     const struct violation *way) {
    int64_t *values = NULL;
    size_t count = 0;
    bool good = way->trace && (checking->sequential || paths_inputs(checking->paths, way->trace, &values, &count));
    if (good && checking->sequential) sequential_inputs(checking->sequential, way->trace, &values, &count);
    if (good) {
        good = replay_way(checking, part, found, way, values, count);
    } else if (way->trace && checking->loose) {
        checking->loose = false;
        paths_set_loose(checking->paths, false);
        good = search_part(checking, part, paths_ts(checking->paths), time_to_tell(checking));
    } else {
        struct search_options options = options_for(checking, part, 0);
        checking->answer->inconclusive = arena_printf(
            checking->arena, "the solver does not find inputs for a run that seems to go wrong: %s, at %s:%u",
            way->message, way->place.file ? way->place.file : "?", way->place.line);
        struct result_property property = searching_found(property_of(part), found, &options);
        property.verdict = VERDICT_UNKNOWN;
        property.complete = false;
        property.violation_count = 0;
        result_add_property(&checking->answer->result, property);
        good = true;
    }
    free(values);
    return good;
}

static bool search_part(struct checking *checking, const struct part *part, const struct ts *ts, double left) {
    struct search_options options = options_for(checking, part, left);
    checking->broke_off = false;
    struct search_result *found = search(checking, ts, &options);
    if (!found->error && !has_conclusive(found) && options.violations && time_left(checking, &left)) {
        /* rtcheck gave up on one way; look on for what is wrong on the others. */
        search_result_free(found);
        options = options_for(checking, part, left);
        options.violations = 0;
        found = search(checking, ts, &options);
    }
    if (part->goal == SEARCH_ACCEPTANCE && !found->error && found->violation_count && app_owes_steps(checking->app) &&
        time_left(checking, &left)) {
        /* Perhaps only because a step that is owed never comes: such runs do not count. */
        search_result_free(found);
        options = options_for(checking, part, left);
        options.fair = true;
        found = search(checking, ts, &options);
        checking->answer->fairness_decides |= !found->error && !found->violation_count;
    }
    const struct violation *way = checking->paths || checking->sequential ? conclusive(found) : NULL;
    bool good = !found->error && (!way || tell_way(checking, part, found, way));
    if (found->error)
        command_complain("app", "%s", found->error);
    else if (!way)
        keep_search(checking, part, found, &options);
    search_result_free(found);
    return good;
}

static const struct ts *searched_ts(const struct checking *checking) {
    if (checking->sequential) return sequential_ts(checking->sequential, NULL);
    return checking->paths ? paths_ts(checking->paths) : app_ts(checking->app);
}

static bool run_part(struct checking *checking, const struct part *part) {
    double left;
    /* Runs that break off in the middle say nothing about a formula: first things first. */
    bool breaks_off = part->observer && checking->answer->result.properties.items[0].verdict == VERDICT_VIOLATED;
    if (*checking->interrupted || !time_left(checking, &left) || breaks_off) {
        result_add_property(&checking->answer->result, searching_skipped(&checking->command->how, property_of(part),
                                                                         part->goal, *checking->interrupted));
        return true;
    }
    const struct ts *ts = searched_ts(checking);
    struct ts *product = part->observer ? ts_product_new(ts, part->observer) : NULL;
    bool good = search_part(checking, part, product ? product : ts, left);
    if (product) ts_product_free(product);
    return good;
}

/* ---- what was never done ---- */

static void on_unreached(void *context, const struct c_function *function, struct place place, bool whole) {
    struct checking *checking = context;
    static const char *const kinds[] = {"function", "task", "isr", "hook", "callback", "function"};
    if (whole)
        vec_push(&checking->answer->never_run, (struct answer_idle){function->name, kinds[function->role], place});
    else if (place.line != function->end.line || place.column != function->end.column) /* behind TerminateTask */
        vec_push(&checking->answer->unreached, (struct answer_line){function->name, place});
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

/* ---- what runs end up in ---- */

typedef bool (*instruction_test)(const struct c_function *function, uint32_t instruction);

static bool waits(const struct c_function *function, uint32_t i) {
    return function->code[i].kind == C_SERVICE && function->code[i].service == OSEK_WaitEvent;
}

/* Code that never ends goes back somewhere, without end. */
static bool goes_back(const struct c_function *function, uint32_t i) {
    const struct c_instruction *code = &function->code[i];
    return (code->kind == C_JUMP && code->then <= i) ||
           (code->kind == C_BRANCH && (code->then <= i || code->otherwise <= i));
}

/* What an earlier part of a search has reached is not known. */
static bool may_have_run(const struct checking *checking, instruction_test test) {
    const struct c_program *program = app_program(checking->app);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            if (test(program->functions[f], i) &&
                (checking->command->how.resume || app_reached(checking->app, program->functions[f], i)))
                return true;
    return false;
}

static void keep_endless(struct checking *checking, const struct app_fate *fate) {
    struct violation violation = fate->search->violations.items[0];
    violation.kind = app_check_name(APP_CHECK_ENDLESS);
    violation.message =
        arena_printf(checking->arena, APP_RUNS_FOR_EVER, app_context_name(checking->app, fate->endless));
    violation.place = fate->place;
    keep_violation(checking, &(struct part){.name = "safety"}, &violation);
}

static void keep_waiting(struct checking *checking, const struct app_fate *fate) {
    const struct osek_config *config = app_kernel_config(checking->app);
    const struct violation *way = &fate->search->violations.items[0];
    const struct ts_trace_state *last = &vec_last(&way->trace->states);
    const char *name = config->tasks[fate->waiting].name;
    uint64_t events = osek_events_awaited(config, app_kernel_state(checking->app, last->bytes), fate->waiting);
    struct violation violation = *way;
    violation.kind = app_check_name(APP_CHECK_WAITING);
    violation.message = arena_printf(checking->arena, "%s waits for ever for %s: no run from here on sets it", name,
                                     awaited_events(checking, events));
    keep_violation(checking, &(struct part){.name = "safety"}, &violation);
    struct timeline *timeline = vec_last(&checking->answer->timelines);
    struct violation *kept = (struct violation *)vec_last(&checking->answer->result.violations).violation;
    if (timeline) kept->place = last_call(timeline, name);
}

static struct app_fate find_fate(struct checking *checking) {
    double left;
    if (!time_left(checking, &left))
        return (struct app_fate){.waiting = OSEK_NONE, .endless = OSEK_NONE, .limit = LIMIT_TIME};
    struct search_options options = searching_options(&checking->command->how, SEARCH_SAFETY, left);
    options.checkpoint = options.resume = NULL;
    options.interrupted = checking->interrupted;
    return app_fate_find(checking->app, &options);
}

/* Says of the checks what the search could not see: it looks at states, not at what can never come any more. */
static void look_for_fate(struct checking *checking) {
    struct result *result = &checking->answer->result;
    struct result_property *safety = &result->properties.items[0];
    bool waiting = app_looks_for(checking->app, APP_CHECK_WAITING) && may_have_run(checking, waits);
    bool endless = app_looks_for(checking->app, APP_CHECK_ENDLESS) && may_have_run(checking, goes_back);
    if (!waiting && !endless) return;
    struct app_fate fate = find_fate(checking);
    bool found = fate.waiting != OSEK_NONE || fate.endless != OSEK_NONE;
    if (found && fate.search->violations.count && fate.search->violations.items[0].trace) {
        (fate.endless != OSEK_NONE ? keep_endless : keep_waiting)(checking, &fate);
        safety->verdict = result->verdict = VERDICT_VIOLATED;
        safety->violation_count++;
        result->violation_count++;
    } else if (found || fate.limit != LIMIT_NONE) {
        safety->verdict = result->verdict = VERDICT_UNKNOWN;
        safety->limit = fate.limit != LIMIT_NONE ? fate.limit : fate.search->limit;
        safety->complete = result->complete = false;
    }
    search_result_free(fate.search);
}

/* ---- time that is kind, or not ---- */

/* The ticks that passed since the code that ran at the end began, or since the last expiry, and whose they are. */
static const char *how_long(const struct checking *checking, const struct timeline *timeline) {
    for (size_t i = timeline ? timeline->events.count : 0; i-- > 0;) {
        const struct timeline_event *tick = &timeline->events.items[i];
        if (tick->kind != TIMELINE_TICK) continue;
        for (size_t j = i; j-- > 0;) {
            const struct timeline_event *event = &timeline->events.items[j];
            if (event->kind != TIMELINE_STATE || strcmp(event->text, "running") != 0) continue;
            return arena_printf(checking->arena, "only if %s runs longer than %s tick%s of %s",
                                timeline->contexts.items[event->context].name, tick->result,
                                strcmp(tick->result, "1") == 0 ? "" : "s", tick->text);
        }
        break;
    }
    return "only if time outruns the code";
}

/* What was found when time was not kind: it goes with the answer, and decides nothing. */
static void keep_hurried(struct checking *checking, struct result *found, struct timeline **timelines, size_t count) {
    struct answer *answer = checking->answer;
    struct text title = {0};
    result_violation_title(&title, found, &found->violations.items[0]);
    answer->hurried =
        arena_printf(checking->arena, "%s: %s", text_chars(&title), how_long(checking, count ? timelines[0] : NULL));
    text_free(&title);
    for (size_t i = 0; i < found->violations.count; i++) {
        vec_push(&answer->result.violations, found->violations.items[i]);
        vec_push(&answer->timelines, i < count ? timelines[i] : NULL);
    }
    answer->hurry_decides = answer->result.verdict == VERDICT_HOLDS && !app_sampled(checking->app, checking->arena);
    answer->result.verdict = VERDICT_UNKNOWN;
    answer->result.complete = false;
    vec_free(&found->violations);
}

/* What the graph of paths is not asked. */
static const char *beyond_paths(struct checking *checking) {
    bool waiting = app_looks_for(checking->app, APP_CHECK_WAITING) && may_have_run(checking, waits);
    bool endless = app_looks_for(checking->app, APP_CHECK_ENDLESS) && may_have_run(checking, goes_back);
    const char *ours = waiting && endless ? "no task waits for ever while others go on, and loops around services end"
                       : waiting          ? "no task waits for ever while others go on"
                       : endless          ? "loops around services end"
                                          : NULL;
    const char *others = checking->answer->assumption;
    if (!ours || !others) return ours ? ours : others;
    return arena_printf(checking->arena, "%s, and that %s", others, ours);
}

static bool begin_paths(struct checking *checking) {
    struct text why = {0};
    if (app_property_count(checking->app))
        return !command_complain("app", "--engine paths does not check formulas; leave --engine or --ltl out");
    if (checking->command->suppress)
        return !command_complain(
            "app", "--engine paths finds one violation, and cannot go on behind it: leave --suppress out");
    checking->paths = paths_new(app_executor(checking->app), &why);
    if (!checking->paths) command_complain("app", "--engine paths needs Z3 (Debian: libz3-4): %s", text_chars(&why));
    text_free(&why);
    checking->loose = checking->paths != NULL;
    if (checking->paths) paths_set_loose(checking->paths, true);
    return checking->paths != NULL;
}

/* The graph is of the application as it is now: with time that is kind, or without. */
static enum sequential_outcome build_sequential(struct checking *checking) {
    sequential_free(checking->sequential);
    checking->sequential = NULL;
    app_set_patience(checking->app, goes_on, checking);
    enum sequential_outcome outcome = command_sequential_build(checking->command, checking->app, checking->arena,
                                                               checking->answer, &checking->sequential);
    app_set_patience(checking->app, NULL, NULL);
    return outcome;
}

enum { PATIENCE = 300 /* seconds for a proof, where there is no limit */ };

/* Without trying values. What goes wrong is found and told by those who know inputs from their conditions. */
static bool prove_part(struct checking *checking, const struct part *part) {
    struct result_property property = property_of(part);
    double left;
    bool limited = time_left(checking, &left) && left > 0;
    enum sequential_proof proof =
        command_sequential_prove(checking->command, checking->sequential, limited ? left : PATIENCE, checking->arena,
                                 &property, checking->answer);
    if (proof != SEQUENTIAL_REFUTED) {
        result_add_property(&checking->answer->result, property);
        return true;
    }
    sequential_free(checking->sequential);
    checking->sequential = NULL;
    if (!begin_paths(checking) || !run_part(checking, part)) return false;
    const struct result *result = &checking->answer->result;
    if (result->verdict == VERDICT_HOLDS && result->complete)
        internal_error("the clauses of the graph have no solution, but nothing goes wrong");
    return true;
}

static bool run_safety(struct checking *checking) {
    struct answer *answer = checking->answer;
    struct part part = {.name = "safety", .what = "safety", .goal = SEARCH_SAFETY};
    if (checking->command->engine == ENGINE_SEQUENTIAL) {
        enum sequential_outcome outcome = build_sequential(checking);
        if (outcome == SEQUENTIAL_REFUSED) return false;
        answer->assumption =
            command_sequential_beyond(checking->command, checking->app, app_assumption(checking->app), checking->arena);
        if (outcome == SEQUENTIAL_GIVEN_UP) {
            struct result_property property =
                searching_skipped(&checking->command->how, property_of(&part), part.goal, *checking->interrupted);
            property.limit = LIMIT_STATES;
            result_add_property(&answer->result, property);
            return true;
        }
        bool proves = checking->command->prove || sequential_is_wide(checking->sequential);
        return proves ? prove_part(checking, &part) : run_part(checking, &part);
    }
    if (!run_part(checking, &part)) return false;
    /* Runs that end in what is suppressed say nothing about what comes for ever. */
    bool cut_off = suppressions_text(&checking->suppressions, checking->arena) != NULL;
    if (checking->paths)
        answer->assumption = beyond_paths(checking);
    else if (answer->result.complete && answer->result.verdict == VERDICT_HOLDS && !cut_off)
        look_for_fate(checking);
    return true;
}

/* Something is wrong where alarms expire whenever they like. Is it, too, if they wait until their tasks are ready? */
static bool ask_again_timely(struct checking *checking) {
    struct answer *answer = checking->answer;
    struct result found = answer->result;
    struct timeline **timelines = answer->timelines.items;
    size_t count = answer->timelines.count;
    answer->result = (struct result){
        .source = found.source, .store = found.store, .reduction = found.reduction, .threads = found.threads};
    answer->timelines.items = NULL;
    answer->timelines.count = answer->timelines.capacity = 0;
    app_set_timely(checking->app, true);
    checking->timely = true;
    bool good = run_safety(checking);
    bool decided = !good || answer->result.verdict == VERDICT_VIOLATED;
    for (size_t i = 0; decided && i < count; i++)
        if (timelines[i]) timeline_free(timelines[i]);
    if (!decided) keep_hurried(checking, &found, timelines, count);
    free(timelines);
    result_free(&found);
    return good;
}

static void look_for_vacuity(struct checking *checking) {
    struct result *result = &checking->answer->result;
    double left;
    if (!time_left(checking, &left)) return;
    struct search_options options = searching_options(&checking->command->how, SEARCH_ACCEPTANCE, left);
    options.checkpoint = options.resume = NULL;
    options.interrupted = checking->interrupted;
    checking->answer->vacuous = app_vacuous_reason(checking->app, searched_ts(checking), &options);
    if (checking->answer->vacuous && !checking->command->allow_vacuous) result->verdict = VERDICT_UNKNOWN;
}

/* Where only some values of an input were tried, or some rounds of a loop, what was not found may be there. */
static void look_for_samples(struct checking *checking) {
    struct result *result = &checking->answer->result;
    const char *sampled = app_sampled(checking->app, checking->arena);
    const char *cut_off = app_cut_off(checking->app, checking->arena);
    if (cut_off && !checking->answer->inconclusive && result->verdict != VERDICT_VIOLATED)
        checking->answer->inconclusive = cut_off;
    if (!sampled && !cut_off) return;
    for (size_t i = 0; i < result->properties.count; i++) {
        struct result_property *property = &result->properties.items[i];
        property->complete = false;
        if (property->verdict == VERDICT_HOLDS) property->verdict = VERDICT_UNKNOWN;
    }
    result->complete = false;
    if (result->verdict != VERDICT_HOLDS) return;
    result->verdict = VERDICT_UNKNOWN;
    checking->answer->sampled = sampled;
}

/* The checks, then the formulas, then what can be said about all of it. False: there is no answer, and stderr says why.
 */
static bool check_all(struct checking *checking) {
    const struct command_app_options *command = checking->command;
    struct answer *answer = checking->answer;
    struct app *app = checking->app;
    list_checks(checking);
    list_stacks(checking, app);
    if (!run_safety(checking)) return false;
    if (answer->result.verdict == VERDICT_VIOLATED && app_is_open_about_time(app) && !ask_again_timely(checking))
        return false;
    bool sampled = app_sampled(app, checking->arena) || app_cut_off(app, checking->arena);
    /* What an earlier part of the search went through, before it was saved, is not known any more. */
    bool covered = answer->result.complete && !command->how.resume && !sampled && !checking->sequential;
    for (size_t i = 0; i < app_property_count(app); i++) {
        struct part part = {.name = app_property_name(app, i),
                            .formula = app_property_text(app, i),
                            .what = "ltl",
                            .goal = app_property_is_safety(app, i) ? SEARCH_SAFETY : SEARCH_ACCEPTANCE,
                            .observer = app_property_observer(app, i)};
        if (!run_part(checking, &part)) return false;
    }
    answer->reached_known = covered;
    app_visit_endless(app, on_endless, checking);
    if (covered) app_visit_unreached(app, on_unreached, checking);
    if (covered && answer->result.verdict == VERDICT_HOLDS) look_for_vacuity(checking);
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
    const char *text = suppressions_text(&checking->suppressions, checking->arena);
    if (!text) return;
    answer->assumption =
        answer->assumption ? arena_printf(checking->arena, "%s, and that %s", answer->assumption, text) : text;
}

bool command_app_check(const struct command_app_options *command, struct app *app, struct arena *arena,
                       struct answer *answer) {
    struct checking checking = {.command = command,
                                .app = app,
                                .arena = arena,
                                .answer = answer,
                                .interrupted = interrupt_watch(),
                                .started = clock_seconds()};
    answer->result.source.model = command->configurations.list.items[0];
    answer->result.store = searching_stores[command->how.store];
    answer->result.reduction = !command->how.no_reduction;
    answer->result.threads = searching_threads(&command->how);
    bool good = read_suppressions(&checking) && (command->engine != ENGINE_PATHS || begin_paths(&checking)) &&
                check_all(&checking);
    if (good) tell_suppressed(&checking);
    paths_free(checking.paths);
    sequential_free(checking.sequential);
    vec_free(&checking.suppressions.list);
    return good;
}
