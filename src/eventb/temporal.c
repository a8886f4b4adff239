#include "eventb/temporal.h"

#include "eventb/machine_internal.h"
#include "ltl/observer.h"
#include "ltl/translate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum atom_kind { ATOM_PREDICATE, ATOM_ENABLED, ATOM_DEADLOCK };

struct atom {
    enum atom_kind kind;
    struct eb_compiled *predicate;
    unsigned event;
};

struct eb_temporal {
    const struct eb_machine *machine;
    const struct eb_development *development;
    struct arena *arena;
    struct ltl_atoms texts; /* equal texts are equal atoms: a letter for the kind comes first */
    VEC(struct atom) atoms;
    const struct eb_value **elements; /* by name, as locals of the predicates */
    struct ltl_observer observer;
};

/* ---- parsing ---- */

struct parsing {
    struct eb_temporal *temporal;
    struct ltl_pool *pool;
    const char *text, *at;
    struct diagnostics *diagnostics;
    bool failed;
};

static struct place place_of(const struct parsing *parsing, const char *at) {
    return (struct place){"--ltl", 1, (unsigned)(at - parsing->text) + 1};
}

static const struct ltl_formula *fail(struct parsing *parsing, const char *message) {
    if (!parsing->failed) diag_error(parsing->diagnostics, place_of(parsing, parsing->at), "%s", message);
    parsing->failed = true;
    return ltl_true(parsing->pool);
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80; }

static void skip_space(struct parsing *parsing) {
    while (isspace((unsigned char)*parsing->at)) parsing->at++;
}

/* Takes one of the spellings; a word only where it ends. */
static bool take(struct parsing *parsing, const char *const *spellings) {
    skip_space(parsing);
    for (; *spellings; spellings++) {
        size_t length = strlen(*spellings);
        if (strncmp(parsing->at, *spellings, length) != 0) continue;
        bool letters = isalpha((unsigned char)**spellings);
        if (letters && is_word(parsing->at[length])) continue;
        parsing->at += length;
        return true;
    }
    return false;
}

#define TAKE(...) take(parsing, (const char *const[]){__VA_ARGS__, NULL})

static unsigned atom_number(struct parsing *parsing, struct atom atom, const char *text, size_t length) {
    static const char letters[] = {[ATOM_PREDICATE] = 'p', [ATOM_ENABLED] = 'e', [ATOM_DEADLOCK] = 'd'};
    struct eb_temporal *temporal = parsing->temporal;
    bool is_new;
    const char *named = arena_printf(temporal->arena, "%c%.*s", letters[atom.kind], (int)length, text);
    unsigned number = ltl_atoms_number(&temporal->texts, named, &is_new);
    if (is_new) vec_push(&temporal->atoms, atom);
    return number;
}

/* { predicate }: braces inside are balanced. */
static const struct ltl_formula *parse_predicate(struct parsing *parsing) {
    const char *begin = parsing->at;
    unsigned depth = 1;
    for (; *parsing->at && depth; parsing->at++) depth += (*parsing->at == '{') - (*parsing->at == '}');
    if (depth) return fail(parsing, "a '}' is missing");
    size_t length = (size_t)(parsing->at - begin) - 1, before = parsing->temporal->atoms.count;
    unsigned number = atom_number(parsing, (struct atom){.kind = ATOM_PREDICATE}, begin, length);
    if (number < before) return ltl_atom(parsing->pool, number);
    struct eb_source source = {.text = arena_text_n(parsing->temporal->arena, begin, length),
                               .origin = place_of(parsing, begin),
                               .column_by_column = true,
                               .theories = parsing->temporal->development->theories};
    const struct eb_formula *formula = eb_parse_predicate(parsing->temporal->arena, &source, parsing->diagnostics);
    if (formula)
        formula = eb_check_formula(parsing->temporal->development, formula, parsing->temporal->machine->limits.elements,
                                   parsing->temporal->machine->limits.element_count, parsing->diagnostics);
    struct eb_compiled *compiled =
        formula ? eb_compile(parsing->temporal->machine, formula, parsing->diagnostics) : NULL;
    parsing->temporal->atoms.items[number].predicate = compiled;
    if (!compiled) parsing->failed = true;
    return ltl_atom(parsing->pool, number);
}

