/* Shapes of trees: whatever they are chosen by, they are trees over all words, in order; chosen ones follow the sample.
 */
#include "search/tree_shape.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static uint32_t toss(uint64_t *seed, uint32_t below) {
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return (uint32_t)((*seed >> 11) % below);
}

/* Goes through the words below a node, which must be those from `word` on; returns the one after the last. */
static uint32_t assert_words(const struct tree_shape *shape, uint32_t node, uint32_t word) {
    if (node < shape->words) {
        assert_int_equal(node, word);
        return word + 1;
    }
    const struct tree_node *n = &shape->nodes[node];
    assert_true(n->left < node && n->right < node);
    assert_int_equal(shape->nodes[n->left].parent, node);
    assert_int_equal(shape->nodes[n->right].parent, node);
    return assert_words(shape, n->right, assert_words(shape, n->left, word));
}

static uint32_t level_of(const struct tree_shape *shape, uint32_t node) {
    uint32_t level = 0;
    while (node >= shape->level_end[level]) level++;
    return level;
}

static void assert_is_shape(const struct tree_shape *shape, uint32_t size, uint32_t kind) {
    assert_int_equal(shape->size, size);
    assert_int_equal(shape->kind, kind);
    assert_int_equal(shape->words, tree_shape_words(size));
    assert_true(shape->words * 4 >= size);
    assert_int_equal(shape->node_count, 2 * shape->words - 1);
    assert_true(shape->level_count <= TREE_LEVELS);
    assert_int_equal(shape->level_end[0], shape->words);
    assert_int_equal(shape->level_end[shape->level_count - 1], shape->node_count);
    uint32_t root = shape->node_count - 1;
    assert_int_equal(assert_words(shape, root, 0), shape->words);
    assert_true(shape->nodes[root].left >= shape->words || shape->nodes[root].right >= shape->words);
    for (uint32_t i = shape->words; i < shape->node_count; i++) {
        uint32_t left = level_of(shape, shape->nodes[i].left), right = level_of(shape, shape->nodes[i].right);
        assert_int_equal(level_of(shape, i), (left > right ? left : right) + 1);
    }
}

static uint32_t even_levels(uint32_t words) {
    uint32_t levels = 1;
    while (UINT32_C(1) << (levels - 1) < words) levels++;
    return levels;
}

static void even_shapes_are_flat(void **state) {
    (void)state;
    for (uint32_t size = 0; size < 700; size++) {
        struct tree_shape *shape = tree_shape_even(size, size % 5);
        assert_is_shape(shape, size, size % 5);
        assert_int_equal(shape->level_count, even_levels(shape->words));
        tree_shape_free(shape);
    }
}

static void any_sample_makes_a_shape(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (unsigned turn = 0; turn < 60; turn++) {
        uint32_t size = 4 + toss(&seed, 160), words = tree_shape_words(size), count = 1 + toss(&seed, 300);
        uint32_t *sample = memory_new((size_t)count * words * sizeof *sample), variety = 1 + toss(&seed, 6);
        for (size_t i = 0; i < (size_t)count * words; i++) sample[i] = toss(&seed, variety);
        struct tree_shape *shape = tree_shape_choose(size, turn, sample, count);
        assert_is_shape(shape, size, turn);
        assert_true(shape->level_count <= even_levels(words) + 4);
        tree_shape_free(shape);
        free(sample);
    }
}

/* Words 0 .. first-1 depend on one number, the others on another. */
static uint32_t chosen_cut(uint32_t words, uint32_t first, uint32_t lefts, uint32_t rights) {
    enum { COUNT = 2000 };
    uint64_t seed = 9;
    uint32_t *sample = memory_new((size_t)COUNT * words * sizeof *sample);
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t left = toss(&seed, lefts), right = toss(&seed, rights);
        for (uint32_t k = 0; k < words; k++) sample[i * words + k] = (k < first ? left : right) * (k + 7);
    }
    struct tree_shape *shape = tree_shape_choose(words * 4, 1, sample, COUNT);
    uint32_t cut = shape->cuts[0];
    assert_is_shape(shape, words * 4, 1);
    tree_shape_free(shape);
    free(sample);
    return cut;
}

static void what_varies_together_stays_together(void **state) {
    (void)state;
    for (uint32_t first = 1; first < 12; first++) assert_int_equal(chosen_cut(12, first, 40, 40), first);
    assert_int_equal(chosen_cut(20, 13, 10, 100), 13);
    assert_int_equal(chosen_cut(16, 16, 1, 1), 8); /* nothing to choose by: in the middle */
}

static struct tree_shape *copy_through_file(const struct tree_shape *shape, uint32_t size, long cut_off, int damage) {
    FILE *file = tmpfile();
    assert_non_null(file);
    struct checkpoint_writer out = {.file = file};
    tree_shape_save(shape, &out);
    assert_false(out.failed);
    long length = ftell(file);
    if (damage >= 0) {
        uint32_t wrong = UINT32_MAX;
        fseek(file, damage * (long)sizeof wrong, SEEK_SET);
        fwrite(&wrong, sizeof wrong, 1, file);
    }
    fflush(file);
    assert_int_equal(ftruncate(fileno(file), length - cut_off), 0);
    rewind(file);
    struct checkpoint_reader in = {.file = file};
    struct tree_shape *copy = tree_shape_load(size, 3, &in);
    fclose(file);
    return copy;
}

static void shapes_survive_a_file(void **state) {
    (void)state;
    enum { WORDS = 9, COUNT = 500 };
    uint32_t sample[WORDS * COUNT];
    uint64_t seed = 3;
    for (size_t i = 0; i < WORDS * COUNT; i++) sample[i] = toss(&seed, 1 + i % WORDS);
    struct tree_shape *shape = tree_shape_choose(WORDS * 4, 3, sample, COUNT);
    struct tree_shape *copy = copy_through_file(shape, WORDS * 4, 0, -1);
    assert_non_null(copy);
    assert_is_shape(copy, WORDS * 4, 3);
    assert_int_equal(copy->level_count, shape->level_count);
    assert_memory_equal(copy->nodes, shape->nodes, shape->node_count * sizeof *shape->nodes);
    tree_shape_free(copy);
    assert_null(copy_through_file(shape, WORDS * 4, 1, -1));
    for (int i = 0; i < WORDS - 1; i++) assert_null(copy_through_file(shape, WORDS * 4, 0, i));
    tree_shape_free(shape);
    tree_shape_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(even_shapes_are_flat),
        cmocka_unit_test(any_sample_makes_a_shape),
        cmocka_unit_test(what_varies_together_stays_together),
        cmocka_unit_test(shapes_survive_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
