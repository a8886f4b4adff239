/* Well-definedness that the order of a predicate's parts shows: i ∈ ℕ ∧ i mod 7 = 3; or that follows if something
 * holds which does not depend on what the predicate binds: n > 0, of i ∈ ℕ ∧ i mod n = 3; of i ∈ ℕ ∧ i > f(n), that
 * f(n) is well-defined. */
#include "eventb/comprehension.h"
#include "eventb/finite.h"

enum { MOST_KNOWN = 16 };

/* Identifiers that are not below 0; or not 0. */
struct names {
    const struct eb_formula *list[MOST_KNOWN];
    unsigned count;
};
struct knowledge {
    struct names not_negative, not_zero;
    struct asking *asking; /* NULL: nothing may be assumed */
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

/* x ∈ ℕ, x ∈ ℕ1, x ∈ 0‥n, x ≥ 0, 0 < x, x ≠ 0 */
static void learn(const struct eb_formula *condition, struct knowledge *known) {
    if (condition->op == EB_NOT) learn_not(condition->children[0], known);
    if (condition->child_count != 2) return;
    bool turned = condition->op == EB_LESS || condition->op == EB_LESS_EQUAL;
    const struct eb_formula *name = eb_strip(condition->children[turned]);
    const struct eb_formula *other = eb_strip(condition->children[!turned]);
    bool above = condition->op == EB_GREATER || condition->op == EB_LESS;
    if (condition->op == EB_IN) {
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
        if (formula->op == EB_OR) {
            learn_not(part, &inside);
            continue;
        }
        for (unsigned j = 0; part->op == EB_AND && j < part->child_count; j++) learn(part->children[j], &inside);
        learn(part, &inside);
    }
    return true;
}

static bool is_safe(const struct eb_formula *formula, struct knowledge *known) {
    if (eb_is_safe(formula) || ask_for_value(known, formula)) return true;
    const struct eb_formula *last = formula->child_count ? eb_strip(formula->children[formula->child_count - 1]) : NULL;
    switch (formula->op) {
    case EB_AND:
    case EB_OR:
    case EB_IMPLIES: return sequence_is_safe(formula, known);
    case EB_CARDINALITY: return eb_is_certainly_finite(last) && parts_are_safe(formula, known);
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
