/* Sets that a predicate gives, {x·P ∣ E} and λ: used without their elements, where these are infinite or too many.
 * Membership evaluates the predicate; what is made of such a relation (its domain, an image, a restriction) is a set
 * given by a predicate again; inclusion and equality are quantified formulas. */
#include "eventb/comprehension.h"
#include "eventb/finite.h"
#include "eventb/laws.h"

#include "eventb/theory.h"
#include "eventb/type.h"

#include <stdatomic.h>

static bool is_comprehension(const struct eb_formula *formula) {
    return formula->op == EB_COMPREHENSION || formula->op == EB_LAMBDA;
}

/* ---- which sets are too large to be written down ---- */

static bool comprehension_is_large(struct eb_compiler *compiler, const struct eb_formula *comprehension) {
    enum { FEW = 14 };
    bool before = compiler->may_cut;
    const struct eb_plan *plan = eb_plan_comprehension(compiler, comprehension);
    compiler->may_cut = before;
    return plan->is_open || plan->is_rarely_open || plan->bits > FEW;
}

static bool has_large_part(struct eb_compiler *compiler, const struct eb_formula *set) {
    for (unsigned i = 0; i < set->child_count; i++)
        if (eb_set_is_large(compiler, set->children[i])) return true;
    return false;
}

bool eb_set_is_large(struct eb_compiler *compiler, const struct eb_formula *set) {
    set = eb_strip(set);
    switch (set->op) {
    case EB_COMPREHENSION:
    case EB_LAMBDA: return comprehension_is_large(compiler, set);
    case EB_SUCCESSOR:
    case EB_PREDECESSOR: return true;
    case EB_DOMAIN:
    case EB_RANGE:
    case EB_CONVERSE:
    case EB_IMAGE:
    case EB_DOMAIN_RESTRICTION:
    case EB_DOMAIN_SUBTRACTION:
    case EB_RANGE_RESTRICTION:
    case EB_RANGE_SUBTRACTION:
    case EB_FORWARD_COMPOSITION:
    case EB_BACKWARD_COMPOSITION: {
        const struct eb_formula *unfolded = eb_unfold(compiler, set);
        return is_comprehension(unfolded) && comprehension_is_large(compiler, unfolded);
    }
    case EB_UNION:
    case EB_INTERSECTION:
    case EB_DIFFERENCE: return eb_set_is_open(set) || has_large_part(compiler, set);
    default: return eb_set_is_open(set);
    }
}

static unsigned few_parts(struct eb_compiler *compiler, const struct eb_formula *set) {
    unsigned few = 0;
    for (unsigned i = 0; i < set->child_count; i++) few += eb_set_is_few(compiler, set->children[i]);
    return few;
}

bool eb_set_is_few(struct eb_compiler *compiler, const struct eb_formula *set) {
    set = eb_strip(set);
    if (!eb_type_has_numbers(set->type)) return true;
    switch (set->op) {
    case EB_EMPTY_SET:
    case EB_SET_EXTENSION:
    case EB_INTERVAL: return true;
    case EB_IDENTIFIER:
    case EB_COMPREHENSION:
    case EB_LAMBDA: return !eb_set_is_large(compiler, set);
    case EB_UNION:
    case EB_PRODUCT:
    case EB_OVERRIDE: return few_parts(compiler, set) == set->child_count;
    case EB_INTERSECTION: return few_parts(compiler, set) > 0;
    case EB_DIFFERENCE:
    case EB_DOMAIN:
    case EB_RANGE:
    case EB_CONVERSE:
    case EB_RANGE_RESTRICTION:
    case EB_RANGE_SUBTRACTION: return eb_set_is_few(compiler, set->children[0]);
    case EB_IMAGE: {
        enum eb_op of = eb_strip(set->children[0])->op; /* each has one value at each place */
        bool is_step = of == EB_SUCCESSOR || of == EB_PREDECESSOR || of == EB_IDENTITY;
        return eb_set_is_few(compiler, set->children[is_step]);
    }
    case EB_DOMAIN_RESTRICTION:
    case EB_DOMAIN_SUBTRACTION: return eb_set_is_few(compiler, set->children[1]);
    case EB_APPLICATION: return !eb_set_is_open(set);
    default: return false;
    }
}

