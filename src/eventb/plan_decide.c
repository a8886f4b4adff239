/* Values that depend on a case: of P ⇒ x = E, where P says nothing about what is being looked for, x has the value E
 * alone while P holds. Other values of x need not be tried, as long as nothing could be ill-defined for them: so before
 * that, everything that comes earlier and can be ill-defined is evaluated; it must not depend on what is looked for,
 * either. */
#include "eventb/planner.h"

#include <string.h>

/* ---- planning ---- */

struct deciding {
    struct planner *planner;
    VEC(struct eb_case) cases;
    VEC(struct eb_case) checks; /* `value`, or `condition` alone, is evaluated where `guard` holds */
    bool hopeless;              /* something else can be ill-defined for some values and not for others */
};

static void add_check(struct deciding *deciding, const struct eb_formula *formula, const struct eb_node *guard) {
    struct eb_compiler *compiler = deciding->planner->compiler;
    struct eb_case check = {.guard = guard};
    if (!formula->type)
        check.condition = eb_compile_predicate(compiler, formula);
    else
        check.value = eb_compile_expression(compiler, formula);
    vec_push(&deciding->checks, check);
}

static void collect(struct deciding *deciding, const struct eb_formula *formula, const struct eb_node *guard) {
    if (deciding->hopeless || eb_is_safe(formula)) return;
    if (!eb_planner_waits(deciding->planner, formula)) {
        add_check(deciding, formula, guard);
        return;
    }
    bool case_by_case = formula->op == EB_IMPLIES && !eb_planner_waits(deciding->planner, formula->children[0]);
    if (case_by_case) {
        collect(deciding, formula->children[0], guard);
        guard = eb_compile_predicate(deciding->planner->compiler, formula->children[0]);
    }
    deciding->hopeless |= eb_is_partial(formula->op) || formula->bound_count > 0;
    for (unsigned i = case_by_case; i < formula->child_count; i++) collect(deciding, formula->children[i], guard);
}

/* x = E, among what is said where the condition holds. */
static void look_for_value(struct deciding *deciding, int unknown, const struct eb_formula *condition,
                           const struct eb_formula *said) {
    struct planner *planner = deciding->planner;
    if (said->op == EB_AND)
        for (unsigned i = 0; i < said->child_count; i++)
            look_for_value(deciding, unknown, condition, said->children[i]);
    for (unsigned side = 0; said->op == EB_EQUAL && side < 2; side++) {
        const struct eb_formula *value = said->children[1 - side];
        if (eb_planner_unknown(planner, eb_strip(said->children[side])) != unknown || eb_planner_waits(planner, value))
            continue;
        struct eb_case found = {.condition = eb_compile_predicate(planner->compiler, condition),
                                .value = eb_compile_expression(planner->compiler, value)};
        vec_push(&deciding->cases, found);
        return;
    }
}

static const struct eb_case *keep(struct arena *arena, const struct eb_case *items, size_t count) {
    struct eb_case *copy = arena_new_array(arena, struct eb_case, count + 1);
    if (count) memcpy(copy, items, count * sizeof *copy);
    return copy;
}

void eb_planner_decide(struct planner *planner, int unknown, struct eb_step *step) {
    struct deciding deciding = {.planner = planner};
    for (size_t i = 0; i < planner->condition_count && !deciding.hopeless; i++) {
        const struct condition *condition = &planner->conditions[i];
        const struct eb_formula *formula = condition->formula;
        if (condition->done) continue;
        collect(&deciding, formula, NULL);
        if (!deciding.hopeless && formula->op == EB_IMPLIES && !eb_planner_waits(planner, formula->children[0]))
            look_for_value(&deciding, unknown, formula->children[0], formula->children[1]);
    }
    if (deciding.cases.count) {
        struct arena *arena = planner->compiler->arena;
        step->cases = keep(arena, deciding.cases.items, deciding.cases.count);
        step->case_count = (unsigned)deciding.cases.count;
        step->checks = keep(arena, deciding.checks.items, deciding.checks.count);
        step->check_count = (unsigned)deciding.checks.count;
    }
    vec_free(&deciding.cases);
    vec_free(&deciding.checks);
}

/* ---- when the plan runs ---- */

struct choosing {
    const struct eb_step *step;
    struct eb_value *value;
    bool found;
};

static void choose(struct eb_frame *frame, void *context) {
    struct choosing *choosing = context;
    const struct eb_step *step = choosing->step;
    for (unsigned i = 0; i < step->check_count; i++) {
        const struct eb_case *check = &step->checks[i];
        if (check->guard && eb_truth(check->guard, frame) == EB_NO) continue;
        if (check->condition)
            eb_truth(check->condition, frame);
        else
            eb_run_node(check->value, frame);
    }
    for (unsigned i = 0; i < step->case_count && !choosing->found; i++) {
        if (eb_truth(step->cases[i].condition, frame) != EB_YES) continue;
        *choosing->value = eb_run_node(step->cases[i].value, frame);
        choosing->found = true;
    }
}

bool eb_step_decides(const struct eb_step *step, struct eb_frame *frame, struct eb_value *value) {
    struct choosing choosing = {.step = step, .value = value};
    if (!step->case_count) return false;
    if (eb_attempt(frame, choose, &choosing)) return choosing.found;
    if (frame->fault & EB_STOP) eb_fail(frame, frame->fault);
    return false;
}
