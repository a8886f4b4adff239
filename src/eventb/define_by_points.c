/* Functions that an axiom defines at all points of what another says is their domain: of f ∈ ℕ → ℤ with ∀x·x ∈ ℕ ⇒
 * f(x) = x + 1, nothing is left to be chosen, and f is {x·x ∈ ℕ ∣ x ↦ x + 1}. */
#include "eventb/comprehension.h"

struct points {
    struct eb_compiler *compiler;
    const struct eb_formula *function;  /* the constant */
    const struct eb_formula *condition; /* under which the axiom speaks of a point; NULL: always */
};

/* ---- the point: x, or x ↦ y ... of all that is bound ---- */

/* Counts the identifiers in it; false if it is something else than pairs of such. */
static bool count_bound(const struct eb_formula *point, const struct eb_formula *forall, unsigned *seen) {
    point = eb_strip(point);
    if (point->op == EB_MAPLET)
        return count_bound(point->children[0], forall, seen) && count_bound(point->children[1], forall, seen);
    for (unsigned i = 0; point->op == EB_BOUND && i < forall->bound_count; i++)
        if (forall->bound[i].slot == point->index) return ++seen[i] == 1;
    return false;
}

static bool is_point(struct eb_compiler *compiler, const struct eb_formula *point, const struct eb_formula *forall) {
    unsigned *seen = arena_new_array(compiler->arena, unsigned, forall->bound_count + 1);
    if (!count_bound(point, forall, seen)) return false;
    for (unsigned i = 0; i < forall->bound_count; i++)
        if (!seen[i]) return false;
    return true;
}

/* ---- its domain ---- */

/* Does the set have all values of its type? */
static bool is_everything(const struct eb_formula *set) {
    set = eb_strip(set);
    if (set->op == EB_INTEGERS || set->op == EB_BOOLEANS) return true;
    if (set->op == EB_IDENTIFIER) return set->identifier == EB_CARRIER_SET;
    if (set->op != EB_POWER_SET && set->op != EB_PRODUCT && set->op != EB_RELATIONS) return false;
    for (unsigned i = 0; i < set->child_count; i++)
        if (!is_everything(set->children[i])) return false;
    return true;
}

static bool is_said(const struct eb_formula *condition, const struct eb_formula *point, const struct eb_formula *set) {
    if (!condition) return false;
    if (condition->op == EB_AND) {
        for (unsigned i = 0; i < condition->child_count; i++)
            if (is_said(condition->children[i], point, set)) return true;
        return false;
    }
    return condition->op == EB_IN && eb_formula_equal(eb_strip(condition->children[0]), point) &&
           eb_formula_equal(eb_strip(condition->children[1]), eb_strip(set));
}

static const struct eb_formula *expanded(const struct points *points, const struct eb_formula *set) {
    return eb_strip(eb_expand_constants(points->compiler, eb_strip(set)));
}

/* Is every point that the axiom speaks of in the set? It says so, or the set has everything. */
static bool stays_in(const struct points *points, const struct eb_formula *point, const struct eb_formula *set) {
    const struct eb_formula *meaning = expanded(points, set);
    point = eb_strip(point);
    if (is_everything(meaning) || is_said(points->condition, point, set)) return true;
    return meaning->op == EB_PRODUCT && point->op == EB_MAPLET &&
           stays_in(points, point->children[0], meaning->children[0]) &&
           stays_in(points, point->children[1], meaning->children[1]);
}

/* Is `part` ∈ `from` said where the point is in the set? */
static bool is_part(const struct points *points, const struct eb_formula *point, const struct eb_formula *set,
                    const struct eb_formula *part, const struct eb_formula *from) {
    const struct eb_formula *meaning = expanded(points, set);
    point = eb_strip(point);
    if (eb_formula_equal(point, part) && eb_formula_equal(eb_strip(set), from)) return true;
    return meaning->op == EB_PRODUCT && point->op == EB_MAPLET &&
           (is_part(points, point->children[0], meaning->children[0], part, from) ||
            is_part(points, point->children[1], meaning->children[1], part, from));
}

