/* f(x): the value is looked up in f. Where f is a large set that a predicate gives, or is put together of several such,
 * it is looked for by the predicates. */
#include "eventb/algebra.h"
#include "eventb/carriers.h"
#include "eventb/comprehension.h"
#include "eventb/functional.h"
#include "eventb/theory.h"

void eb_give_application_faults(struct eb_compiler *compiler, struct eb_node *node, const struct eb_formula *formula) {
    const char *text = eb_formula_text(compiler, formula);
    const char *f = eb_formula_text(compiler, eb_strip(formula->children[0]));
    const char *x = eb_formula_text(compiler, formula->children[1]);
    if (eb_is_undefined(formula))
        node->fault = eb_fault_new(compiler, "well-definedness", formula->place,
                                   "'%s' is not well-defined: '%s' does not hold", text, x);
    else
        node->fault = eb_fault_new(compiler, "well-definedness", formula->place,
                                   "'%s' is not well-defined: '%s' is not in the domain of '%s'", text, x, f);
    node->second_fault = eb_fault_new(compiler, "well-definedness", formula->place,
                                      "'%s' is not well-defined: '%s' has several values at '%s'", text, f, x);
}

/* ---- looked up ---- */

static struct eb_value run_apply(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value f = eb_run_node(node->a, frame), x = eb_run_node(node->b, frame), y = {0, NULL};
    switch (eb_apply(node->left, f, x, &y)) {
    case EB_APPLIED: break;
    case EB_OUTSIDE_DOMAIN: eb_fail(frame, node->fault);
    case EB_NOT_FUNCTIONAL: eb_fail(frame, node->second_fault);
    }
    if (node->no_function && !eb_is_functional(node->left, f)) eb_fail(frame, node->no_function);
    return y;
}

/* Of a function on all of ℕ a part is known, and this argument is not in it: it is in the domain, or not, or that is
 * not known. */
static _Noreturn void fail_outside_part(const struct eb_node *node, struct eb_frame *frame) {
    enum eb_truth in_domain = EB_LOST;
    if (node->count && !eb_try_truth(node->list[0], frame, &in_domain)) in_domain = EB_LOST;
    if (in_domain == EB_NO) eb_fail(frame, node->fault);
    if (in_domain == EB_YES) eb_fail(frame, node->cut);
    eb_fail_lost(frame, node->cut);
}

static struct eb_value run_apply_constant(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value x, y = {0, NULL};
    if (!frame->cut_slots[node->slot]) return run_apply(node, frame);
    if (!eb_try_node(node->b, frame, &x)) { /* who knows whether it is in the domain? */
        if (frame->fault & EB_CUT) eb_fail_lost(frame, frame->fault);
        eb_fail_again(frame);
    }
    if (eb_apply(node->left, frame->slots[node->slot], x, &y) == EB_OUTSIDE_DOMAIN) fail_outside_part(node, frame);
    return run_apply(node, frame);
}

/* What is applied must be a function everywhere, not only at this argument. */
static uint32_t no_function_fault(struct eb_compiler *compiler, const struct eb_formula *application) {
    const struct eb_formula *function = application->children[0];
    if (eb_is_certain_function(compiler->development, function)) return 0;
    return eb_fault_new(compiler, "well-definedness", application->place,
                        "'%s' is not well-defined: '%s' is not a function", eb_formula_text(compiler, application),
                        eb_formula_text(compiler, eb_strip(function)));
}

static bool speaks_of_constants(const struct eb_formula *formula) {
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_CONSTANT) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (speaks_of_constants(formula->children[i])) return true;
    return false;
}

/* A function of which only a part may be known is asked at a point; whether that is in its domain is told by axioms
 * that do not depend on a choice. */
