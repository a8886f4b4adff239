/* Which of several identifiers that are cut to the bounds is chosen first. It must not matter in which order they are
 * declared, nor in which order conditions are written; so there is a reason for it, and where there is none, names
 * decide. */
#include "eventb/planner.h"

#include <string.h>

/* What is limited by itself may turn out to have few values, or none, whatever the others are. What is limited together
 * with others is better left until these have values. */
enum group { LIMITED_ALONE, NOT_LIMITED, LIMITED_WITH_OTHERS };

static enum group group_of(const struct planner *planner, int unknown) {
    enum group group = NOT_LIMITED;
    for (size_t i = 0; i < planner->condition_count; i++) {
        if (!eb_planner_is_limited(planner, unknown, i)) continue;
        if (eb_planner_mentions_others(planner, planner->conditions[i].formula, unknown)) return LIMITED_WITH_OTHERS;
        group = LIMITED_ALONE;
    }
    return group;
}

/* Of b = a + 1 with a, b ∈ ℕ, a: 0 is one, and for all of them there is a b. */
static int64_t tried(struct planner *planner, int unknown) {
    if (planner->unknowns[unknown].domain->representation != EB_NUMBER) return 0;
    struct eb_range range = eb_planner_range(planner, unknown);
    int64_t count = eb_range_tried(planner, &range);
    eb_range_free(&range);
    return count;
}

/* How many others would have no end once it has a value: of q ∈ 1‥p none, if that is p. */
static unsigned open_after(struct planner *planner, int unknown) {
    unsigned open = 0;
    planner->has_value[unknown] = true;
    for (unsigned i = 0; i < planner->unknown_count; i++) {
        if (planner->has_value[i] || planner->unknowns[i].domain->representation != EB_NUMBER) continue;
        struct eb_range range = eb_planner_range(planner, (int)i);
        open += !eb_range_is_closed(&range);
        eb_range_free(&range);
    }
    planner->has_value[unknown] = false;
    return open;
}

bool eb_planner_comes_first(struct planner *planner, int a, int b) {
    enum group groups[] = {group_of(planner, a), group_of(planner, b)};
    if (groups[0] != groups[1]) return groups[0] < groups[1];
    int64_t counts[] = {tried(planner, a), tried(planner, b)};
    if (counts[0] != counts[1]) return counts[0] > counts[1];
    unsigned open[] = {open_after(planner, a), open_after(planner, b)};
    if (open[0] != open[1]) return open[0] < open[1];
    return strcmp(planner->unknowns[a].name, planner->unknowns[b].name) < 0;
}
