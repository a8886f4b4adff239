/* rtcheck eventb: a machine within bounds. Options in, searches that share the time, answer out. */
#include "base/clock.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/ending.h"
#include "cli/eventb_lts.h"
#include "cli/eventb_proof.h"
#include "cli/interrupt.h"
#include "cli/searching.h"
#include "cli/shares.h"
#include "eventb/machine.h"
#include "eventb/temporal.h"
#include "report/result.h"
#include "ts/product.h"

#include <string.h>

struct eventb_options {
    const char *component, *lts;
    struct text_list bounds, events, formulas;
    uint64_t setups;
    bool no_symmetry;
    bool check, print, ascii, deadlock, strict, all_violations, no_refinement, no_solver;
    struct searching how;
    uint64_t trace_limit;
    bool json, quiet;
};

struct property {
    const char *name, *what, *formula;
    const struct ts_observer *observer; /* NULL: the machine alone */
    struct eb_machine *machine;         /* that is searched; NULL: there is nothing to search */
    enum search_goal goal;
};

/* A property, and what its searches have come to. */
struct inquiry {
    struct property property;
    struct eb_temporal *temporal; /* of a formula */
    struct ts *product;           /* with its observer */
    struct search_result *found;  /* the last search, as long as nothing was kept of it */
    struct search_options options;
    bool broke_off;     /* its time was over in the middle of a step */
    uint64_t cut_steps; /* in it */
    bool is_kept;
    struct result_property kept;
};

struct eventb_run {
    const struct eventb_options *options;
    const char *path;
    struct eb_development *development;
    struct eb_machine *machine;
    struct result result;
    struct arena *arena;
    VEC(struct inquiry *) inquiries;
    VEC(struct search_result *) searches;
    struct eb_machine *refinement; /* the machine with its abstractions */
    bool takes_all_along;          /* all of them */
    uint64_t joint_states;         /* then, of the machine with them; 0: not known */
    struct proofs proofs;
    unsigned char *taken; /* per event */
    bool taken_known;
    uint64_t cut_steps;
    const char *stopped;         /* why nothing is known: what could not be evaluated */
    const char *doubt;           /* the first thing that the last search did not decide */
    struct eb_machine *searched; /* just now */
    double deadline;             /* of that search; 0: none of its own */
    bool broke_off;              /* it was over in the middle of a step */
    VEC(const char *) doubts;    /* formulas that the bounds do not decide */
    const volatile sig_atomic_t *interrupted;
    struct progress progress;
    double started;
};

/* ---- options ---- */

static void add_options(struct option_table *table, struct eventb_options *options) {
    option_group(table, "Bounds (default: carrier sets of 2, integers -1..3)");
    option_list(table, "bound", &options->bounds, "NAME=VALUE",
                "TASK=3 or TASK={t1,t2} (a carrier set), INT=0..7 (integers), DATA=4 (data types), limit=4 (a "
                "constant), x=0..3 (a "
                "variable); repeated");
    option_count(table, "setups", &options->setups, 1, UINT32_MAX, "at most N choices of the constants");
    option_flag(table, "no-symmetry", &options->no_symmetry,
                "let constants be any elements of carrier sets, though these are alike");
    option_list(table, "event", &options->events, "NAME", "only these events; repeated");
    option_group(table, "What to check (default: invariants and well-definedness)");
    option_flag(table, "check", &options->check, "read and check types only");
    option_flag(table, "deadlock", &options->deadlock, "report states in which no event can happen");
    option_list(table, "ltl", &options->formulas, "FORMULA",
                "linear temporal logic: --ltl 'G ({x ∈ S} => F {y = 0})', e(event): it can happen; repeated");
    option_flag(table, "no-refinement", &options->no_refinement, "do not check what the machine refines");
    option_flag(table, "no-solver", &options->no_solver, "do not ask Z3 for what the bounds leave undecided");
    option_flag(table, "strict", &options->strict,
                "report steps that leave a variable's bounds, instead of cutting them off");
    option_flag(table, "all-violations", &options->all_violations, "do not stop at the first violation");
    option_group(table, "How to search");
    option_choice(table, "search", &options->how.order, searching_orders, "bfs finds shortest counterexamples");
    option_choice(table, "store", &options->how.store, searching_stores,
                  "how states are kept: exact (default), tree, bitstate, hash");
    option_count(table, "bits", &options->how.bits, 10, 50, "bitstate: use a field of 2^N bits");
    option_count(table, "threads", &options->how.threads, 1, 1024, "threads (default: one per processor)");
    searching_bounds(table, &options->how);
    option_group(table, "Output");
    option_text(table, "machine", &options->component, "NAME", "the component of a text file with several");
    option_text(table, "lts", &options->lts, "FILE", "write the transition system: .aut, .dot, .svg, .png or .pdf");
    option_flag(table, "print", &options->print, "print the components of the file as text, and check nothing else");
    option_flag(table, "ascii", &options->ascii, "with --print: ASCII operators");
    option_count(table, "trace-limit", &options->trace_limit, 1, UINT64_MAX,
                 "print only the last N steps of a counterexample");
    option_flag(table, "json", &options->json, "print one JSON object, for programs");
    option_flag(table, "quiet", &options->quiet, "print the verdict only");
}

