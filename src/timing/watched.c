/* Verdicts about what is watched: for each way in which a constraint can be broken, a search with an observer beside
 * the tasks, which ends where it is. */
#include "timing/checking.h"
#include "timing/moments.h"
#include "timing/scale.h"

#include <string.h>

static struct search_result *search(struct checking *checking, struct tm_system *system, double seconds, bool stops) {
    system->target = stops ? (struct tm_target){0, TM_OBSERVED, 0} : (struct tm_target){.task = -1};
    struct search_result *found = checking_search(checking, system, seconds, stops);
    system->target.task = -1;
    return found;
}

/* Whom the run is told of: the first task that one of the events comes from. */
static int told_task(const struct tm_system *system, const struct tm_watch *watch) {
    for (size_t t = 0; t < system->tasks.count; t++)
        if (system->tasks.items[t].process == watch->process) return (int)t;
    for (size_t i = 0; i < system->watched.count; i++)
        for (size_t t = 0; t < system->tasks.count; t++) {
            const struct tm_task *task = &system->tasks.items[t];
            for (int moment = 0; moment < TM_MOMENTS; moment++)
                if (task->raises[moment] >> i & 1) return (int)t;
            for (size_t o = 0; o < task->ops.count; o++)
                if (task->ops.items[o].raises >> i & 1) return (int)t;
        }
    return 0;
}

/* From the shortest to the longest that was measured; NULL: nothing was, or clocks did not go far enough. */
static const char *measures_text(const struct checking *checking, const struct tm_watch *watch,
                                 const struct tm_system *system) {
    const struct tm_observer *observer = system->observer;
    int64_t worst = atomic_load(&observer->worst), best = atomic_load(&observer->best);
    if (worst < 0 || best > worst || !watch->has_upper || worst > observer->upper) return NULL;
    if (watch->kind == TM_REPEAT || watch->kind == TM_TOGETHER || watch->kind == TM_PAIRED) return NULL;
    const char *longest = checking_time_text(checking->answer, system, worst);
    if (!watch->has_lower || best == worst) return longest;
    return arena_printf(checking->answer->arena, "%s to %s", checking_time_text(checking->answer, system, best),
                        longest);
}

/* How long it takes over all behaviours, with clocks that go further. */
static const char *measured(struct checking *checking, const struct tm_watch *watch, double seconds) {
    struct diagnostics ignored = {0};
    struct tm_watch wider = *watch;
    if (watch->has_upper) wider.upper = rational_multiply(watch->upper, rational_integer(4));
    struct tm_system *system =
        tm_build_watch(checking->model, checking->build, &wider, checking->answer->parts, &ignored);
    diag_free(&ignored);
    if (!system) return NULL;
    struct search_result *found = search(checking, system, seconds, false);
    const char *why = checking_why_incomplete(checking->answer, system, found);
    search_result_free(found);
    return why ? NULL : measures_text(checking, watch, system);
}

static const char *late_text(struct checking *checking, const struct tm_watch *watch, const struct tm_system *system) {
    bool is_late = watch->has_upper && atomic_load(&system->observer->worst) > system->observer->upper;
    if (is_late && (watch->kind == TM_REACTION || watch->kind == TM_ANSWERED || watch->kind == TM_MATCHED))
        return arena_printf(checking->answer->arena, "nothing after %s",
                            checking_time_text(checking->answer, system, system->observer->upper + 1));
    return is_late ? "more than that" : "not so";
}

static const char *found_text(struct checking *checking, const struct tm_watch *watch, const struct tm_system *system) {
    const char *text = measured(checking, watch, checking_time_left(checking) / 4);
    return text ? text : late_text(checking, watch, system);
}

/* In every order of what happens at one instant, or at moments between the units; NULL: it cannot be searched so, or
 * was not to the end. */
static struct search_result *search_with(struct checking *checking, const struct tm_watch *watch,
                                         const struct tm_options *options, double seconds, struct tm_system **made) {
    struct diagnostics ignored = {0};
    struct tm_system *system = tm_build_watch(checking->model, options, watch, checking->answer->parts, &ignored);
    diag_free(&ignored);
    *made = system;
    if (!system || system->doubts.count || !system->is_exact) return NULL;
    struct search_result *found = search(checking, system, seconds, true);
    if (found->violations.count || !checking_why_incomplete(checking->answer, system, found)) return found;
    search_result_free(found);
    return NULL;
}

