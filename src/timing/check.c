/* For each part: one search over all behaviours, in which all response times are seen; then, for each limit that can be
 * exceeded, one that ends where it is. */
#include "timing/checking.h"

#include "base/clock.h"
#include "timing/moments.h"
#include "timing/scale.h"
#include "timing/ts.h"

#include <string.h>

double checking_time_left(const struct checking *checking) {
    if (checking->options->time_limit <= 0) return 0;
    double left = checking->options->time_limit - (clock_seconds() - checking->started);
    return left < 0.05 ? 0.05 : left;
}

const char *checking_time_text(const struct tm_answer *answer, const struct tm_system *system, int64_t units) {
    struct text text = {0};
    rational_print_time(&text, tm_seconds(system, units));
    const char *kept = arena_text(answer->arena, text_chars(&text));
    text_free(&text);
    return kept;
}

/* ---- searching ---- */

void checking_add_statistics(struct tm_answer *answer, const struct search_statistics *more) {
    answer->total.states += more->states;
    answer->total.transitions += more->transitions;
    if (more->depth > answer->total.depth) answer->total.depth = more->depth;
    if (more->memory_bytes > answer->total.memory_bytes) answer->total.memory_bytes = more->memory_bytes;
    answer->total.seconds += more->seconds;
    answer->total.coverage = 1;
}

struct search_result *checking_search(struct checking *checking, struct tm_system *system, double seconds, bool stops) {
    struct search_options options = *checking->options;
    struct ts ts;
    options.goal = SEARCH_SAFETY;
    options.ignore_end_states = true;
    options.violations = stops ? 1 : 0;
    if (system->times != TM_ALL && system->times != TM_ENDS) options.threads = 1; /* one behaviour */
    options.time_limit = checking->options->time_limit > 0 ? seconds : 0;
    tm_ts(system, &ts);
    struct search_result *found = search_run(&ts, &options);
    checking_add_statistics(checking->answer, &found->statistics);
    return found;
}

static const enum tm_times single_times[TM_SINGLE] = {TM_LONGEST, TM_TUNED, TM_DRAWN_OUT};

/* Before the shortest and the longest durations are mixed in all ways, single behaviours: they are soon done, and often
 * the worst. */
static void search_single(struct checking *checking, size_t number) {
    struct tm_system *system = checking->answer->parts->list.items[number];
    struct tm_part_result *result = &checking->answer->results.items[number];
    enum tm_times times = system->times;
    for (unsigned i = 0; i < TM_SINGLE; i++) {
        system->times = single_times[i];
        search_result_free(checking_search(checking, system, checking_time_left(checking) / 8, false));
        result->single[i] = system->seen;
        system->seen = arena_new_array(checking->answer->arena, struct tm_seen, system->tasks.count);
    }
    system->times = times;
}

static void take_worse(struct tm_seen *seen, const struct tm_seen *other) {
    tm_raise_to(&seen->worst, atomic_load(&other->worst));
    tm_lower_to(&seen->best, atomic_load(&other->best));
    tm_raise_to(&seen->latest_start, atomic_load(&other->latest_start));
    tm_lower_to(&seen->first_start, atomic_load(&other->first_start));
    tm_raise_to(&seen->oldest, atomic_load(&other->oldest));
    tm_raise_to(&seen->lost, atomic_load(&other->lost));
    tm_raise_to(&seen->missed, atomic_load(&other->missed));
    tm_raise_to(&seen->too_old, atomic_load(&other->too_old));
    tm_raise_to(&seen->stuck, atomic_load(&other->stuck));
}

/* What single behaviours have shown, where there are some, was seen, too. */
static void add_single(const struct tm_part_result *result, size_t tasks) {
    for (unsigned way = 0; way < TM_SINGLE; way++)
        for (size_t i = 0; result->single[way] && i < tasks; i++) take_worse(&result->seen[i], &result->single[way][i]);
}

