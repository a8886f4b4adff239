/* Questions about types: parts, constants, compatibility, alignment. */
#include "sources.h"

#include "cfront/ir/compatible.h"
#include "cfront/ir/constant_part.h"
#include "cfront/ir/subobject.h"

static struct outcome load(const char *text) {
    struct outcome outcome = load_sources(&(struct sources){.texts = {text}});
    if (!outcome.program) fail_msg("%s", text_chars(&outcome.messages));
    return outcome;
}

static const struct c_object *object(const struct outcome *outcome, const char *name) {
    for (uint32_t i = 0; i < outcome->program->global_count; i++)
        if (outcome->program->globals[i]->name && !strcmp(outcome->program->globals[i]->name, name))
            return outcome->program->globals[i];
    fail_msg("there is no %s", name);
    return NULL;
}

static const struct c_type *type(const struct outcome *outcome, const char *name) {
    return object(outcome, name)->type;
}

/* ---- parts ---- */

/* A part that these bytes are is found again from each of their offsets. */
static void check_bytes(const struct c_type *whole, uint32_t begin, uint32_t size) {
    struct c_part part = c_part_of(whole, begin, size, C_MOST_LEVELS);
    assert_int_equal(part.begin, begin);
    assert_int_equal(part.size, size);
    for (uint32_t offset = begin; offset < begin + size; offset++) {
        struct c_part again = c_part_at(whole, offset, part.level);
        assert_int_equal(again.level, part.level);
        assert_int_equal(again.begin, begin);
        assert_int_equal(again.size, size);
    }
}

static void check_parts(const struct c_type *whole, const struct c_type *at, uint32_t begin, bool is_element) {
    if (!is_element) check_bytes(whole, begin, at->size);
    for (uint32_t i = 0; at->kind == C_ARRAY && i < at->count; i++)
        check_parts(whole, at->target, begin + i * at->target->size, at->target->kind != C_ARRAY);
    for (uint32_t i = 0; at->kind == C_RECORD && i < at->count; i++)
        if (!at->fields[i].bit_width) check_parts(whole, at->fields[i].type, begin + at->fields[i].offset, false);
}