/* ---- what is made of such a relation ---- */

static const struct eb_formula *changed(struct eb_compiler *compiler, const struct eb_formula *formula,
                                        const struct eb_formula *relation, const struct eb_formula *condition,
                                        const struct eb_formula *expression) {
    struct eb_formula *result = arena_new_object(compiler->arena, struct eb_formula);
    const struct eb_formula **children = arena_new_array(compiler->arena, const struct eb_formula *, 2);
    children[0] = condition ? eb_made_of(compiler->arena, formula, EB_AND, relation->children[0], condition)
                            : relation->children[0];
    children[1] = expression;
    *result = *relation;
    result->op = EB_COMPREHENSION;
    result->type = formula->type;
    result->children = children;
    return result;
}

static const struct eb_formula *pair_of(struct eb_compiler *compiler, const struct eb_formula *left,
                                        const struct eb_formula *right) {
    const struct eb_type *type = eb_type_product(compiler->arena, left->type, right->type);
    return eb_made_value(compiler->arena, left, EB_MAPLET, type, left, right);
}

static const struct eb_formula *turned_pair(struct eb_compiler *compiler, const struct eb_formula *maplet) {
    return pair_of(compiler, maplet->children[1], maplet->children[0]);
}

static const struct eb_formula *given_by(struct eb_compiler *compiler, const struct eb_formula *like,
                                         const struct eb_bound *bound, unsigned count,
                                         const struct eb_formula *predicate, const struct eb_formula *expression) {
    struct eb_formula *set = eb_made_value(compiler->arena, like, EB_COMPREHENSION, like->type, predicate, expression);
    set->bound = bound;
    set->bound_count = count;
    return set;
}

static struct eb_bound fresh_bound(struct eb_compiler *compiler, const char *name, const struct eb_formula *like,
                                   const struct eb_type *type) {
    return (struct eb_bound){.name = name, .type = type, .slot = compiler->fresh++, .place = like->place};
}

/* {x·x ∈ ℤ ∣ x ↦ x + 1} */
static const struct eb_formula *steps(struct eb_compiler *compiler, const struct eb_formula *set) {
    struct arena *arena = compiler->arena;
    struct eb_bound *bound = arena_new_object(arena, struct eb_bound);
    *bound = fresh_bound(compiler, "a number", set, eb_type_integer());
    const struct eb_formula *x = eb_made_bound(arena, bound, set->place), *one = eb_made_number(arena, x, 1);
    const struct eb_formula *integers =
        eb_made_value(arena, set, EB_INTEGERS, eb_type_power(arena, eb_type_integer()), NULL, NULL);
    const struct eb_formula *next =
        eb_made_value(arena, x, set->op == EB_SUCCESSOR ? EB_ADD : EB_SUBTRACT, eb_type_integer(), x, one);
    return given_by(compiler, set, bound, 1, eb_made_of(arena, set, EB_IN, x, integers), pair_of(compiler, x, next));
}

const struct eb_formula *eb_filtered(struct eb_compiler *compiler, const struct eb_formula *formula) {
    bool by_domain = formula->op == EB_DOMAIN_RESTRICTION || formula->op == EB_DOMAIN_SUBTRACTION;
    bool by_range = formula->op == EB_RANGE_RESTRICTION || formula->op == EB_RANGE_SUBTRACTION;
    bool leaves_out = formula->op == EB_DOMAIN_SUBTRACTION || formula->op == EB_RANGE_SUBTRACTION;
    if (!by_domain && !by_range && formula->op != EB_IMAGE) return NULL;
    const struct eb_formula *relation = formula->children[by_domain], *set = formula->children[!by_domain];
    if (!eb_is_certainly_finite(relation) || !eb_is_safe(set) || !eb_set_is_large(compiler, set)) return NULL;
    struct eb_bound *bound = arena_new_array(compiler->arena, struct eb_bound, 2);
    bound[0] = fresh_bound(compiler, "a left half", formula, relation->type->left->left);
    bound[1] = fresh_bound(compiler, "a right half", formula, relation->type->left->right);
    const struct eb_formula *left = eb_made_bound(compiler->arena, &bound[0], formula->place),
                            *right = eb_made_bound(compiler->arena, &bound[1], formula->place),
                            *pair = pair_of(compiler, left, right);
    const struct eb_formula *filter =
        eb_made_of(compiler->arena, formula, leaves_out ? EB_NOT_IN : EB_IN, by_range ? right : left, set);
    const struct eb_formula *both = eb_made_of(compiler->arena, formula, EB_AND,
                                               eb_made_of(compiler->arena, formula, EB_IN, pair, relation), filter);
    return given_by(compiler, formula, bound, 2, both, formula->op == EB_IMAGE ? right : pair);
}