const char *checking_cut_off(const struct tm_answer *answer, const struct tm_system *system) {
    for (size_t i = 0; i < system->tasks.count; i++)
        if (atomic_load(&system->seen[i].missed))
            return arena_printf(answer->arena,
                                "more than %u instances of %s exist at once: what comes after is not known (--backlog)",
                                system->tasks.items[i].most, system->tasks.items[i].name);
    for (size_t i = 0; i < system->tasks.count; i++)
        if (atomic_load(&system->seen[i].too_old))
            return arena_printf(answer->arena,
                                "an instance of %s gets older than deadlines are compared (--oldest): what comes after "
                                "is not known",
                                system->tasks.items[i].name);
    return NULL;
}

/* But for moments between the units. */
static const char *why_incomplete(const struct tm_answer *answer, const struct tm_system *system,
                                  const struct search_result *search) {
    if (system->problem) return system->problem;
    if (!search->complete)
        return search->limit == LIMIT_NONE ? "the search was not complete" : search_limit_name(search->limit);
    if (checking_cut_off(answer, system)) return checking_cut_off(answer, system);
    if (system->times == TM_ENDS)
        return "only the shortest and the longest of the durations were tried (--times all tries every one)";
    if (!system->is_exact) return "durations are rounded to the step";
    if (!system->is_fine) return "durations between the multiples of the unit were not tried";
    return system->doubts.count ? system->doubts.items[0] : NULL;
}

const char *checking_why_incomplete(const struct tm_answer *answer, const struct tm_system *system,
                                    const struct search_result *search) {
    const char *why = why_incomplete(answer, system, search);
    if (why || system->is_closed || tm_is_digital(system)) return why;
    return "what stimuli do between the multiples of the unit was not looked at";
}

bool checking_lacks_moments(const struct tm_answer *answer, const struct tm_system *system,
                            const struct search_result *search) {
    return !answer->doubts.count && !why_incomplete(answer, system, search) &&
           checking_why_incomplete(answer, system, search);
}

/* Single behaviours, and analysis, have decided everything about the part. */
static bool is_settled(struct checking *checking, size_t number) {
    const struct tm_system *system = checking->answer->parts->list.items[number];
    struct tm_part_result *result = &checking->answer->results.items[number];
    if (!result->single[0]) return false;
    result->seen = arena_new_array(checking->answer->arena, struct tm_seen, system->tasks.count);
    add_single(result, system->tasks.count);
    return !checking_is_open(checking, (unsigned)number);
}

static void search_part(struct checking *checking, size_t number, double share) {
    struct tm_system *system = checking->answer->parts->list.items[number];
    struct tm_part_result *result = &checking->answer->results.items[number];
    system->target.task = -1;
    result->search = checking_search(checking, system, checking_time_left(checking) * share, false);
    result->seen = system->seen;
    add_single(result, system->tasks.count);
    result->why_not = checking_why_incomplete(checking->answer, system, result->search);
    result->is_complete = result->why_not == NULL;
}

/* Does it happen in the single behaviour of that number? */
static bool is_in_single(const struct tm_part_result *result, unsigned way, const struct tm_property *property) {
    if (!result->single[way]) return false;
    const struct tm_seen *seen = &result->single[way][property->task];
    switch (property->target.kind) {
    case TM_RESPONSE_ABOVE: return atomic_load(&seen->oldest) > property->target.limit;
    case TM_RESPONSE_BELOW: return atomic_load(&seen->best) < property->target.limit;
    case TM_START_ABOVE: return atomic_load(&seen->latest_start) > property->target.limit;
    case TM_START_BELOW: return atomic_load(&seen->first_start) < property->target.limit;
    case TM_LOST: return atomic_load(&seen->lost);
    case TM_STARVES: return atomic_load(&seen->stuck);
    case TM_OBSERVED: return false;
    }
    return false;
}

/* A run in which it happens, with these durations, as short as can be; what is seen on the way is not kept. `share`: of
 * the time that is left. */
