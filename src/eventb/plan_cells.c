/* Functions that are found value by value: of sq ∈ 1‥3 × 1‥3 → 1‥18 with ∀i·i ∈ 1‥3 ⇒ sq(1 ↦ i) + sq(2 ↦ i) +
 * sq(3 ↦ i) = 18, a condition is tested as soon as the values are there that it speaks of, not when all are.
 *
 * A condition serves if it speaks of the function only as f(x), where x does not depend on it, so that it means the
 * same whatever the other values are. It rules values out only where it is false; and, but for axioms, only if nothing
 * that comes before it and nothing in it can be ill-defined: everything else in it is safe, and all its x are in the
 * domain. So nothing is ruled out that would have been found, faults included. */
#include "eventb/planner.h"

#include <string.h>

/* ---- planning ---- */

struct preparing {
    struct planner *planner;
    unsigned slot; /* of the function */
    VEC(const struct eb_node *) arguments;
    VEC(struct eb_cell_test) list;
};

static bool is_function(const struct preparing *preparing, const struct eb_formula *formula) {
    unsigned slot;
    return eb_slot_of(preparing->planner->compiler, formula, &slot) && slot == preparing->slot;
}

static bool speaks_of_it(const struct preparing *preparing, const struct eb_formula *formula) {
    return eb_speaks_of_slot(preparing->planner->compiler, formula, preparing->slot);
}

/* Is the function mentioned only as f(x), outside of quantifiers, and is everything else known, and safe? The
 * arguments are collected. */
static bool is_about_values(struct preparing *preparing, const struct eb_formula *formula) {
    const struct planner *planner = preparing->planner;
    if (!speaks_of_it(preparing, formula))
        return !eb_planner_waits(planner, formula) && (planner->lenient || eb_is_safe(formula));
    if (formula->op == EB_APPLICATION && is_function(preparing, eb_strip(formula->children[0]))) {
        const struct eb_formula *x = formula->children[1];
        if (speaks_of_it(preparing, x) || eb_planner_waits(planner, x) || !eb_is_safe(x)) return false;
        vec_push(&preparing->arguments, eb_compile_expression(planner->compiler, x));
        return true;
    }
    bool is_safe_here = planner->lenient || !eb_is_partial(formula->op);
    if (formula->bound_count || !is_safe_here || is_function(preparing, formula)) return false;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!is_about_values(preparing, formula->children[i])) return false;
    return true;
}

/* The identifiers of ∀ that are to be gone through; NULL if they are too many, or not all known. */
static const struct eb_plan *plan_for(struct preparing *preparing, const struct eb_formula *forall,
                                      const struct eb_formula *condition) {
    enum { MOST_BITS = 16 };
    const struct eb_plan *plan = eb_plan_names(preparing->planner->compiler, forall, condition);
    return plan->is_open || plan->is_rarely_open || plan->bits > MOST_BITS ? NULL : plan;
}

static const unsigned *slots_of(const struct preparing *preparing, const struct eb_formula *forall) {
    struct eb_compiler *compiler = preparing->planner->compiler;
    unsigned *slots = arena_new_array(compiler->arena, unsigned, forall->bound_count + 1);
    for (unsigned i = 0; i < forall->bound_count; i++) slots[i] = compiler->bound + forall->bound[i].slot;
    return slots;
}

/* Adds a test for the condition; false if it does not serve. */
static bool add_test(struct preparing *preparing, const struct eb_formula *formula) {
    struct eb_compiler *compiler = preparing->planner->compiler;
    struct eb_cell_test test = {0};
    const struct eb_formula *body = formula, *condition = NULL;
    if (formula->op == EB_FORALL) body = formula->children[0];
    if (formula->op == EB_FORALL && body->op == EB_IMPLIES && !speaks_of_it(preparing, body->children[0])) {
        condition = body->children[0];
        body = body->children[1];
        if (eb_planner_waits(preparing->planner, condition) || !eb_is_safe(condition)) return false;
    }
    preparing->arguments.count = 0;
    if (!speaks_of_it(preparing, body) || !is_about_values(preparing, body)) return false;
    if (formula->op == EB_FORALL) {
        test.plan = plan_for(preparing, formula, condition);
        test.bound = slots_of(preparing, formula);
        test.bound_count = formula->bound_count;
        if (!test.plan) return false;
    }
    const struct eb_node **arguments =
        arena_new_array(compiler->arena, const struct eb_node *, preparing->arguments.count + 1);
    memcpy(arguments, preparing->arguments.items, preparing->arguments.count * sizeof *arguments);
    test.arguments = arguments;
    test.argument_count = (unsigned)preparing->arguments.count;
    test.node = eb_compile_predicate(compiler, body);
    vec_push(&preparing->list, test);
    return true;
}

void eb_planner_cells(struct planner *planner, const struct eb_formula *function, struct eb_step *step) {
    struct preparing preparing = {.planner = planner};
    const struct eb_shape *shape = step->shape;
    bool total = shape->kind == EB_EXTENT_ARROW && shape->flags & EB_FUNCTIONAL && shape->flags & EB_TOTAL;
    if (!total || !eb_slot_of(planner->compiler, function, &preparing.slot)) return;
    for (size_t i = 0; i < planner->condition_count; i++) {
        const struct condition *condition = &planner->conditions[i];
        if (condition->done) continue;
        bool serves = add_test(&preparing, condition->formula);
        if (!serves && !condition->safe && !planner->lenient) break;
    }
    step->strict_cells = !planner->lenient;
    step->cell_test_count = (unsigned)preparing.list.count;
    struct eb_cell_test *tests =
        arena_new_array(planner->compiler->arena, struct eb_cell_test, preparing.list.count + 1);
    if (preparing.list.count) memcpy(tests, preparing.list.items, preparing.list.count * sizeof *tests);
    step->cell_tests = tests;
    vec_free(&preparing.list);
    vec_free(&preparing.arguments);
}

