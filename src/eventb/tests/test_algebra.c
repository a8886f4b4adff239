/* The same sets and relations in every representation: as one word, as bits, as lists of codes, as trees. */
#include "eventb/algebra.h"
#include "eventb/component.h"
#include "eventb/extent.h"
#include "eventb/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { USED = 3, ROUNDS = 400 };

/* Relations between elements of one type; USED of them take part, from the first to the last. */
struct world {
    const char *name;
    unsigned carrier_size;
    bool of_sets; /* the elements are the sets {0}, {1}, {2} */
    enum eb_representation set_representation, relation_representation;
    struct arena *arena;
    struct eb_domains domains;
    struct eb_symbol carrier;
    struct eb_frame *frame;
    const struct eb_domain *element, *set, *pair, *relation;
    struct eb_value elements[USED];
};

static const struct eb_type *type(struct world *world, enum eb_type_kind kind, const struct eb_type *left,
                                  const struct eb_type *right) {
    struct eb_type *new = arena_new_object(world->arena, struct eb_type);
    *new = (struct eb_type){.kind = kind, .name = "T", .left = left, .right = right};
    return new;
}

static void begin(struct world *world) {
    world->arena = arena_new();
    const char **names = arena_new_array(world->arena, const char *, world->carrier_size);
    for (unsigned i = 0; i < world->carrier_size; i++) names[i] = arena_printf(world->arena, "t%u", i);
    unsigned *sizes = arena_new_array(world->arena, unsigned, 1);
    const char *const **all_names = arena_new_array(world->arena, const char *const *, 1);
    sizes[0] = world->carrier_size;
    all_names[0] = names;
    const struct eb_type *given = type(world, EB_TYPE_GIVEN, NULL, NULL);
    world->carrier = (struct eb_symbol){.name = "T", .type = type(world, EB_TYPE_POWER, given, NULL)};
    world->domains = (struct eb_domains){.arena = world->arena,
                                         .low = -4,
                                         .high = 59,
                                         .sets = &world->carrier,
                                         .set_count = 1,
                                         .set_sizes = sizes,
                                         .set_names = all_names};
    const struct eb_type *element = world->of_sets ? type(world, EB_TYPE_POWER, given, NULL) : given;
    const struct eb_type *pair = type(world, EB_TYPE_PRODUCT, element, element);
    world->frame = eb_frame_new(1);
    world->element = eb_domain_of(&world->domains, element);
    world->set = eb_domain_of_sets(&world->domains, world->element);
    world->pair = eb_domain_of(&world->domains, pair);
    world->relation = eb_domain_of_sets(&world->domains, world->pair);
    assert_int_equal(world->set->representation, world->set_representation);
    assert_int_equal(world->relation->representation, world->relation_representation);
    for (unsigned i = 0; i < USED; i++) {
        world->elements[i] = (struct eb_value){(uint64_t)i * (world->carrier_size - 1) / (USED - 1), NULL};
        if (!world->of_sets) continue;
        struct eb_builder builder;
        eb_builder_begin(&builder, world->frame, world->element);
        eb_builder_add(&builder, (struct eb_value){i, NULL});
        world->elements[i] = eb_builder_end(&builder);
    }
}

static void end(struct world *world) {
    eb_frame_free(world->frame);
    eb_domains_free(&world->domains);
    arena_free(world->arena);
}

/* ---- masks: bit i for element i, bit USED * i + j for the pair of i and j ---- */

static struct eb_value make_set(struct world *world, unsigned mask) {
    struct eb_builder builder;
    eb_builder_begin(&builder, world->frame, world->set);
    for (unsigned i = USED; i-- > 0;)
        if (mask >> i & 1) eb_builder_add(&builder, world->elements[i]);
    return eb_builder_end(&builder);
}

static struct eb_value make_relation(struct world *world, unsigned mask) {
    struct eb_builder builder;
    eb_builder_begin(&builder, world->frame, world->relation);
    for (unsigned i = USED * USED; i-- > 0;)
        if (mask >> i & 1)
            eb_builder_add(&builder,
                           eb_pair(world->frame, world->pair, world->elements[i / USED], world->elements[i % USED]));
    return eb_builder_end(&builder);
}

