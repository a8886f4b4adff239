#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/btf.h"
#include "timelines.h"

#include <stdio.h>

static char *trace(const struct timeline *timeline) {
    struct text out = {0};
    btf_trace(&out, timeline, 0);
    return text_take(&out);
}

static void header(void **state) {
    (void)state;
    struct timeline t;
    timeline_begin(&t);
    t.application = "a,b\nc";
    char *btf = trace(&t);
    assert_int_equal(strncmp(btf, "#version 2.2.0\n#creator rtcheck ", 32), 0);
    assert_non_null(strstr(btf, "\n#creationDate 1970-01-01T00:00:00Z\n#inputFile a_b_c\n#timeScale us\n"));
    free(btf);
    timeline_end(&t);
}

static void moves_become_legal_chains(void **state) {
    (void)state;
    struct timeline t;
    window_race(&t, "window.c");
    char *btf = trace(&t);
    static const char *const wanted[] = {
        ("\n0,Core_1,0,STI,activation_of_show,0,trigger\n0,activation_of_show,0,T,show,0,activate\n0,Core_1,0,T,show,0,"
         "start\n"),
        "\n1,show,0,SEM,panel,0,requestsemaphore\n1,show,0,SEM,panel,0,assigned\n",
        "\n2,Core_1,0,T,show,0,preempt\n",
        "\n5,Core_1,0,T,move,0,preempt\n",
        "\n5,Core_1,0,I,pulse,0,start\n",
        "\n6,pulse,0,SIG,position,0,write,11\n",
        "\n7,Core_1,0,I,pulse,0,terminate\n7,Core_1,0,T,move,0,resume\n",
        "\n11,Core_1,0,T,move,0,wait\n11,Core_1,0,T,show,0,resume\n",
    };
    const char *from = btf;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        from = strstr(from, wanted[i]);
        if (!from) fail_msg("missing or out of order: %s", wanted[i]);
    }
    free(btf);
    timeline_end(&t);
}

/* Whatever order of states comes, no process may start twice or end before it started. */
static void odd_orders_stay_legal(void **state) {
    (void)state;
    static const char *const states[] = {"suspended", "ready", "running", "waiting", "interrupted"};
    struct timeline t;
    timeline_begin(&t);
    add_context(&t, "t", TIMELINE_TASK, 1);
    uint32_t seed = 1;
    for (uint32_t i = 0; i < 2000; i++) {
        seed = seed * 1664525 + 1013904223;
        add(&t, i, TIMELINE_STATE, 0, states[(seed >> 16) % 5], NULL);
    }
    char *btf = trace(&t);
    enum { GONE, ACTIVE, RUNNING, READY, WAITING } now = GONE;
    for (char *line = strtok(btf, "\n"); line; line = strtok(NULL, "\n")) {
        char event[32];
        if (sscanf(line, "%*u,%*[^,],%*u,T,t,%*u,%31s", event) != 1) continue;
        if (strcmp(event, "activate") == 0) {
            assert_int_equal(now, GONE);
            now = ACTIVE;
        } else if (strcmp(event, "start") == 0) {
            assert_int_equal(now, ACTIVE);
            now = RUNNING;
        } else if (strcmp(event, "resume") == 0) {
            assert_true(now == READY || now == WAITING);
            now = RUNNING;
        } else if (strcmp(event, "preempt") == 0) {
            assert_int_equal(now, RUNNING);
            now = READY;
        } else if (strcmp(event, "wait") == 0) {
            assert_int_equal(now, RUNNING);
            now = WAITING;
        } else if (strcmp(event, "release") == 0) {
            assert_int_equal(now, WAITING);
            now = READY;
        } else {
            assert_string_equal(event, "terminate");
            assert_int_equal(now, RUNNING);
            now = GONE;
        }
    }
    free(btf);
    timeline_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header),
        cmocka_unit_test(moves_become_legal_chains),
        cmocka_unit_test(odd_orders_stay_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