/* e(event), after the parenthesis */
static const struct ltl_formula *parse_enabled(struct parsing *parsing) {
    skip_space(parsing);
    const char *begin = parsing->at;
    while (is_word(*parsing->at)) parsing->at++;
    size_t length = (size_t)(parsing->at - begin);
    const struct eb_development *d = parsing->temporal->development;
    for (unsigned i = 0; i < d->event_count; i++) {
        if (strlen(d->events[i].name) != length || strncmp(d->events[i].name, begin, length) != 0) continue;
        if (!TAKE(")")) return fail(parsing, "expected ')' after the event's name");
        struct atom atom = {.kind = ATOM_ENABLED, .event = i};
        eb_formula_rests(parsing->temporal->machine, parsing->temporal->machine->events[i].rests);
        return ltl_atom(parsing->pool, atom_number(parsing, atom, begin, length));
    }
    parsing->at = begin;
    return fail(parsing,
                arena_printf(parsing->temporal->machine->arena, "the machine has no event '%.*s'", (int)length, begin));
}

static const struct ltl_formula *parse_equivalence(struct parsing *parsing);

static const struct ltl_formula *parse_unary(struct parsing *parsing) {
    struct ltl_pool *pool = parsing->pool;
    if (parsing->failed) return ltl_true(pool);
    if (TAKE("[]", "G", "□")) return ltl_always(pool, parse_unary(parsing));
    if (TAKE("<>", "F", "◇")) return ltl_eventually(pool, parse_unary(parsing));
    if (TAKE("X", "○")) return ltl_next(pool, parse_unary(parsing));
    if (TAKE("not", "!", "¬")) return ltl_not(pool, parse_unary(parsing));
    if (TAKE("true", "TRUE", "⊤")) return ltl_true(pool);
    if (TAKE("false", "FALSE", "⊥")) return ltl_false(pool);
    if (TAKE("deadlock")) {
        eb_formula_rests(parsing->temporal->machine, eb_any_event_rests(parsing->temporal->machine));
        return ltl_atom(pool, atom_number(parsing, (struct atom){.kind = ATOM_DEADLOCK}, "", 0));
    }
    if (TAKE("{")) return parse_predicate(parsing);
    if (TAKE("[")) return fail(parsing, "[event], the next event, is not supported; e(event) says that it can happen");
    const char *before = parsing->at;
    if (TAKE("e") && TAKE("(")) return parse_enabled(parsing);
    parsing->at = before;
    if (!TAKE("(")) return fail(parsing, "expected a formula: {predicate}, e(event), G, F, X, not or '('");
    const struct ltl_formula *inner = parse_equivalence(parsing);
    return TAKE(")") || parsing->failed ? inner : fail(parsing, "expected ')'");
}

static const struct ltl_formula *parse_until(struct parsing *parsing) {
    const struct ltl_formula *left = parse_unary(parsing);
    if (TAKE("U")) return ltl_until(parsing->pool, left, parse_until(parsing));
    if (TAKE("W")) return ltl_weak_until(parsing->pool, left, parse_until(parsing));
    if (TAKE("R", "V")) return ltl_release(parsing->pool, left, parse_until(parsing));
    return left;
}

static const struct ltl_formula *parse_and(struct parsing *parsing) {
    const struct ltl_formula *left = parse_until(parsing);
    while (!parsing->failed && TAKE("&&", "&", "/\\", "and", "∧"))
        left = ltl_and(parsing->pool, left, parse_until(parsing));
    return left;
}

static const struct ltl_formula *parse_or(struct parsing *parsing) {
    const struct ltl_formula *left = parse_and(parsing);
    while (!parsing->failed && TAKE("||", "|", "\\/", "or", "∨"))
        left = ltl_or(parsing->pool, left, parse_and(parsing));
    return left;
}

static const struct ltl_formula *parse_implication(struct parsing *parsing) {
    const struct ltl_formula *left = parse_or(parsing);
    return TAKE("=>", "->", "⇒") ? ltl_implies(parsing->pool, left, parse_implication(parsing)) : left;
}

