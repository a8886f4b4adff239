#include "cli/guide_search.h"

#include "base/clock.h"

static void forget_last(struct guide_search *search) {
    pastfree_result_free(&search->unrolled);
    components_result_free(&search->components);
}

/* The components have no traces. A plain search to the first violation has one, if it gets there in the time that is
 * left: it stands in the place of the first one then, or of the whole result, if that is no complete one. */
static struct search_result *find_steps(struct guide_search *search, const struct ts *system, struct guide *guide,
                                        struct search_result *found, const struct search_options *options,
                                        double begun) {
    uint32_t bound = guide_bound(guide);
    struct search_options again = *options;
    double left = options->time_limit - (clock_seconds() - begun);
    if (options->time_limit > 0 && left <= 0) return found;
    if (options->time_limit > 0) again.time_limit = left;
    again.violations = 1;
    guide_unroll(guide, GUIDE_CYCLIC);
    struct ts *cyclic = ts_guided_new(system, guide_over(guide, search->interactions));
    struct search_result *plain = searching_run(search->how, cyclic, &again);
    bool better = !plain->error && plain->violations.count > 0 && plain->violations.items[0].trace;
    if (better && found->complete) {
        struct violation first = plain->violations.items[0];
        plain->violations.items[0] = found->violations.items[0];
        found->violations.items[0] = first;
        better = false;
    }
    search_result_free(better ? found : plain);
    ts_guided_free(cyclic);
    guide_unroll(guide, bound);
    guide_over(guide, search->interactions);
    return better ? plain : found;
}

static struct search_result *by_components(struct guide_search *search, const struct ts *system, struct guide *guide,
                                           const struct ts *ts, struct search_options *options) {
    if (!search->registry) search->registry = guide_registry_new();
    if (!search->cache && search->several) search->cache = component_cache_new();
    double begun = clock_seconds();
    struct components_shape *shape = guide_shape_new(guide_automaton(guide), search->registry);
    guide_know_components(guide, shape->component_of);
    struct search_result *found = components_run(ts, options, shape, search->cache, &search->components);
    guide_know_components(guide, NULL);
    guide_shape_free(shape);
    search->explored += search->components.states - search->components.reused;
    search->reused += search->components.reused;
    if (found->error || found->verdict != VERDICT_VIOLATED) return found;
    return find_steps(search, system, guide, found, options, begun);
}

uint32_t guide_search_bound(uint32_t given, bool safety) {
    return !safety && given == GUIDE_BOUND_AUTO ? (uint32_t)GUIDE_CYCLIC : given;
}

static struct search_result *run_in_manner(struct guide_search *search, const struct ts *system, struct guide *guide,
                                           const struct ts *ts, struct search_options *options) {
    forget_last(search);
    if (search->manner == GUIDE_UNROLLED)
        return pastfree_run(ts, options, guide_automaton(guide)->state_count, guide_bound(guide) == GUIDE_BOUND_AUTO,
                            &search->unrolled);
    return by_components(search, system, guide, ts, options);
}

struct search_result *guide_search_run(struct guide_search *search, const struct ts *system, struct guide *guide,
                                       const struct ts *ts, bool safety, struct search_options *options) {
    bool plainly = !safety || search->manner == GUIDE_PLAINLY;
    struct search_result *found =
        plainly ? searching_run(search->how, ts, options) : run_in_manner(search, system, guide, ts, options);
    search->saw_all = !guide || !guide_was_cut(guide);
    if (!plainly && search->manner == GUIDE_UNROLLED)
        search->saw_all = search->unrolled.repeats || (search->unrolled.ends && search->saw_all);
    if (safety) search->safety_saw_all = search->saw_all;
    if (safety) search->safety_complete = search->saw_all && !found->error && found->complete;
    return found;
}

void guide_search_free(struct guide_search *search) {
    forget_last(search);
    component_cache_free(search->cache);
    guide_registry_free(search->registry);
}
