/* Extents: sets known by how they are made up, without their elements written down. ℕ, ℙ(S) and S → T are tested and
 * enumerated as extents; only where a formula needs such a set as a value are its elements collected.
 *
 * Tests are exact. Enumerations stay within the bounds where nothing else ends them: ℤ is low..high there, and the
 * frame notes that something was missed. */
#ifndef EVENTB_EXTENT_H
#define EVENTB_EXTENT_H

#include "eventb/algebra.h"

enum eb_extent_kind {
    EB_EXTENT_VALUE,
    EB_EXTENT_RANGE, /* low..high; an end that there is none is the last number of 64 bits */
    EB_EXTENT_POWER, /* of left; `flags`: EB_NOT_EMPTY */
    EB_EXTENT_PRODUCT,
    EB_EXTENT_ARROW, /* from left to right, with `flags` */
    EB_EXTENT_UNION,
    EB_EXTENT_INTERSECTION,
    EB_EXTENT_DIFFERENCE,
    EB_EXTENT_IDENTITY,
    EB_EXTENT_EVERYTHING, /* all values of a carrier set or BOOL */
    EB_EXTENT_DATA        /* values of a data type: `fields`, by constructor and field; NULL: the extent itself */
};

enum { EB_NOT_EMPTY = 1, EB_TOTAL = 2, EB_SURJECTIVE = 4, EB_FUNCTIONAL = 8, EB_INJECTIVE = 16 };

/* Something known of a function: at x it has the value y, or one in y. */
struct eb_point {
    struct eb_value x, y;
    bool is_set;
};

struct eb_array {
    struct eb_value *items;
    size_t count;
};

/* Asked while a function is made up value by value, so that what cannot come to a good end need not be gone through. */
struct eb_sieve {
    void (*begin)(struct eb_sieve *sieve, struct eb_frame *frame, const struct eb_array *from);
    /* The values up to that at `index` are given (where `has_image`): is there hope? */
    bool (*passes)(struct eb_sieve *sieve, struct eb_frame *frame, size_t index, const struct eb_value *image,
                   const bool *has_image);
};

struct eb_extent {
    enum eb_extent_kind kind;
    unsigned flags;
    const struct eb_domain *set; /* the domain of the set, not of its elements */
    struct eb_value value;
    int64_t low, high;
    bool has_no_low, has_no_high; /* EB_EXTENT_RANGE */
    const struct eb_extent *left, *right;
    const struct eb_point *points; /* EB_EXTENT_ARROW, functions: those that contradict them need not be enumerated */
    size_t point_count;
    struct eb_sieve *sieve; /* EB_EXTENT_ARROW, functions; NULL: none */
    const struct eb_extent *const *const *fields;
    unsigned levels; /* EB_EXTENT_DATA: so many constructors inside each other are enumerated */
};

bool eb_extent_has(struct eb_frame *frame, const struct eb_extent *extent, struct eb_value element);
/* Is it in the extent, and would an enumeration come to it? */
bool eb_extent_tries(struct eb_frame *frame, const struct eb_extent *extent, struct eb_value element);
/* Are all elements of the set in the extent? */
bool eb_extent_includes(struct eb_frame *frame, const struct eb_extent *extent, struct eb_value set);
/* Everything in it, once each, in order where the kind allows. The visitor says whether to go on; so does the result.
 */
typedef bool (*eb_visit)(void *context, struct eb_value element);
bool eb_extent_each(struct eb_frame *frame, const struct eb_extent *extent, eb_visit visit, void *context);
/* All its elements as a value. Fails where some were missed. */
struct eb_value eb_extent_collect(struct eb_frame *frame, const struct eb_extent *extent);
/* Would an enumeration miss something? */
bool eb_extent_is_open(const struct eb_extent *extent);
/* All values of a type within the bounds. */
const struct eb_extent *eb_extent_of_type(struct eb_frame *frame, const struct eb_domain *set);

/* What both have, as far as their parts show: (1‥5) × {2} of (1‥5) × ℕ and ℕ × {2}. It may have more (extent_meet.c).
 */
const struct eb_extent *eb_extent_meet(struct eb_frame *frame, const struct eb_extent *a, const struct eb_extent *b);

/* (extent_arrow.c) */
bool eb_arrow_has(struct eb_frame *frame, const struct eb_extent *arrow, struct eb_value relation);
/* Are there values of such a function of which its points say nothing? */
bool eb_arrow_leaves_choice(struct eb_frame *frame, const struct eb_extent *arrow);
bool eb_arrow_each(struct eb_frame *frame, const struct eb_extent *arrow, eb_visit visit, void *context);

/* (extent_data.c) */
bool eb_data_has(struct eb_frame *frame, const struct eb_extent *data, struct eb_value value);
bool eb_data_each(struct eb_frame *frame, const struct eb_extent *data, eb_visit visit, void *context);
bool eb_data_is_open(const struct eb_extent *data);
const struct eb_extent *eb_data_of_type(struct eb_frame *frame, const struct eb_domain *set);

/* Limits the levels of all data types in an extent that was just made. */
void eb_extent_limit_levels(const struct eb_extent *extent, unsigned levels);

/* The elements of an extent as an array in the frame; those that are not missed. */
struct eb_array eb_extent_array(struct eb_frame *frame, const struct eb_extent *extent);

#endif
