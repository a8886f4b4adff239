/* Predicates, and what all of compilation shares. */
#include "eventb/asking.h"
#include "eventb/carriers.h"
#include "eventb/comprehension.h"
#include "eventb/finite.h"
#include "eventb/image.h"
#include "eventb/infinite.h"
#include "eventb/memo.h"
#include "eventb/theory.h"

#include <stdarg.h>
#include <string.h>

/* ---- shared ---- */

struct eb_node *eb_node_new(struct eb_compiler *compiler, eb_run run) {
    struct eb_node *node = arena_new_object(compiler->arena, struct eb_node);
    node->run = run;
    return node;
}

uint32_t eb_fault_new(struct eb_compiler *compiler, const char *kind, struct place place, const char *format, ...) {
    struct text message = {0};
    va_list arguments;
    if (compiler->site) text_printf(&message, "%s: ", compiler->site);
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    struct ts_fault fault = {
        .kind = kind, .message = arena_text(compiler->arena, text_chars(&message)), .place = place};
    text_free(&message);
    vec_push(&compiler->faults->list, fault);
    return (uint32_t)compiler->faults->list.count;
}

static bool has_recursion(const struct eb_type *type) {
    if (!type) return false;
    return (type->kind == EB_TYPE_DATA && type->data->recursive) || has_recursion(type->left) ||
           has_recursion(type->right);
}

/* Does it speak of values of a recursive data type? */
static bool speaks_of_data(const struct eb_formula *formula) {
    if (has_recursion(formula->type)) return true;
    for (unsigned i = 0; i < formula->bound_count; i++)
        if (has_recursion(formula->bound[i].type)) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (speaks_of_data(formula->children[i])) return true;
    return false;
}

uint32_t eb_fault_cut(struct eb_compiler *compiler, const struct eb_formula *formula, const char *what) {
    compiler->may_cut = compiler->uses_range = true;
    if (speaks_of_data(formula))
        return EB_CUT | eb_fault_new(compiler, "limit", formula->place,
                                     "'%s' is not decided: %s was looked for among the integers %lld..%lld and among "
                                     "values of data types with at most %u constructors inside each other; a condition "
                                     "that limits it would help",
                                     eb_formula_text(compiler, formula), what, (long long)compiler->low,
                                     (long long)compiler->high, compiler->levels);
    return EB_CUT | eb_fault_new(compiler, "limit", formula->place,
                                 "'%s' is not decided: %s was looked for among the integers %lld..%lld only; larger "
                                 "bounds (--bound INT=LOW..HIGH), or a condition that limits it, would help",
                                 eb_formula_text(compiler, formula), what, (long long)compiler->low,
                                 (long long)compiler->high);
}

static bool has_integers(const struct eb_type *type) {
    if (!type) return false;
    if (type->kind == EB_TYPE_INTEGER || has_integers(type->left) || has_integers(type->right)) return true;
    for (unsigned i = 0; type->kind == EB_TYPE_DATA && i < type->data->constructor_count; i++)
        for (unsigned j = 0; j < type->data->constructors[i].field_count; j++)
            if (eb_type_has_numbers(type->data->constructors[i].fields[j].type)) return true;
    return false;
}

const char *eb_chosen_from(struct eb_compiler *compiler, const struct eb_type *type) {
    const char *integers =
        arena_printf(compiler->arena, "the integers %lld..%lld", (long long)compiler->low, (long long)compiler->high);
    if (!has_recursion(type)) return integers;
    const char *data =
        arena_printf(compiler->arena, "values of data types with at most %u constructors inside each other",
                     compiler->chosen_levels);
    return has_integers(type) ? arena_printf(compiler->arena, "%s and %s", integers, data) : data;
}

const char *eb_wider_choice(const struct eb_type *type) {
    if (!has_recursion(type)) return "--bound INT=LOW..HIGH";
    return has_integers(type) ? "--bound INT=LOW..HIGH, --bound DATA=N" : "--bound DATA=N";
}

const char *eb_formula_text(struct eb_compiler *compiler, const struct eb_formula *formula) {
    struct text text = {0};
    eb_print(formula, false, &text);
    const char *copy = arena_text(compiler->arena, text_chars(&text));
    text_free(&text);
    return copy;
}

