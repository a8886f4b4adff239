/* The searches for what is asked of an Event-B machine: its invariants, its refinement, and formulas. */
#include "base/clock.h"
#include "base/limits.h"
#include "cli/common/command.h"
#include "cli/common/ending.h"
#include "cli/common/shares.h"
#include "cli/eventb.h"
#include "ts/product.h"

#include <string.h>

static void on_progress(void *context, const struct search_statistics *statistics) {
    struct eventb_run *run = context;
    if (run->options->quiet) return;
    searching_show(&run->progress, statistics);
}

bool eventb_goes_on(void *context) {
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
    eb_machine_set_patience(run->searched, searching ? eventb_goes_on : is_in_no_hurry, run);
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

struct result_property eventb_property(const struct property *property) {
    return (struct result_property){.name = property->name, .formula = property->formula, .what = property->what};
}

/* The verdict says what it is not about, each thing once. */
static void leave_out(struct eventb_run *run, const char *what) {
    const char *before = run->result.except;
    if (before && strstr(before, what)) return;
    run->result.except = before ? arena_printf(run->arena, "%s and %s", before, what) : what;
}

static void note_doubt(void *context, const struct ts_fault *fault, enum eb_doubt doubt) {
    struct eventb_run *run = context;
    if (doubt == EB_DOUBT_OF_THEOREM) leave_out(run, "theorems that are not decided");
    if (doubt != EB_DOUBT) return;
    if (!run->doubt) run->doubt = fault->message;
    for (size_t i = 0; i < run->doubts.count; i++)
        if (strcmp(run->doubts.items[i], fault->message) == 0) return;
    vec_push(&run->doubts, fault->message);
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
    const struct ts_fault *assumption =
        property->observer ? eb_machine_assumption(property->machine, property->goal != SEARCH_SAFETY) : NULL;
    for (size_t i = 0; i < found->violations.count; i++) {
        const struct violation *violation = &found->violations.items[i];
        if (assumption) {
            *stopped = assumption->message;
            continue;
        }
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
    struct result_property kept = searching_found(eventb_property(property), found, &inquiry->options);
    kept.violation_count = found->violation_count - found->doubtful_count;
    const char *stopped = NULL;
    size_t real = keep_violations(run, inquiry, &stopped);
    const struct ts_fault *gave_up = eb_machine_gave_up(property->machine);
    if (!stopped && gave_up) stopped = gave_up->message;
    if (stopped || eb_machine_ended_early(property->machine)) kept.complete = false;
    run->doubt = NULL;
    eb_machine_doubts(property->machine, note_doubt, run);
    if (found->statistics.states == 0 && kept.verdict == VERDICT_HOLDS && !run->doubt)
        stopped = "there is no initial state within the bounds: INITIALISATION is infeasible, or its values are "
                  "outside the bounds";
    if (eb_machine_has_more_setups(run->machine))
        leave_out(run, "choices of the constants that were not asked for (--setups)");
    if (!stopped && run->doubt && kept.verdict == VERDICT_HOLDS) stopped = run->doubt;
    if (inquiry->broke_off && kept.verdict == VERDICT_HOLDS) stopped = "the time was over, or an end was asked for";
    if (!stopped && property->observer && eb_machine_ended_early(property->machine) && kept.verdict == VERDICT_HOLDS)
        stopped = "runs end where an event goes wrong";
    if (stopped && real == 0) {
        kept.verdict = VERDICT_UNKNOWN;
        kept.violation_count = 0;
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
    inquiry->kept = searching_skipped(&run->options->how, eventb_property(property), property->goal, *run->interrupted);
    inquiry->is_kept = true;
}

/* The first violation ends the command: the second search might go on for ever from where the first one ended. */
static bool is_needless(const struct eventb_run *run, const struct property *property) {
    return property->machine == run->refinement && run->refinement && !property->observer &&
           run->result.violations.count && !run->options->all_violations;
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
    bool cut = searching_was_cut(&inquiry->options, found, inquiry->broke_off);
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

int eventb_search_for_all(struct eventb_run *run) {
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

struct inquiry *eventb_inquire(struct eventb_run *run, struct property property) {
    struct inquiry *inquiry = memory_new(sizeof *inquiry);
    inquiry->property = property;
    if (property.observer) inquiry->product = ts_product_new(eb_machine_observed(property.machine), property.observer);
    vec_push(&run->inquiries, inquiry);
    return inquiry;
}

void eventb_forget_inquiries(struct eventb_run *run) {
    for (size_t i = 0; i < run->inquiries.count; i++) {
        struct inquiry *inquiry = run->inquiries.items[i];
        search_result_free(inquiry->found);
        if (inquiry->product) ts_product_free(inquiry->product);
        if (inquiry->temporal) eb_temporal_free(inquiry->temporal);
        free(inquiry);
    }
    vec_clear(&run->inquiries);
}
