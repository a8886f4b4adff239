/* Relations and functions between two sets: S ↔ T, S ⇸ T, S → T and the others. */
#include "eventb/extent.h"

/* ---- tests ---- */

struct cover {
    struct eb_frame *frame;
    const struct eb_domain *relation;
    struct eb_value value;
    bool right;
};

static bool is_covered(void *context, struct eb_value wanted) {
    const struct cover *cover = context;
    const struct eb_domain *pairs = cover->relation->left;
    struct eb_value pair, ignored;
    if (!cover->right) return eb_apply(cover->relation, cover->value, wanted, &ignored) != EB_OUTSIDE_DOMAIN;
    for (struct eb_elements all = eb_elements_of(cover->relation, cover->value); eb_next_element(&all, &pair);)
        if (eb_equal(pairs->right, eb_right(pairs, pair), wanted)) return true;
    return false;
}

/* Is everything in `side` covered? What is infinite cannot be: every relation that is a value is finite. */
static bool covers(struct eb_frame *frame, const struct eb_extent *side, struct cover *cover) {
    if (side->kind == EB_EXTENT_RANGE && eb_extent_is_open(side)) return false;
    uint32_t before = frame->missed;
    frame->missed = 0;
    bool covered = eb_extent_each(frame, side, is_covered, cover);
    bool missed = frame->missed != 0;
    frame->missed = before;
    if (covered && missed) eb_fail(frame, frame->cut_here);
    return covered;
}

bool eb_arrow_has(struct eb_frame *frame, const struct eb_extent *arrow, struct eb_value relation) {
    const struct eb_domain *domain = arrow->set->left;
    struct eb_value pair;
    for (struct eb_elements pairs = eb_elements_of(domain, relation); eb_next_element(&pairs, &pair);)
        if (!eb_extent_has(frame, arrow->left, eb_left(domain->left, pair)) ||
            !eb_extent_has(frame, arrow->right, eb_right(domain->left, pair)))
            return false;
    if (arrow->flags & EB_FUNCTIONAL && !eb_is_functional(domain, relation)) return false;
    if (arrow->flags & EB_INJECTIVE && !eb_is_injective(domain, relation)) return false;
    struct cover cover = {frame, domain, relation, false};
    if (arrow->flags & EB_TOTAL && !covers(frame, arrow->left, &cover)) return false;
    cover.right = true;
    return !(arrow->flags & EB_SURJECTIVE) || covers(frame, arrow->right, &cover);
}

/* ---- enumeration ---- */

struct choosing {
    struct eb_frame *frame;
    const struct eb_extent *arrow;
    struct eb_array from, to;
    struct eb_value *image; /* of each of `from` that `has_image` */
    bool *has_image;
    unsigned *used;         /* how often each of `to` is an image */
    size_t uncovered;       /* of `to` */
    struct eb_sieve *sieve; /* NULL: nothing is chosen, or nothing can be ruled out */
    eb_visit visit;
    void *context;
};

static bool emit_function(struct choosing *c) {
    const struct eb_domain *domain = c->arrow->set->left;
    struct eb_builder builder;
    eb_builder_begin(&builder, c->frame, domain);
    for (size_t i = 0; i < c->from.count; i++)
        if (c->has_image[i]) eb_builder_add(&builder, eb_pair(c->frame, domain->left, c->from.items[i], c->image[i]));
    return c->visit(c->context, eb_builder_end(&builder));
}

static bool is_image_already(const struct choosing *c, size_t index, struct eb_value image) {
    const struct eb_domain *right = c->arrow->set->left->left->right;
    for (size_t i = 0; i < index; i++)
        if (c->has_image[i] && eb_equal(right, c->image[i], image)) return true;
    return false;
}

static bool choose_image(struct choosing *c, size_t index);

/* `number`: of the image among `to`; SIZE_MAX if it is not one of them. */
static bool try_image(struct choosing *c, size_t index, struct eb_value image, size_t number) {
    if (c->arrow->flags & EB_INJECTIVE && is_image_already(c, index, image)) return true;
    c->image[index] = image;
    c->has_image[index] = true;
    if (number != SIZE_MAX) c->uncovered -= c->used[number]++ == 0;
    bool hopeless = c->sieve && !c->sieve->passes(c->sieve, c->frame, index, c->image, c->has_image);
    bool go_on = hopeless || choose_image(c, index + 1);
    if (number != SIZE_MAX) c->uncovered += --c->used[number] == 0;
    c->has_image[index] = false;
    return go_on;
}

