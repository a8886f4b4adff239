/* One search over an application, by the explicit engine, paths or as a sequential program; and what it found, told
 * from a run of the application itself. */
#include "app/exec/fault.h"
#include "app/paths/paths.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/fingerprint.h"
#include "base/invariant.h"
#include "cli/app/checking.h"
#include "cli/common/command.h"
#include "cli/common/ending.h"
#include "ts/product.h"

#include <string.h>

static void on_progress(void *context, const struct search_statistics *statistics) {
    struct checking *checking = context;
    if (checking->command->quiet) return;
    searching_show(&checking->progress, statistics);
}

/* ---- what was found ---- */

const char *app_checking_awaited_events(const struct checking *checking, uint64_t mask) {
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
struct place app_checking_last_call(const struct timeline *timeline, const char *name) {
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
        vec_push(&kept->blocked, (struct result_blocked){.process = name,
                                                         .place = app_checking_last_call(timeline, name),
                                                         .waits_for = app_checking_awaited_events(
                                                             checking, osek_events_awaited(config, kernel, task))});
    }
}

void app_checking_keep_violation(struct checking *checking, const struct part *part,
                                 const struct violation *violation) {
    struct violation *own = arena_new_object(checking->arena, struct violation);
    *own = *violation;
    /* The search's result does not outlive the part; the timeline tells its trace. */
    if (own->kind) own->kind = arena_text(checking->arena, own->kind);
    if (own->message) own->message = arena_text(checking->arena, own->message);
    if (own->place.file) own->place.file = arena_text(checking->arena, own->place.file);
    own->trace = NULL;
    struct result_violation kept = {.property = part->name, .violation = own};
    struct timeline *timeline =
        violation->trace ? app_timeline(checking->app, violation->trace, checking->inputs) : NULL;
    bool is_deadlock = violation->kind && strcmp(violation->kind, app_check_name(APP_CHECK_DEADLOCK)) == 0;
    if (is_deadlock && timeline) find_blocked(checking, violation->trace, timeline, &kept);
    if (!checking->found_hurried && !checking->timely && app_is_open_about_time(checking->app))
        checking->found_hurried =
            !violation->trace || !app_is_timely_run(checking->app, violation->trace, checking->inputs);
    vec_push(&checking->answer->result.violations, kept);
    vec_push(&checking->answer->timelines, timeline);
}

/* Who waits in the last state of a deadlock: it is suppressed if all of them are. */
static bool are_waiting_suppressed(struct checking *checking, const struct violation *violation) {
    const struct osek_config *config = app_kernel_config(checking->app);
    const char **names = arena_new_array(checking->arena, const char *, config->task_count + 1);
    size_t count = 0;
    if (!violation->trace) return false;
    const void *kernel = app_kernel_state(checking->app, vec_last(&violation->trace->states).bytes);
    for (uint32_t task = 0; task < config->task_count; task++)
        if (osek_task_state(config, kernel, task) == OSEK_WAITING) names[count++] = config->tasks[task].name;
    return suppressions_have_names(&checking->suppressions, violation->kind, names, count);
}

/* What has no place in the sources has names: of tasks that wait, of an alarm that expires. */
bool app_checking_is_suppressed(struct checking *checking, const struct violation *violation) {
    const struct osek_config *config = app_kernel_config(checking->app);
    if (!checking->suppressions.list.count || !violation->kind) return false;
    if (violation->place.file) return suppressions_have(&checking->suppressions, violation->kind, violation->place);
    if (!strcmp(violation->kind, app_check_name(APP_CHECK_DEADLOCK)))
        return are_waiting_suppressed(checking, violation);
    uint32_t alarm = violation->about & FAULT_OF_ALARM;
    return alarm &&
           suppressions_have_names(&checking->suppressions, violation->kind, &config->alarms[alarm - 1].name, 1);
}

