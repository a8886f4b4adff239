/* Relations and functions of which a condition says what they are made of: of t ∈ 1‥6 → ℤ with ran(t) = S, those in
 * 1‥6 → ℤ ∩ S are all there are. And what two sets are said to hold: of w ∈ ℕ × ℕ with w ∈ S × ℤ, those in (ℕ ∩ S) × ℕ.
 */
#include "eventb/comprehension.h"
#include "eventb/make.h"
#include "eventb/planner.h"

static bool must_cover_left(enum eb_op op) { return eb_arrow_flags(op) & EB_TOTAL; }

static bool must_cover_right(enum eb_op op) { return eb_arrow_flags(op) & EB_SURJECTIVE; }

/* S, in dom(r) = S, dom(r) ⊆ S or dom(r) ⊂ S, or in the same of ran(r); NULL if it is something else. */
static const struct eb_formula *side_of(const struct planner *planner, const struct eb_formula *condition, int relation,
                                        enum eb_op side) {
    bool equality = condition->op == EB_EQUAL;
    if (!equality && condition->op != EB_SUBSET_EQUAL && condition->op != EB_SUBSET) return NULL;
    for (unsigned i = 0; i < (equality ? 2u : 1u); i++) {
        const struct eb_formula *of = eb_strip(condition->children[i]), *set = condition->children[1 - i];
        if (of->op != side || eb_planner_unknown(planner, eb_strip(of->children[0])) != relation) continue;
        if (eb_is_safe(set) && !eb_planner_waits(planner, set) && !eb_set_is_open(set)) return set;
    }
    return NULL;
}

static const struct eb_formula *narrowed(const struct planner *planner, int relation, enum eb_op side,
                                         const struct eb_formula *all) {
    if (!eb_set_is_open(all)) return all;
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        const struct eb_formula *set =
            eb_planner_is_usable(planner, i) ? side_of(planner, condition, relation, side) : NULL;
        if (set) return eb_made_value(planner->compiler->arena, set, EB_INTERSECTION, all->type, all, set);
    }
    return all;
}

static const struct eb_formula *by_its_sides(const struct planner *planner, int relation,
                                             const struct eb_formula *set) {
    const struct eb_formula *arrow = eb_strip(set);
    if (!eb_is_arrow(arrow->op)) return set;
    const struct eb_formula *left = arrow->children[0], *right = arrow->children[1];
    if (!must_cover_left(arrow->op)) left = narrowed(planner, relation, EB_DOMAIN, left);
    if (!must_cover_right(arrow->op)) right = narrowed(planner, relation, EB_RANGE, right);
    if (left == arrow->children[0] && right == arrow->children[1]) return set;
    return eb_made_value(planner->compiler->arena, arrow, arrow->op, arrow->type, left, right);
}

/* (A ∩ C) × (B ∩ D) of A × B and C × D, where A or B has no end; and so on. */
static const struct eb_formula *common(const struct planner *planner, const struct eb_formula *set,
                                       const struct eb_formula *other) {
    struct arena *arena = planner->compiler->arena;
    const struct eb_formula *all = eb_strip(set), *few = eb_strip(other);
    if (!eb_set_is_open(all)) return set;
    if (few->op == EB_DIFFERENCE) return common(planner, set, few->children[0]);
    if (all->op == EB_DIFFERENCE) {
        const struct eb_formula *less = common(planner, all->children[0], few);
        return less == all->children[0] ? set
                                        : eb_made_value(arena, all, EB_DIFFERENCE, all->type, less, all->children[1]);
    }
    if (few->op == EB_INTERSECTION) {
        for (unsigned i = 0; i < few->child_count; i++) set = common(planner, set, few->children[i]);
        return set;
    }
    if (!eb_set_is_open(few) && eb_set_is_large(planner->compiler, few)) return set;
    if (!eb_set_is_open(few)) return eb_made_value(arena, few, EB_INTERSECTION, all->type, all, few);
    bool is_arrow = eb_is_arrow(all->op);
    bool alike = is_arrow ? eb_is_arrow(few->op) : few->op == all->op;
    if (!alike || (!is_arrow && all->op != EB_PRODUCT && all->op != EB_POWER_SET)) return set;
    const struct eb_formula *parts[2] = {NULL, NULL};
    bool less = false;
    for (unsigned i = 0; i < all->child_count; i++) {
        bool must_cover = is_arrow && (i == 0 ? must_cover_left(all->op) : must_cover_right(all->op));
        parts[i] = must_cover ? all->children[i] : common(planner, all->children[i], few->children[i]);
        less = less || parts[i] != all->children[i];
    }
    return less ? eb_made_value(arena, all, all->op, all->type, parts[0], parts[1]) : set;
}

/* By what else it is said to be in. */
static const struct eb_formula *by_other_sets(const struct planner *planner, int unknown,
                                              const struct eb_formula *set) {
    for (size_t i = 0; i < planner->condition_count && eb_set_is_open(set); i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        if (!eb_planner_is_element(planner, condition, unknown) || !eb_planner_is_usable(planner, i)) continue;
        const struct eb_formula *other = condition->children[1];
        if (eb_is_safe(other) && !eb_planner_waits(planner, other)) set = common(planner, set, other);
    }
    return set;
}

const struct eb_formula *eb_planner_narrowed(const struct planner *planner, const struct eb_formula *identifier,
                                             const struct eb_formula *set) {
    int unknown = eb_planner_unknown(planner, eb_strip(identifier));
    if (unknown < 0) return set;
    return by_other_sets(planner, unknown, by_its_sides(planner, unknown, set));
}