/* What is known of the function at x: the value itself, or else a set that it is in, or else NULL. */
static const struct eb_point *known_at(const struct choosing *c, struct eb_value x) {
    const struct eb_domain *left = c->arrow->set->left->left->left;
    const struct eb_point *found = NULL;
    for (size_t i = 0; i < c->arrow->point_count; i++) {
        const struct eb_point *point = &c->arrow->points[i];
        if (!eb_equal(left, point->x, x)) continue;
        if (!found || !point->is_set) found = point;
        if (!point->is_set) break;
    }
    return found;
}

static bool is_allowed(const struct choosing *c, struct eb_value x, struct eb_value image) {
    const struct eb_domain *pairs = c->arrow->set->left->left;
    for (size_t i = 0; i < c->arrow->point_count; i++) {
        const struct eb_point *point = &c->arrow->points[i];
        if (!eb_equal(pairs->left, point->x, x)) continue;
        if (point->is_set ? !eb_has(pairs->right_set, point->y, image) : !eb_equal(pairs->right, point->y, image))
            return false;
    }
    return true;
}

/* An image that the points name; it may lie outside what would be enumerated. */
static bool try_known(struct choosing *c, size_t index, struct eb_value image) {
    const struct eb_domain *right = c->arrow->set->left->left->right;
    size_t number = SIZE_MAX;
    if (!eb_extent_has(c->frame, c->arrow->right, image) || !is_allowed(c, c->from.items[index], image)) return true;
    for (size_t i = 0; number == SIZE_MAX && i < c->to.count; i++)
        if (eb_equal(right, c->to.items[i], image)) number = i;
    return try_image(c, index, image, number);
}

static bool choose_image(struct choosing *c, size_t index) {
    eb_frame_work(c->frame);
    if (c->arrow->flags & EB_SURJECTIVE && c->uncovered > c->from.count - index) return true;
    if (index == c->from.count) return emit_function(c);
    const struct eb_point *point = known_at(c, c->from.items[index]);
    if (point && !point->is_set) return try_known(c, index, point->y);
    if (point) {
        struct eb_value image;
        const struct eb_domain *images = c->arrow->set->left->left->right_set;
        for (struct eb_elements all = eb_elements_of(images, point->y); eb_next_element(&all, &image);)
            if (!try_known(c, index, image)) return false;
        return true;
    }
    if (!(c->arrow->flags & EB_TOTAL) && !choose_image(c, index + 1)) return false;
    for (size_t i = 0; i < c->to.count; i++)
        if (!try_image(c, index, c->to.items[i], i)) return false;
    return true;
}

/* ---- functions on all of ℕ ---- */

static bool has_elements(const struct eb_extent *set);

/* What is open need not be: ℕ ∖ ℕ1. */
static bool is_infinite(const struct eb_extent *set) {
    switch (set->kind) {
    case EB_EXTENT_RANGE: return eb_extent_is_open(set);
    case EB_EXTENT_POWER:
    case EB_EXTENT_IDENTITY: return is_infinite(set->left);
    case EB_EXTENT_UNION: return is_infinite(set->left) || is_infinite(set->right);
    case EB_EXTENT_PRODUCT:
        return (is_infinite(set->left) && has_elements(set->right)) ||
               (is_infinite(set->right) && has_elements(set->left));
    case EB_EXTENT_DIFFERENCE: return is_infinite(set->left) && !eb_extent_is_open(set->right);
    default: return false;
    }
}

static bool has_elements(const struct eb_extent *set) {
    if (set->kind == EB_EXTENT_VALUE) return !eb_is_empty(set->set, set->value);
    return set->kind == EB_EXTENT_EVERYTHING || is_infinite(set);
}

