#include "eventb/infinite.h"
#include "eventb/make.h"
#include "eventb/planner.h"
#include "eventb/type.h"

#include <string.h>

/* ---- planning ---- */

static int number_of(const struct planner *planner, const struct eb_formula *formula) {
    unsigned slot;
    if (formula->op != EB_IDENTIFIER && formula->op != EB_BOUND) return -1;
    if (!eb_slot_of(planner->compiler, formula, &slot)) return -1;
    for (unsigned i = 0; i < planner->unknown_count; i++)
        if (planner->unknowns[i].slot == slot) return (int)i;
    return -1;
}

int eb_planner_unknown(const struct planner *planner, const struct eb_formula *formula) {
    int number = number_of(planner, formula);
    return number >= 0 && !planner->has_value[number] ? number : -1;
}

bool eb_planner_looks_for(const struct planner *planner, const struct eb_formula *formula) {
    return number_of(planner, formula) >= 0;
}

bool eb_planner_speaks_of_any(const struct planner *planner, const struct eb_formula *formula) {
    if (eb_planner_looks_for(planner, formula)) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (eb_planner_speaks_of_any(planner, formula->children[i])) return true;
    return false;
}

bool eb_planner_is_element(const struct planner *planner, const struct eb_formula *condition, int unknown) {
    return condition->op == EB_IN && eb_planner_unknown(planner, eb_strip(condition->children[0])) == unknown;
}

bool eb_planner_is_ascending(const struct planner *planner, const struct eb_formula *identifier,
                             const struct eb_formula *set) {
    int constant =
        identifier->op == EB_IDENTIFIER && identifier->identifier == EB_CONSTANT ? (int)identifier->index : -1;
    return constant >= 0 && planner->compiler->ascending && planner->compiler->ascending[constant] &&
           eb_strip(set)->op == EB_BIJECTIONS;
}

bool eb_planner_waits(const struct planner *planner, const struct eb_formula *formula) {
    if (eb_planner_unknown(planner, formula) >= 0) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (eb_planner_waits(planner, formula->children[i])) return true;
    return false;
}

/* Everything before it is known to hold, or cannot fail where what comes before that holds: then a condition may cut
 * values off. */
static bool may_cut(const struct planner *planner, size_t index) {
    if (planner->lenient) return true;
    for (size_t i = 0; i < index; i++)
        if (!planner->conditions[i].done && !planner->conditions[i].settled) return false;
    return true;
}

/* ℕ × ℕ, BOOL, ℙ(S), S ⇸ T: each has a certain element of its type: a large number, any, ∅, or a pair of these. That
 * a set has some element is not enough: {1} and {2} have none in common. */
static bool has_usual_element(const struct eb_formula *set) {
    set = eb_strip(set);
    bool is_type = set->op == EB_BOOLEANS || (set->op == EB_IDENTIFIER && set->identifier == EB_CARRIER_SET);
    bool has_empty = set->op == EB_POWER_SET || set->op == EB_RELATIONS || set->op == EB_PARTIAL_FUNCTIONS ||
                     set->op == EB_PARTIAL_INJECTIONS;
    if (set->op == EB_PRODUCT) return has_usual_element(set->children[0]) && has_usual_element(set->children[1]);
    return is_type || has_empty || eb_is_number_set(set);
}

/* x ∈ ℕ, x > 3, x ≠ 4, s ⊆ S for what has no value yet: some x makes it, and all its like together, true. */
static bool has_solution(const struct planner *planner, const struct eb_formula *condition) {
    if (condition->child_count != 2 || !eb_is_safe(condition)) return false;
    bool less = condition->op == EB_LESS || condition->op == EB_LESS_EQUAL;
    const struct eb_formula *one = eb_strip(condition->children[less]), *other = condition->children[!less];
    if (condition->op == EB_NOT_EQUAL && eb_planner_unknown(planner, one) < 0) {
        other = one;
        one = eb_strip(condition->children[1]);
    }
    if (eb_planner_unknown(planner, one) < 0 || eb_planner_waits(planner, other)) return false;
    switch (condition->op) {
    case EB_LESS:
    case EB_LESS_EQUAL:
    case EB_GREATER:
    case EB_GREATER_EQUAL: return true;
    case EB_NOT_EQUAL: return one->type->kind == EB_TYPE_INTEGER;
    case EB_IN: return has_usual_element(other);
    default: return condition->op == EB_SUBSET_EQUAL;
    }
}

