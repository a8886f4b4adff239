#include "eventb/extent.h"

#include <string.h>

/* ---- tests ---- */

bool eb_extent_has(struct eb_frame *frame, const struct eb_extent *extent, struct eb_value element) {
    const struct eb_domain *domain = extent->set->left;
    switch (extent->kind) {
    case EB_EXTENT_VALUE: return eb_has(extent->set, extent->value, element);
    case EB_EXTENT_RANGE: return (int64_t)element.code >= extent->low && (int64_t)element.code <= extent->high;
    case EB_EXTENT_POWER:
        if (extent->flags & EB_NOT_EMPTY && eb_is_empty(domain, element)) return false;
        return eb_extent_includes(frame, extent->left, element);
    case EB_EXTENT_PRODUCT:
        return eb_extent_has(frame, extent->left, eb_left(domain, element)) &&
               eb_extent_has(frame, extent->right, eb_right(domain, element));
    case EB_EXTENT_ARROW: return eb_arrow_has(frame, extent, element);
    case EB_EXTENT_UNION:
        return eb_extent_has(frame, extent->left, element) || eb_extent_has(frame, extent->right, element);
    case EB_EXTENT_INTERSECTION:
        return eb_extent_has(frame, extent->left, element) && eb_extent_has(frame, extent->right, element);
    case EB_EXTENT_DIFFERENCE:
        return eb_extent_has(frame, extent->left, element) && !eb_extent_has(frame, extent->right, element);
    case EB_EXTENT_IDENTITY: return eb_equal(domain->left, eb_left(domain, element), eb_right(domain, element));
    case EB_EXTENT_EVERYTHING: return true;
    case EB_EXTENT_DATA: return eb_data_has(frame, extent, element);
    }
    return false;
}

bool eb_extent_includes(struct eb_frame *frame, const struct eb_extent *extent, struct eb_value set) {
    if (extent->kind == EB_EXTENT_VALUE) return eb_is_subset(extent->set, set, extent->value);
    if (extent->kind == EB_EXTENT_EVERYTHING) return true;
    struct eb_value element;
    for (struct eb_elements elements = eb_elements_of(extent->set, set); eb_next_element(&elements, &element);)
        if (!eb_extent_has(frame, extent, element)) return false;
    return true;
}

static bool tries_all(struct eb_frame *frame, const struct eb_extent *extent, struct eb_value set) {
    struct eb_value element;
    for (struct eb_elements elements = eb_elements_of(extent->set, set); eb_next_element(&elements, &element);)
        if (!eb_extent_tries(frame, extent, element)) return false;
    return true;
}

static bool tries_both_sides(struct eb_frame *frame, const struct eb_extent *arrow, struct eb_value relation) {
    const struct eb_domain *domain = arrow->set->left;
    struct eb_value pair;
    for (struct eb_elements pairs = eb_elements_of(domain, relation); eb_next_element(&pairs, &pair);)
        if (!eb_extent_tries(frame, arrow->left, eb_left(domain->left, pair)) ||
            !eb_extent_tries(frame, arrow->right, eb_right(domain->left, pair)))
            return false;
    return true;
}

bool eb_extent_tries(struct eb_frame *frame, const struct eb_extent *extent, struct eb_value element) {
    const struct eb_domain *domain = extent->set->left;
    if (!eb_extent_has(frame, extent, element)) return false;
    if (!eb_extent_is_open(extent)) return true;
    switch (extent->kind) {
    case EB_EXTENT_RANGE:
        return (!extent->has_no_low || (int64_t)element.code >= frame->low) &&
               (!extent->has_no_high || (int64_t)element.code <= frame->high);
    case EB_EXTENT_POWER: return tries_all(frame, extent->left, element);
    case EB_EXTENT_PRODUCT:
        return eb_extent_tries(frame, extent->left, eb_left(domain, element)) &&
               eb_extent_tries(frame, extent->right, eb_right(domain, element));
    case EB_EXTENT_ARROW: return tries_both_sides(frame, extent, element);
    case EB_EXTENT_UNION:
        return eb_extent_tries(frame, extent->left, element) || eb_extent_tries(frame, extent->right, element);
    case EB_EXTENT_INTERSECTION:
        return eb_extent_tries(frame, eb_extent_meet(frame, extent->left, extent->right), element);
    case EB_EXTENT_DIFFERENCE: return eb_extent_tries(frame, extent->left, element);
    case EB_EXTENT_IDENTITY: return eb_extent_tries(frame, extent->left, eb_left(domain, element));
    default: return true;
    }
}

/* ---- enumeration ---- */

