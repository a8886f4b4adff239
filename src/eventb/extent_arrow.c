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
    if (arrow->flags & EB_TOTAL && !eb_extent_each(frame, arrow->left, is_covered, &cover)) return false;
    cover.right = true;
    return !(arrow->flags & EB_SURJECTIVE) || eb_extent_each(frame, arrow->right, is_covered, &cover);
}

/* ---- enumeration ---- */

struct choosing {
    struct eb_frame *frame;
    const struct eb_extent *arrow;
    struct eb_array from, to;
    size_t *image;    /* of each of `from`: an index into `to`, or NONE */
    unsigned *used;   /* how often each of `to` is an image */
    size_t uncovered; /* of `to` */
    eb_visit visit;
    void *context;
};

#define NONE SIZE_MAX

static bool emit_function(struct choosing *c) {
    const struct eb_domain *domain = c->arrow->set->left;
    struct eb_builder builder;
    eb_builder_begin(&builder, c->frame, domain);
    for (size_t i = 0; i < c->from.count; i++)
        if (c->image[i] != NONE)
            eb_builder_add(&builder, eb_pair(c->frame, domain->left, c->from.items[i], c->to.items[c->image[i]]));
    return c->visit(c->context, eb_builder_end(&builder));
}

static bool choose_image(struct choosing *c, size_t index) {
    eb_frame_work(c->frame);
    if (c->arrow->flags & EB_SURJECTIVE && c->uncovered > c->from.count - index) return true;
    if (index == c->from.count) return emit_function(c);
    if (!(c->arrow->flags & EB_TOTAL)) {
        c->image[index] = NONE;
        if (!choose_image(c, index + 1)) return false;
    }
    for (size_t i = 0; i < c->to.count; i++) {
        if (c->arrow->flags & EB_INJECTIVE && c->used[i]) continue;
        c->image[index] = i;
        c->uncovered -= c->used[i]++ == 0;
        bool go_on = choose_image(c, index + 1);
        c->uncovered += --c->used[i] == 0;
        if (!go_on) return false;
    }
    return true;
}

static bool each_function(struct eb_frame *frame, const struct eb_extent *arrow, eb_visit visit, void *context) {
    struct choosing c = {.frame = frame, .arrow = arrow, .visit = visit, .context = context};
    c.from = eb_extent_array(frame, arrow->left);
    c.to = eb_extent_array(frame, arrow->right);
    c.image = eb_frame_alloc(frame, c.from.count * sizeof *c.image + 1);
    c.used = eb_frame_alloc(frame, c.to.count * sizeof *c.used + 1);
    for (size_t i = 0; i < c.to.count; i++) c.used[i] = 0;
    c.uncovered = c.to.count;
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

bool eb_arrow_each(struct eb_frame *frame, const struct eb_extent *arrow, eb_visit visit, void *context) {
    if (arrow->flags & EB_FUNCTIONAL) return each_function(frame, arrow, visit, context);
    struct eb_extent pairs = {
        .kind = EB_EXTENT_PRODUCT, .set = arrow->set->left, .left = arrow->left, .right = arrow->right};
    struct eb_extent relations = {.kind = EB_EXTENT_POWER, .set = arrow->set, .left = &pairs};
    struct relation_filter filter = {frame, arrow, visit, context};
    return eb_extent_each(frame, &relations, visit_relation, &filter);
}
