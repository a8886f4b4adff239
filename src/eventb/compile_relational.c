/* Comparisons, membership and inclusion. */
#include "eventb/emptiness.h"

static struct eb_value truth_of(bool holds) { return (struct eb_value){holds, NULL}; }

/* ---- comparisons ---- */

static struct eb_value run_equal_code(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value a = eb_run_node(node->a, frame), b = eb_run_node(node->b, frame);
    return truth_of(a.code == b.code);
}

static struct eb_value run_equal(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value a = eb_run_node(node->a, frame), b = eb_run_node(node->b, frame);
    return truth_of(eb_equal(node->left, a, b));
}

static struct eb_value run_different(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value a = eb_run_node(node->a, frame), b = eb_run_node(node->b, frame);
    return truth_of(!eb_equal(node->left, a, b));
}

/* E = E, made up so that E is evaluated: once is enough. */
static struct eb_value run_same(const struct eb_node *node, struct eb_frame *frame) {
    eb_run_node(node->a, frame);
    return truth_of(node->flag);
}

static struct eb_value run_less(const struct eb_node *node, struct eb_frame *frame) {
    int64_t a = (int64_t)eb_run_node(node->a, frame).code, b = (int64_t)eb_run_node(node->b, frame).code;
    return truth_of(a < b);
}

static struct eb_value run_less_equal(const struct eb_node *node, struct eb_frame *frame) {
    int64_t a = (int64_t)eb_run_node(node->a, frame).code, b = (int64_t)eb_run_node(node->b, frame).code;
    return truth_of(a <= b);
}

static struct eb_value run_greater(const struct eb_node *node, struct eb_frame *frame) {
    int64_t a = (int64_t)eb_run_node(node->a, frame).code, b = (int64_t)eb_run_node(node->b, frame).code;
    return truth_of(a > b);
}

static struct eb_value run_greater_equal(const struct eb_node *node, struct eb_frame *frame) {
    int64_t a = (int64_t)eb_run_node(node->a, frame).code, b = (int64_t)eb_run_node(node->b, frame).code;
    return truth_of(a >= b);
}

static struct eb_value run_proper_subset(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value a = eb_run_node(node->a, frame), b = eb_run_node(node->b, frame);
    bool proper = eb_is_subset(node->left, a, b) && !eb_equal(node->left, a, b);
    return truth_of(proper == node->flag);
}

static eb_run comparison(enum eb_op op, const struct eb_domain *domain) {
    switch (op) {
    case EB_EQUAL: return domain && domain->representation <= EB_NUMBER ? run_equal_code : run_equal;
    case EB_NOT_EQUAL: return run_different;
    case EB_LESS: return run_less;
    case EB_LESS_EQUAL: return run_less_equal;
    case EB_GREATER: return run_greater;
    case EB_GREATER_EQUAL: return run_greater_equal;
    default: return run_proper_subset;
    }
}

static const struct eb_node *negated(struct eb_compiler *compiler, const struct eb_formula *predicate) {
    return eb_compile_predicate(compiler, eb_made_of(compiler->arena, predicate, EB_NOT, predicate, NULL));
}

/* Equality and proper inclusion where a side is infinite. */
static const struct eb_node *large_comparison(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_formula *left = formula->children[0], *right = formula->children[1];
    const struct eb_formula *equality = eb_large_equality(compiler, left, right);
    if (!equality) return NULL;
    if (formula->op == EB_EQUAL) return eb_compile_predicate(compiler, equality);
    if (formula->op == EB_NOT_EQUAL) return negated(compiler, equality);
    /* left ⊂ right is left ⊆ right ∧ left ≠ right */
    const struct eb_formula *different = eb_made_of(compiler->arena, left, EB_NOT, equality, NULL);
    const struct eb_formula *result = eb_made_of(compiler->arena, left, EB_AND, equality->children[0], different);
    if (formula->op == EB_SUBSET) return eb_compile_predicate(compiler, result);
    return negated(compiler, result);
}