/* id and prj1 of numbers: {x·⊤ ∣ x ↦ x}, {x, y·⊤ ∣ x ↦ y ↦ x}. */
static const struct eb_formula *basic(struct eb_compiler *compiler, const struct eb_formula *set) {
    struct arena *arena = compiler->arena;
    const struct eb_type *from = set->type->left->left;
    struct eb_bound *bound = arena_new_array(arena, struct eb_bound, 2);
    const struct eb_formula *always = eb_made_of(arena, set, EB_TRUE, NULL, NULL);
    bool is_identity = set->op == EB_IDENTITY;
    bound[0] = fresh_bound(compiler, is_identity ? "an element" : "a left half", set, is_identity ? from : from->left);
    const struct eb_formula *x = eb_made_bound(arena, &bound[0], set->place);
    if (is_identity) return given_by(compiler, set, bound, 1, always, pair_of(compiler, x, x));
    bound[1] = fresh_bound(compiler, "a right half", set, from->right);
    const struct eb_formula *y = eb_made_bound(arena, &bound[1], set->place);
    const struct eb_formula *half = set->op == EB_PROJECTION_1 ? x : y;
    return given_by(compiler, set, bound, 2, always, pair_of(compiler, pair_of(compiler, x, y), half));
}

/* A relation as a set of pairs that a predicate gives; NULL if it is none. */
static const struct eb_formula *as_pairs(struct eb_compiler *compiler, const struct eb_formula *relation) {
    relation = eb_unfold(compiler, relation);
    bool is_basic = relation->op == EB_IDENTITY || relation->op == EB_PROJECTION_1 || relation->op == EB_PROJECTION_2;
    if (is_basic && eb_type_has_numbers(relation->type)) relation = basic(compiler, relation);
    return is_comprehension(relation) && eb_strip(relation->children[1])->op == EB_MAPLET ? relation : NULL;
}

static bool is_large_relation(struct eb_compiler *compiler, const struct eb_formula *relation) {
    return relation && comprehension_is_large(compiler, relation);
}

/* Of a relation that is no such set: {a, b·a ↦ b ∈ r ∣ a ↦ b}. */
static const struct eb_formula *listed(struct eb_compiler *compiler, const struct eb_formula *relation) {
    struct eb_bound *bound = arena_new_array(compiler->arena, struct eb_bound, 2);
    bound[0] = fresh_bound(compiler, "a left half", relation, relation->type->left->left);
    bound[1] = fresh_bound(compiler, "a right half", relation, relation->type->left->right);
    const struct eb_formula *pair = pair_of(compiler, eb_made_bound(compiler->arena, &bound[0], relation->place),
                                            eb_made_bound(compiler->arena, &bound[1], relation->place));
    return given_by(compiler, relation, bound, 2, eb_made_of(compiler->arena, relation, EB_IN, pair, relation), pair);
}

