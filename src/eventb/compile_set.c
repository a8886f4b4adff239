/* Set expressions as shapes: what they are made of stays visible, so that a test needs no elements. */
#include "eventb/node.h"

static const struct eb_extent *const *const *field_extents(const struct eb_shape *shape, struct eb_frame *frame) {
    const struct eb_datatype *data = shape->set->left->type->data;
    const struct eb_extent ***fields = eb_frame_alloc(frame, data->constructor_count * sizeof *fields);
    for (unsigned i = 0; i < data->constructor_count; i++) {
        unsigned count = data->constructors[i].field_count;
        fields[i] = eb_frame_alloc(frame, (count + 1) * sizeof **fields);
        for (unsigned j = 0; j < count; j++)
            fields[i][j] = shape->fields[i][j] ? eb_shape_extent(shape->fields[i][j], frame) : NULL;
    }
    return (const struct eb_extent *const *const *)fields;
}

static bool any_field(const struct eb_shape *shape, bool (*has)(const struct eb_shape *field), bool itself) {
    const struct eb_datatype *data = shape->set->left->type->data;
    for (unsigned i = 0; i < data->constructor_count; i++)
        for (unsigned j = 0; j < data->constructors[i].field_count; j++)
            if (shape->fields[i][j] ? has(shape->fields[i][j]) : itself) return true;
    return false;
}

const struct eb_extent *eb_shape_extent(const struct eb_shape *shape, struct eb_frame *frame) {
    struct eb_extent *extent = eb_frame_alloc(frame, sizeof *extent);
    *extent = (struct eb_extent){.kind = shape->kind, .flags = shape->flags, .set = shape->set};
    switch (shape->kind) {
    case EB_EXTENT_VALUE: extent->value = eb_run_node(shape->value, frame); break;
    case EB_EXTENT_RANGE:
        extent->low = shape->low ? (int64_t)eb_run_node(shape->low, frame).code : shape->from;
        extent->high = shape->high ? (int64_t)eb_run_node(shape->high, frame).code : INT64_MAX;
        extent->has_no_low = !shape->low && shape->from == INT64_MIN;
        extent->has_no_high = !shape->high;
        break;
    case EB_EXTENT_EVERYTHING: break;
    case EB_EXTENT_DATA:
        extent->fields = field_extents(shape, frame);
        extent->levels = frame->levels;
        break;
    case EB_EXTENT_IDENTITY: extent->left = eb_extent_of_type(frame, shape->set->left->left_set); break;
    default:
        extent->left = eb_shape_extent(shape->left, frame);
        if (shape->right) extent->right = eb_shape_extent(shape->right, frame);
    }
    return extent;
}

bool eb_shape_is_open(const struct eb_shape *shape) {
    switch (shape->kind) {
    case EB_EXTENT_RANGE: return !shape->low || !shape->high;
    case EB_EXTENT_VALUE:
    case EB_EXTENT_EVERYTHING: return false;
    case EB_EXTENT_IDENTITY: return shape->set->has_numbers;
    case EB_EXTENT_DATA: return any_field(shape, eb_shape_is_open, true);
    case EB_EXTENT_INTERSECTION: return eb_shape_is_open(shape->left) && eb_shape_is_open(shape->right);
    case EB_EXTENT_DIFFERENCE:
    case EB_EXTENT_POWER: return eb_shape_is_open(shape->left);
    default: return eb_shape_is_open(shape->left) || eb_shape_is_open(shape->right);
    }
}

bool eb_shape_must_cover(const struct eb_shape *shape) {
    if (shape->kind == EB_EXTENT_DATA) return any_field(shape, eb_shape_must_cover, false);
    bool arrow = shape->kind == EB_EXTENT_ARROW;
    const struct eb_shape *total = arrow && shape->flags & EB_TOTAL ? shape->left : NULL;
    const struct eb_shape *surjective = arrow && shape->flags & EB_SURJECTIVE ? shape->right : NULL;
    if (total && total->kind != EB_EXTENT_RANGE && eb_shape_is_open(total)) return true;
    if (surjective && surjective->kind != EB_EXTENT_RANGE && eb_shape_is_open(surjective)) return true;
    return (shape->left && eb_shape_must_cover(shape->left)) || (shape->right && eb_shape_must_cover(shape->right));
}

