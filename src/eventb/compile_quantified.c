/* ∀, ∃, comprehensions, λ, ⋃ and ⋂: a plan finds the identifiers' values, a body is evaluated for each.
 *
 * WD(∀x·P) is ∀x·WD(P): where the body can be ill-defined, all values are tried even after the answer is known. */
#include "eventb/comprehension.h"
#include "eventb/memo.h"

struct collecting {
    const struct eb_node *node;
    struct eb_builder builder;
    struct eb_value value;
    bool any;
    bool is_safe; /* nothing can be ill-defined */
    bool lost;    /* something may be */
};

/* Is everything that it binds well-defined for all values, as the conditions in `list` hold? */
static bool is_safe_now(const struct eb_node *node, struct eb_frame *frame) {
    if (!node->count) return !node->may_be_lost;
    for (unsigned i = 0; i < node->count; i++) {
        enum eb_truth holds;
        if (!eb_try_truth(node->list[i], frame, &holds)) {
            if (frame->fault & EB_STOP) eb_fail_again(frame);
            return false;
        }
        if (holds != EB_YES) return false;
    }
    return true;
}

/* Runs the node's plan. Not 0 if it may have missed something, or found something that may not count: why. */
static uint32_t run_plan(const struct eb_node *node, struct eb_frame *frame, eb_found found,
                         struct collecting *collecting) {
    uint32_t missed = frame->missed, maybe = frame->maybe;
    bool maybe_lost = frame->maybe_lost;
    collecting->is_safe = is_safe_now(node, frame);
    frame->missed = frame->maybe = 0;
    frame->maybe_lost = false;
    eb_plan_run(node->plan, frame, found, collecting);
    uint32_t why = frame->maybe ? frame->maybe : frame->missed;
    collecting->lost = why && (frame->maybe_lost || !collecting->is_safe);
    frame->missed = missed;
    frame->maybe = maybe;
    frame->maybe_lost = maybe_lost;
    return why;
}

/* Goes on to the end if something later may be ill-defined. */
static bool find_one(void *context, struct eb_frame *frame) {
    struct collecting *collecting = context;
    (void)frame;
    collecting->any = true;
    return !collecting->is_safe;
}

static enum eb_truth exists(const struct eb_node *node, struct eb_frame *frame) {
    struct collecting collecting = {.node = node};
    uint32_t why = run_plan(node, frame, find_one, &collecting);
    if (collecting.lost && !(collecting.any && node->is_asserted)) {
        frame->undecided = why;
        return EB_LOST;
    }
    if (collecting.any) return EB_YES;
    if (!why) return EB_NO;
    frame->undecided = why;
    return EB_UNDECIDED;
}

static struct eb_value run_exists(const struct eb_node *node, struct eb_frame *frame) {
    return eb_truth_value(exists(node, frame));
}

/* The plan looks for a counterexample. flag: there can be none, if only everything is well-defined. */
static struct eb_value run_forall(const struct eb_node *node, struct eb_frame *frame) {
    if (node->flag && is_safe_now(node, frame)) return eb_truth_value(EB_YES);
    enum eb_truth counterexample = exists(node, frame);
    return eb_truth_value(eb_is_open(counterexample) ? counterexample : counterexample == EB_NO ? EB_YES : EB_NO);
}

static void run_whole_plan(const struct eb_node *node, struct eb_frame *frame, eb_found found,
                           struct collecting *collecting) {
    uint32_t why = run_plan(node, frame, found, collecting);
    if (collecting->lost) eb_fail_lost(frame, why);
    if (why) eb_fail(frame, why);
}

static bool collect_one(void *context, struct eb_frame *frame) {
    struct collecting *collecting = context;
    eb_builder_add(&collecting->builder, eb_run_node(collecting->node->a, frame));
    return true;
}

static struct eb_value run_comprehension(const struct eb_node *node, struct eb_frame *frame) {
    struct collecting collecting = {.node = node};
    eb_builder_begin(&collecting.builder, frame, node->domain);
    run_whole_plan(node, frame, collect_one, &collecting);
    return eb_builder_end(&collecting.builder);
}

