/* What two sets have in common, to be enumerated: where both have no end, each may give some of the numbers, as (1‥5) ×
 * ℕ and ℕ × {2} do. */
#include "eventb/extent.h"

static struct eb_extent *with_parts(struct eb_frame *frame, const struct eb_extent *like, const struct eb_extent *left,
                                    const struct eb_extent *right) {
    struct eb_extent *extent = eb_frame_alloc(frame, sizeof *extent);
    *extent = *like;
    extent->left = left;
    extent->right = right;
    return extent;
}

static const struct eb_extent *meet_of_ranges(struct eb_frame *frame, const struct eb_extent *a,
                                              const struct eb_extent *b) {
    struct eb_extent *range = with_parts(frame, a, NULL, NULL);
    if (b->low > a->low) range->low = b->low;
    if (b->high < a->high) range->high = b->high;
    range->has_no_low = a->has_no_low && b->has_no_low;
    range->has_no_high = a->has_no_high && b->has_no_high;
    return range;
}

/* A set of relations as those from one set to another; NULL if it is something else. */
static const struct eb_extent *as_arrow(struct eb_frame *frame, const struct eb_extent *extent) {
    if (extent->kind == EB_EXTENT_ARROW) return extent;
    if (extent->kind != EB_EXTENT_POWER || extent->left->kind != EB_EXTENT_PRODUCT) return NULL;
    struct eb_extent *arrow = with_parts(frame, extent, extent->left->left, extent->left->right);
    arrow->kind = EB_EXTENT_ARROW;
    arrow->flags = 0;
    return arrow;
}

/* Whoever must cover a side has that side. */
static const struct eb_extent *meet_of_sides(struct eb_frame *frame, const struct eb_extent *a, bool a_covers,
                                             const struct eb_extent *b, bool b_covers) {
    return a_covers ? a : b_covers ? b : eb_extent_meet(frame, a, b);
}

static const struct eb_extent *meet_of_arrows(struct eb_frame *frame, const struct eb_extent *a,
                                              const struct eb_extent *b) {
    const struct eb_extent *left = meet_of_sides(frame, a->left, a->flags & EB_TOTAL, b->left, b->flags & EB_TOTAL);
    const struct eb_extent *right =
        meet_of_sides(frame, a->right, a->flags & EB_SURJECTIVE, b->right, b->flags & EB_SURJECTIVE);
    struct eb_extent *arrow = with_parts(frame, a, left, right);
    arrow->flags = a->flags | b->flags;
    return arrow;
}

/* (A ∪ B) ∩ C, (A ∖ B) ∩ C and A ∩ B ∩ C; NULL if the first is something else. */
static const struct eb_extent *meet_of_compound(struct eb_frame *frame, const struct eb_extent *a,
                                                const struct eb_extent *b) {
    const struct eb_extent *left;
    switch (a->kind) {
    case EB_EXTENT_UNION:
        left = eb_extent_meet(frame, a->left, b);
        return with_parts(frame, a, left, eb_extent_meet(frame, a->right, b));
    case EB_EXTENT_DIFFERENCE: return with_parts(frame, a, eb_extent_meet(frame, a->left, b), a->right);
    case EB_EXTENT_INTERSECTION: return eb_extent_meet(frame, eb_extent_meet(frame, a->left, a->right), b);
    default: return NULL;
    }
}

static const struct eb_extent *meet_by_parts(struct eb_frame *frame, const struct eb_extent *a,
                                             const struct eb_extent *b) {
    const struct eb_extent *arrows[] = {as_arrow(frame, a), as_arrow(frame, b)};
    if (arrows[0] && arrows[1]) return meet_of_arrows(frame, arrows[0], arrows[1]);
    if (a->kind == EB_EXTENT_RANGE && b->kind == EB_EXTENT_RANGE) return meet_of_ranges(frame, a, b);
    bool alike = a->kind == b->kind && (a->kind == EB_EXTENT_PRODUCT || a->kind == EB_EXTENT_POWER);
    if (!alike) return a;
    const struct eb_extent *left = eb_extent_meet(frame, a->left, b->left);
    const struct eb_extent *right = a->right ? eb_extent_meet(frame, a->right, b->right) : NULL;
    return with_parts(frame, a, left, right);
}

const struct eb_extent *eb_extent_meet(struct eb_frame *frame, const struct eb_extent *a, const struct eb_extent *b) {
    if (!eb_extent_is_open(a)) return a;
    if (!eb_extent_is_open(b)) return b;
    const struct eb_extent *meet = meet_of_compound(frame, a, b);
    if (!meet) meet = meet_of_compound(frame, b, a);
    return meet ? meet : meet_by_parts(frame, a, b);
}