bool eb_extent_is_open(const struct eb_extent *extent) {
    switch (extent->kind) {
    case EB_EXTENT_RANGE: return extent->has_no_low || extent->has_no_high;
    case EB_EXTENT_VALUE:
    case EB_EXTENT_EVERYTHING: return false;
    case EB_EXTENT_INTERSECTION: return eb_extent_is_open(extent->left) && eb_extent_is_open(extent->right);
    case EB_EXTENT_DIFFERENCE:
    case EB_EXTENT_IDENTITY:
    case EB_EXTENT_POWER: return eb_extent_is_open(extent->left);
    case EB_EXTENT_DATA: return eb_data_is_open(extent);
    default: return eb_extent_is_open(extent->left) || eb_extent_is_open(extent->right);
    }
}

static bool each_number(struct eb_frame *frame, const struct eb_extent *extent, eb_visit visit, void *context) {
    if (extent->has_no_low || extent->has_no_high) frame->missed = frame->cut_here;
    int64_t low = extent->has_no_low ? frame->low : extent->low;
    int64_t high = extent->has_no_high ? frame->high : extent->high;
    for (int64_t number = low; number <= high; number++) {
        eb_frame_work(frame);
        if (!visit(context, (struct eb_value){(uint64_t)number, NULL})) return false;
        if (number == INT64_MAX) break;
    }
    return true;
}

static struct eb_value collect_known(struct eb_frame *frame, const struct eb_extent *extent);

struct eb_array eb_extent_array(struct eb_frame *frame, const struct eb_extent *extent) {
    struct eb_value value = extent->kind == EB_EXTENT_VALUE ? extent->value : collect_known(frame, extent);
    size_t count = (size_t)eb_cardinality(extent->set, value);
    struct eb_array array = {eb_frame_alloc(frame, count * sizeof(struct eb_value) + 1), 0};
    struct eb_elements elements = eb_elements_of(extent->set, value);
    while (array.count < count && eb_next_element(&elements, &array.items[array.count])) array.count++;
    return array;
}

/* Subsets by counting in binary: the order is that of their codes. */
static bool each_subset(struct eb_frame *frame, const struct eb_extent *extent, eb_visit visit, void *context) {
    enum { MOST_ELEMENTS = 24, MOST_TO_BEGIN_WITH = 63 }; /* of the constants, the first few may be enough */
    struct eb_array array = eb_extent_array(frame, extent->left);
    if (array.count > (frame->keeps_inexact ? MOST_TO_BEGIN_WITH : MOST_ELEMENTS)) eb_fail(frame, frame->too_large);
    uint64_t first = extent->flags & EB_NOT_EMPTY ? 1 : 0;
    for (uint64_t chosen = first; chosen < UINT64_C(1) << array.count; chosen++) {
        eb_frame_work(frame);
        struct eb_builder builder;
        eb_builder_begin(&builder, frame, extent->set->left);
        for (uint64_t rest = chosen; rest; rest &= rest - 1)
            eb_builder_add(&builder, array.items[__builtin_ctzll(rest)]);
        if (!visit(context, eb_builder_end(&builder))) return false;
    }
    return true;
}

struct nested {
    struct eb_frame *frame;
    const struct eb_extent *extent;
    struct eb_value left;
    eb_visit visit;
    void *context;
};

static bool visit_right(void *context, struct eb_value right) {
    struct nested *nested = context;
    struct eb_value pair = eb_pair(nested->frame, nested->extent->set->left, nested->left, right);
    return nested->visit(nested->context, pair);
}

static bool visit_left(void *context, struct eb_value left) {
    struct nested *nested = context;
    nested->left = left;
    return eb_extent_each(nested->frame, nested->extent->right, visit_right, nested);
}

static bool visit_twin(void *context, struct eb_value element) {
    struct nested *nested = context;
    struct eb_value pair = eb_pair(nested->frame, nested->extent->set->left, element, element);
    return nested->visit(nested->context, pair);
}

static bool visit_if_in_left(void *context, struct eb_value element) {
    struct nested *nested = context;
    if (!eb_extent_has(nested->frame, nested->extent->left, element)) return true;
    return nested->visit(nested->context, element);
}

static bool visit_if_in_right(void *context, struct eb_value element) {
    struct nested *nested = context;
    if (!eb_extent_has(nested->frame, nested->extent->right, element)) return true;
    return nested->visit(nested->context, element);
}

static bool visit_if_in_both(void *context, struct eb_value element) {
    struct nested *nested = context;
    return !eb_extent_has(nested->frame, nested->extent->left, element) || visit_if_in_right(nested, element);
}

static bool each_common(struct nested *nested) {
    const struct eb_extent *left = nested->extent->left, *right = nested->extent->right;
    const struct eb_extent *meet = eb_extent_meet(nested->frame, left, right);
    eb_visit visit = meet == left ? visit_if_in_right : meet == right ? visit_if_in_left : visit_if_in_both;
    return eb_extent_each(nested->frame, meet, visit, nested);
}

