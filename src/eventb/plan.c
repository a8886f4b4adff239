#include "eventb/planner.h"

#include <math.h>
#include <string.h>

void eb_conditions_add(struct eb_conditions *conditions, const struct eb_formula *predicate) {
    if (predicate->op == EB_AND) {
        for (unsigned i = 0; i < predicate->child_count; i++) eb_conditions_add(conditions, predicate->children[i]);
    } else if (predicate->op != EB_TRUE) {
        vec_push(&conditions->list, predicate);
    }
}

/* ---- planning ---- */

/* The number of an identifier that has no value yet; -1 for anything else. */
static int unknown_of(const struct planner *planner, const struct eb_formula *formula) {
    unsigned slot;
    if (formula->op != EB_IDENTIFIER && formula->op != EB_BOUND) return -1;
    if (!eb_slot_of(planner->compiler, formula, &slot)) return -1;
    for (unsigned i = 0; i < planner->unknown_count; i++)
        if (planner->unknowns[i].slot == slot) return planner->has_value[i] ? -1 : (int)i;
    return -1;
}

bool eb_planner_waits(const struct planner *planner, const struct eb_formula *formula) {
    if (unknown_of(planner, formula) >= 0) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (eb_planner_waits(planner, formula->children[i])) return true;
    return false;
}

/* Everything before it is known to hold, or cannot fail: then a condition may cut values off. */
static bool may_cut(const struct planner *planner, size_t index) {
    if (planner->lenient) return true;
    for (size_t i = 0; i < index; i++)
        if (!planner->conditions[i].done && !planner->conditions[i].safe) return false;
    return true;
}

/* And everything before it is known to hold: then it may be evaluated even if it can be ill-defined. */
static bool may_fail(const struct planner *planner, size_t index) {
    for (size_t i = 0; i < index; i++)
        if (!planner->conditions[i].done) return false;
    return true;
}

static bool is_usable(const struct planner *planner, size_t index) {
    const struct condition *condition = &planner->conditions[index];
    if (condition->done) return false;
    return condition->safe ? may_cut(planner, index) : may_fail(planner, index);
}

static void add_step(struct planner *planner, struct eb_step step) { vec_push(&planner->steps, step); }

static void place_tests(struct planner *planner) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        struct condition *condition = &planner->conditions[i];
        if (!is_usable(planner, i) || eb_planner_waits(planner, condition->formula)) continue;
        const struct eb_node *node = eb_compile_predicate(planner->compiler, condition->formula);
        add_step(planner, (struct eb_step){.kind = EB_STEP_TEST, .node = node, .condition = condition->formula});
        condition->done = true;
    }
}

/* ---- how many values a source has: the logarithm, roughly ---- */

static double capped(double bits) { return bits > 1e6 ? 1e6 : bits; }

static double bits_of_size(double size) { return size > 1 ? ceil(log2(size)) : 0; }

static double type_bits(const struct planner *planner, const struct eb_domain *domain) {
    if (domain->representation == EB_NUMBER)
        return bits_of_size((double)planner->compiler->high - (double)planner->compiler->low + 1);
    if (domain->is_pair) return type_bits(planner, domain->left) + type_bits(planner, domain->right);
    if (domain->is_set) {
        double bits = type_bits(planner, domain->left);
        return bits > 20 ? 1e6 : (double)(1u << (unsigned)bits);
    }
    return bits_of_size((double)domain->size);
}