static unsigned set_mask(struct world *world, struct eb_value set) {
    unsigned mask = 0;
    for (unsigned i = 0; i < USED; i++) mask |= (unsigned)eb_has(world->set, set, world->elements[i]) << i;
    assert_int_equal(eb_cardinality(world->set, set), __builtin_popcount(mask));
    assert_int_equal(eb_is_empty(world->set, set), mask == 0);
    return mask;
}

static unsigned relation_mask(struct world *world, struct eb_value relation) {
    unsigned mask = 0;
    for (unsigned i = 0; i < USED * USED; i++) {
        struct eb_value pair = eb_pair(world->frame, world->pair, world->elements[i / USED], world->elements[i % USED]);
        mask |= (unsigned)eb_has(world->relation, relation, pair) << i;
    }
    assert_int_equal(eb_cardinality(world->relation, relation), __builtin_popcount(mask));
    /* Canonical: the same set made in another order is the same value. */
    assert_int_equal(eb_compare(world->relation, relation, make_relation(world, mask)), 0);
    return mask;
}

/* ---- what the operators mean, on masks ---- */

static bool has(unsigned relation, unsigned i, unsigned j) { return relation >> (USED * i + j) & 1; }

struct expected {
    unsigned domain, range, converse, image, restricted, removed, kept_range, dropped_range, override, composed;
};

static struct expected expect(unsigned r, unsigned s, unsigned set) {
    struct expected e = {0};
    for (unsigned i = 0; i < USED; i++)
        for (unsigned j = 0; j < USED; j++) {
            unsigned bit = 1u << (USED * i + j);
            bool of_s = false;
            for (unsigned k = 0; k < USED; k++) {
                of_s = of_s || has(s, i, k);
                if (has(r, i, k) && has(s, k, j)) e.composed |= bit;
            }
            if (has(s, i, j) || (has(r, i, j) && !of_s)) e.override |= bit;
            if (!has(r, i, j)) continue;
            e.domain |= 1u << i;
            e.range |= 1u << j;
            e.converse |= 1u << (USED * j + i);
            if (set >> i & 1) e.image |= 1u << j;
            *(set >> i & 1 ? &e.restricted : &e.removed) |= bit;
            *(set >> j & 1 ? &e.kept_range : &e.dropped_range) |= bit;
        }
    return e;
}

static void check_relations(struct world *w, unsigned r_mask, unsigned s_mask, unsigned set) {
    struct expected e = expect(r_mask, s_mask, set);
    struct eb_frame *f = w->frame;
    struct eb_value r = make_relation(w, r_mask), s = make_relation(w, s_mask), t = make_set(w, set);
    assert_int_equal(relation_mask(w, eb_union(f, w->relation, r, s)), r_mask | s_mask);
    assert_int_equal(relation_mask(w, eb_intersection(f, w->relation, r, s)), r_mask & s_mask);
    assert_int_equal(relation_mask(w, eb_difference(f, w->relation, r, s)), r_mask & ~s_mask);
    assert_int_equal(eb_is_subset(w->relation, r, s), !(r_mask & ~s_mask));
    assert_int_equal(set_mask(w, eb_relation_domain(f, w->set, w->relation, r)), e.domain);
    assert_int_equal(set_mask(w, eb_relation_range(f, w->set, w->relation, r)), e.range);
    assert_int_equal(relation_mask(w, eb_converse(f, w->relation, w->relation, r)), e.converse);
    assert_int_equal(set_mask(w, eb_image(f, w->set, w->relation, r, w->set, t)), e.image);
    assert_int_equal(relation_mask(w, eb_restrict(f, w->relation, r, w->set, t, false, true)), e.restricted);
    assert_int_equal(relation_mask(w, eb_restrict(f, w->relation, r, w->set, t, false, false)), e.removed);
    assert_int_equal(relation_mask(w, eb_restrict(f, w->relation, r, w->set, t, true, true)), e.kept_range);
    assert_int_equal(relation_mask(w, eb_restrict(f, w->relation, r, w->set, t, true, false)), e.dropped_range);
    assert_int_equal(relation_mask(w, eb_override(f, w->relation, r, s)), e.override);
    assert_int_equal(relation_mask(w, eb_compose(f, w->relation, w->relation, r, w->relation, s)), e.composed);
}