/* Does the axiom speak of every point of the set? */
static bool covers(const struct points *points, const struct eb_formula *condition, const struct eb_formula *point,
                   const struct eb_formula *set) {
    if (!condition || condition->op == EB_TRUE) return true;
    if (condition->op == EB_AND) {
        for (unsigned i = 0; i < condition->child_count; i++)
            if (!covers(points, condition->children[i], point, set)) return false;
        return true;
    }
    if (condition->op != EB_IN) return false;
    const struct eb_formula *part = eb_strip(condition->children[0]), *from = eb_strip(condition->children[1]);
    return is_everything(expanded(points, from)) || is_part(points, point, set, part, from);
}

static const struct eb_formula *membership(const struct points *points, const struct eb_formula *point,
                                           const struct eb_formula *set) {
    struct arena *arena = points->compiler->arena;
    const struct eb_formula *meaning = expanded(points, set);
    point = eb_strip(point);
    if (meaning->op != EB_PRODUCT || point->op != EB_MAPLET) return eb_made_of(arena, point, EB_IN, point, set);
    return eb_made_of(arena, point, EB_AND, membership(points, point->children[0], meaning->children[0]),
                      membership(points, point->children[1], meaning->children[1]));
}

static bool is_of_total_functions(const struct eb_formula *arrow) {
    return arrow->op == EB_TOTAL_FUNCTIONS || arrow->op == EB_TOTAL_INJECTIONS || arrow->op == EB_TOTAL_SURJECTIONS ||
           arrow->op == EB_BIJECTIONS;
}

/* The set on which an axiom says that it is a total function; NULL if none does. */
static const struct eb_formula *domain_of(const struct points *points, const struct eb_conditions *axioms) {
    for (size_t i = 0; i < axioms->list.count; i++) {
        const struct eb_formula *axiom = axioms->list.items[i];
        if (axiom->op != EB_IN || !eb_formula_equal(eb_strip(axiom->children[0]), points->function)) continue;
        const struct eb_formula *arrow = eb_strip(axiom->children[1]);
        bool good = is_of_total_functions(arrow) && !eb_mentions(arrow, EB_CONSTANT, points->function->index);
        if (good && eb_is_safe(arrow->children[0])) return arrow->children[0];
    }
    return NULL;
}

/* ---- the whole ---- */

static const struct eb_formula *as_set(const struct points *points, const struct eb_formula *forall,
                                       const struct eb_formula *point, const struct eb_formula *value,
                                       const struct eb_formula *domain) {
    struct arena *arena = points->compiler->arena;
    const struct eb_type *relation = points->function->type;
    const struct eb_formula *pair = eb_made_value(arena, value, EB_MAPLET, relation->left, point, value);
    struct eb_formula *set =
        eb_made_value(arena, forall, EB_COMPREHENSION, relation, membership(points, point, domain), pair);
    set->bound = forall->bound;
    set->bound_count = forall->bound_count;
    return set;
}

const struct eb_formula *eb_defined_by_points(struct eb_compiler *compiler, const struct eb_conditions *axioms,
                                              const struct eb_formula *axiom, const struct eb_formula **constant) {
    if (axiom->op != EB_FORALL) return NULL;
    const struct eb_formula *body = axiom->children[0];
    struct points points = {.compiler = compiler};
    if (body->op == EB_IMPLIES) points.condition = body->children[0];
    if (body->op == EB_IMPLIES) body = body->children[1];
    for (unsigned side = 0; body->op == EB_EQUAL && side < 2; side++) {
        const struct eb_formula *value = body->children[1 - side], *applied = eb_strip(body->children[side]);
        if (applied->op != EB_APPLICATION) continue;
        *constant = points.function = eb_strip(applied->children[0]);
        if (points.function->op != EB_IDENTIFIER || points.function->identifier != EB_CONSTANT) continue;
        const struct eb_formula *point = eb_strip(eb_without_bijection(compiler, eb_strip(applied->children[1])));
        if (eb_mentions(value, EB_CONSTANT, points.function->index) || !is_point(compiler, point, axiom)) continue;
        const struct eb_formula *domain = domain_of(&points, axioms);
        if (!domain || !stays_in(&points, point, domain) || !covers(&points, points.condition, point, domain)) continue;
        return as_set(&points, axiom, point, value, domain);
    }
    return NULL;
}
