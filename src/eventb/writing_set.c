/* What sets say about an element. */
#include "eventb/writing.h"

#include "eventb/value.h"

#include <inttypes.h>
#include <string.h>

static const struct eb_term *set_term(struct eb_writing *writing, const struct eb_formula *set,
                                      const struct eb_scope *scope) {
    return eb_write_term(writing, set, scope);
}

static const struct eb_term nothing = {.kind = EB_TERM_NUMBER, .text = "0"};

static const struct eb_term *left_of(struct eb_writing *writing, const struct eb_term *pair) {
    if (pair->kind == EB_TERM_PAIR) return pair->left;
    writing->failed = true;
    return &nothing;
}

static const struct eb_term *right_of(struct eb_writing *writing, const struct eb_term *pair) {
    if (pair->kind == EB_TERM_PAIR) return pair->right;
    writing->failed = true;
    return &nothing;
}

static const char *number_of(struct eb_writing *writing, const struct eb_term *number) {
    if (number->kind == EB_TERM_NUMBER) return number->text;
    writing->failed = true;
    return "0";
}

static bool is_set(const struct eb_term *term) { return term->kind == EB_TERM_SET || term->kind == EB_TERM_VALUE; }

/* ---- equality and inclusion ---- */

static const struct eb_type *elements_of(struct eb_writing *writing, const struct eb_term *set) {
    if (is_set(set) && set->type && set->type->kind == EB_TYPE_POWER) return set->type->left;
    writing->failed = true;
    return NULL;
}

const char *eb_write_included(struct eb_writing *writing, const struct eb_term *part, const struct eb_term *whole) {
    const struct eb_type *type = elements_of(writing, part);
    struct eb_names names = eb_no_names;
    if (!type) return "true";
    const struct eb_term *element = eb_fresh(writing, type, &names);
    const char *inside = eb_write_member(writing, element, part);
    return eb_for_all(writing, &names, eb_implied(writing, inside, eb_write_member(writing, element, whole)));
}

const char *eb_write_equal(struct eb_writing *writing, const struct eb_term *a, const struct eb_term *b) {
    if (is_set(a) && is_set(b))
        return eb_both(writing, eb_write_included(writing, a, b), eb_write_included(writing, b, a));
    if (a->kind == EB_TERM_PAIR) {
        const char *left = eb_write_equal(writing, a->left, left_of(writing, b));
        return eb_both(writing, left, eb_write_equal(writing, a->right, right_of(writing, b)));
    }
    return eb_text(writing, "(= %s %s)", number_of(writing, a), number_of(writing, b));
}

/* Every number in it lies between two. */
static const char *is_between(struct eb_writing *writing, const struct eb_term *element, const struct eb_type *type,
                              struct eb_names *ends) {
    if (type->kind == EB_TYPE_PRODUCT && element->kind == EB_TERM_PAIR)
        return eb_both(writing, is_between(writing, element->left, type->left, ends),
                       is_between(writing, element->right, type->right, ends));
    if (type->kind != EB_TYPE_INTEGER) return "true";
    const char *low = eb_fresh(writing, type, ends)->text, *high = eb_fresh(writing, type, ends)->text;
    return eb_text(writing, "(and (<= %s %s) (<= %s %s))", low, number_of(writing, element),
                   number_of(writing, element), high);
}

const char *eb_write_finite(struct eb_writing *writing, const struct eb_term *set) {
    const struct eb_type *type = elements_of(writing, set);
    struct eb_names names = eb_no_names, ends = eb_no_names;
    if (!type) return "true";
    const struct eb_term *element = eb_fresh(writing, type, &names);
    const char *between = is_between(writing, element, type, &ends);
    const char *all = eb_for_all(writing, &names, eb_implied(writing, eb_write_member(writing, element, set), between));
    return eb_there_is(writing, &ends, all);
}

/* ---- sets that are known ---- */

/* Numbers that follow each other are one interval. */
static const char *in_numbers(struct eb_writing *writing, const char *number, const struct eb_term *set) {
    struct eb_elements elements = eb_elements_of(set->domain, set->value);
    struct eb_value next;
    const char *any = "false";
    bool more = eb_next_element(&elements, &next);
    while (more && !writing->failed) {
        int64_t first = (int64_t)next.code, last = first;
        while ((more = eb_next_element(&elements, &next)) && (int64_t)next.code - 1 == last) last++;
        const char *low = eb_value_term(writing, set->domain->left, (struct eb_value){(uint64_t)first, NULL})->text;
        const char *high = eb_value_term(writing, set->domain->left, (struct eb_value){(uint64_t)last, NULL})->text;
        any = eb_either(writing, any, eb_text(writing, "(and (<= %s %s) (<= %s %s))", low, number, number, high));
    }
    return any;
}