bool eb_may_be_cut(const struct eb_domain *domain) {
    if (!domain->has_numbers) return false;
    if (domain->representation == EB_DATA) {
        for (unsigned i = 0; i < domain->type->data->constructor_count; i++)
            for (unsigned j = 0; j < eb_field_count(domain, i); j++)
                if (domain->fields[i][j] != domain && eb_may_be_cut(domain->fields[i][j])) return true;
        return false;
    }
    if (domain->is_pair) return eb_may_be_cut(domain->left) || eb_may_be_cut(domain->right);
    return domain->is_set && (domain->left->is_pair || eb_may_be_cut(domain->left));
}

static struct eb_shape *shape_new(struct eb_compiler *compiler, const struct eb_formula *formula,
                                  enum eb_extent_kind kind) {
    struct eb_shape *shape = arena_new_object(compiler->arena, struct eb_shape);
    shape->kind = kind;
    shape->set = eb_domain_for(compiler, formula);
    return shape;
}

static const struct eb_shape *numbers(struct eb_compiler *compiler, const struct eb_formula *formula, int64_t from) {
    struct eb_shape *shape = shape_new(compiler, formula, EB_EXTENT_RANGE);
    shape->from = from;
    shape->whole_type = from == INT64_MIN;
    return shape;
}

static const struct eb_shape *interval(struct eb_compiler *compiler, const struct eb_formula *formula) {
    struct eb_shape *shape = shape_new(compiler, formula, EB_EXTENT_RANGE);
    shape->low = eb_compile_expression(compiler, formula->children[0]);
    shape->high = eb_compile_expression(compiler, formula->children[1]);
    return shape;
}

static const struct eb_shape *everything(struct eb_compiler *compiler, const struct eb_formula *formula) {
    struct eb_shape *shape = shape_new(compiler, formula, EB_EXTENT_EVERYTHING);
    shape->whole_type = true;
    return shape;
}

static const struct eb_shape *power(struct eb_compiler *compiler, const struct eb_formula *formula) {
    struct eb_shape *shape = shape_new(compiler, formula, EB_EXTENT_POWER);
    shape->left = eb_compile_set(compiler, formula->children[0]);
    shape->flags = formula->op == EB_POWER_SET_1 ? EB_NOT_EMPTY : 0;
    shape->whole_type = shape->left->whole_type && !shape->flags;
    return shape;
}

static struct eb_shape *binary(struct eb_compiler *compiler, const struct eb_formula *formula,
                               enum eb_extent_kind kind) {
    struct eb_shape *shape = shape_new(compiler, formula, kind);
    shape->left = eb_compile_set(compiler, formula->children[0]);
    shape->right = eb_compile_set(compiler, formula->children[1]);
    return shape;
}

static const struct eb_shape *product(struct eb_compiler *compiler, const struct eb_formula *formula) {
    struct eb_shape *shape = binary(compiler, formula, EB_EXTENT_PRODUCT);
    shape->whole_type = shape->left->whole_type && shape->right->whole_type;
    return shape;
}

unsigned eb_arrow_flags(enum eb_op op) {
    switch (op) {
    case EB_TOTAL_RELATIONS: return EB_TOTAL;
    case EB_SURJECTIVE_RELATIONS: return EB_SURJECTIVE;
    case EB_TOTAL_SURJECTIVE_RELATIONS: return EB_TOTAL | EB_SURJECTIVE;
    case EB_PARTIAL_FUNCTIONS: return EB_FUNCTIONAL;
    case EB_TOTAL_FUNCTIONS: return EB_FUNCTIONAL | EB_TOTAL;
    case EB_PARTIAL_INJECTIONS: return EB_FUNCTIONAL | EB_INJECTIVE;
    case EB_TOTAL_INJECTIONS: return EB_FUNCTIONAL | EB_INJECTIVE | EB_TOTAL;
    case EB_PARTIAL_SURJECTIONS: return EB_FUNCTIONAL | EB_SURJECTIVE;
    case EB_TOTAL_SURJECTIONS: return EB_FUNCTIONAL | EB_SURJECTIVE | EB_TOTAL;
    case EB_BIJECTIONS: return EB_FUNCTIONAL | EB_INJECTIVE | EB_SURJECTIVE | EB_TOTAL;
    default: return 0;
    }
}

