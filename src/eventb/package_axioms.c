/* Operators that axioms of a theory describe, where these amount to a definition:
 *
 * - by recursion over ℕ: op(0) = A, and ∀x·x ∈ ℕ ⇒ op(x + 1) = B;
 * - a sum or product over a function: op({t ↦ x}) = x, op(∅) = 0, and op(s ∪ t) = op(s) + op(t) for functions without
 *   common arguments; or 1 and ∗.
 *
 * Another axiom that gives values of such an operator, where these axioms say nothing or something else, leaves none of
 * the definitions: it is refused. What mentions it in another way is assumed, which is told where it is used. All other
 * operators are refused by name where they are used. */
#include "eventb/package.h"

#include <string.h>

static bool is_name(const struct prolog_term *term, const char *name) {
    return prolog_is(term, "identifier", 2) && term->arguments[1]->kind == PROLOG_ATOM &&
           !strcmp(term->arguments[1]->name, name);
}

static bool is_number(const struct prolog_term *term, const char *digits) {
    return prolog_is(term, "integer", 2) && term->arguments[1]->kind == PROLOG_NUMBER &&
           !strcmp(term->arguments[1]->name, digits);
}

/* Without the type that is written behind it. */
static const struct prolog_term *plain(const struct prolog_term *term) {
    while (prolog_is(term, "typeof", 3)) term = term->arguments[1];
    return term;
}

/* What the operator is applied to; NULL if the term is something else. */
static const struct prolog_term *argument_of(const struct prolog_term *term, const char *operator) {
    term = plain(term);
    if (!prolog_is(term, "extended_expr", 4) || strcmp(term->arguments[1]->name, operator) != 0) return NULL;
    const struct prolog_term *list = term->arguments[2];
    return list->kind == PROLOG_LIST && list->count == 1 ? list->arguments[0] : NULL;
}

/* An equality that an axiom states, and for which names, under which condition. */
struct equation {
    const struct prolog_term *names, *condition; /* NULL: none */
    const struct prolog_term *argument, *value;
};

/* op(argument) = value, or ∀names·condition ⇒ op(argument) = value */
static bool read_equation(const struct prolog_term *axiom, const char *operator, struct equation * equation) {
    *equation = (struct equation){0};
    if (prolog_is(axiom, "forall", 3) && axiom->arguments[1]->kind == PROLOG_LIST) {
        equation->names = axiom->arguments[1];
        axiom = axiom->arguments[2];
        if (!prolog_is(axiom, "implication", 3)) return false;
        equation->condition = axiom->arguments[1];
        axiom = axiom->arguments[2];
    }
    if (!prolog_is(axiom, "equal", 3)) return false;
    equation->argument = argument_of(axiom->arguments[1], operator);
    equation->value = plain(axiom->arguments[2]);
    return equation->argument != NULL;
}

/* x ∈ ℕ, of the only name */
static bool is_for_naturals(const struct equation *equation) {
    if (!equation->names || equation->names->count != 1 || !prolog_is(equation->condition, "member", 3)) return false;
    const struct prolog_term *name = equation->names->arguments[0], *condition = equation->condition;
    return prolog_is(name, "identifier", 2) && name->arguments[1]->kind == PROLOG_ATOM &&
           is_name(condition->arguments[1], name->arguments[1]->name) &&
           !strcmp(condition->arguments[2]->name, "natural_set");
}

/* x + 1 or 1 + x */
static bool is_next(const struct prolog_term *term, const char *name) {
    if (!prolog_is(term, "add", 3)) return false;
    const struct prolog_term *a = term->arguments[1], *b = term->arguments[2];
    return (is_name(a, name) && is_number(b, "1")) || (is_number(a, "1") && is_name(b, name));
}

/* Axioms of a block, and which of them make up the definition of an operator. */
struct axioms {
    const struct prolog_term *list;
    bool *used;
};

static bool use(const struct axioms *axioms, unsigned i, bool is_part) {
    if (is_part) axioms->used[i] = true;
    return is_part;
}

static void begin(const struct axioms *axioms) { memset(axioms->used, 0, axioms->list->count * sizeof *axioms->used); }

static bool find_recursion(const struct axioms *axioms, const char *operator, struct package_function * read) {
    struct equation equation;
    begin(axioms);
    for (unsigned i = 0; i < axioms->list->count; i++) {
        if (!read_equation(axioms->list->arguments[i], operator, & equation)) continue;
        if (use(axioms, i, !read->at_zero && !equation.names && is_number(equation.argument, "0")))
            read->at_zero = equation.value;
        if (read->at_next || !is_for_naturals(&equation)) continue;
        const char *name = equation.names->arguments[0]->arguments[1]->name;
        if (!use(axioms, i, is_next(equation.argument, name))) continue;
        read->at_next = equation.value;
        read->before = name;
    }
    return read->at_zero && read->at_next;
}

