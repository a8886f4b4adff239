#include "jit/jit.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* Every test runs with a TMPDIR of its own, which must be empty, with no child left, when it is over. */
static char directory[64];

static int enter(void **state) {
    (void)state;
    strcpy(directory, "/tmp/test-jit-XXXXXX");
    assert_non_null(mkdtemp(directory));
    setenv("TMPDIR", directory, 1);
    return 0;
}

static int leave(void **state) {
    (void)state;
    unsetenv("TMPDIR");
    assert_int_equal(rmdir(directory), 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    return 0;
}

/* For tests of what only libtcc can do. */
static void need_libtcc(void) {
#ifndef HAVE_LIBTCC
    skip();
#endif
}

static void pause_briefly(void) { nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL); }

static void wait_until_optimised(const struct jit *jit) {
    for (int i = 0; i < 30000 && !jit_is_optimised(jit); i++) pause_briefly();
    assert_true(jit_is_optimised(jit));
}

/* A stand-in for generated code: a table of functions, 64-bit arithmetic, structures, bit-fields, negative numbers. */
static const char table_source[] =
    "typedef unsigned long u64; typedef unsigned int u32; typedef signed char s8;\n"
    "void *memcpy(void *, const void *, u64); void *memset(void *, int, u64); int memcmp(const void *, const void *, "
    "u64);\n"
    "void *memmove(void *, const void *, u64);\n"
    "struct state { u32 a : 3, b : 5; int c; short d; s8 e; char f; unsigned char g[17]; u64 h; };\n"
    "static u64 mix(u64 x) { x ^= x >> 33; x *= 0xff51afd7ed558ccdUL; return x ^ x >> 29; }\n"
    "static u64 step(u64 seed) {\n"
    "  struct state s, t; memset(&s, 0, sizeof s);\n"
    "  s.a = seed; s.b = seed >> 3; s.c = (int)(seed >> 7); s.d = (short)(seed >> 11); s.e = (s8)seed; s.f = "
    "(char)seed;\n"
    "  for (int i = 0; i < 17; i++) s.g[i] = (unsigned char)(mix(seed + i) >> 5);\n"
    "  s.h = (seed | 1) / (1 + seed % 1000) + (seed << (seed & 63)) + ((long)seed >> 5);\n"
    "  t = s; memmove(t.g + 1, t.g, 16); t.c = t.c * 1103515245 + 12345; t.d++; t.e = -t.e;\n"
    "  u64 sum = mix(t.h + t.a * 7 + t.b) + (u64)(long)t.c + (u64)(long)t.d + (u64)(long)t.e + (u64)(long)t.f;\n"
    "  for (int i = 0; i < 17; i++) sum = mix(sum ^ t.g[i]);\n"
    "  switch (sum % 5) { case 0: sum++; break; case 3: sum ^= t.c; break; default: sum += memcmp(&s, &t, 4) != 0; }\n"
    "  return sum + (u64)(t.c < 0 ? -(long)t.c / 3 : t.c % 7);\n"
    "}\n"
    "static u64 constant(u64 x) { return x * 2654435761u; }\n"
    "u64 (*const table[])(u64) = {step, constant};\n";

typedef uint64_t (*function)(uint64_t);

static struct jit *compile(const char *source, const char *entry, enum jit_compiler compiler, bool with_headers) {
    struct diagnostics diagnostics = {0};
    struct jit *jit = jit_compile(source, entry, compiler, with_headers, &diagnostics);
    if (!jit) diag_print(&diagnostics, stderr);
    assert_non_null(jit);
    assert_int_equal(diagnostics.list.count, 0);
    diag_free(&diagnostics);
    return jit;
}

static void compilers_agree(void **state) {
    (void)state;
    need_libtcc();
    struct jit *quick = compile(table_source, "table", JIT_TCC, false);
    struct jit *optimised = compile(table_source, "table", JIT_CC, false);
    assert_false(jit_is_optimised(quick));
    assert_true(jit_is_optimised(optimised));
    const function *a = jit_entry(quick), *b = jit_entry(optimised);
    assert_ptr_not_equal(a, b);
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        assert_int_equal(a[0](seed), b[0](seed));
    }
    assert_int_equal(a[1](3), 3 * UINT64_C(2654435761));
    assert_int_equal(b[1](3), 3 * UINT64_C(2654435761));
    jit_free(quick);
    jit_free(optimised);
}

