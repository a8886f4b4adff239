#include "base/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void blocks_are_zeroed_aligned_and_apart(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    enum { COUNT = 2000 };
    static unsigned char *blocks[COUNT];
    static size_t sizes[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        sizes[i] = i % 100 == 99 ? 100000 : i * 7 % 500;
        blocks[i] = arena_alloc(arena, sizes[i]);
        assert_int_equal((uintptr_t)blocks[i] % 16, 0);
        for (size_t k = 0; k < sizes[i]; k++)
            if (blocks[i][k]) fail_msg("block %zu is not zeroed", i);
        memset(blocks[i], (int)(i % 251 + 1), sizes[i]);
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < sizes[i]; k++)
            if (blocks[i][k] != i % 251 + 1) fail_msg("block %zu was overwritten", i);
    arena_free(arena);
    arena_free(NULL);
}

static void texts(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    assert_string_equal(arena_text(arena, "process"), "process");
    assert_string_equal(arena_text_n(arena, "process", 4), "proc");
    assert_string_equal(arena_text(arena, ""), "");
    assert_string_equal(arena_printf(arena, "%s[%d]", "client", 2), "client[2]");
    assert_int_equal(strlen(arena_printf(arena, "%70000d", 1)), 70000);
    int *numbers = arena_new_array(arena, int, 3);
    assert_int_equal(numbers[0] | numbers[1] | numbers[2], 0);
    arena_free(arena);
}

/* Sizes that cannot be must end the program with status 3, not wrap around to a small block. */
static void impossible_size_ends_the_program(void **state) {
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr)) _exit(9);
        struct arena *arena = arena_new();
        arena_alloc(arena, SIZE_MAX - 3);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_zeroed_aligned_and_apart),
        cmocka_unit_test(texts),
        cmocka_unit_test(impossible_size_ends_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
