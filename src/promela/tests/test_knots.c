/* Cycles of random automata, against every way tried; and what is left when locations are taken out one by one. */
#include "base/tests/rounds.h"
#include "promela/knots.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 9 };

static uint32_t random_below(uint32_t *seed, uint32_t limit) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 16) % limit;
}

static void build(struct automaton *automaton, unsigned count, uint32_t *seed) {
    vec_reserve(&automaton->locations, count);
    automaton->locations.count = count;
    memset(automaton->locations.items, 0, count * sizeof *automaton->locations.items);
    for (unsigned moves = random_below(seed, 2 * count + 1); moves; moves--) {
        struct move move = {.kind = random_below(seed, 8) ? MOVE_STATEMENT : MOVE_END,
                            .target = random_below(seed, count)};
        struct location *from = &automaton->locations.items[random_below(seed, count)];
        vec_push(&from->moves, move);
    }
}

static void release(struct automaton *automaton) {
    for (size_t i = 0; i < automaton->locations.count; i++) vec_free(&automaton->locations.items[i].moves);
    vec_free(&automaton->locations);
}

/* Is there a way of up to `steps` moves between them, through what is in? */
static bool leads(const struct automaton *automaton, const unsigned char *in, unsigned from, unsigned to,
                  unsigned steps) {
    const struct location *location = &automaton->locations.items[from];
    for (size_t i = 0; steps && in[from] && i < location->moves.count; i++) {
        const struct move *move = &location->moves.items[i];
        if (move->kind == MOVE_END || !in[move->target]) continue;
        if (move->target == to || leads(automaton, in, move->target, to, steps - 1)) return true;
    }
    return false;
}

static void assert_same(const struct automaton *automaton, const unsigned char *in, const struct knots *knots,
                        unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (knots_on_cycle(knots, i) != leads(automaton, in, i, i, count)) fail_msg("location %u", i);
}

static void test_random_automata(void **state) {
    (void)state;
    uint32_t seed = 1;
    for (int round = 0; round < ROUNDS(2000); round++) {
        struct automaton automaton = {0};
        unsigned char in[MOST] = {0};
        unsigned count = 1 + random_below(&seed, MOST);
        build(&automaton, count, &seed);
        for (unsigned i = 0; i < count; i++) in[i] = random_below(&seed, 5) > 0;
        struct knots *knots = knots_new(&automaton, in);
        assert_same(&automaton, in, knots, count);
        for (unsigned i = 0; i < count; i++) {
            unsigned out = random_below(&seed, count);
            in[out] = 0;
            knots_take_out(knots, out);
            assert_same(&automaton, in, knots, count);
        }
        knots_free(knots);
        release(&automaton);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_automata)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