static bool has_trace(const struct search_result *found) {
    return found && found->violations.count > 0 && found->violations.items[0].trace;
}

static void break_it(struct checking *checking, struct tm_property *property, const struct tm_watch *watch,
                     struct tm_system *system, struct search_result *found) {
    checking_break(checking->answer, system, property);
    property->system = system;
    property->task = told_task(system, watch);
    property->target = (struct tm_target){0, TM_OBSERVED, 0};
    property->times = system->times;
    property->trace = found->violations.items[0].trace;
    found->violations.items[0].trace = NULL;
}

/* It is broken where durations are rounded: is it without that? */
static void replay(struct checking *checking, struct tm_property *property, const struct tm_watch *watch,
                   double seconds) {
    struct tm_options exact = checking_exact(checking);
    struct tm_system *system;
    struct search_result *found = search_with(checking, watch, &exact, seconds, &system);
    if (has_trace(found)) {
        ts_trace_free(property->trace);
        break_it(checking, property, watch, system, found);
        property->found = late_text(checking, watch, system);
    }
    search_result_free(found);
}

/* Only moments between the units were not looked at. False: it is broken there. */
static bool watch_between(struct checking *checking, struct tm_property *property, const struct tm_watch *watch,
                          struct tm_system *plain, double seconds) {
    struct tm_options closed = checking_closed(checking), finer = checking_finer(checking, plain);
    struct tm_system *system, *between;
    if (!tm_is_difference(plain->observer)) return true;
    struct search_result *found = search_with(checking, watch, &closed, seconds, &system);
    bool is_open = has_trace(found);
    if (found && !is_open) {
        property->why = NULL;
        property->found = measures_text(checking, watch, system);
    }
    if (is_open) {
        struct search_result *real = search_with(checking, watch, &finer, seconds, &between);
        bool is_real = has_trace(real);
        break_it(checking, property, watch, is_real ? between : system, is_real ? real : found);
        property->found = "at moments that are no multiples of the unit";
        search_result_free(real);
    }
    search_result_free(found);
    return !is_open;
}

/* False: it is broken. */
static bool watch_one(struct checking *checking, struct tm_property *property, const struct tm_watch *watch,
                      double seconds) {
    struct tm_answer *answer = checking->answer;
    struct diagnostics diagnostics = {0};
    struct tm_system *system = tm_build_watch(checking->model, checking->build, watch, answer->parts, &diagnostics);
    if (!system && diagnostics.errors) property->why = "the parts that it connects are too large together";
    if (!system && !diagnostics.errors) property->found = "nothing of it ever occurs";
    diag_free(&diagnostics);
    if (!system) return true;
    property->found = NULL;
    enum tm_times times = system->times;
    struct search_result *found = NULL;
    if (times == TM_ENDS) { /* one behaviour, soon done, and often the worst */
        system->times = TM_LONGEST;
        found = search(checking, system, seconds / 10, true);
        if (found->violations.count == 0) search_result_free(found), found = NULL, system->times = times;
    }
    if (!found) found = search(checking, system, seconds, true);
    bool is_broken = has_trace(found);
    if (is_broken) break_it(checking, property, watch, system, found);
    const char *doubt = checking_doubt(answer, system);
    bool is_first = !property->why, lacks_moments = !doubt && checking_lacks_moments(answer, system, found);
    if (!is_broken && is_first) property->why = doubt ? doubt : checking_why_incomplete(answer, system, found);
    search_result_free(found);
    system->times = times;
    property->found = is_broken ? found_text(checking, watch, system) : measures_text(checking, watch, system);
    if (is_broken && !doubt && !system->is_exact) replay(checking, property, watch, seconds);
    if (!is_broken && is_first && lacks_moments) return watch_between(checking, property, watch, system, seconds);
    return !is_broken;
}

void checking_watch(struct checking *checking, struct tm_property *property, const struct tm_watches *watches,
                    double share) {
    property->verdict = VERDICT_UNKNOWN;
    property->why = watches->why_not;
    if (watches->text) property->text = watches->text;
    if (watches->why_not) return;
    double seconds = checking->options->time_limit > 0 ? checking_time_left(checking) * share : 0;
    for (size_t i = 0; i < watches->list.count; i++)
        if (!watch_one(checking, property, &watches->list.items[i], seconds / (double)watches->list.count)) return;
    if (property->why || watches->list.count > 1) property->found = NULL;
    if (property->why) return;
    property->verdict = VERDICT_HOLDS;
    property->by = "search";
}