static bool unite_one(void *context, struct eb_frame *frame) {
    struct collecting *collecting = context;
    struct eb_value set = eb_run_node(collecting->node->a, frame);
    collecting->value = eb_union(frame, collecting->node->domain, collecting->value, set);
    return true;
}

static struct eb_value run_union(const struct eb_node *node, struct eb_frame *frame) {
    struct collecting collecting = {.node = node, .value = eb_empty(frame, node->domain)};
    run_whole_plan(node, frame, unite_one, &collecting);
    return collecting.value;
}

static bool intersect_one(void *context, struct eb_frame *frame) {
    struct collecting *collecting = context;
    struct eb_value set = eb_run_node(collecting->node->a, frame);
    collecting->value =
        collecting->any ? eb_intersection(frame, collecting->node->domain, collecting->value, set) : set;
    collecting->any = true;
    return true;
}

static struct eb_value run_intersection(const struct eb_node *node, struct eb_frame *frame) {
    struct collecting collecting = {.node = node};
    run_whole_plan(node, frame, intersect_one, &collecting);
    if (!collecting.any) eb_fail(frame, node->fault);
    return collecting.value;
}

/* ---- plans ---- */

struct searching {
    VEC(struct eb_unknown) unknowns;
    struct eb_conditions conditions;
};

static void add_bound(struct eb_compiler *compiler, struct searching *searching, const struct eb_formula *formula) {
    for (unsigned i = 0; i < formula->bound_count; i++) {
        const struct eb_bound *bound = &formula->bound[i];
        struct eb_unknown unknown = {compiler->bound + bound->slot, eb_domain_of(compiler->domains, bound->type),
                                     bound->name};
        if (unknown.slot >= compiler->slot_count) compiler->slot_count = unknown.slot + 1;
        vec_push(&searching->unknowns, unknown);
    }
}

/* a ↦ b = c ↦ d is a = c and b = d. */
static void add_equality(struct eb_compiler *compiler, struct eb_conditions *parts, const struct eb_formula *a,
                         const struct eb_formula *b) {
    a = eb_strip(a);
    b = eb_strip(b);
    if (a->op == EB_MAPLET && b->op == EB_MAPLET) {
        add_equality(compiler, parts, a->children[0], b->children[0]);
        add_equality(compiler, parts, a->children[1], b->children[1]);
    } else {
        vec_push(&parts->list, eb_made_of(compiler->arena, a, EB_EQUAL, a, b));
    }
}

static void flatten(struct eb_compiler *compiler, struct searching *searching, const struct eb_formula *condition);

static void flatten_all(struct eb_compiler *compiler, struct searching *searching,
                        const struct eb_conditions *conditions) {
    for (size_t i = 0; i < conditions->list.count; i++) flatten(compiler, searching, conditions->list.items[i]);
}

/* ∃ among the conditions, ¬∀ and membership in a comprehension speak of further identifiers: found with the others,
 * these may say more about them. */
static void flatten(struct eb_compiler *compiler, struct searching *searching, const struct eb_formula *condition) {
    const struct eb_formula *inner = condition->op == EB_NOT ? condition->children[0] : condition;
    const struct eb_formula *set = condition->op == EB_IN ? eb_strip(condition->children[1]) : NULL;
    bool comprehension = set && (set->op == EB_COMPREHENSION || set->op == EB_LAMBDA) && eb_is_safe(condition);
    struct eb_conditions parts = {0};
    if (condition->op == EB_EXISTS)
        eb_conditions_add(compiler->arena, &parts, inner->children[0]);
    else if (condition->op == EB_NOT && inner->op == EB_FORALL)
        eb_conditions_add_not(compiler->arena, &parts, inner->children[0]);
    else if (comprehension)
        eb_conditions_add(compiler->arena, &parts, set->children[0]);
    else {
        vec_push(&searching->conditions.list, condition);
        return;
    }
    if (comprehension) add_equality(compiler, &parts, condition->children[0], set->children[1]);
    add_bound(compiler, searching, comprehension ? set : inner);
    flatten_all(compiler, searching, &parts);
    vec_free(&parts.list);
}