/* ---- one search ---- */

static void on_progress(void *context, const struct search_statistics *statistics) {
    struct eventb_run *run = context;
    if (run->options->quiet) return;
    searching_show(&run->progress, statistics);
}

static bool goes_on(void *context) {
    const struct eventb_run *run = context;
    double left;
    if (run->deadline > 0 && clock_seconds() > run->deadline) return false;
    return !*run->interrupted && searching_time_left(&run->options->how, run->started, &left);
}

static bool is_in_no_hurry(void *context) {
    (void)context;
    return !limits_hurry();
}

/* Who searches has no patience with long evaluations when the time is over; who tells a run that was found has some. */
static bool on_phase(void *context, bool searching) {
    struct eventb_run *run = context;
    bool gave_up = !searching && eb_machine_lost_patience(run->searched);
    run->broke_off |= gave_up;
    eb_machine_set_patience(run->searched, searching ? goes_on : is_in_no_hurry, run);
    return gave_up;
}

/* The tool gave up on a formula: that is no violation, and nothing is known. */
static bool is_kind_of_doubt(const char *kind) { return strcmp(kind, "limit") == 0 || strcmp(kind, "overflow") == 0; }
static bool is_doubtful(const struct ts_fault *fault) { return is_kind_of_doubt(fault->kind); }
static bool is_no_verdict(const struct violation *violation) {
    return violation->kind && is_kind_of_doubt(violation->kind);
}

static void on_found(void *context, const struct violation *violation) {
    const struct property *property = context;
    if (!is_no_verdict(violation)) ending_found(property->name, violation);
}

static struct search_options search_options_for(struct eventb_run *run, const struct property *property,
                                                double time_left) {
    const struct eventb_options *options = run->options;
    struct search_options search = searching_options(&options->how, property->goal, time_left);
    search.ignore_end_states = property->observer || property->machine != run->machine || !options->deadlock;
    search.ignore_system_faults = property->observer != NULL; /* the machine's own search tells them */
    search.no_reduction = true;
    search.violations = options->all_violations ? 0 : 1;
    search.is_doubtful = is_doubtful;
    search.interrupted = run->interrupted;
    search.progress = on_progress;
    search.progress_context = run;
    search.phase = on_phase;
    search.phase_context = run;
    search.found = on_found;
    search.found_context = (void *)property;
    return search;
}

static struct result_property result_property_of(const struct property *property) {
    return (struct result_property){.name = property->name, .formula = property->formula, .what = property->what};
}

static void note_doubt(void *context, const struct ts_fault *doubt, bool theorem) {
    struct eventb_run *run = context;
    if (theorem) run->result.except = "theorems that are not decided";
    if (theorem) return;
    if (!run->doubt) run->doubt = doubt->message;
    for (size_t i = 0; i < run->doubts.count; i++)
        if (strcmp(run->doubts.items[i], doubt->message) == 0) return;
    vec_push(&run->doubts, doubt->message);
}

