/* Dense time (Becker 2021, section 4): only the whole units of every clock are kept, and every order of what happens
 * within a unit is tried. That is more than can happen: what is not seen there cannot happen, what is seen may be
 * nothing real.
 *
 * The same is true of closed systems (timing/moments.h), whose times are exact. */
#include "timing/checking.h"
#include "timing/moments.h"
#include "timing/scale.h"

static void search_in(struct checking *checking, unsigned part, struct tm_system *system, double seconds) {
    struct tm_answer *answer = checking->answer;
    if (!system) return;
    struct tm_dense dense = {.system = system};
    if (system->doubts.count && !checking->build->dense) return; /* nothing would come of it */
    dense.search = checking_search(checking, system, seconds, false);
    if (system->problem)
        dense.why_not = system->problem;
    else if (!dense.search->complete)
        dense.why_not =
            dense.search->limit == LIMIT_NONE ? "the search was not complete" : search_limit_name(dense.search->limit);
    else if (checking_cut_off(answer, system))
        dense.why_not = checking_cut_off(answer, system);
    else if (system->doubts.count)
        dense.why_not = system->doubts.items[0];
    vec_push(&answer->results.items[part].dense, dense);
}

static void search_with(struct checking *checking, unsigned part, struct rational step, unsigned pieces,
                        double seconds) {
    search_in(checking, part,
              tm_build_dense(checking->model, checking->build, checking->answer->parts, part, step, pieces), seconds);
}

static bool has_seen_the_same(const struct tm_seen *a, const struct tm_seen *b) {
    return atomic_load(&a->worst) == atomic_load(&b->worst) && atomic_load(&a->best) == atomic_load(&b->best) &&
           atomic_load(&a->latest_start) == atomic_load(&b->latest_start) &&
           atomic_load(&a->first_start) == atomic_load(&b->first_start) &&
           atomic_load(&a->oldest) == atomic_load(&b->oldest) && atomic_load(&a->lost) == atomic_load(&b->lost) &&
           atomic_load(&a->stuck) == atomic_load(&b->stuck);
}

/* If nothing more is seen there, the search has seen everything. */
static void search_closed(struct checking *checking, unsigned part, double seconds) {
    struct tm_part_result *result = &checking->answer->results.items[part];
    struct tm_options closed = checking_closed(checking);
    search_in(checking, part, tm_build_again(checking->model, &closed, checking->answer->parts, part), seconds);
    if (!result->dense.count || vec_last(&result->dense).why_not) return;
    const struct tm_system *system = vec_last(&result->dense).system;
    for (size_t t = 0; t < system->tasks.count; t++)
        if (!has_seen_the_same(&system->seen[t], &result->seen[t]) || atomic_load(&result->seen[t].stuck)) return;
    result->is_complete = true;
    result->why_not = NULL;
}

bool checking_is_open(const struct checking *checking, unsigned part) {
    const struct am_model *model = checking->model;
    const struct tm_system *system = checking->answer->parts->list.items[part];
    const struct tm_part_result *result = &checking->answer->results.items[part];
    for (size_t t = 0; t < system->tasks.count; t++) {
        const struct tm_task *task = &system->tasks.items[t];
        const struct tm_bound *bound = &result->bounds[t];
        if (!atomic_load(&result->seen[t].lost) && !(bound->is_known && bound->instances <= task->most)) return true;
        for (size_t i = 0; i < model->requirements.count; i++) {
            const struct am_requirement *requirement = model->requirements.items[i];
            int64_t limit = tm_units(system, requirement->limit, false);
            if (requirement->process == task->process && atomic_load(&result->seen[t].oldest) <= limit &&
                !(bound->is_known && requirement->is_upper && bound->response <= limit))
                return true;
        }
    }
    return false;
}

