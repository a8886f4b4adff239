/* Expressions: atoms, arithmetic, functions, and the operators of the algebra. */
#include "eventb/comprehension.h"
#include "eventb/image.h"
#include "eventb/infinite.h"
#include "eventb/memo.h"

#include <string.h>

/* ---- atoms ---- */

static struct eb_value run_constant(const struct eb_node *node, struct eb_frame *frame) {
    (void)frame;
    return node->constant;
}

static struct eb_value run_slot(const struct eb_node *node, struct eb_frame *frame) { return frame->slots[node->slot]; }
static struct eb_value run_finite_slot(const struct eb_node *node, struct eb_frame *frame) {
    if (frame->slots[node->a->slot].code) eb_fail(frame, node->cut);
    return frame->slots[node->slot];
}

static struct eb_value run_empty(const struct eb_node *node, struct eb_frame *frame) {
    return eb_empty(frame, node->domain);
}

static struct eb_value run_maplet(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value left = eb_run_node(node->a, frame), right = eb_run_node(node->b, frame);
    return eb_pair(frame, node->domain, left, right);
}

static struct eb_value run_extension(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_builder builder;
    eb_builder_begin(&builder, frame, node->domain);
    for (unsigned i = 0; i < node->count; i++) eb_builder_add(&builder, eb_run_node(node->list[i], frame));
    return eb_builder_end(&builder);
}

/* A constant that may be a function on all of ℕ, of which a part is known. */
static struct eb_value run_whole_slot(const struct eb_node *node, struct eb_frame *frame) {
    if (frame->cut_slots[node->slot]) eb_fail(frame, node->cut);
    return frame->slots[node->slot];
}

static struct eb_value run_collect(const struct eb_node *node, struct eb_frame *frame) {
    eb_frame_name_cut(frame, node->cut);
    return eb_extent_collect(frame, eb_shape_extent(node->shape, frame));
}

static struct eb_value run_bool(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value value = eb_run_node(node->a, frame);
    eb_require_decided(frame, (enum eb_truth)value.code);
    return value;
}

struct eb_value eb_run_any(const struct eb_node *node, struct eb_frame *frame) {
    return eb_some_value(frame, node->domain);
}

/* ---- arithmetic ---- */

static struct eb_value number(int64_t value) { return (struct eb_value){(uint64_t)value, NULL}; }
static int64_t integer(const struct eb_node *node, struct eb_frame *frame) {
    return (int64_t)eb_run_node(node, frame).code;
}

static struct eb_value run_add(const struct eb_node *node, struct eb_frame *frame) {
    int64_t sum = integer(node->list[0], frame);
    for (unsigned i = 1; i < node->count; i++)
        if (__builtin_add_overflow(sum, integer(node->list[i], frame), &sum)) eb_fail(frame, node->fault);
    return number(sum);
}

static struct eb_value run_subtract(const struct eb_node *node, struct eb_frame *frame) {
    int64_t a = integer(node->a, frame), b = integer(node->b, frame), result;
    if (__builtin_sub_overflow(a, b, &result)) eb_fail(frame, node->fault);
    return number(result);
}

static struct eb_value run_negate(const struct eb_node *node, struct eb_frame *frame) {
    int64_t a = integer(node->a, frame);
    if (a == INT64_MIN) eb_fail(frame, node->fault);
    return number(-a);
}

static struct eb_value run_multiply(const struct eb_node *node, struct eb_frame *frame) {
    int64_t product = integer(node->list[0], frame);
    for (unsigned i = 1; i < node->count; i++)
        if (__builtin_mul_overflow(product, integer(node->list[i], frame), &product)) eb_fail(frame, node->fault);
    return number(product);
}

static struct eb_value run_divide(const struct eb_node *node, struct eb_frame *frame) {
    int64_t a = integer(node->a, frame), b = integer(node->b, frame);
    if (b == 0) eb_fail(frame, node->second_fault);
    if (a == INT64_MIN && b == -1) eb_fail(frame, node->fault);
    return number(a / b);
}