static void note_inconclusive(struct checking *checking, const struct violation *violation) {
    struct answer *answer = checking->answer;
    answer->only_limits = (answer->only_limits || !answer->inconclusive) && !strcmp(violation->kind, "limit");
    if (answer->inconclusive) return;
    struct text text = {0};
    text_add(&text, violation->message ? violation->message : violation->kind);
    if (violation->place.file) text_printf(&text, ", at %s:%u", violation->place.file, violation->place.line);
    answer->inconclusive = arena_text(checking->arena, text_chars(&text));
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
        if (!app_checking_is_suppressed(checking, violation)) app_checking_keep_violation(checking, part, violation);
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
bool app_checking_time_left(const struct checking *checking, double *left) {
    if (!searching_time_left(&checking->command->how, checking->started, left)) return false;
    double share = checking->until - clock_seconds();
    if (checking->until > 0 && share < *left) *left = share;
    return checking->until <= 0 || share > 0;
}

bool app_checking_goes_on(void *context) {
    const struct checking *checking = context;
    double left;
    if (checking->is_probe && app_is_cut_off(checking->app)) return false;
    return !*checking->interrupted && app_checking_time_left(checking, &left);
}

/* Who searches has no patience with long steps when the time is over; who tells a run that was found has. */
static bool on_phase(void *context, bool searching) {
    struct checking *checking = context;
    bool gave_up = !searching && app_lost_patience(checking->app);
    checking->broke_off |= gave_up;
    app_set_patience(checking->app, searching ? app_checking_goes_on : NULL, checking);
    if (!searching) app_keep_gaps(checking->app);
    return gave_up;
}

/* What missing headers and functions without a body leave open is asked for afterwards (again.h). */
static bool is_asked_again(const struct checking *checking) {
    const struct c_program *program = app_program(checking->app);
    return checking->command->again || program->misses_headers || program->filled || program->forgetful;
}

/* Is a finding one already? Not before the application has been seen to do it, too, nor before it is known whether
 * alarms that are late, a step that is owed and never comes, or the end of the search in the middle of a step have made
 * it up. */
static bool is_decided(const struct checking *checking) {
    if (is_asked_again(checking)) return false;
    if (checking->paths || checking->sequential || checking->suppressions.list.count) return false;
    if (checking->part->observer && (checking->broke_off || app_owes_steps(checking->app))) return false;
    return checking->timely || !app_is_open_about_time(checking->app);
}

static void on_found(void *context, const struct violation *violation) {
    const struct checking *checking = context;
    if (is_decided(checking) && !app_fault_is_inconclusive(violation->kind))
        ending_found(checking->part->name, violation);
}

static bool is_inconclusive(const struct ts_fault *fault) { return app_fault_is_inconclusive(fault->kind); }

static bool is_same_place(struct place one, struct place other) {
    if (!one.file || !other.file) return !one.file && !other.file;
    return one.line == other.line && one.column == other.column && !strcmp(one.file, other.file);
}

/* At a place something else may be found, too, if that is said in other words; but not over and over. */
bool app_checking_is_known(void *context, const struct ts_fault *fault) {
    enum { MOST_AT_A_PLACE = 4 };
    const struct command_app_options *command = ((const struct checking *)context)->command;
    unsigned there = 0;
    for (size_t i = 0; i < command->known_count; i++) {
        const struct ts_fault *known = &command->known[i];
        if (strcmp(known->kind, fault->kind) || !is_same_place(known->place, fault->place)) continue;
        if (++there >= MOST_AT_A_PLACE || !strcmp(known->message, fault->message)) return true;
    }
    return false;
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
    if (options.checkpoint || options.resume) {
        options.subject = subject_of(checking, options.subject);
        options.notes = &checking->notes;
    }
    /* Formulas are looked at after the checks, which have reported what they found. */
    options.ignore_end_states = options.ignore_system_faults = part->observer != NULL;
    bool suppresses = checking->suppressions.list.count && !part->observer;
    options.violations = checking->command->all_violations || suppresses ? 0 : 1;
    options.one_per_place = true;
    options.is_doubtful = is_inconclusive;
    options.is_known = checking->command->known_count ? app_checking_is_known : NULL;
    options.known_context = checking;
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

struct result_property app_checking_property(const struct part *part) {
    return (struct result_property){.name = part->name, .formula = part->formula, .what = part->what};
}

static struct search_result *search(struct checking *checking, const struct ts *ts, struct search_options *options) {
    progress_begin(&checking->progress, stderr);
    struct search_result *found =
        checking->glance ? searching_near(ts, options) : searching_run(&checking->command->how, ts, options);
    progress_wipe(&checking->progress);
    result_add_figures(&checking->searched, &found->statistics);
    if (options->phase) app_set_patience(checking->app, NULL, NULL); /* what was given up is to be made from now on */
    return found;
}

static void keep_search(struct checking *checking, const struct part *part, const struct search_result *found,
                        const struct search_options *options) {
    struct result_property property = searching_found(app_checking_property(part), found, options);
    /* Where steps lead nowhere, runs seem to end, and that may break a formula. */
    bool doubtful = checking->broke_off && part->observer;
    bool only_inconclusive = doubtful || keep_violations(checking, part, found);
    if (only_inconclusive) property.verdict = VERDICT_UNKNOWN;
    if (!only_inconclusive && found->violations.count && !checking->answer->result.violations.count) {
        property.verdict = found->complete ? VERDICT_HOLDS : VERDICT_UNKNOWN; /* all of it is suppressed */
        property.violation_count = 0;
    }
    bool unsure = part->observer && checking->paths && paths_were_unsure(checking->paths);
    if (unsure && !checking->answer->inconclusive) checking->answer->inconclusive = "the solver does not know";
    property.complete = found->complete && !only_inconclusive && !checking->answer->inconclusive;
    if (found->verdict == VERDICT_HOLDS && checking->answer->inconclusive) property.verdict = VERDICT_UNKNOWN;
    if (only_inconclusive)
        property.violation_count = 0;
    else if (property.violation_count)
        property.violation_count -= found->doubtful_count;
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
    return app_checking_time_left(checking, &left) ? left : 1;
}

/* A violation that the application does not confirm: whoever compares the engines says so. */
static void keep_claim(struct checking *checking, const struct part *part, const struct search_result *found,
                       const struct violation *way, const struct search_options *options) {
    struct violation claim = *way;
    claim.trace = NULL; /* it is not the application's */
    app_checking_keep_violation(checking, part, &claim);
    result_add_property(&checking->answer->result, searching_found(app_checking_property(part), found, options));
}

/* It seems to be violated, and nobody can tell a run that does. */
static void keep_doubtful(struct checking *checking, const struct part *part, const struct search_result *found,
                          const char *why) {
    struct search_options options = options_for(checking, part, 0);
    struct result_property property = searching_found(app_checking_property(part), found, &options);
    property.verdict = VERDICT_UNKNOWN;
    property.complete = false;
    property.violation_count = 0;
    checking->answer->inconclusive = why;
    result_add_property(&checking->answer->result, property);
}

/* The values say that nothing goes wrong. */
static void keep_unconfirmed(struct checking *checking, const struct part *part, const struct search_result *found,
                             const struct violation *way, const struct search_options *options) {
    if (part->goal == SEARCH_ACCEPTANCE) {
        /* A run without end may need inputs without end. */
        keep_doubtful(checking, part, found,
                      "it may be violated by a run that never ends, which a finite number of values does not make");
        return;
    }
    double left;
    if (checking->broke_off || !app_checking_time_left(checking, &left)) {
        keep_doubtful(checking, part, found, "the time was over in the middle of a step");
        return;
    }
    if (checking->command->known_count) {
        keep_doubtful(checking, part, found, "the run with these values goes wrong in a way that is known before");
        return;
    }
    if (!checking->command->beside)
        internal_error("a violation (%s) was found for inputs that do not lead to one", way->message);
    keep_claim(checking, part, found, way, options);
}

/* What was found for inputs that nobody enumerated is found again among runs that have the values which they had there,
 * and told from one of them. */
static bool replay_way(struct checking *checking, const struct part *part, const struct search_result *found,
                       const struct violation *way, const struct ts *runs) {
    struct search_options options = options_for(checking, part, time_to_tell(checking));
    options.violations = 1;
    options.fair = part->goal == SEARCH_ACCEPTANCE && app_owes_steps(checking->app);
    struct ts *product = part->observer ? ts_product_new(runs, part->observer) : NULL;
    struct search_result *again = search(checking, product ? product : runs, &options);
    bool good = !again->error;
    if (again->verdict == VERDICT_HOLDS && again->complete) {
        keep_unconfirmed(checking, part, found, way, &options);
    } else if (good) {
        again->statistics.states += found->statistics.states;
        again->statistics.transitions += found->statistics.transitions;
        keep_search(checking, part, again, &options);
    }
    search_result_free(again);
    ts_product_free(product);
    return good;
}

/* Just that run. One without end is looked for among all that have its inputs, over and over, since what else could
 * happen in it decides whether it is fair. */
static bool replay_path(struct checking *checking, const struct part *part, const struct search_result *found,
                        const struct violation *way, const struct paths_run *run) {
    struct steered steered = {.start = run->start, .start_size = run->start_size};
    steered.script = (struct script){.values = run->inputs, .count = run->input_count};
    if (part->goal == SEARCH_ACCEPTANCE) {
        steered.script.repeats = run->again < run->input_count;
        steered.script.again = run->again;
    } else {
        steered.steps = run->steps;
        steered.step_count = run->step_count;
    }
    steered_begin(&steered, app_executor(checking->app));
    checking->inputs = &steered.script;
    bool good = replay_way(checking, part, found, way, &steered.ts);
    checking->inputs = NULL;
    return good;
}

/* Any run with the same values. */
static bool replay_sequential(struct checking *checking, const struct part *part, const struct search_result *found,
                              const struct violation *way) {
    const int64_t none = 0;
    int64_t *values = NULL;
    size_t count = 0;
    sequential_inputs(checking->sequential, way->trace, &values, &count);
    app_only_inputs(checking->app, count ? values : &none, count);
    bool good = replay_way(checking, part, found, way, app_ts(checking->app));
    app_only_inputs(checking->app, NULL, 0);
    free(values);
    return good;
}

static bool search_part(struct checking *checking, const struct part *part, const struct ts *ts, double left);

/* Whether there are inputs for it is known only now: forgetting something may have made it up. Then nothing is
 * forgotten from now on. */
static bool tell_way(struct checking *checking, const struct part *part, const struct ts *ts,
                     const struct search_result *found, const struct violation *way) {
    struct paths_run run = {0};
    uint32_t tail = !part->observer ? 0 : part->observer->label ? 8 : 4; /* of a product's states */
    bool good;
    if (way->trace && checking->sequential) {
        good = replay_sequential(checking, part, found, way);
    } else if (way->trace && paths_run_observed(checking->paths, way->trace, tail, &run)) {
        good = replay_path(checking, part, found, way, &run);
    } else if (way->trace && checking->loose) {
        checking->loose = false;
        paths_set_keeps(checking->paths, FORM_ALL);
        good = search_part(checking, part, ts, time_to_tell(checking));
    } else {
        keep_doubtful(checking, part, found,
                      arena_printf(checking->arena,
                                   "the solver does not find inputs for a run that seems to go wrong: %s, at %s:%u",
                                   way->message, way->place.file ? way->place.file : "?", way->place.line));
        good = true;
    }
    paths_run_free(&run);
    return good;
}

static bool has_too_many_ways(const struct checking *checking) {
    return checking->paths && !checking->joins && paths_had_too_many_ways(checking->paths);
}

static bool search_part(struct checking *checking, const struct part *part, const struct ts *ts, double left) {
    struct search_options options = options_for(checking, part, left);
    checking->broke_off = false;
    struct search_result *found = search(checking, ts, &options);
    if (!found->error && !has_conclusive(found) && has_too_many_ways(checking) &&
        app_checking_time_left(checking, &left)) {
        search_result_free(found);
        checking->joins = true;
        paths_set_joins(checking->paths, true);
        options = options_for(checking, part, left);
        checking->broke_off = false;
        found = search(checking, ts, &options);
    }
    if (!found->error && !has_conclusive(found) && options.violations && app_checking_time_left(checking, &left)) {
        /* rtcheck gave up on one way; look on for what is wrong on the others. */
        search_result_free(found);
        options = options_for(checking, part, left);
        options.violations = 0;
        found = search(checking, ts, &options);
    }
    if (part->goal == SEARCH_ACCEPTANCE && !found->error && found->violation_count && !checking->paths &&
        app_owes_steps(checking->app) && app_checking_time_left(checking, &left)) {
        /* Perhaps only because a step that is owed never comes: such runs do not count. */
        search_result_free(found);
        options = options_for(checking, part, left);
        options.fair = true;
        found = search(checking, ts, &options);
        checking->answer->fairness_decides |= !found->error && !found->violation_count;
    }
    const struct violation *way = checking->paths || checking->sequential ? conclusive(found) : NULL;
    bool good = !found->error && (!way || tell_way(checking, part, ts, found, way));
    if (found->error)
        command_complain("app", "%s", found->error);
    else if (!way)
        keep_search(checking, part, found, &options);
    search_result_free(found);
    return good;
}

/* What is found is not told. True: it was all of it; or so many violations were found, if there is a number. */
static bool probe(struct checking *checking, double seconds, unsigned violations) {
    struct part part = {.name = "safety", .what = "safety", .goal = SEARCH_SAFETY};
    struct search_options options = options_for(checking, &part, seconds);
    options.violations = violations;
    options.checkpoint = options.resume = NULL;
    options.found = NULL;
    checking->broke_off = false;
    struct search_result *found = search(checking, app_checking_ts(checking), &options);
    bool enough = violations && found->violations.count >= violations;
    bool all = !found->error && (found->complete || enough) && !checking->broke_off && has_conclusive(found);
    search_result_free(found);
    return all;
}

/* A step may last, too. Returns when there was an end before. */
static double end_within(struct checking *checking, double seconds) {
    double until = clock_seconds() + seconds, before = checking->until;
    checking->until = before > 0 && before < until ? before : until;
    return before;
}

bool app_checking_ends_within(struct checking *checking, double seconds) {
    double before = end_within(checking, seconds);
    bool ends = probe(checking, seconds, 1);
    checking->until = before;
    return ends;
}

bool app_checking_goes_through(struct checking *checking, double seconds) {
    double until = clock_seconds() + seconds, before = end_within(checking, seconds);
    checking->is_probe = true;
    bool all = probe(checking, seconds, 0);
    if (!all && has_too_many_ways(checking) && app_checking_goes_on(checking)) {
        checking->joins = true;
        paths_set_joins(checking->paths, true);
        all = probe(checking, until - clock_seconds(), 0);
    }
    checking->is_probe = false;
    checking->until = before;
    return all;
}

const struct ts *app_checking_ts(const struct checking *checking) {
    if (checking->sequential) return sequential_ts(checking->sequential, NULL);
    return checking->paths ? paths_ts(checking->paths) : app_ts(checking->app);
}

bool app_checking_run_part(struct checking *checking, const struct part *part) {
    double left;
    bool is_over = *checking->interrupted || !app_checking_time_left(checking, &left);
    /* Runs that break off in the middle say nothing about a formula: first things first. */
    bool breaks_off = part->observer && (checking->is_unsafe || checking->command->known_count);
    if (is_over || breaks_off) {
        struct result_property skipped =
            searching_skipped(&checking->command->how, app_checking_property(part), part->goal, *checking->interrupted);
        if (!is_over) {
            skipped.limit = LIMIT_NONE;
            skipped.why = "it was not looked at, since runs break off where something is wrong";
        }
        result_add_property(&checking->answer->result, skipped);
        return true;
    }
    const struct ts *ts = app_checking_ts(checking);
    struct paths_observer outer;
    if (part->observer && checking->paths) paths_observe(checking->paths, part->observer, &outer);
    struct ts *product = part->observer ? ts_product_new(ts, checking->paths ? &outer.observer : part->observer) : NULL;
    bool good = search_part(checking, part, product ? product : ts, left);
    if (product) ts_product_free(product);
    return good;
}
