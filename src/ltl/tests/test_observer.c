/* A language of letters and Polish notation: its formulas, translated, as observers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ltl/observer.h"
#include "ltl/translate.h"

#include <ctype.h>
#include <string.h>

/* "G>pFq" is [](p -> <>q): operators before their operands, small letters are atoms. */
static const char *after(const char *node) {
    int operands = strchr("&|>=UWR", *node) ? 2 : strchr("!GFX", *node) ? 1 : 0;
    for (node++; operands; operands--) node = after(node);
    return node;
}

static struct ltl_node look(void *context, const void *tree) {
    static const char operators[] = "10!&|>=XGFUWR";
    static const enum ltl_node_kind kinds[] = {
        LTL_NODE_TRUE,    LTL_NODE_FALSE,      LTL_NODE_NOT,    LTL_NODE_AND,    LTL_NODE_OR,
        LTL_NODE_IMPLIES, LTL_NODE_EQUIVALENT, LTL_NODE_NEXT,   LTL_NODE_ALWAYS, LTL_NODE_EVENTUALLY,
        LTL_NODE_UNTIL,   LTL_NODE_WEAK_UNTIL, LTL_NODE_RELEASE};
    const char *node = tree;
    if (islower((unsigned char)*node)) {
        char text[] = {*node, 0};
        return (struct ltl_node){.kind = LTL_NODE_ATOM, .atom = ltl_atoms_number(context, text, NULL)};
    }
    struct ltl_node shape = {.kind = kinds[strchr(operators, *node) - operators]};
    if (strchr("!GFX&|>=UWR", *node)) shape.left = node + 1;
    if (strchr("&|>=UWR", *node)) shape.right = after(node + 1);
    return shape;
}

static const char *name_of(void *context, unsigned atom) { return ((struct ltl_atoms *)context)->texts[atom]; }

static void expect(const char *written, const char *printed) {
    struct ltl_pool *pool = ltl_pool_new();
    struct ltl_atoms atoms = {0};
    struct text text = {0};
    ltl_print(ltl_translate(pool, written, look, &atoms), name_of, &atoms, &text);
    assert_string_equal(text_chars(&text), printed);
    text_free(&text);
    ltl_atoms_free(&atoms);
    ltl_pool_free(pool);
}

static void formulas_are_translated(void **state) {
    (void)state;
    expect("1", "true");
    expect("0", "false");
    expect("&pq", "p && q");
    expect("|pq", "p || q");
    expect("&pp", "p"); /* equal texts are equal atoms */
    expect("Gp", "[]p");
    expect("Fp", "<>p");
    expect("Xp", "X p");
    expect("Upq", "p U q");
    expect("Wpq", "p W q");
    expect("!Fp", "[]!p");
    expect("!!p", "p");
    expect(">pFq", "p -> <>q");
}

static void atoms_have_numbers(void **state) {
    (void)state;
    struct ltl_atoms atoms = {0};
    bool is_new;
    char text[] = "a0";
    for (unsigned round = 0; round < 2; round++)
        for (unsigned i = 0; i < 40; i++) {
            text[0] = (char)('a' + i / 10), text[1] = (char)('0' + i % 10);
            assert_int_equal(ltl_atoms_number(&atoms, text, &is_new), i);
            assert_int_equal(is_new, round == 0);
        }
    ltl_atoms_free(&atoms);
}

/* ---- observing: the state's first byte is what holds; label 1: nothing can be said, label 2: not of atom 0 ---- */

static void valuate(const void *self, const struct ts_view *view, uint64_t wanted, struct ltl_values *values) {
    assert_string_equal(self, "self");
    values->holding = *(const unsigned char *)view->state & wanted;
    if (view->label == 1) values->fault = 7;
    if (view->label == 2) values->faulty = 1, values->faults[0] = 9;
}

struct seen {
    unsigned moves, faults, violating;
    uint32_t location, fault;
    const struct ts_observer *observer;
};

static void note(void *context, uint32_t location, uint32_t action, uint32_t fault) {
    struct seen *seen = context;
    assert_int_equal(action, TS_NO_ACTION);
    if (fault) {
        seen->faults++;
        seen->fault = fault;
        return;
    }
    seen->moves++;
    seen->location = location;
    seen->violating += (seen->observer->marks(seen->observer, location) & TS_VIOLATING) != 0;
}

static struct seen move(const struct ltl_observer *observer, uint32_t location, unsigned char holding, uint32_t label) {
    struct seen seen = {.observer = &observer->observer};
    unsigned char state[4] = {holding};
    struct ts_view view = {state, sizeof state, label};
    observer->observer.next(&observer->observer, &view, location, note, &seen);
    return seen;
}

static bool build(struct ltl_observer *observer, const char *formula, size_t atoms_more) {
    struct ltl_pool *pool = ltl_pool_new();
    struct ltl_atoms atoms = {0};
    const struct ltl_formula *translated = ltl_translate(pool, formula, look, &atoms);
    bool good = ltl_observer_build(observer, pool, translated, atoms.count + atoms_more, "test", valuate, "self");
    ltl_atoms_free(&atoms);
    ltl_pool_free(pool);
    return good;
}

static void violations_are_seen(void **state) {
    (void)state;
    struct ltl_observer observer;
    assert_true(build(&observer, "Gp", 0));
    assert_true(ltl_observer_is_safety(&observer));
    assert_true(observer.observer.stutter_invariant);
    struct seen good = move(&observer, observer.observer.initial, 1, 0);
    assert_int_equal(good.violating, 0);
    assert_int_equal(good.moves, 1);
    struct seen bad = move(&observer, good.location, 0, 0);
    assert_int_equal(bad.violating, 1);
    ltl_observer_free(&observer);
    assert_true(build(&observer, "GFp", 0));
    assert_false(ltl_observer_is_safety(&observer));
    ltl_observer_free(&observer);
    assert_true(build(&observer, "Xp", 0));
    assert_false(observer.observer.stutter_invariant);
    ltl_observer_free(&observer);
}

static void faults_are_told(void **state) {
    (void)state;
    struct ltl_observer observer;
    assert_true(build(&observer, "G|pq", 0));
    struct seen all = move(&observer, observer.observer.initial, 3, 1);
    assert_int_equal(all.moves, 0);
    assert_int_equal(all.fault, 7);
    struct seen one = move(&observer, observer.observer.initial, 0, 2); /* q does not hold: p decides */
    assert_true(one.faults > 0);
    assert_int_equal(one.fault, 9);
    ltl_observer_free(&observer);
}

static void too_many_atoms_are_refused(void **state) {
    (void)state;
    struct ltl_observer observer;
    assert_true(build(&observer, "Gp", LTL_MOST_ATOMS - 1));
    ltl_observer_free(&observer);
    assert_false(build(&observer, "Gp", LTL_MOST_ATOMS));
    ltl_observer_free(&observer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_are_translated),    cmocka_unit_test(atoms_have_numbers),
        cmocka_unit_test(violations_are_seen),        cmocka_unit_test(faults_are_told),
        cmocka_unit_test(too_many_atoms_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