static struct eb_value run_modulo(const struct eb_node *node, struct eb_frame *frame) {
    int64_t a = integer(node->a, frame), b = integer(node->b, frame);
    if (a < 0 || b <= 0) eb_fail(frame, node->second_fault);
    return number(a % b);
}

static struct eb_value run_power(const struct eb_node *node, struct eb_frame *frame) {
    int64_t base = integer(node->a, frame), exponent = integer(node->b, frame), result = 1;
    if (base < 0 || exponent < 0) eb_fail(frame, node->second_fault);
    if (base <= 1) return number(exponent == 0 ? 1 : base);
    for (; exponent > 0; exponent--)
        if (__builtin_mul_overflow(result, base, &result)) eb_fail(frame, node->fault);
    return number(result);
}

/* ---- sets of numbers, cardinalities ---- */

static struct eb_value run_cardinality(const struct eb_node *node, struct eb_frame *frame) {
    return number((int64_t)eb_cardinality(node->left, eb_run_node(node->a, frame)));
}

static struct eb_value run_extremum(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value set = eb_run_node(node->a, frame), element, found = {0, NULL};
    bool any = false;
    for (struct eb_elements elements = eb_elements_of(node->left, set); eb_next_element(&elements, &element);) {
        found = element; /* ascending: the first is the least, the last the greatest */
        any = true;
        if (!node->flag) break;
    }
    if (!any) eb_fail(frame, node->second_fault);
    return found;
}

/* ---- the algebra ---- */

static struct eb_value run_union(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value result = eb_run_node(node->list[0], frame);
    for (unsigned i = 1; i < node->count; i++)
        result = eb_union(frame, node->domain, result, eb_run_node(node->list[i], frame));
    return result;
}

static struct eb_value run_intersection(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value result = eb_run_node(node->list[0], frame);
    for (unsigned i = 1; i < node->count; i++)
        result = eb_intersection(frame, node->domain, result, eb_run_node(node->list[i], frame));
    return result;
}

static struct eb_value run_difference(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value a = eb_run_node(node->a, frame), b = eb_run_node(node->b, frame);
    return eb_difference(frame, node->domain, a, b);
}

static struct eb_value run_product(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value a = eb_run_node(node->a, frame), b = eb_run_node(node->b, frame);
    return eb_product(frame, node->domain, node->left, a, node->right, b);
}

static struct eb_value run_override(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value result = eb_run_node(node->list[0], frame);
    for (unsigned i = 1; i < node->count; i++)
        result = eb_override(frame, node->domain, result, eb_run_node(node->list[i], frame));
    return result;
}

static struct eb_value run_override_point(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value f = eb_run_node(node->a, frame);
    struct eb_value x = eb_run_node(node->list[0], frame), y = eb_run_node(node->list[1], frame);
    return eb_override_point(frame, node->domain, f, x, y);
}

static struct eb_value run_compose(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value a = eb_run_node(node->a, frame), b = eb_run_node(node->b, frame);
    return eb_compose(frame, node->domain, node->left, a, node->right, b);
}

static struct eb_value run_direct(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value a = eb_run_node(node->a, frame), b = eb_run_node(node->b, frame);
    return eb_direct_product(frame, node->domain, node->left, a, node->right, b);
}

static struct eb_value run_parallel(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value a = eb_run_node(node->a, frame), b = eb_run_node(node->b, frame);
    return eb_parallel_product(frame, node->domain, node->left, a, node->right, b);
}

/* a: the relation, b: the set; slot: bit 0 by range, bit 1 keep. */
static struct eb_value run_restrict(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value r = eb_run_node(node->a, frame), s = eb_run_node(node->b, frame);
    return eb_restrict(frame, node->domain, r, node->right, s, node->slot & 1, node->slot >> 1 & 1);
}

static struct eb_value run_image(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value r = eb_run_node(node->a, frame), s = eb_run_node(node->b, frame);
    return eb_image(frame, node->domain, node->left, r, node->right, s);
}