static double set_bits(const struct planner *planner, const struct eb_formula *set) {
    set = eb_strip(set);
    const struct eb_domain *domain = eb_domain_for(planner->compiler, set);
    double left, right;
    switch (set->op) {
    case EB_SET_EXTENSION: return bits_of_size(set->child_count);
    case EB_INTERVAL: return 3;
    case EB_POWER_SET:
    case EB_POWER_SET_1:
        left = set_bits(planner, set->children[0]);
        return left > 20 ? 1e6 : (double)(1u << (unsigned)left);
    case EB_PRODUCT: return capped(set_bits(planner, set->children[0]) + set_bits(planner, set->children[1]));
    case EB_INTEGERS:
    case EB_NATURALS:
    case EB_NATURALS_1:
    case EB_BOOLEANS: return type_bits(planner, domain->left);
    default: break;
    }
    if (set->op >= EB_RELATIONS && set->op <= EB_BIJECTIONS) {
        left = set_bits(planner, set->children[0]);
        right = set_bits(planner, set->children[1]);
        if (left > 20) return 1e6;
        bool function = set->op >= EB_PARTIAL_FUNCTIONS;
        return capped((double)(1u << (unsigned)left) * (function     ? right + 0.1
                                                        : right > 20 ? 1e6
                                                                     : 1u << (unsigned)right));
    }
    if (set->op == EB_IDENTIFIER && set->identifier == EB_CARRIER_SET) return type_bits(planner, domain->left);
    double bits = type_bits(planner, domain->left); /* some set: likely smaller than its type, and never huge */
    return bits > 8 ? 6 : bits * 0.75;
}

/* ---- sources of values ---- */

struct source {
    enum eb_step_kind kind;
    const struct eb_formula *left, *right; /* the identifiers, and where they come from */
    bool subset;                           /* the identifier is a subset of `right` */
    bool exact;                            /* nothing is left to be tested */
    double bits;
    size_t condition;
};

static bool is_pattern(const struct planner *planner, const struct eb_formula *formula) {
    formula = eb_strip(formula);
    if (unknown_of(planner, formula) >= 0) return true;
    if (formula->op == EB_MAPLET)
        return is_pattern(planner, formula->children[0]) && is_pattern(planner, formula->children[1]);
    return eb_is_safe(formula) && !eb_planner_waits(planner, formula);
}

static void consider(struct source *best, struct source source) {
    if (best->bits < 0 || source.bits < best->bits) *best = source;
}

static void consider_equality(const struct planner *planner, struct source *best, size_t index,
                              const struct eb_formula *left, const struct eb_formula *right) {
    if (eb_planner_waits(planner, right) || !eb_planner_waits(planner, left) || !is_pattern(planner, left)) return;
    bool alone = unknown_of(planner, eb_strip(left)) >= 0;
    if (!alone && !eb_is_safe(right)) return;
    consider(best, (struct source){.kind = alone ? EB_STEP_ASSIGN : EB_STEP_MATCH,
                                   .left = eb_strip(left),
                                   .right = right,
                                   .exact = true,
                                   .condition = index});
}

static void consider_membership(const struct planner *planner, struct source *best, size_t index,
                                const struct eb_formula *left, const struct eb_formula *right, bool exact) {
    if (eb_planner_waits(planner, right) || !eb_planner_waits(planner, left) || !is_pattern(planner, left)) return;
    bool alone = unknown_of(planner, eb_strip(left)) >= 0;
    consider(best, (struct source){.kind = alone ? EB_STEP_EACH : EB_STEP_MATCH,
                                   .left = eb_strip(left),
                                   .right = right,
                                   .exact = exact,
                                   .bits = set_bits(planner, right) + 0.01,
                                   .condition = index});
}

static void consider_subset(const struct planner *planner, struct source *best, size_t index,
                            const struct eb_formula *left, const struct eb_formula *right, bool exact) {
    if (eb_planner_waits(planner, right) || unknown_of(planner, eb_strip(left)) < 0) return;
    double bits = set_bits(planner, right);
    consider(best, (struct source){.kind = EB_STEP_EACH,
                                   .left = eb_strip(left),
                                   .right = right,
                                   .subset = true,
                                   .exact = exact,
                                   .bits = bits > 20 ? 1e6 : (double)(1u << (unsigned)bits),
                                   .condition = index});
}

