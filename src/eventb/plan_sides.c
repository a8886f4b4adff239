/* Sides of what is looked for: where f ∈ A → B is said, dom(f) is A, and where f ∈ A ↠ B is, ran(f) is B, whatever f
 * is. So of ∀x·x ∈ dom(f) ⇒ f(x) = E the values are known before f is, as of ∀x·x ∈ A ⇒ f(x) = E. */
#include "eventb/comprehension.h"
#include "eventb/planner.h"

struct siding {
    const struct planner *planner;
    int relation;
    enum eb_op side;             /* EB_DOMAIN or EB_RANGE */
    const struct eb_formula *is; /* what it is */
};

static const struct eb_formula *side_of(void *context, const struct eb_formula *formula) {
    const struct siding *siding = context;
    if (formula->op != siding->side) return NULL;
    int of = eb_planner_unknown(siding->planner, eb_strip(formula->children[0]));
    return of == siding->relation ? siding->is : NULL;
}

static bool speaks_of_side(struct siding *siding, const struct eb_formula *formula) {
    if (side_of(siding, formula)) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (speaks_of_side(siding, formula->children[i])) return true;
    return false;
}

/* In the conditions that come later: in those before, f may be anything. The order of axioms does not matter. */
static void replace(struct siding *siding, struct eb_conditions *conditions, size_t membership) {
    struct eb_compiler *compiler = siding->planner->compiler;
    for (size_t i = siding->planner->lenient ? 0 : membership + 1; i < conditions->list.count; i++) {
        const struct eb_formula *condition = conditions->list.items[i];
        if (i == membership || !speaks_of_side(siding, condition)) continue;
        conditions->list.items[i] =
            eb_written_as(compiler->arena, eb_replace(compiler, condition, side_of, siding), condition);
    }
}

void eb_conditions_know_sides(const struct planner *planner, struct eb_conditions *conditions) {
    for (size_t i = 0; i < conditions->list.count; i++) {
        const struct eb_formula *condition = conditions->list.items[i];
        int relation = condition->op == EB_IN ? eb_planner_unknown(planner, eb_strip(condition->children[0])) : -1;
        const struct eb_formula *arrow = relation >= 0 ? eb_strip(condition->children[1]) : NULL;
        if (!arrow || !eb_is_arrow(arrow->op)) continue;
        unsigned flags = eb_arrow_flags(arrow->op);
        for (unsigned side = 0; side < 2; side++) {
            const struct eb_formula *is = arrow->children[side];
            bool is_all = flags & (side == 0 ? EB_TOTAL : EB_SURJECTIVE) && eb_is_safe(is) && !eb_set_is_open(is);
            if (!is_all || eb_planner_mentions(planner, is, relation)) continue;
            struct siding siding = {planner, relation, side == 0 ? EB_DOMAIN : EB_RANGE, is};
            replace(&siding, conditions, i);
        }
    }
}
