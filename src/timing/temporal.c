/* Formulas: the parts that they are about, joined, beside an automaton of the runs that violate them. */
#include "ltl/observer.h"
#include "timing/checking.h"
#include "timing/state.h"
#include "timing/ts.h"

#include <string.h>

struct watching {
    struct ts_observer observer; /* its self is this */
    struct ltl_observer inner;
    const struct tm_system *system;
    const struct tm_formula *formula;
};

/* ---- what holds ---- */

static bool is_in_state(const struct tm_run *run, const struct tm_atom *atom) {
    for (unsigned t = 0; t < run->system->tasks.count; t++) {
        const struct tm_task *task = &run->system->tasks.items[t];
        if (task->process != atom->process) continue;
        int64_t status = tm_get(run, task->status);
        bool has_core = false;
        for (size_t i = 0; i < task->cores.count; i++) has_core |= tm_running(run, task->cores.items[i]) == (int)t;
        switch (atom->kind) {
        case TM_ATOM_RUNNING: return has_core;
        case TM_ATOM_READY: return status == TM_READY && !has_core;
        case TM_ATOM_WAITING: return status == TM_WAITING;
        default: return status == TM_SUSPENDED;
        }
    }
    return atom->kind == TM_ATOM_SUSPENDED; /* it never starts */
}

static void valuate(const void *self, const struct ts_view *view, uint64_t wanted, struct ltl_values *values) {
    const struct watching *watching = self;
    int64_t fields[watching->system->fields.count];
    struct tm_run run = {.system = watching->system, .values = fields};
    tm_unpack(watching->system, view->state, fields);
    for (unsigned i = 0; i < watching->formula->atom_count; i++) {
        const struct tm_atom *atom = &watching->formula->atoms[i];
        if (!(wanted >> i & 1)) continue;
        if (atom->kind == TM_ATOM_LABEL ? tm_is_true(&run, &atom->comparison) : is_in_state(&run, atom))
            values->holding |= (uint64_t)1 << i;
    }
}

/* Only states in which time passes are looked at; and none after which the model would do something else. */
static void next(const struct ts_observer *observer, const struct ts_view *view, uint32_t location, observer_emit emit,
                 void *context) {
    const struct watching *watching = observer->self;
    int64_t fields[watching->system->fields.count];
    struct tm_run run = {.system = watching->system, .values = fields};
    tm_unpack(watching->system, view->state, fields);
    bool is_quiet = !tm_is_firing(&run);
    for (unsigned i = 0; i < watching->system->cores.count; i++) is_quiet &= !tm_is_urgent(&run, i);
    if (tm_get(&run, watching->system->beyond)) return;
    if (is_quiet)
        watching->inner.observer.next(&watching->inner.observer, view, location, emit, context);
    else
        emit(context, location, TS_NO_ACTION, 0);
}

static unsigned marks(const struct ts_observer *observer, uint32_t location) {
    const struct watching *watching = observer->self;
    return watching->inner.observer.marks(&watching->inner.observer, location);
}

static struct ltl_node look(void *context, const void *tree) {
    const struct tm_formula_node *node = tree;
    (void)context;
    return (struct ltl_node){.kind = node->kind, .left = node->left, .right = node->right, .atom = node->atom};
}

static bool build(struct watching *watching) {
    struct ltl_pool *pool = ltl_pool_new();
    const struct ltl_formula *formula = ltl_translate(pool, watching->formula->root, look, NULL);
    bool good = ltl_observer_build(&watching->inner, pool, formula, watching->formula->atom_count,
                                   watching->formula->text, valuate, watching);
    ltl_pool_free(pool);
    if (!good) return false;
    watching->observer = watching->inner.observer;
    watching->observer.self = watching;
    watching->observer.next = next;
    watching->observer.marks = marks;
    return true;
}

/* ---- searching ---- */

/* Steps in which only the automaton moved are none of the model's. */
static struct ts_trace *model_steps(const struct ts_trace *trace) {
    struct ts_trace *kept = ts_trace_new();
    for (size_t i = 0; i < trace->states.count; i++) {
        const struct ts_trace_state *state = &trace->states.items[i];
        if (i == trace->cycle_start)
            kept->cycle_start = kept->states.count - (i > 0 && state->step.action == TS_NO_ACTION);
        if (i > 0 && state->step.action == TS_NO_ACTION) continue;
        ts_trace_add(kept, state->bytes, state->size, &state->step);
    }
    return kept;
}

