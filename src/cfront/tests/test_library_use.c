/* Who names something of the C library, however it is written, gets it. */
#include "sources.h"

#include "cfront/headers.h"
#include "cfront/library_use.h"

static bool occurs(const char *text) {
    struct arena *arena = arena_new();
    struct name_set names = library_names_of(headers_library, arena);
    bool found = library_names_occur(&names, text, strlen(text));
    arena_free(arena);
    return found;
}

static bool pastes(const char *text) { return library_pastes_names(text, strlen(text)); }

static void test_names(void **state) {
    (void)state;
    static const char *const named[] = {"memcpy",
                                        "abs",
                                        "errno",
                                        "stdin",
                                        "stdout",
                                        "stderr",
                                        "strtol",
                                        "strtoull",
                                        "malloc",
                                        "realloc",
                                        "rand",
                                        "fabsf",
                                        "snprintf",
                                        "__builtin_memcpy",
                                        "x=free(p)",
                                        "mem\\\ncpy(a)",
                                        "me\\ \r\nm\\\ncpy",
                                        "/* strlen */",
                                        "\"memset\"",
                                        "-DCOPY=memmove",
                                        "7+abs(3)"};
    static const char *const others[] = {"",
                                         "int i; char *to, *from; size_t size;",
                                         "memcpyx",
                                         "xmemcpy",
                                         "mem cpy",
                                         "0xabs",
                                         "rtcheck_range(0, 3)",
                                         "__rtcheck_assert(x)",
                                         "if (x) return;",
                                         "mem\\ cpy",
                                         "struct rtcheck_file"};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (!occurs(named[i])) fail_msg("%s", named[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (occurs(others[i])) fail_msg("%s", others[i]);
}

static void test_pieces(void **state) {
    (void)state;
    assert_true(pastes("#define J(a, b) a##b"));
    assert_true(pastes("#define J(a, b) a #\\\n# b"));
    assert_true(pastes("%:define J(a, b) a%:%:b"));
    assert_true(pastes("a ?\?= b"));
    assert_true(pastes("##"));
    assert_false(pastes("#define S(x) #x\n# define T\na % b : c ? d"));
    assert_false(pastes("#"));
    assert_false(pastes(""));
}

/* A program that calls one has its body; one that calls none does not. */
static void test_programs(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool has;
    } cases[] = {
        {"int f(int x) { return x + 1; }", false},
        {"int abs(int); int f(int x) { return abs(x); }", true},
        {"#include <stdlib.h>\nint f(int x) { return abs(x); }", true},
        {"#define J(a, b) a##b\nint J(a, bs)(int); int f(int x) { return J(ab, s)(x); }", true},
        {"int a\\\nbs(int); int f(int x) { return ab\\\ns(x); }", true},
        {"int f(int x) { return __builtin_abs(x); }", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct outcome outcome = load_sources(&(struct sources){.texts = {cases[i].text}});
        bool found = false;
        if (!outcome.program) fail_msg("%s", text_chars(&outcome.messages));
        for (uint32_t k = 0; k < outcome.program->function_count; k++) {
            const struct c_function *function = outcome.program->functions[k];
            found = found || (!strcmp(function->name, "abs") && function->code_count);
        }
        if (found != cases[i].has) fail_msg("%s", cases[i].text);
        free_outcome(&outcome);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