static void find_trace_in(struct checking *checking, struct tm_property *property, enum tm_times times, double share) {
    struct tm_system *system = checking->answer->parts->list.items[property->part];
    struct search_options options = *checking->options;
    struct tm_seen *kept = system->seen;
    struct ts ts;
    options.goal = property->target.kind == TM_STARVES ? SEARCH_NON_PROGRESS : SEARCH_SAFETY;
    if (options.goal == SEARCH_NON_PROGRESS) options.order = SEARCH_DFS;
    if (options.goal == SEARCH_NON_PROGRESS) options.store = STORE_EXACT;
    options.ignore_end_states = true;
    options.violations = 1;
    options.time_limit = checking_time_left(checking) * share;
    enum tm_times kept_times = system->times;
    system->times = times;
    system->seen = arena_new_array(checking->answer->arena, struct tm_seen, system->tasks.count);
    system->target = property->target;
    tm_ts(system, &ts);
    struct search_result *found = search_run(&ts, &options);
    checking_add_statistics(checking->answer, &found->statistics);
    if (found->violations.count && found->violations.items[0].trace) {
        property->trace = found->violations.items[0].trace;
        found->violations.items[0].trace = NULL;
    }
    if (property->kind == TM_STARVATION) {
        property->verdict = found->verdict;
        property->by = "search";
        property->why = found->verdict == VERDICT_UNKNOWN ? search_limit_name(found->limit) : NULL;
    }
    search_result_free(found);
    system->target.task = -1;
    system->seen = kept;
    property->times = system->times;
    system->times = kept_times;
}

/* Single behaviours are searched first. In them an instance that gets old may be done in the end, the less so the more
 * others are drawn out; that is not waited for in one of them alone. */
static void find_trace(struct checking *checking, struct tm_property *property) {
    const struct tm_part_result *result = &checking->answer->results.items[property->part];
    bool starves = property->target.kind == TM_STARVES;
    for (unsigned i = 0; i < TM_SINGLE && !property->trace; i++) {
        unsigned way = starves ? TM_SINGLE - 1 - i : i;
        if (is_in_single(result, way, property))
            find_trace_in(checking, property, single_times[way], starves ? 0.4 : 1);
    }
    if (!property->trace)
        find_trace_in(checking, property, checking->answer->parts->list.items[property->part]->times, 1);
}

/* ---- verdicts ---- */

const char *checking_doubt(const struct tm_answer *answer, const struct tm_system *system) {
    if (answer->doubts.count) return answer->doubts.items[0];
    if (system->problem) return system->problem;
    return system->doubts.count ? system->doubts.items[0] : NULL;
}

static const char *why_unreal(const struct tm_answer *answer, const struct tm_system *system) {
    const char *doubt = checking_doubt(answer, system);
    if (doubt) return doubt;
    if (system->is_closed) return "only if what happens at one instant comes in an order that it need not have";
    return system->is_exact ? system->more : "durations are rounded to the step";
}

void checking_break(const struct tm_answer *answer, const struct tm_system *system, struct tm_property *property) {
    property->by = "search";
    property->why = why_unreal(answer, system);
    property->is_possible = property->why != NULL;
    property->verdict = property->why ? VERDICT_UNKNOWN : VERDICT_VIOLATED;
}

/* Neither the search nor analysis has decided: does one with more behaviours than there are? */
static void decide_loosely(struct checking *checking, struct tm_property *property, const char *doubt) {
    const struct tm_dense *said = NULL;
    enum dense_word word = doubt ? DENSE_SAYS_NOTHING : checking_ask_dense(checking, property, &said);
    property->verdict = word == DENSE_EXCLUDES ? VERDICT_HOLDS : VERDICT_UNKNOWN;
    if (word == DENSE_EXCLUDES) {
        property->by = said->system->is_closed ? "search" : "dense time";
        return;
    }
    property->why = doubt ? doubt : checking->answer->results.items[property->part].why_not;
    property->is_possible = word == DENSE_ALLOWS;
    if (!property->is_possible) return;
    property->found = said->system->is_closed ? "at moments that are no multiples of the unit"
                                              : "exceeded in dense time, which may be nothing real";
    checking_dense_trace(checking, property, said);
    if (said->system->is_closed) checking_replay_between(checking, property);
}