static bool visit_if_not_in_right(void *context, struct eb_value element) {
    struct nested *nested = context;
    if (eb_extent_has(nested->frame, nested->extent->right, element)) return true;
    return nested->visit(nested->context, element);
}

/* Not among those of the left side that were visited before. */
static bool visit_if_new(void *context, struct eb_value element) {
    struct nested *nested = context;
    if (eb_extent_tries(nested->frame, nested->extent->left, element)) return true;
    return nested->visit(nested->context, element);
}

static bool each_of_value(struct eb_frame *frame, const struct eb_extent *extent, eb_visit visit, void *context) {
    struct eb_value element;
    for (struct eb_elements elements = eb_elements_of(extent->set, extent->value);
         eb_next_element(&elements, &element);) {
        eb_frame_work(frame);
        if (!visit(context, element)) return false;
    }
    return true;
}

static bool each_element(struct eb_frame *frame, const struct eb_extent *extent, eb_visit visit, void *context) {
    for (uint64_t code = 0; code < (uint64_t)extent->set->left->size; code++) {
        eb_frame_work(frame);
        if (!visit(context, (struct eb_value){code, NULL})) return false;
    }
    return true;
}

bool eb_extent_each(struct eb_frame *frame, const struct eb_extent *extent, eb_visit visit, void *context) {
    struct nested nested = {frame, extent, {0, NULL}, visit, context};
    switch (extent->kind) {
    case EB_EXTENT_VALUE: return each_of_value(frame, extent, visit, context);
    case EB_EXTENT_RANGE: return each_number(frame, extent, visit, context);
    case EB_EXTENT_POWER: return each_subset(frame, extent, visit, context);
    case EB_EXTENT_PRODUCT: return eb_extent_each(frame, extent->left, visit_left, &nested);
    case EB_EXTENT_ARROW: return eb_arrow_each(frame, extent, visit, context);
    case EB_EXTENT_UNION:
        return eb_extent_each(frame, extent->left, visit, context) &&
               eb_extent_each(frame, extent->right, visit_if_new, &nested);
    case EB_EXTENT_INTERSECTION:
        return each_common(&nested);
    case EB_EXTENT_DIFFERENCE: return eb_extent_each(frame, extent->left, visit_if_not_in_right, &nested);
    case EB_EXTENT_IDENTITY: return eb_extent_each(frame, extent->left, visit_twin, &nested);
    case EB_EXTENT_EVERYTHING: return each_element(frame, extent, visit, context);
    case EB_EXTENT_DATA: return eb_data_each(frame, extent, visit, context);
    }
    return true;
}

static bool add_element(void *context, struct eb_value element) {
    eb_builder_add(context, element);
    return true;
}

static struct eb_value collect_known(struct eb_frame *frame, const struct eb_extent *extent) {
    struct eb_builder builder;
    eb_builder_begin(&builder, frame, extent->set);
    eb_extent_each(frame, extent, add_element, &builder);
    return eb_builder_end(&builder);
}

struct eb_value eb_extent_collect(struct eb_frame *frame, const struct eb_extent *extent) {
    if (extent->kind == EB_EXTENT_VALUE) return extent->value;
    uint32_t before = frame->missed;
    bool inexact = frame->inexact;
    frame->missed = 0;
    frame->inexact = false;
    struct eb_value value = collect_known(frame, extent);
    if (frame->missed || frame->inexact) eb_fail(frame, frame->cut_here);
    frame->missed = before;
    frame->inexact = inexact;
    return value;
}

const struct eb_extent *eb_extent_of_type(struct eb_frame *frame, const struct eb_domain *set) {
    const struct eb_domain *element = set->left;
    if (element->representation == EB_DATA) return eb_data_of_type(frame, set);
    struct eb_extent *extent = eb_frame_alloc(frame, sizeof *extent);
    *extent = (struct eb_extent){.kind = EB_EXTENT_EVERYTHING, .set = set};
    if (element->representation == EB_NUMBER) {
        extent->kind = EB_EXTENT_RANGE;
        extent->low = INT64_MIN;
        extent->high = INT64_MAX;
        extent->has_no_low = extent->has_no_high = true;
    } else if (element->is_set) {
        extent->kind = EB_EXTENT_POWER;
        extent->left = eb_extent_of_type(frame, element);
    } else if (element->is_pair) {
        extent->kind = EB_EXTENT_PRODUCT;
        extent->left = eb_extent_of_type(frame, element->left_set);
        extent->right = eb_extent_of_type(frame, element->right_set);
    }
    return extent;
}