/* ---- when the plan runs ---- */

/* A test for certain values of the identifiers that it binds, to be made when the value at `last` is given. */
struct instance {
    const struct eb_cell_test *test;
    const struct eb_value *bound;
    const size_t *places;        /* of its arguments in the domain */
    const struct instance *next; /* with the same `last` */
};

struct sieving {
    struct eb_sieve sieve;
    const struct eb_step *step;
    struct eb_array domain;
    const struct instance **by_last;
    /* while instances are made: */
    const struct eb_cell_test *test;
    bool outside; /* an argument is not in the domain */
};

struct placing {
    struct sieving *sieving;
    size_t *places;
    size_t last;
    bool inside;
};

static size_t place_of(const struct sieving *sieving, struct eb_value x) {
    const struct eb_domain *left = sieving->step->shape->set->left->left->left;
    for (size_t i = 0; i < sieving->domain.count; i++)
        if (eb_equal(left, sieving->domain.items[i], x)) return i;
    return SIZE_MAX;
}

static void place(struct eb_frame *frame, void *context) {
    struct placing *placing = context;
    const struct eb_cell_test *test = placing->sieving->test;
    placing->inside = true;
    for (unsigned i = 0; i < test->argument_count && placing->inside; i++) {
        size_t at = place_of(placing->sieving, eb_run_node(test->arguments[i], frame));
        placing->inside = at != SIZE_MAX;
        placing->places[i] = at;
        if (placing->inside && at > placing->last) placing->last = at;
    }
}

static bool add_instance(void *context, struct eb_frame *frame) {
    struct sieving *sieving = context;
    const struct eb_cell_test *test = sieving->test;
    struct placing placing = {.sieving = sieving};
    placing.places = eb_frame_alloc(frame, test->argument_count * sizeof *placing.places + 1);
    eb_frame_work(frame);
    if (!eb_attempt(frame, place, &placing)) {
        if (frame->fault & EB_STOP) eb_fail_again(frame);
        placing.inside = false;
    }
    if (!placing.inside) {
        sieving->outside = true;
        return true;
    }
    struct instance *instance = eb_frame_alloc(frame, sizeof *instance);
    struct eb_value *bound = eb_frame_alloc(frame, test->bound_count * sizeof *bound + 1);
    for (unsigned i = 0; i < test->bound_count; i++) bound[i] = frame->slots[test->bound[i]];
    *instance = (struct instance){test, bound, placing.places, sieving->by_last[placing.last]};
    sieving->by_last[placing.last] = instance;
    return true;
}

static void begin(struct eb_sieve *sieve, struct eb_frame *frame, const struct eb_array *from) {
    struct sieving *sieving = (struct sieving *)sieve;
    sieving->domain = *from;
    sieving->by_last = eb_frame_alloc(frame, from->count * sizeof *sieving->by_last + 1);
    memset(sieving->by_last, 0, from->count * sizeof *sieving->by_last);
    for (unsigned i = 0; i < sieving->step->cell_test_count; i++) {
        const struct eb_cell_test *test = sieving->test = &sieving->step->cell_tests[i];
        const struct instance **before = eb_frame_alloc(frame, from->count * sizeof *before + 1);
        memcpy(before, sieving->by_last, from->count * sizeof *before);
        sieving->outside = false;
        if (test->plan)
            eb_plan_run(test->plan, frame, add_instance, sieving);
        else
            add_instance(sieving, frame);
        if (!sieving->outside || !sieving->step->strict_cells) continue;
        memcpy(sieving->by_last, before, from->count * sizeof *before); /* it is ill-defined for every function */
        return;
    }
}

/* Gives the function the values that matter, and no others; false if it has none there. */
static bool values_at(const struct sieving *sieving, struct eb_frame *frame, const struct instance *instance,
                      const struct eb_value *image, const bool *has_image) {
    const struct eb_domain *relation = sieving->step->shape->set->left;
    struct eb_builder builder;
    eb_builder_begin(&builder, frame, relation);
    for (unsigned i = 0; i < instance->test->argument_count; i++) {
        size_t at = instance->places[i];
        if (!has_image[at]) return false;
        eb_builder_add(&builder, eb_pair(frame, relation->left, sieving->domain.items[at], image[at]));
    }
    frame->slots[sieving->step->slot] = eb_builder_end(&builder);
    frame->cut_slots[sieving->step->slot] = false;
    return true;
}

static bool passes(struct eb_sieve *sieve, struct eb_frame *frame, size_t index, const struct eb_value *image,
                   const bool *has_image) {
    struct sieving *sieving = (struct sieving *)sieve;
    const struct instance *instance = sieving->by_last[index];
    if (!instance) return true;
    struct eb_mark mark = eb_frame_mark(frame);
    bool hope = true;
    for (; hope && instance; instance = instance->next) {
        enum eb_truth truth = EB_UNDECIDED;
        if (!values_at(sieving, frame, instance, image, has_image)) continue;
        for (unsigned i = 0; i < instance->test->bound_count; i++)
            frame->slots[instance->test->bound[i]] = instance->bound[i];
        if (!eb_try_truth(instance->test->node, frame, &truth) && frame->fault & EB_STOP) eb_fail_again(frame);
        hope = truth != EB_NO;
    }
    eb_frame_rewind(frame, mark);
    return hope;
}

struct eb_sieve *eb_step_sieve(const struct eb_step *step, struct eb_frame *frame) {
    struct sieving *sieving = eb_frame_alloc(frame, sizeof *sieving);
    *sieving = (struct sieving){.sieve = {begin, passes}, .step = step};
    return &sieving->sieve;
}
