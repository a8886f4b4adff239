/* Well-definedness that the order of a predicate's parts shows: i ∈ ℕ ∧ i mod 7 = 3, f ∈ 1‥3 → ℕ ∧ f(2) > 4; or that
 * follows if something holds which does not depend on what the predicate binds: n > 0, of i ∈ ℕ ∧ i mod n = 3; of i ∈ ℕ
 * ∧ i > f(n), that f(n) is well-defined. */
#include "eventb/comprehension.h"
#include "eventb/finite.h"

enum { MOST_KNOWN = 64 };

/* Identifiers that are not below 0; or not 0. */
struct names {
    const struct eb_formula *list[MOST_KNOWN];
    unsigned count;
};
struct knowledge {
    struct names not_negative, not_zero;
    struct names memberships; /* x ∈ S, that hold */
    struct asking *asking;    /* NULL: nothing may be assumed */
};

/* What must hold besides. */
struct asking {
    struct arena *arena;
    const struct eb_formula *within; /* where nothing that it binds is known */
    struct eb_conditions *needs;
};

static bool is_identifier(const struct eb_formula *formula) {
    return formula->op == EB_BOUND || formula->op == EB_IDENTIFIER;
}

static bool is_among(const struct names *names, const struct eb_formula *name) {
    for (unsigned i = 0; is_identifier(name) && i < names->count; i++) {
        const struct eb_formula *one = names->list[i];
        bool same = one->op == name->op && one->index == name->index && one->primed == name->primed;
        if (same && (one->op == EB_BOUND || one->identifier == name->identifier)) return true;
    }
    return false;
}

static void add(struct names *names, const struct eb_formula *name) {
    if (is_identifier(name) && names->count < MOST_KNOWN) names->list[names->count++] = name;
}

static bool is_not_negative(const struct eb_formula *formula, const struct knowledge *known) {
    formula = eb_strip(formula);
    switch (formula->op) {
    case EB_INTEGER_LITERAL: return formula->value >= 0;
    case EB_BOUND:
    case EB_IDENTIFIER: return is_among(&known->not_negative, formula);
    case EB_CARDINALITY:
    case EB_MODULO: return true;
    case EB_ADD:
    case EB_MULTIPLY:
    case EB_POWER_OF:
        for (unsigned i = 0; i < formula->child_count; i++)
            if (!is_not_negative(formula->children[i], known)) return false;
        return true;
    default: return false;
    }
}

static bool is_not_zero(const struct eb_formula *formula, const struct knowledge *known) {
    formula = eb_strip(formula);
    if (formula->op == EB_INTEGER_LITERAL) return formula->value != 0;
    if (formula->op != EB_ADD || !is_not_negative(formula, known)) return is_among(&known->not_zero, formula);
    bool any = false;
    for (unsigned i = 0; i < formula->child_count; i++) any = any || is_not_zero(formula->children[i], known);
    return any;
}

static bool is_zero(const struct eb_formula *formula) {
    formula = eb_strip(formula);
    return formula->op == EB_INTEGER_LITERAL && formula->value == 0;
}

static void learn_not(const struct eb_formula *condition, struct knowledge *known);

/* x ∈ ℕ, x ∈ ℕ1, x ∈ 0‥n, x ≥ 0, 0 < x, x ≠ 0; and memberships */
static void learn(const struct eb_formula *condition, struct knowledge *known) {
    if (condition->op == EB_NOT) learn_not(condition->children[0], known);
    for (unsigned i = 0; condition->op == EB_AND && i < condition->child_count; i++)
        learn(condition->children[i], known);
    if (condition->op == EB_AND || condition->child_count != 2) return;
    bool turned = condition->op == EB_LESS || condition->op == EB_LESS_EQUAL;
    const struct eb_formula *name = eb_strip(condition->children[turned]);
    const struct eb_formula *other = eb_strip(condition->children[!turned]);
    bool above = condition->op == EB_GREATER || condition->op == EB_LESS;
    if (condition->op == EB_IN) {
        if (known->memberships.count < MOST_KNOWN) known->memberships.list[known->memberships.count++] = condition;
        bool from = other->op == EB_INTERVAL && is_not_negative(other->children[0], known);
        if (other->op == EB_NATURALS || other->op == EB_NATURALS_1 || from) add(&known->not_negative, name);
        if (other->op == EB_NATURALS_1 || (from && is_not_zero(other->children[0], known))) add(&known->not_zero, name);
    } else if (turned || condition->op == EB_GREATER || condition->op == EB_GREATER_EQUAL) {
        if (!is_not_negative(other, known)) return;
        add(&known->not_negative, name);
        if (above) add(&known->not_zero, name);
    } else if (condition->op == EB_NOT_EQUAL && is_zero(other)) {
        add(&known->not_zero, name);
    }
}