static void check_functions(struct world *w, unsigned mask) {
    struct eb_value r = make_relation(w, mask), y;
    bool functional = true, injective = true;
    for (unsigned i = 0; i < USED; i++) {
        unsigned row = mask >> (USED * i) & ((1u << USED) - 1), column = 0;
        for (unsigned j = 0; j < USED; j++) column += has(mask, j, i);
        functional = functional && __builtin_popcount(row) <= 1;
        injective = injective && column <= 1;
        enum eb_application outcome = eb_apply(w->relation, r, w->elements[i], &y);
        assert_int_equal(outcome, row == 0                      ? EB_OUTSIDE_DOMAIN
                                  : __builtin_popcount(row) > 1 ? EB_NOT_FUNCTIONAL
                                                                : EB_APPLIED);
        if (outcome == EB_APPLIED) assert_true(eb_equal(w->element, y, w->elements[__builtin_ctz(row)]));
        unsigned changed = (mask & ~(((1u << USED) - 1) << (USED * i))) | 1u << (USED * i + 1);
        assert_int_equal(relation_mask(w, eb_override_point(w->frame, w->relation, r, w->elements[i], w->elements[1])),
                         changed);
    }
    assert_int_equal(eb_is_functional(w->relation, r), functional);
    assert_int_equal(eb_is_injective(w->relation, r), injective);
}

/* A state of these values can be written and read back; equal states have equal bytes. */
static void check_layout(struct world *w, unsigned r_mask, unsigned set) {
    const struct eb_domain *domains[] = {w->relation, w->element, w->set};
    struct eb_layout layout;
    eb_layout_init(&layout, w->arena, domains, 3, 5);
    struct eb_value values[3] = {make_relation(w, r_mask), w->elements[set % USED], make_set(w, set)}, read[3];
    unsigned char *one = calloc(1, layout.max_size), *two = malloc(layout.max_size);
    memset(two, 0xaa, layout.max_size);
    uint32_t size = eb_layout_write(&layout, 4, values, one);
    assert_true(size > 0 && size % 4 == 0 && size <= layout.max_size);
    values[0] = eb_union(w->frame, w->relation, make_relation(w, 0), values[0]); /* another way to the same value */
    assert_int_equal(eb_layout_write(&layout, 4, values, two), size);
    assert_memory_equal(one, two, size);
    assert_int_equal(eb_layout_setup(&layout, one), 4);
    assert_false(eb_layout_is_blank(&layout, one));
    assert_int_equal(eb_layout_write(&layout, 5 + 4, values, two), size);
    assert_int_equal(eb_layout_setup(&layout, two), 4);
    assert_true(eb_layout_is_blank(&layout, two));
    assert_int_equal(eb_layout_write(&layout, 4, values, two), size);
    eb_layout_read(&layout, one, w->frame, read);
    for (unsigned i = 0; i < 3; i++) assert_true(eb_equal(domains[i], read[i], values[i]));
    free(one);
    free(two);
}

static void check_world(struct world world) {
    begin(&world);
    uint64_t random = 12345;
    struct eb_mark mark = eb_frame_mark(world.frame);
    for (unsigned i = 0; i < ROUNDS; i++) {
        unsigned masks[3];
        for (unsigned j = 0; j < 3; j++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            masks[j] = (unsigned)(random >> 40) & ((1u << USED * USED) - 1);
        }
        if (i % 4 == 0) masks[0] &= masks[1] & masks[2]; /* sparse: functions */
        check_relations(&world, masks[0], masks[1], masks[2] & ((1u << USED) - 1));
        check_functions(&world, masks[0]);
        check_layout(&world, masks[1], masks[2] & ((1u << USED) - 1));
        eb_frame_rewind(world.frame, mark);
    }
    end(&world);
}

static void in_one_word(void **state) {
    (void)state;
    check_world((struct world){.carrier_size = 3, .set_representation = EB_CODE, .relation_representation = EB_CODE});
    check_world((struct world){.carrier_size = 8, .set_representation = EB_CODE, .relation_representation = EB_CODE});
}