static void keep_run(struct checking *checking, struct tm_property *property, struct tm_system *system,
                     const struct ts_trace *trace) {
    checking_break(checking->answer, system, property);
    property->found = "not in every run";
    property->system = system;
    property->task = 0;
    for (unsigned t = 0; t < system->tasks.count; t++)
        if (property->formula->atom_count && system->tasks.items[t].process == property->formula->atoms[0].process)
            property->task = (int)t;
    property->target = (struct tm_target){0, TM_OBSERVED, 0};
    property->times = system->times;
    property->trace = model_steps(trace);
}

/* True: only moments between the units were not looked at. */
static bool search(struct checking *checking, struct tm_property *property, struct watching *watching,
                   struct tm_system *system, double share) {
    struct search_options options = *checking->options;
    struct ts ts;
    bool is_safety = ltl_observer_is_safety(&watching->inner);
    options.goal = is_safety ? SEARCH_SAFETY : SEARCH_ACCEPTANCE;
    if (!is_safety) options.order = SEARCH_DFS;
    if (!is_safety) options.store = STORE_EXACT;
    options.ignore_end_states = true;
    options.violations = 1;
    options.time_limit = checking->options->time_limit > 0 ? checking_time_left(checking) * share : 0;
    tm_ts(system, &ts);
    struct ts *product = ts_product_new(&ts, &watching->observer);
    struct search_result *found = search_run(product, &options);
    checking_add_statistics(checking->answer, &found->statistics);
    bool lacks_moments = false;
    if (found->violations.count && found->violations.items[0].trace) {
        keep_run(checking, property, system, found->violations.items[0].trace);
    } else {
        const char *doubt = checking_doubt(checking->answer, system);
        lacks_moments = !doubt && checking_lacks_moments(checking->answer, system, found);
        property->why = doubt ? doubt : checking_why_incomplete(checking->answer, system, found);
        property->verdict = property->why ? VERDICT_UNKNOWN : VERDICT_HOLDS;
        property->by = property->why ? NULL : "search";
    }
    search_result_free(found);
    ts_product_free(product);
    return lacks_moments;
}

/* With other options; as it was if that cannot be. */
static struct tm_property search_with(struct checking *checking, const struct tm_property *property,
                                      const struct tm_options *options, double share) {
    struct tm_property found = *property;
    struct diagnostics ignored = {0};
    struct tm_system *system =
        tm_build_formula(checking->model, options, property->formula, checking->answer->parts, &ignored);
    struct watching watching = {.system = system, .formula = property->formula};
    diag_free(&ignored);
    found.trace = NULL;
    if (!system || system->doubts.count || !system->is_exact || !build(&watching)) return found;
    search(checking, &found, &watching, system, share);
    ltl_observer_free(&watching.inner);
    return found;
}

/* In every order of what happens at one instant; if it is violated there, at moments between the units. */
static void search_between(struct checking *checking, struct tm_property *property, const struct tm_system *plain,
                           double share) {
    struct tm_options closed = checking_closed(checking), finer = checking_finer(checking, plain);
    struct tm_property loosely = search_with(checking, property, &closed, share);
    if (loosely.verdict == VERDICT_HOLDS) *property = loosely;
    if (!loosely.trace) return;
    struct tm_property found = search_with(checking, property, &finer, share);
    ts_trace_free(found.trace ? loosely.trace : NULL);
    *property = found.trace ? found : loosely;
}

/* It is violated where durations are rounded: is it without that? */
static void replay(struct checking *checking, struct tm_property *property, double share) {
    struct tm_options exact = checking_exact(checking);
    struct tm_property found = search_with(checking, property, &exact, share);
    if (!found.trace) return;
    ts_trace_free(property->trace);
    *property = found;
}

void checking_formula(struct checking *checking, const struct tm_formula *formula, double share) {
    struct tm_answer *answer = checking->answer;
    struct tm_property property = {
        .kind = TM_FORMULA,
        .name = arena_printf(answer->arena, "formula %zu", (size_t)(formula - checking->build->formulas) + 1),
        .text = formula->text,
        .formula = formula,
        .place = {"--ltl", 1, 1},
        .part = -1,
        .task = -1,
        .verdict = VERDICT_UNKNOWN};
    struct diagnostics diagnostics = {0};
    struct tm_system *system = tm_build_formula(checking->model, checking->build, formula, answer->parts, &diagnostics);
    struct watching watching = {.system = system, .formula = formula};
    if (!system)
        property.why = diagnostics.errors ? "the parts that it connects are too large together" : "no task ever starts";
    else if (!build(&watching))
        property.why = "the formula is too large to be checked";
    else if (search(checking, &property, &watching, system, share / 2))
        search_between(checking, &property, system, share / 4);
    if (system && property.is_possible && !system->is_exact && !checking_doubt(answer, system))
        replay(checking, &property, share / 4);
    if (system) ltl_observer_free(&watching.inner);
    diag_free(&diagnostics);
    vec_push(&answer->properties, property);
}
