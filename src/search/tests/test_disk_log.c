/* The log on disk: what is put in comes out, whatever the threads, in any order. */
#include "search/disk_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static uint64_t next(uint64_t *seed) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 20;
}

/* Mostly what a search writes; sometimes anything. */
static uint64_t some_parent(uint64_t *seed, uint64_t i) {
    switch (next(seed) % 20) {
    case 0: return LOG_NO_PARENT;
    case 1: return log_reference((unsigned)(next(seed) % 64), next(seed) % (UINT64_C(1) << LOG_NUMBER_BITS));
    case 2: return log_reference(63, (UINT64_C(1) << LOG_NUMBER_BITS) - 2);
    case 3: return 0;
    default: return log_reference((unsigned)(next(seed) % 2), i / 3);
    }
}

static void comes_out_as_it_went_in(void **state) {
    (void)state;
    enum { COUNT = 5 * DISK_LOG_BLOCK + 7 };
    static uint64_t parents[COUNT];
    static uint32_t entries[COUNT];
    struct disk_log log;
    uint64_t seed = 77;
    assert_true(disk_log_open(&log));
    for (uint64_t i = 0; i < COUNT; i++) {
        parents[i] = some_parent(&seed, i);
        entries[i] = next(&seed) % 9 ? (uint32_t)(next(&seed) % 5) : (uint32_t)next(&seed);
        disk_log_add(&log, parents[i], entries[i]);
    }
    disk_log_end(&log);
    for (uint64_t n = 0; n < 2 * COUNT; n++) {
        uint64_t i = n < COUNT ? n : next(&seed) % COUNT, parent;
        uint32_t entry;
        assert_true(disk_log_get(&log, i, &parent, &entry));
        assert_int_equal(parent, parents[i]);
        assert_int_equal(entry, entries[i] > LOG_MAX_ENTRY ? LOG_MAX_ENTRY : entries[i]);
    }
    uint64_t parent;
    uint32_t entry;
    assert_false(disk_log_get(&log, COUNT, &parent, &entry));
    disk_log_close(&log);
}

static void neighbours_are_short(void **state) {
    (void)state;
    struct disk_log log;
    assert_true(disk_log_open(&log));
    for (uint64_t i = 0; i < 10000; i++) disk_log_add(&log, i / 2, (uint32_t)(i % 2));
    assert_true(log.bytes < 20200);
    disk_log_close(&log);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(comes_out_as_it_went_in),
                                       cmocka_unit_test(neighbours_are_short)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
