#include "cli/model_check.h"

#include "base/clock.h"
#include "base/fingerprint.h"
#include "base/progress.h"
#include "cli/blocked.h"
#include "cli/checks.h"
#include "cli/command.h"
#include "cli/ending.h"
#include "cli/guide_answer.h"
#include "cli/interrupt.h"
#include "report/msc.h"
#include "report/result.h"
#include "results/results.h"

#include <stdlib.h>
#include <string.h>

struct model_run {
    const struct model_options *options;
    struct program *program;
    struct ts *guided; /* the model under its guide, or NULL */
    struct checks checks;
    struct result result;
    struct arena *arena; /* strings of the result */
    VEC(struct search_result *) searches;
    unsigned char *taken; /* by any search without a claim, per action */
    unsigned char *met;   /* by any search, per interaction */
    struct guide_search searching;
    struct guide_parts parts;
    struct results_database *results; /* of the parts */
    const volatile sig_atomic_t *interrupted;
    struct progress progress;
    bool optimised;
    double started;
};

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

/* What is searched, but for claims. */
static const struct ts *system_of(const struct model_run *run) {
    return run->guided ? run->guided : program_ts(run->program);
}

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

static bool is_plain_safety(const struct check *check) {
    return check->goal == SEARCH_SAFETY && check->claim == CHECK_NO_CLAIM;
}

/* What the guide says, and which steps it speaks of. */
static uint64_t guided_subject(const struct model_run *run, uint64_t so_far) {
    return interactions_fingerprint(program_interactions(run->program), guide_fingerprint(run->options->guide, so_far));
}

/* All that the program is made of. */
static uint64_t subject_of(const struct model_run *run, uint64_t so_far) {
    so_far = fingerprint_text(so_far, program_code(run->program));
    uint64_t included = program_included(run->program);
    return included ? fingerprint_bytes(so_far, &included, sizeof included) : so_far;
}