static void decide(struct checking *checking, struct tm_property *property, bool violated, const char *found,
                   bool by_analysis) {
    struct tm_answer *answer = checking->answer;
    const struct tm_system *system = property->system = answer->parts->list.items[property->part];
    const struct tm_part_result *result = &answer->results.items[property->part];
    const char *doubt = checking_doubt(answer, system);
    if (violated) {
        property->found = found;
        checking_break(answer, system, property);
        find_trace(checking, property);
        if (property->is_possible && !doubt && !system->is_exact) checking_replay(checking, property);
    } else if (result->is_complete && !doubt) {
        property->verdict = VERDICT_HOLDS;
        property->by = "search";
    } else if (by_analysis && !doubt) {
        property->verdict = VERDICT_HOLDS;
        property->by = "analysis";
    } else {
        decide_loosely(checking, property, doubt);
    }
}

static void decide_limit(struct checking *checking, struct tm_property *property) {
    struct tm_answer *answer = checking->answer;
    const struct am_requirement *requirement = property->requirement;
    const struct tm_system *system = answer->parts->list.items[property->part];
    const struct tm_part_result *result = &answer->results.items[property->part];
    const struct tm_seen *seen = &result->seen[property->task];
    const struct tm_bound *bound = &result->bounds[property->task];
    bool is_response = strcmp(requirement->metric, "ResponseTime") == 0;
    if (checking->build->oldest.above < 0) {
        bool by_analysis = requirement->is_upper && bound->is_known &&
                           bound->response <= tm_units(system, requirement->limit, false) &&
                           !checking_doubt(answer, system);
        property->verdict = by_analysis ? VERDICT_HOLDS : VERDICT_UNKNOWN;
        property->by = by_analysis ? "analysis" : NULL;
        property->why = by_analysis ? NULL : "response times are not counted (--oldest)";
        return;
    }
    int64_t limit = tm_units(system, requirement->limit, !requirement->is_upper),
            cap = system->tasks.items[property->task].age_cap;
    property->target = (struct tm_target){property->task, TM_RESPONSE_ABOVE, limit};
    if (is_response && requirement->is_upper) {
        int64_t worst = atomic_load(&seen->worst), oldest = atomic_load(&seen->oldest);
        const char *found = worst >= cap || oldest > worst ? arena_printf(answer->arena, "not done after %s",
                                                                          checking_time_text(answer, system, oldest))
                                                           : checking_time_text(answer, system, worst);
        decide(checking, property, oldest > limit || worst > limit, found, bound->is_known && bound->response <= limit);
    } else if (is_response) {
        int64_t best = atomic_load(&seen->best);
        property->target.kind = TM_RESPONSE_BELOW;
        decide(checking, property, best < limit, checking_time_text(answer, system, best), false);
    } else if (requirement->is_upper) { /* StartDelay */
        int64_t latest = atomic_load(&seen->latest_start);
        property->target.kind = TM_START_ABOVE;
        const char *found = checking_time_text(answer, system, latest);
        if (latest >= cap) found = arena_printf(answer->arena, "not started after %s", found);
        decide(checking, property, latest > limit, found, bound->is_known && bound->response <= limit);
    } else {
        int64_t first = atomic_load(&seen->first_start);
        property->target.kind = TM_START_BELOW;
        decide(checking, property, first < limit, checking_time_text(answer, system, first), false);
    }
}

/* ---- properties ---- */

static bool find_task(const struct tm_answer *answer, const struct am_process *process, int *part, int *task) {
    for (size_t p = 0; p < answer->parts->list.count; p++)
        for (size_t t = 0; t < answer->parts->list.items[p]->tasks.count; t++)
            if (answer->parts->list.items[p]->tasks.items[t].process == process) {
                *part = (int)p;
                *task = (int)t;
                return true;
            }
    return false;
}