/* r ; s, where one of them is large: {x, y·P ∧ Q ∧ b = c ∣ a ↦ d} of {x·P ∣ a ↦ b} and {y·Q ∣ c ↦ d}. */
static const struct eb_formula *composed(struct eb_compiler *compiler, const struct eb_formula *set) {
    bool backward = set->op == EB_BACKWARD_COMPOSITION;
    const struct eb_formula *parts[2] = {set->children[backward], set->children[!backward]}, *pairs[2];
    struct arena *arena = compiler->arena;
    for (unsigned i = 0; i < 2; i++) pairs[i] = as_pairs(compiler, parts[i]);
    if (!is_large_relation(compiler, pairs[0]) && !is_large_relation(compiler, pairs[1])) return set;
    for (unsigned i = 0; i < 2; i++) {
        if (!pairs[i] && (!eb_is_safe(parts[i]) || eb_set_is_open(parts[i]))) return set;
        if (!pairs[i]) pairs[i] = listed(compiler, parts[i]);
    }
    unsigned count = pairs[0]->bound_count, all = count + pairs[1]->bound_count;
    struct eb_bound *bound = arena_new_array(arena, struct eb_bound, all);
    for (unsigned i = 0; i < all; i++) bound[i] = i < count ? pairs[0]->bound[i] : pairs[1]->bound[i - count];
    const struct eb_formula *first = eb_strip(pairs[0]->children[1]), *second = eb_strip(pairs[1]->children[1]);
    const struct eb_formula *both = eb_made_of(arena, set, EB_AND, pairs[0]->children[0], pairs[1]->children[0]);
    const struct eb_formula *meet = eb_made_of(arena, set, EB_EQUAL, second->children[0], first->children[1]);
    return given_by(compiler, set, bound, all, eb_made_of(arena, set, EB_AND, both, meet),
                    pair_of(compiler, first->children[0], second->children[1]));
}

/* r ∖ s and r ∩ s: the pairs of r that are not in s, or that are. */
static const struct eb_formula *sifted(struct eb_compiler *compiler, const struct eb_formula *set) {
    const struct eb_formula *pairs = as_pairs(compiler, eb_unfold_applied(compiler, set->children[0]));
    enum eb_op op = set->op == EB_DIFFERENCE ? EB_NOT_IN : EB_IN;
    for (unsigned i = 1; pairs && i < set->child_count; i++)
        pairs = changed(compiler, set, pairs,
                        eb_made_of(compiler->arena, set, op, pairs->children[1], set->children[i]), pairs->children[1]);
    return pairs ? pairs : set;
}

/* r <+ s <+ t as r <+ (s <+ t). */
static const struct eb_formula *overriding(struct eb_compiler *compiler, const struct eb_formula *set,
                                           const struct eb_formula **overridden) {
    const struct eb_formula *first = eb_strip(set->children[0]), *by = set->children[1];
    for (unsigned i = 2; i < set->child_count; i++)
        by = eb_made_value(compiler->arena, set, EB_OVERRIDE, set->type, by, set->children[i]);
    *overridden = first;
    if (first->op != EB_OVERRIDE) return by;
    return eb_made_value(compiler->arena, set, EB_OVERRIDE, set->type, overriding(compiler, first, overridden), by);
}

const struct eb_formula *eb_without_override(struct eb_compiler *compiler, const struct eb_formula *set) {
    struct arena *arena = compiler->arena;
    const struct eb_formula *first;
    if (set->op != EB_OVERRIDE) return set;
    const struct eb_formula *by = overriding(compiler, set, &first);
    bool large =
        eb_set_is_large(compiler, eb_unfold(compiler, first)) || eb_set_is_large(compiler, eb_unfold(compiler, by));
    if (!large) return set;
    const struct eb_formula *domain =
        eb_made_value(arena, by, EB_DOMAIN, eb_type_power(arena, by->type->left->left), by, NULL);
    const struct eb_formula *rest = eb_made_value(arena, set, EB_DOMAIN_SUBTRACTION, set->type, domain, first);
    return eb_made_value(arena, set, EB_UNION, set->type, rest, by);
}

const struct eb_formula *eb_unfold_applied(struct eb_compiler *compiler, const struct eb_formula *function) {
    function = eb_without_override(compiler, eb_unfold(compiler, function));
    bool is_listed = function->op == EB_PRODUCT || function->op == EB_SET_EXTENSION || function->op == EB_OVERRIDE ||
                     function->op == EB_DOMAIN_SUBTRACTION;
    if (is_listed) return listed(compiler, function);
    bool sifts = function->op == EB_DIFFERENCE || function->op == EB_INTERSECTION;
    return sifts ? sifted(compiler, function) : function;
}