static struct eb_value run_converse(const struct eb_node *node, struct eb_frame *frame) {
    return eb_converse(frame, node->domain, node->left, eb_run_node(node->a, frame));
}

static struct eb_value run_domain(const struct eb_node *node, struct eb_frame *frame) {
    return eb_relation_domain(frame, node->domain, node->left, eb_run_node(node->a, frame));
}

static struct eb_value run_range(const struct eb_node *node, struct eb_frame *frame) {
    return eb_relation_range(frame, node->domain, node->left, eb_run_node(node->a, frame));
}

static struct eb_value run_general_union(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value sets = eb_run_node(node->a, frame), set, result = eb_empty(frame, node->domain);
    for (struct eb_elements all = eb_elements_of(node->left, sets); eb_next_element(&all, &set);)
        result = eb_union(frame, node->domain, result, set);
    return result;
}

static struct eb_value run_general_intersection(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value sets = eb_run_node(node->a, frame), set, result = {0, NULL};
    bool first = true;
    for (struct eb_elements all = eb_elements_of(node->left, sets); eb_next_element(&all, &set); first = false)
        result = first ? set : eb_intersection(frame, node->domain, result, set);
    if (first) eb_fail(frame, node->second_fault);
    return result;
}

/* ---- functions ---- */

/* id, prj1, prj2, succ and pred are functions on everything: they are computed, not looked up. */
static struct eb_value apply_known(const struct eb_node *node, struct eb_frame *frame, enum eb_op op,
                                   const struct eb_domain *domain, struct eb_value x) {
    int64_t result;
    switch (op) {
    case EB_PROJECTION_1: return eb_left(domain, x);
    case EB_PROJECTION_2: return eb_right(domain, x);
    case EB_SUCCESSOR:
        if (__builtin_add_overflow((int64_t)x.code, 1, &result)) eb_fail(frame, node->fault);
        return number(result);
    case EB_PREDECESSOR:
        if (__builtin_sub_overflow((int64_t)x.code, 1, &result)) eb_fail(frame, node->fault);
        return number(result);
    default: return x;
    }
}

static struct eb_value run_apply_known(const struct eb_node *node, struct eb_frame *frame) {
    return apply_known(node, frame, (enum eb_op)node->slot, node->left, eb_run_node(node->a, frame));
}

/* S ◁ id and its like: the function on the elements of a set. */
struct graph_of {
    const struct eb_node *node;
    struct eb_frame *frame;
    struct eb_builder builder;
};

static bool add_to_graph(void *context, struct eb_value x) {
    struct graph_of *graph = context;
    const struct eb_node *node = graph->node;
    struct eb_value y = apply_known(node, graph->frame, (enum eb_op)node->slot, node->left, x);
    eb_builder_add(&graph->builder, eb_pair(graph->frame, node->domain->left, x, y));
    return true;
}

static struct eb_value run_graph(const struct eb_node *node, struct eb_frame *frame) {
    struct graph_of graph = {.node = node, .frame = frame};
    const struct eb_extent *extent =
        node->shape ? eb_shape_extent(node->shape, frame) : eb_extent_of_type(frame, node->domain->left->left_set);
    uint32_t before = frame->missed;
    frame->missed = 0;
    eb_frame_name_cut(frame, node->cut);
    eb_builder_begin(&graph.builder, frame, node->domain);
    eb_extent_each(frame, extent, add_to_graph, &graph);
    if (frame->missed) eb_fail(frame, frame->cut_here);
    frame->missed = before;
    return eb_builder_end(&graph.builder);
}

/* ---- compilation ---- */

static const struct eb_node *const *compile_children(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_node **list = arena_new_array(compiler->arena, const struct eb_node *, formula->child_count + 1);
    for (unsigned i = 0; i < formula->child_count; i++) list[i] = eb_compile_expression(compiler, formula->children[i]);
    return list;
}