static struct search_options search_options_for(struct model_run *run, const struct check *check, double time_left) {
    const struct model_options *options = run->options;
    /* Deadlocks and failed assertions are matters of safety: they say nothing of a cycle or a claim. */
    bool other = !is_plain_safety(check);
    struct search_options search = searching_options(&options->how, check->goal, time_left);
    if (search.checkpoint || search.resume) search.subject = subject_of(run, search.subject);
    if (options->guide) search.subject = guided_subject(run, search.subject);
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

static void keep_violation(struct model_run *run, const struct ts *ts, const struct check *check,
                           const struct violation *violation) {
    struct result_violation kept = {.property = check->name, .violation = violation};
    const struct ts_trace *trace = violation->trace;
    if (trace) kept.story = story_from_end(ts, trace, steps_told(run->options));
    if (trace && check->claim != CHECK_NO_CLAIM) story_hide(kept.story, check->name);
    if (trace && trace->states.count && violation->kind && strcmp(violation->kind, "invalid end state") == 0) {
        const struct ts_trace_state *last = &vec_last(&trace->states);
        struct blocked_list blocked = {0};
        uint32_t size = run->guided ? ts_guided_system_size(last->size) : last->size;
        blocked_find(run->program, last->bytes, size, run->arena, &blocked);
        for (size_t i = 0; i < blocked.list.count; i++) vec_push(&kept.blocked, blocked.list.items[i]);
        vec_free(&blocked.list);
    }
    vec_push(&run->result.violations, kept);
}

static struct result_property property_of(const struct check *check) {
    return (struct result_property){.name = check->name, .formula = check->formula, .what = check->what};
}

static void note_met(struct model_run *run, const struct search_result *found) {
    const struct interactions *interactions = program_interactions(run->program);
    if (!run->met || !found->taken) return;
    for (uint32_t i = 0; i < interactions->action_count; i++)
        if (found->taken[i] && interactions->of_action[i] >= 0) run->met[interactions->of_action[i]] = 1;
}

static void keep_search(struct model_run *run, const struct ts *ts, const struct check *check,
                        struct search_result *found, const struct search_options *options) {
    vec_push(&run->searches, found);
    result_add_property(&run->result, searching_found(property_of(check), found, options));
    for (size_t i = 0; i < found->violations.count; i++) keep_violation(run, ts, check, &found->violations.items[i]);
    note_met(run, found);
    if (check->claim != CHECK_NO_CLAIM || !found->taken) return;
    for (uint32_t i = 0; i < ts->action_count; i++) run->taken[i] |= found->taken[i];
    run->result.unreached_known = run->result.unreached_known || found->complete;
}

/* The time that is left, or 0 if there is no limit. False: none is left. */
static bool time_left(const struct model_run *run, double *left) {
    *left = 0;
    if (run->options->how.time <= 0) return true;
    *left = run->options->how.time - (clock_seconds() - run->started);
    return *left > 0;
}

static struct search_result *search(struct model_run *run, const struct ts *ts, struct guide *guide,
                                    struct search_options *options) {
    return guide_search_run(&run->searching, program_ts(run->program), guide, ts, options);
}

static int results_check(struct model_run *run, const struct check *check) {
    double left;
    if (*run->interrupted || !time_left(run, &left)) {
        result_add_property(&run->result,
                            searching_skipped(&run->options->how, property_of(check), check->goal, *run->interrupted));
        return STATUS_GO_ON;
    }
    struct ts *product = NULL;
    const struct ts *ts = system_of(run);
    struct ts_guided_observer observer;
    if (check->claim != CHECK_NO_CLAIM) {
        const struct ts_observer *claim = program_claim(run->program, check->claim);
        if (run->guided) ts_guided_observe(&observer, claim);
        ts = product = ts_product_new(ts, run->guided ? &observer.observer : claim);
    }
    struct search_options options = search_options_for(run, check, left);
    progress_begin(&run->progress, stderr);
    struct search_result *found = search(run, ts, run->options->guide, &options);
    progress_wipe(&run->progress);
    int status = STATUS_GO_ON;
    if (found->error) {
        status = command_complain(run->options->command, "%s", found->error);
        search_result_free(found);
    } else {
        keep_search(run, ts, check, found, &options);
    }
    if (product) ts_product_free(product);
    return status;
}

/* ---- part by part ---- */

/* What is known of a part from an earlier run: all but that it is violated, since the steps are not kept. */
struct known_part {
    struct model_run *run;
    struct result_property *property;
    bool holds, too_large;
};

/* Which interactions a part has met, as the results keep it: their numbers. */
static void print_met(const struct model_run *run, const unsigned char *met, struct text *out) {
    size_t count = program_interactions(run->program)->list.count;
    for (size_t i = 0; i < count; i++)
        if (met[i]) text_printf(out, "%s%zu", out->length ? " " : "", i);
}

static void read_met(struct model_run *run, const char *text) {
    size_t count = program_interactions(run->program)->list.count;
    for (char *end; text && *text; text = end) {
        unsigned long number = strtoul(text, &end, 10);
        if (end == text) return;
        if (number < count) run->met[number] = 1;
    }
}

static void recall(void *context, const struct results_check *check) {
    struct known_part *known = context;
    known->holds = !strcmp(check->verdict, "holds");
    known->too_large = !strcmp(check->verdict, "unknown");
    if (known->holds) read_met(known->run, check->message);
    known->property->was_run = true;
    known->property->complete = true;
    known->property->verdict = VERDICT_HOLDS;
    known->property->statistics = (struct search_statistics){.states = check->states,
                                                             .transitions = check->transitions,
                                                             .depth = check->depth,
                                                             .seconds = check->seconds,
                                                             .coverage = 1};
}

static void keep_part(struct model_run *run, const struct result_property *property,
                      const struct search_result *found) {
    unsigned char *all = run->met;
    struct text met = {0};
    run->met = memory_new(program_interactions(run->program)->list.count + 1);
    note_met(run, found);
    print_met(run, run->met, &met);
    read_met(&(struct model_run){.program = run->program, .met = all}, text_chars(&met));
    free(run->met);
    run->met = all;
    const struct violation *first = found->violations.count ? &found->violations.items[0] : NULL;
    struct results_check check = {.key = property->name,
                                  .verdict = result_verdict_name(property->verdict),
                                  .kind = first ? first->kind : NULL,
                                  .message = first ? first->message : text_chars(&met),
                                  .states = property->statistics.states,
                                  .transitions = property->statistics.transitions,
                                  .depth = property->statistics.depth,
                                  .seconds = property->statistics.seconds};
    results_add(run->results, &check);
    text_free(&met);
}

/* Cuts the part, and keeps the proof that its parts cover it. False: there is no cut. */
static bool cut_part(struct model_run *run, struct guide_parts *parts, xgdl_term term, const char *name) {
    if (!guide_parts_cut(parts, term)) return false;
    const struct guide_cut *cut = &vec_last(&parts->cuts);
    struct text key = {0}, proof = {0};
    text_printf(&key, "cover of %s", name);
    text_printf(&proof,
                "%u parts, %u of them included in others: their choice and this have the same automaton of %u states",
                cut->parts, cut->included, cut->states);
    results_add(run->results,
                &(struct results_check){.key = text_chars(&key), .verdict = "holds", .message = text_chars(&proof)});
    text_free(&key);
    text_free(&proof);
    return true;
}

/* What a search under a part found, as a property; where the guide was unrolled and more might come, nothing is known.
 */
static struct result_property part_property(const struct model_run *run, const struct check *check,
                                            const struct guide *part, const struct search_result *found,
                                            const struct search_options *options) {
    struct result_property property = searching_found(property_of(check), found, options);
    if (guide_search_saw_all(&run->searching, part) || property.verdict != VERDICT_HOLDS) return property;
    property.verdict = VERDICT_UNKNOWN;
    property.complete = false;
    property.why = "the part was not unrolled far enough to know that more interactions add nothing";
    return property;
}

static int search_part(struct model_run *run, struct guide_parts *parts, struct guide *part, xgdl_term term,
                       const struct check *check, double left) {
    double limit = run->options->part_time;
    if (left > 0 && (limit <= 0 || left < limit)) limit = left;
    struct search_options options = search_options_for(run, check, limit);
    run->guided = ts_guided_new(program_ts(run->program), guide_over(part, program_interactions(run->program)));
    progress_begin(&run->progress, stderr);
    struct search_result *found = search(run, run->guided, part, &options);
    progress_wipe(&run->progress);
    struct text error = {0};
    int status = STATUS_GO_ON;
    if (found->error || guide_has_conflict(part, &error)) {
        status = command_complain(run->options->command, "%s", found->error ? found->error : text_chars(&error));
        search_result_free(found);
    } else {
        struct result_property property = part_property(run, check, part, found, &options);
        bool too_large = property.verdict == VERDICT_UNKNOWN && property.limit != LIMIT_INTERRUPTED;
        if (property.limit != LIMIT_INTERRUPTED) keep_part(run, &property, found);
        vec_push(&run->searches, found);
        if (!too_large || !cut_part(run, parts, term, check->name)) {
            result_add_property(&run->result, property);
            for (size_t i = 0; i < found->violations.count; i++)
                keep_violation(run, run->guided, check, &found->violations.items[i]);
        }
    }
    text_free(&error);
    ts_guided_free(run->guided);
    run->guided = NULL;
    return status;
}

static int check_part(struct model_run *run, struct guide_parts *parts, xgdl_term term, const struct check *safety) {
    struct text name = {0};
    xgdl_print(guide_text(run->options->guide), term, &name);
    struct check check = *safety;
    check.name = arena_text(run->arena, text_chars(&name));
    text_free(&name);
    struct result_property property = searching_skipped(&run->options->how, property_of(&check), check.goal, false);
    struct known_part known = {.run = run, .property = &property};
    results_find(run->results, check.name, recall, &known);
    double left;
    if (known.holds) {
        property.limit = LIMIT_NONE;
        result_add_property(&run->result, property);
        return STATUS_GO_ON;
    }
    /* What was too large before, and cannot be cut, gets another chance: there may be more memory now. */
    if (known.too_large && cut_part(run, parts, term, check.name)) return STATUS_GO_ON;
    if (*run->interrupted || !time_left(run, &left)) {
        result_add_property(&run->result,
                            searching_skipped(&run->options->how, property_of(&check), check.goal, *run->interrupted));
        return STATUS_GO_ON;
    }
    struct guide *part = guide_part(run->options->guide, term, run->options->most_states);
    if (!part) return command_complain(run->options->command, "the automaton of a part is too large: %s", check.name);
    int status = search_part(run, parts, part, term, &check, left);
    guide_free(part);
    return status;
}

static bool open_results(struct model_run *run) {
    struct diagnostics diagnostics = {0};
    struct text signature = {0};
    uint64_t number = subject_of(run, run->options->how.subject);
    text_printf(&signature, "%016llx", (unsigned long long)guided_subject(run, number));
    run->results = results_open(run->options->results, run->options->command, text_chars(&signature), &diagnostics);
    diag_print(&diagnostics, stderr);
    diag_free(&diagnostics);
    text_free(&signature);
    return run->results != NULL;
}

/* Parts that do not fit are cut while that can be done; every part that is left has a line of its own. */
static int check_parts(struct model_run *run, struct guide_parts *parts) {
    ts_guided_free(run->guided);
    run->guided = NULL;
    if (!open_results(run)) return STATUS_BAD_INPUT;
    int status = STATUS_GO_ON;
    guide_parts_refine(parts, run->options->parts);
    for (xgdl_term part; status == STATUS_GO_ON && guide_parts_take(parts, &part);)
        status = check_part(run, parts, part, &run->checks.list.items[0]);
    if (status == STATUS_GO_ON && !results_commit(run->results))
        status = command_complain(run->options->command, "%s", results_error(run->results));
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
    if (!options->quiet) say_store(run);
    run->result.reduction = !options->how.no_reduction;
    run->result.threads = searching_threads(&options->how);
    if (options->split) guide_parts_begin(&run->parts, options->guide, options->most_states);
    for (size_t i = 0; i < run->checks.list.count; i++) {
        int status = options->split ? check_parts(run, &run->parts) : results_check(run, &run->checks.list.items[i]);
        if (status != STATUS_GO_ON) return status;
    }
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
        good = is_plain_safety(&run->checks.list.items[i]);
        if (!good)
            text_add(&error, "--bound, --components and --split are for safety alone: add --safety, or leave them out");
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
    if (run->results) results_close(run->results);
    ts_guided_free(run->guided);
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

static void begin_guided(struct model_run *run) {
    struct guide *guide = run->options->guide;
    if (!guide) return;
    const struct interactions *interactions = program_interactions(run->program);
    run->guided = ts_guided_new(program_ts(run->program), guide_over(guide, interactions));
    run->met = memory_new(interactions->list.count + 1);
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
    begin_guided(&run);
    if (!refuse_guide(&run) && choose_checks(&run) && write_code(&run)) status = check_all(&run);
    run_free(&run);
    return status;
}
