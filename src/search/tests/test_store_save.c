/* Checkpoints: what was saved comes back, and nothing else is accepted. */
#include "search/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STATES = 60000, SIZE = 72, WORDS = SIZE / 4 };

static const enum store_kind all_kinds[] = {STORE_EXACT, STORE_TREE, STORE_BITSTATE, STORE_HASH};
enum { KINDS = sizeof all_kinds / sizeof *all_kinds };

static uint32_t make_state(uint32_t number, uint32_t *state) {
    memset(state, 0, SIZE);
    state[0] = number % 7;
    state[3] = number;
    state[WORDS - 3] = number / 13;
    return number % 2 ? SIZE : SIZE - 8;
}

static struct store_options options_of(enum store_kind kind) {
    return (struct store_options){.kind = kind, .max_state_size = SIZE, .threads = 2, .bitstate_log2 = 20};
}

static enum store_answer insert(struct store *store, uint32_t number, uint64_t *handle) {
    uint32_t state[WORDS], size = make_state(number, state);
    return store_insert(store, number % 2, state, size, store_hash(state, size), handle);
}

static void leave(struct store *store) {
    store_leave(store, 0);
    store_leave(store, 1);
}

/* Two threads' numbers, used from one thread: each must leave while the other works. */
static struct store *filled(enum store_kind kind, uint64_t *handles) {
    struct store_options options = options_of(kind);
    struct store *store = store_new(&options);
    for (uint32_t i = 0; i < STATES; i++) {
        uint64_t handle;
        insert(store, i, &handle);
        if (handles) handles[i] = handle;
        leave(store);
        if (store_is_exact(store) && i % 5 == 0) store_flags_or(store, handle, i & 0xff);
    }
    return store;
}

static FILE *saved(const struct store *store, long *size) {
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_true(store_save(store, file));
    *size = ftell(file);
    rewind(file);
    return file;
}

static void a_store_comes_back(void **context) {
    (void)context;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        uint64_t *handles = calloc(STATES, sizeof *handles);
        struct store *before = filled(all_kinds[kind], handles);
        long size;
        FILE *file = saved(before, &size);
        struct store_options options = options_of(all_kinds[kind]);
        options.threads = 3;
        struct store *after = store_load(&options, file);
        assert_non_null(after);
        assert_int_equal(ftell(file), size);
        assert_int_equal(store_count(after), store_count(before));
        for (uint32_t i = 0; i < STATES; i++) {
            uint32_t state[WORDS], back[WORDS];
            uint64_t handle;
            assert_int_equal(insert(after, i, &handle), STORE_OLD);
            leave(after);
            if (!store_is_exact(after)) continue;
            assert_int_equal(handle, handles[i]);
            assert_int_equal(store_read(after, handle, back), make_state(i, state));
            assert_memory_equal(back, state, make_state(i, state));
            assert_int_equal(store_flags(after, handle), i % 5 ? 0 : i & 0xff);
        }
        uint64_t fresh = 0, count = store_count(after);
        for (uint32_t i = STATES; i < 2 * STATES; i++) {
            fresh += insert(after, i, NULL) == STORE_NEW;
            leave(after);
        }
        assert_true(fresh > STATES * 0.95 && (all_kinds[kind] == STORE_BITSTATE || fresh == STATES));
        assert_int_equal(store_count(after), count + fresh);
        fclose(file);
        store_free(before);
        store_free(after);
        free(handles);
    }
}

static bool loads(enum store_kind kind, const unsigned char *bytes, size_t size) {
    FILE *file = tmpfile();
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    rewind(file);
    struct store_options options = options_of(kind);
    struct store *store = store_load(&options, file);
    fclose(file);
    store_free(store);
    return store != NULL;
}

/* Every cut and many single changed bytes, in the header and all over the rest. */
static void damage_is_refused(void **context) {
    (void)context;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        struct store_options options = options_of(all_kinds[kind]);
        struct store *store = store_new(&options);
        for (uint32_t i = 0; i < 1000; i += 2) insert(store, i, NULL);
        long size;
        FILE *file = saved(store, &size);
        unsigned char *bytes = malloc((size_t)size);
        assert_int_equal(fread(bytes, 1, (size_t)size, file), size);
        fclose(file);
        store_free(store);
        assert_true(loads(all_kinds[kind], bytes, (size_t)size));
        for (long i = 0; i < size; i += i < 64 ? 1 : size / 50 + 1) {
            assert_false(loads(all_kinds[kind], bytes, (size_t)i));
            for (unsigned bit = 1; bit < 256; bit *= 16) {
                bytes[i] ^= (unsigned char)bit;
                assert_false(loads(all_kinds[kind], bytes, (size_t)size));
                bytes[i] ^= (unsigned char)bit;
            }
        }
        free(bytes);
    }
}

static void other_stores_are_refused(void **context) {
    (void)context;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        struct store *store = filled(all_kinds[kind], NULL);
        long size;
        FILE *file = saved(store, &size);
        for (unsigned other = 0; other < KINDS; other++) {
            struct store_options options = options_of(all_kinds[other]);
            if (other == kind) options.max_state_size += 4;
            rewind(file);
            assert_null(store_load(&options, file));
        }
        struct store_options small = options_of(all_kinds[kind]);
        small.memory_limit = store_memory(store) / 3;
        rewind(file);
        assert_null(store_load(&small, file)); /* it does not fit */
        fclose(file);
        store_free(store);
    }
}

static void writing_can_fail(void **context) {
    (void)context;
    FILE *file = fopen("/dev/full", "wb");
    if (!file) skip();
    struct store *store = filled(STORE_EXACT, NULL);
    assert_false(store_save(store, file));
    fclose(file);
    store_free(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_comes_back),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(other_stores_are_refused),
        cmocka_unit_test(writing_can_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