/* Nothing can happen: which guard of each event is to blame? */
static void tell_deadlock(struct eventb_run *run, struct result_violation *shown) {
    struct violation *deadlock = arena_new_object(run->arena, struct violation);
    *deadlock = *shown->violation;
    deadlock->kind = "deadlock";
    deadlock->message = "deadlock: no event can happen";
    shown->violation = deadlock;
    if (!deadlock->trace) return;
    const struct ts_trace_state *last = &deadlock->trace->states.items[deadlock->trace->states.count - 1];
    for (unsigned i = 0; i < run->development->event_count; i++) {
        struct text text = {0};
        if (!eb_machine_is_chosen(run->machine, i)) continue;
        eb_machine_what_stops(run->machine, last->bytes, last->size, i, &text);
        struct result_blocked blocked = {.process = run->development->events[i].name,
                                         .place = run->development->events[i].place,
                                         .waits_for = arena_text(run->arena, text_chars(&text))};
        vec_push(&shown->blocked, blocked);
        text_free(&text);
    }
}

/* The violations among what was found; `stopped` is why rtcheck gave up, if it did. How many there are. */
static size_t keep_violations(struct eventb_run *run, const struct inquiry *inquiry, const char **stopped) {
    const struct property *property = &inquiry->property;
    const struct search_result *found = inquiry->found;
    const struct ts *ts = inquiry->product ? inquiry->product : eb_machine_ts(property->machine);
    size_t real = 0;
    for (size_t i = 0; i < found->violations.count; i++) {
        const struct violation *violation = &found->violations.items[i];
        if (is_no_verdict(violation)) {
            *stopped = violation->message;
            continue;
        }
        struct result_violation shown = {.property = property->name, .violation = violation};
        if (violation->kind && strcmp(violation->kind, "invalid end state") == 0) tell_deadlock(run, &shown);
        if (violation->trace) shown.story = story_from_trace(ts, violation->trace);
        if (violation->trace && property->observer) story_hide(shown.story, property->observer->name);
        vec_push(&run->result.violations, shown);
        real++;
    }
    return real;
}

/* What the machine itself has seen counts, too: of many violations not all are kept. */
static struct result_property judge(struct eventb_run *run, const struct inquiry *inquiry) {
    const struct property *property = &inquiry->property;
    const struct search_result *found = inquiry->found;
    struct result_property kept = searching_found(result_property_of(property), found, &inquiry->options);
    kept.violation_count = found->violation_count - found->doubtful_count;
    const char *stopped = NULL;
    size_t real = keep_violations(run, inquiry, &stopped);
    const struct ts_fault *gave_up = eb_machine_gave_up(property->machine);
    if (!stopped && gave_up) stopped = gave_up->message;
    if (stopped || eb_machine_ended_early(property->machine)) kept.complete = false;
    if (found->statistics.states == 0 && kept.verdict == VERDICT_HOLDS)
        stopped = "there is no initial state within the bounds: INITIALISATION is infeasible, or its values are "
                  "outside the bounds";
    run->doubt = NULL;
    eb_machine_doubts(property->machine, note_doubt, run);
    if (!stopped && run->doubt && kept.verdict == VERDICT_HOLDS) stopped = run->doubt;
    if (inquiry->broke_off && kept.verdict == VERDICT_HOLDS) stopped = "the time was over, or an end was asked for";
    if (stopped && real == 0) {
        kept.verdict = VERDICT_UNKNOWN;
        kept.complete = false;
        kept.why = stopped;
    }
    if (stopped) run->stopped = stopped;
    return kept;
}

static void note_taken(struct eventb_run *run, const struct search_result *found, bool known) {
    const struct ts *ts = eb_machine_ts(run->machine);
    if (!found->taken) return;
    for (uint32_t i = 0; i < ts->action_count; i++) run->taken[i] |= found->taken[i];
    run->taken_known = known;
}

static void keep_search(struct eventb_run *run, struct inquiry *inquiry) {
    const struct property *property = &inquiry->property;
    struct search_result *found = inquiry->found;
    const char *stopped_before = run->stopped;
    run->stopped = NULL;
    inquiry->kept = judge(run, inquiry);
    inquiry->is_kept = true;
    bool stopped = run->stopped != NULL;
    if (!stopped) run->stopped = stopped_before;
    vec_push(&run->searches, found);
    inquiry->found = NULL;
    if (property->observer) return;
    proofs_add(&run->proofs, run->arena, property->machine, found,
               inquiry->kept.complete && !found->violation_count ? PROOF_SEARCH_COMPLETE
               : run->options->all_violations                    ? PROOF_SEARCH_ALL
                                                                 : PROOF_SEARCH_PART);
    if (property->machine == run->refinement && run->takes_all_along) run->joint_states = found->statistics.states;
    if (property->machine != run->machine) return;
    run->cut_steps = inquiry->cut_steps;
    note_taken(run, found, found->complete && !stopped);
}

