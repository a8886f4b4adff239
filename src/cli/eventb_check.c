/* A check of an Event-B machine: everything that is asked of it, again with wider sets where that is needed. */
#include "cli/common/command.h"
#include "cli/eventb.h"

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
        eventb_inquire(run, property)->temporal = temporal;
    }
    return STATUS_GO_ON;
}

/* Forgets what was found: the machine is to be explored again. */
static void forget(struct eventb_run *run) {
    struct result fresh = {
        .command = "eventb", .within_bounds = true, .no_checkpoints = true, .source = {.model = run->path}};
    result_free(&run->result);
    run->result = fresh;
    eventb_forget_inquiries(run);
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
    struct inquiry *inquiry = eventb_inquire(run, (struct property){.name = what, .what = what, .goal = SEARCH_SAFETY});
    inquiry->kept = eventb_property(&inquiry->property);
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
    if (!run->is_look) diag_print(&diagnostics, stderr);
    diag_free(&diagnostics);
    if (!run->refinement)
        leave_refinement_open(run);
    else
        eventb_inquire(
            run, (struct property){
                     .name = "refinement", .what = "refinement", .machine = run->refinement, .goal = SEARCH_SAFETY});
}

static int check_all(struct eventb_run *run, const struct eb_bounds *bounds) {
    const struct ts *ts = eb_machine_ts(run->machine);
    const char *safety = run->options->deadlock ? "invariants and deadlock" : "invariants";
    run->taken = memory_new(ts->action_count + 1);
    run->result.store = searching_stores[run->options->how.store];
    run->result.reduction = true;
    run->result.threads = searching_threads(&run->options->how);
    eventb_inquire(run,
                   (struct property){.name = safety, .what = safety, .machine = run->machine, .goal = SEARCH_SAFETY});
    add_refinement(run, bounds);
    int status = add_formulas(run);
    if (status == STATUS_GO_ON) status = eventb_search_for_all(run);
    proofs_add_unchecked(&run->proofs, run->arena, run->development,
                         run->refinement ? eb_refinable(run->development) : 0, run->machine);
    if (run->refinement) proofs_add_idle_witnesses(&run->proofs, run->arena, run->refinement);
    return status;
}

static bool needs_width(const struct eventb_run *run) {
    return eb_machine_needs_width(run->machine) || (run->refinement && eb_machine_needs_width(run->refinement));
}

int eventb_check(struct eventb_run *run, struct eb_bounds *bounds) {
    int status = check_all(run, bounds);
    while (status == STATUS_GO_ON && run->stopped && bounds->width < EB_WIDTH_64 && needs_width(run)) {
        struct diagnostics diagnostics = {0};
        bounds->width++; /* sets hold larger integers than the model mentions */
        struct eb_machine *wider = eb_machine_new(run->development, bounds, &diagnostics);
        bool is_late = !wider && (run->is_look || !diagnostics.errors); /* what was found stays */
        if (!wider && !is_late) return command_refuse("eventb", run->path, &diagnostics, run->options->json);
        diag_free(&diagnostics);
        if (is_late) return run->is_look ? STATUS_INCONCLUSIVE : status;
        forget(run);
        eb_machine_free(run->machine);
        run->machine = wider;
        status = check_all(run, bounds);
    }
    return status;
}

void eventb_free(struct eventb_run *run) {
    result_free(&run->result);
    eventb_forget_inquiries(run);
    vec_free(&run->inquiries);
    for (size_t i = 0; i < run->searches.count; i++) search_result_free(run->searches.items[i]);
    vec_free(&run->searches);
    vec_free(&run->doubts);
    free(run->taken);
    proofs_free(&run->proofs);
    eb_machine_free(run->machine);
    eb_machine_free(run->refinement);
    vec_free(&run->looks);
    if (run->beyond) eventb_free(run->beyond);
    free(run->beyond);
    if (!run->is_look) eb_development_free(run->development);
    arena_free(run->arena);
}
