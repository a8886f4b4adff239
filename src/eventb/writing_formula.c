#include "eventb/functional.h"
#include "eventb/writing.h"

#include <inttypes.h>
#include <string.h>

/* ---- expressions ---- */

static const struct eb_term *term_of(struct eb_writing *writing, const char *number) {
    struct eb_term *term = arena_new_object(writing->arena, struct eb_term);
    *term = (struct eb_term){.kind = EB_TERM_NUMBER, .text = number};
    return term;
}

static const struct eb_term *no_term(struct eb_writing *writing) {
    writing->failed = true;
    return term_of(writing, "0");
}

static const char *number(struct eb_writing *writing, const struct eb_formula *expression,
                          const struct eb_scope *scope) {
    const struct eb_term *term = eb_write_term(writing, expression, scope);
    return term->kind == EB_TERM_NUMBER ? term->text : no_term(writing)->text;
}

/* Its value, where it is among those that are computed and well-defined now; else NULL. */
static const struct eb_term *value_of(struct eb_writing *writing, const struct eb_formula *expression) {
    const struct eb_question *question = writing->question;
    for (size_t i = 0; i < question->known.count; i++) {
        const struct eb_known *known = &question->known.items[i];
        struct eb_value value;
        if (known->formula != expression || !known->domain) continue;
        if (eb_try_node(known->node, writing->frame, &value)) return eb_value_term(writing, known->domain, value);
        writing->failed = writing->failed || writing->frame->fault & EB_STOP;
        return NULL;
    }
    return NULL;
}

static const struct eb_term *bound(struct eb_writing *writing, const struct eb_scope *scope, unsigned slot) {
    for (; scope; scope = scope->outer)
        if (scope->slot == slot) return scope->term;
    return no_term(writing);
}

static const struct eb_term *set(struct eb_writing *writing, const struct eb_formula *expression,
                                 const struct eb_scope *scope) {
    struct eb_term *term = arena_new_object(writing->arena, struct eb_term);
    *term = (struct eb_term){.kind = EB_TERM_SET, .set = expression, .scope = scope, .type = expression->type};
    return term;
}

static const struct eb_term *arithmetic(struct eb_writing *writing, const char *sign,
                                        const struct eb_formula *expression, const struct eb_scope *scope) {
    const char *all = number(writing, expression->children[0], scope);
    for (unsigned i = 1; i < expression->child_count; i++)
        all = eb_text(writing, "(%s %s %s)", sign, all, number(writing, expression->children[i], scope));
    return term_of(writing, all);
}

/* Towards 0; the solver's remainders are never below 0. */
static const struct eb_term *quotient(struct eb_writing *writing, const struct eb_formula *expression,
                                      const struct eb_scope *scope) {
    const char *a = number(writing, expression->children[0], scope);
    const char *b = number(writing, expression->children[1], scope);
    return term_of(writing, eb_text(writing, "(ite (<= 0 %s) (div %s %s) (- (div (- %s) %s)))", a, a, b, a, b));
}

static void add_pending(struct eb_writing *writing, const struct eb_names *names, const char *condition) {
    writing->pending.declared = eb_text(writing, "%s%s", writing->pending.declared, names->declared);
    writing->pending.ranges = eb_both(writing, writing->pending.ranges, eb_both(writing, names->ranges, condition));
}

/* The value that the function relates the argument to. */
static const struct eb_term *applied(struct eb_writing *writing, const struct eb_formula *expression,
                                     const struct eb_scope *scope) {
    const struct eb_term *function = eb_write_term(writing, expression->children[0], scope);
    const struct eb_term *argument = eb_write_term(writing, expression->children[1], scope);
    struct eb_names names = eb_no_names;
    const struct eb_term *value = eb_fresh(writing, expression->type, &names);
    add_pending(writing, &names, eb_write_member(writing, eb_pair_term(writing, argument, value), function));
    return value;
}

/* Is the number in the set, and none in it beyond? */
static const char *is_extreme(struct eb_writing *writing, const struct eb_term *number, const struct eb_term *set,
                              bool least) {
    struct eb_names names = eb_no_names;
    const struct eb_term *other = eb_fresh(writing, set->type->left, &names);
    const char *within = eb_text(writing, "(%s %s %s)", least ? "<=" : ">=", number->text, other->text);
    const char *all = eb_for_all(writing, &names, eb_implied(writing, eb_write_member(writing, other, set), within));
    return eb_both(writing, eb_write_member(writing, number, set), all);
}