/* partition(S, {a}, T): a ∈ S and T ⊆ S. */
static void consider_partition(const struct planner *planner, struct source *best, size_t index,
                               const struct eb_formula *partition) {
    const struct eb_formula *whole = partition->children[0];
    for (unsigned i = 1; i < partition->child_count; i++) {
        const struct eb_formula *part = eb_strip(partition->children[i]);
        if (part->op == EB_SET_EXTENSION && part->child_count == 1)
            consider_membership(planner, best, index, part->children[0], whole, false);
        else
            consider_subset(planner, best, index, part, whole, false);
    }
}

static bool is_inequality(enum eb_op op) { return op >= EB_LESS && op <= EB_GREATER_EQUAL; }

static void consider_inequality(const struct planner *planner, struct source *best, size_t index,
                                const struct eb_formula *identifier, const struct eb_formula *bound) {
    if (unknown_of(planner, eb_strip(identifier)) < 0 || eb_planner_waits(planner, bound) || !eb_is_safe(bound)) return;
    double bits = bits_of_size((double)planner->compiler->high - (double)planner->compiler->low + 1);
    consider(best, (struct source){.kind = EB_STEP_BETWEEN,
                                   .left = eb_strip(identifier),
                                   .exact = false,
                                   .bits = bits - 0.5,
                                   .condition = index});
}

static void consider_condition(const struct planner *planner, struct source *best, size_t index) {
    const struct eb_formula *formula = planner->conditions[index].formula;
    if (formula->child_count < 2) return;
    const struct eb_formula *left = formula->children[0], *right = formula->children[1];
    switch (formula->op) {
    case EB_EQUAL:
        consider_equality(planner, best, index, left, right);
        consider_equality(planner, best, index, right, left);
        return;
    case EB_IN: consider_membership(planner, best, index, left, right, true); return;
    case EB_SUBSET_EQUAL: consider_subset(planner, best, index, left, right, true); return;
    case EB_SUBSET: consider_subset(planner, best, index, left, right, false); return;
    case EB_PARTITION: consider_partition(planner, best, index, formula); return;
    default: break;
    }
    if (!is_inequality(formula->op)) return;
    consider_inequality(planner, best, index, left, right);
    consider_inequality(planner, best, index, right, left);
}

/* ---- steps from sources ---- */

static const struct eb_pattern *make_pattern(struct planner *planner, const struct eb_formula *formula) {
    struct eb_pattern *pattern = arena_new_object(planner->compiler->arena, struct eb_pattern);
    formula = eb_strip(formula);
    int unknown = unknown_of(planner, formula);
    if (unknown >= 0) {
        pattern->slot = planner->unknowns[unknown].slot;
        planner->has_value[unknown] = true;
        return pattern;
    }
    unsigned slot;
    if (formula->op == EB_MAPLET && !(eb_is_safe(formula) && !eb_planner_waits(planner, formula))) {
        pattern->left = make_pattern(planner, formula->children[0]);
        pattern->right = make_pattern(planner, formula->children[1]);
    } else if (eb_slot_of(planner->compiler, formula, &slot)) {
        pattern->slot = slot;
        pattern->again = true;
    } else {
        pattern->known = eb_compile_expression(planner->compiler, formula);
    }
    return pattern;
}

static uint32_t too_large(struct planner *planner, const char *what) {
    return eb_fault_new(planner->compiler, "limit", (struct place){0},
                        "the values of %s are too many to be enumerated, or contain integers too far outside the "
                        "bounds: smaller bounds, or a condition that says more about it, would help",
                        what);
}

/* The set of sets, or the set with one element, that a subset or an equality speaks of. */
static const struct eb_formula *wrap(struct planner *planner, const struct eb_formula *inner, enum eb_op op) {
    struct eb_formula *formula = arena_new_object(planner->compiler->arena, struct eb_formula);
    const struct eb_formula **child = arena_new_object(planner->compiler->arena, const struct eb_formula *);
    struct eb_type *type = arena_new_object(planner->compiler->arena, struct eb_type);
    *child = inner;
    *type = (struct eb_type){.kind = EB_TYPE_POWER, .left = inner->type};
    *formula = (struct eb_formula){.op = op, .place = inner->place, .type = type, .children = child, .child_count = 1};
    return formula;
}