static struct eb_node *operator_node(struct eb_compiler *compiler, const struct eb_formula *formula, eb_run run) {
    struct eb_node *node = eb_node_new(compiler, run);
    node->domain = eb_domain_for(compiler, formula);
    node->list = compile_children(compiler, formula);
    node->count = formula->child_count;
    if (node->count > 0) {
        node->a = node->list[0];
        node->left = eb_domain_for(compiler, formula->children[0]);
    }
    if (node->count > 1) {
        node->b = node->list[1];
        node->right = eb_domain_for(compiler, formula->children[1]);
    }
    return node;
}

static const struct eb_node *arithmetic(struct eb_compiler *compiler, const struct eb_formula *formula, eb_run run,
                                        const char *condition) {
    struct eb_node *node = operator_node(compiler, formula, run);
    const char *text = eb_formula_text(compiler, formula);
    node->fault = eb_fault_new(compiler, "overflow", formula->place, "the value of '%s' exceeds 64 bits", text);
    if (condition)
        node->second_fault =
            eb_fault_new(compiler, "well-definedness", formula->place, "'%s' is not well-defined: %s", text, condition);
    return node;
}

static const struct eb_node *partial(struct eb_compiler *compiler, const struct eb_formula *formula, eb_run run,
                                     const char *condition) {
    struct eb_node *node = operator_node(compiler, formula, run);
    node->second_fault = eb_fault_new(compiler, "well-definedness", formula->place, "'%s' is not well-defined: %s",
                                      eb_formula_text(compiler, formula), condition);
    node->flag = formula->op == EB_MAXIMUM;
    return node;
}

static struct eb_value run_infinite(const struct eb_node *node, struct eb_frame *frame) {
    eb_fail(frame, node->second_fault);
    return node->constant;
}

/* card, min and max of ℤ, ℕ or ℕ1; NULL for other sets. */
static const struct eb_node *of_numbers(struct eb_compiler *compiler, const struct eb_formula *formula) {
    enum eb_op set = eb_strip(formula->children[0])->op;
    if (!eb_is_number_set(formula->children[0])) return NULL;
    bool begins = formula->op == EB_MINIMUM && set != EB_INTEGERS;
    struct eb_node *node = eb_node_new(compiler, begins ? run_constant : run_infinite);
    node->domain = eb_domain_for(compiler, formula);
    node->constant.code = set == EB_NATURALS_1;
    if (!begins)
        node->second_fault =
            eb_fault_new(compiler, "well-definedness", formula->place, "'%s' is not well-defined: the set is infinite",
                         eb_formula_text(compiler, formula));
    return node;
}

static const struct eb_node *of_set(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_node *known = of_numbers(compiler, formula);
    if (known) return known;
    return formula->op == EB_CARDINALITY ? operator_node(compiler, formula, run_cardinality)
                                         : partial(compiler, formula, run_extremum, "the set is empty");
}

static const struct eb_node *literal(struct eb_compiler *compiler, const struct eb_formula *formula, uint64_t code) {
    struct eb_node *node = eb_node_new(compiler, run_constant);
    node->domain = eb_domain_for(compiler, formula);
    node->constant.code = code;
    return node;
}

static const struct eb_node *application(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_formula *function = eb_strip(formula->children[0]), *argument = formula->children[1];
    const char *text = eb_formula_text(compiler, formula);
    if (eb_is_known_function(function->op)) {
        struct eb_node *node = eb_node_new(compiler, run_apply_known);
        node->domain = eb_domain_for(compiler, formula);
        node->slot = function->op;
        node->a = eb_compile_expression(compiler, argument);
        node->left = eb_domain_for(compiler, argument);
        node->fault = eb_fault_new(compiler, "overflow", formula->place, "the value of '%s' exceeds 64 bits", text);
        return node;
    }
    const struct eb_node *large = eb_compile_apply_large(compiler, formula);
    if (large) return large;
    return eb_compile_apply_value(compiler, formula);
}

