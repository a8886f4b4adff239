/* ∀, ∃, comprehensions, λ, ⋃ and ⋂: a plan finds the identifiers' values, a body is evaluated for each.
 *
 * WD(∀x·P) is ∀x·WD(P): where the body can be ill-defined, all values are tried even after the answer is known. */
#include "eventb/plan.h"

struct collecting {
    const struct eb_node *node;
    struct eb_builder builder;
    struct eb_value value;
    bool any;
};

/* node->a: what must hold of all that the plan finds (NULL: nothing may be found, as in ¬∃). flag: go on to the end. */
static bool check_one(void *context, struct eb_frame *frame) {
    struct collecting *collecting = context;
    const struct eb_node *node = collecting->node;
    if (node->a && eb_holds(node->a, frame)) return true;
    collecting->any = true;
    return node->flag;
}

static struct eb_value run_forall(const struct eb_node *node, struct eb_frame *frame) {
    struct collecting collecting = {.node = node};
    eb_plan_run(node->plan, frame, check_one, &collecting);
    return (struct eb_value){!collecting.any, NULL};
}

static struct eb_value run_exists(const struct eb_node *node, struct eb_frame *frame) {
    struct collecting collecting = {.node = node};
    eb_plan_run(node->plan, frame, check_one, &collecting);
    return (struct eb_value){collecting.any, NULL};
}

static bool collect_one(void *context, struct eb_frame *frame) {
    struct collecting *collecting = context;
    eb_builder_add(&collecting->builder, eb_run_node(collecting->node->a, frame));
    return true;
}

static struct eb_value run_comprehension(const struct eb_node *node, struct eb_frame *frame) {
    struct collecting collecting = {.node = node};
    eb_builder_begin(&collecting.builder, frame, node->domain);
    eb_plan_run(node->plan, frame, collect_one, &collecting);
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
    eb_plan_run(node->plan, frame, unite_one, &collecting);
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
    eb_plan_run(node->plan, frame, intersect_one, &collecting);
    if (!collecting.any) eb_fail(frame, node->fault);
    return collecting.value;
}

static const struct eb_plan *plan_for(struct eb_compiler *compiler, const struct eb_formula *formula,
                                      const struct eb_formula *condition, bool rewinds) {
    struct eb_unknown *unknowns = arena_new_array(compiler->arena, struct eb_unknown, formula->bound_count);
    struct eb_conditions conditions = {0};
    for (unsigned i = 0; i < formula->bound_count; i++) {
        const struct eb_bound *bound = &formula->bound[i];
        unknowns[i] = (struct eb_unknown){compiler->bound + bound->slot, eb_domain_of(compiler->domains, bound->type),
                                          bound->name};
        if (unknowns[i].slot >= compiler->slot_count) compiler->slot_count = unknowns[i].slot + 1;
    }
    if (condition) eb_conditions_add(&conditions, condition);
    struct eb_plan *plan = eb_plan_new(compiler, unknowns, formula->bound_count, &conditions, false);
    plan->rewinds = rewinds;
    vec_free(&conditions.list);
    return plan;
}

static const struct eb_node *quantifier(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_formula *body = formula->children[0];
    struct eb_node *node = eb_node_new(compiler, formula->op == EB_FORALL ? run_forall : run_exists);
    node->flag = !eb_is_safe(body);
    if (formula->op == EB_EXISTS) {
        node->plan = plan_for(compiler, formula, body, true);
    } else if (body->op == EB_IMPLIES) {
        node->plan = plan_for(compiler, formula, body->children[0], true);
        node->a = eb_compile_predicate(compiler, body->children[1]);
    } else {
        node->plan = plan_for(compiler, formula, NULL, true);
        node->a = eb_compile_predicate(compiler, body);
    }
    return node;
}

static eb_run run_of(enum eb_op op) {
    return op == EB_QUANTIFIED_UNION          ? run_union
           : op == EB_QUANTIFIED_INTERSECTION ? run_intersection
                                              : run_comprehension;
}