const struct eb_formula *eb_unfold(struct eb_compiler *compiler, const struct eb_formula *set) {
    set = eb_strip(set);
    if (set->op == EB_SUCCESSOR || set->op == EB_PREDECESSOR) return steps(compiler, set);
    if (set->op == EB_FORWARD_COMPOSITION || set->op == EB_BACKWARD_COMPOSITION) return composed(compiler, set);
    bool by_domain = set->op == EB_DOMAIN_RESTRICTION || set->op == EB_DOMAIN_SUBTRACTION;
    bool by_range = set->op == EB_RANGE_RESTRICTION || set->op == EB_RANGE_SUBTRACTION;
    bool of_one = set->op == EB_DOMAIN || set->op == EB_RANGE || set->op == EB_CONVERSE;
    if (!by_domain && !by_range && !of_one && set->op != EB_IMAGE) return set;
    const struct eb_formula *relation = as_pairs(compiler, set->children[by_domain ? 1 : 0]);
    if (!is_large_relation(compiler, relation)) return set;
    const struct eb_formula *maplet = eb_strip(relation->children[1]);
    const struct eb_formula *left = maplet->children[0], *right = maplet->children[1];
    bool subtract = set->op == EB_DOMAIN_SUBTRACTION || set->op == EB_RANGE_SUBTRACTION;
    enum eb_op in = subtract ? EB_NOT_IN : EB_IN;
    if (set->op == EB_DOMAIN) return changed(compiler, set, relation, NULL, left);
    if (set->op == EB_RANGE) return changed(compiler, set, relation, NULL, right);
    if (set->op == EB_CONVERSE) return changed(compiler, set, relation, NULL, turned_pair(compiler, maplet));
    if (by_domain)
        return changed(compiler, set, relation, eb_made_of(compiler->arena, set, in, left, set->children[0]), maplet);
    const struct eb_formula *condition =
        eb_made_of(compiler->arena, set, in, set->op == EB_IMAGE ? left : right, set->children[1]);
    return changed(compiler, set, relation, condition, set->op == EB_IMAGE ? right : maplet);
}

/* ---- parts that must be well-defined whatever is asked of the whole ---- */

static const struct eb_formula *for_all(struct eb_compiler *compiler, const struct eb_formula *like,
                                        const struct eb_bound *bound, unsigned count, const struct eb_formula *body) {
    struct eb_formula *formula = eb_made_of(compiler->arena, like, EB_FORALL, body, NULL);
    formula->bound = bound;
    formula->bound_count = count;
    return formula;
}

/* {x·P ∣ E} is well-defined where ∀x·P ⇒ E = E is, whichever elements are looked at. NULL: it always is. */
static const struct eb_formula *elements_evaluated(struct eb_compiler *compiler, const struct eb_formula *set) {
    const struct eb_formula *value = set->children[1];
    const struct eb_formula *same = eb_made_of(compiler->arena, value, EB_EQUAL, value, value);
    const struct eb_formula *body = eb_made_of(compiler->arena, set, EB_IMPLIES, set->children[0], same);
    return eb_is_safe_in_order(body) ? NULL : for_all(compiler, set, set->bound, set->bound_count, body);
}

/* A ∪ B is well-defined only if both are, also where x ∈ A alone decides. Any part that may be ill-defined is evaluated
 * first. NULL: there is none. */
static const struct eb_formula *parts_evaluated(struct eb_compiler *compiler, const struct eb_formula *set) {
    const struct eb_formula *all = NULL;
    set = eb_strip(set);
    if (eb_is_safe(set)) return NULL;
    if (is_comprehension(set)) return elements_evaluated(compiler, set);
    if (!eb_set_is_large(compiler, set)) return eb_made_of(compiler->arena, set, EB_FINITE, set, NULL);
    for (unsigned i = 0; i < set->child_count; i++) {
        const struct eb_type *type = set->children[i]->type;
        bool is_set = type && type->kind == EB_TYPE_POWER;
        const struct eb_formula *one = is_set ? parts_evaluated(compiler, set->children[i]) : NULL;
        all = all && one ? eb_made_of(compiler->arena, set, EB_AND, all, one) : one ? one : all;
    }
    return all;
}

