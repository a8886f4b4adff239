/* Who names something of the C library, however it is written, gets it. */
#include "sources.h"

#include "cfront/library/headers.h"
#include "cfront/text/library_use.h"

static bool occurs(const char *text) {
    struct arena *arena = arena_new();
    struct library_use use = library_use_of(headers_all_bodies(arena), arena);
    library_look(&use, text, strlen(text));
    arena_free(arena);
    return use.is_used;
}

static size_t used_parts(const struct library_use *use) {
    size_t used = 0;
    for (size_t i = 0; i < use->count; i++) used += use->parts[i].is_used;
    return used;
}

static bool pastes(const char *text) {
    struct arena *arena = arena_new();
    struct library_use use = library_use_of(headers_all_bodies(arena), arena);
    library_look(&use, text, strlen(text));
    bool all = used_parts(&use) == use.count;
    arena_free(arena);
    return all;
}

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

static void expect_used(const char *text, bool is_ours, const char *expected) {
    static const char library[] = "#define ONE 1\nint base;\n\f"
                                  "int a(void) { return ONE; }\n\f"
                                  "#define HELP(x) rtcheck_help(x)\nstatic int rtcheck_help(int x) { return x; }\n\f"
                                  "int b(int x) {\n return HELP(x); }\n\f"
                                  "int c(int x) { return b(x); }\n";
    struct arena *arena = arena_new();
    struct library_use use = library_use_of(library, arena);
    (is_ours ? library_look_at_ours : library_look)(&use, text, strlen(text));
    assert_string_equal(library_used_text(&use, arena), expected);
    library_use_none(&use);
    assert_string_equal(library_used_text(&use, arena), "");
    library_use_all(&use);
    assert_int_equal(strlen(library_used_text(&use, arena)), sizeof library - use.count); /* no form feeds, no NUL */
    arena_free(arena);
}

/* Whoever uses a part gets what that uses, and the first; lines stay where they are. */
static void test_parts(void **state) {
    (void)state;
    const char *const only_a = "#define ONE 1\nint base;\nint a(void) { return ONE; }\n\n\n\n\n\n";
    const char *const c_and_b = "#define ONE 1\nint base;\n\n#define HELP(x) rtcheck_help(x)\n"
                                "static int rtcheck_help(int x) { return x; }\nint b(int x) {\n return HELP(x); }\n"
                                "int c(int x) { return b(x); }\n";
    const char *const only_base = "#define ONE 1\nint base;\n\n\n\n\n\n\n";
    expect_used("x", false, "");
    expect_used("base = 3;", false, only_base);
    expect_used("a()", false, only_a);
    expect_used("rtcheck_help(1)", false, "");
    expect_used("x = __builtin_c(1)", false, c_and_b);
    expect_used("int a(void), b(int), c(int);", true, only_base);
    expect_used("int a(void);\n#define X \\\n c(1)\nint b(int);", true, c_and_b);
}

static bool has_body(const char *text) {
    for (const char *at = text, *line = text; *at; at++) {
        if (*line != '#' && !strncmp(at, ") {", 3)) return true;
        if (*at == '\n' && at > text && at[-1] != '\\') line = at + 1;
    }
    return false;
}

/* What looks at macros only misses nothing: they have no other bodies, and who includes them all has used none. */
static void test_our_headers(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct library_use use = library_use_of(headers_all_bodies(arena), arena);
    const struct header *const lists[] = {headers_fixed, headers_library_files, headers_vendors};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const struct header *header = lists[i]; header->name; header++) {
            library_look_at_ours(&use, header->text, strlen(header->text));
            if (has_body(header->text)) fail_msg("%s has a body", header->name);
        }
    assert_true(use.is_used);
    assert_int_equal(used_parts(&use), 2); /* strchr() and strrchr(), which <strings.h> has other names for */
    arena_free(arena);
}

/* Each part, with what it uses, is whole; others stand on those that nobody can name. */
static void test_each_part(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct library_use use = library_use_of(headers_all_bodies(arena), arena);
    assert_true(use.count > 15);
    for (size_t i = 0; i < use.count; i++) {
        const struct name_set *names = &use.parts[i].names;
        size_t n = 0;
        while (n < names->count && !name_set_has(&use.names, names->items[n])) n++;
        if (n == names->count) continue;
        struct outcome outcome = load_sources(
            &(struct sources){.texts = {arena_printf(arena, "/* %s */ int f(int x) { return x; }", names->items[n])}});
        if (!outcome.program || outcome.messages.length)
            fail_msg("%s: %s", names->items[n], text_chars(&outcome.messages));
        free_outcome(&outcome);
    }
    arena_free(arena);
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
        cmocka_unit_test(test_names),       cmocka_unit_test(test_pieces),    cmocka_unit_test(test_parts),
        cmocka_unit_test(test_our_headers), cmocka_unit_test(test_each_part), cmocka_unit_test(test_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