static const char *in_value(struct eb_writing *writing, const struct eb_term *element, const struct eb_term *set) {
    if (set->domain->left->representation == EB_NUMBER) return in_numbers(writing, number_of(writing, element), set);
    const char *any = "false";
    struct eb_value next;
    for (struct eb_elements elements = eb_elements_of(set->domain, set->value);
         eb_next_element(&elements, &next) && !writing->failed;)
        any =
            eb_either(writing, any, eb_write_equal(writing, element, eb_value_term(writing, set->domain->left, next)));
    return any;
}

/* ---- sets that a predicate gives ---- */

/* What is left of `pattern = element` after the identifiers that it says the values of. */
struct matching {
    struct eb_writing *writing;
    const struct eb_formula *binder;
    const struct eb_scope *scope, *outer;
    struct {
        const struct eb_formula *pattern;
        const struct eb_term *element;
    } rest[8];
    unsigned rest_count;
};

static bool is_free(const struct matching *matching, unsigned slot) {
    for (const struct eb_scope *at = matching->scope; at != matching->outer; at = at->outer)
        if (at->slot == slot) return false;
    for (unsigned i = 0; i < matching->binder->bound_count; i++)
        if (matching->binder->bound[i].slot == slot) return true;
    return false;
}

static void match(struct matching *matching, const struct eb_formula *pattern, const struct eb_term *element) {
    pattern = eb_strip(pattern);
    if (pattern->op == EB_MAPLET && element->kind == EB_TERM_PAIR) {
        match(matching, pattern->children[0], element->left);
        match(matching, pattern->children[1], element->right);
    } else if (pattern->op == EB_BOUND && is_free(matching, pattern->index)) {
        matching->scope = eb_scope_with(matching->writing, matching->scope, pattern->index, element);
    } else if (matching->rest_count < sizeof matching->rest / sizeof *matching->rest) {
        matching->rest[matching->rest_count].pattern = pattern;
        matching->rest[matching->rest_count++].element = element;
    } else {
        matching->writing->failed = true;
    }
}

static const char *in_comprehension(struct eb_writing *writing, const struct eb_term *element,
                                    const struct eb_formula *set, const struct eb_scope *scope) {
    struct matching matching = {.writing = writing, .binder = set, .scope = scope, .outer = scope};
    struct eb_names names = eb_no_names;
    match(&matching, set->children[1], element);
    for (unsigned i = 0; i < set->bound_count; i++)
        if (is_free(&matching, set->bound[i].slot))
            matching.scope = eb_scope_with(writing, matching.scope, set->bound[i].slot,
                                           eb_fresh(writing, set->bound[i].type, &names));
    struct eb_names before = eb_pending_begin(writing);
    const char *body = eb_write_predicate(writing, set->children[0], matching.scope);
    for (unsigned i = 0; i < matching.rest_count; i++) {
        const struct eb_term *value = eb_write_term(writing, matching.rest[i].pattern, matching.scope);
        body = eb_both(writing, body, eb_write_equal(writing, matching.rest[i].element, value));
    }
    return eb_there_is(writing, &names, eb_pending_end(writing, before, body));
}

/* ⋃ and ⋂: in one of them; in all of them. */
static const char *in_quantified(struct eb_writing *writing, const struct eb_term *element,
                                 const struct eb_formula *set, const struct eb_scope *scope) {
    struct eb_names names = eb_no_names;
    const struct eb_scope *inner = eb_scope_of(writing, scope, set, &names);
    const char *chosen = eb_write_predicate(writing, set->children[0], inner);
    const char *member = eb_write_member(writing, element, set_term(writing, set->children[1], inner));
    if (set->op == EB_QUANTIFIED_UNION) return eb_there_is(writing, &names, eb_both(writing, chosen, member));
    return eb_for_all(writing, &names, eb_implied(writing, chosen, member));
}

/* ---- relations ---- */

/* Is the element paired with anything on the other side? */
static const char *is_related(struct eb_writing *writing, const struct eb_term *element, const struct eb_term *relation,
                              bool as_left) {
    const struct eb_type *type = elements_of(writing, relation);
    struct eb_names names = eb_no_names;
    if (!type || type->kind != EB_TYPE_PRODUCT) return "true";
    const struct eb_term *other = eb_fresh(writing, as_left ? type->right : type->left, &names);
    const struct eb_term *pair =
        as_left ? eb_pair_term(writing, element, other) : eb_pair_term(writing, other, element);
    return eb_there_is(writing, &names, eb_write_member(writing, pair, relation));
}