/* The same where the condition does not hold: x = 0 */
static void learn_not(const struct eb_formula *condition, struct knowledge *known) {
    if (condition->op == EB_EQUAL && is_zero(condition->children[1]))
        add(&known->not_zero, eb_strip(condition->children[0]));
    if (condition->op == EB_NOT) learn(condition->children[0], known);
}

static bool binds(const struct eb_formula *formula, unsigned slot) {
    for (unsigned i = 0; i < formula->bound_count; i++)
        if (formula->bound[i].slot == slot) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (binds(formula->children[i], slot)) return true;
    return false;
}

static bool depends_on_bound(const struct eb_formula *formula, const struct eb_formula *within) {
    if (formula->op == EB_BOUND) return binds(within, formula->index);
    for (unsigned i = 0; i < formula->child_count; i++)
        if (depends_on_bound(formula->children[i], within)) return true;
    return false;
}

/* Asks for: `formula` `op` 0. False if that cannot be asked for. */
static bool ask(const struct knowledge *known, const struct eb_formula *formula, enum eb_op op) {
    struct asking *asking = known->asking;
    if (!asking || !eb_is_safe(formula) || depends_on_bound(formula, asking->within)) return false;
    const struct eb_formula *zero = eb_made_number(asking->arena, formula, 0);
    vec_push(&asking->needs->list, eb_made_of(asking->arena, formula, op, formula, zero));
    return true;
}

/* Asks for f(n), min(s) ... to be well-defined, which is the same for all that is bound. */
static bool ask_for_value(const struct knowledge *known, const struct eb_formula *formula) {
    struct asking *asking = known->asking;
    bool is_partial = eb_is_partial(formula->op) || formula->op == EB_CARDINALITY;
    if (!asking || !is_partial || depends_on_bound(formula, asking->within)) return false;
    const struct eb_formula *defined = formula->type->kind == EB_TYPE_POWER
                                           ? eb_made_of(asking->arena, formula, EB_FINITE, formula, NULL)
                                           : eb_made_of(asking->arena, formula, EB_EQUAL, formula, formula);
    vec_push(&asking->needs->list, defined);
    return true;
}

static bool must_not_be_negative(const struct eb_formula *formula, const struct knowledge *known) {
    return is_not_negative(formula, known) || ask(known, formula, EB_GREATER_EQUAL);
}

static bool must_not_be_zero(const struct eb_formula *formula, const struct knowledge *known) {
    return is_not_zero(formula, known) || ask(known, formula, EB_NOT_EQUAL);
}

/* ---- functions ---- */

static bool is_same(const struct eb_formula *a, const struct eb_formula *b) {
    return eb_formula_equal(eb_strip(a), eb_strip(b));
}

static bool is_all_of_type(const struct eb_formula *set) {
    return set->op == EB_INTEGERS || set->op == EB_BOOLEANS ||
           (set->op == EB_IDENTIFIER && set->identifier == EB_CARRIER_SET);
}

/* n + 1, n − 2, 3: a number, and how far from another one it is (NULL: from 0). */
struct distance {
    const struct eb_formula *from;
    int64_t by;
};

static struct distance distance_of(const struct eb_formula *number) {
    enum { FURTHEST = 1 << 30 }; /* sums of a few of them fit */
    number = eb_strip(number);
    if (number->op == EB_INTEGER_LITERAL && number->value > -FURTHEST && number->value < FURTHEST)
        return (struct distance){NULL, number->value};
    bool sum = number->op == EB_ADD || number->op == EB_SUBTRACT;
    const struct eb_formula *by = sum && number->child_count == 2 ? eb_strip(number->children[1]) : NULL;
    if (!by || by->op != EB_INTEGER_LITERAL || by->value <= -FURTHEST || by->value >= FURTHEST)
        return (struct distance){number, 0};
    return (struct distance){eb_strip(number->children[0]), number->op == EB_ADD ? by->value : -by->value};
}

