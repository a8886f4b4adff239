#include "env/check.h"

#include "base/clock.h"
#include "base/limits.h"
#include "env/check_product.h"

/* ---- what was found ---- */

struct finding {
    struct env_violation violation;
    struct text error;            /* not empty: nothing is known of the design */
    const struct ts_trace *trace; /* that leads to the violation; NULL: a configuration fails */
};

static void tell_story(const struct env_product *product, const struct finding *finding, struct env_outcome *outcome) {
    VEC(struct env_story_step) steps = {0};
    for (size_t i = 1; finding->trace && i < finding->trace->states.count; i++) {
        const struct ts_trace_state *state = &finding->trace->states.items[i];
        vec_push(&steps, (struct env_story_step){state->step.action, env_product_lts_state(state->bytes)});
    }
    struct env_story story = {.model = product->model,
                              .graph = product->graph,
                              .design = product->design,
                              .lts = product->lts,
                              .violation = &finding->violation,
                              .steps = steps.items,
                              .step_count = steps.count};
    env_story_tell(&story, outcome);
    vec_free(&steps);
}

static void tell(const struct env_product *product, struct finding *finding, struct env_outcome *outcome) {
    outcome->verdict = finding->error.length ? VERDICT_UNKNOWN : VERDICT_VIOLATED;
    if (finding->error.length) {
        outcome->message = text_take(&finding->error);
    } else {
        tell_story(product, finding, outcome);
    }
}

static void find(struct env_product *product, const struct violation *violation, struct finding *finding) {
    finding->trace = violation->trace;
    const struct ts_trace_state *last = &vec_last(&violation->trace->states);
    if (!last->step.fault) {
        env_product_explain(product, last->bytes, last->size, &finding->violation, &finding->error);
        return;
    }
    finding->violation.fault = product->ts.fault(&product->ts, last->step.fault);
    if (!env_fault_is_limit(finding->violation.fault)) return;
    env_label_print(product->model, &product->lts->labels.items[last->step.action], &finding->error);
    text_printf(&finding->error, ": %s", finding->violation.fault->message);
}

/* ---- the search ---- */

/* False if it was stopped before anything was known. */
static bool search(struct env_product *product, uint64_t max_states, struct search_room *room,
                   struct env_outcome *outcome) {
    struct search_options options = {.order = SEARCH_BFS,
                                     .ignore_end_states = true,
                                     .violations = 1,
                                     .threads = 1,
                                     .room = room,
                                     .state_limit = max_states};
    struct search_result *result = search_run(&product->ts, &options);
    struct finding finding = {0};
    outcome->verdict = result->verdict;
    outcome->states = result->statistics.states;
    outcome->transitions = result->statistics.transitions;
    outcome->depth = result->statistics.depth;
    /* Without a trace, which there may have been no time for, what was found need not be the design's fault. */
    bool stopped = result->verdict == VERDICT_VIOLATED && !result->violations.items[0].trace;
    if (stopped) {
        outcome->verdict = VERDICT_UNKNOWN;
    } else if (result->verdict == VERDICT_VIOLATED) {
        find(product, &result->violations.items[0], &finding);
        tell(product, &finding, outcome);
    } else if (result->error) {
        outcome->message = memory_copy_text(result->error);
    } else if (result->limit == LIMIT_STATES) {
        struct text message = {0};
        text_printf(&message, "more than %llu states of environment and design together",
                    (unsigned long long)max_states);
        outcome->message = text_take(&message);
    } else {
        stopped = result->verdict == VERDICT_UNKNOWN;
    }
    text_free(&finding.error);
    search_result_free(result);
    return !stopped;
}

static bool check(struct env_product *product, uint64_t max_states, struct search_room *room,
                  struct env_outcome *outcome) {
    struct finding finding = {0};
    bool known = true;
    if (env_product_open(product, &finding.violation, &finding.error))
        known = search(product, max_states, room, outcome);
    else
        tell(product, &finding, outcome);
    for (size_t c = 0; c < product->model->classes.count; c++) vec_push(&outcome->choices, product->lts->choices[c]);
    env_product_close(product);
    text_free(&finding.error);
    return known;
}

/* What kept the statecharts from being composed, on one line. */
static char *first_error(const struct diagnostics *diagnostics) {
    struct text text = {0};
    for (size_t i = 0; i < diagnostics->list.count && !text.length; i++) {
        const struct diagnostic *diagnostic = &diagnostics->list.items[i];
        if (diagnostic->place.line)
            text_printf(&text, "%s:%u:%u: ", diagnostic->place.file, diagnostic->place.line, diagnostic->place.column);
        text_add(&text, diagnostic->message);
    }
    return text_take(&text);
}

struct env_outcome *env_check(const struct env_model *model, const struct env_graph *graph,
                              const struct env_design *design, uint64_t max_states, struct search_room *room) {
    double start = clock_seconds();
    struct env_outcome *outcome = memory_new(sizeof *outcome);
    outcome->numberings = 1;
    struct diagnostics diagnostics = {0};
    uint32_t most = max_states && max_states < UINT32_MAX - 1 ? (uint32_t)max_states : UINT32_MAX - 1;
    struct env_lts *lts = env_compose(model, graph, most, &diagnostics);
    bool known = lts || diagnostics.errors;
    if (lts) {
        struct env_product product = {.model = model, .graph = graph, .design = design, .lts = lts};
        known = check(&product, most, room, outcome);
        /* A call that the end of the run has cut short says nothing about the environment. */
        if (outcome->verdict == VERDICT_UNKNOWN && limits_reached() != LIMITS_NONE) known = false;
    } else if (known) {
        outcome->verdict = VERDICT_UNKNOWN;
        outcome->message = first_error(&diagnostics);
    }
    env_lts_free(lts);
    diag_free(&diagnostics);
    outcome->seconds = clock_seconds() - start;
    if (known) return outcome;
    env_outcome_free(outcome);
    return NULL;
}

void env_outcome_free(struct env_outcome *outcome) {
    if (!outcome) return;
    for (size_t i = 0; i < outcome->steps.count; i++) free(outcome->steps.items[i]);
    vec_free(&outcome->steps);
    vec_free(&outcome->choices);
    free(outcome->message);
    free(outcome->story);
    free(outcome);
}