/* Sets and functions of numbers are more than there are numbers. */
static bool may_be_uncountable(const struct eb_extent *set) {
    if (!set || !eb_extent_is_open(set)) return false;
    if (set->kind == EB_EXTENT_RANGE || set->kind == EB_EXTENT_DATA) return false;
    if (set->kind == EB_EXTENT_POWER || set->kind == EB_EXTENT_ARROW) return true;
    return may_be_uncountable(set->left) || may_be_uncountable(set->right);
}

static void know_or_fail(struct eb_frame *frame, bool is_known) {
    if (!is_known) eb_fail(frame, frame->cut_here);
}

/* Nothing is one-to-one from an infinite set into a finite one, and no function from a finite one onto an infinite
 * one. */
static bool are_none(struct eb_frame *frame, const struct eb_extent *arrow) {
    const bool from = eb_extent_is_open(arrow->left), to = eb_extent_is_open(arrow->right);
    const bool too_many = arrow->flags & EB_TOTAL && arrow->flags & EB_INJECTIVE && from && !to;
    const bool too_few = arrow->flags & EB_SURJECTIVE && arrow->flags & EB_FUNCTIONAL && to && !from;
    if (too_many) know_or_fail(frame, is_infinite(arrow->left));
    if (too_few) know_or_fail(frame, is_infinite(arrow->right));
    return too_many || too_few;
}

/* A function on all of ℕ is infinite: what can be enumerated of it is cut off at the bounds. There it is one-to-one, if
 * it is so anywhere; but what is beyond them may be what makes it onto. */
static struct eb_extent within_bounds(struct eb_frame *frame, const struct eb_extent *arrow) {
    struct eb_extent part = *arrow;
    const bool from = eb_extent_is_open(arrow->left), to = eb_extent_is_open(arrow->right);
    if (!(arrow->flags & EB_TOTAL && from) && !(arrow->flags & EB_SURJECTIVE && to)) return part;
    know_or_fail(frame, frame->keeps_inexact);
    frame->inexact = true;
    if (!(arrow->flags & EB_SURJECTIVE) || !from) return part;
    know_or_fail(frame, is_infinite(arrow->left) && !may_be_uncountable(arrow->right));
    part.flags &= ~(unsigned)EB_SURJECTIVE;
    return part;
}

/* Is something known of every value that it must have or can have? Then none is chosen. */
static bool is_known_everywhere(const struct choosing *c) {
    for (size_t i = 0; i < c->from.count; i++)
        if (!known_at(c, c->from.items[i])) return false;
    return true;
}

bool eb_arrow_leaves_choice(struct eb_frame *frame, const struct eb_extent *arrow) {
    struct choosing c = {.frame = frame, .arrow = arrow};
    if (arrow->kind != EB_EXTENT_ARROW || !(arrow->flags & EB_FUNCTIONAL) || !arrow->point_count) return true;
    if (eb_extent_is_open(arrow->left)) return true;
    c.from = eb_extent_array(frame, arrow->left);
    return !is_known_everywhere(&c);
}

static bool each_function(struct eb_frame *frame, const struct eb_extent *arrow, eb_visit visit, void *context) {
    struct choosing c = {.frame = frame, .arrow = arrow, .visit = visit, .context = context};
    c.from = eb_extent_array(frame, arrow->left);
    bool chooses = !is_known_everywhere(&c);
    if (arrow->flags & EB_SURJECTIVE || chooses) c.to = eb_extent_array(frame, arrow->right);
    if (chooses) c.sieve = arrow->sieve;
    c.image = eb_frame_alloc(frame, c.from.count * sizeof *c.image + 1);
    c.has_image = eb_frame_alloc(frame, c.from.count + 1);
    c.used = eb_frame_alloc(frame, c.to.count * sizeof *c.used + 1);
    for (size_t i = 0; i < c.from.count; i++) c.has_image[i] = false;
    for (size_t i = 0; i < c.to.count; i++) c.used[i] = 0;
    c.uncovered = c.to.count;
    if (c.sieve) c.sieve->begin(c.sieve, frame, &c.from);
    return choose_image(&c, 0);
}

struct relation_filter {
    struct eb_frame *frame;
    const struct eb_extent *arrow;
    eb_visit visit;
    void *context;
};

static bool visit_relation(void *context, struct eb_value relation) {
    struct relation_filter *filter = context;
    if (!eb_arrow_has(filter->frame, filter->arrow, relation)) return true;
    return filter->visit(filter->context, relation);
}