static const struct eb_formula *after_parts(struct eb_compiler *compiler, const struct eb_formula *set,
                                            const struct eb_formula *predicate) {
    const struct eb_formula *parts = parts_evaluated(compiler, set);
    return parts ? eb_made_of(compiler->arena, predicate, EB_AND, parts, predicate) : predicate;
}

/* What is asked of a few elements may not take much longer than they do. */
enum { MOST_VAIN = 8, MOST_WORK_FOR_PARTS = 1 << 15 };

static bool try_parts(const struct eb_node *node, struct eb_frame *frame, enum eb_truth *parts) {
    const uint64_t most = frame->most_work, enough = frame->work + MOST_WORK_FOR_PARTS;
    if (node->vain && enough < most) frame->most_work = enough;
    bool good = eb_try_truth(node->a, frame, parts);
    frame->most_work = most;
    return good;
}

/* Are the parts well-defined? False: that is not known, though frame->undecided says why. */
static bool has_parts(const struct eb_node *node, struct eb_frame *frame) {
    enum eb_truth parts;
    if (node->vain && atomic_load(node->vain) >= MOST_VAIN) {
        frame->undecided = node->fault;
        return false;
    }
    bool good = try_parts(node, frame, &parts);
    if (good && parts == EB_YES) return true;
    if (!good && (frame->fault & EB_STOP || !node->flag || eb_is_ill_defined(frame, frame->fault)))
        eb_fail_again(frame);
    if (!good) frame->undecided = frame->fault | EB_CUT;
    if (node->vain) atomic_fetch_add(node->vain, 1);
    return false;
}

/* a: the parts, b: what is asked. flag: where it is not known whether the parts are well-defined, the value is that of
 * the elements that are asked for, and the doubt is noted: nothing holds then, but what comes of it is looked at. */
static struct eb_value run_after_parts(const struct eb_node *node, struct eb_frame *frame) {
    if (has_parts(node, frame)) return eb_run_node(node->b, frame);
    if (node->flag && (!node->may_be_lost || frame->is_trusting)) {
        frame->unsure = frame->undecided;
        return eb_run_node(node->b, frame);
    }
    frame->asks_first = true;
    if (node->domain) eb_fail_lost(frame, frame->undecided);
    return eb_truth_value(EB_LOST);
}

const struct eb_node *eb_node_after_parts(struct eb_compiler *compiler, const struct eb_formula *set,
                                          const struct eb_node *asked) {
    const struct eb_formula *parts = parts_evaluated(compiler, set);
    if (!parts) return asked;
    struct eb_node *node = eb_node_new(compiler, run_after_parts);
    node->a = eb_compile_predicate(compiler, parts);
    node->b = asked;
    node->domain = asked->domain;
    node->flag = compiler->memoises || compiler->asks_points; /* not of axioms: they choose what is looked at */
    node->may_be_lost = compiler->is_asked;
    node->fault = eb_fault_cut(compiler, set, "an element");
    if (node->flag) node->vain = arena_new_object(compiler->arena, _Atomic uint32_t);
    return node;
}

/* ---- inclusion and equality ---- */

/* ∀e·e ∈ part ⇒ e ∈ whole */
static const struct eb_formula *elementwise(struct eb_compiler *compiler, const struct eb_formula *part,
                                            const struct eb_formula *whole) {
    struct eb_bound *bound = arena_new_object(compiler->arena, struct eb_bound);
    *bound = (struct eb_bound){
        .name = "an element", .type = part->type->left, .slot = compiler->fresh++, .place = part->place};
    const struct eb_formula *element = eb_made_bound(compiler->arena, bound, part->place);
    const struct eb_formula *body =
        eb_made_of(compiler->arena, part, EB_IMPLIES, eb_made_of(compiler->arena, part, EB_IN, element, part),
                   eb_made_of(compiler->arena, part, EB_IN, element, whole));
    return for_all(compiler, part, bound, 1, body);
}