static const struct eb_node *graph(struct eb_compiler *compiler, const struct eb_formula *formula,
                                   const struct eb_formula *function, const struct eb_formula *set) {
    struct eb_node *node = eb_node_new(compiler, run_graph);
    node->domain = eb_domain_for(compiler, formula);
    node->left = node->domain->left->left;
    node->slot = function->op;
    node->shape = set ? eb_compile_set(compiler, set) : NULL;
    if (set ? eb_shape_is_open(node->shape) : node->left->has_numbers)
        node->cut = eb_fault_cut(compiler, formula, "each pair of it");
    node->fault = eb_fault_new(compiler, "overflow", formula->place, "the value of '%s' exceeds 64 bits",
                               eb_formula_text(compiler, formula));
    return node;
}

static const struct eb_node *restriction(struct eb_compiler *compiler, const struct eb_formula *formula) {
    bool by_range = formula->op == EB_RANGE_RESTRICTION || formula->op == EB_RANGE_SUBTRACTION;
    bool keep = formula->op == EB_DOMAIN_RESTRICTION || formula->op == EB_RANGE_RESTRICTION;
    const struct eb_formula *relation = formula->children[by_range ? 0 : 1], *set = formula->children[by_range ? 1 : 0];
    if (formula->op == EB_DOMAIN_RESTRICTION && eb_is_known_function(eb_strip(relation)->op))
        return graph(compiler, formula, eb_strip(relation), set);
    struct eb_node *node = eb_node_new(compiler, run_restrict);
    node->domain = eb_domain_for(compiler, formula);
    node->a = eb_compile_expression(compiler, relation);
    node->b = eb_compile_expression(compiler, set);
    node->right = eb_domain_for(compiler, set);
    node->slot = (by_range ? 1u : 0u) | (keep ? 2u : 0u);
    return node;
}

/* f <+ {x ↦ y} writes one point. */
static const struct eb_node *overriding(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_formula *by = eb_strip(formula->children[1]);
    bool point = formula->child_count == 2 && by->op == EB_SET_EXTENSION && by->child_count == 1 &&
                 by->children[0]->op == EB_MAPLET;
    if (!point) return operator_node(compiler, formula, run_override);
    struct eb_node *node = eb_node_new(compiler, run_override_point);
    node->domain = eb_domain_for(compiler, formula);
    node->a = eb_compile_expression(compiler, formula->children[0]);
    node->list = compile_children(compiler, by->children[0]);
    node->count = 2;
    return node;
}

static const struct eb_node *composition(struct eb_compiler *compiler, const struct eb_formula *formula, unsigned count,
                                         bool backward) {
    /* Both are associative: a chain is nested to the left; r ∘ s is s ; r. */
    struct eb_node *node = eb_node_new(compiler, run_compose);
    const struct eb_formula *last = formula->children[count - 1];
    const struct eb_node *left, *right = eb_compile_expression(compiler, last);
    left = count == 2 ? eb_compile_expression(compiler, formula->children[0])
                      : composition(compiler, formula, count - 1, backward);
    node->a = backward ? right : left;
    node->b = backward ? left : right;
    node->left = node->a->domain;
    node->right = node->b->domain;
    struct eb_type *pair = arena_new_object(compiler->arena, struct eb_type);
    struct eb_type *set = arena_new_object(compiler->arena, struct eb_type);
    *pair = (struct eb_type){
        .kind = EB_TYPE_PRODUCT, .left = node->left->left->left->type, .right = node->right->left->right->type};
    *set = (struct eb_type){.kind = EB_TYPE_POWER, .left = pair};
    node->domain = eb_domain_of(compiler->domains, set);
    return node;
}

static const struct eb_node *collected(struct eb_compiler *compiler, const struct eb_formula *formula) {
    struct eb_node *node = eb_node_new(compiler, run_collect);
    node->domain = eb_domain_for(compiler, formula);
    node->shape = eb_compile_set(compiler, formula);
    if (eb_shape_is_open(node->shape)) node->cut = eb_fault_cut(compiler, formula, "each element of it");
    return node;
}