/* ---- relations of which rows are known ---- */

struct rows {
    struct relation_filter filter;
    struct eb_array from, to;
    struct eb_value *row; /* of each of `from`: a set */
    size_t index;
};

static bool emit_rows(struct rows *rows) {
    struct eb_frame *frame = rows->filter.frame;
    const struct eb_domain *domain = rows->filter.arrow->set->left, *pairs = domain->left;
    struct eb_builder builder;
    struct eb_value right;
    eb_builder_begin(&builder, frame, domain);
    for (size_t i = 0; i < rows->from.count; i++)
        for (struct eb_elements all = eb_elements_of(pairs->right_set, rows->row[i]); eb_next_element(&all, &right);)
            eb_builder_add(&builder, eb_pair(frame, pairs, rows->from.items[i], right));
    return visit_relation(&rows->filter, eb_builder_end(&builder));
}

static bool choose_row(struct rows *rows);

static bool try_row(struct rows *rows, struct eb_value row) {
    rows->row[rows->index++] = row;
    bool go_on = choose_row(rows);
    rows->index--;
    return go_on;
}

/* What the points say about a row: 1: it is this; 0: nothing; -1: they contradict each other. */
static int known_row(const struct rows *rows, struct eb_value x, struct eb_value *row) {
    const struct eb_extent *arrow = rows->filter.arrow;
    const struct eb_domain *pairs = arrow->set->left->left;
    int known = 0;
    for (size_t i = 0; i < arrow->point_count; i++) {
        const struct eb_point *point = &arrow->points[i];
        if (!eb_equal(pairs->left, point->x, x)) continue;
        if (known && !eb_equal(pairs->right_set, *row, point->y)) return -1;
        *row = point->y;
        known = 1;
    }
    return known;
}

static bool choose_row(struct rows *rows) {
    struct eb_frame *frame = rows->filter.frame;
    const struct eb_extent *arrow = rows->filter.arrow;
    struct eb_value row;
    eb_frame_work(frame);
    if (rows->index == rows->from.count) return emit_rows(rows);
    int known = known_row(rows, rows->from.items[rows->index], &row);
    if (known < 0 || (known && !eb_extent_includes(frame, arrow->right, row))) return true;
    if (known) return try_row(rows, row);
    enum { MOST_ELEMENTS = 24 };
    if (rows->to.count > MOST_ELEMENTS) eb_fail(frame, frame->too_large);
    for (uint64_t chosen = 0; chosen < UINT64_C(1) << rows->to.count; chosen++) {
        struct eb_builder builder;
        eb_builder_begin(&builder, frame, arrow->set->left->left->right_set);
        for (uint64_t rest = chosen; rest; rest &= rest - 1)
            eb_builder_add(&builder, rows->to.items[__builtin_ctzll(rest)]);
        if (!try_row(rows, eb_builder_end(&builder))) return false;
    }
    return true;
}

static bool each_by_rows(struct eb_frame *frame, const struct eb_extent *arrow, eb_visit visit, void *context) {
    struct rows rows = {.filter = {frame, arrow, visit, context}};
    rows.from = eb_extent_array(frame, arrow->left);
    rows.to = eb_extent_array(frame, arrow->right);
    rows.row = eb_frame_alloc(frame, rows.from.count * sizeof *rows.row + 1);
    return choose_row(&rows);
}

bool eb_arrow_each(struct eb_frame *frame, const struct eb_extent *arrow, eb_visit visit, void *context) {
    if (are_none(frame, arrow)) return true;
    const struct eb_extent part = within_bounds(frame, arrow);
    if (arrow->flags & EB_FUNCTIONAL) return each_function(frame, &part, visit, context);
    struct eb_extent pairs = {
        .kind = EB_EXTENT_PRODUCT, .set = arrow->set->left, .left = arrow->left, .right = arrow->right};
    struct eb_extent relations = {.kind = EB_EXTENT_POWER, .set = arrow->set, .left = &pairs};
    struct relation_filter filter = {frame, arrow, visit, context};
    if (arrow->point_count) return each_by_rows(frame, arrow, visit, context);
    return eb_extent_each(frame, &relations, visit_relation, &filter);
}