/* Is low + plus ≤ high, as they are at a distance from the same number? */
static bool is_at_most(const struct eb_formula *low, int64_t plus, const struct eb_formula *high) {
    struct distance a = distance_of(low), b = distance_of(high);
    bool same = a.from && b.from ? is_same(a.from, b.from) : a.from == b.from;
    return same && a.by + plus <= b.by;
}

/* 3 ∈ 1‥4; or i + 1 ∈ 1‥n, where i ∈ 1‥n − 1 is known. */
static bool is_between(const struct eb_formula *number, const struct eb_formula *interval,
                       const struct knowledge *known) {
    const struct eb_formula *low = interval->children[0], *high = interval->children[1];
    if (is_at_most(low, 0, number) && is_at_most(number, 0, high)) return true;
    struct distance distance = distance_of(number);
    for (unsigned i = 0; distance.from && i < known->memberships.count; i++) {
        const struct eb_formula *const *sides = known->memberships.list[i]->children;
        const struct eb_formula *within = eb_strip(sides[1]);
        if (within->op == EB_INTERVAL && is_same(sides[0], distance.from) &&
            is_at_most(low, -distance.by, within->children[0]) && is_at_most(within->children[1], distance.by, high))
            return true;
    }
    return false;
}

/* f(x) ∈ B, where f ∈ A ⇸ B is known. */
static bool is_value_in(const struct eb_formula *element, const struct eb_formula *set, const struct knowledge *known) {
    for (unsigned i = 0; element->op == EB_APPLICATION && i < known->memberships.count; i++) {
        const struct eb_formula *const *sides = known->memberships.list[i]->children;
        const struct eb_formula *arrow = eb_strip(sides[1]);
        if (eb_is_arrow(arrow->op) && is_same(sides[0], element->children[0]) && is_same(arrow->children[1], set))
            return true;
    }
    return false;
}

static bool is_in(const struct eb_formula *element, const struct eb_formula *set, const struct knowledge *known) {
    element = eb_strip(element);
    set = eb_strip(set);
    if (is_all_of_type(set) || is_value_in(element, set, known)) return true;
    if (set->op == EB_INTERVAL && is_between(element, set, known)) return true;
    if (set->op == EB_NATURALS) return is_not_negative(element, known);
    if (set->op == EB_NATURALS_1) return is_not_negative(element, known) && is_not_zero(element, known);
    if (set->op == EB_PRODUCT && element->op == EB_MAPLET)
        return is_in(element->children[0], set->children[0], known) &&
               is_in(element->children[1], set->children[1], known);
    for (unsigned i = 0; set->op == EB_SET_EXTENSION && i < set->child_count; i++)
        if (is_same(element, set->children[i])) return true;
    for (unsigned i = 0; i < known->memberships.count; i++) {
        const struct eb_formula *membership = known->memberships.list[i];
        if (is_same(membership->children[0], element) && is_same(membership->children[1], set)) return true;
    }
    return false;
}

static bool is_in_domain(const struct eb_formula *element, const struct eb_formula *function,
                         const struct knowledge *known) {
    for (unsigned i = 0; i < known->memberships.count; i++) {
        const struct eb_formula *const *sides = known->memberships.list[i]->children;
        const struct eb_formula *set = eb_strip(sides[1]);
        bool is_domain = set->op == EB_DOMAIN && is_same(set->children[0], function);
        if (is_domain && is_same(sides[0], element)) return true;
        bool is_total = eb_is_arrow(set->op) && eb_arrow_flags(set->op) & EB_TOTAL;
        if (is_total && is_same(sides[0], function) && is_in(element, set->children[0], known)) return true;
    }
    return false;
}

/* (λx·x ∈ A ∣ E)(a), where a ∈ A is known. */
static bool lambda_is_applicable(const struct eb_formula *lambda, const struct eb_formula *argument,
                                 const struct knowledge *known) {
    const struct eb_formula *in = lambda->children[0], *pattern = eb_strip(eb_strip(lambda->children[1])->children[0]);
    return lambda->bound_count == 1 && in->op == EB_IN && is_same(in->children[0], pattern) &&
           !depends_on_bound(in->children[1], lambda) && is_in(argument, in->children[1], known);
}