static void keep_unsearched(struct eventb_run *run, struct inquiry *inquiry) {
    const struct property *property = &inquiry->property;
    inquiry->kept =
        searching_skipped(&run->options->how, result_property_of(property), property->goal, *run->interrupted);
    inquiry->is_kept = true;
}

/* The first violation ends the command: the second search might go on for ever from where the first one ended. */
static bool is_needless(const struct eventb_run *run, const struct property *property) {
    return property->machine == run->refinement && run->refinement && !property->observer &&
           run->result.violations.count && !run->options->all_violations;
}

/* With more time it might have found more. */
static bool was_cut(const struct inquiry *inquiry, const struct search_result *found) {
    bool has_enough = found->violation_count && inquiry->options.violations;
    return !has_enough && (found->limit == LIMIT_TIME || inquiry->broke_off);
}

static enum shares_outcome search_for(void *context, size_t which, struct share share) {
    struct eventb_run *run = context;
    struct inquiry *inquiry = run->inquiries.items[which];
    const struct property *property = &inquiry->property;
    if (inquiry->is_kept) return SHARES_DONE;
    if (is_needless(run, property)) {
        keep_unsearched(run, inquiry);
        inquiry->kept.limit = LIMIT_NONE;
        inquiry->kept.why = "it was not searched, as there is a violation already. --all-violations goes on";
        return SHARES_DONE;
    }
    const struct ts *ts = inquiry->product ? inquiry->product : eb_machine_ts(property->machine);
    inquiry->options = search_options_for(run, property, share.seconds);
    run->deadline = share.seconds > 0 ? clock_seconds() + share.seconds : 0;
    run->searched = property->machine;
    run->broke_off = false;
    progress_begin(&run->progress, stderr);
    eb_machine_cut_steps(property->machine, true);
    struct search_result *found =
        share.glance ? searching_near(ts, &inquiry->options) : search_run(ts, &inquiry->options);
    progress_wipe(&run->progress);
    run->deadline = 0;
    inquiry->broke_off = run->broke_off;
    inquiry->cut_steps = eb_machine_cut_steps(property->machine, false);
    if (found->error) {
        command_complain("eventb", "%s", found->error);
        search_result_free(found);
        return SHARES_FAILED;
    }
    bool cut = was_cut(inquiry, found);
    inquiry->found = searching_better(inquiry->found, found);
    if (cut) return SHARES_CUT;
    keep_search(run, inquiry);
    return SHARES_DONE;
}

/* The answer lists them in this order, and counts the machine's states alone. */
static void add_to_answer(struct eventb_run *run, const struct inquiry *inquiry) {
    const struct property *property = &inquiry->property;
    struct search_statistics own = run->result.total;
    result_add_property(&run->result, inquiry->kept);
    if (property->machine == run->machine && !property->observer) return;
    run->result.total.states = own.states;
    run->result.total.transitions = own.transitions;
    run->result.total.passed = own.passed;
    run->result.total.depth = own.depth;
}

static int search_for_all(struct eventb_run *run) {
    struct shares shares = {.how = &run->options->how,
                            .began = run->started,
                            .interrupted = run->interrupted,
                            .count = run->inquiries.count,
                            .search = search_for,
                            .context = run};
    if (!shares_run(&shares)) return STATUS_INCONCLUSIVE;
    for (size_t i = 0; i < run->inquiries.count; i++) {
        struct inquiry *inquiry = run->inquiries.items[i];
        if (inquiry->found)
            keep_search(run, inquiry);
        else if (!inquiry->is_kept)
            keep_unsearched(run, inquiry);
        add_to_answer(run, inquiry);
    }
    return STATUS_GO_ON;
}

static struct inquiry *inquire(struct eventb_run *run, struct property property) {
    struct inquiry *inquiry = memory_new(sizeof *inquiry);
    inquiry->property = property;
    if (property.observer) inquiry->product = ts_product_new(eb_machine_ts(property.machine), property.observer);
    vec_push(&run->inquiries, inquiry);
    return inquiry;
}