const struct eb_formula *eb_strip(const struct eb_formula *formula) {
    while (formula->op == EB_OF_TYPE) formula = formula->children[0];
    return formula;
}

bool eb_is_number_set(const struct eb_formula *set) {
    enum eb_op op = eb_strip(set)->op;
    return op == EB_INTEGERS || op == EB_NATURALS || op == EB_NATURALS_1;
}

bool eb_is_partial(enum eb_op op) {
    switch (op) {
    case EB_APPLICATION:
    case EB_DESTRUCT:
    case EB_CALL:
    case EB_CONDITIONAL:
    case EB_DIVIDE:
    case EB_MODULO:
    case EB_POWER_OF:
    case EB_MINIMUM:
    case EB_MAXIMUM:
    case EB_GENERAL_INTERSECTION:
    case EB_QUANTIFIED_INTERSECTION: return true;
    default: return false;
    }
}

/* Well-defined wherever its parts are. */
static bool is_safe_here(const struct eb_formula *formula) {
    const struct eb_formula *last = formula->child_count ? eb_strip(formula->children[formula->child_count - 1]) : NULL;
    switch (formula->op) {
    case EB_CARDINALITY: return eb_is_certainly_finite(last);
    case EB_DIVIDE: return last->op == EB_INTEGER_LITERAL && last->value != 0 && last->value != -1;
    case EB_APPLICATION: return eb_is_known_function(eb_strip(formula->children[0])->op);
    case EB_CALL: return formula->function->is_total;
    case EB_DESTRUCT: return formula->certain;
    case EB_CONDITIONAL: return true;
    default: return !eb_is_partial(formula->op);
    }
}

bool eb_is_safe(const struct eb_formula *formula) {
    if (!is_safe_here(formula)) return false;
    if (formula->op == EB_OF_TYPE || eb_has_asides(formula)) return eb_is_safe(formula->children[0]);
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!eb_is_safe(formula->children[i])) return false;
    return true;
}

static bool is_of_constant(const struct eb_formula *formula) {
    return formula->op == EB_APPLICATION && eb_constant_of(formula->children[0]) >= 0;
}

/* Are its parts evaluated always, and for what is known outside of it? */
static bool is_strict(const struct eb_formula *formula) {
    return !formula->bound_count && formula->op != EB_BOOL && formula->op != EB_CONDITIONAL;
}

/* Is it well-defined even where a part of it is not known, as that was cut off? Whether an infinite set has a size, a
 * least element or any at all is not known; applications of constants can be looked at by themselves, `applications`.
 */
static bool is_settled(const struct eb_formula *formula, struct eb_conditions *applications) {
    bool looked_at = applications && is_of_constant(formula);
    if (formula->op == EB_CARDINALITY || (!looked_at && !is_safe_here(formula))) return false;
    if (looked_at) vec_push(&applications->list, formula);
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!is_settled(formula->children[i], is_strict(formula) ? applications : NULL)) return false;
    return true;
}

bool eb_slot_of(struct eb_compiler *compiler, const struct eb_formula *formula, unsigned *slot) {
    if (formula->op == EB_BOUND) {
        *slot = compiler->bound + formula->index;
    } else if (formula->op == EB_IDENTIFIER && formula->identifier != EB_CARRIER_SET) {
        unsigned base = formula->identifier == EB_CONSTANT    ? compiler->constants
                        : formula->identifier == EB_PARAMETER ? compiler->parameters
                        : formula->primed                     ? compiler->primed
                                                              : compiler->variables;
        *slot = base + formula->index;
    } else {
        return false;
    }
    if (*slot >= compiler->slot_count) compiler->slot_count = *slot + 1;
    return true;
}

bool eb_speaks_of_slot(struct eb_compiler *compiler, const struct eb_formula *formula, unsigned slot) {
    unsigned its;
    if (eb_slot_of(compiler, formula, &its) && its == slot) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (eb_speaks_of_slot(compiler, formula->children[i], slot)) return true;
    return false;
}

const struct eb_domain *eb_domain_for(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_domain *domain = eb_domain_of(compiler->domains, formula->type);
    if (!domain && !compiler->failed) {
        compiler->failed = true;
        diag_error(compiler->diagnostics, formula->place, "the type of '%s' is not known",
                   eb_formula_text(compiler, formula));
    }
    return domain;
}

