#include "eventb/image.h"

#include "eventb/make.h"
#include "eventb/node.h"

bool eb_is_known_function(enum eb_op op) {
    return op == EB_IDENTITY || op == EB_PROJECTION_1 || op == EB_PROJECTION_2 || op == EB_SUCCESSOR ||
           op == EB_PREDECESSOR;
}

/* Or may have none: one of those that it is made of has none. */
static bool has_no_end(const struct eb_formula *relation) {
    bool any = false;
    relation = eb_strip(relation);
    if (eb_is_known_function(relation->op)) return true;
    switch (relation->op) {
    case EB_CONVERSE:
    case EB_UNION:
    case EB_FORWARD_COMPOSITION:
    case EB_BACKWARD_COMPOSITION:
    case EB_DOMAIN_RESTRICTION:
    case EB_DOMAIN_SUBTRACTION:
    case EB_RANGE_RESTRICTION:
    case EB_RANGE_SUBTRACTION:
        for (unsigned i = 0; i < relation->child_count; i++) any = any || has_no_end(relation->children[i]);
        return any;
    default: return false;
    }
}

static const struct eb_formula *image(struct arena *arena, const struct eb_formula *relation,
                                      const struct eb_formula *set) {
    const struct eb_type *type = eb_type_power(arena, relation->type->left->right);
    return eb_made_value(arena, set, EB_IMAGE, type, relation, set);
}

/* (p ; q)[S] = q[p[S]] */
static const struct eb_formula *one_after_another(struct arena *arena, const struct eb_formula *relation,
                                                  const struct eb_formula *set, bool backwards) {
    unsigned count = relation->child_count;
    for (unsigned i = 0; i < count; i++) set = image(arena, relation->children[backwards ? count - 1 - i : i], set);
    return set;
}

/* (p ∪ q)[S] = p[S] ∪ q[S] */
static const struct eb_formula *together(struct arena *arena, const struct eb_formula *relation,
                                         const struct eb_formula *set) {
    const struct eb_formula *all = image(arena, relation->children[0], set);
    for (unsigned i = 1; i < relation->child_count; i++)
        all = eb_made_value(arena, set, EB_UNION, all->type, all, image(arena, relation->children[i], set));
    return all;
}

/* (T ◁ r)[S] = r[S ∩ T], (r ▷ T)[S] = r[S] ∩ T, and what is left out the same way. */
static const struct eb_formula *restricted(struct arena *arena, const struct eb_formula *relation,
                                           const struct eb_formula *set) {
    bool by_domain = relation->op == EB_DOMAIN_RESTRICTION || relation->op == EB_DOMAIN_SUBTRACTION;
    bool leaves_out = relation->op == EB_DOMAIN_SUBTRACTION || relation->op == EB_RANGE_SUBTRACTION;
    const struct eb_formula *whole = relation->children[by_domain], *filter = relation->children[!by_domain];
    if (!has_no_end(whole)) return NULL;
    const struct eb_formula *all = by_domain ? set : image(arena, whole, set);
    const struct eb_formula *some =
        eb_made_value(arena, set, leaves_out ? EB_DIFFERENCE : EB_INTERSECTION, all->type, all, filter);
    return by_domain ? image(arena, whole, some) : some;
}

const struct eb_formula *eb_simpler_image(struct arena *arena, const struct eb_formula *formula) {
    if (formula->op != EB_IMAGE) return NULL;
    const struct eb_formula *relation = eb_strip(formula->children[0]), *set = formula->children[1];
    switch (relation->op) {
    case EB_IDENTITY: return set;
    case EB_CONVERSE: return eb_strip(relation->children[0])->op == EB_IDENTITY ? set : NULL;
    case EB_PROJECTION_1: return eb_made_value(arena, formula, EB_DOMAIN, formula->type, set, NULL);
    case EB_PROJECTION_2: return eb_made_value(arena, formula, EB_RANGE, formula->type, set, NULL);
    case EB_FORWARD_COMPOSITION:
    case EB_BACKWARD_COMPOSITION:
        return has_no_end(relation) ? one_after_another(arena, relation, set, relation->op == EB_BACKWARD_COMPOSITION)
                                    : NULL;
    case EB_UNION: return has_no_end(relation) ? together(arena, relation, set) : NULL;
    case EB_DOMAIN_RESTRICTION:
    case EB_DOMAIN_SUBTRACTION:
    case EB_RANGE_RESTRICTION:
    case EB_RANGE_SUBTRACTION: return restricted(arena, relation, set);
    default: return NULL;
    }
}
