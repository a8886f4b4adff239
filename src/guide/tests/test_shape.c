/* Components of automata: against brute force, and which of several guides are the same. */
#include "guide/guide.h"
#include "guide/shape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_STATES = 9, LETTERS = 3 };

static uint32_t random_below(uint64_t *seed, uint32_t limit) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33) % limit;
}

static struct xgdl_automaton *random_automaton(uint64_t *seed) {
    struct xgdl_arrow arrows[MOST_STATES * LETTERS];
    uint32_t states = 1 + random_below(seed, MOST_STATES), chance = 2 + random_below(seed, 4);
    size_t count = 0;
    for (uint32_t from = 0; from < states; from++)
        for (uint32_t letter = 0; letter < LETTERS; letter++)
            if (random_below(seed, chance) == 0)
                arrows[count++] = (struct xgdl_arrow){from, letter, random_below(seed, states)};
    return xgdl_automaton_of(arrows, count, states, 0);
}

static void check_shape(const struct xgdl_automaton *automaton, const struct components_shape *shape) {
    bool way[MOST_STATES][MOST_STATES] = {{false}};
    uint32_t n = automaton->state_count;
    for (uint32_t i = 0; i < n; i++) {
        way[i][i] = true;
        for (uint32_t t = automaton->first[i]; t < automaton->first[i + 1]; t++) way[i][automaton->targets[t]] = true;
    }
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++) way[i][j] |= way[i][k] && way[k][j];
    assert_int_equal(shape->width, n);
    assert_int_equal(shape->component_of[0], 0);
    for (uint32_t i = 0; i < n; i++) {
        const struct component_shape *mine = &shape->list[shape->component_of[i]];
        assert_true(shape->inner_of[i] < mine->place_count);
        assert_int_equal(mine->places[shape->inner_of[i]], i);
        for (uint32_t j = 0; j < n; j++) {
            assert_int_equal(shape->component_of[i] == shape->component_of[j], way[i][j] && way[j][i]);
            if (way[i][j]) assert_true(shape->component_of[i] <= shape->component_of[j]);
        }
        for (uint32_t t = automaton->first[i]; t < automaton->first[i + 1]; t++) {
            const struct component_shape *other = &shape->list[shape->component_of[automaton->targets[t]]];
            bool known = other == mine;
            for (uint32_t k = 0; k < other->source_count; k++) known |= other->sources[k] == shape->component_of[i];
            assert_true(known);
        }
    }
}

static void components_are_those_of_brute_force(void **state) {
    (void)state;
    uint64_t seed = 31337;
    struct guide_registry *registry = guide_registry_new();
    unsigned large = 0;
    for (unsigned round = 0; round < 2000; round++) {
        struct xgdl_automaton *automaton = random_automaton(&seed);
        struct components_shape *shape = guide_shape_new(automaton, registry);
        struct components_shape *again = guide_shape_new(automaton, registry);
        check_shape(automaton, shape);
        large += shape->count > 1 && shape->count < automaton->state_count;
        for (uint32_t i = 0; i < shape->count; i++) {
            assert_int_equal(shape->list[i].identity, again->list[i].identity);
            for (uint32_t k = 0; k < i; k++) assert_int_not_equal(shape->list[i].identity, shape->list[k].identity);
        }
        guide_shape_free(shape);
        guide_shape_free(again);
        xgdl_automaton_free(automaton);
    }
    guide_registry_free(registry);
    assert_true(large > 100);
}

static struct components_shape *shape_of(const char *text, struct guide_registry *registry,
                                         struct xgdl_automaton **automaton) {
    /* Letters are numbered as they are met: the first term says a, b, c, d. */
    struct diagnostics diagnostics = {0};
    struct text all = {0};
    text_printf(&all, "{0,0} of [a ; b ; c ; d] | (%s)", text);
    struct xgdl_guide *guide = xgdl_parse(text_chars(&all), all.length, "guide", &diagnostics);
    assert_non_null(guide);
    *automaton = guide_minimal(&guide->pool, guide->term, 1000);
    text_free(&all);
    xgdl_guide_free(guide);
    diag_free(&diagnostics);
    return guide_shape_new(*automaton, registry);
}

/* How many components of the one are components of the other. */
static unsigned shared(const char *one, const char *other) {
    struct guide_registry *registry = guide_registry_new();
    struct xgdl_automaton *automata[2];
    struct components_shape *a = shape_of(one, registry, &automata[0]), *b = shape_of(other, registry, &automata[1]);
    unsigned count = 0;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++) count += a->list[i].identity == b->list[k].identity;
    guide_shape_free(a);
    guide_shape_free(b);
    xgdl_automaton_free(automata[0]);
    xgdl_automaton_free(automata[1]);
    guide_registry_free(registry);
    return count;
}

static void guides_share_what_begins_the_same(void **state) {
    (void)state;
    assert_int_equal(shared("a*", "a*"), 1);
    assert_int_equal(shared("a*", "b*"), 0);
    assert_int_equal(shared("a* || b", "a* || c"), 1);               /* before b, before c */
    assert_int_equal(shared("a* || b", "a* || {0,2} of [b, c]"), 2); /* and after b */
    assert_int_equal(shared("a* || {0,2} of [b, c]", "a* || {0,2} of [b, d]"), 2);
    assert_int_equal(shared("a* || {0,2} of [b, c]", "a* || {0,3} of [b, c, d]"), 4);
    assert_int_equal(shared("a* || b", "(a ; a)* || b"), 2); /* the same words, with their beginnings */
    assert_int_equal(shared("a* || b", "(a ; d)* || b"), 0);
    assert_int_equal(shared("a ; b ; c*", "a ; b ; d*"),
                     2);                             /* the third is entered the same way, but goes on differently */
    assert_int_equal(shared("a ; c*", "b ; c*"), 1); /* the same language, entered by another interaction */
    assert_int_equal(shared("a* ; b ; a*", "a* ; (b | c) ; a*"), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(components_are_those_of_brute_force),
                                       cmocka_unit_test(guides_share_what_begins_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