static const struct eb_term *extreme(struct eb_writing *writing, const struct eb_formula *expression,
                                     const struct eb_scope *scope) {
    const struct eb_term *of = eb_write_term(writing, expression->children[0], scope);
    struct eb_names names = eb_no_names;
    const struct eb_term *value = eb_fresh(writing, expression->type, &names);
    if (!of->type) return no_term(writing);
    add_pending(writing, &names, is_extreme(writing, value, of, expression->op == EB_MINIMUM));
    return value;
}

static const struct eb_term *as_number(struct eb_writing *writing, const struct eb_formula *literal) {
    uint64_t size = literal->value < 0 ? 0 - (uint64_t)literal->value : (uint64_t)literal->value;
    return term_of(writing, eb_text(writing, literal->value < 0 ? "(- %" PRIu64 ")" : "%" PRIu64, size));
}

const struct eb_term *eb_write_term(struct eb_writing *writing, const struct eb_formula *expression,
                                    const struct eb_scope *scope) {
    expression = eb_strip(expression);
    if (writing->failed) return no_term(writing);
    const struct eb_term *value = value_of(writing, expression);
    if (value) return value;
    switch (expression->op) {
    case EB_BOUND: return bound(writing, scope, expression->index);
    case EB_INTEGER_LITERAL: return as_number(writing, expression);
    case EB_CONSTANT_TRUE: return term_of(writing, "1");
    case EB_CONSTANT_FALSE: return term_of(writing, "0");
    case EB_MAPLET: {
        const struct eb_term *left = eb_write_term(writing, expression->children[0], scope);
        return eb_pair_term(writing, left, eb_write_term(writing, expression->children[1], scope));
    }
    case EB_ADD: return arithmetic(writing, "+", expression, scope);
    case EB_SUBTRACT: return arithmetic(writing, "-", expression, scope);
    case EB_MULTIPLY: return arithmetic(writing, "*", expression, scope);
    case EB_MODULO: return arithmetic(writing, "mod", expression, scope);
    case EB_NEGATE:
        return term_of(writing, eb_text(writing, "(- %s)", number(writing, expression->children[0], scope)));
    case EB_DIVIDE: return quotient(writing, expression, scope);
    case EB_APPLICATION: return applied(writing, expression, scope);
    case EB_MINIMUM:
    case EB_MAXIMUM: return extreme(writing, expression, scope);
    case EB_BOOL:
        return term_of(writing,
                       eb_text(writing, "(ite %s 1 0)", eb_write_predicate(writing, expression->children[0], scope)));
    default: break;
    }
    bool is_set = expression->type && expression->type->kind == EB_TYPE_POWER && expression->op != EB_IDENTIFIER;
    bool carrier = expression->op == EB_IDENTIFIER && expression->identifier == EB_CARRIER_SET;
    return is_set || carrier ? set(writing, expression, scope) : no_term(writing);
}

/* ---- predicates ---- */

static const char *compared(struct eb_writing *writing, const char *sign, const struct eb_formula *predicate,
                            const struct eb_scope *scope) {
    const char *left = number(writing, predicate->children[0], scope);
    return eb_text(writing, "(%s %s %s)", sign, left, number(writing, predicate->children[1], scope));
}

static const char *connected(struct eb_writing *writing, const struct eb_formula *predicate,
                             const struct eb_scope *scope) {
    const char *all = eb_write_predicate(writing, predicate->children[0], scope);
    for (unsigned i = 1; i < predicate->child_count; i++) {
        const char *one = eb_write_predicate(writing, predicate->children[i], scope);
        all = predicate->op == EB_AND ? eb_both(writing, all, one) : eb_either(writing, all, one);
    }
    return all;
}

static const char *quantified(struct eb_writing *writing, const struct eb_formula *predicate,
                              const struct eb_scope *scope) {
    struct eb_names names = eb_no_names;
    const struct eb_scope *inner = eb_scope_of(writing, scope, predicate, &names);
    const char *body = eb_write_predicate(writing, predicate->children[0], inner);
    return predicate->op == EB_FORALL ? eb_for_all(writing, &names, body) : eb_there_is(writing, &names, body);
}

/* The parts make up the whole, and no two of them have an element in common. */
static const char *partitioned(struct eb_writing *writing, const struct eb_formula *predicate,
                               const struct eb_scope *scope) {
    const struct eb_formula *whole = predicate->children[0];
    struct eb_names names = eb_no_names;
    const struct eb_term *element = eb_fresh(writing, whole->type->left, &names);
    const char *any = "false", *several = "false";
    for (unsigned i = 1; i < predicate->child_count; i++) {
        const char *in = eb_write_member(writing, element, eb_write_term(writing, predicate->children[i], scope));
        several = eb_either(writing, several, eb_both(writing, any, in));
        any = eb_either(writing, any, in);
    }
    const char *same =
        eb_text(writing, "(= %s %s)", any, eb_write_member(writing, element, eb_write_term(writing, whole, scope)));
    return eb_for_all(writing, &names, eb_both(writing, same, eb_negated(writing, several)));
}