static void check_requirement(struct checking *checking, const struct am_requirement *requirement, double share) {
    struct tm_answer *answer = checking->answer;
    struct tm_property property = {.kind = TM_LIMIT,
                                   .name = requirement->name,
                                   .place = requirement->place,
                                   .part = -1,
                                   .task = -1,
                                   .requirement = requirement,
                                   .verdict = VERDICT_UNKNOWN};
    struct text text = {0};
    rational_print_time(&text, requirement->limit);
    const char *subject = requirement->process    ? requirement->process->name
                          : requirement->runnable ? requirement->runnable->name
                                                  : requirement->subject;
    bool is_time = strcmp(requirement->limit_class, "TimeRequirementLimit") == 0;
    property.text = is_time ? arena_printf(answer->arena, "%s of %s %s %s", requirement->metric, subject,
                                           requirement->is_upper ? "at most" : "at least", text_chars(&text))
                            : arena_printf(answer->arena, "%s of %s", requirement->metric, subject);
    text_free(&text);
    bool is_known =
        requirement->process && is_time &&
        (strcmp(requirement->metric, "ResponseTime") == 0 || strcmp(requirement->metric, "StartDelay") == 0);
    if (!is_known) {
        struct tm_watches watches = tm_watch_requirement(answer->model, requirement, answer->arena);
        if (watches.why_not) property.kind = TM_UNCHECKED;
        checking_watch(checking, &property, &watches, share);
        tm_watches_free(&watches);
    } else if (!find_task(answer, requirement->process, &property.part, &property.task)) {
        bool is_sure = answer->doubts.count == 0; /* what is not modelled may start it */
        property.verdict = is_sure ? VERDICT_HOLDS : VERDICT_UNKNOWN;
        property.by = is_sure ? "search" : NULL;
        property.found = is_sure ? "the task never starts" : NULL; /* there is no instance */
        property.why = is_sure ? NULL : answer->doubts.items[0];
    } else {
        decide_limit(checking, &property);
    }
    vec_push(&answer->properties, property);
}

/* An instance that has got as old as can be counted: does it get done? */
static void check_progress(struct checking *checking, size_t part, unsigned task) {
    struct tm_answer *answer = checking->answer;
    struct tm_system *system = answer->parts->list.items[part];
    const struct tm_task *made = &system->tasks.items[task];
    const struct tm_part_result *result = &answer->results.items[part];
    struct tm_property starves = {.kind = TM_STARVATION,
                                  .name = arena_printf(answer->arena, "progress of %s", made->name),
                                  .place = made->place,
                                  .part = (int)part,
                                  .task = (int)task,
                                  .text = arena_printf(answer->arena, "%s always gets done in the end", made->name),
                                  .system = system,
                                  .target = {(int)task, TM_STARVES, 0},
                                  .verdict = VERDICT_HOLDS,
                                  .by = "analysis"};
    bool is_bounded = result->bounds[task].is_known || result->bounds[task].gets_done;
    if (!is_bounded) find_trace(checking, &starves);
    if (starves.verdict == VERDICT_VIOLATED)
        starves.found = checking_cut_off(answer, system) ? "an instance that is never done (further ones are ignored)"
                                                         : "an instance that is never done";
    if (starves.verdict == VERDICT_HOLDS && !is_bounded && !result->is_complete) {
        starves.verdict = VERDICT_UNKNOWN;
        starves.why = result->why_not;
    }
    const char *doubt = checking_doubt(answer, system);
    for (size_t i = 0; !is_bounded && i < system->tasks.count; i++)
        if (atomic_load(&result->seen[i].too_old)) doubt = checking_cut_off(answer, system);
    bool is_unreal = starves.verdict == VERDICT_VIOLATED && why_unreal(answer, system);
    if (starves.verdict != VERDICT_UNKNOWN && (doubt || is_unreal || (!is_bounded && !system->is_exact))) {
        starves.is_possible = starves.verdict == VERDICT_VIOLATED;
        starves.verdict = VERDICT_UNKNOWN;
        starves.why = doubt ? doubt : why_unreal(answer, system);
    }
    vec_push(&answer->properties, starves);
}