const struct eb_node *eb_compile_quantified(struct eb_compiler *compiler, const struct eb_formula *formula) {
    if (formula->op == EB_FORALL || formula->op == EB_EXISTS) return quantifier(compiler, formula);
    struct eb_node *node = eb_node_new(compiler, run_of(formula->op));
    node->domain = eb_domain_for(compiler, formula);
    node->plan = plan_for(compiler, formula, formula->children[0], false);
    node->a = eb_compile_expression(compiler, formula->children[1]);
    if (formula->op == EB_QUANTIFIED_INTERSECTION)
        node->fault =
            eb_fault_new(compiler, "well-definedness", formula->place,
                         "'%s' is not well-defined: there is no set to intersect", eb_formula_text(compiler, formula));
    return node;
}

/* ---- membership without elements ---- */

/* The element taken apart: its identifiers get their values, the other parts are compared afterwards. */
struct matching {
    const struct eb_formula *comprehension;
    bool *seen; /* by bound identifier */
};

static int bound_index(const struct eb_formula *comprehension, const struct eb_formula *formula) {
    for (unsigned i = 0; formula->op == EB_BOUND && i < comprehension->bound_count; i++)
        if (comprehension->bound[i].slot == formula->index) return (int)i;
    return -1;
}

/* First the identifiers, wherever they stand alone; what is computed from them becomes `known`. */
static const struct eb_pattern *take_apart(struct eb_compiler *compiler, struct matching *matching,
                                           const struct eb_formula *expression) {
    struct eb_pattern *pattern = arena_new_object(compiler->arena, struct eb_pattern);
    expression = eb_strip(expression);
    int bound = bound_index(matching->comprehension, expression);
    if (bound >= 0) {
        pattern->slot = compiler->bound + expression->index;
        pattern->again = matching->seen[bound];
        matching->seen[bound] = true;
        if (pattern->slot >= compiler->slot_count) compiler->slot_count = pattern->slot + 1;
    } else if (expression->op == EB_MAPLET) {
        pattern->left = take_apart(compiler, matching, expression->children[0]);
        pattern->right = take_apart(compiler, matching, expression->children[1]);
    } else {
        pattern->known = eb_compile_expression(compiler, expression);
    }
    return pattern;
}

static bool assign_parts(const struct eb_pattern *pattern, const struct eb_domain *domain, struct eb_value value,
                         struct eb_frame *frame, bool compare) {
    if (pattern->left)
        return assign_parts(pattern->left, domain->left, eb_left(domain, value), frame, compare) &&
               assign_parts(pattern->right, domain->right, eb_right(domain, value), frame, compare);
    if (!compare && !pattern->known && !pattern->again) frame->slots[pattern->slot] = value;
    if (compare && pattern->again) return eb_equal(domain, frame->slots[pattern->slot], value);
    return !compare || !pattern->known || eb_equal(domain, eb_run_node(pattern->known, frame), value);
}

/* a: the element, b: the condition, pattern: what it is made of. */
static struct eb_value run_comprehended(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value element = eb_run_node(node->a, frame);
    assign_parts(node->pattern, node->left, element, frame, false);
    bool holds = eb_holds(node->b, frame) && assign_parts(node->pattern, node->left, element, frame, true);
    return (struct eb_value){holds, NULL};
}

const struct eb_node *eb_compile_comprehended(struct eb_compiler *compiler, const struct eb_formula *element,
                                              const struct eb_formula *comprehension) {
    if (!eb_is_safe(comprehension)) return NULL;
    struct matching matching = {comprehension, arena_new_array(compiler->arena, bool, comprehension->bound_count)};
    struct eb_node *node = eb_node_new(compiler, run_comprehended);
    node->pattern = take_apart(compiler, &matching, comprehension->children[1]);
    for (unsigned i = 0; i < comprehension->bound_count; i++)
        if (!matching.seen[i]) return NULL;
    node->left = eb_domain_for(compiler, element);
    node->a = eb_compile_expression(compiler, element);
    node->b = eb_compile_predicate(compiler, comprehension->children[0]);
    return node;
}