const struct eb_node *eb_slot_node(struct eb_compiler *compiler, unsigned slot) {
    struct eb_node *node = eb_node_new(compiler, run_slot);
    node->slot = slot;
    return node;
}

static const struct eb_node *never_infinite(struct eb_compiler *compiler, const struct eb_formula *formula,
                                            struct eb_node *node) {
    unsigned hidden = compiler->infinite->hidden[formula->index];
    node->run = run_finite_slot;
    node->a = eb_slot_node(compiler, (formula->primed ? compiler->primed : compiler->variables) + hidden);
    node->cut = EB_CUT | eb_fault_new(compiler, "limit", formula->place,
                                      "%s is an infinite set there, and its elements are needed", formula->name);
    compiler->may_cut = true;
    return node;
}

static const struct eb_node *identifier(struct eb_compiler *compiler, const struct eb_formula *formula) {
    struct eb_node *node = eb_node_new(compiler, run_slot);
    node->domain = eb_domain_for(compiler, formula);
    if (!eb_slot_of(compiler, formula, &node->slot)) return collected(compiler, formula);
    if (eb_infinite_may_be(compiler, formula)) return never_infinite(compiler, formula, node);
    if (formula->op == EB_BOUND || formula->identifier != EB_CONSTANT || !eb_may_be_cut(node->domain)) return node;
    node->run = run_whole_slot;
    node->cut = eb_fault_cut(compiler, formula, "each value of it");
    return node;
}

static const struct eb_node *truth_value(struct eb_compiler *compiler, const struct eb_formula *formula) {
    struct eb_node *node = eb_node_new(compiler, run_bool);
    node->domain = eb_domain_for(compiler, formula);
    node->a = eb_compile_predicate(compiler, formula->children[0]);
    return node;
}

/* Where an infinite set stands beside another, what it is made of decides; elsewhere its elements are collected. */
static bool needs_shape(struct eb_compiler *compiler, const struct eb_formula *formula) {
    return eb_compile_set(compiler, formula)->kind != EB_EXTENT_VALUE;
}

static const struct eb_node *set_operator(struct eb_compiler *compiler, const struct eb_formula *formula, eb_run run) {
    bool lazy = false;
    for (unsigned i = 0; i < formula->child_count; i++) {
        enum eb_op op = eb_strip(formula->children[i])->op;
        lazy = lazy || eb_is_number_set(formula->children[i]) || op == EB_IDENTITY || op == EB_DATA_SET ||
               op == EB_POWER_SET || op == EB_POWER_SET_1 || eb_is_arrow(op);
    }
    if (lazy && needs_shape(compiler, formula)) return collected(compiler, formula);
    return operator_node(compiler, formula, run);
}

/* What it is made of must be well-defined also where no element of the result comes from. */
static const struct eb_node *compile_unfolded(struct eb_compiler *compiler, const struct eb_formula *formula,
                                              const struct eb_formula *unfolded) {
    const struct eb_node *node = eb_compile_quantified(compiler, unfolded);
    for (unsigned i = formula->child_count; i--;) node = eb_node_after_parts(compiler, formula->children[i], node);
    return node;
}