static void check_task(struct checking *checking, size_t part, unsigned task) {
    struct tm_answer *answer = checking->answer;
    struct tm_system *system = answer->parts->list.items[part];
    const struct tm_task *made = &system->tasks.items[task];
    const struct tm_part_result *result = &answer->results.items[part];
    const struct tm_seen *seen = &result->seen[task];
    const struct tm_bound *bound = &result->bounds[task];
    struct tm_property property = {.kind = TM_ACTIVATION,
                                   .name = arena_printf(answer->arena, "activations of %s", made->name),
                                   .place = made->place,
                                   .part = (int)part,
                                   .task = (int)task};
    property.text =
        made->has_limit
            ? arena_printf(answer->arena, "no activation of %s is lost at its limit of %u", made->name, made->most)
            : arena_printf(answer->arena, "never more than %u instances of %s at once", made->most, made->name);
    property.target = (struct tm_target){(int)task, TM_LOST, 0};
    decide(checking, &property, atomic_load(&seen->lost), "one is lost",
           bound->is_known && bound->instances <= made->most);
    if (property.verdict == VERDICT_VIOLATED && !made->has_limit && made->process->limit > 0) {
        property.verdict = VERDICT_UNKNOWN; /* the model allows more than are looked at */
        property.why = "its limit is larger";
    }
    vec_push(&answer->properties, property);
    if (atomic_load(&seen->stuck) && checking->build->oldest.above >= 0) check_progress(checking, part, task);
}

static void check_constraint(struct checking *checking, const struct am_timing_constraint *constraint, double share) {
    struct tm_answer *answer = checking->answer;
    struct tm_watches watches = tm_watch_constraint(answer->model, constraint, answer->arena);
    struct tm_property property = {.kind = watches.why_not ? TM_UNCHECKED : TM_CONSTRAINT,
                                   .name = constraint->name,
                                   .place = constraint->place,
                                   .part = -1,
                                   .task = -1};
    checking_watch(checking, &property, &watches, share);
    tm_watches_free(&watches);
    vec_push(&answer->properties, property);
}

/* One after the other, each with its share of what time is left. */
static void check_constraints(struct checking *checking) {
    const struct am_model *model = checking->answer->model;
    const struct tm_options *build = checking->build;
    size_t left = model->requirements.count + model->constraints.count + build->formula_count;
    for (size_t i = 0; i < model->requirements.count; i++, left--)
        check_requirement(checking, model->requirements.items[i], 0.8 / (double)left);
    for (size_t i = 0; i < model->constraints.count; i++, left--)
        check_constraint(checking, model->constraints.items[i], 0.8 / (double)left);
    for (size_t i = 0; i < build->formula_count; i++, left--)
        checking_formula(checking, &build->formulas[i], 0.8 / (double)left);
}

/* Where nothing goes wrong with the task, the run in which it takes longest. */
static void show_worst(struct checking *checking, size_t part, unsigned task) {
    struct tm_answer *answer = checking->answer;
    struct tm_system *system = answer->parts->list.items[part];
    const struct tm_task *made = &system->tasks.items[task];
    int64_t worst = atomic_load(&answer->results.items[part].seen[task].worst);
    for (size_t i = 0; i < answer->properties.count; i++)
        if (answer->properties.items[i].trace && answer->properties.items[i].system == system &&
            answer->properties.items[i].task == (int)task)
            return;
    if (worst < 1 || worst >= made->age_cap) return;
    answer->worst = (struct tm_property){.kind = TM_LIMIT,
                                         .name = arena_printf(answer->arena, "the worst case of %s", made->name),
                                         .text = arena_printf(answer->arena, "ResponseTime of %s: %s", made->name,
                                                              checking_time_text(answer, system, worst)),
                                         .place = made->place,
                                         .part = (int)part,
                                         .task = (int)task,
                                         .system = system,
                                         .target = {(int)task, TM_RESPONSE_ABOVE, worst - 1}};
    find_trace(checking, &answer->worst);
}

static void sum_up(struct tm_answer *answer) {
    answer->verdict = VERDICT_HOLDS;
    answer->complete = true;
    for (size_t i = 0; i < answer->properties.count; i++) {
        enum verdict verdict = answer->properties.items[i].verdict;
        answer->verdict = search_verdict_of_both(answer->verdict, verdict);
        if (verdict == VERDICT_UNKNOWN) answer->complete = false;
    }
}