/* f(x), where f ∈ A → B and x ∈ A are known. */
static bool is_applicable(const struct eb_formula *application, const struct knowledge *known) {
    const struct eb_formula *function = application->children[0];
    bool is_function = false;
    if (eb_strip(function)->op == EB_LAMBDA)
        return lambda_is_applicable(eb_strip(function), application->children[1], known);
    for (unsigned i = 0; i < known->memberships.count && !is_function; i++) {
        const struct eb_formula *const *sides = known->memberships.list[i]->children;
        enum eb_op op = eb_strip(sides[1])->op;
        is_function = op >= EB_PARTIAL_FUNCTIONS && op <= EB_BIJECTIONS && is_same(sides[0], function);
    }
    return is_function && is_in_domain(application->children[1], function, known);
}

static bool is_safe(const struct eb_formula *formula, struct knowledge *known);

static bool parts_are_safe(const struct eb_formula *formula, struct knowledge *known) {
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!is_safe(formula->children[i], known)) return false;
    return true;
}

/* What comes first counts for what comes later, and for nothing outside. */
static bool sequence_is_safe(const struct eb_formula *formula, struct knowledge *known) {
    struct knowledge inside = *known;
    for (unsigned i = 0; i < formula->child_count; i++) {
        const struct eb_formula *part = formula->children[i];
        if (!is_safe(part, &inside)) return false;
        (formula->op == EB_OR ? learn_not : learn)(part, &inside);
    }
    return true;
}

static bool is_safe(const struct eb_formula *formula, struct knowledge *known) {
    if (eb_is_safe(formula) || ask_for_value(known, formula)) return true;
    const struct eb_formula *last = formula->child_count ? eb_strip(formula->children[formula->child_count - 1]) : NULL;
    switch (formula->op) {
    case EB_AND:
    case EB_OR:
    case EB_IMPLIES:
    case EB_COMPREHENSION: /* a predicate, and what is evaluated where it holds */
    case EB_LAMBDA:
    case EB_QUANTIFIED_UNION: return sequence_is_safe(formula, known);
    case EB_CARDINALITY: return eb_is_certainly_finite(last) && parts_are_safe(formula, known);
    case EB_APPLICATION: return is_applicable(formula, known) && parts_are_safe(formula, known);
    case EB_DIVIDE: return must_not_be_zero(last, known) && parts_are_safe(formula, known);
    case EB_MODULO:
        return must_not_be_negative(last, known) && must_not_be_zero(last, known) &&
               must_not_be_negative(formula->children[0], known) && parts_are_safe(formula, known);
    case EB_POWER_OF:
        return must_not_be_negative(formula->children[0], known) && must_not_be_negative(last, known) &&
               parts_are_safe(formula, known);
    default: return !eb_is_partial(formula->op) && parts_are_safe(formula, known);
    }
}

bool eb_is_safe_in_order(const struct eb_formula *predicate) {
    struct knowledge known = {.not_negative = {.count = 0}};
    return is_safe(predicate, &known);
}

bool eb_is_safe_if(struct arena *arena, const struct eb_formula *quantified, struct eb_conditions *needs) {
    struct asking asking = {arena, quantified, needs};
    struct knowledge known = {.asking = &asking};
    return is_safe(quantified->children[0], &known);
}

void eb_note_settled(struct condition *conditions, size_t count) {
    struct knowledge known = {.not_negative = {.count = 0}};
    for (size_t i = 0; i < count; i++) {
        conditions[i].settled = is_safe(conditions[i].formula, &known);
        learn(conditions[i].formula, &known);
    }
}

void eb_note_safe(struct condition *conditions, size_t count) {
    struct knowledge known = {.not_negative = {.count = 0}};
    for (size_t i = 0; i < count; i++)
        if (conditions[i].done) learn(conditions[i].formula, &known);
    for (size_t i = 0; i < count; i++)
        conditions[i].safe = conditions[i].safe || is_safe(conditions[i].formula, &known);
}