/* And everything before it is known to hold: then it may be evaluated even if it can be ill-defined. */
static bool may_fail(const struct planner *planner, size_t index) {
    for (size_t i = 0; i < index; i++)
        if (!planner->conditions[i].done && !has_solution(planner, planner->conditions[i].formula)) return false;
    return true;
}

bool eb_planner_is_usable(const struct planner *planner, size_t index) {
    const struct condition *condition = &planner->conditions[index];
    if (condition->done) return false;
    return condition->safe || planner->is_at_a_loss ? may_cut(planner, index) : may_fail(planner, index);
}

static void add_step(struct planner *planner, struct eb_step step) {
    vec_push(&planner->steps, step);
    if (step.kind != EB_STEP_TEST && step.kind != EB_STEP_ASSIGN) planner->compiler->repeats = true;
}

/* An axiom about no choice that is false for one value is not satisfied, and be it ill-defined for another. */
static const struct eb_node *compile_test(struct planner *planner, const struct eb_formula *condition) {
    planner->compiler->asserted = planner->lenient && !eb_planner_speaks_of_any(planner, condition);
    const struct eb_node *node = eb_compile_predicate(planner->compiler, condition);
    planner->compiler->asserted = false;
    return node;
}

static void place_tests(struct planner *planner) {
    eb_note_safe(planner->conditions, planner->condition_count);
    for (size_t i = 0; i < planner->condition_count; i++) {
        struct condition *condition = &planner->conditions[i];
        if (!eb_planner_is_usable(planner, i) || eb_planner_waits(planner, condition->formula)) continue;
        const struct eb_node *node = compile_test(planner, condition->formula);
        add_step(planner, (struct eb_step){.kind = EB_STEP_TEST, .node = node, .condition = condition->formula});
        condition->done = true;
    }
}

/* ---- steps from sources ---- */

static const struct eb_pattern *make_pattern(struct planner *planner, const struct eb_formula *formula) {
    struct eb_pattern *pattern = arena_new_object(planner->compiler->arena, struct eb_pattern);
    formula = eb_strip(formula);
    int unknown = eb_planner_unknown(planner, formula);
    if (unknown >= 0) {
        pattern->slot = planner->unknowns[unknown].slot;
        planner->has_value[unknown] = true;
        return pattern;
    }
    unsigned slot;
    if (formula->op == EB_MAPLET && !(eb_is_safe(formula) && !eb_planner_waits(planner, formula))) {
        pattern->left = make_pattern(planner, formula->children[0]);
        pattern->right = make_pattern(planner, formula->children[1]);
    } else if (formula->op == EB_CONSTRUCT && eb_planner_waits(planner, formula)) {
        pattern->fields =
            arena_new_array(planner->compiler->arena, const struct eb_pattern *, formula->child_count + 1);
        pattern->constructor = formula->index;
        pattern->field_count = formula->child_count;
        for (unsigned i = 0; i < formula->child_count; i++)
            pattern->fields[i] = make_pattern(planner, formula->children[i]);
    } else if (!eb_infinite_may_be(planner->compiler, formula) && eb_slot_of(planner->compiler, formula, &slot)) {
        pattern->slot = slot;
        pattern->again = true;
    } else {
        pattern->known = eb_compile_expression(planner->compiler, formula);
    }
    return pattern;
}

static uint32_t too_large(struct planner *planner, const char *what) {
    const struct eb_formula *whole = planner->whole;
    return eb_fault_new(
        planner->compiler, "limit", (struct place){0},
        "the values of %s%s%s%s are too many to be enumerated: smaller bounds, or a condition that says "
        "more about it, would help",
        what, whole ? " in '" : "", whole ? eb_formula_text(planner->compiler, whole) : "", whole ? "'" : "");
}