/* ---- predicates ---- */

static const struct eb_value truth = {EB_YES, NULL}, falsehood = {EB_NO, NULL}, undecided = {EB_UNDECIDED, NULL},
                             lost = {EB_LOST, NULL};
static struct eb_value truth_of(bool holds) { return holds ? truth : falsehood; }

struct trying {
    const struct eb_node *node;
    struct eb_value *value;
};

static void run_trying(struct eb_frame *frame, void *context) {
    struct trying *trying = context;
    *trying->value = eb_run_node(trying->node, frame);
}

bool eb_try_node(const struct eb_node *node, struct eb_frame *frame, struct eb_value *value) {
    return eb_attempt(frame, run_trying, &(struct trying){node, value});
}

/* What was cut off may hide that an application in it is ill-defined: is one perhaps so? Fails if it is. */
static bool may_hide(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value value;
    for (unsigned i = 0; i < node->count; i++) {
        if (eb_try_node(node->list[i], frame, &value)) continue;
        if (!(frame->fault & EB_CUT)) eb_fail_again(frame);
        if (frame->lost) return true;
    }
    return false;
}

/* The value; undecided where it fails for want of what was cut off. */
static struct eb_value run_carefully(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value value;
    if (eb_try_node(node->a, frame, &value)) return value;
    if (!(frame->fault & EB_CUT)) eb_fail_again(frame);
    eb_doubt(frame);
    return frame->lost || node->may_be_lost || may_hide(node, frame) ? lost : undecided;
}

static enum eb_truth truth_in_doubt(const struct eb_node *node, struct eb_frame *frame) {
    enum eb_truth truth;
    bool before = frame->doubtful;
    frame->doubtful = true;
    bool good = eb_try_truth(node, frame, &truth);
    frame->doubtful = before;
    if (good) return truth;
    eb_doubt(frame);
    return frame->lost ? EB_LOST : EB_UNDECIDED;
}

static struct eb_value run_constant(const struct eb_node *node, struct eb_frame *frame) {
    (void)frame;
    return node->constant;
}

static struct eb_value run_not(const struct eb_node *node, struct eb_frame *frame) {
    enum eb_truth of = eb_truth(node->a, frame);
    return eb_is_open(of) ? eb_truth_value(of) : truth_of(of == EB_NO);
}

/* ∧ and ∨: the first `decisive` value is the answer, wherever it stands, unless it is only what comes before it that
 * keeps something ill-defined from being evaluated; flag: that value. */
static struct eb_value run_connective(const struct eb_node *node, struct eb_frame *frame) {
    enum eb_truth decisive = node->flag ? EB_YES : EB_NO;
    bool doubt = false;
    for (unsigned i = 0; i < node->count; i++) {
        enum eb_truth of = doubt ? truth_in_doubt(node->list[i], frame) : eb_truth(node->list[i], frame);
        if (of == EB_LOST) return lost;
        if (of == decisive) return truth_of(node->flag);
        doubt = doubt || of == EB_UNDECIDED;
    }
    return doubt ? undecided : truth_of(!node->flag);
}

static struct eb_value run_implies(const struct eb_node *node, struct eb_frame *frame) {
    enum eb_truth left = eb_truth(node->a, frame);
    if (left == EB_NO) return truth;
    if (left == EB_YES) return eb_run_node(node->b, frame);
    enum eb_truth right = left == EB_LOST ? EB_LOST : truth_in_doubt(node->b, frame);
    return right == EB_YES ? truth : right == EB_LOST ? lost : undecided;
}

static struct eb_value run_equivalent(const struct eb_node *node, struct eb_frame *frame) {
    enum eb_truth left = eb_truth(node->a, frame), right = eb_truth(node->b, frame);
    if (left == EB_LOST || right == EB_LOST) return lost;
    if (left == EB_UNDECIDED || right == EB_UNDECIDED) return undecided;
    return truth_of(left == right);
}

static struct eb_value run_evaluate_then_true(const struct eb_node *node, struct eb_frame *frame) {
    eb_run_node(node->a, frame);
    return node->constant;
}

