/* Functions that are given by a property of each of their values: closure ∈ (S ↔ S) → (S ↔ S) with ∀r·r ⊆ closure(r),
 * ∀r, s·r ⊆ s ∧ s ; r ⊆ s ⇒ closure(r) ⊆ s. Where such a formula mentions f only as f(x), for one x that it binds, what
 * it says about f(x) says nothing about other values; so each value is looked for by itself: for all x ∈ A: f(x) ∈ {y ·
 * y ∈ B ∧ P(x, y) ∣ y}. */
#include "eventb/make.h"
#include "eventb/planner.h"
#include "eventb/type.h"

#include <string.h>

struct pointwise {
    struct planner *planner;
    unsigned function; /* its slot */
    struct eb_bound x, y;
    VEC(const struct eb_formula *) conditions; /* on y, for the value x */
};

static bool is_function(const struct pointwise *points, const struct eb_formula *formula) {
    unsigned slot;
    return formula->op == EB_IDENTIFIER && eb_slot_of(points->planner->compiler, formula, &slot) &&
           slot == points->function;
}

static const struct eb_formula *argument(const struct pointwise *points, const struct eb_formula *formula) {
    if (formula->op != EB_APPLICATION || !is_function(points, eb_strip(formula->children[0]))) return NULL;
    const struct eb_formula *x = eb_strip(formula->children[1]);
    return x->op == EB_BOUND ? x : NULL;
}

/* Is every mention of the function f(x), with the x of slot `*found`? (SIZE_MAX: none was found yet.) */
static bool only_applied(const struct pointwise *points, const struct eb_formula *formula, size_t *found) {
    const struct eb_formula *x = argument(points, formula);
    if (x) {
        if (*found == SIZE_MAX) *found = x->index;
        return *found == x->index;
    }
    if (is_function(points, formula)) return false;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!only_applied(points, formula->children[i], found)) return false;
    return true;
}

/* ---- formulas ---- */

struct renaming {
    const struct renaming *outer;
    const struct eb_bound *from, *to;
    unsigned count;
};

/* y for f(x), the x of all for the formula's own, and identifiers of its own for what it binds. */
static const struct eb_formula *copy(const struct pointwise *points, const struct eb_formula *formula, size_t x,
                                     const struct renaming *outer) {
    struct arena *arena = points->planner->compiler->arena;
    if (argument(points, formula)) return eb_made_bound(arena, &points->y, formula->place);
    if (formula->op == EB_BOUND && formula->index == x) return eb_made_bound(arena, &points->x, formula->place);
    struct eb_formula *result = arena_new_object(arena, struct eb_formula);
    *result = *formula;
    for (const struct renaming *r = outer; formula->op == EB_BOUND && r; r = r->outer)
        for (unsigned i = 0; i < r->count; i++)
            if (r->from[i].slot == formula->index) result->index = r->to[i].slot;
    struct renaming inner = {outer, formula->bound, NULL, formula->bound_count};
    if (formula->bound_count) {
        struct eb_bound *fresh = arena_new_array(arena, struct eb_bound, formula->bound_count);
        memcpy(fresh, formula->bound, formula->bound_count * sizeof *fresh);
        for (unsigned i = 0; i < formula->bound_count; i++) fresh[i].slot = points->planner->compiler->fresh++;
        result->bound = inner.to = fresh;
    }
    const struct eb_formula **children = arena_new_array(arena, const struct eb_formula *, formula->child_count + 1);
    for (unsigned i = 0; i < formula->child_count; i++)
        children[i] = copy(points, formula->children[i], x, formula->bound_count ? &inner : outer);
    result->children = children;
    return result;
}