static bool is_empty_set(const struct eb_formula *set) { return eb_strip(set)->op == EB_EMPTY_SET; }

/* S = ∅ and ∅ ⊂ S, and their negations, without elements; NULL where it is something else. */
static const struct eb_node *comparison_with_nothing(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_formula *left = formula->children[0], *right = formula->children[1];
    bool equality = formula->op == EB_EQUAL || formula->op == EB_NOT_EQUAL;
    bool inclusion = (formula->op == EB_SUBSET || formula->op == EB_NOT_SUBSET) && is_empty_set(left);
    if (!(equality && (is_empty_set(left) || is_empty_set(right))) && !inclusion) return NULL;
    const struct eb_formula *empty = eb_emptiness(compiler, is_empty_set(right) ? left : right);
    if (!empty) return NULL;
    bool affirms = formula->op == EB_EQUAL || formula->op == EB_NOT_SUBSET;
    return affirms ? eb_compile_predicate(compiler, empty) : negated(compiler, empty);
}

const struct eb_node *eb_compile_relational(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_node *with_nothing = comparison_with_nothing(compiler, formula);
    if (with_nothing) return with_nothing;
    const struct eb_domain *domain = eb_domain_for(compiler, formula->children[0]);
    if (domain && domain->is_set && domain->has_numbers) {
        const struct eb_node *quantified = large_comparison(compiler, formula);
        if (quantified) return quantified;
    }
    bool is_equality = formula->op == EB_EQUAL || formula->op == EB_NOT_EQUAL;
    if (is_equality && formula->children[0] == formula->children[1]) {
        struct eb_node *same = eb_node_new(compiler, run_same);
        same->a = eb_compile_expression(compiler, formula->children[0]);
        same->flag = formula->op == EB_EQUAL;
        return same;
    }
    struct eb_node *node = eb_node_new(compiler, comparison(formula->op, domain));
    node->left = domain;
    node->flag = formula->op == EB_SUBSET;
    node->a = eb_compile_expression(compiler, formula->children[0]);
    node->b = eb_compile_expression(compiler, formula->children[1]);
    return node;
}

/* ---- membership ---- */

static struct eb_value run_in_type(const struct eb_node *node, struct eb_frame *frame) {
    eb_run_node(node->a, frame);
    return truth_of(true);
}

static struct eb_value run_always(const struct eb_node *node, struct eb_frame *frame) {
    (void)node;
    (void)frame;
    return truth_of(true);
}

static struct eb_value run_in_range(const struct eb_node *node, struct eb_frame *frame) {
    const struct eb_shape *shape = node->shape;
    int64_t number = (int64_t)eb_run_node(node->a, frame).code;
    int64_t low = shape->low ? (int64_t)eb_run_node(shape->low, frame).code : shape->from;
    int64_t high = shape->high ? (int64_t)eb_run_node(shape->high, frame).code : INT64_MAX;
    return truth_of(low <= number && number <= high);
}

static struct eb_value run_in_value(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value element = eb_run_node(node->a, frame);
    return truth_of(eb_has(node->right, eb_run_node(node->b, frame), element));
}

static struct eb_value run_in_extent(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value element = eb_run_node(node->a, frame);
    eb_frame_name_cut(frame, node->cut);
    return truth_of(eb_extent_has(frame, eb_shape_extent(node->shape, frame), element));
}

/* The halves of a pair are tested before they need a common code. */
static struct eb_value run_pair_in_value(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value left = eb_run_node(node->list[0], frame), right = eb_run_node(node->list[1], frame), pair;
    struct eb_value set = eb_run_node(node->b, frame);
    return truth_of(eb_try_pair(frame, node->right->left, left, right, &pair) && eb_has(node->right, set, pair));
}

static struct eb_value run_pair_in_product(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value left = eb_run_node(node->list[0], frame), right = eb_run_node(node->list[1], frame);
    const struct eb_extent *product = eb_shape_extent(node->shape, frame);
    return truth_of(eb_extent_has(frame, product->left, left) && eb_extent_has(frame, product->right, right));
}