/* op({t ↦ x}) = x */
static bool is_of_one(const struct equation *equation) {
    const struct prolog_term *set = equation->argument;
    if (!equation->names || !prolog_is(set, "set_extension", 2) || set->arguments[1]->kind != PROLOG_LIST) return false;
    const struct prolog_term *pair = set->arguments[1]->count == 1 ? set->arguments[1]->arguments[0] : NULL;
    if (!pair || !prolog_is(pair, "couple", 2) || pair->arguments[1]->count != 2) return false;
    const struct prolog_term *x = pair->arguments[1]->arguments[1];
    return prolog_is(x, "identifier", 2) && is_name(equation->value, x->arguments[1]->name);
}

/* op(s ∪ t) = op(s) `connective` op(t) */
static bool is_of_union(const struct equation *equation, const char *operator, const char * connective) {
    const struct prolog_term *set = equation->argument, *value = equation->value;
    if (!equation->names || !prolog_is(set, "union", 3) || !prolog_is(value, connective, 3)) return false;
    for (unsigned i = 1; i < 3; i++) {
        const struct prolog_term *part = set->arguments[i], *of = argument_of(value->arguments[i], operator);
        if (!of || !prolog_is(part, "identifier", 2) || !is_name(of, part->arguments[1]->name)) return false;
    }
    return true;
}

/* ∅, or {x·… ∧ ⊥ ∣ x} */
static bool is_empty(const struct prolog_term *set) {
    set = plain(set);
    if (prolog_is(set, "empty_set", 1)) return true;
    if (!prolog_is(set, "event_b_comprehension_set", 4)) return false;
    const struct prolog_term *condition = set->arguments[3];
    while (prolog_is(condition, "conjunct", 3)) condition = condition->arguments[2];
    return prolog_is(condition, "falsity", 1);
}

static bool is_of_nothing(const struct equation *equation, const char *digits) {
    return !equation->names && is_empty(equation->argument) && is_number(equation->value, digits);
}

static bool find_fold(const struct axioms *axioms, const char *operator, const char * connective,
                      const char *of_nothing) {
    bool one = false, united = false, nothing = false;
    struct equation equation;
    begin(axioms);
    for (unsigned i = 0; i < axioms->list->count; i++) {
        if (!read_equation(axioms->list->arguments[i], operator, & equation)) continue;
        one = use(axioms, i, is_of_one(&equation)) || one;
        united = use(axioms, i, is_of_union(&equation, operator, connective)) || united;
        nothing = use(axioms, i, is_of_nothing(&equation, of_nothing)) || nothing;
    }
    return one && united && nothing;
}

static bool mentions(const struct prolog_term *term, const char *operator) {
    if (prolog_is(term, "extended_expr", 4) && !strcmp(term->arguments[1]->name, operator)) return true;
    for (unsigned i = 0; i < term->count; i++)
        if (mentions(term->arguments[i], operator)) return true;
    return false;
}

/* What the axioms say beyond the definition. */
static void find_more(const struct axioms *axioms, struct package_function *read) {
    const char *operator= read->function.name;
    struct equation equation;
    for (unsigned i = 0; i < axioms->list->count; i++) {
        const struct prolog_term *axiom = axioms->list->arguments[i];
        if (axioms->used[i] || !mentions(axiom, operator)) continue;
        if (read_equation(axiom, operator, & equation))
            read->contested = axiom;
        else
            read->function.assumes = true;
    }
}

/* opdef(Name, [argument(Name, Type)], WellDefinedness) */
static void read_operator(struct package_reader *reader, const struct prolog_term *operator,
                          const struct prolog_term * types, const struct prolog_term *list) {
    if (!prolog_is(operator, "opdef", 3) || operator->arguments[0]->kind != PROLOG_ATOM) return;
    const char *name = operator->arguments[0]->name;
    if (operator->arguments[1]->kind != PROLOG_LIST || operator->arguments[1]->count != 1) return;
    struct axioms axioms = {list, arena_new_array(reader->arena, bool, list->count + 1)};
    struct package_function found = {.term = operator};
    if (find_fold(&axioms, name, "add", "0"))
        found.function.fold = EB_FOLD_SUM;
    else if (find_fold(&axioms, name, "multiplication", "1"))
        found.function.fold = EB_FOLD_PRODUCT;
    else if (!find_recursion(&axioms, name, &found))
        return;
    package_read_function(reader, operator, types);
    struct package_function *read = reader->functions.items[reader->functions.count - 1];
    read->at_zero = found.at_zero;
    read->at_next = found.at_next;
    read->before = found.before;
    read->function.fold = found.function.fold;
    find_more(&axioms, read);
}

void package_read_axioms(struct package_reader *reader, const struct prolog_term *blocks,
                         const struct prolog_term *types) {
    for (unsigned i = 0; blocks->kind == PROLOG_LIST && i < blocks->count; i++) {
        const struct prolog_term *block = blocks->arguments[i];
        if (!prolog_is(block, "axiomatic_def_block", 4)) continue;
        const struct prolog_term *operators = block->arguments[2], *axioms = block->arguments[3];
        if (operators->kind != PROLOG_LIST || axioms->kind != PROLOG_LIST) continue;
        for (unsigned j = 0; j < operators->count; j++) read_operator(reader, operators->arguments[j], types, axioms);
    }
}