static const struct eb_node *constant(struct eb_compiler *compiler, bool holds) {
    struct eb_node *node = eb_node_new(compiler, run_constant);
    node->constant = truth_of(holds);
    return node;
}

static const struct eb_node *connective(struct eb_compiler *compiler, const struct eb_formula *formula, eb_run run) {
    struct eb_node *node = eb_node_new(compiler, run);
    const struct eb_node **list = arena_new_array(compiler->arena, const struct eb_node *, formula->child_count);
    bool asserted = compiler->asserted;
    for (unsigned i = 0; i < formula->child_count; i++) {
        compiler->asserted = asserted && (i || formula->op != EB_IMPLIES);
        list[i] = eb_compile_predicate(compiler, formula->children[i]);
    }
    compiler->asserted = false;
    node->list = list;
    node->count = formula->child_count;
    node->flag = formula->op == EB_OR;
    if (formula->child_count == 2) {
        node->a = list[0];
        node->b = list[1];
    }
    return node;
}

static const struct eb_node *negation(struct eb_compiler *compiler, const struct eb_node *of) {
    struct eb_node *node = eb_node_new(compiler, run_not);
    node->a = of;
    return node;
}

/* A constant of which only a part may be known, a function on all of ℕ, or a variable that may be infinite. */
static bool mentions_a_part(const struct eb_compiler *compiler, const struct eb_formula *formula) {
    if (eb_infinite_may_be(compiler, formula)) return true;
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_CONSTANT)
        return eb_may_be_cut(eb_domain_of(compiler->domains, formula->type));
    for (unsigned i = 0; i < formula->child_count; i++)
        if (mentions_a_part(compiler, formula->children[i])) return true;
    return false;
}

/* Every set that can be a value here is finite. */
static const struct eb_node *finiteness(struct eb_compiler *compiler, const struct eb_formula *formula) {
    if (eb_is_safe(formula) && eb_is_certainly_infinite(formula->children[0])) return constant(compiler, false);
    if (eb_is_safe(formula) && eb_is_certainly_finite(formula->children[0]) && !mentions_a_part(compiler, formula))
        return constant(compiler, true);
    struct eb_node *node = eb_node_new(compiler, run_evaluate_then_true);
    node->a = eb_compile_expression(compiler, formula->children[0]);
    node->constant = truth;
    return node;
}

static struct eb_value run_partition(const struct eb_node *node, struct eb_frame *frame) {
    const struct eb_domain *set = node->left;
    struct eb_value whole = eb_run_node(node->list[0], frame);
    struct eb_value so_far = eb_empty(frame, set);
    bool disjoint = true;
    for (unsigned i = 1; i < node->count; i++) {
        struct eb_value part = eb_run_node(node->list[i], frame);
        disjoint = disjoint && eb_is_empty(set, eb_intersection(frame, set, so_far, part));
        so_far = eb_union(frame, set, so_far, part);
    }
    return truth_of(disjoint && eb_equal(set, whole, so_far));
}

static const struct eb_node *partition(struct eb_compiler *compiler, const struct eb_formula *formula) {
    struct eb_node *node = eb_node_new(compiler, run_partition);
    const struct eb_node **list = arena_new_array(compiler->arena, const struct eb_node *, formula->child_count);
    for (unsigned i = 0; i < formula->child_count; i++) list[i] = eb_compile_expression(compiler, formula->children[i]);
    node->list = list;
    node->count = formula->child_count;
    node->left = eb_domain_for(compiler, formula->children[0]);
    return node;
}

static const struct eb_node *compile_atom(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_formula *left = formula->children[0],
                            *right = formula->child_count > 1 ? formula->children[1] : NULL;
    switch (formula->op) {
    case EB_IN: return eb_compile_membership(compiler, left, right);
    case EB_NOT_IN: return negation(compiler, eb_compile_membership(compiler, left, right));
    case EB_SUBSET_EQUAL: return eb_compile_inclusion(compiler, left, right);
    case EB_NOT_SUBSET_EQUAL: return negation(compiler, eb_compile_inclusion(compiler, left, right));
    case EB_FINITE: return finiteness(compiler, formula);
    case EB_PARTITION: return partition(compiler, formula);
    case EB_IS_CONSTRUCTED: return eb_compile_data(compiler, formula);
    default: return eb_compile_relational(compiler, formula);
    }
}