/* The set of sets, or the set with one element, that a subset or an equality speaks of. */
static const struct eb_formula *wrap(struct planner *planner, const struct eb_formula *inner, enum eb_op op) {
    struct arena *arena = planner->compiler->arena;
    return eb_made_value(arena, inner, op, eb_type_power(arena, inner->type), inner, NULL);
}

uint32_t eb_planner_cut(struct planner *planner, const char *what, const struct eb_type *type) {
    struct eb_compiler *compiler = planner->compiler;
    planner->is_open = true;
    if (planner->whole) return eb_fault_cut(compiler, planner->whole, what);
    compiler->may_cut = compiler->uses_range = true;
    return EB_CUT | eb_fault_new(compiler, "limit", (struct place){0},
                                 "no value of %s was found among %s, and nothing says that there is no other: larger "
                                 "bounds (%s), or a condition that limits it, would help",
                                 what, eb_chosen_from(compiler, type), eb_wider_choice(type));
}

static void add_between(struct planner *planner, int unknown) {
    const char *name = planner->unknowns[unknown].name;
    struct eb_range range = eb_planner_range(planner, unknown);
    struct eb_step step = {.kind = EB_STEP_BETWEEN, .slot = planner->unknowns[unknown].slot};
    eb_planner_fill_between(planner, &range, &step);
    step.too_large = too_large(planner, name);
    bool open = planner->is_open;
    if (!eb_range_is_closed(&range)) step.cut = eb_planner_cut(planner, name, planner->unknowns[unknown].domain->type);
    if (step.cut && eb_range_is_nearly_closed(&range)) {
        planner->is_open = open;
        planner->is_rarely_open = true;
    }
    eb_planner_decide(planner, unknown, &step);
    eb_planner_limit(planner, unknown, &step);
    if (step.cut && !planner->whole && !planner->lenient) step.beyond = step.cut;
    planner->has_value[unknown] = true;
    eb_range_free(&range);
    add_step(planner, step);
}

static void limit_all_in(struct planner *planner, const struct eb_formula *pattern, struct eb_step *step) {
    for (unsigned i = 0; i < planner->unknown_count; i++)
        if (eb_planner_mentions(planner, pattern, (int)i) && planner->unknowns[i].domain->has_numbers)
            eb_planner_limit(planner, (int)i, step);
}

/* f = 9 ∨ f = 10 ÷ k, where k may be 0: then f is anything, and the condition is ill-defined for most of that. */
static void add_if_defined(struct planner *planner, const struct eb_supply *source) {
    struct eb_compiler *compiler = planner->compiler;
    const struct eb_unknown *identifier = &planner->unknowns[source->unknown];
    struct eb_step step = {.kind = EB_STEP_EACH,
                           .slot = identifier->slot,
                           .condition = planner->conditions[source->condition].formula,
                           .node = eb_compile_expression(compiler, source->right),
                           .all = eb_domain_of_sets(compiler->domains, identifier->domain),
                           .is_choice = true,
                           .is_partly_limited = true,
                           .too_large = too_large(planner, identifier->name)};
    if (identifier->domain->has_numbers) step.cut = eb_planner_cut(planner, identifier->name, identifier->domain->type);
    eb_planner_decide(planner, source->unknown, &step);
    eb_planner_limit(planner, source->unknown, &step);
    planner->has_value[source->unknown] = true;
    add_step(planner, step);
}