static void apply_constant(struct eb_compiler *compiler, const struct eb_formula *formula, struct eb_node *node) {
    const struct eb_formula *function = eb_strip(formula->children[0]);
    const struct eb_formula *domain = eb_total_domain(compiler->development, function);
    if (domain) domain = eb_expand(compiler, domain);
    node->run = run_apply_constant;
    eb_slot_of(compiler, function, &node->slot);
    node->a = eb_slot_node(compiler, node->slot);
    node->cut = EB_CUT | eb_fault_new(compiler, "limit", formula->place,
                                      "'%s' is asked for a value outside the bounds: larger bounds for integers "
                                      "(--bound INT=LOW..HIGH) would help",
                                      eb_formula_text(compiler, formula));
    if (domain && !speaks_of_constants(domain)) {
        const struct eb_node **test = arena_new_array(compiler->arena, const struct eb_node *, 1);
        test[0] = eb_compile_membership(compiler, formula->children[1], domain);
        node->list = test;
        node->count = 1;
    }
}

const struct eb_node *eb_compile_apply_value(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_formula *function = eb_strip(formula->children[0]), *argument = formula->children[1];
    struct eb_node *node = eb_node_new(compiler, run_apply);
    node->domain = eb_domain_for(compiler, formula);
    node->left = eb_domain_for(compiler, function);
    node->right = eb_domain_for(compiler, argument);
    node->a = eb_compile_expression(compiler, function);
    node->b = eb_compile_expression(compiler, argument);
    if (eb_constant_of(function) >= 0 && node->right->has_numbers) { /* it may be cut off at the bounds */
        apply_constant(compiler, formula, node);
        compiler->may_cut = true;
    }
    node->no_function = no_function_fault(compiler, formula);
    eb_give_application_faults(compiler, node, formula);
    return node;
}

/* ---- looked for by predicates ---- */

/* Whatever has a value there has the same. */
static struct eb_value run_apply_pieces(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value value = {0}, found;
    bool any = false;
    for (unsigned i = 0; i < node->count; i++) {
        if (!eb_try_node(node->list[i], frame, &found)) {
            if (frame->fault != node->list[i]->fault) eb_fail_again(frame);
            continue;
        }
        if (any && !eb_equal(node->domain, value, found)) eb_fail(frame, node->second_fault);
        value = found;
        any = true;
    }
    if (!any) eb_fail(frame, node->fault);
    return value;
}

static struct eb_node *apply_comprehension(struct eb_compiler *compiler, const struct eb_formula *formula,
                                           const struct eb_formula *set) {
    bool comprehension = set->op == EB_LAMBDA || set->op == EB_COMPREHENSION;
    if (!comprehension || eb_strip(set->children[1])->op != EB_MAPLET) return NULL;
    struct eb_node *node = eb_compile_apply_comprehension(compiler, set, formula->children[1]);
    eb_give_application_faults(compiler, node, formula);
    return node;
}

/* NULL where it is not known how to find the value. */
static const struct eb_node *apply(struct eb_compiler *compiler, const struct eb_formula *formula,
                                   const struct eb_formula *function) {
    function = eb_unfold_applied(compiler, function);
    if (function->op != EB_UNION) return apply_comprehension(compiler, formula, function);
    struct eb_node *node = eb_node_new(compiler, run_apply_pieces);
    const struct eb_node **pieces = arena_new_array(compiler->arena, const struct eb_node *, function->child_count);
    for (unsigned i = 0; i < function->child_count; i++) {
        pieces[i] = apply(compiler, formula, function->children[i]);
        if (!pieces[i]) return NULL;
    }
    node->domain = eb_domain_for(compiler, formula);
    node->list = pieces;
    node->count = function->child_count;
    eb_give_application_faults(compiler, node, formula);
    return node;
}

const struct eb_node *eb_compile_apply_large(struct eb_compiler *compiler, const struct eb_formula *formula) {
    bool large = eb_set_is_large(compiler, eb_without_override(compiler, eb_unfold(compiler, formula->children[0])));
    const struct eb_node *value = large ? apply(compiler, formula, formula->children[0]) : NULL;
    bool certain = eb_is_certain_function(compiler->development, eb_unfold(compiler, formula->children[0]));
    if (value && !certain) compiler->trusts_functions = true;
    return value ? eb_node_after_parts(compiler, formula->children[0], value) : NULL;
}