/* Does dense time, or a single behaviour, say of every task whether activations are lost? */
static bool is_decided(const struct checking *checking, size_t part) {
    const struct tm_part_result *result = &checking->answer->results.items[part];
    const struct tm_dense *said;
    for (unsigned t = 0; t < checking->answer->parts->list.items[part]->tasks.count; t++) {
        struct tm_property property = {.part = (int)part, .task = (int)t, .target = {(int)t, TM_LOST, 0}};
        bool is_lost = false;
        for (unsigned i = 0; i < TM_SINGLE; i++) is_lost |= atomic_load(&result->single[i][t].lost) != 0;
        if (!is_lost && checking_ask_dense(checking, &property, &said) != DENSE_EXCLUDES) return false;
    }
    return true;
}

/* Half of the time that is left stays for the runs that show what was found, and more where nothing else is open. Where
 * no times are counted and dense time is asked for, that is what is wanted, and comes first. */
static void search_in_turn(struct checking *checking, size_t part) {
    const struct tm_parts *parts = checking->answer->parts;
    size_t left = parts->list.count - part;
    double share = 0.5 / (double)left + (left == 1 ? 0.2 : 0), dense_share = 0.7 / (double)left;
    bool wants_dense = checking->build->dense && checking->build->oldest.above < 0;
    if (parts->list.items[part]->times == TM_ENDS || wants_dense) search_single(checking, part);
    if (wants_dense) {
        checking_search_dense(checking, (unsigned)part, dense_share);
        search_part(checking, part, is_decided(checking, part) ? share / 1000 : share / 10);
    } else {
        search_part(checking, part, is_settled(checking, part) ? share / 4 : share);
        checking_search_dense(checking, (unsigned)part, dense_share);
    }
}

struct tm_answer *tm_check(struct am_model *model, struct tm_parts *parts, const struct tm_options *build,
                           const struct search_options *options) {
    struct arena *arena = arena_new();
    struct tm_answer *answer = arena_new_object(arena, struct tm_answer);
    struct checking checking = {answer, model, build, options, clock_seconds()};
    answer->arena = arena;
    answer->parts = parts;
    answer->model = model;
    answer->is_guided = build->guide != NULL;
    for (size_t i = 0; i < model->leftovers.count; i++)
        if (model->leftovers.items[i].safety == AM_UNSAFE)
            vec_push(&answer->doubts,
                     arena_printf(arena, "%s (line %u) is not modelled", model->leftovers.items[i].what,
                                  model->leftovers.items[i].places.items[0].line));
    for (size_t i = 0; i < parts->list.count; i++) {
        struct tm_part_result result = {.bounds = tm_analyse(parts->list.items[i])};
        vec_push(&answer->results, result);
        search_in_turn(&checking, i);
    }
    check_constraints(&checking);
    for (size_t p = 0; p < parts->list.count; p++)
        for (unsigned t = 0; t < parts->list.items[p]->tasks.count; t++) check_task(&checking, p, t);
    for (size_t p = 0; build->show && p < parts->list.count; p++)
        for (unsigned t = 0; t < parts->list.items[p]->tasks.count; t++)
            if (strcmp(parts->list.items[p]->tasks.items[t].name, build->show) == 0) show_worst(&checking, p, t);
    sum_up(answer);
    return answer;
}

void tm_answer_free(struct tm_answer *answer) {
    if (!answer) return;
    for (size_t i = 0; i < answer->results.count; i++) {
        search_result_free(answer->results.items[i].search);
        for (size_t j = 0; j < answer->results.items[i].dense.count; j++)
            search_result_free(answer->results.items[i].dense.items[j].search);
        vec_free(&answer->results.items[i].dense);
    }
    for (size_t i = 0; i < answer->properties.count; i++) ts_trace_free(answer->properties.items[i].trace);
    ts_trace_free(answer->worst.trace);
    vec_free(&answer->results);
    vec_free(&answer->properties);
    vec_free(&answer->doubts);
    arena_free(answer->arena);
}