static void test_parts_are_found_again(void **state) {
    (void)state;
    struct outcome it = load(
        "struct in { char tag[2]; short half; }; int plain, list[3], grid[2][3][2];"
        "struct { char name[4]; int n; struct in in[2]; union { int w; char few[4]; }; } s, many[3];"
        "union { struct { char name[4]; struct in in[2]; } one; struct { int first; char rest[5]; } two;"
        "        char raw[12]; union { short a[2]; struct { char x, y[2]; } b; } deep[2]; } u, us[2];"
        "struct { int head; union { struct { char a[2], b[2]; } m1; struct { char a[3], b; } m2; char raw[8]; } m[2];"
        "         char tail[3]; } mixed;"
        "void f(void) { plain = list[0] = grid[0][0][0] = s.n = many[0].n = u.raw[0] = us[0].raw[0] = mixed.head; }");
    const char *const names[] = {"plain", "list", "grid", "s", "many", "u", "us", "mixed"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_parts(type(&it, names[i]), type(&it, names[i]), 0, false);
    free_outcome(&it);
}

static void test_elements_are_no_parts(void **state) {
    (void)state;
    struct outcome it = load("int list[3]; void f(void) { list[0] = 1; }");
    struct c_part part = c_part_of(type(&it, "list"), 4, 4, C_MOST_LEVELS);
    assert_int_equal(part.level, 0);
    assert_int_equal(part.size, 12);
    assert_int_equal(type(&it, "list")->levels, 0);
    free_outcome(&it);
}

/* Bytes that are no part are in the deepest one around them, but not in one of several members of a union. */
static void test_other_bytes(void **state) {
    (void)state;
    struct outcome it = load("struct { int head; struct { char a[4], b[4]; } in; union { char x[3], y[4]; } u; } s;"
                             "void f(void) { s.head = 1; }");
    struct c_part part = c_part_of(type(&it, "s"), 5, 2, C_MOST_LEVELS);
    assert_int_equal(part.begin, 4);
    assert_int_equal(part.size, 4);
    part = c_part_of(type(&it, "s"), 6, 4, C_MOST_LEVELS);
    assert_int_equal(part.begin, 4);
    assert_int_equal(part.size, 8);
    part = c_part_of(type(&it, "s"), 12, 2, C_MOST_LEVELS);
    assert_int_equal(part.begin, 12);
    assert_int_equal(part.size, 4);
    free_outcome(&it);
}

/* With too few levels, what has none of its own is in what is around it. */
static void test_few_levels(void **state) {
    (void)state;
    struct outcome it = load("struct { int head; struct { char a[4], b[4]; } in; } s; void f(void) { s.head = 1; }");
    for (unsigned most = 0; most < 3; most++) {
        struct c_part part = c_part_of(type(&it, "s"), 8, 4, most);
        assert_int_equal(part.level, most);
        assert_int_equal(part.size, most == 0 ? 12 : most == 1 ? 8 : 4);
    }
    free_outcome(&it);
}

static uint32_t widened(const struct c_type *whole, uint32_t begin, uint32_t size) {
    struct c_part part = c_part_of(whole, begin, size, C_MOST_LEVELS);
    return c_part_widen(whole, &part) ? part.size : 0;
}

static void test_first_members_are_their_records(void **state) {
    (void)state;
    struct outcome it =
        load("struct { struct { int a; short b; } in; char c; } s; struct { char k; int x[2]; } list[2];"
             "union { int w; struct { char a[2], b[4]; } in; char raw[8]; } u;"
             "void f(void) { s.c = 1; list[0].k = 2; u.w = 3; }");
    assert_int_equal(widened(type(&it, "s"), 0, 4), 8);  /* a: in */
    assert_int_equal(widened(type(&it, "s"), 0, 8), 12); /* in: s */
    assert_int_equal(widened(type(&it, "s"), 4, 2), 0);  /* b */
    assert_int_equal(widened(type(&it, "list"), 0, 1), 24);
    assert_int_equal(widened(type(&it, "list"), 12, 1), 24);
    assert_int_equal(widened(type(&it, "list"), 16, 8), 0);
    assert_int_equal(widened(type(&it, "u"), 0, 4), 8);
    assert_int_equal(widened(type(&it, "u"), 0, 2), 6);
    assert_int_equal(widened(type(&it, "u"), 2, 4), 0);
    free_outcome(&it);
}

/* ---- constant members ---- */

static void test_constant_members(void **state) {
    (void)state;
    struct outcome it =
        load("struct in { const char a; char b; }; struct { int x; const int y; struct in in[2]; unsigned p : 3;"
             " const unsigned q : 2; } s; int plain; void f(void) { s.x = plain = 1; }");
    const struct c_type *s = type(&it, "s");
    assert_true(s->has_constants);
    assert_false(type(&it, "plain")->has_constants);
    assert_false(c_has_constant_at(s, 0, 32));
    assert_true(c_has_constant_at(s, 0, 33));
    assert_true(c_has_constant_at(s, 32, 32));
    assert_true(c_has_constant_at(s, 64, 8));
    assert_false(c_has_constant_at(s, 72, 8));
    assert_true(c_has_constant_at(s, 72, 16)); /* into the next element */
    assert_false(c_has_constant_at(s, 96, 3));
    assert_true(c_has_constant_at(s, 99, 2));
    free_outcome(&it);
}

/* ---- compatible types ---- */

static bool compatible(const char *left, const char *right) {
    char text[400];
    snprintf(text, sizeof text,
             "struct p { int x; }; struct q { int x; }; enum e { A, B }; typedef int number;\n"
             "__typeof__(%s) *one; __typeof__(%s) *other; void f(void) { one = 0; other = 0; }",
             left, right);
    struct outcome it = load(text);
    bool found = c_types_compatible(type(&it, "one"), type(&it, "other"));
    assert_int_equal(found, c_types_compatible(type(&it, "other"), type(&it, "one")));
    free_outcome(&it);
    return found;
}

static void test_compatible_types(void **state) {
    (void)state;
    assert_true(compatible("int", "number"));
    assert_true(compatible("int", "const int"));
    assert_true(compatible("enum e", "unsigned"));
    assert_true(compatible("int(int[2])", "int(int *)"));
    assert_true(compatible("int()", "int(int)"));
    assert_true(compatible("int[]", "int[3]"));
    assert_true(compatible("void(int (*)(void))", "void(int (void))"));
    assert_false(compatible("int", "unsigned"));
    assert_false(compatible("int", "long"));
    assert_false(compatible("long", "long long"));
    assert_false(compatible("struct p", "struct q"));
    assert_false(compatible("int[2]", "int[3]"));
    assert_false(compatible("int(int)", "int(int, int)"));
    assert_false(compatible("int(int)", "int(int, ...)"));
    assert_false(compatible("int(int)", "void(int)"));
    assert_false(compatible("int *", "char *"));
}

/* ---- alignment and attributes ---- */

static void test_alignment(void **state) {
    (void)state;
    struct outcome it =
        load("#define ALIGN(n) __attribute__((aligned(n)))\ntypedef int odd __attribute__((aligned(32)));"
             "_Alignas(16) char a[4]; char b[4] __attribute__((aligned(8))); char c ALIGN(4); odd d; int e;"
             "struct { char x; _Alignas(8) char y; } r; void f(void) { a[0] = b[0] = c = d = e = r.x; }");
    const struct {
        const char *name;
        uint32_t align;
    } wanted[] = {{"a", 16}, {"b", 8}, {"c", 4}, {"d", 32}, {"e", 4}, {"r", 8}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        assert_int_equal(object(&it, wanted[i].name)->align, wanted[i].align);
        assert_int_equal(object(&it, wanted[i].name)->address % wanted[i].align, 0);
    }
    assert_string_equal(text_chars(&it.messages), "");
    free_outcome(&it);
}

/* No address is that of two objects, also not that of an end. */
static void test_addresses_belong_to_one_object(void **state) {
    (void)state;
    struct outcome it =
        load("char a, b[3]; short c; char d; long long e; char f[1]; void g(void) { a = b[0] = c = d = e = f[0]; }");
    for (uint32_t i = 1; i < it.program->global_count; i++) {
        const struct c_object *before = it.program->globals[i - 1], *object = it.program->globals[i];
        assert_true(before->address + before->type->size < object->address);
    }
    free_outcome(&it);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_are_found_again),
        cmocka_unit_test(test_elements_are_no_parts),
        cmocka_unit_test(test_other_bytes),
        cmocka_unit_test(test_few_levels),
        cmocka_unit_test(test_first_members_are_their_records),
        cmocka_unit_test(test_constant_members),
        cmocka_unit_test(test_compatible_types),
        cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_addresses_belong_to_one_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
