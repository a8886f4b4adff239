/* What is remembered of invariants: exactly the values that were noted, per invariant and set-up. */
#include "eventb/proven.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct world {
    struct arena *arena;
    struct eb_domains domains;
    struct eb_layout layout;
    struct eb_frame *frame;
};

/* Two integers, and a set of integers. */
static struct world begin(void) {
    static const struct eb_type integer = {.kind = EB_TYPE_INTEGER};
    static const struct eb_type set = {.kind = EB_TYPE_POWER, .left = &integer};
    struct world world = {.arena = arena_new()};
    world.domains = (struct eb_domains){.arena = world.arena, .low = -4, .high = 500};
    const struct eb_domain *number = eb_domain_of(&world.domains, &integer);
    const struct eb_domain *domains[] = {number, number, eb_domain_of(&world.domains, &set)};
    eb_layout_init(&world.layout, world.arena, domains, 3, 1);
    world.frame = eb_frame_new(1);
    world.frame->setup = 1;
    return world;
}

static void end(struct world *world) {
    eb_frame_free(world->frame);
    eb_domains_free(&world->domains);
    arena_free(world->arena);
}

/* Number 10 ∗ g + m is member m of group g. */
static struct eb_proven_place place(unsigned number) { return (struct eb_proven_place){number / 10, number % 10}; }

static bool ask(struct world *world, unsigned number, unsigned count, int64_t x, int64_t y) {
    static const unsigned variables[] = {0, 1};
    struct eb_value values[] = {{(uint64_t)x, NULL}, {(uint64_t)y, NULL}, {0, NULL}};
    return eb_proven_before(world->frame, &world->layout, place(number), variables, count, values);
}

static void only_what_was_noted(void **state) {
    (void)state;
    struct world world = begin();
    assert_false(ask(&world, 0, 2, 1, 2));
    assert_false(ask(&world, 0, 2, 1, 2)); /* asking notes nothing */
    eb_proven_note(world.frame, place(0));
    assert_true(ask(&world, 0, 2, 1, 2));
    assert_false(ask(&world, 0, 2, 2, 1));
    assert_false(ask(&world, 1, 2, 1, 2)); /* another invariant */
    assert_true(ask(&world, 0, 2, 1, 2));
    world.frame->setup = 2; /* other constants */
    assert_false(ask(&world, 0, 2, 1, 2));
    assert_false(ask(&world, 20, 0, 7, 7)); /* it speaks of no variable */
    eb_proven_note(world.frame, place(20));
    assert_true(ask(&world, 20, 0, 8, 8));
    end(&world);
}

/* The values of a group are found once for each state; a group that moves on to others forgets all of its members. */
static void groups(void **state) {
    (void)state;
    struct world world = begin();
    world.frame->generation = 5;
    assert_false(ask(&world, 0, 2, 1, 2));
    eb_proven_note(world.frame, place(0));
    assert_true(ask(&world, 0, 2, 9, 9)); /* nobody looks: these are of the same state */
    world.frame->generation = 6;
    assert_false(ask(&world, 0, 2, 9, 9));
    assert_false(ask(&world, 1, 2, 9, 9));
    eb_proven_note(world.frame, place(1));
    assert_false(ask(&world, 0, 2, 9, 9));
    assert_true(ask(&world, 1, 2, 9, 9));
    world.frame->generation = 7;
    assert_true(ask(&world, 0, 2, 1, 2));
    assert_false(ask(&world, 1, 2, 1, 2));
    assert_false(ask(&world, 10, 2, 1, 2)); /* another group */
    end(&world);
}

/* However many: a few are forgotten, but none is made up; numbers outside the window are told apart, too. */
static void nothing_is_made_up(void **state) {
    (void)state;
    struct world world = begin();
    unsigned known = 0;
    for (int64_t x = 0; x < 300; x++)
        for (int64_t y = 0; y < 100; y++)
            if ((x + y) % 2 == 0 && !ask(&world, 3, 2, x * 1000, y)) eb_proven_note(world.frame, place(3));
    for (int64_t x = 0; x < 300; x++)
        for (int64_t y = 0; y < 100; y++) {
            bool before = ask(&world, 3, 2, x * 1000, y);
            if ((x + y) % 2) assert_false(before);
            known += before;
        }
    assert_true(known > 5000 && known <= 15000);
    end(&world);
}

static void what_is_too_dear(void **state) {
    (void)state;
    struct world world = begin();
    assert_false(eb_proven_allowance(world.frame, 0) == 0);
    world.frame->spent = UINT64_C(1) << 31;
    eb_proven_spend(world.frame, 0, (UINT64_C(1) << 31) - 1000);
    assert_true(eb_proven_allowance(world.frame, 0) == 0);
    assert_false(eb_proven_allowance(world.frame, 1) == 0);
    world.frame->spent += UINT64_C(1) << 33; /* much was spent on the rest, too */
    assert_false(eb_proven_allowance(world.frame, 0) == 0);
    end(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_what_was_noted), cmocka_unit_test(groups),
                                       cmocka_unit_test(nothing_is_made_up), cmocka_unit_test(what_is_too_dear)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