static const struct eb_node *compile_algebra(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_formula *unfolded = eb_unfold(compiler, formula);
    if (unfolded != formula) return compile_unfolded(compiler, formula, unfolded);
    switch (formula->op) {
    case EB_UNION: return set_operator(compiler, formula, run_union);
    case EB_INTERSECTION: return set_operator(compiler, formula, run_intersection);
    case EB_DIFFERENCE: return set_operator(compiler, formula, run_difference);
    case EB_PRODUCT: return operator_node(compiler, formula, run_product);
    case EB_OVERRIDE: return overriding(compiler, formula);
    case EB_FORWARD_COMPOSITION: return composition(compiler, formula, formula->child_count, false);
    case EB_BACKWARD_COMPOSITION: return composition(compiler, formula, formula->child_count, true);
    case EB_DIRECT_PRODUCT: return operator_node(compiler, formula, run_direct);
    case EB_PARALLEL_PRODUCT: return operator_node(compiler, formula, run_parallel);
    case EB_DOMAIN_RESTRICTION:
    case EB_DOMAIN_SUBTRACTION:
    case EB_RANGE_RESTRICTION:
    case EB_RANGE_SUBTRACTION: return restriction(compiler, formula);
    case EB_IMAGE: return operator_node(compiler, formula, run_image);
    case EB_CONVERSE: return operator_node(compiler, formula, run_converse);
    case EB_DOMAIN: return operator_node(compiler, formula, run_domain);
    case EB_RANGE: return operator_node(compiler, formula, run_range);
    case EB_GENERAL_UNION: return operator_node(compiler, formula, run_general_union);
    case EB_GENERAL_INTERSECTION:
        return partial(compiler, formula, run_general_intersection, "there is no set to intersect");
    case EB_SET_EXTENSION: return operator_node(compiler, formula, run_extension);
    default: return NULL;
    }
}

static const struct eb_node *compile_expression(struct eb_compiler *compiler, const struct eb_formula *formula) {
    switch (formula->op) {
    case EB_OF_TYPE: return eb_compile_expression(compiler, formula->children[0]);
    case EB_INTEGER_LITERAL: return literal(compiler, formula, (uint64_t)formula->value);
    case EB_CONSTANT_TRUE: return literal(compiler, formula, 1);
    case EB_CONSTANT_FALSE: return literal(compiler, formula, 0);
    case EB_IDENTIFIER:
    case EB_BOUND: return identifier(compiler, formula);
    case EB_EMPTY_SET: return operator_node(compiler, formula, run_empty);
    case EB_MAPLET: return operator_node(compiler, formula, run_maplet);
    case EB_BOOL: return truth_value(compiler, formula);
    case EB_ADD: return arithmetic(compiler, formula, run_add, NULL);
    case EB_SUBTRACT: return arithmetic(compiler, formula, run_subtract, NULL);
    case EB_NEGATE: return arithmetic(compiler, formula, run_negate, NULL);
    case EB_MULTIPLY: return arithmetic(compiler, formula, run_multiply, NULL);
    case EB_DIVIDE: return arithmetic(compiler, formula, run_divide, "the divisor is 0");
    case EB_MODULO:
        return arithmetic(compiler, formula, run_modulo, "it needs a number not below 0, and a divisor above 0");
    case EB_POWER_OF: return arithmetic(compiler, formula, run_power, "it needs numbers not below 0");
    case EB_CARDINALITY:
    case EB_MINIMUM:
    case EB_MAXIMUM: return of_set(compiler, formula);
    case EB_APPLICATION: return application(compiler, formula);
    case EB_IDENTITY:
    case EB_PROJECTION_1:
    case EB_PROJECTION_2:
    case EB_SUCCESSOR:
    case EB_PREDECESSOR: return graph(compiler, formula, formula, NULL);
    case EB_COMPREHENSION:
    case EB_LAMBDA:
    case EB_QUANTIFIED_UNION:
    case EB_QUANTIFIED_INTERSECTION: return eb_compile_quantified(compiler, formula);
    case EB_CONSTRUCT:
    case EB_DESTRUCT:
    case EB_CALL:
    case EB_CONDITIONAL: return eb_compile_data(compiler, formula);
    default: break;
    }
    const struct eb_formula *image = eb_simpler_image(compiler->arena, formula);
    if (image) return eb_compile_expression(compiler, image);
    const struct eb_formula *filtered = eb_filtered(compiler, formula);
    if (filtered) return eb_compile_quantified(compiler, filtered);
    const struct eb_node *node = compile_algebra(compiler, formula);
    return node ? node : collected(compiler, formula);
}

const struct eb_node *eb_compile_expression(struct eb_compiler *compiler, const struct eb_formula *formula) {
    return eb_compile_memoised(compiler, formula, compile_expression);
}