static const char *of_terms(struct eb_writing *writing, const struct eb_formula *predicate,
                            const struct eb_scope *scope) {
    const struct eb_term *left = eb_write_term(writing, predicate->children[0], scope);
    const struct eb_term *right =
        predicate->child_count > 1 ? eb_write_term(writing, predicate->children[1], scope) : NULL;
    switch (predicate->op) {
    case EB_EQUAL:
    case EB_NOT_EQUAL: return eb_write_equal(writing, left, right);
    case EB_IN:
    case EB_NOT_IN: return eb_write_member(writing, left, right);
    case EB_SUBSET_EQUAL:
    case EB_NOT_SUBSET_EQUAL: return eb_write_included(writing, left, right);
    case EB_SUBSET:
    case EB_NOT_SUBSET:
        return eb_both(writing, eb_write_included(writing, left, right),
                       eb_negated(writing, eb_write_included(writing, right, left)));
    case EB_FINITE: return eb_write_finite(writing, left);
    default: writing->failed = true; return "true";
    }
}

/* What speaks of values. */
static const char *atom(struct eb_writing *writing, const struct eb_formula *predicate, const struct eb_scope *scope) {
    switch (predicate->op) {
    case EB_LESS: return compared(writing, "<", predicate, scope);
    case EB_LESS_EQUAL: return compared(writing, "<=", predicate, scope);
    case EB_GREATER: return compared(writing, ">", predicate, scope);
    case EB_GREATER_EQUAL: return compared(writing, ">=", predicate, scope);
    case EB_PARTITION: return partitioned(writing, predicate, scope);
    case EB_NOT_EQUAL:
    case EB_NOT_IN:
    case EB_NOT_SUBSET_EQUAL:
    case EB_NOT_SUBSET: return eb_negated(writing, of_terms(writing, predicate, scope));
    default: return of_terms(writing, predicate, scope);
    }
}

const char *eb_write_predicate(struct eb_writing *writing, const struct eb_formula *predicate,
                               const struct eb_scope *scope) {
    if (writing->failed) return "true";
    switch (predicate->op) {
    case EB_TRUE: return "true";
    case EB_FALSE: return "false";
    case EB_NOT: return eb_negated(writing, eb_write_predicate(writing, predicate->children[0], scope));
    case EB_AND:
    case EB_OR: return connected(writing, predicate, scope);
    case EB_IMPLIES: {
        const char *left = eb_write_predicate(writing, predicate->children[0], scope);
        return eb_implied(writing, left, eb_write_predicate(writing, predicate->children[1], scope));
    }
    case EB_EQUIVALENT: {
        const char *left = eb_write_predicate(writing, predicate->children[0], scope);
        return eb_text(writing, "(= %s %s)", left, eb_write_predicate(writing, predicate->children[1], scope));
    }
    case EB_FORALL:
    case EB_EXISTS: return quantified(writing, predicate, scope);
    default: break;
    }
    struct eb_names before = eb_pending_begin(writing);
    return eb_pending_end(writing, before, atom(writing, predicate, scope));
}

/* ---- what is well-defined ---- */

static const char *parts_are_defined(struct eb_writing *writing, const struct eb_formula *formula,
                                     const struct eb_scope *scope) {
    const char *all = "true";
    for (unsigned i = 0; i < formula->child_count; i++)
        all = eb_both(writing, all, eb_write_defined(writing, formula->children[i], scope));
    return all;
}

/* From left to right: what comes later counts where what comes before does not decide. */
static const char *in_order(struct eb_writing *writing, const struct eb_formula *formula,
                            const struct eb_scope *scope) {
    const char *rest = eb_write_defined(writing, formula->children[formula->child_count - 1], scope);
    for (unsigned i = formula->child_count - 1; i--;) {
        const char *before = eb_write_predicate(writing, formula->children[i], scope);
        rest = formula->op == EB_OR ? eb_either(writing, before, rest) : eb_implied(writing, before, rest);
        rest = eb_both(writing, eb_write_defined(writing, formula->children[i], scope), rest);
    }
    return rest;
}

