/* What is chosen from a set that depends on a number which is cut to the bounds is cut itself: of q ∈ BOOL → 0‥n with
 * q(TRUE) ∈ {0, 9}, where n ∈ ℕ is chosen first, the 9 would not be found. So what conditions say of q counts as if q
 * were cut. */
#include "eventb/planner.h"

static void note_mentioned(const struct planner *planner, const struct eb_formula *formula, bool *mentioned) {
    int unknown = eb_planner_unknown(planner, formula);
    if (unknown >= 0) mentioned[unknown] = true;
    for (unsigned i = 0; i < formula->child_count; i++) note_mentioned(planner, formula->children[i], mentioned);
}

static bool have_common(const bool *a, const bool *b, unsigned count) {
    bool any = false;
    for (unsigned i = 0; i < count; i++) any = any || (a[i] && b[i]);
    return any;
}

/* Adds those that are mentioned together with one of them. Is there a new one? */
static bool spread(const struct planner *planner, const bool *mentioned, bool *depends) {
    bool any = false;
    if (!have_common(mentioned, depends, planner->unknown_count)) return false;
    for (unsigned i = 0; i < planner->unknown_count; i++) {
        bool is_new = mentioned[i] && !depends[i] && planner->unknowns[i].domain->has_numbers;
        depends[i] = depends[i] || is_new;
        any = any || is_new;
    }
    return any;
}

const bool *eb_planner_dependents(const struct planner *planner, int unknown) {
    struct arena *arena = planner->compiler->arena;
    unsigned count = planner->unknown_count;
    bool *depends = arena_new_array(arena, bool, count + 1);
    bool *mentioned = arena_new_array(arena, bool, planner->condition_count *count + 1);
    for (size_t i = 0; i < planner->condition_count; i++)
        if (!planner->conditions[i].done)
            note_mentioned(planner, planner->conditions[i].formula, &mentioned[i * count]);
    depends[unknown] = true;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < planner->condition_count; i++)
            more = spread(planner, &mentioned[i * count], depends) || more;
    }
    depends[unknown] = false;
    return depends;
}
