/* Values: comparison, elements of sets, and building sets. Values made here live in the frame's memory. */
#ifndef EVENTB_VALUE_H
#define EVENTB_VALUE_H

#include "eventb/frame.h"

int eb_compare(const struct eb_domain *domain, struct eb_value a, struct eb_value b);
static inline bool eb_equal(const struct eb_domain *domain, struct eb_value a, struct eb_value b) {
    if (domain->representation <= EB_NUMBER) return a.code == b.code;
    return eb_compare(domain, a, b) == 0;
}

/* A pair. Fails where an integer has no code, with the frame's fault for things that are too large. */
struct eb_value eb_pair(struct eb_frame *frame, const struct eb_domain *domain, struct eb_value left,
                        struct eb_value right);
/* The same; false instead of failing. */
bool eb_try_pair(struct eb_frame *frame, const struct eb_domain *domain, struct eb_value left, struct eb_value right,
                 struct eb_value *pair);

/* A value of a data type, made of these fields; and one of its fields. */
struct eb_value eb_data(struct eb_frame *frame, const struct eb_domain *domain, unsigned constructor,
                        const struct eb_value *fields);
static inline struct eb_value eb_field(struct eb_value data, unsigned index) {
    return ((const struct eb_value *)data.items)[index];
}

/* Any value at all: the first of its type. */
struct eb_value eb_some_value(struct eb_frame *frame, const struct eb_domain *domain);

/* ---- sets ---- */

struct eb_value eb_empty(struct eb_frame *frame, const struct eb_domain *set);
bool eb_is_empty(const struct eb_domain *set, struct eb_value value);
uint64_t eb_cardinality(const struct eb_domain *set, struct eb_value value);
/* Is the element in the set? One without a code is in none. */
bool eb_has(const struct eb_domain *set, struct eb_value value, struct eb_value element);
bool eb_has_code(const struct eb_domain *set, struct eb_value value, uint64_t code); /* not for EB_TREE */

/* The elements, ascending. */
struct eb_elements {
    const struct eb_domain *set;
    struct eb_value value;
    uint64_t word;
    size_t index;
};
static inline struct eb_elements eb_elements_of(const struct eb_domain *set, struct eb_value value) {
    struct eb_elements elements = {set, value, 0, 0};
    if (set->representation == EB_CODE) elements.word = value.code;
    if (set->representation == EB_BITS) elements.word = ((const uint64_t *)value.items)[0];
    return elements;
}
bool eb_next_element(struct eb_elements *elements, struct eb_value *element);

/* A set under construction; elements may come in any order and more than once. */
struct eb_builder {
    struct eb_frame *frame;
    const struct eb_domain *set;
    uint64_t word;
    void *items;
    size_t count, capacity;
    bool sorted;
};
void eb_builder_begin(struct eb_builder *builder, struct eb_frame *frame, const struct eb_domain *set);
void eb_builder_add(struct eb_builder *builder, struct eb_value element);
struct eb_value eb_builder_end(struct eb_builder *builder);

/* ---- copies and texts ---- */

/* A copy that lives in the arena. */
struct eb_value eb_copy(struct arena *arena, const struct eb_domain *domain, struct eb_value value);
/* Are all integers in it within low..high? */
bool eb_is_within(const struct eb_domain *domain, struct eb_value value, int64_t low, int64_t high);
void eb_print_value(const struct eb_domain *domain, struct eb_value value, struct text *out);

#endif