static struct eb_plan *plan_searching(struct eb_compiler *compiler, struct searching *searching,
                                      const struct eb_formula *whole) {
    struct eb_unknown *unknowns = arena_new_array(compiler->arena, struct eb_unknown, searching->unknowns.count + 1);
    for (size_t i = 0; i < searching->unknowns.count; i++) unknowns[i] = searching->unknowns.items[i];
    return eb_plan_new(compiler, unknowns, (unsigned)searching->unknowns.count, &searching->conditions, whole, false);
}

static void searching_free(struct searching *searching) {
    vec_free(&searching->unknowns);
    vec_free(&searching->conditions.list);
}

struct eb_plan *eb_plan_bound(struct eb_compiler *compiler, const struct eb_formula *formula,
                              const struct eb_conditions *conditions) {
    struct searching plain = {0}, flat = {0};
    bool before = compiler->may_cut;
    compiler->may_cut = false;
    add_bound(compiler, &plain, formula);
    for (size_t i = 0; i < conditions->list.count; i++) vec_push(&plain.conditions.list, conditions->list.items[i]);
    struct eb_plan *plan = plan_searching(compiler, &plain, formula);
    if (plan->is_open) {
        bool plain_cuts = compiler->may_cut;
        compiler->may_cut = false;
        add_bound(compiler, &flat, formula);
        flatten_all(compiler, &flat, conditions);
        struct eb_plan *better =
            flat.unknowns.count > plain.unknowns.count ? plan_searching(compiler, &flat, formula) : plan;
        if (better->is_open)
            compiler->may_cut = plain_cuts;
        else
            plan = better;
    }
    plan->can_fail = compiler->may_cut;
    compiler->may_cut = compiler->may_cut || before;
    searching_free(&plain);
    searching_free(&flat);
    return plan;
}

/* Finds out whether something that it binds can be ill-defined, or under which conditions nothing can. */
static void add_needs(struct eb_compiler *compiler, struct eb_node *node, const struct eb_formula *formula) {
    struct eb_conditions needs = {0};
    node->may_be_lost = !eb_is_safe_if(compiler->arena, formula, &needs);
    eb_take_needs(compiler, node, &needs, eb_compile_predicate);
}

/* ∀x·P ⇒ E = E asks only whether P and E are well-defined. */
static bool is_about_definedness(const struct eb_formula *formula) {
    const struct eb_formula *body = formula->children[0];
    if (formula->op != EB_FORALL || body->op != EB_IMPLIES || body->child_count != 2) return false;
    const struct eb_formula *then = body->children[1];
    return then->op == EB_EQUAL && eb_formula_equal(then->children[0], then->children[1]);
}

static const struct eb_node *quantifier(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_formula *body = formula->children[0];
    struct eb_node *node = eb_node_new(compiler, formula->op == EB_FORALL ? run_forall : run_exists);
    node->is_asserted = compiler->asserted && formula->op == EB_FORALL;
    compiler->asserted = false;
    struct eb_conditions conditions = {0};
    if (formula->op == EB_EXISTS)
        eb_conditions_add(compiler->arena, &conditions, body);
    else
        eb_conditions_add_not(compiler->arena, &conditions, body);
    struct eb_plan *plan = eb_plan_bound(compiler, formula, &conditions);
    vec_free(&conditions.list);
    plan->rewinds = true;
    add_needs(compiler, node, formula);
    node->flag = is_about_definedness(formula);
    node->plan = plan;
    return plan->can_fail ? eb_careful(compiler, node, formula) : node;
}

static eb_run run_of(enum eb_op op) {
    return op == EB_QUANTIFIED_UNION          ? run_union
           : op == EB_QUANTIFIED_INTERSECTION ? run_intersection
                                              : run_comprehension;
}

struct eb_plan *eb_plan_comprehension(struct eb_compiler *compiler, const struct eb_formula *formula) {
    struct eb_conditions conditions = {0};
    eb_conditions_add(compiler->arena, &conditions, formula->children[0]);
    struct eb_plan *plan = eb_plan_bound(compiler, formula, &conditions);
    vec_free(&conditions.list);
    return plan;
}