static void add_source(struct planner *planner, const struct eb_supply *source) {
    struct eb_compiler *compiler = planner->compiler;
    planner->bits += source->bits;
    if (source->kind == EB_STEP_BETWEEN) {
        add_between(planner, source->unknown);
        return;
    }
    if (source->may_fail) {
        add_if_defined(planner, source);
        return;
    }
    int unknown = eb_planner_unknown(planner, source->left);
    struct eb_step step = {.kind = source->kind,
                           .condition = planner->conditions[source->condition].formula,
                           .is_choice = !planner->whole};
    if (source->kind == EB_STEP_ASSIGN) {
        step.node = eb_compile_expression(compiler, source->right);
    } else {
        bool equality = planner->conditions[source->condition].formula->op == EB_EQUAL;
        const struct eb_formula *set = source->subset ? wrap(planner, source->right, EB_POWER_SET)
                                       : equality     ? wrap(planner, source->right, EB_SET_EXTENSION)
                                                      : source->right;
        bool may_cut = compiler->may_cut;
        compiler->may_cut = false;
        step.shape = eb_compile_set(compiler, set);
        planner->is_open = planner->is_open || compiler->may_cut;
        compiler->may_cut = compiler->may_cut || may_cut;
        const char *text = eb_formula_text(compiler, source->left);
        step.too_large = too_large(planner, text);
        if (eb_shape_is_open(step.shape)) step.cut = eb_planner_cut(planner, text, source->left->type);
    }
    struct condition *own = &planner->conditions[source->condition];
    own->done = source->exact && (source->kind == EB_STEP_ASSIGN || !eb_set_leaves_out(compiler, source->right));
    if (source->kind == EB_STEP_MATCH) {
        limit_all_in(planner, source->left, &step);
        step.domain = eb_domain_for(compiler, source->left);
        step.pattern = make_pattern(planner, source->left);
    } else {
        step.ascending = source->kind == EB_STEP_EACH && !source->subset &&
                         eb_planner_is_ascending(planner, source->left, source->right);
        if (source->kind == EB_STEP_EACH && !source->subset)
            eb_planner_points(planner, source->left, source->right, &step);
        if (source->kind == EB_STEP_EACH) eb_planner_cells(planner, source->left, &step);
        if (source->kind == EB_STEP_EACH) eb_planner_decide(planner, unknown, &step);
        planner->tried = source->subset ? wrap(planner, source->right, EB_POWER_SET) : source->right;
        eb_planner_limit(planner, unknown, &step);
        planner->tried = NULL;
        step.slot = planner->unknowns[unknown].slot;
        planner->has_value[unknown] = true;
    }
    if (source->exact) own->done = true;
    add_step(planner, step);
}

static void add_type(struct planner *planner, unsigned unknown) {
    const struct eb_unknown *identifier = &planner->unknowns[unknown];
    struct eb_step step = {.kind = EB_STEP_EACH,
                           .slot = identifier->slot,
                           .all = eb_domain_of_sets(planner->compiler->domains, identifier->domain),
                           .is_choice = !planner->whole,
                           .too_large = too_large(planner, identifier->name)};
    if (identifier->domain->has_numbers) step.cut = eb_planner_cut(planner, identifier->name, identifier->domain->type);
    planner->bits += eb_type_bits(planner, identifier->domain);
    eb_planner_decide(planner, (int)unknown, &step);
    eb_planner_limit(planner, (int)unknown, &step);
    planner->has_value[unknown] = true;
    add_step(planner, step);
}

/* The identifier with the smallest type, but for those that others define: these need no values to be tried. -1: all
 * have values. */
static int smallest_type(struct planner *planner, bool even_defined) {
    int smallest = -1;
    double bits = 0;
    for (unsigned i = 0; i < planner->unknown_count; i++) {
        double its = eb_type_bits(planner, planner->unknowns[i].domain);
        if (planner->has_value[i] || (smallest >= 0 && its > bits)) continue;
        if (!even_defined && (eb_planner_is_defined(planner, (int)i) || eb_planner_follows(planner, (int)i))) continue;
        bool has_numbers = planner->unknowns[i].domain->has_numbers;
        if (smallest >= 0 && its >= bits && !(has_numbers && eb_planner_comes_first(planner, (int)i, smallest)))
            continue;
        smallest = (int)i;
        bits = its;
    }
    return smallest;
}