static void as_bits(void **state) {
    (void)state;
    check_world((struct world){.carrier_size = 12, .set_representation = EB_CODE, .relation_representation = EB_BITS});
    check_world((struct world){.carrier_size = 16, .set_representation = EB_CODE, .relation_representation = EB_BITS});
    check_world((struct world){.carrier_size = 17, .set_representation = EB_CODE, .relation_representation = EB_BITS});
    check_world((struct world){.carrier_size = 64, .set_representation = EB_CODE, .relation_representation = EB_BITS});
}

static void as_lists(void **state) {
    (void)state;
    check_world((struct world){.carrier_size = 100, .set_representation = EB_BITS, .relation_representation = EB_LIST});
    check_world(
        (struct world){.carrier_size = 4096, .set_representation = EB_BITS, .relation_representation = EB_LIST});
}

static void as_trees(void **state) {
    (void)state;
    check_world((struct world){
        .carrier_size = 70, .of_sets = true, .set_representation = EB_TREE, .relation_representation = EB_TREE});
    check_world((struct world){
        .carrier_size = 33, .of_sets = true, .set_representation = EB_LIST, .relation_representation = EB_TREE});
}

/* ---- extents ---- */

static bool count_one(void *context, struct eb_value element) {
    (void)element;
    ++*(unsigned *)context;
    return true;
}

static unsigned count_arrows(unsigned flags, unsigned from, unsigned to) {
    struct world world = {.carrier_size = 4, .set_representation = EB_CODE, .relation_representation = EB_CODE};
    begin(&world);
    struct eb_extent left = {.kind = EB_EXTENT_VALUE, .set = world.set, .value = {(1u << from) - 1, NULL}};
    struct eb_extent right = {.kind = EB_EXTENT_VALUE, .set = world.set, .value = {(1u << to) - 1, NULL}};
    struct eb_extent arrow = {.kind = EB_EXTENT_ARROW,
                              .flags = flags,
                              .set = eb_domain_of_sets(&world.domains, world.relation),
                              .left = &left,
                              .right = &right};
    unsigned count = 0, tested = 0;
    eb_extent_each(world.frame, &arrow, count_one, &count);
    for (uint64_t relation = 0; relation < 1u << 16; relation++) /* the test agrees with the enumeration */
        tested += eb_extent_has(world.frame, &arrow, (struct eb_value){relation, NULL});
    assert_int_equal(count, tested);
    end(&world);
    return count;
}

static void arrows_are_counted(void **state) {
    (void)state;
    assert_int_equal(count_arrows(0, 2, 3), 64);                                                      /* ↔ */
    assert_int_equal(count_arrows(EB_TOTAL, 2, 3), 49);                                               /* <<-> */
    assert_int_equal(count_arrows(EB_SURJECTIVE, 2, 3), 27);                                          /* <->> */
    assert_int_equal(count_arrows(EB_FUNCTIONAL, 2, 3), 16);                                          /* ⇸ */
    assert_int_equal(count_arrows(EB_FUNCTIONAL | EB_TOTAL, 3, 2), 8);                                /* → */
    assert_int_equal(count_arrows(EB_FUNCTIONAL | EB_INJECTIVE, 2, 3), 13);                           /* ⤔ */
    assert_int_equal(count_arrows(EB_FUNCTIONAL | EB_INJECTIVE | EB_TOTAL, 2, 3), 6);                 /* ↣ */
    assert_int_equal(count_arrows(EB_FUNCTIONAL | EB_SURJECTIVE, 3, 2), 12);                          /* ⤀ */
    assert_int_equal(count_arrows(EB_FUNCTIONAL | EB_SURJECTIVE | EB_TOTAL, 3, 2), 6);                /* ↠ */
    assert_int_equal(count_arrows(EB_FUNCTIONAL | EB_INJECTIVE | EB_SURJECTIVE | EB_TOTAL, 3, 3), 6); /* ⤖ */
    assert_int_equal(count_arrows(EB_FUNCTIONAL | EB_INJECTIVE | EB_SURJECTIVE | EB_TOTAL, 2, 3), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_one_word), cmocka_unit_test(as_bits),
                                       cmocka_unit_test(as_lists), cmocka_unit_test(as_trees),
                                       cmocka_unit_test(arrows_are_counted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
