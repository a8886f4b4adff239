/* Where locals end, and where they lose their values only; attributes that would change what a program does. */
#include "sources.h"

static unsigned count(const char *text, const char *what) {
    unsigned found = 0;
    for (const char *at = text; (at = strstr(at, what)); at += strlen(what)) found++;
    return found;
}

/* How often an instruction for `x` is in the code of the function. */
static void check(const char *body, unsigned ends, unsigned loses) {
    char source[512];
    snprintf(source, sizeof source, "int g; void f(void) { %s }\nint main(void) { f(); return g; }", body);
    struct outcome outcome = load_sources(&(struct sources){.texts = {source}});
    if (!outcome.program) fail_msg("%s", text_chars(&outcome.messages));
    const char *printed = text_chars(&outcome.printed);
    if (count(printed, "clear x") != ends || count(printed, "unset x") != loses)
        fail_msg("%s\nends %u, loses its value %u, in\n%s", body, count(printed, "clear x"), count(printed, "unset x"),
                 printed);
    free_outcome(&outcome);
}

static void test_blocks(void **state) {
    (void)state;
    check("int x = 1; g = x;", 0, 0); /* a function takes its frame along */
    check("{ int x = 1; g = x; }", 1, 0);
    check("while (g) { int x = 1; g = x; }", 1, 0);
    check("while (g) { int x = 1; if (x) break; g = x; }", 2, 0);
    check("while (g) { int x = 1; if (g) continue; g = x; }", 2, 0);
    check("for (int x = 0; x < 3; x++) g = x;", 1, 0);
}

static void test_gotos(void **state) {
    (void)state;
    check("{ int x = 1; if (g) goto out; g = x; } out: g++;", 2, 0);
    check("again: ; int x = g; if (g++ < 2) goto again; g = x;", 0, 0);
    check("again: ; int x; x = g; if (g++ < 2) goto again; g = x;", 0, 1);
    check("again: { int x = g; if (g++ < 2) goto again; g = x; }", 2, 0);
    check("{ again: ; int x = g; { if (g++ < 2) goto again; } g = x; }", 1, 0);
    check("{ { again: ; } int x = g; if (g++ < 2) goto again; g = x; }", 1, 0);
    check("{ again: g++; } { int x = g; if (g++ < 2) goto again; g = x; }", 2, 0);
}

static void test_attributes(void **state) {
    (void)state;
    static const char *const refused[][2] = {
        {"__attribute__((constructor)) void f(void) { }", "constructor"},
        {"__attribute__((destructor)) void f(void) { }", "destructor"},
        {"int a; extern int b __attribute__((alias(\"a\")));", "alias"},
        {"__attribute__((naked)) void f(void) { }", "naked"},
        {"__attribute__((returns_twice)) int f(void) { return 1; }", "returns_twice"}};
    static const char *const good[] = {"__attribute__((noinline, unused)) static int f(void) { return 1; }",
                                       "struct __attribute__((packed)) s { char a; int b; } s;",
                                       "__attribute__((weak)) int f(void) { return 1; }"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct outcome outcome =
            load_sources(&(struct sources){.texts = {refused[i][0], "int main(void) { return 0; }"}});
        if (outcome.program || !strstr(text_chars(&outcome.messages), refused[i][1]))
            fail_msg("%s: %s", refused[i][0], text_chars(&outcome.messages));
        free_outcome(&outcome);
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct outcome outcome = load_sources(&(struct sources){.texts = {good[i], "int main(void) { return 0; }"}});
        if (!outcome.program) fail_msg("%s: %s", good[i], text_chars(&outcome.messages));
        free_outcome(&outcome);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_blocks), cmocka_unit_test(test_gotos),
                                       cmocka_unit_test(test_attributes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
