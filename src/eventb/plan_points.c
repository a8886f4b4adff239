/* Functions that axioms define point by point: f ∈ A → B, then f(a) = 1, or ∀x·x ∈ A ⇒ f(x) = E; or one point from
 * others: f(x + 1) = f(x) + g(x). And relations that they define row by row: r ∈ A ↔ B, then r[{a}] = {b, c}. */
#include "eventb/comprehension.h"

#include <string.h>

struct gathering {
    struct planner *planner;
    unsigned slot;  /* of the function */
    bool by_rows;   /* it is a relation */
    bool has_least; /* its values are integers that are not below `least` */
    int64_t least;
    VEC(struct eb_point_source) list;
    bool any; /* of those that do not need others */
};

/* What the function is applied to, in f(x), or the relation, in r[{x}]; NULL: it is neither. */
static const struct eb_formula *argument(const struct gathering *gathering, const struct eb_formula *formula) {
    unsigned slot;
    if (formula->op != (gathering->by_rows ? EB_IMAGE : EB_APPLICATION)) return NULL;
    const struct eb_formula *function = eb_strip(formula->children[0]), *x = formula->children[1];
    if (!eb_slot_of(gathering->planner->compiler, function, &slot) || slot != gathering->slot) return NULL;
    if (!gathering->by_rows) return x;
    x = eb_strip(x);
    return x->op == EB_SET_EXTENSION && x->child_count == 1 ? x->children[0] : NULL;
}

static bool is_known(const struct gathering *gathering, const struct eb_formula *formula) {
    return !eb_planner_waits(gathering->planner, formula);
}

/* Is the function mentioned, but only as f(x), with an x that does not come from it? Then a value that can be computed
 * while only a part of the function is known is the value. */
static bool is_from_points(const struct gathering *gathering, const struct eb_formula *formula) {
    const struct eb_formula *x = gathering->by_rows ? NULL : argument(gathering, formula);
    if (x) return is_known(gathering, x);
    if (eb_planner_unknown(gathering->planner, formula) >= 0 || formula->bound_count) return false;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!is_known(gathering, formula->children[i]) && !is_from_points(gathering, formula->children[i]))
            return false;
    return true;
}

static void add_point(struct gathering *gathering, struct eb_point_source source, const struct eb_formula *x,
                      const struct eb_formula *y) {
    source.x = eb_compile_expression(gathering->planner->compiler, x);
    source.y = eb_compile_expression(gathering->planner->compiler, y);
    vec_push(&gathering->list, source);
    gathering->any = gathering->any || !source.from_points;
}

/* f(x) < y, where f(x) is not below `least`: it is in least‥y − 1. False: it is something else. */
static bool gather_comparison(struct gathering *gathering, const struct eb_formula *atom, const struct eb_plan *plan) {
    if (gathering->by_rows || !gathering->has_least || atom->op < EB_LESS || atom->op > EB_GREATER_EQUAL) return false;
    bool greater = atom->op == EB_GREATER || atom->op == EB_GREATER_EQUAL;
    bool strict = atom->op == EB_LESS || atom->op == EB_GREATER;
    const struct eb_formula *x = argument(gathering, eb_strip(atom->children[greater]));
    const struct eb_formula *y = atom->children[!greater];
    if (!x || !is_known(gathering, x) || !is_known(gathering, y)) return false;
    struct arena *arena = gathering->planner->compiler->arena;
    const struct eb_formula *last =
        strict ? eb_made_value(arena, y, EB_SUBTRACT, y->type, y, eb_made_number(arena, y, 1)) : y;
    const struct eb_formula *least = eb_made_number(arena, y, gathering->least);
    add_point(gathering, (struct eb_point_source){.plan = plan, .is_set = true}, x,
              eb_made_interval(arena, least, last));
    return true;
}

/* f(x) = y or f(x) ∈ y; r[{x}] = y. Is that all that it says? */
static bool gather_atom(struct gathering *gathering, const struct eb_formula *atom, const struct eb_plan *plan) {
    if (gather_comparison(gathering, atom, plan)) return true;
    if (atom->op != EB_EQUAL && (atom->op != EB_IN || gathering->by_rows)) return false;
    for (unsigned i = 0; i < (atom->op == EB_EQUAL ? 2u : 1u); i++) {
        const struct eb_formula *application = eb_strip(atom->children[i]), *y = atom->children[1 - i];
        const struct eb_formula *x = argument(gathering, application);
        bool known = is_known(gathering, y);
        if (!x || !is_known(gathering, x)) continue;
        if (!known && (atom->op == EB_IN || !is_from_points(gathering, y))) continue;
        add_point(gathering, (struct eb_point_source){.plan = plan, .is_set = atom->op == EB_IN, .from_points = !known},
                  x, y);
        return known && !(atom->op == EB_IN && eb_set_is_large(gathering->planner->compiler, y));
    }
    return false;
}

