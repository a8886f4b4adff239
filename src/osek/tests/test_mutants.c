/* Breaks the rules of the standard one at a time: at least one test must notice each. */
#include "levels.h"
#include "osek/rule.h"
#include "scenarios.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct mutant {
    enum osek_rule rule;
    const char *text;
};

#define MUTANT_(name, text) {OSEK_RULE_##name, text},
static const struct mutant mutants[] = {OSEK_RULES(MUTANT_)};
enum { MUTANTS = sizeof mutants / sizeof *mutants };

/* Whether all tests pass with the kernel as it is now. */
static bool all_pass(void) {
    char why[600];
    for (unsigned i = 0; i < all_scenarios_count; i++)
        for (const struct scenario *it = all_scenarios[i]; it->name; it++)
            if (!script_run(it->text, why, sizeof why)) return false;
    return levels_are_right(why, sizeof why);
}

enum { PATIENCE = 5 }; /* seconds for a broken kernel */

/* A broken kernel may crash, or never come to an end: it runs in a process of its own, silently. */
static bool passes_apart(enum osek_rule rule) {
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        osek_mutant = rule;
        alarm(rule == OSEK_RULE_NONE ? 0 : PATIENCE);
        if (!freopen("/dev/null", "w", stderr)) _exit(2);
        _exit(all_pass() ? 0 : 1);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void right_kernel_passes(void **state) {
    (void)state;
    assert_true(passes_apart(OSEK_RULE_NONE));
}

static void broken_kernel_is_noticed(void **state) {
    const struct mutant *mutant = *state;
    if (passes_apart(mutant->rule)) fail_msg("no test notices that %s", mutant->text);
}

int main(void) {
    struct CMUnitTest tests[MUTANTS + 1] = {cmocka_unit_test(right_kernel_passes)};
    for (size_t i = 0; i < MUTANTS; i++)
        tests[i + 1] = (struct CMUnitTest){mutants[i].text, broken_kernel_is_noticed, NULL, NULL, (void *)&mutants[i]};
    return _cmocka_run_group_tests("osek mutants", tests, MUTANTS + 1, NULL, NULL);
}