const struct eb_node *eb_compile_quantified(struct eb_compiler *compiler, const struct eb_formula *formula) {
    if (formula->op == EB_FORALL || formula->op == EB_EXISTS) {
        const struct eb_formula *instances = eb_instances(compiler->arena, formula);
        return instances ? eb_compile_predicate(compiler, instances) : quantifier(compiler, formula);
    }
    struct eb_node *node = eb_node_new(compiler, run_of(formula->op));
    node->domain = eb_domain_for(compiler, formula);
    node->plan = eb_plan_comprehension(compiler, formula);
    node->may_be_lost = !eb_is_safe_in_order(formula->children[0]) || !eb_is_safe(formula->children[1]);
    struct eb_repeating before = eb_repeats_begin(compiler);
    node->a = eb_compile_expression(compiler, formula->children[1]);
    eb_repeats_end(compiler, before);
    if (formula->op == EB_QUANTIFIED_INTERSECTION)
        node->fault =
            eb_fault_new(compiler, "well-definedness", formula->place,
                         "'%s' is not well-defined: there is no set to intersect", eb_formula_text(compiler, formula));
    return node;
}

/* ---- something bound by a plan, beside one known value ---- */

/* a: the known value, which goes into the slot; the plan looks for the identifiers that go with it. */
static struct eb_value run_exists_with(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value known = eb_run_node(node->a, frame);
    frame->slots[node->slot] = known;
    return eb_truth_value(exists(node, frame));
}

static bool keep_different(void *context, struct eb_frame *frame) {
    struct collecting *collecting = context;
    struct eb_value value = eb_run_node(collecting->node->b, frame);
    if (collecting->any && !eb_equal(collecting->node->domain, collecting->value, value))
        eb_fail(frame, collecting->node->second_fault);
    collecting->value = value;
    collecting->any = true;
    return true;
}

/* The same, and b is the value that is wanted: there must be one. */
static struct eb_value run_apply_found(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value known = eb_run_node(node->a, frame);
    struct collecting collecting = {.node = node};
    frame->slots[node->slot] = known;
    uint32_t why = run_plan(node, frame, keep_different, &collecting);
    if (why) eb_fail_lost(frame, why);
    if (!collecting.any) eb_fail(frame, node->fault);
    return collecting.value;
}

/* A bound identifier that nobody else has. */
static const struct eb_formula *fresh_identifier(struct eb_compiler *compiler, const struct eb_formula *like) {
    const struct eb_bound bound = {.name = "it", .type = like->type, .slot = compiler->fresh++};
    return eb_made_bound(compiler->arena, &bound, like->place);
}

/* `known` equals `part` of what the comprehension is made of. */
static struct eb_node *found_with(struct eb_compiler *compiler, const struct eb_formula *comprehension,
                                  const struct eb_formula *known, const struct eb_formula *part, eb_run run) {
    struct eb_node *node = eb_node_new(compiler, run);
    struct eb_conditions conditions = {0};
    const struct eb_formula *identifier = fresh_identifier(compiler, known);
    node->a = eb_compile_expression(compiler, known);
    eb_slot_of(compiler, identifier, &node->slot);
    if (eb_is_safe(part)) vec_push(&conditions.list, eb_made_of(compiler->arena, part, EB_EQUAL, part, identifier));
    eb_conditions_add(compiler->arena, &conditions, comprehension->children[0]);
    if (!eb_is_safe(part)) vec_push(&conditions.list, eb_made_of(compiler->arena, part, EB_EQUAL, part, identifier));
    node->plan = eb_plan_bound(compiler, comprehension, &conditions);
    vec_free(&conditions.list);
    return node;
}

const struct eb_node *eb_compile_in_comprehension(struct eb_compiler *compiler, const struct eb_formula *element,
                                                  const struct eb_formula *comprehension) {
    return found_with(compiler, comprehension, element, comprehension->children[1], run_exists_with);
}

struct eb_node *eb_compile_apply_comprehension(struct eb_compiler *compiler, const struct eb_formula *comprehension,
                                               const struct eb_formula *argument) {
    const struct eb_formula *maplet = eb_strip(comprehension->children[1]);
    struct eb_node *node = found_with(compiler, comprehension, argument, maplet->children[0], run_apply_found);
    node->b = eb_compile_expression(compiler, maplet->children[1]);
    node->domain = eb_domain_for(compiler, maplet->children[1]);
    return node;
}