/* All inequalities that bound the identifier and may cut it off, in one step. */
static void add_between(struct planner *planner, int unknown) {
    struct arena *arena = planner->compiler->arena;
    size_t most = planner->condition_count;
    const struct eb_node **lows = arena_new_array(arena, const struct eb_node *, most);
    const struct eb_node **highs = arena_new_array(arena, const struct eb_node *, most);
    bool *low_strict = arena_new_array(arena, bool, most), *high_strict = arena_new_array(arena, bool, most);
    struct eb_step step = {.kind = EB_STEP_BETWEEN, .slot = planner->unknowns[unknown].slot};
    for (size_t i = 0; i < most; i++) {
        struct condition *condition = &planner->conditions[i];
        const struct eb_formula *formula = condition->formula;
        if (!is_inequality(formula->op) || !condition->safe || !is_usable(planner, i)) continue;
        bool left = unknown_of(planner, eb_strip(formula->children[0])) == unknown;
        bool right = unknown_of(planner, eb_strip(formula->children[1])) == unknown;
        if (left == right || eb_planner_waits(planner, formula->children[left ? 1 : 0])) continue;
        const struct eb_node *bound = eb_compile_expression(planner->compiler, formula->children[left ? 1 : 0]);
        bool below = (formula->op == EB_LESS || formula->op == EB_LESS_EQUAL) == left; /* the identifier is below it */
        bool strict = formula->op == EB_LESS || formula->op == EB_GREATER;
        if (below) {
            high_strict[step.high_count] = strict;
            highs[step.high_count++] = bound;
        } else {
            low_strict[step.low_count] = strict;
            lows[step.low_count++] = bound;
        }
        condition->done = true;
    }
    step.lows = lows;
    step.highs = highs;
    step.low_strict = low_strict;
    step.high_strict = high_strict;
    step.too_large = too_large(planner, planner->unknowns[unknown].name);
    planner->has_value[unknown] = true;
    add_step(planner, step);
}

static void add_source(struct planner *planner, const struct source *source) {
    struct eb_compiler *compiler = planner->compiler;
    int unknown = unknown_of(planner, source->left);
    struct eb_step step = {.kind = source->kind, .condition = planner->conditions[source->condition].formula};
    if (source->kind == EB_STEP_BETWEEN) {
        add_between(planner, unknown);
        return;
    }
    if (source->kind == EB_STEP_ASSIGN) {
        step.node = eb_compile_expression(compiler, source->right);
    } else {
        bool equality = planner->conditions[source->condition].formula->op == EB_EQUAL;
        const struct eb_formula *set = source->subset ? wrap(planner, source->right, EB_POWER_SET)
                                       : equality     ? wrap(planner, source->right, EB_SET_EXTENSION)
                                                      : source->right;
        step.shape = eb_compile_set(compiler, set);
        step.too_large = too_large(planner, eb_formula_text(compiler, source->left));
    }
    if (source->kind == EB_STEP_MATCH) {
        step.domain = eb_domain_for(compiler, source->left);
        step.pattern = make_pattern(planner, source->left);
    } else {
        if (planner->lenient && source->kind == EB_STEP_EACH && !source->subset)
            eb_planner_points(planner, source->left, &step);
        step.slot = planner->unknowns[unknown].slot;
        planner->has_value[unknown] = true;
    }
    if (source->exact) planner->conditions[source->condition].done = true;
    add_step(planner, step);
}

static void add_type(struct planner *planner, unsigned unknown) {
    const struct eb_unknown *identifier = &planner->unknowns[unknown];
    planner->has_value[unknown] = true;
    add_step(planner, (struct eb_step){.kind = EB_STEP_EACH,
                                       .slot = identifier->slot,
                                       .all = eb_domain_of_sets(planner->compiler->domains, identifier->domain),
                                       .too_large = too_large(planner, identifier->name)});
}

