/* A byte beside a state that is written to is noticed, whichever it is; one of the state may be. */
#include "conform/fence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

static void every_byte(void **state) {
    (void)state;
    static const size_t sizes[] = {1, 6, 15, 16, 17, 4081, 4096, 5000};
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct fenced_state fenced;
        assert_true(fence_state(&fenced, sizes[i]));
        assert_true(fence_holds(&fenced));
        for (unsigned char *at = fenced.begin; at < fenced.end; at++) {
            bool is_own = at >= fenced.state && at < fenced.state + fenced.size;
            *at ^= 1;
            if (fence_holds(&fenced) != is_own) fail_msg("size %zu, byte %td", sizes[i], at - fenced.state);
            *at ^= 1;
        }
        munmap(fenced.begin - page, (size_t)(fenced.end - fenced.begin) + 2 * page);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_byte)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
