/* Which code a text in assembly has for others to call. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cfront/text/assembly_code.h"

struct search {
    const char *name, *word;
    int found; /* 1: there is such a function; 2: and it has the word */
};

static void look(void *context, const char *name, const char *body, size_t length) {
    struct search *search = context;
    if (strcmp(name, search->name) != 0) return;
    search->found = memmem(body, length, search->word, strlen(search->word)) ? 2 : 1;
}

static int find(const char *text, const char *name, const char *word) {
    struct arena *arena = arena_new();
    struct search search = {name, word, 0};
    assembly_code_bodies(arena, assembly_code_only(arena, text), look, &search);
    arena_free(arena);
    return search.found;
}

static void test_bodies(void **state) {
    (void)state;
    assert_int_equal(find(" .global f\nf:\n bl g\n bx lr\n", "f", "bl g"), 2);
    assert_int_equal(find(" .global f, h\nf:\n bx lr\nh:\n bl g\n", "f", "bl g"), 1);
    assert_int_equal(find(" .global f\nf:\n bx lr\nlocal:\n bl g\n", "f", "bl g"), 2);
    assert_int_equal(find(" EXPORT f\nf PROC\n BL g\n ENDP\n", "f", "BL g"), 2);
    assert_int_equal(find(" .globl _f\n_f: ret\n", "f", "ret"), 2);
    assert_int_equal(find("f:\n bl g\n", "f", "bl g"), 0);
    assert_int_equal(find(" .global f\n .text\n", "f", "f"), 0);
}

static void test_comments(void **state) {
    (void)state;
    assert_int_equal(find(" .global f\nf: ; bl g\n @ bl g\n // bl g\n nop # bl g\n", "f", "bl g"), 1);
    assert_int_equal(find(" .global f\nf: mov r0, #1\n", "f", "#1"), 2);
    assert_int_equal(find(" .global f\nf:\n .if 0\n bl g\n .if 1\n .endif\n bl g\n .endif\n nop\n", "f", "bl g"), 1);
    assert_int_equal(find(" .global f\nf:\n .if 0\n nop\n .else\n bl g\n .endif\n", "f", "bl g"), 2);
}

static void test_words(void **state) {
    (void)state;
    assert_true(assembly_code_is_in("a/b.S") && assembly_code_is_in("b.asm") && assembly_code_is_in("b.s43"));
    assert_false(assembly_code_is_in("b.c") || assembly_code_is_in("s"));
    assert_true(assembly_code_declares(" .extern f\n") && assembly_code_declares("\tIMPORT f\n"));
    assert_false(assembly_code_declares(" bl f\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bodies), cmocka_unit_test(test_comments),
                                       cmocka_unit_test(test_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