struct caller {
    const struct jit *jit;
    atomic_bool *stop;
    uint64_t calls, wrong;
    bool saw_both;
};

static void *call_until_stopped(void *argument) {
    struct caller *caller = argument;
    void *first = jit_entry(caller->jit);
    while (!atomic_load(caller->stop)) {
        const function *table = jit_entry(caller->jit);
        if (table != first) caller->saw_both = true;
        caller->wrong += table[1](caller->calls) != caller->calls * 2654435761u;
        caller->calls++;
    }
    return NULL;
}

static void swaps_while_two_threads_call(void **state) {
    (void)state;
    need_libtcc();
    struct jit *jit = compile(table_source, "table", JIT_AUTO, false);
    const function *before = jit_entry(jit);
    uint64_t expected = before[0](42);
    atomic_bool stop = false;
    struct caller callers[2] = {{.jit = jit, .stop = &stop}, {.jit = jit, .stop = &stop}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) assert_int_equal(pthread_create(&threads[i], NULL, call_until_stopped, &callers[i]), 0);
    pause_briefly();
    jit_optimise(jit);
    jit_optimise(jit);
    wait_until_optimised(jit);
    for (int i = 0; i < 50; i++) pause_briefly();
    atomic_store(&stop, true);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(callers[i].wrong, 0);
        assert_true(callers[i].calls > 0);
        assert_true(callers[i].saw_both);
    }
    const function *after = jit_entry(jit);
    assert_ptr_not_equal(before, after);
    assert_int_equal(before[0](42), expected); /* the old address stays valid */
    assert_int_equal(after[0](42), expected);
    jit_free(jit);
}

static void tcc_only_never_swaps(void **state) {
    (void)state;
    need_libtcc();
    struct jit *jit = compile(table_source, "table", JIT_TCC, false);
    void *before = jit_entry(jit);
    jit_optimise(jit);
    for (int i = 0; i < 100; i++) pause_briefly();
    assert_ptr_equal(jit_entry(jit), before);
    assert_false(jit_is_optimised(jit));
    jit_free(jit);
}

static void expect_failure(const char *source, const char *entry, enum jit_compiler compiler, bool with_headers,
                           const char *words) {
    struct diagnostics diagnostics = {0};
    assert_null(jit_compile(source, entry, compiler, with_headers, &diagnostics));
    assert_int_equal(diagnostics.errors, 1);
    bool found = false;
    for (size_t i = 0; i < diagnostics.list.count; i++)
        found = found || strstr(diagnostics.list.items[i].message, words);
    if (!found) diag_print(&diagnostics, stderr);
    assert_true(found);
    for (size_t i = 0; i < diagnostics.list.count; i++) /* nor is there word of a directory that is gone */
        assert_null(strstr(diagnostics.list.items[i].message, directory));
    diag_free(&diagnostics);
}

static void errors_become_diagnostics(void **state) {
    (void)state;
    for (enum jit_compiler compiler = JIT_AUTO; compiler <= JIT_CC; compiler++) {
        expect_failure("int f(void) { return undeclared_name; }", "f", compiler, false, "undeclared_name");
        expect_failure("#line 7 \"my_model.pml\"\nint f(void) { return ; ) }", "f", compiler, false, "my_model.pml:7");
        expect_failure("int g(void) { return 1; }", "f", compiler, false, "f");
        expect_failure("int missing(void); int f(void) { return missing(); }", "f", compiler, false, "missing");
    }
}

static void headers_only_when_allowed(void **state) {
    (void)state;
    const char *source = "#include <string.h>\n#include <stdlib.h>\n"
                         "int f(const char *s) { return (int)strlen(s) + atoi(s); }\n";
    for (enum jit_compiler compiler = JIT_AUTO; compiler <= JIT_CC; compiler++) {
        struct jit *jit = compile(source, "f", compiler, true);
        int (*f)(const char *);
        *(void **)&f = jit_entry(jit);
        assert_int_equal(f("120"), 123);
        jit_free(jit);
        expect_failure(source, "f", compiler, false, "string.h");
    }
}