static const char *in_image(struct eb_writing *writing, const struct eb_term *element, const struct eb_term *relation,
                            const struct eb_term *set) {
    const struct eb_type *type = elements_of(writing, set);
    struct eb_names names = eb_no_names;
    if (!type) return "true";
    const struct eb_term *from = eb_fresh(writing, type, &names);
    const char *inside = eb_write_member(writing, from, set);
    const char *related = eb_write_member(writing, eb_pair_term(writing, from, element), relation);
    return eb_there_is(writing, &names, eb_both(writing, inside, related));
}

static const char *in_composition(struct eb_writing *writing, const struct eb_term *pair, const struct eb_term *first,
                                  const struct eb_term *second) {
    const struct eb_type *type = elements_of(writing, first);
    struct eb_names names = eb_no_names;
    if (!type || type->kind != EB_TYPE_PRODUCT) return "true";
    const struct eb_term *between = eb_fresh(writing, type->right, &names);
    const char *one = eb_write_member(writing, eb_pair_term(writing, left_of(writing, pair), between), first);
    const char *two = eb_write_member(writing, eb_pair_term(writing, between, right_of(writing, pair)), second);
    return eb_there_is(writing, &names, eb_both(writing, one, two));
}

/* No left half is paired with two right halves; or no right half with two left ones. */
static const char *is_functional(struct eb_writing *writing, const struct eb_term *relation, bool inverse) {
    const struct eb_type *type = elements_of(writing, relation);
    struct eb_names names = eb_no_names;
    if (!type || type->kind != EB_TYPE_PRODUCT) return "true";
    const struct eb_term *x = eb_fresh(writing, inverse ? type->right : type->left, &names);
    const struct eb_term *y = eb_fresh(writing, inverse ? type->left : type->right, &names);
    const struct eb_term *z = eb_fresh(writing, inverse ? type->left : type->right, &names);
    const struct eb_term *one = inverse ? eb_pair_term(writing, y, x) : eb_pair_term(writing, x, y);
    const struct eb_term *two = inverse ? eb_pair_term(writing, z, x) : eb_pair_term(writing, x, z);
    const char *both =
        eb_both(writing, eb_write_member(writing, one, relation), eb_write_member(writing, two, relation));
    return eb_for_all(writing, &names, eb_implied(writing, both, eb_write_equal(writing, y, z)));
}

/* Everything in the set is related to something. */
static const char *is_covered(struct eb_writing *writing, const struct eb_term *set, const struct eb_term *relation,
                              bool as_left) {
    const struct eb_type *type = elements_of(writing, set);
    struct eb_names names = eb_no_names;
    if (!type) return "true";
    const struct eb_term *element = eb_fresh(writing, type, &names);
    const char *inside = eb_write_member(writing, element, set);
    return eb_for_all(writing, &names, eb_implied(writing, inside, is_related(writing, element, relation, as_left)));
}

static bool is_among(enum eb_op op, const enum eb_op *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (list[i] == op) return true;
    return false;
}
#define IS_AMONG(op, ...)                                                                                              \
    is_among(op, (const enum eb_op[]){__VA_ARGS__}, sizeof((const enum eb_op[]){__VA_ARGS__}) / sizeof(enum eb_op))

/* Is the relation one of `arrow`, from one set to another? */
static const char *in_arrow(struct eb_writing *writing, const struct eb_term *relation, enum eb_op arrow,
                            const struct eb_term *from, const struct eb_term *to) {
    const struct eb_type *type = elements_of(writing, relation);
    struct eb_names names = eb_no_names;
    if (!type || type->kind != EB_TYPE_PRODUCT) return "true";
    const struct eb_term *pair = eb_fresh(writing, type, &names);
    const char *inside =
        eb_both(writing, eb_write_member(writing, pair->left, from), eb_write_member(writing, pair->right, to));
    const char *all =
        eb_for_all(writing, &names, eb_implied(writing, eb_write_member(writing, pair, relation), inside));
    if (IS_AMONG(arrow, EB_TOTAL_RELATIONS, EB_TOTAL_SURJECTIVE_RELATIONS, EB_TOTAL_FUNCTIONS, EB_TOTAL_INJECTIONS,
                 EB_TOTAL_SURJECTIONS, EB_BIJECTIONS))
        all = eb_both(writing, all, is_covered(writing, from, relation, true));
    if (IS_AMONG(arrow, EB_SURJECTIVE_RELATIONS, EB_TOTAL_SURJECTIVE_RELATIONS, EB_PARTIAL_SURJECTIONS,
                 EB_TOTAL_SURJECTIONS, EB_BIJECTIONS))
        all = eb_both(writing, all, is_covered(writing, to, relation, false));
    if (arrow >= EB_PARTIAL_FUNCTIONS) all = eb_both(writing, all, is_functional(writing, relation, false));
    if (IS_AMONG(arrow, EB_PARTIAL_INJECTIONS, EB_TOTAL_INJECTIONS, EB_BIJECTIONS))
        all = eb_both(writing, all, is_functional(writing, relation, true));
    return all;
}

