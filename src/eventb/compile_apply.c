/* f(x) where f is a large set that a predicate gives, or is put together of several such: the value is looked for by
 * the predicates. */
#include "eventb/comprehension.h"
#include "eventb/functional.h"

void eb_give_application_faults(struct eb_compiler *compiler, struct eb_node *node, const struct eb_formula *formula) {
    const char *text = eb_formula_text(compiler, formula);
    const char *f = eb_formula_text(compiler, eb_strip(formula->children[0]));
    const char *x = eb_formula_text(compiler, formula->children[1]);
    node->fault = eb_fault_new(compiler, "well-definedness", formula->place,
                               "'%s' is not well-defined: '%s' is not in the domain of '%s'", text, x, f);
    node->second_fault = eb_fault_new(compiler, "well-definedness", formula->place,
                                      "'%s' is not well-defined: '%s' has several values at '%s'", text, f, x);
}

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
    function = eb_unfold(compiler, function);
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
    bool large = eb_set_is_large(compiler, eb_unfold(compiler, formula->children[0]));
    const struct eb_node *value = large ? apply(compiler, formula, formula->children[0]) : NULL;
    bool certain = eb_is_certain_function(compiler->development, eb_unfold(compiler, formula->children[0]));
    if (value && !certain) compiler->trusts_functions = true;
    return value ? eb_node_after_parts(compiler, formula->children[0], value) : NULL;
}
