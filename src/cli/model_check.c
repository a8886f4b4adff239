#include "cli/model_run.h"

#include "base/clock.h"
#include "base/fingerprint.h"
#include "base/progress.h"
#include "cli/blocked.h"
#include "cli/checks.h"
#include "cli/common/command.h"
#include "cli/common/ending.h"
#include "cli/common/interrupt.h"
#include "cli/guide_answer.h"
#include "report/msc.h"
#include "report/result.h"
#include "results/results.h"

#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

void model_check_options(struct option_table *table, struct model_options *options) {
    option_group(table, "What to check (default: safety, then every claim of the model)");
    option_flag(table, "safety", &options->safety,
                "assertions, invalid end states, array bounds and other run-time errors, only these");
    option_text(table, "ltl", &options->load.ltl, "FORMULA",
                "this formula of linear temporal logic: --ltl '[] (sent -> <> received)'");
    option_list(table, "claim", &options->claims, "NAME", "the never claim or ltl property of that name");
    option_flag(table, "no-claims", &options->no_claims, "leave out the model's never claims and ltl properties");
    option_flag(table, "acceptance", &options->acceptance, "cycles through `accept` labels");
    option_flag(table, "progress", &options->progress, "cycles that pass no `progress` label");
    option_flag(table, "fair", &options->fair,
                "only cycles in which every process that always can move does move (weak fairness)");
    option_flag(table, "no-end-states", &options->no_end_states, "do not report invalid end states (deadlocks)");
    option_flag(table, "no-assertions", &options->no_assertions, "do not report assertions and run-time errors");
    option_flag(table, "all-violations", &options->all_violations,
                "do not stop at the first violation: count them all, and show the first few");
}

void model_output_options(struct option_table *table, struct model_options *options) {
    option_group(table, "Output");
    option_flag(table, "json", &options->json, "print one JSON object, for programs");
    option_flag(table, "quiet", &options->quiet, "print the verdict only");
    option_text(table, "trace", &options->trace, "FILE.json",
                "write the counterexample, for rtcheck simulate --replay");
    option_text(table, "msc", &options->msc, "FILE.svg", "draw the counterexample as a message sequence chart");
    option_flag(table, "msc-steps", &options->msc_steps, "show steps without messages in the chart too");
    option_count(table, "trace-limit", &options->trace_limit, 1, UINT64_MAX,
                 "print only the last N steps of a counterexample");
    option_text(table, "emit-c", &options->emit_c, "FILE.c", "write the C code the model was translated to");
}

bool model_can_write(const struct model_options *options) {
    return command_can_write(options->command, options->trace) && command_can_write(options->command, options->msc) &&
           command_can_write(options->command, options->emit_c) &&
           command_can_write(options->command, options->how.checkpoint);
}

void model_options_free(struct model_options *options) {
    vec_free(&options->claims.list);
    load_free(&options->load);
}

/* ---- one search ---- */

static void on_progress(void *context, const struct search_statistics *statistics) {
    struct model_run *run = context;
    if (!run->optimised) program_optimise(run->program); /* it lives long enough to be worth it */
    run->optimised = true;
    if (run->options->quiet) return;
    searching_show(&run->progress, statistics);
}

static void say_store(const struct model_run *run) {
    for (size_t i = 0; i < run->checks.list.count; i++) {
        if (searching_store(&run->options->how, run->checks.list.items[i].goal) ==
            (enum store_kind)run->options->how.store)
            continue;
        fprintf(stderr, "rtcheck %s: cycles need an exact store: --store tree is used to look for them\n",
                run->options->command);
        return;
    }
}

/* Whatever a model's search finds is a violation. */
static void on_found(void *context, const struct violation *violation) {
    const struct check *check = context;
    ending_found(check->name, violation);
}

bool model_run_is_safety(const struct check *check) {
    return check->goal == SEARCH_SAFETY && check->claim == CHECK_NO_CLAIM;
}

uint64_t model_run_subject(const struct model_run *run, uint64_t so_far, bool *known) {
    uint64_t included;
    so_far = fingerprint_text(so_far, program_code(run->program));
    *known = program_included(run->program, &included);
    if (included) so_far = fingerprint_bytes(so_far, &included, sizeof included);
    if (!run->options->guide) return so_far;
    return interactions_fingerprint(program_interactions(run->program), guide_fingerprint(run->options->guide, so_far));
}

/* What nobody could ever go on with is not written. */
static void set_subject(const struct model_run *run, struct search_options *search) {
    bool known;
    if (!search->checkpoint && !search->resume) return;
    search->subject = model_run_subject(run, search->subject, &known);
    if (known || !search->checkpoint) return;
    fprintf(stderr,
            "rtcheck: warning: there will be no checkpoint: which files the embedded C includes was not found out\n");
    search->checkpoint = NULL;
}