/* Of operators with two operands. */
static const char *in_relation(struct eb_writing *writing, const struct eb_term *e, enum eb_op op,
                               const struct eb_term *a, const struct eb_term *b) {
    switch (op) {
    case EB_PRODUCT:
        return eb_both(writing, eb_write_member(writing, left_of(writing, e), a),
                       eb_write_member(writing, right_of(writing, e), b));
    case EB_IMAGE: return in_image(writing, e, a, b);
    case EB_FORWARD_COMPOSITION: return in_composition(writing, e, a, b);
    case EB_BACKWARD_COMPOSITION: return in_composition(writing, e, b, a);
    case EB_DOMAIN_RESTRICTION:
        return eb_both(writing, eb_write_member(writing, left_of(writing, e), a), eb_write_member(writing, e, b));
    case EB_DOMAIN_SUBTRACTION:
        return eb_both(writing, eb_negated(writing, eb_write_member(writing, left_of(writing, e), a)),
                       eb_write_member(writing, e, b));
    case EB_RANGE_RESTRICTION:
        return eb_both(writing, eb_write_member(writing, e, a), eb_write_member(writing, right_of(writing, e), b));
    case EB_RANGE_SUBTRACTION:
        return eb_both(writing, eb_write_member(writing, e, a),
                       eb_negated(writing, eb_write_member(writing, right_of(writing, e), b)));
    case EB_OVERRIDE: {
        const char *kept = eb_negated(writing, is_related(writing, left_of(writing, e), b, true));
        return eb_either(writing, eb_write_member(writing, e, b),
                         eb_both(writing, eb_write_member(writing, e, a), kept));
    }
    case EB_DIRECT_PRODUCT: {
        const struct eb_term *x = left_of(writing, e), *y = right_of(writing, e);
        return eb_both(writing, eb_write_member(writing, eb_pair_term(writing, x, left_of(writing, y)), a),
                       eb_write_member(writing, eb_pair_term(writing, x, right_of(writing, y)), b));
    }
    case EB_PARALLEL_PRODUCT: {
        const struct eb_term *x = left_of(writing, e), *y = right_of(writing, e);
        const struct eb_term *one = eb_pair_term(writing, left_of(writing, x), left_of(writing, y));
        const struct eb_term *two = eb_pair_term(writing, right_of(writing, x), right_of(writing, y));
        return eb_both(writing, eb_write_member(writing, one, a), eb_write_member(writing, two, b));
    }
    default:
        if (eb_is_arrow(op)) return in_arrow(writing, e, op, a, b);
        writing->failed = true;
        return "true";
    }
}

/* ---- all sets ---- */

static const char *combined(struct eb_writing *writing, const struct eb_term *element, const struct eb_formula *set,
                            const struct eb_scope *scope) {
    const char *all = eb_write_member(writing, element, set_term(writing, set->children[0], scope));
    for (unsigned i = 1; i < set->child_count; i++) {
        const char *one = eb_write_member(writing, element, set_term(writing, set->children[i], scope));
        if (set->op == EB_UNION)
            all = eb_either(writing, all, one);
        else
            all = eb_both(writing, all, set->op == EB_DIFFERENCE ? eb_negated(writing, one) : one);
    }
    return all;
}

static const char *listed(struct eb_writing *writing, const struct eb_term *element, const struct eb_formula *set,
                          const struct eb_scope *scope) {
    const char *any = "false";
    for (unsigned i = 0; i < set->child_count; i++)
        any =
            eb_either(writing, any, eb_write_equal(writing, element, eb_write_term(writing, set->children[i], scope)));
    return any;
}

/* union({S, T}) and inter({S, T}). */
static const char *in_members(struct eb_writing *writing, const struct eb_term *element, const struct eb_formula *set,
                              const struct eb_scope *scope) {
    const struct eb_formula *members = eb_strip(set->children[0]);
    bool any = set->op == EB_GENERAL_UNION;
    const char *all = any ? "false" : "true";
    for (unsigned i = 0; i < members->child_count; i++) {
        const char *one = eb_write_member(writing, element, set_term(writing, members->children[i], scope));
        all = any ? eb_either(writing, all, one) : eb_both(writing, all, one);
    }
    return all;
}