const struct eb_formula *eb_large_inclusion(struct eb_compiler *compiler, const struct eb_formula *part,
                                            const struct eb_formula *whole) {
    const struct eb_formula *unfolded = eb_unfold(compiler, part);
    bool large = eb_set_is_large(compiler, part) || eb_set_is_large(compiler, whole);
    if (large && eb_is_safe(part) && eb_is_safe(whole) && eb_always_included(part, whole))
        return eb_made_of(compiler->arena, part, EB_TRUE, NULL, NULL);
    if (is_comprehension(unfolded) && comprehension_is_large(compiler, unfolded)) {
        const struct eb_formula *in = eb_made_of(compiler->arena, part, EB_IN, unfolded->children[1], whole);
        const struct eb_formula *all =
            for_all(compiler, part, unfolded->bound, unfolded->bound_count,
                    eb_made_of(compiler->arena, part, EB_IMPLIES, unfolded->children[0], in));
        return after_parts(compiler, part, after_parts(compiler, whole, all));
    }
    bool plain = eb_set_is_open(whole) && !has_large_part(compiler, eb_strip(whole));
    if (eb_set_is_large(compiler, part) || (eb_set_is_large(compiler, whole) && !plain))
        return after_parts(compiler, part, after_parts(compiler, whole, elementwise(compiler, part, whole)));
    return NULL;
}

const struct eb_formula *eb_large_equality(struct eb_compiler *compiler, const struct eb_formula *left,
                                           const struct eb_formula *right) {
    if (!left->type || left->type->kind != EB_TYPE_POWER) return NULL;
    if (!eb_set_is_large(compiler, left) && !eb_set_is_large(compiler, right)) return NULL;
    return eb_made_of(compiler->arena, left, EB_AND, eb_made_of(compiler->arena, left, EB_SUBSET_EQUAL, left, right),
                      eb_made_of(compiler->arena, left, EB_SUBSET_EQUAL, right, left));
}

/* ---- the element taken apart ---- */

/* The element taken apart: its identifiers get their values, the other parts are compared afterwards. */
struct matching {
    const struct eb_formula *comprehension;
    bool *seen; /* by bound identifier */
};

static int bound_index(const struct eb_formula *comprehension, const struct eb_formula *formula) {
    for (unsigned i = 0; formula->op == EB_BOUND && i < comprehension->bound_count; i++)
        if (comprehension->bound[i].slot == formula->index) return (int)i;
    return -1;
}

/* First the identifiers, wherever they stand alone; what is computed from them becomes `known`. */
static const struct eb_pattern *take_apart(struct eb_compiler *compiler, struct matching *matching,
                                           const struct eb_formula *expression) {
    struct eb_pattern *pattern = arena_new_object(compiler->arena, struct eb_pattern);
    expression = eb_strip(expression);
    int bound = bound_index(matching->comprehension, expression);
    if (bound >= 0) {
        pattern->slot = compiler->bound + expression->index;
        pattern->again = matching->seen[bound];
        matching->seen[bound] = true;
        if (pattern->slot >= compiler->slot_count) compiler->slot_count = pattern->slot + 1;
    } else if (expression->op == EB_MAPLET) {
        pattern->left = take_apart(compiler, matching, expression->children[0]);
        pattern->right = take_apart(compiler, matching, expression->children[1]);
    } else {
        pattern->known = eb_compile_expression(compiler, expression);
    }
    return pattern;
}

static bool assign_parts(const struct eb_pattern *pattern, const struct eb_domain *domain, struct eb_value value,
                         struct eb_frame *frame, bool compare) {
    if (pattern->left)
        return assign_parts(pattern->left, domain->left, eb_left(domain, value), frame, compare) &&
               assign_parts(pattern->right, domain->right, eb_right(domain, value), frame, compare);
    if (!compare && !pattern->known && !pattern->again) frame->slots[pattern->slot] = value;
    if (compare && pattern->again) return eb_equal(domain, frame->slots[pattern->slot], value);
    return !compare || !pattern->known || eb_equal(domain, eb_run_node(pattern->known, frame), value);
}