struct search_options model_run_options(struct model_run *run, const struct check *check, double time_left) {
    const struct model_options *options = run->options;
    /* Deadlocks and failed assertions are matters of safety: they say nothing of a cycle or a claim. */
    bool other = !model_run_is_safety(check);
    struct search_options search = searching_options(&options->how, check->goal, time_left);
    set_subject(run, &search);
    search.subject = fingerprint_text(fingerprint_text(search.subject, check->name), check->formula);
    search.fair = options->fair && check->goal != SEARCH_SAFETY;
    search.ignore_end_states = options->no_end_states || other;
    search.ignore_faults = options->no_assertions;
    search.ignore_system_faults = other;
    search.violations = options->all_violations ? 0 : 1;
    search.interrupted = run->interrupted;
    search.progress = on_progress;
    search.progress_context = run;
    search.found = on_found;
    search.found_context = (void *)check;
    return search;
}

/* A file of the trace, or a chart, has all of them. */
static size_t steps_told(const struct model_options *options) {
    return options->trace || options->msc ? SIZE_MAX : STORY_STEPS_TOLD;
}

void model_run_keep_violation(struct model_run *run, const struct model_subject *subject, const struct check *check,
                              const struct violation *violation) {
    struct result_violation kept = {.property = check->name, .violation = violation};
    const struct ts_trace *trace = violation->trace;
    if (trace) kept.story = story_from_end(subject->ts, trace, steps_told(run->options));
    if (trace && check->claim != CHECK_NO_CLAIM) story_hide(kept.story, check->name);
    if (trace && trace->states.count && violation->kind && strcmp(violation->kind, "invalid end state") == 0) {
        const struct ts_trace_state *last = &vec_last(&trace->states);
        struct blocked_list blocked = {0};
        uint32_t size = subject->guided ? ts_guided_system_size(last->size) : last->size;
        blocked_find(run->program, last->bytes, size, run->arena, &blocked);
        for (size_t i = 0; i < blocked.list.count; i++) vec_push(&kept.blocked, blocked.list.items[i]);
        vec_free(&blocked.list);
    }
    vec_push(&run->result.violations, kept);
}

struct result_property model_run_property(const struct check *check) {
    return (struct result_property){.name = check->name, .formula = check->formula, .what = check->what};
}

void model_run_note_met(struct model_run *run, const struct search_result *found) {
    const struct interactions *interactions = program_interactions(run->program);
    if (!run->met || !found->taken) return;
    for (uint32_t i = 0; i < interactions->action_count; i++)
        if (found->taken[i] && interactions->of_action[i] >= 0) run->met[interactions->of_action[i]] = 1;
}

struct result_property model_run_found(const struct model_run *run, const struct check *check,
                                       const struct search_result *found, const struct search_options *options) {
    struct result_property property = searching_found(model_run_property(check), found, options);
    if (run->searching.saw_all) return property;
    property.complete = false;
    if (property.verdict != VERDICT_HOLDS) return property;
    property.verdict = VERDICT_UNKNOWN;
    bool unwritten = run->searching.manner == GUIDE_UNROLLED && run->searching.unrolled.unwritten;
    property.why = unwritten ? guide_not_on_disk : guide_not_far_enough;
    return property;
}

void model_run_keep_search(struct model_run *run, const struct model_subject *subject, const struct check *check,
                           struct search_result *found, const struct search_options *options) {
    vec_push(&run->searches, found);
    result_add_property(&run->result, model_run_found(run, check, found, options));
    for (size_t i = 0; i < found->violations.count; i++)
        model_run_keep_violation(run, subject, check, &found->violations.items[i]);
    model_run_note_met(run, found);
    if (check->claim != CHECK_NO_CLAIM || !found->taken) return;
    for (uint32_t i = 0; i < subject->ts->action_count; i++) run->taken[i] |= found->taken[i];
    run->result.unreached_known |= found->complete && run->searching.saw_all;
}

/* The time that is left, or 0 if there is no limit. False: none is left. */
bool model_run_time_left(const struct model_run *run, double *left) {
    return searching_time_left(&run->options->how, run->started, left);
}

void model_subject_begin(struct model_subject *subject, struct model_run *run, struct guide *guide,
                         const struct check *check) {
    *subject = (struct model_subject){.guide = guide, .ts = program_ts(run->program)};
    if (guide) {
        guide_unroll(guide, guide_search_bound(run->options->bound, model_run_is_safety(check)));
        subject->guided = ts_guided_new(subject->ts, guide_over(guide, program_interactions(run->program)));
        subject->ts = subject->guided;
    }
    if (check->claim == CHECK_NO_CLAIM) return;
    const struct ts_observer *claim = program_claim(run->program, check->claim);
    if (guide) ts_guided_observe(&subject->observer, claim);
    subject->product = ts_product_new(subject->ts, guide ? &subject->observer.observer : claim);
    subject->ts = subject->product;
}