/* The best source; or the identifier with the smallest type, where that is smaller and the source would be cut to the
 * bounds. False: all have values. */
static bool give_values(struct planner *planner) {
    enum { TOO_MUCH = 24 };
    planner->nobody_leads = false;
    struct eb_supply best = eb_planner_best(planner);
    if (best.bits >= 0 && best.bits <= TOO_MUCH) {
        add_source(planner, &best);
        return true;
    }
    int smallest = smallest_type(planner, false);
    planner->nobody_leads = smallest < 0;
    if (planner->nobody_leads) {
        smallest = smallest_type(planner, true);
        best = eb_planner_best(planner);
    }
    if (smallest < 0) return false;
    double bits = eb_type_bits(planner, planner->unknowns[smallest].domain);
    bool cut = bits > TOO_MUCH || planner->unknowns[smallest].domain->has_numbers;
    planner->is_at_a_loss = planner->lenient && cut && (best.bits < 0 || best.bits > TOO_MUCH);
    if (planner->is_at_a_loss) {
        struct eb_supply other = eb_planner_best(planner);
        if (bits > TOO_MUCH || (other.bits >= 0 && other.bits <= TOO_MUCH)) best = other;
    }
    planner->is_at_a_loss = false;
    bool by_type = best.bits < 0 || (best.bits > TOO_MUCH && best.bits > bits + 1);
    if (by_type) best = eb_planner_giving(planner, smallest);
    if (best.bits >= 0) /* the source leaves less to be tested */
        add_source(planner, &best);
    else
        add_type(planner, (unsigned)smallest);
    return true;
}

/* What comes last may need what can be ill-defined; by then all identifiers have values. */
static void place_the_rest(struct planner *planner) {
    for (size_t i = 0; i < planner->condition_count; i++) {
        if (planner->conditions[i].done) continue;
        const struct eb_node *node = compile_test(planner, planner->conditions[i].formula);
        add_step(planner,
                 (struct eb_step){.kind = EB_STEP_TEST, .node = node, .condition = planner->conditions[i].formula});
    }
}

static struct eb_plan *finish(struct planner *planner) {
    struct eb_plan *plan = arena_new_object(planner->compiler->arena, struct eb_plan);
    plan->steps = arena_new_array(planner->compiler->arena, struct eb_step, planner->steps.count + 1);
    plan->count = (unsigned)planner->steps.count;
    plan->is_open = planner->is_open;
    plan->is_rarely_open = planner->is_rarely_open;
    plan->bits = planner->bits;
    if (plan->count) memcpy(plan->steps, planner->steps.items, plan->count * sizeof *plan->steps);
    vec_free(&planner->steps);
    return plan;
}

/* What is said twice says nothing more. */
static bool is_among(const struct eb_conditions *conditions, const struct eb_formula *formula) {
    for (size_t i = 0; i < conditions->list.count; i++)
        if (eb_formula_equal(conditions->list.items[i], formula)) return true;
    return false;
}

static void take_conditions(struct planner *planner, const struct eb_conditions *conditions) {
    struct eb_conditions all = {0}, apart = {0};
    for (size_t i = 0; i < conditions->list.count; i++)
        if (!is_among(&all, conditions->list.items[i])) vec_push(&all.list, conditions->list.items[i]);
    eb_conditions_know_sides(planner, &all);
    for (size_t i = 0; i < all.list.count; i++) eb_conditions_take_apart(planner, &apart, all.list.items[i]);
    vec_free(&all.list);
    planner->condition_count = apart.list.count;
    planner->conditions = arena_new_array(planner->compiler->arena, struct condition, apart.list.count + 1);
    for (size_t i = 0; i < apart.list.count; i++) {
        const struct eb_formula *formula = apart.list.items[i];
        planner->conditions[i] = (struct condition){.formula = formula, .safe = eb_is_safe(formula)};
    }
    vec_free(&apart.list);
    eb_note_settled(planner->conditions, planner->condition_count);
}