/* The best source; or the identifier with the smallest type, where that is smaller. False: all have values. */
static bool give_values(struct planner *planner) {
    struct source best = {.bits = -1};
    for (size_t i = 0; i < planner->condition_count; i++)
        if (is_usable(planner, i)) consider_condition(planner, &best, i);
    int smallest = -1;
    for (unsigned i = 0; i < planner->unknown_count; i++) {
        if (planner->has_value[i]) continue;
        if (smallest < 0 ||
            type_bits(planner, planner->unknowns[i].domain) < type_bits(planner, planner->unknowns[smallest].domain))
            smallest = (int)i;
    }
    if (smallest < 0) return false;
    if (best.bits >= 0)
        add_source(planner, &best);
    else
        add_type(planner, (unsigned)smallest);
    return true;
}

/* What comes last may need what can be ill-defined; by then all identifiers have values. */
static void place_the_rest(struct planner *planner) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        if (planner->conditions[i].done) continue;
        const struct eb_node *node = eb_compile_predicate(planner->compiler, planner->conditions[i].formula);
        add_step(planner,
                 (struct eb_step){.kind = EB_STEP_TEST, .node = node, .condition = planner->conditions[i].formula});
    }
}

static struct eb_plan *finish(struct planner *planner) {
    struct eb_plan *plan = arena_new_object(planner->compiler->arena, struct eb_plan);
    plan->steps = arena_new_array(planner->compiler->arena, struct eb_step, planner->steps.count + 1);
    plan->count = (unsigned)planner->steps.count;
    if (plan->count) memcpy(plan->steps, planner->steps.items, plan->count * sizeof *plan->steps);
    vec_free(&planner->steps);
    return plan;
}

struct eb_plan *eb_plan_new(struct eb_compiler *compiler, const struct eb_unknown *unknowns, unsigned count,
                            const struct eb_conditions *conditions, bool lenient) {
    struct planner planner = {.compiler = compiler, .unknowns = unknowns, .unknown_count = count, .lenient = lenient};
    planner.condition_count = conditions->list.count;
    planner.conditions = arena_new_array(compiler->arena, struct condition, planner.condition_count + 1);
    planner.has_value = arena_new_array(compiler->arena, bool, count + 1);
    for (size_t i = 0; i < planner.condition_count; i++) {
        const struct eb_formula *formula = conditions->list.items[i];
        planner.conditions[i] = (struct condition){formula, eb_is_safe(formula), false};
    }
    do place_tests(&planner);
    while (give_values(&planner));
    place_the_rest(&planner);
    return finish(&planner);
}

/* ---- more steps ---- */

void eb_plan_append(struct eb_compiler *compiler, struct eb_plan *plan, const struct eb_plan *more) {
    struct eb_step *steps = arena_new_array(compiler->arena, struct eb_step, plan->count + more->count + 1);
    if (plan->count) memcpy(steps, plan->steps, plan->count * sizeof *steps);
    if (more->count) memcpy(steps + plan->count, more->steps, more->count * sizeof *steps);
    plan->steps = steps;
    plan->count += more->count;
}

void eb_plan_assign(struct eb_compiler *compiler, struct eb_plan *plan, unsigned slot, const struct eb_node *node) {
    struct eb_step step = {.kind = EB_STEP_ASSIGN, .slot = slot, .node = node};
    eb_plan_append(compiler, plan, &(struct eb_plan){.steps = &step, .count = 1});
}

void eb_plan_each(struct eb_compiler *compiler, struct eb_plan *plan, unsigned slot, const struct eb_shape *shape,
                  const char *name) {
    struct planner planner = {.compiler = compiler};
    struct eb_step step = {.kind = EB_STEP_EACH, .slot = slot, .shape = shape, .too_large = too_large(&planner, name)};
    eb_plan_append(compiler, plan, &(struct eb_plan){.steps = &step, .count = 1});
}