void model_subject_end(struct model_subject *subject) {
    ts_product_free(subject->product);
    ts_guided_free(subject->guided);
}

struct search_result *model_subject_search(const struct model_subject *subject, struct model_run *run,
                                           const struct check *check, struct search_options *options) {
    return guide_search_run(&run->searching, program_ts(run->program), subject->guide, subject->ts,
                            model_run_is_safety(check), options);
}

static int check_guided(struct model_run *run, const struct check *check) {
    double left;
    if (*run->interrupted || !model_run_time_left(run, &left)) {
        result_add_property(&run->result, searching_skipped(&run->options->how, model_run_property(check), check->goal,
                                                            *run->interrupted));
        return STATUS_GO_ON;
    }
    struct model_subject subject;
    model_subject_begin(&subject, run, run->options->guide, check);
    struct search_options options = model_run_options(run, check, left);
    progress_begin(&run->progress, stderr);
    struct search_result *found = model_subject_search(&subject, run, check, &options);
    progress_wipe(&run->progress);
    int status = STATUS_GO_ON;
    if (found->error) {
        status = command_complain(run->options->command, "%s", found->error);
        search_result_free(found);
    } else {
        model_run_keep_search(run, &subject, check, found, &options);
    }
    model_subject_end(&subject);
    return status;
}

/* ---- the answer ---- */

static void find_unreached(struct model_run *run) {
    const struct ts *ts = program_ts(run->program);
    for (uint32_t i = 0; run->result.unreached_known && i < ts->action_count; i++) {
        const struct ts_action *action = ts->action(ts, i);
        if (run->taken[i] || !action || !action->is_code) continue;
        struct result_unreached code = {action->actor_kind, action->text, action->place};
        vec_push(&run->result.unreached, code);
    }
}

static const struct result_violation *first_with_story(const struct result *result) {
    for (size_t i = 0; i < result->violations.count; i++)
        if (result->violations.items[i].story) return &result->violations.items[i];
    return NULL;
}

static bool write_files(const struct model_run *run) {
    const struct model_options *options = run->options;
    const struct result_violation *shown = first_with_story(&run->result);
    bool good = true;
    if (!shown) {
        if ((options->trace || options->msc) && !options->quiet)
            fprintf(stderr, "rtcheck %s: there is no counterexample, so no trace was written\n", options->command);
        return true;
    }
    struct text out = {0};
    if (options->trace) {
        struct trace_finding finding = result_finding(shown);
        trace_json_write(&out, shown->story, &run->result.source, &finding);
        good = command_write(run->options->command, options->trace, &out) && good;
        text_clear(&out);
    }
    if (options->msc) {
        struct msc_options chart = {
            .title = run->result.source.model, .finding = shown->violation->message, .local_steps = options->msc_steps};
        msc_svg(&out, shown->story, &chart);
        good = command_write(run->options->command, options->msc, &out) && good;
    }
    text_free(&out);
    return good;
}

static void print_answer(const struct model_run *run) {
    const struct model_options *options = run->options;
    struct text out = {0};
    if (options->json) {
        result_json(&out, &run->result);
    } else {
        result_text(&out, style_for(stdout), &run->result, options->trace_limit, options->quiet);
        if (options->guide && !options->quiet) guide_answer_text(&out, run->result.members_context);
    }
    command_print(&out);
}

static int check_all(struct model_run *run) {
    const struct model_options *options = run->options;
    const struct ts *ts = program_ts(run->program);
    run->taken = memory_new(ts->action_count + 1);
    run->started = clock_seconds();
    run->result.store = searching_stores[options->how.store];
    run->result.no_checkpoints = options->manner != GUIDE_PLAINLY || options->split;
    if (!options->quiet) say_store(run);
    run->result.reduction = !options->how.no_reduction;
    run->result.threads = searching_threads(&options->how);
    int status = options->guide ? STATUS_GO_ON : model_share_checks(run);
    for (size_t i = 0; options->guide && status == STATUS_GO_ON && i < run->checks.list.count; i++) {
        const struct check *check = &run->checks.list.items[i];
        status = options->split ? model_parts_check(run, &run->parts, check) : check_guided(run, check);
    }
    if (status != STATUS_GO_ON) return status;
    struct text error = {0};
    if (options->guide && guide_has_conflict(options->guide, &error)) {
        command_complain(options->command, "%s", text_chars(&error));
        text_free(&error);
        return STATUS_BAD_INPUT;
    }
    find_unreached(run);
    struct guide_answer answer = {.guide = options->guide,
                                  .interactions = program_interactions(run->program),
                                  .met = run->met,
                                  .allow_vacuous = options->allow_vacuous,
                                  .source = &run->result.source,
                                  .search = &run->searching,
                                  .parts = options->split ? &run->parts : NULL,
                                  .result = &run->result};
    if (options->guide) guide_answer_add(&answer, &run->result);
    print_answer(run);
    if (!write_files(run)) return STATUS_BAD_INPUT;
    return command_status(run->result.verdict);
}