static bool gather_body(struct gathering *gathering, const struct eb_formula *body, const struct eb_plan *plan) {
    if (body->op != EB_AND) return gather_atom(gathering, body, plan);
    bool all = true;
    for (unsigned i = 0; i < body->child_count; i++) all = gather_body(gathering, body->children[i], plan) && all;
    return all;
}

static bool gather_forall(struct gathering *gathering, const struct eb_formula *forall) {
    const struct eb_formula *body = forall->children[0];
    bool conditional = body->op == EB_IMPLIES;
    if (conditional && !(eb_is_safe(body->children[0]) && is_known(gathering, body->children[0]))) return false;
    const struct eb_plan *plan =
        eb_plan_names(gathering->planner->compiler, forall, conditional ? body->children[0] : NULL);
    bool is_complete = gathering->planner->lenient || !(plan->is_open || plan->is_rarely_open);
    return gather_body(gathering, conditional ? body->children[1] : body, plan) && is_complete;
}

/* Can nothing in it be ill-defined but the function where it is applied? */
static bool is_safe_elsewhere(const struct gathering *gathering, const struct eb_formula *formula) {
    const struct eb_formula *x = argument(gathering, formula);
    if (x) return eb_is_safe(x);
    if (eb_is_partial(formula->op)) return false;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!is_safe_elsewhere(gathering, formula->children[i])) return false;
    return true;
}

static bool gather(struct gathering *gathering, const struct eb_formula *formula) {
    return formula->op == EB_FORALL ? gather_forall(gathering, formula) : gather_atom(gathering, formula, NULL);
}

/* Where what is ill-defined matters, in order, and whole conditions only: none may rule out a value for which one
 * before it, or a part of itself, is ill-defined. */
static void gather_in_order(struct gathering *gathering) {
    struct planner *planner = gathering->planner;
    for (size_t i = 0; i < planner->condition_count; i++) {
        struct condition *condition = &planner->conditions[i];
        size_t before = gathering->list.count;
        if (condition->done) continue;
        condition->as_points =
            is_safe_elsewhere(gathering, condition->formula) && gather(gathering, condition->formula);
        if (condition->as_points && gathering->list.count > before) gathering->list.items[before].begins = true;
        if (condition->as_points) continue;
        gathering->list.count = before;
        if (!condition->safe && !condition->settled) return;
    }
}

void eb_planner_points(struct planner *planner, const struct eb_formula *function, const struct eb_formula *arrow,
                       struct eb_step *step) {
    struct gathering gathering = {.planner = planner};
    const struct eb_shape *shape = step->shape;
    for (size_t i = 0; i < planner->condition_count; i++) planner->conditions[i].as_points = false;
    if (shape->kind != EB_EXTENT_ARROW) return;
    gathering.by_rows = !(shape->flags & EB_FUNCTIONAL);
    enum eb_op values = eb_strip(eb_strip(arrow)->children[1])->op;
    gathering.has_least = values == EB_NATURALS || values == EB_NATURALS_1;
    gathering.least = values == EB_NATURALS_1;
    step->strict_points = !planner->lenient;
    if (step->strict_points && (gathering.by_rows || !(shape->flags & EB_TOTAL))) return;
    if (!eb_slot_of(planner->compiler, function, &gathering.slot)) return;
    if (step->strict_points) gather_in_order(&gathering);
    for (size_t i = 0; !step->strict_points && i < planner->condition_count; i++)
        planner->conditions[i].as_points = gather(&gathering, planner->conditions[i].formula);
    struct eb_point_source each;
    if (!step->strict_points && !gathering.any && !gathering.by_rows && shape->flags & EB_TOTAL &&
        eb_planner_pointwise(planner, gathering.slot, eb_strip(arrow), &each))
        vec_push(&gathering.list, each);
    struct eb_point_source *points =
        arena_new_array(planner->compiler->arena, struct eb_point_source, gathering.list.count + 1);
    if (gathering.list.count) memcpy(points, gathering.list.items, gathering.list.count * sizeof *points);
    step->points = points;
    step->point_count = (unsigned)gathering.list.count;
    vec_free(&gathering.list);
}