/* The time was over before all identifiers had values. */
static void end_late(struct planner *planner) {
    planner->steps.count = 0;
    add_step(planner, (struct eb_step){.kind = EB_STEP_TEST, .node = eb_late_node(planner->compiler)});
}

/* By now their halves have values. */
static void place_pairs(struct planner *planner, const struct eb_split *split) {
    for (unsigned i = 0; i < split->pair_count; i++)
        add_step(planner, (struct eb_step){.kind = EB_STEP_ASSIGN,
                                           .slot = split->pairs[i].slot,
                                           .node = eb_compile_expression(planner->compiler, split->pairs[i].halves)});
}

struct eb_plan *eb_plan_new(struct eb_compiler *compiler, const struct eb_unknown *unknowns, unsigned count,
                            const struct eb_conditions *conditions, const struct eb_formula *whole, bool lenient) {
    struct eb_split split;
    bool is_split = eb_split_pairs(compiler, unknowns, count, conditions, &split);
    struct planner planner = {.compiler = compiler,
                              .unknowns = is_split ? split.unknowns : unknowns,
                              .unknown_count = is_split ? split.unknown_count : count,
                              .whole = whole,
                              .lenient = lenient};
    planner.has_value = arena_new_array(compiler->arena, bool, planner.unknown_count + 1);
    take_conditions(&planner, is_split ? &split.conditions : conditions);
    vec_free(&split.conditions.list);
    bool repeats = compiler->repeats, in_memo = compiler->in_memo;
    compiler->in_memo = false;
    do place_tests(&planner);
    while (!eb_is_late(compiler) && give_values(&planner));
    place_the_rest(&planner);
    place_pairs(&planner, &split);
    if (compiler->is_late) end_late(&planner);
    compiler->repeats = repeats;
    compiler->in_memo = in_memo;
    return finish(&planner);
}

void eb_plan_give_range(struct eb_plan *plan, unsigned slot, const struct eb_range_limit *range) {
    for (unsigned i = 0; i < plan->count; i++) {
        struct eb_step *step = &plan->steps[i];
        if ((step->kind == EB_STEP_EACH || step->kind == EB_STEP_BETWEEN) && step->slot == slot)
            step->own_range = range;
    }
}

static bool gives(const struct eb_pattern *pattern, unsigned slot) {
    if (pattern->left) return gives(pattern->left, slot) || gives(pattern->right, slot);
    for (unsigned i = 0; i < pattern->field_count; i++)
        if (gives(pattern->fields[i], slot)) return true;
    return !pattern->fields && !pattern->known && !pattern->again && pattern->slot == slot;
}

bool eb_step_gives(const struct eb_step *step, unsigned slot) {
    return step->kind == EB_STEP_MATCH ? gives(step->pattern, slot) : step->kind != EB_STEP_TEST && step->slot == slot;
}

void eb_plan_ask_for(struct eb_plan *plan, const unsigned *slots, unsigned count) {
    plan->has_rest = true;
    plan->rest = 0;
    for (unsigned i = 0; i < plan->count; i++)
        for (unsigned k = 0; k < count; k++)
            if (eb_step_gives(&plan->steps[i], slots[k])) plan->rest = i + 1;
}

/* ---- more steps ---- */

void eb_plan_append(struct eb_compiler *compiler, struct eb_plan *plan, const struct eb_plan *more) {
    struct eb_step *steps = arena_new_array(compiler->arena, struct eb_step, plan->count + more->count + 1);
    if (plan->count) memcpy(steps, plan->steps, plan->count * sizeof *steps);
    if (more->count) memcpy(steps + plan->count, more->steps, more->count * sizeof *steps);
    plan->steps = steps;
    plan->count += more->count;
    plan->is_open = plan->is_open || more->is_open;
    plan->is_rarely_open = plan->is_rarely_open || more->is_rarely_open;
}

void eb_plan_assign(struct eb_compiler *compiler, struct eb_plan *plan, unsigned slot, const struct eb_node *node) {
    struct eb_step step = {.kind = EB_STEP_ASSIGN, .slot = slot, .node = node};
    eb_plan_append(compiler, plan, &(struct eb_plan){.steps = &step, .count = 1});
}