/* For all values of what is bound, also the expression where there is one and the predicate holds. */
static const char *for_all_values(struct eb_writing *writing, const struct eb_formula *formula,
                                  const struct eb_scope *scope) {
    struct eb_names names = eb_no_names;
    const struct eb_scope *inner = eb_scope_of(writing, scope, formula, &names);
    const char *defined = eb_write_defined(writing, formula->children[0], inner);
    const char *holds = eb_write_predicate(writing, formula->children[0], inner);
    if (formula->child_count > 1)
        defined = eb_both(writing, defined,
                          eb_implied(writing, holds, eb_write_defined(writing, formula->children[1], inner)));
    const char *all = eb_for_all(writing, &names, defined);
    if (formula->op != EB_QUANTIFIED_INTERSECTION) return all;
    return eb_both(writing, all, eb_there_is(writing, &names, holds));
}

/* The argument has a value, and nothing has two. */
static const char *has_value(struct eb_writing *writing, const struct eb_formula *application,
                             const struct eb_scope *scope) {
    struct eb_names before = eb_pending_begin(writing), first = eb_no_names, two = eb_no_names;
    const struct eb_term *function = eb_write_term(writing, application->children[0], scope);
    const struct eb_term *argument = eb_write_term(writing, application->children[1], scope);
    const struct eb_term *x = eb_fresh(writing, application->type, &first);
    const struct eb_term *anywhere = eb_fresh(writing, application->children[1]->type, &two);
    const struct eb_term *y = eb_fresh(writing, application->type, &two),
                         *z = eb_fresh(writing, application->type, &two);
    const char *some =
        eb_there_is(writing, &first, eb_write_member(writing, eb_pair_term(writing, argument, x), function));
    const char *both = eb_both(writing, eb_write_member(writing, eb_pair_term(writing, anywhere, y), function),
                               eb_write_member(writing, eb_pair_term(writing, anywhere, z), function));
    const char *one = eb_for_all(writing, &two, eb_implied(writing, both, eb_write_equal(writing, y, z)));
    bool certain = eb_is_certain_function(NULL, application->children[0]);
    return eb_pending_end(writing, before, certain ? some : eb_both(writing, some, one));
}

static const char *can_be_divided(struct eb_writing *writing, const struct eb_formula *formula,
                                  const struct eb_scope *scope) {
    struct eb_names before = eb_pending_begin(writing);
    const char *a = number(writing, formula->children[0], scope), *b = number(writing, formula->children[1], scope);
    const char *can = formula->op == EB_DIVIDE ? eb_text(writing, "(not (= %s 0))", b)
                                               : eb_text(writing, "(and (<= 0 %s) (< 0 %s))", a, b);
    return eb_pending_end(writing, before, can);
}

static const char *has_extreme(struct eb_writing *writing, const struct eb_formula *formula,
                               const struct eb_scope *scope) {
    struct eb_names before = eb_pending_begin(writing), names = eb_no_names;
    const struct eb_term *of = eb_write_term(writing, formula->children[0], scope);
    const struct eb_term *value = eb_fresh(writing, formula->type, &names);
    if (!of->type) writing->failed = true;
    const char *some = writing->failed
                           ? "true"
                           : eb_there_is(writing, &names, is_extreme(writing, value, of, formula->op == EB_MINIMUM));
    return eb_pending_end(writing, before, some);
}

const char *eb_write_defined(struct eb_writing *writing, const struct eb_formula *formula,
                             const struct eb_scope *scope) {
    formula = eb_strip(formula);
    if (writing->failed || eb_is_safe(formula) || value_of(writing, formula)) return "true";
    switch (formula->op) {
    case EB_AND:
    case EB_OR:
    case EB_IMPLIES: return in_order(writing, formula, scope);
    case EB_FORALL:
    case EB_EXISTS:
    case EB_COMPREHENSION:
    case EB_LAMBDA:
    case EB_QUANTIFIED_UNION:
    case EB_QUANTIFIED_INTERSECTION: return for_all_values(writing, formula, scope);
    case EB_APPLICATION:
        return eb_both(writing, parts_are_defined(writing, formula, scope), has_value(writing, formula, scope));
    case EB_DIVIDE:
    case EB_MODULO:
        return eb_both(writing, parts_are_defined(writing, formula, scope), can_be_divided(writing, formula, scope));
    case EB_MINIMUM:
    case EB_MAXIMUM:
        return eb_both(writing, parts_are_defined(writing, formula, scope), has_extreme(writing, formula, scope));
    case EB_GENERAL_INTERSECTION:
        if (eb_strip(formula->children[0])->child_count) return parts_are_defined(writing, formula, scope);
        return "false";
    default: break;
    }
    if (eb_is_partial(formula->op) || formula->op == EB_CARDINALITY) writing->failed = true;
    return parts_are_defined(writing, formula, scope);
}
