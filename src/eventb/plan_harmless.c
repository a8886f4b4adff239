/* Conditions that look as if they asked for values beyond the bounds (plan_limit.c), but do not where the plan stands:
 * P ⇒ Q where P is false now, whatever holds of all values, and what holds of none beyond the bounds. */
#include "eventb/comprehension.h"
#include "eventb/type.h"

#include <string.h>

struct replacing {
    const struct planner *planner;
    int unknown;
    const struct eb_formula *bound;
};

static const struct eb_formula *bound_instead(void *context, const struct eb_formula *formula) {
    const struct replacing *replacing = context;
    return eb_planner_unknown(replacing->planner, formula) == replacing->unknown ? replacing->bound : NULL;
}

/* ∀p·P(p), of an integer p that has no value yet. */
static const struct eb_node *for_all(struct planner *planner, int unknown, const struct eb_formula *predicate) {
    struct eb_compiler *compiler = planner->compiler;
    struct eb_bound *bound = arena_new_object(compiler->arena, struct eb_bound);
    *bound = (struct eb_bound){.name = planner->unknowns[unknown].name,
                               .type = planner->unknowns[unknown].domain->type,
                               .slot = compiler->fresh++,
                               .place = predicate->place};
    struct replacing replacing = {planner, unknown, eb_made_bound(compiler->arena, bound, predicate->place)};
    struct eb_formula *all = eb_made_of(compiler->arena, predicate, EB_FORALL,
                                        eb_replace(compiler, predicate, bound_instead, &replacing), NULL);
    all->bound = bound;
    all->bound_count = 1;
    return eb_compile_predicate(compiler, all);
}

static const struct eb_formula *number(const struct planner *planner, const struct eb_formula *like, int64_t value) {
    struct eb_formula integer = *like;
    integer.type = eb_type_integer();
    return eb_made_number(planner->compiler->arena, &integer, value);
}

/* p < low ∨ p > high ⇒ ¬(all that is said about p) */
static const struct eb_node *nothing_beyond(struct planner *planner, int unknown, const struct eb_formula *identifier) {
    struct arena *arena = planner->compiler->arena;
    const struct eb_formula *all = NULL;
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct eb_formula *condition = planner->conditions[i].formula;
        if (eb_planner_mentions_others(planner, condition, unknown) || !eb_planner_waits(planner, condition)) continue;
        all = all ? eb_made_of(arena, condition, EB_AND, all, condition) : condition;
    }
    if (!all) return NULL;
    const struct eb_formula *below =
        eb_made_of(arena, all, EB_LESS, identifier, number(planner, identifier, planner->compiler->low));
    const struct eb_formula *above =
        eb_made_of(arena, all, EB_GREATER, identifier, number(planner, identifier, planner->compiler->high));
    const struct eb_formula *beyond = eb_made_of(arena, all, EB_OR, below, above);
    const struct eb_formula *none = eb_made_of(arena, all, EB_NOT, all, NULL);
    return for_all(planner, unknown, eb_made_of(arena, all, EB_IMPLIES, beyond, none));
}

static const struct eb_formula *find(const struct planner *planner, const struct eb_formula *formula, int unknown) {
    if (eb_planner_unknown(planner, formula) == unknown) return formula;
    const struct eb_formula *found = NULL;
    for (unsigned i = 0; i < formula->child_count && !found; i++) found = find(planner, formula->children[i], unknown);
    return found;
}

/* What makes the condition true, whatever has no value yet: ¬P or Q, of P ⇒ Q ∨ p < 9; NULL: nothing is seen that
 * does. */
static const struct eb_formula *holds_without(const struct planner *planner, const struct eb_formula *condition) {
    struct arena *arena = planner->compiler->arena;
    if (!eb_planner_waits(planner, condition)) return condition;
    if (condition->op != EB_IMPLIES && condition->op != EB_OR && condition->op != EB_AND) return NULL;
    const struct eb_formula *all = NULL;
    for (unsigned i = 0; i < condition->child_count; i++) {
        const struct eb_formula *part = condition->children[i], *one = NULL;
        bool is_premise = condition->op == EB_IMPLIES && i == 0;
        if (!is_premise) one = holds_without(planner, part);
        if (is_premise && !eb_planner_waits(planner, part)) one = eb_made_of(arena, part, EB_NOT, part, NULL);
        if (!one && condition->op == EB_AND) return NULL;
        enum eb_op op = condition->op == EB_AND ? EB_AND : EB_OR;
        all = all && one ? eb_made_of(arena, condition, op, all, one) : one ? one : all;
    }
    return all;
}

static struct eb_limit limit_of(struct planner *planner, int unknown, const struct eb_formula *condition,
                                uint32_t fault) {
    bool is_number = planner->unknowns[unknown].domain->representation == EB_NUMBER;
    struct eb_limit limit = {.fault = fault};
    const struct eb_formula *without = eb_planner_waits(planner, condition) ? holds_without(planner, condition) : NULL;
    if (without) limit.without = eb_compile_predicate(planner->compiler, without);
    if (is_number && !eb_planner_mentions_others(planner, condition, unknown))
        limit.always = for_all(planner, unknown, condition);
    return limit;
}