static struct eb_value run_in_enumeration(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value element = eb_run_node(node->a, frame);
    for (unsigned i = 0; i < node->count; i++)
        if (eb_equal(node->left, element, eb_run_node(node->list[i], frame))) return truth_of(true);
    return truth_of(false);
}

static const struct eb_node *const *compile_children(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_node **list = arena_new_array(compiler->arena, const struct eb_node *, formula->child_count);
    for (unsigned i = 0; i < formula->child_count; i++) list[i] = eb_compile_expression(compiler, formula->children[i]);
    return list;
}

static eb_run membership_of(const struct eb_shape *shape, bool pair) {
    if (pair && shape->kind == EB_EXTENT_VALUE) return run_pair_in_value;
    if (pair && shape->kind == EB_EXTENT_PRODUCT) return run_pair_in_product;
    if (shape->whole_type) return run_in_type;
    if (shape->kind == EB_EXTENT_VALUE) return run_in_value;
    return shape->kind == EB_EXTENT_RANGE ? run_in_range : run_in_extent;
}

const struct eb_node *eb_compile_membership(struct eb_compiler *compiler, const struct eb_formula *element,
                                            const struct eb_formula *set) {
    set = eb_strip(set);
    element = eb_strip(element);
    const struct eb_node *by_predicate = eb_compile_large_membership(compiler, element, set);
    if (by_predicate) return by_predicate;
    struct eb_node *node = eb_node_new(compiler, NULL);
    node->left = eb_domain_for(compiler, element);
    if (set->op == EB_SET_EXTENSION && eb_is_safe(set)) {
        node->run = run_in_enumeration;
        node->a = eb_compile_expression(compiler, element);
        node->list = compile_children(compiler, set);
        node->count = set->child_count;
        return node;
    }
    node->shape = eb_compile_set(compiler, set);
    bool pair = element->op == EB_MAPLET;
    if (node->shape->whole_type && eb_is_safe(element)) {
        node->run = run_always;
        return node;
    }
    node->run = membership_of(node->shape, pair);
    node->right = node->shape->set;
    node->b = node->shape->value;
    if (node->run == run_in_extent && eb_shape_must_cover(node->shape))
        node->cut = eb_fault_cut(compiler, set, "each element");
    if (node->run == run_pair_in_value || node->run == run_pair_in_product) {
        node->list = compile_children(compiler, element);
        node->count = 2;
    } else {
        node->a = eb_compile_expression(compiler, element);
    }
    return node;
}

/* ---- inclusion ---- */

static struct eb_value run_subset(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value a = eb_run_node(node->a, frame), b = eb_run_node(node->b, frame);
    return truth_of(eb_is_subset(node->left, a, b));
}

static struct eb_value run_included(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value a = eb_run_node(node->a, frame);
    eb_frame_name_cut(frame, node->cut);
    return truth_of(eb_extent_includes(frame, eb_shape_extent(node->shape, frame), a));
}

const struct eb_node *eb_compile_inclusion(struct eb_compiler *compiler, const struct eb_formula *part,
                                           const struct eb_formula *whole) {
    const struct eb_formula *empty = is_empty_set(whole) ? eb_emptiness(compiler, part) : NULL;
    if (empty) return eb_compile_predicate(compiler, empty);
    const struct eb_formula *quantified = eb_large_inclusion(compiler, part, whole);
    if (quantified) return eb_compile_predicate(compiler, quantified);
    struct eb_node *node = eb_node_new(compiler, run_included);
    node->left = eb_domain_for(compiler, part);
    node->a = eb_compile_expression(compiler, part);
    node->shape = eb_compile_set(compiler, whole);
    if (eb_shape_must_cover(node->shape)) node->cut = eb_fault_cut(compiler, whole, "each element");
    if (node->shape->whole_type) {
        node->run = eb_is_safe(part) ? run_always : run_in_type;
    } else if (node->shape->kind == EB_EXTENT_VALUE) {
        node->run = run_subset;
        node->b = node->shape->value;
    }
    return node;
}