/* ---- the command ---- */

/* Why a property over time cannot be checked on a part of the runs; NULL: it can. Under weak fairness a process that
 * the part stops counts as one that cannot move, where it could under the whole; and of a run that the guide stops in
 * the middle of an atomic sequence nobody knows whether the whole goes on. */
static const char *guide_obstacle(const struct model_run *run, const struct check *check) {
    const struct model_options *options = run->options;
    bool is_part = options->split || (options->bound != GUIDE_CYCLIC && options->bound != GUIDE_BOUND_AUTO);
    if (model_run_is_safety(check) || !is_part) return NULL;
    if (options->fair)
        return "--split and --bound N look at a part of the runs at a time, and which processes can always move is "
               "another matter there than in the whole: not with --fair";
    if (program_interactions(run->program)->inside)
        return "the model has interactions inside atomic sequences: --split and --bound N are for safety alone there "
               "(--safety)";
    return NULL;
}

static bool choose_checks(struct model_run *run) {
    const struct model_options *options = run->options;
    struct check_choice choice = {options->safety,    options->acceptance, options->progress,
                                  options->no_claims, &options->claims,    options->load.ltl};
    struct text error = {0};
    bool good = checks_choose(&run->checks, run->program, &choice, &error);
    if (good && run->checks.list.count > 1 && (options->how.checkpoint || options->how.resume)) {
        text_add(&error, "--checkpoint and --resume work on one property: choose it with --safety or --claim");
        good = false;
    }
    for (size_t i = 0; good && (options->manner != GUIDE_PLAINLY || options->split) && i < run->checks.list.count;
         i++) {
        const char *why = guide_obstacle(run, &run->checks.list.items[i]);
        if (why) text_add(&error, why);
        good = !why;
    }
    if (!good) command_complain(run->options->command, "%s", text_chars(&error));
    text_free(&error);
    return good;
}

static bool write_code(const struct model_run *run) {
    if (!run->options->emit_c) return true;
    struct text code = {0};
    text_add(&code, program_code(run->program));
    bool good = command_write(run->options->command, run->options->emit_c, &code);
    text_free(&code);
    return good;
}

static void run_free(struct model_run *run) {
    result_free(&run->result);
    for (size_t i = 0; i < run->searches.count; i++) search_result_free(run->searches.items[i]);
    vec_free(&run->searches);
    vec_free(&run->checks.list);
    free(run->taken);
    free(run->met);
    guide_search_free(&run->searching);
    guide_parts_free(&run->parts);
    vec_free(&run->rests);
    if (run->results) results_close(run->results);
    arena_free(run->arena);
    program_free(run->program);
}

/* Embedded C cannot be asked about a step in the middle of another. */
static bool refuse_guide(const struct model_run *run) {
    if (!run->options->guide) return false;
    const struct interactions *interactions = program_interactions(run->program);
    if (run->options->manner == GUIDE_BY_COMPONENTS && interactions->inside) {
        command_complain(run->options->command, "--components: the model has interactions inside atomic sequences, so "
                                                "that one step may have several of them: use --bound");
        return true;
    }
    if (!program_ts(run->program)->sequential || !interactions->inside) return false;
    command_complain(run->options->command, "the model has embedded C, and interactions inside atomic sequences or "
                                            "handshakes: one of them only");
    return true;
}

int model_check_file(struct model_options *options, const char *path) {
    if (options->guide) options->load.interactions = guide_names(options->guide);
    struct program *program = load_program(&options->load, options->command, path, options->json);
    if (!program) return STATUS_BAD_INPUT;
    struct model_run run = {.options = options,
                            .program = program,
                            .arena = arena_new(),
                            .interrupted = interrupt_watch(),
                            .result = {.source = load_source(&options->load, path)}};
    int status = STATUS_BAD_INPUT;
    run.result.command = options->command;
    run.searching = (struct guide_search){.manner = options->manner,
                                          .how = &options->how,
                                          .interactions = program_interactions(program),
                                          .several = options->split};
    if (options->guide) run.met = memory_new(program_interactions(program)->list.count + 1);
    if (!refuse_guide(&run) && choose_checks(&run) && write_code(&run)) status = check_all(&run);
    run_free(&run);
    return status;
}