/* a: the element, b: the condition, pattern: what it is made of. */
static struct eb_value run_comprehended(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value element = eb_run_node(node->a, frame);
    assign_parts(node->pattern, node->left, element, frame, false);
    enum eb_truth holds = eb_truth(node->b, frame);
    if (holds == EB_NO || assign_parts(node->pattern, node->left, element, frame, true)) return eb_truth_value(holds);
    return eb_truth_value(EB_NO);
}

const struct eb_node *eb_compile_comprehended(struct eb_compiler *compiler, const struct eb_formula *element,
                                              const struct eb_formula *comprehension) {
    struct matching matching = {comprehension, arena_new_array(compiler->arena, bool, comprehension->bound_count)};
    struct eb_node *node = eb_node_new(compiler, run_comprehended);
    node->pattern = take_apart(compiler, &matching, comprehension->children[1]);
    for (unsigned i = 0; i < comprehension->bound_count; i++)
        if (!matching.seen[i]) return NULL;
    node->left = eb_domain_for(compiler, element);
    node->a = eb_compile_expression(compiler, element);
    node->b = eb_compile_predicate(compiler, comprehension->children[0]);
    return node;
}

/* ---- membership ---- */

/* x ∈ A ∪ B is x ∈ A ∨ x ∈ B. */
static const struct eb_node *in_parts(struct eb_compiler *compiler, const struct eb_formula *element,
                                      const struct eb_formula *set) {
    const struct eb_formula **parts = arena_new_array(compiler->arena, const struct eb_formula *, set->child_count);
    for (unsigned i = 0; i < set->child_count; i++)
        parts[i] = eb_made_of(compiler->arena, set, i && set->op == EB_DIFFERENCE ? EB_NOT_IN : EB_IN, element,
                              set->children[i]);
    const struct eb_formula *formula =
        eb_new_node(compiler->arena, set, set->op == EB_UNION ? EB_OR : EB_AND, parts, set->child_count);
    return eb_compile_predicate(compiler, after_parts(compiler, set, formula));
}

/* {x ∣ P} ∈ ℙ(S) is {x ∣ P} ⊆ S, and {x ∣ P} ∈ {a, b} is {x ∣ P} = a ∨ {x ∣ P} = b; NULL for other sets. */
static const struct eb_formula *of_large_element(struct eb_compiler *compiler, const struct eb_formula *element,
                                                 const struct eb_formula *set) {
    const struct eb_formula *any = NULL;
    bool plain = set->op == EB_POWER_SET || (set->op == EB_SET_EXTENSION && set->child_count && eb_is_safe(set));
    bool is_set = element->type && element->type->kind == EB_TYPE_POWER;
    if (!plain || !is_set || !eb_is_safe(element) || !eb_set_is_large(compiler, element)) return NULL;
    if (set->op == EB_POWER_SET) return eb_made_of(compiler->arena, set, EB_SUBSET_EQUAL, element, set->children[0]);
    for (unsigned i = 0; i < set->child_count; i++) {
        const struct eb_formula *one = eb_made_of(compiler->arena, set, EB_EQUAL, element, set->children[i]);
        any = any ? eb_made_of(compiler->arena, set, EB_OR, any, one) : one;
    }
    return any;
}

const struct eb_node *eb_compile_large_membership(struct eb_compiler *compiler, const struct eb_formula *element,
                                                  const struct eb_formula *set) {
    const struct eb_formula *of_element = of_large_element(compiler, element, eb_strip(set));
    if (of_element) return eb_compile_predicate(compiler, of_element);
    const struct eb_formula *written = set;
    set = eb_unfold(compiler, set);
    if (is_comprehension(set)) {
        const struct eb_node *direct = eb_compile_comprehended(compiler, element, set);
        bool simple = direct && eb_is_safe(set);
        if (simple) return eb_node_after_parts(compiler, written, direct);
        if (!comprehension_is_large(compiler, set)) return NULL;
        if (!direct) direct = eb_compile_in_comprehension(compiler, element, set);
        return eb_node_after_parts(compiler, written, direct);
    }
    bool parts = set->op == EB_UNION || set->op == EB_INTERSECTION || set->op == EB_DIFFERENCE;
    return parts && has_large_part(compiler, set) ? in_parts(compiler, element, set) : NULL;
}