/* An expression in it may need what was cut off. */
static const struct eb_node *careful_atom(struct eb_compiler *compiler, const struct eb_formula *formula) {
    bool before = compiler->may_cut;
    compiler->may_cut = false;
    const struct eb_node *atom = compile_atom(compiler, formula);
    if (compiler->may_cut) atom = eb_careful(compiler, atom, formula);
    compiler->may_cut = compiler->may_cut || before;
    return atom;
}

void eb_take_needs(struct eb_compiler *compiler, struct eb_node *node, struct eb_conditions *needs,
                   const struct eb_node *(*compile)(struct eb_compiler *, const struct eb_formula *)) {
    size_t count = node->may_be_lost ? 0 : needs->list.count;
    const struct eb_node **list = arena_new_array(compiler->arena, const struct eb_node *, count + 1);
    for (size_t i = 0; i < count; i++) list[i] = compile(compiler, needs->list.items[i]);
    node->list = list;
    node->count = (unsigned)count;
    vec_free(&needs->list);
}

static bool counts_elements(const struct eb_formula *formula) {
    if (formula->op == EB_CARDINALITY) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (counts_elements(formula->children[i])) return true;
    return false;
}

const struct eb_node *eb_careful(struct eb_compiler *compiler, const struct eb_node *predicate,
                                 const struct eb_formula *formula) {
    struct eb_node *node = eb_node_new(compiler, run_carefully);
    struct eb_conditions applications = {0};
    node->a = predicate;
    bool is_safe = !counts_elements(formula) && eb_is_safe_in_order(formula);
    node->may_be_lost = !is_safe && !is_settled(formula, &applications);
    eb_take_needs(compiler, node, &applications, eb_compile_expression);
    return node;
}

/* What the bounds may not decide is asked for as a whole, not part by part. */
static const struct eb_node *asked(struct eb_compiler *compiler, const struct eb_formula *formula) {
    bool quantified = formula->op == EB_FORALL || formula->op == EB_EXISTS;
    bool may_cut = compiler->may_cut, is_part = compiler->is_asked;
    bool can_be_asked = compiler->asking && !is_part && eb_can_be_asked(formula);
    compiler->may_cut = false;
    compiler->is_asked = is_part || can_be_asked;
    const struct eb_node *node =
        quantified ? eb_compile_quantified(compiler, formula) : careful_atom(compiler, formula);
    if (can_be_asked && compiler->may_cut) node = eb_compile_asked(compiler, node, formula);
    compiler->is_asked = is_part;
    compiler->may_cut = compiler->may_cut || may_cut;
    return node;
}

static const struct eb_node *compile_predicate(struct eb_compiler *compiler, const struct eb_formula *formula) {
    if (formula->op != EB_AND && formula->op != EB_IMPLIES && formula->op != EB_FORALL) compiler->asserted = false;
    switch (formula->op) {
    case EB_TRUE: return constant(compiler, true);
    case EB_FALSE: return constant(compiler, false);
    case EB_NOT: return negation(compiler, eb_compile_predicate(compiler, formula->children[0]));
    case EB_AND:
    case EB_OR: return connective(compiler, formula, run_connective);
    case EB_IMPLIES: return connective(compiler, formula, run_implies);
    case EB_EQUIVALENT: return connective(compiler, formula, run_equivalent);
    default: return asked(compiler, formula);
    }
}

bool eb_is_late(struct eb_compiler *compiler) {
    if (!compiler->is_late && compiler->goes_on) compiler->is_late = !compiler->goes_on(compiler->goes_on_context);
    return compiler->is_late;
}

static struct eb_value run_late(const struct eb_node *node, struct eb_frame *frame) {
    (void)node;
    eb_fail(frame, EB_STOP);
}

const struct eb_node *eb_late_node(struct eb_compiler *compiler) { return eb_node_new(compiler, run_late); }

const struct eb_node *eb_compile_predicate(struct eb_compiler *compiler, const struct eb_formula *formula) {
    if (eb_is_late(compiler)) return eb_late_node(compiler);
    return eb_compile_memoised(compiler, formula, compile_predicate);
}