static const struct eb_shape *arrow(struct eb_compiler *compiler, const struct eb_formula *formula) {
    struct eb_shape *shape = binary(compiler, formula, EB_EXTENT_ARROW);
    shape->flags = eb_arrow_flags(formula->op);
    shape->whole_type = shape->left->whole_type && shape->right->whole_type && !shape->flags;
    return shape;
}

static const struct eb_shape *value(struct eb_compiler *compiler, const struct eb_formula *formula) {
    struct eb_shape *shape = shape_new(compiler, formula, EB_EXTENT_VALUE);
    shape->value = eb_compile_expression(compiler, formula);
    return shape;
}

/* Is it a set whose elements one would rather not write down? */
static bool is_lazy(const struct eb_formula *formula) {
    formula = eb_strip(formula);
    switch (formula->op) {
    case EB_INTEGERS:
    case EB_NATURALS:
    case EB_NATURALS_1:
    case EB_IDENTITY:
    case EB_DATA_SET:
    case EB_POWER_SET:
    case EB_POWER_SET_1: return true;
    case EB_UNION:
    case EB_INTERSECTION: {
        bool any = false;
        for (unsigned i = 0; i < formula->child_count; i++) any = any || is_lazy(formula->children[i]);
        return any;
    }
    case EB_DIFFERENCE:
    case EB_PRODUCT: return is_lazy(formula->children[0]) || is_lazy(formula->children[1]);
    default: return eb_is_arrow(formula->op);
    }
}

/* a ∪ b ∪ c, nested to the left. */
static const struct eb_shape *chain(struct eb_compiler *compiler, const struct eb_formula *formula,
                                    enum eb_extent_kind kind) {
    const struct eb_shape *left = eb_compile_set(compiler, formula->children[0]);
    for (unsigned i = 1; i < formula->child_count; i++) {
        struct eb_shape *shape = shape_new(compiler, formula, kind);
        shape->left = left;
        shape->right = eb_compile_set(compiler, formula->children[i]);
        left = shape;
    }
    return left;
}

const struct eb_shape *eb_compile_set(struct eb_compiler *compiler, const struct eb_formula *formula) {
    formula = eb_strip(formula);
    switch (formula->op) {
    case EB_INTEGERS: return numbers(compiler, formula, INT64_MIN);
    case EB_NATURALS: return numbers(compiler, formula, 0);
    case EB_NATURALS_1: return numbers(compiler, formula, 1);
    case EB_INTERVAL: return interval(compiler, formula);
    case EB_BOOLEANS: return everything(compiler, formula);
    case EB_IDENTIFIER:
        return formula->identifier == EB_CARRIER_SET ? everything(compiler, formula) : value(compiler, formula);
    case EB_POWER_SET:
    case EB_POWER_SET_1: return power(compiler, formula);
    case EB_PRODUCT: return product(compiler, formula);
    case EB_DATA_SET: return eb_compile_data_set(compiler, formula);
    case EB_IDENTITY: return shape_new(compiler, formula, EB_EXTENT_IDENTITY);
    case EB_UNION: return is_lazy(formula) ? chain(compiler, formula, EB_EXTENT_UNION) : value(compiler, formula);
    case EB_INTERSECTION:
        return is_lazy(formula) ? chain(compiler, formula, EB_EXTENT_INTERSECTION) : value(compiler, formula);
    case EB_DIFFERENCE:
        return is_lazy(formula) ? binary(compiler, formula, EB_EXTENT_DIFFERENCE) : value(compiler, formula);
    default:
        if (eb_is_arrow(formula->op)) return arrow(compiler, formula);
        return value(compiler, formula);
    }
}