/* ---- when the plan runs ---- */

struct collecting {
    const struct eb_domain *relation; /* of the function */
    struct eb_value known;            /* of it, where some of its values come from others */
    const struct eb_point_source *source;
    const struct eb_extent *within; /* the domain, where it matters that all points are in it; else NULL */
    bool outside;                   /* one was not: its condition, and those after it, may not rule out anything */
    struct eb_point *items;
    size_t count, capacity;
};

/* Is it more than what the function was known to be before this round? */
static bool is_new(const struct collecting *collecting, const struct eb_point *point) {
    struct eb_value known;
    enum eb_application applied = eb_apply(collecting->relation, collecting->known, point->x, &known);
    if (applied != EB_APPLIED) return applied == EB_OUTSIDE_DOMAIN; /* that values contradict each other is known */
    return !eb_equal(collecting->relation->left->right, known, point->y);
}

/* The function as far as its values are known. */
static struct eb_value known_part(const struct collecting *collecting, struct eb_frame *frame) {
    struct eb_builder builder;
    eb_builder_begin(&builder, frame, collecting->relation);
    for (size_t i = 0; i < collecting->count; i++) {
        const struct eb_point *point = &collecting->items[i];
        if (!point->is_set) eb_builder_add(&builder, eb_pair(frame, collecting->relation->left, point->x, point->y));
    }
    return eb_builder_end(&builder);
}

struct evaluating {
    const struct eb_point_source *source;
    struct eb_point point;
};

static void evaluate(struct eb_frame *frame, void *context) {
    struct evaluating *evaluating = context;
    const struct eb_point_source *source = evaluating->source;
    struct eb_value x = eb_run_node(source->x, frame), y = eb_run_node(source->y, frame);
    evaluating->point = (struct eb_point){x, y, source->is_set};
}

/* What has no value says nothing here: it is reported where the condition is tested. */
static bool collect(void *context, struct eb_frame *frame) {
    struct collecting *collecting = context;
    struct evaluating evaluating = {.source = collecting->source};
    if (!eb_attempt(frame, evaluate, &evaluating)) {
        if (frame->fault & EB_STOP) eb_fail_again(frame);
        return true;
    }
    collecting->outside = collecting->within && !eb_extent_has(frame, collecting->within, evaluating.point.x);
    if (collecting->outside) return false;
    if (collecting->source->from_points && !is_new(collecting, &evaluating.point)) return true;
    if (collecting->count == collecting->capacity) {
        size_t capacity = collecting->capacity ? 2 * collecting->capacity : 16;
        struct eb_point *items = eb_frame_alloc(frame, capacity * sizeof *items);
        if (collecting->count) memcpy(items, collecting->items, collecting->count * sizeof *items);
        collecting->items = items;
        collecting->capacity = capacity;
    }
    collecting->items[collecting->count++] = evaluating.point;
    return true;
}

static void collect_all(struct collecting *collecting, const struct eb_step *step, struct eb_frame *frame,
                        bool from_points) {
    size_t before = collecting->count;
    for (unsigned i = 0; i < step->point_count && !collecting->outside; i++) {
        collecting->source = &step->points[i];
        if (collecting->source->from_points != from_points) continue;
        if (collecting->source->begins) before = collecting->count;
        if (collecting->source->plan)
            eb_plan_run(collecting->source->plan, frame, collect, collecting);
        else
            collect(collecting, frame);
    }
    if (collecting->outside) collecting->count = before;
}

static bool any_from_points(const struct eb_step *step) {
    bool any = false;
    for (unsigned i = 0; i < step->point_count; i++) any = any || step->points[i].from_points;
    return any;
}

const struct eb_point *eb_step_points(const struct eb_step *step, struct eb_frame *frame, size_t *count) {
    struct collecting collecting = {.relation = step->shape->set->left};
    if (step->strict_points) collecting.within = eb_shape_extent(step->shape->left, frame);
    collect_all(&collecting, step, frame, false);
    size_t before = SIZE_MAX;
    while (any_from_points(step) && collecting.count != before) {
        before = collecting.count;
        frame->slots[step->slot] = collecting.known = known_part(&collecting, frame);
        frame->cut_slots[step->slot] = false;
        collect_all(&collecting, step, frame, true);
    }
    *count = collecting.count;
    return collecting.items;
}