/* A ∀ without one of the identifiers that it binds; its body, where it binds no other. */
static const struct eb_formula *without(const struct pointwise *points, const struct eb_formula *forall, unsigned x) {
    if (forall->bound_count == 1) return forall->children[0];
    struct eb_formula *rest = arena_new_object(points->planner->compiler->arena, struct eb_formula);
    struct eb_bound *others =
        arena_new_array(points->planner->compiler->arena, struct eb_bound, forall->bound_count - 1);
    *rest = *forall;
    for (unsigned i = 0, count = 0; i < forall->bound_count; i++)
        if (i != x) others[count++] = forall->bound[i];
    rest->bound = others;
    rest->bound_count--;
    return rest;
}

static bool has_integers(const struct eb_type *type) {
    return type->kind == EB_TYPE_INTEGER || (type->left && has_integers(type->left)) ||
           (type->right && has_integers(type->right));
}

static void add_forall(struct pointwise *points, const struct eb_formula *forall) {
    size_t x = SIZE_MAX;
    unsigned number = forall->bound_count;
    if (forall->op != EB_FORALL || !only_applied(points, forall->children[0], &x)) return;
    for (unsigned i = 0; i < forall->bound_count; i++) {
        if (forall->bound[i].slot == x)
            number = i;
        else if (has_integers(forall->bound[i].type)) /* not decided, perhaps */
            return;
    }
    if (number == forall->bound_count) return;
    const struct eb_formula *condition = copy(points, without(points, forall, number), x, NULL);
    if (!eb_is_safe(condition) || eb_planner_waits(points->planner, condition)) return;
    vec_push(&points->conditions, condition);
}

/* {y · y ∈ B ∧ conditions ∣ y} */
static const struct eb_formula *candidates(const struct pointwise *points, const struct eb_formula *right) {
    struct arena *arena = points->planner->compiler->arena;
    const struct eb_formula *y = eb_made_bound(arena, &points->y, right->place);
    const struct eb_formula *all = eb_made_of(arena, y, EB_IN, y, copy(points, right, SIZE_MAX, NULL));
    for (size_t i = 0; i < points->conditions.count; i++)
        all = eb_made_of(arena, all, EB_AND, all, points->conditions.items[i]);
    const struct eb_type *type = eb_type_power(arena, points->y.type);
    struct eb_formula *set = eb_made_value(arena, all, EB_COMPREHENSION, type, all, y);
    set->bound = &points->y;
    set->bound_count = 1;
    return set;
}

static struct eb_bound fresh(struct eb_compiler *compiler, const char *name, const struct eb_type *type) {
    return (struct eb_bound){.name = name, .type = type, .slot = compiler->fresh++};
}

bool eb_planner_pointwise(struct planner *planner, unsigned function, const struct eb_formula *arrow,
                          struct eb_point_source *source) {
    struct eb_compiler *compiler = planner->compiler;
    const struct eb_formula *left = arrow->children[0], *right = arrow->children[1];
    if (eb_set_is_open(left) || eb_set_is_open(right)) return false;
    struct pointwise *points = arena_new_object(compiler->arena, struct pointwise);
    *points = (struct pointwise){.planner = planner, .function = function};
    points->x = fresh(compiler, "x", left->type->left);
    points->y = fresh(compiler, "y", right->type->left);
    for (size_t i = 0; i < planner->condition_count; i++) add_forall(points, planner->conditions[i].formula);
    bool found = points->conditions.count != 0;
    if (found) {
        struct eb_conditions conditions = {0};
        const struct eb_formula *x = eb_made_bound(compiler->arena, &points->x, left->place);
        vec_push(&conditions.list, eb_made_of(compiler->arena, x, EB_IN, x, copy(points, left, SIZE_MAX, NULL)));
        struct eb_unknown unknown = {compiler->bound + points->x.slot, eb_domain_of(compiler->domains, points->x.type),
                                     points->x.name};
        const struct eb_plan *plan = eb_plan_new(compiler, &unknown, 1, &conditions, arrow, false);
        *source = (struct eb_point_source){.plan = plan,
                                           .x = eb_compile_expression(compiler, x),
                                           .y = eb_compile_expression(compiler, candidates(points, right)),
                                           .is_set = true};
        vec_free(&conditions.list);
    }
    vec_free(&points->conditions);
    return found;
}