static const char *in_interval(struct eb_writing *writing, const struct eb_term *element, const struct eb_formula *set,
                               const struct eb_scope *scope) {
    const char *low = number_of(writing, eb_write_term(writing, set->children[0], scope));
    const char *high = number_of(writing, eb_write_term(writing, set->children[1], scope));
    const char *number = number_of(writing, element);
    return eb_text(writing, "(and (<= %s %s) (<= %s %s))", low, number, number, high);
}

static const char *is_subset(struct eb_writing *writing, const struct eb_term *element, const struct eb_formula *power,
                             const struct eb_scope *scope) {
    const char *included = eb_write_included(writing, element, set_term(writing, power->children[0], scope));
    const struct eb_type *type = elements_of(writing, element);
    if (power->op == EB_POWER_SET || !type) return included;
    struct eb_names names = eb_no_names;
    const struct eb_term *any = eb_fresh(writing, type, &names);
    return eb_both(writing, included, eb_there_is(writing, &names, eb_write_member(writing, any, element)));
}

/* Of sets without operands. */
static const char *in_atom(struct eb_writing *writing, const struct eb_term *e, const struct eb_formula *set) {
    switch (set->op) {
    case EB_EMPTY_SET: return "false";
    case EB_INTEGERS:
    case EB_BOOLEANS: return "true";
    case EB_NATURALS: return eb_text(writing, "(<= 0 %s)", number_of(writing, e));
    case EB_NATURALS_1: return eb_text(writing, "(<= 1 %s)", number_of(writing, e));
    case EB_IDENTITY: return eb_write_equal(writing, left_of(writing, e), right_of(writing, e));
    case EB_PROJECTION_1: return eb_write_equal(writing, left_of(writing, left_of(writing, e)), right_of(writing, e));
    case EB_PROJECTION_2: return eb_write_equal(writing, right_of(writing, left_of(writing, e)), right_of(writing, e));
    case EB_SUCCESSOR:
    case EB_PREDECESSOR:
        return eb_text(writing, "(= %s (%s %s 1))", number_of(writing, right_of(writing, e)),
                       set->op == EB_SUCCESSOR ? "+" : "-", number_of(writing, left_of(writing, e)));
    default:
        if (set->op == EB_IDENTIFIER && set->identifier == EB_CARRIER_SET) return "true";
        writing->failed = true;
        return "true";
    }
}

static const char *in_set(struct eb_writing *writing, const struct eb_term *e, const struct eb_formula *set,
                          const struct eb_scope *scope) {
    switch (set->op) {
    case EB_UNION:
    case EB_INTERSECTION:
    case EB_DIFFERENCE: return combined(writing, e, set, scope);
    case EB_SET_EXTENSION: return listed(writing, e, set, scope);
    case EB_GENERAL_UNION:
    case EB_GENERAL_INTERSECTION: return in_members(writing, e, set, scope);
    case EB_INTERVAL: return in_interval(writing, e, set, scope);
    case EB_POWER_SET:
    case EB_POWER_SET_1: return is_subset(writing, e, set, scope);
    case EB_DOMAIN: return is_related(writing, e, set_term(writing, set->children[0], scope), true);
    case EB_RANGE: return is_related(writing, e, set_term(writing, set->children[0], scope), false);
    case EB_CONVERSE:
        return eb_write_member(writing, eb_pair_term(writing, right_of(writing, e), left_of(writing, e)),
                               set_term(writing, set->children[0], scope));
    case EB_COMPREHENSION:
    case EB_LAMBDA: return in_comprehension(writing, e, set, scope);
    case EB_QUANTIFIED_UNION:
    case EB_QUANTIFIED_INTERSECTION: return in_quantified(writing, e, set, scope);
    default: break;
    }
    if (!set->child_count) return in_atom(writing, e, set);
    if (set->child_count == 2)
        return in_relation(writing, e, set->op, set_term(writing, set->children[0], scope),
                           set_term(writing, set->children[1], scope));
    writing->failed = true;
    return "true";
}

const char *eb_write_member(struct eb_writing *writing, const struct eb_term *element, const struct eb_term *set) {
    if (writing->failed) return "true";
    if (set->kind == EB_TERM_VALUE) return in_value(writing, element, set);
    if (set->kind != EB_TERM_SET) {
        writing->failed = true;
        return "true";
    }
    struct eb_names before = eb_pending_begin(writing);
    return eb_pending_end(writing, before, in_set(writing, element, set->set, set->scope));
}
