/* The operators on sets and relations, over values of the same domain unless another is named. */
#ifndef EVENTB_ALGEBRA_H
#define EVENTB_ALGEBRA_H

#include "eventb/value.h"

struct eb_value eb_union(struct eb_frame *frame, const struct eb_domain *set, struct eb_value a, struct eb_value b);
struct eb_value eb_intersection(struct eb_frame *frame, const struct eb_domain *set, struct eb_value a,
                                struct eb_value b);
struct eb_value eb_difference(struct eb_frame *frame, const struct eb_domain *set, struct eb_value a,
                              struct eb_value b);
bool eb_is_subset(const struct eb_domain *set, struct eb_value a, struct eb_value b);

/* `result` is the domain of what is made. */
struct eb_value eb_product(struct eb_frame *frame, const struct eb_domain *result, const struct eb_domain *left,
                           struct eb_value a, const struct eb_domain *right, struct eb_value b);
struct eb_value eb_relation_domain(struct eb_frame *frame, const struct eb_domain *result,
                                   const struct eb_domain *relation, struct eb_value r);
struct eb_value eb_relation_range(struct eb_frame *frame, const struct eb_domain *result,
                                  const struct eb_domain *relation, struct eb_value r);
struct eb_value eb_converse(struct eb_frame *frame, const struct eb_domain *result, const struct eb_domain *relation,
                            struct eb_value r);
struct eb_value eb_image(struct eb_frame *frame, const struct eb_domain *result, const struct eb_domain *relation,
                         struct eb_value r, const struct eb_domain *set, struct eb_value s);
/* The pairs whose left (or right) half is in the set, or (`keep` false) is not. */
struct eb_value eb_restrict(struct eb_frame *frame, const struct eb_domain *relation, struct eb_value r,
                            const struct eb_domain *set, struct eb_value s, bool by_range, bool keep);
struct eb_value eb_override(struct eb_frame *frame, const struct eb_domain *relation, struct eb_value r,
                            struct eb_value s);
/* r <+ {x ↦ y} */
struct eb_value eb_override_point(struct eb_frame *frame, const struct eb_domain *relation, struct eb_value r,
                                  struct eb_value x, struct eb_value y);
struct eb_value eb_compose(struct eb_frame *frame, const struct eb_domain *result, const struct eb_domain *first,
                           struct eb_value r, const struct eb_domain *second, struct eb_value s);
struct eb_value eb_direct_product(struct eb_frame *frame, const struct eb_domain *result, const struct eb_domain *first,
                                  struct eb_value r, const struct eb_domain *second, struct eb_value s);
struct eb_value eb_parallel_product(struct eb_frame *frame, const struct eb_domain *result,
                                    const struct eb_domain *first, struct eb_value r, const struct eb_domain *second,
                                    struct eb_value s);

enum eb_application { EB_APPLIED, EB_OUTSIDE_DOMAIN, EB_NOT_FUNCTIONAL };
enum eb_application eb_apply(const struct eb_domain *relation, struct eb_value f, struct eb_value x,
                             struct eb_value *y);

/* Of a relation: is no left half paired twice? Is no right half? */
bool eb_is_functional(const struct eb_domain *relation, struct eb_value r);
bool eb_is_injective(const struct eb_domain *relation, struct eb_value r);

#endif