static const struct ltl_formula *parse_equivalence(struct parsing *parsing) {
    const struct ltl_formula *left = parse_implication(parsing);
    while (!parsing->failed && TAKE("<=>", "<->", "⇔"))
        left = ltl_equivalent(parsing->pool, left, parse_implication(parsing));
    return left;
}

/* ---- observing ---- */

static bool is_deadlock(const struct eb_temporal *temporal, const void *state, uint32_t size, uint32_t *fault) {
    uint32_t doubt;
    for (unsigned i = 0; i < temporal->development->event_count; i++) {
        if (eb_enabled_or_doubt(temporal->machine, state, size, i, &doubt)) return false;
        if (doubt) *fault = doubt;
    }
    return true;
}

static void valuate(const void *self, const struct ts_view *view, uint64_t wanted, struct ltl_values *values) {
    const struct eb_temporal *temporal = self;
    for (unsigned i = 0; i < temporal->atoms.count; i++) {
        const struct atom *atom = &temporal->atoms.items[i];
        bool holds = false;
        if (!(wanted >> i & 1)) continue;
        if (atom->kind == ATOM_PREDICATE) {
            const struct eb_value *value =
                eb_evaluate_or_fault(atom->predicate, view->state, view->size, temporal->elements, &values->fault);
            if (!value) break;
            holds = value->code;
        } else {
            uint32_t doubt = 0;
            holds = atom->kind == ATOM_ENABLED
                        ? eb_enabled_or_doubt(temporal->machine, view->state, view->size, atom->event, &doubt)
                        : is_deadlock(temporal, view->state, view->size, &doubt);
            if (doubt && holds == (atom->kind == ATOM_DEADLOCK)) values->fault = doubt;
        }
        if (holds) values->holding |= UINT64_C(1) << i;
    }
    values->given_up = eb_machine_lost_patience(temporal->machine);
}

/* ---- building ---- */

static bool build(struct eb_temporal *temporal, const struct ltl_formula *formula, struct parsing *parsing) {
    bool good = ltl_observer_build(&temporal->observer, parsing->pool, formula, temporal->atoms.count, "(formula)",
                                   valuate, temporal);
    if (!good) fail(parsing, "the formula is too large to be checked");
    return good;
}

struct eb_temporal *eb_temporal_new(const struct eb_machine *machine, const struct eb_development *development,
                                    const char *formula, struct diagnostics *diagnostics) {
    struct eb_temporal *temporal = memory_new(sizeof *temporal);
    struct parsing state = {
        .temporal = temporal, .pool = ltl_pool_new(), .text = formula, .at = formula, .diagnostics = diagnostics};
    struct parsing *parsing = &state;
    temporal->machine = machine;
    temporal->development = development;
    temporal->arena = arena_new();
    temporal->elements = arena_new_array(temporal->arena, const struct eb_value *, machine->limits.element_count + 1);
    for (unsigned i = 0; i < machine->limits.element_count; i++)
        temporal->elements[i] = &machine->limits.element_values[i];
    const struct ltl_formula *parsed = parse_equivalence(parsing);
    skip_space(parsing);
    if (*parsing->at && !parsing->failed) fail(parsing, "expected the end of the formula");
    bool good = !parsing->failed && build(temporal, parsed, parsing);
    ltl_pool_free(parsing->pool);
    if (good) return temporal;
    eb_temporal_free(temporal);
    return NULL;
}

void eb_temporal_free(struct eb_temporal *temporal) {
    if (!temporal) return;
    for (size_t i = 0; i < temporal->atoms.count; i++) eb_compiled_free(temporal->atoms.items[i].predicate);
    vec_free(&temporal->atoms);
    ltl_atoms_free(&temporal->texts);
    ltl_observer_free(&temporal->observer);
    arena_free(temporal->arena);
    free(temporal);
}

const struct ts_observer *eb_temporal_observer(const struct eb_temporal *temporal) {
    return &temporal->observer.observer;
}

bool eb_temporal_is_safety(const struct eb_temporal *temporal) { return ltl_observer_is_safety(&temporal->observer); }