static void no_cc_is_no_error(void **state) {
    (void)state;
    need_libtcc();
    char *path = strdup(getenv("PATH"));
    setenv("PATH", directory, 1);
    struct jit *jit = compile(table_source, "table", JIT_AUTO, false);
    void *before = jit_entry(jit);
    jit_optimise(jit);
    for (int i = 0; i < 50; i++) pause_briefly();
    assert_false(jit_is_optimised(jit));
    assert_ptr_equal(jit_entry(jit), before);
    jit_free(jit);
    expect_failure(table_source, "table", JIT_CC, false, "cannot run cc");
    expect_failure("int f(void) { return undeclared_name; }", "f", JIT_AUTO, false, "undeclared_name");
    setenv("PATH", path, 1);
    free(path);
}

static bool has_entries(const char *path) {
    DIR *listing = opendir(path);
    assert_non_null(listing);
    bool found = false;
    for (struct dirent *file; (file = readdir(listing));) found = found || file->d_name[0] != '.';
    closedir(listing);
    return found;
}

/* Text that keeps the optimising compiler busy for long. */
static char *slow_source(void) {
    struct text text = {0};
    text_add(&text, "unsigned long f(unsigned long x) {\n");
    for (int i = 0; i < 30000; i++)
        text_printf(&text, "  if (x %% %d == %d) x = x * %d + 1; else x ^= %d;\n", i + 3, i % 3, i, i);
    text_add(&text, "  return x;\n}\n");
    return text_take(&text);
}

static void freeing_ends_a_compilation(void **state) {
    (void)state;
    need_libtcc();
    char *source = slow_source();
    for (int wait = 0; wait < 5; wait++) { /* at once, just after the start, and well into it */
        struct jit *jit = compile(source, "f", JIT_AUTO, false);
        jit_optimise(jit);
        while (wait && !has_entries(directory)) pause_briefly();
        for (int i = 0; i < wait * wait * wait; i++) pause_briefly();
        assert_false(jit_is_optimised(jit));
        struct timespec before, after;
        clock_gettime(CLOCK_MONOTONIC, &before);
        jit_free(jit);
        clock_gettime(CLOCK_MONOTONIC, &after);
        assert_true(after.tv_sec - before.tv_sec < 2);
        assert_false(has_entries(directory));
    }
    free(source);
}

static void many_live_at_once(void **state) {
    (void)state;
    enum { COUNT = 50 };
    struct jit *jits[COUNT];
    for (int i = 0; i < COUNT; i++) {
        char source[64];
        snprintf(source, sizeof source, "int f(int x) { return x + %d; }", i);
        jits[i] = compile(source, "f", JIT_TCC, false);
    }
    for (int i = 0; i < COUNT; i++) {
        int (*f)(int);
        *(void **)&f = jit_entry(jits[i]);
        assert_int_equal(f(1000), 1000 + i);
    }
    for (int i = 0; i < COUNT; i++) jit_free(jits[i]);
}

static void *compile_some(void *argument) {
    int base = *(int *)argument;
    intptr_t wrong = 0;
    for (int i = 0; i < 30; i++) {
        char source[64];
        snprintf(source, sizeof source, "int f(int x) { return x * %d; }", base + i);
        struct diagnostics diagnostics = {0};
        struct jit *jit = jit_compile(source, "f", JIT_TCC, false, &diagnostics);
        int (*f)(int);
        *(void **)&f = jit_entry(jit);
        wrong += f(3) != 3 * (base + i);
        jit_free(jit);
        diag_free(&diagnostics);
    }
    return (void *)wrong;
}

static void two_threads_compile(void **state) {
    (void)state;
    pthread_t threads[2];
    int bases[2] = {100, 5000};
    for (int i = 0; i < 2; i++) assert_int_equal(pthread_create(&threads[i], NULL, compile_some, &bases[i]), 0);
    for (int i = 0; i < 2; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(compilers_agree, enter, leave),
        cmocka_unit_test_setup_teardown(swaps_while_two_threads_call, enter, leave),
        cmocka_unit_test_setup_teardown(tcc_only_never_swaps, enter, leave),
        cmocka_unit_test_setup_teardown(errors_become_diagnostics, enter, leave),
        cmocka_unit_test_setup_teardown(headers_only_when_allowed, enter, leave),
        cmocka_unit_test_setup_teardown(no_cc_is_no_error, enter, leave),
        cmocka_unit_test_setup_teardown(freeing_ends_a_compilation, enter, leave),
        cmocka_unit_test_setup_teardown(many_live_at_once, enter, leave),
        cmocka_unit_test_setup_teardown(two_threads_compile, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