void eb_plan_check(struct eb_compiler *compiler, struct eb_plan *plan, const struct eb_node *node, uint32_t fault) {
    struct eb_step step = {.kind = EB_STEP_CHECK, .node = node, .fault = fault};
    eb_plan_append(compiler, plan, &(struct eb_plan){.steps = &step, .count = 1});
}

void eb_plan_check_variant(struct eb_compiler *compiler, struct eb_plan *plan, const struct eb_node *node,
                           uint32_t fault) {
    struct eb_step step = {.kind = EB_STEP_CHECK, .node = node, .fault = fault, .changes_nothing = true};
    eb_plan_append(compiler, plan, &(struct eb_plan){.steps = &step, .count = 1});
}

void eb_plan_check_theorem(struct eb_compiler *compiler, struct eb_plan *plan, const struct eb_node *node,
                           uint32_t fault) {
    struct eb_step step = {.kind = EB_STEP_CHECK, .node = node, .fault = fault, .is_theorem = true};
    eb_plan_append(compiler, plan, &(struct eb_plan){.steps = &step, .count = 1});
}

void eb_plan_some(struct eb_compiler *compiler, struct eb_plan *plan, const struct eb_plan *const *some, unsigned count,
                  uint32_t fault) {
    const struct eb_plan **plans = arena_new_array(compiler->arena, const struct eb_plan *, count);
    for (unsigned i = 0; i < count; i++) plans[i] = some[i];
    struct eb_step step = {.kind = EB_STEP_SOME, .plans = plans, .plan_count = count, .fault = fault};
    eb_plan_append(compiler, plan, &(struct eb_plan){.steps = &step, .count = 1});
}

struct eb_plan *eb_plan_names(struct eb_compiler *compiler, const struct eb_formula *quantified,
                              const struct eb_formula *condition) {
    struct eb_unknown *unknowns = arena_new_array(compiler->arena, struct eb_unknown, quantified->bound_count);
    struct eb_conditions conditions = {0};
    for (unsigned i = 0; i < quantified->bound_count; i++) {
        const struct eb_bound *bound = &quantified->bound[i];
        unknowns[i] = (struct eb_unknown){compiler->bound + bound->slot, eb_domain_of(compiler->domains, bound->type),
                                          bound->name};
    }
    if (condition) eb_conditions_add(compiler->arena, &conditions, condition);
    struct eb_plan *plan = eb_plan_new(compiler, unknowns, quantified->bound_count, &conditions, quantified, false);
    vec_free(&conditions.list);
    return plan;
}

static bool gives_values(const struct eb_step *step) {
    return step->kind == EB_STEP_EACH || step->kind == EB_STEP_MATCH || step->kind == EB_STEP_BETWEEN;
}

/* a ↦ f ∈ {TRUE} × (ℕ → S), where a is known: it may be a that does not fit. */
static bool has_known(const struct eb_pattern *pattern) {
    bool any = pattern->known || pattern->again;
    if (pattern->left) any = has_known(pattern->left) || has_known(pattern->right);
    for (unsigned i = 0; pattern->fields && i < pattern->field_count && !any; i++) any = has_known(pattern->fields[i]);
    return any;
}

/* Does it find nothing only because of what was not tried? */
static bool gives_up(const struct eb_step *step) {
    return step->cut && (step->kind != EB_STEP_MATCH || !has_known(step->pattern));
}

void eb_plan_is_of_choices(struct eb_plan *plan) {
    bool gives_up_later = false;
    plan->is_of_choices = true;
    for (unsigned i = plan->count; i-- > 0;) {
        struct eb_step *step = &plan->steps[i];
        bool is_limited = !gives_up(step) || step->is_partly_limited;
        step->is_alternative = gives_up_later && gives_values(step) && is_limited;
        gives_up_later = gives_up_later || gives_up(step);
    }
}