void checking_search_dense(struct checking *checking, unsigned part, double share) {
    static const struct {
        unsigned pieces;
        double share;
    } tries[] = {{20, 0.5}, {100, 0.3}, {4, 0.2}};
    const struct tm_part_result *result = &checking->answer->results.items[part];
    const struct tm_system *system = checking->answer->parts->list.items[part];
    if (result->search && checking_lacks_moments(checking->answer, system, result->search))
        search_closed(checking, part, checking_time_left(checking) * share);
    if (checking->build->dense && !result->is_complete) {
        search_with(checking, part, checking->build->step, 50, checking_time_left(checking) * share);
    } else if (system->times == TM_ENDS && !system->problem && system->doubts.count == 0 &&
               checking_is_open(checking, part)) {
        for (unsigned i = 0; i < sizeof tries / sizeof *tries; i++)
            if (i == 0 || !result->dense.count ||
                vec_last(&result->dense).why_not) /* finer or coarser, until one was done */
                search_with(checking, part, rational_integer(0), tries[i].pieces,
                            checking_time_left(checking) * share * tries[i].share);
    }
}

/* ---- what it says ---- */

/* Of a time of which `units` passed in dense time, only the whole ones are known: it is up to one more or less. */
static enum dense_word compare(const struct tm_system *system, int64_t units, struct rational limit, bool is_upper) {
    int slack = system->is_closed ? 0 : 1;
    int surely = rational_compare(tm_seconds(system, is_upper ? units + slack : units - slack), limit),
        nearly = rational_compare(tm_seconds(system, units), limit);
    if (is_upper ? surely <= 0 : surely >= 0) return DENSE_EXCLUDES;
    return (is_upper ? nearly > 0 : nearly < 0) ? DENSE_ALLOWS : DENSE_SAYS_NOTHING;
}

static enum dense_word ask(const struct checking *checking, const struct tm_property *property,
                           const struct tm_dense *dense) {
    const struct tm_seen *seen = &dense->system->seen[property->task];
    const struct am_requirement *requirement = property->requirement;
    enum dense_word word = DENSE_SAYS_NOTHING;
    int64_t shortest =
        property->target.kind == TM_START_BELOW ? atomic_load(&seen->first_start) : atomic_load(&seen->best);
    if (requirement && checking->build->oldest.above < 0) return word;
    switch (property->target.kind) {
    case TM_RESPONSE_ABOVE: word = compare(dense->system, atomic_load(&seen->oldest), requirement->limit, true); break;
    case TM_START_ABOVE:
        word = compare(dense->system, atomic_load(&seen->latest_start), requirement->limit, true);
        break;
    case TM_RESPONSE_BELOW:
    case TM_START_BELOW:
        word = shortest == INT64_MAX ? DENSE_EXCLUDES : compare(dense->system, shortest, requirement->limit, false);
        break;
    case TM_LOST: word = atomic_load(&seen->lost) ? DENSE_ALLOWS : DENSE_EXCLUDES; break;
    case TM_OBSERVED:
    case TM_STARVES: break;
    }
    return word == DENSE_EXCLUDES && dense->why_not ? DENSE_SAYS_NOTHING : word;
}

enum dense_word checking_ask_dense(const struct checking *checking, const struct tm_property *property,
                                   const struct tm_dense **said) {
    const struct tm_part_result *result = &checking->answer->results.items[property->part];
    enum dense_word word = DENSE_SAYS_NOTHING;
    for (size_t i = 0; i < result->dense.count; i++) {
        const struct tm_dense *dense = &result->dense.items[i];
        enum dense_word says = ask(checking, property, dense);
        if (says == DENSE_EXCLUDES ||
            (says != DENSE_SAYS_NOTHING && (checking->build->dense || dense->system->is_closed)))
            word = says, *said = dense;
        if (says == DENSE_EXCLUDES) return word;
    }
    return word;
}

void checking_dense_trace(struct checking *checking, struct tm_property *property, const struct tm_dense *dense) {
    struct tm_system *system = dense->system;
    struct tm_seen *kept = system->seen;
    system->merges = false; /* a run is told with its moments */
    system->seen = arena_new_array(checking->answer->arena, struct tm_seen, system->tasks.count);
    system->target = property->target;
    if (property->requirement)
        system->target.limit = tm_units(system, property->requirement->limit, !property->requirement->is_upper);
    struct search_result *found = checking_search(checking, system, checking_time_left(checking) / 4, true);
    if (found->violations.count && found->violations.items[0].trace) {
        property->trace = found->violations.items[0].trace;
        found->violations.items[0].trace = NULL;
        property->target = system->target;
        property->system = system;
        property->times = system->times;
    }
    search_result_free(found);
    system->target.task = -1;
    system->seen = kept;
}