static void forget_inquiries(struct eventb_run *run) {
    for (size_t i = 0; i < run->inquiries.count; i++) {
        struct inquiry *inquiry = run->inquiries.items[i];
        search_result_free(inquiry->found);
        if (inquiry->product) ts_product_free(inquiry->product);
        if (inquiry->temporal) eb_temporal_free(inquiry->temporal);
        free(inquiry);
    }
    vec_clear(&run->inquiries);
}

/* ---- the answer ---- */

/* ProB counts choices of the constants as states, too, and explores a machine together with all its abstractions. False
 * where that was not done. */
static bool count_as_prob(const struct eventb_run *run, uint64_t *states) {
    if (!run->machine) return false;
    bool alone = run->development->abstract_variable_count == 0;
    if (!alone && !run->joint_states) return false;
    *states = (alone ? run->result.total.states : run->joint_states) + eb_machine_setup_states(run->machine);
    return true;
}

static void print_bounds(const struct eventb_run *run, struct text *out) {
    eb_machine_print_bounds(run->machine, out);
    eb_machine_print_growth(run->machine, run->result.complete, out);
}

static void write_members(struct json *json, const void *context) {
    const struct eventb_run *run = context;
    struct text bounds = {0};
    if (run->machine)
        print_bounds(run, &bounds);
    else
        text_add(&bounds, "the time was over before all bounds were known\n");
    json_member_string(json, "machine", run->development->name);
    json_member_lines(json, "bounds", text_chars(&bounds));
    text_free(&bounds);
    json_member_number(json, "setups", run->machine ? eb_machine_setup_count(run->machine) : 0);
    uint64_t prob_states;
    if (count_as_prob(run, &prob_states)) {
        json_member_number(json, "prob_states", prob_states);
    } else {
        json_key(json, "prob_states");
        json_null(json);
    }
    json_member_number(json, "cut_steps", run->cut_steps);
    json_member_string(json, "stopped", run->stopped);
    proofs_json(&run->proofs, json);
    json_member_open(json, "undecided", '[');
    for (size_t i = 0; i < run->doubts.count; i++) json_string(json, run->doubts.items[i]);
    json_close(json, ']');
    json_member_open(json, "events", '[');
    for (unsigned i = 0; i < run->development->event_count; i++) {
        json_open(json, '{');
        json_member_string(json, "name", run->development->events[i].name);
        json_key(json, "happens");
        bool known = run->taken && eb_machine_explores(run->machine, i);
        if (known && (run->taken[i] || run->taken_known))
            json_bool(json, run->taken[i]);
        else
            json_null(json);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void add_bounds(const struct eventb_run *run, struct text *out, const struct style *style) {
    struct text bounds = {0};
    print_bounds(run, &bounds);
    text_printf(out, "\n%sbounds%s:\n", style->bold, style->end);
    text_add_indented(out, "  ", text_chars(&bounds));
    text_free(&bounds);
    uint64_t prob_states;
    if (count_as_prob(run, &prob_states) && prob_states != run->result.total.states) {
        text_printf(out, "  with choices of the constants%s, as ProB counts: ",
                    run->joint_states ? " and variables of all abstractions" : " as states");
        units_print_things(out, prob_states, "state");
        text_add_char(out, '\n');
    }
    if (run->stopped && run->result.verdict == VERDICT_VIOLATED)
        text_printf(out, "  not everything was looked at: %s\n", run->stopped);
    if (run->cut_steps == 0) return;
    text_add(out, "  ");
    units_print_things(out, run->cut_steps, "step");
    text_printf(out, " left the bounds and %s cut off: what comes after is not part of this answer\n",
                run->cut_steps == 1 ? "was" : "were");
}

/* Constants and nondeterministic initialisations: a run begins somewhere. */
static void add_start(const struct eventb_run *run, struct text *out, const struct style *style) {
    for (size_t i = 0; i < run->result.violations.count; i++) {
        const struct story *story = run->result.violations.items[i].story;
        if (!story || !story->initial.count) continue;
        text_printf(out, "\n%sthe run", style->bold);
        if (run->result.violations.count > 1) text_printf(out, " of violation %zu", i + 1);
        text_printf(out, " begins with%s:\n", style->end);
        for (size_t j = 0; j < story->initial.count; j++) {
            const struct story_change *change = &story->initial.items[j];
            if (strcmp(change->name, "(formula)") != 0) text_printf(out, "  %s = %s\n", change->name, change->after);
        }
    }
}

static void add_doubts(const struct eventb_run *run, struct text *out, const struct style *style) {
    enum { MOST = 12 };
    if (run->doubts.count == 0) return;
    text_printf(out, "\n%snot decided within the bounds%s:\n", style->bold, style->end);
    for (size_t i = 0; i < run->doubts.count && i < MOST; i++) text_printf(out, "  %s\n", run->doubts.items[i]);
    if (run->doubts.count > MOST) text_printf(out, "  and %zu more\n", run->doubts.count - MOST);
}

static void add_coverage(const struct eventb_run *run, struct text *out, const struct style *style) {
    bool any = false;
    for (unsigned i = 0; run->taken_known && i < run->development->event_count; i++) {
        if (run->taken[i] || !eb_machine_explores(run->machine, i)) continue;
        if (!any) text_printf(out, "\n%sevents that never happen%s:\n", style->bold, style->end);
        any = true;
        text_printf(out, "  %s\n", run->development->events[i].name);
    }
}

static void print_answer(struct eventb_run *run) {
    struct text out = {0};
    const struct style *style = style_for(stdout);
    run->result.members = write_members;
    run->result.members_context = run;
    run->result.tells_initial = true;
    if (run->options->json) {
        result_json(&out, &run->result);
    } else {
        result_text(&out, style, &run->result, run->options->trace_limit, run->options->quiet);
        if (!run->options->quiet) add_start(run, &out, style);
        if (!run->options->quiet) add_bounds(run, &out, style);
        if (!run->options->quiet) proofs_text(&run->proofs, &out, style);
        if (!run->options->quiet) add_doubts(run, &out, style);
        if (!run->options->quiet) add_coverage(run, &out, style);
    }
    command_print(&out);
}

/* ---- the command ---- */

static int add_formulas(struct eventb_run *run) {
    for (size_t i = 0; i < run->options->formulas.list.count; i++) {
        const char *formula = run->options->formulas.list.items[i];
        struct diagnostics diagnostics = {0};
        struct eb_temporal *temporal = eb_temporal_new(run->machine, run->development, formula, &diagnostics);
        diag_print(&diagnostics, stderr);
        diag_free(&diagnostics);
        if (!temporal) return STATUS_BAD_INPUT;
        struct property property = {.name = arena_printf(run->arena, "%zu", i + 1),
                                    .what = "ltl",
                                    .formula = formula,
                                    .observer = eb_temporal_observer(temporal),
                                    .machine = run->machine,
                                    .goal = eb_temporal_is_safety(temporal) ? SEARCH_SAFETY : SEARCH_ACCEPTANCE};
        inquire(run, property)->temporal = temporal;
    }
    return STATUS_GO_ON;
}

/* Forgets what was found: the machine is to be explored again. */
static void forget(struct eventb_run *run) {
    struct result fresh = {
        .command = "eventb", .within_bounds = true, .no_checkpoints = true, .source = {.model = run->path}};
    result_free(&run->result);
    run->result = fresh;
    forget_inquiries(run);
    for (size_t i = 0; i < run->searches.count; i++) search_result_free(run->searches.items[i]);
    run->searches.count = 0;
    free(run->taken);
    run->taken = NULL;
    run->taken_known = false;
    run->stopped = NULL;
    run->doubts.count = 0;
    run->joint_states = 0;
    proofs_free(&run->proofs);
    eb_machine_free(run->refinement);
    run->refinement = NULL;
}

static const char *why_unchecked(const struct eb_full_event *event) {
    return event->refined ? event->refined->unchecked : NULL;
}

static void leave_open(struct eventb_run *run, const char *what, const char *why) {
    struct inquiry *inquiry = inquire(run, (struct property){.name = what, .what = what, .goal = SEARCH_SAFETY});
    inquiry->kept = result_property_of(&inquiry->property);
    inquiry->is_kept = true;
    inquiry->kept.was_run = true;
    inquiry->kept.verdict = VERDICT_UNKNOWN;
    inquiry->kept.complete = false;
    inquiry->kept.why = run->stopped = why;
}

/* What cannot be checked does not hold: its user may leave it out. */
static void leave_refinement_open(struct eventb_run *run) {
    const struct eb_development *development = run->development;
    const struct eb_full_event *event = &development->initialisation;
    for (unsigned i = 0; !why_unchecked(event) && i < development->event_count; i++) event = &development->events[i];
    const char *why = why_unchecked(event);
    leave_open(run, "refinement",
               why ? arena_printf(run->arena, "that by %s cannot be checked: %s (--no-refinement leaves it out)",
                                  event->name, why)
                   : "it cannot be checked (--no-refinement leaves it out)");
}

/* Whatever the machine does, its abstraction must be able to do. */
static void add_refinement(struct eventb_run *run, const struct eb_bounds *bounds) {
    if (!run->development->abstraction || run->options->no_refinement) return;
    struct eb_bounds with_abstraction = *bounds;
    struct diagnostics diagnostics = {0};
    with_abstraction.abstractions = eb_refinable(run->development);
    run->takes_all_along = with_abstraction.abstractions + 1 == run->development->level_count;
    with_abstraction.report_deadlock = with_abstraction.report_leaving = false;
    if (with_abstraction.abstractions)
        run->refinement = eb_machine_new(run->development, &with_abstraction, &diagnostics);
    diag_print(&diagnostics, stderr);
    diag_free(&diagnostics);
    if (!run->refinement)
        leave_refinement_open(run);
    else
        inquire(run,
                (struct property){
                    .name = "refinement", .what = "refinement", .machine = run->refinement, .goal = SEARCH_SAFETY});
}

static int check_all(struct eventb_run *run, const struct eb_bounds *bounds) {
    const struct ts *ts = eb_machine_ts(run->machine);
    const char *safety = run->options->deadlock ? "invariants and deadlock" : "invariants";
    run->taken = memory_new(ts->action_count + 1);
    run->result.store = searching_stores[run->options->how.store];
    run->result.reduction = true;
    run->result.threads = searching_threads(&run->options->how);
    inquire(run, (struct property){.name = safety, .what = safety, .machine = run->machine, .goal = SEARCH_SAFETY});
    add_refinement(run, bounds);
    int status = add_formulas(run);
    if (status == STATUS_GO_ON) status = search_for_all(run);
    proofs_add_unchecked(&run->proofs, run->arena, run->development,
                         run->refinement ? eb_refinable(run->development) : 0, run->machine);
    return status;
}

static bool needs_width(const struct eventb_run *run) {
    return eb_machine_needs_width(run->machine) || (run->refinement && eb_machine_needs_width(run->refinement));
}

static int check_machine(struct eventb_run *run, struct eb_bounds *bounds) {
    int status = check_all(run, bounds);
    while (status == STATUS_GO_ON && run->stopped && bounds->width < EB_WIDTH_64 && needs_width(run)) {
        struct diagnostics diagnostics = {0};
        bounds->width++; /* sets hold larger integers than the model mentions */
        forget(run);
        eb_machine_free(run->machine);
        run->machine = eb_machine_new(run->development, bounds, &diagnostics);
        if (!run->machine) return command_refuse("eventb", run->path, &diagnostics, run->options->json);
        diag_free(&diagnostics);
        status = check_all(run, bounds);
    }
    if (status != STATUS_GO_ON) return status;
    const char *lts = run->options->lts;
    struct state_graph *graph = lts ? eventb_lts_explore(run->machine, lts) : NULL;
    print_answer(run);
    if (graph) {
        status = eventb_lts_write(run->machine, run->development, graph, lts);
        state_graph_free(graph);
    }
    bool tells = status == STATUS_GO_ON || (status == STATUS_INCONCLUSIVE && run->result.verdict == VERDICT_VIOLATED);
    return tells ? command_status(run->result.verdict) : status;
}

static void run_free(struct eventb_run *run) {
    result_free(&run->result);
    forget_inquiries(run);
    vec_free(&run->inquiries);
    for (size_t i = 0; i < run->searches.count; i++) search_result_free(run->searches.items[i]);
    vec_free(&run->searches);
    vec_free(&run->doubts);
    free(run->taken);
    proofs_free(&run->proofs);
    eb_machine_free(run->machine);
    eb_machine_free(run->refinement);
    eb_development_free(run->development);
    arena_free(run->arena);
}

/* The time was over before there was a machine. */
static int give_up(struct eventb_run *run) {
    struct property safety = {"invariants", "invariants", NULL, NULL, NULL, SEARCH_SAFETY};
    struct text out = {0};
    run->result.members = write_members;
    run->result.members_context = run;
    run->result.store = searching_stores[run->options->how.store];
    run->result.threads = searching_threads(&run->options->how);
    struct result_property open = result_property_of(&safety);
    open.why = "choices of the constants were being made, and no state was explored; smaller bounds, or --setups N, "
               "would make them fewer";
    result_add_property(&run->result, searching_skipped(&run->options->how, open, safety.goal, *run->interrupted));
    if (run->options->json)
        result_json(&out, &run->result);
    else
        result_text(&out, style_for(stdout), &run->result, run->options->trace_limit, run->options->quiet);
    command_print(&out);
    return command_status(run->result.verdict);
}

static int print_file(const struct eventb_options *options, const char *path) {
    struct diagnostics diagnostics = {0};
    struct arena *arena = arena_new();
    struct eb_components components = {0};
    struct text out = {0};
    bool good = eb_read_file(arena, path, &components, &diagnostics);
    for (unsigned i = 0; good && i < components.count; i++)
        eb_print_component(components.items[i], options->ascii, &out);
    diag_print(&diagnostics, stderr);
    command_print(&out);
    diag_free(&diagnostics);
    arena_free(arena);
    return good ? STATUS_HOLDS : STATUS_BAD_INPUT;
}

static int explore_file(const struct eventb_options *options, const char *path) {
    struct diagnostics diagnostics = {0};
    struct eventb_run run = {
        .options = options,
        .path = path,
        .arena = arena_new(),
        .interrupted = interrupt_watch(),
        .started = clock_seconds(),
        .result = {.command = "eventb", .within_bounds = true, .no_checkpoints = true, .source = {.model = path}}};
    struct eb_bounds bounds = {.settings = options->bounds.list.items,
                               .setting_count = options->bounds.list.count,
                               .max_setups = (unsigned)options->setups,
                               .interchange = !options->no_symmetry && !options->formulas.list.count,
                               .feasibility = true,
                               .defines_parameters = true,
                               .no_solver = options->no_solver,
                               .events = options->events.list.items,
                               .event_count = options->events.list.count,
                               .goes_on = goes_on,
                               .goes_on_context = &run,
                               .report_leaving = options->strict,
                               .report_deadlock = options->deadlock};
    int status = STATUS_GO_ON;
    run.development = eb_load(path, options->component, &diagnostics);
    if (run.development && !options->check) run.machine = eb_machine_new(run.development, &bounds, &diagnostics);
    if (run.development && !run.machine && !options->check && !diagnostics.errors)
        status = give_up(&run);
    else if (!run.development || (!run.machine && !options->check))
        status = command_refuse("eventb", path, &diagnostics, options->json);
    else
        diag_print(&diagnostics, stderr);
    if (status == STATUS_GO_ON) status = options->check ? STATUS_HOLDS : check_machine(&run, &bounds);
    diag_free(&diagnostics);
    run_free(&run);
    return status;
}

int command_eventb(int argc, char **argv) {
    struct eventb_options options = {0};
    struct option_table table = {.command = "eventb"};
    struct text_list files = {0};
    add_options(&table, &options);
    int status =
        command_parse(&table, "[OPTIONS] FILE",
                      "Explores an Event-B machine (Rodin's .bum, ProB's package, or text) within bounds: every "
                      "state is\nchecked against the invariants, every formula for well-definedness.",
                      argc, argv, 1, &files);
    if (status == STATUS_GO_ON && options.lts &&
        !(eventb_lts_format(options.lts) && command_can_write("eventb", options.lts)))
        status = STATUS_BAD_INPUT;
    if (status == STATUS_GO_ON)
        status =
            options.print ? print_file(&options, files.list.items[0]) : explore_file(&options, files.list.items[0]);
    option_table_free(&table);
    vec_free(&files.list);
    vec_free(&options.bounds.list);
    vec_free(&options.events.list);
    vec_free(&options.formulas.list);
    return status;
}