static bool mentions_any(const struct planner *planner, const struct eb_formula *formula, const bool *among) {
    for (unsigned i = 0; i < planner->unknown_count; i++)
        if (among[i] && eb_planner_mentions(planner, formula, (int)i)) return true;
    return false;
}

/* q ∈ E, q ⊆ E or q = E, where E depends on what is cut: whether that may be is looked at there. */
static bool is_where_it_comes_from(const struct planner *planner, const struct eb_formula *condition, int dependent,
                                   int cut, const bool *dependents) {
    bool is_membership = condition->op == EB_IN || condition->op == EB_SUBSET_EQUAL || condition->op == EB_SUBSET;
    for (unsigned side = 0; side < (condition->op == EB_EQUAL ? 2u : (unsigned)is_membership); side++) {
        const struct eb_formula *from = condition->children[1 - side];
        if (eb_planner_unknown(planner, eb_strip(condition->children[side])) == dependent &&
            !eb_planner_mentions(planner, from, dependent) &&
            (eb_planner_mentions(planner, from, cut) || mentions_any(planner, from, dependents)))
            return true;
    }
    return false;
}

/* Not what is said of values that do not come from what is cut. */
static uint32_t limits_dependent(struct planner *planner, size_t index, int dependent, int cut,
                                 const bool *dependents) {
    const struct eb_formula *condition = planner->conditions[index].formula;
    bool is_apart = is_where_it_comes_from(planner, condition, dependent, cut, dependents) ||
                    eb_planner_is_about_values(planner, condition, dependent);
    return is_apart ? 0 : eb_planner_limited(planner, dependent, index);
}

static void add_limits(struct planner *planner, int unknown, struct eb_step *step) {
    VEC(struct eb_limit) limits = {0};
    struct eb_compiler *compiler = planner->compiler;
    const struct eb_formula *identifier = NULL;
    for (unsigned i = 0; i < step->limit_count; i++) vec_push(&limits, step->limits[i]);
    for (size_t i = 0; i < planner->condition_count; i++) {
        uint32_t fault = eb_planner_limited(planner, unknown, i);
        if (!fault) continue;
        identifier = find(planner, planner->conditions[i].formula, unknown);
        vec_push(&limits, limit_of(planner, unknown, planner->conditions[i].formula, fault));
    }
    bool is_number = planner->unknowns[unknown].domain->representation == EB_NUMBER;
    /* What is said of a set or a function together with others is looked at there. */
    const bool *dependents = is_number ? eb_planner_dependents(planner, unknown) : NULL;
    for (unsigned other = 0; dependents && other < planner->unknown_count; other++) {
        for (size_t i = 0; dependents[other] && i < planner->condition_count; i++) {
            const struct eb_formula *condition = planner->conditions[i].formula;
            uint32_t fault = limits_dependent(planner, i, (int)other, unknown, dependents);
            if (fault) vec_push(&limits, limit_of(planner, (int)other, condition, fault));
        }
    }
    bool alone = step->kind != EB_STEP_MATCH;
    if (identifier && is_number && alone) step->nothing_beyond = nothing_beyond(planner, unknown, identifier);
    struct eb_limit *kept = arena_new_array(compiler->arena, struct eb_limit, limits.count + 1);
    if (limits.count) memcpy(kept, limits.items, limits.count * sizeof *kept);
    step->limits = kept;
    step->limit_count = (unsigned)limits.count;
    vec_free(&limits);
}

void eb_planner_limit(struct planner *planner, int unknown, struct eb_step *step) {
    if (!step->cut) return;
    step->is_partly_limited = step->is_partly_limited || eb_planner_is_partly_limited(planner, unknown);
    if (!planner->whole) add_limits(planner, unknown, step);
}

/* ---- when the plan runs ---- */

static bool is_certain(const struct eb_node *node, struct eb_frame *frame, enum eb_truth wanted) {
    enum eb_truth truth;
    if (!node) return false;
    if (eb_try_truth(node, frame, &truth)) return truth == wanted;
    if (frame->fault & EB_STOP) eb_fail_again(frame);
    return false;
}

uint32_t eb_step_limited(const struct eb_step *step, struct eb_frame *frame, bool *all_tried) {
    uint32_t limited = 0;
    for (unsigned i = 0; i < step->limit_count && !limited; i++) {
        const struct eb_limit *limit = &step->limits[i];
        if (is_certain(limit->without, frame, EB_YES) || is_certain(limit->always, frame, EB_YES)) continue;
        limited = limit->fault;
    }
    *all_tried = limited && is_certain(step->nothing_beyond, frame, EB_YES);
    return *all_tried ? 0 : limited;
}
