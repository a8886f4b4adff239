/* The layout of states agrees with what C compilers make of the generated structures. */
#include "promela/emit.h"
#include "promela/program_internal.h"
#include "promela/tests/programs.h"

/* ---- every offset, asked of a compiler ---- */

struct questions {
    struct text code;
    VEC(long) expected;
    VEC(char *) names;
};

static void ask(struct questions *q, long expected, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void ask(struct questions *q, long expected, const char *format, ...) {
    char expression[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expression, sizeof expression, format, arguments);
    va_end(arguments);
    text_printf(&q->code, "    out[%zu] = (long)%s;\n", q->expected.count, expression);
    vec_push(&q->expected, expected);
    vec_push(&q->names, memory_copy_text(expression));
}

static const char *c_name(const struct layout *layout, const struct variable *variable) {
    const struct generator g = {.in = {.model = layout->model}, .arena = layout->model->arena};
    return emit_c_name(&g, variable);
}

static void ask_frame(struct questions *q, const struct layout *layout, const struct frame_layout *frame,
                      struct variable *const *variables, size_t count, const char *structure) {
    ask(q, frame->size, "sizeof(%s)", structure);
    for (size_t i = 0; i < count; i++) {
        if (frame->offsets[i] == UINT32_MAX) continue;
        const char *name = c_name(layout, variables[i]);
        ask(q, frame->offsets[i], "&((%s *)0)->%s", structure, name);
        ask(q, layout_variable_size(layout, variables[i]), "sizeof(((%s *)0)->%s)", structure, name);
        assert_true(frame->offsets[i] + layout_variable_size(layout, variables[i]) <= frame->size);
    }
}

static void ask_structures(struct questions *q, const struct layout *layout) {
    for (size_t i = 0; i < layout->model->structures.count; i++) {
        const struct structure *s = layout->model->structures.items[i];
        for (unsigned f = 0; f < s->fields.count; f++)
            ask(q, layout_field_offset(layout, s, f), "&((struct T_%u *)0)->%s", s->index,
                c_name(layout, s->fields.items[f]));
    }
}

static void ask_shapes(struct questions *q, const struct layout *layout) {
    for (unsigned i = 0; i < layout->shapes.count; i++) {
        const struct channel_shape *shape = &layout->shapes.items[i];
        if (!shape->capacity) continue;
        ask(q, shape->size, "((sizeof(struct Q_%u) + 3) / 4 * 4)", i);
        ask(q, shape->messages_offset, "&((struct Q_%u *)0)->m", i);
        ask(q, shape->message_size, "sizeof(((struct Q_%u *)0)->m[0])", i);
        for (size_t f = 0; f < shape->fields.count; f++)
            ask(q, shape->messages_offset + shape->field_offsets.items[f], "&((struct Q_%u *)0)->m[0].f%zu", i, f);
    }
}

static void ask_processes(struct questions *q, const struct layout *layout) {
    for (size_t i = 0; i < layout->model->proctypes.count; i++) {
        const struct proctype *p = layout->model->proctypes.items[i];
        if (p->kind != PROCTYPE_PROCESS && p->kind != PROCTYPE_INIT) continue;
        char structure[30];
        snprintf(structure, sizeof structure, "struct P_%zu", i);
        const struct frame_layout *frame = &layout->frames[i];
        ask_frame(q, layout, frame, p->variables.items, p->variables.count, structure);
        ask(q, 0, "&((%s *)0)->_t", structure);
        ask(q, frame->wide_location ? 2 : 1, "&((%s *)0)->_p", structure);
        if (layout->priority_offset) ask(q, layout->priority_offset, "&((%s *)0)->_priority", structure);
        if (layout->pid_offset) ask(q, layout->pid_offset, "&((%s *)0)->_pid", structure);
    }
}

static void ask_embedded(struct questions *q, const struct layout *layout) {
    for (size_t i = 0; i < layout->embedded->items.count; i++) {
        const struct embedded_item *item = &layout->embedded->items.items[i];
        if (item->kind == EMBEDDED_GLOBAL || item->kind == EMBEDDED_TRACKED)
            ask(q, item->offset, "&((struct Now *)0)->item_%zu", i);
        if (item->kind == EMBEDDED_LOCAL) ask(q, item->offset, "&((struct P_%u *)0)->item_%zu", item->owner->index, i);
    }
}

static void compare(const struct program *program, const struct questions *q, enum jit_compiler compiler) {
    struct text source = {0};
    text_printf(&source, "%s\nvoid layout_answers(long *out) {\n%s}\n", program_code(program), text_chars(&q->code));
    struct diagnostics diagnostics = {0};
    struct jit *jit =
        jit_compile(text_chars(&source), "layout_answers", compiler, program->model->uses_code, &diagnostics);
    if (!jit) diag_print(&diagnostics, stderr);
    assert_non_null(jit);
    long *answers = memory_new(q->expected.count * sizeof *answers);
    void *entry = jit_entry(jit);
    void (*layout_answers)(long *out);
    memcpy(&layout_answers, &entry, sizeof entry);
    layout_answers(answers);
    for (size_t i = 0; i < q->expected.count; i++)
        if (answers[i] != q->expected.items[i])
            fail_msg("%s is %ld, the layout says %ld", q->names.items[i], answers[i], q->expected.items[i]);
    free(answers);
    jit_free(jit);
    diag_free(&diagnostics);
    text_free(&source);
}

static void assert_layout_agrees(const char *text) {
    struct program *program = loaded_with(text, &(struct program_options){.compiler = JIT_TCC, .allow_code = true});
    const struct layout *layout = program->layout;
    struct questions q = {0};
    ask_structures(&q, layout);
    ask_shapes(&q, layout);
    ask_frame(&q, layout, &layout->globals, layout->model->globals.items, layout->model->globals.count, "struct Now");
    if (layout->last_offset) ask(&q, layout->last_offset, "&((struct Now *)0)->_last");
    if (layout->event_offset) ask(&q, layout->event_offset, "&((struct Now *)0)->_event");
    ask_processes(&q, layout);
    ask_embedded(&q, layout);
    assert_true(q.expected.count > 4);
    compare(program, &q, JIT_TCC);
    compare(program, &q, JIT_CC);
    for (size_t i = 0; i < q.names.count; i++) free(q.names.items[i]);
    vec_free(&q.names);
    vec_free(&q.expected);
    text_free(&q.code);
    program_free(program);
}

static void test_scalars_and_arrays(void **state) {
    (void)state;
    assert_layout_agrees("bit a; int b; bool c[3]; short d; byte e; unsigned f : 9; unsigned g : 17; mtype = {m};\n"
                         "mtype h; pid i; int j[2]; short k[3]; unsigned l : 3;\n"
                         "active [2] proctype P(byte p) { int q; bit r; short s[5]; byte t; a = q + r + s[0] + t }");
}

static void test_structures(void **state) {
    (void)state;
    assert_layout_agrees("typedef In { byte x; short y; bit z[3] }; typedef Out { bit a; In b[2]; int c; byte d };\n"
                         "byte first; Out o; In i[3]; Out p[2];\n"
                         "init { Out own; byte after; In last[2]; own.b[1].y = 2; after = o.d + last[1].x }");
}

static void test_channels(void **state) {
    (void)state;
    assert_layout_agrees("typedef T { byte x; int y }; byte before; chan a = [3] of { byte, short, byte };\n"
                         "chan b[2] = [1] of { T, bit }; chan c = [0] of { int }; chan d = [300] of { byte };\n"
                         "typedef S { byte s; chan inner = [2] of { int, byte } }; S z[2];\n"
                         "active proctype P() { byte x; chan l = [2] of { chan, byte }; int y; l!a,x; y = 1 }");
}

static void test_headers(void **state) {
    (void)state;
    assert_layout_agrees("byte x; active proctype P() priority 3 { byte y; y = 1; set_priority(_pid, 2) }");
    assert_layout_agrees("byte x; chan q = [1] of { byte }; trace { do :: q!1 od }\n"
                         "init { q!1; x = 1 } ltl p { [] (_last < 3) }");
    struct text text = {0}; /* more locations than a byte can tell apart */
    text_add(&text, "byte x; active proctype P() priority 2 { short y; ");
    for (int i = 0; i < 300; i++) text_add(&text, "y = 1; ");
    text_add(&text, "x = y } active proctype Q() { byte z; z = 1 }");
    assert_layout_agrees(text_chars(&text));
    text_free(&text);
}

static void test_embedded_c(void **state) {
    (void)state;
    assert_layout_agrees("c_decl { struct pair { char c; long l; }; static double tracked; }\n"
                         "byte x; c_state \"struct pair both\" \"Global\"; c_state \"short narrow\" \"Local P\";\n"
                         "c_track \"&tracked\" \"sizeof(double)\";\n"
                         "active proctype P() { byte y; c_code { now.both.l = 1; PP->narrow = 2; }; y = x }");
}

/* ---- room ---- */

static uint32_t max_size_of(const char *text) {
    struct program *p = loaded(text);
    uint32_t size = p->layout->max_size;
    program_free(p);
    return size;
}

static uint32_t instances_of(const char *text, unsigned proctype) {
    struct program *p = loaded(text);
    uint32_t instances = p->layout->instances[proctype];
    program_free(p);
    return instances;
}

static void test_largest_state(void **state) {
    (void)state;
    const char *form = "active [%d] proctype P() { int a[10]; a[0] = 1 }";
    char one[100], three[100];
    snprintf(one, sizeof one, form, 1);
    snprintf(three, sizeof three, form, 3);
    assert_int_equal(max_size_of(three) - max_size_of(one), 2 * 44);
    assert_int_equal(instances_of(three, 0), 3);
    assert_int_equal(instances_of("proctype P() { skip } init { run P(); run P() }", 0), 2);
    assert_int_equal(instances_of("proctype P() { skip } init { do :: run P() od }", 0), UINT32_MAX);
    assert_int_equal(instances_of("proctype P() { skip } init { L: run P(); goto L }", 0), UINT32_MAX);
    assert_int_equal(instances_of("proctype P() { run P() } init { run P() }", 0), UINT32_MAX);
    assert_int_equal(
        instances_of("proctype P() { skip } proctype Q() { run P(); run P() } init { run Q(); run Q() }", 0), 4);
}

/* A state must never be larger than was said, whatever is created. */
static void test_no_state_is_larger(void **state) {
    (void)state;
    struct program *p = loaded("proctype P() { int a[4]; run Q(); a[0] == 1 } proctype Q() { short b[9]; b[0] == 1 }\n"
                               "init { run P(); run P(); run Q() }");
    static struct situation now, before;
    program_start(p, now.bytes, &now.size);
    uint32_t largest = 0;
    for (;;) {
        before = now;
        now.count = now.wanted = 0;
        program_ts(p)->next(program_ts(p), before.bytes, before.size, TS_EVERYBODY, keep_situation, &now);
        if (!now.count) break;
        assert_int_equal(now.size % 4, 0);
        if (now.size > largest) largest = now.size;
    }
    assert_true(largest <= p->layout->max_size);
    assert_true(largest >= p->layout->globals.size + 2 * 20 + 3 * 20);
    program_free(p);
}

static bool frames_are_fixed(const char *text) {
    struct program *p = loaded(text);
    bool fixed = p->layout->fixed_frames;
    program_free(p);
    return fixed;
}

static void test_fixed_frames(void **state) {
    (void)state;
    assert_true(
        frames_are_fixed("active [3] proctype P() { skip } active proctype Q() { byte x; x = 1 } init { skip }"));
    assert_true(frames_are_fixed("active [255] proctype P() { skip }"));
    assert_true(frames_are_fixed("active [200] proctype P() { skip } active [55] proctype Q() { skip }"));
    assert_false(frames_are_fixed("active proctype P() { skip } init { run P() }"));
    assert_false(frames_are_fixed("active proctype P() { if :: false -> run P() :: else fi }"));
    assert_false(frames_are_fixed("proctype P() { skip } init { skip }")); /* P may be called from outside */
}

/* Frames of different sizes, looked at from elsewhere while the later processes die. */
static void test_fixed_frames_are_where_they_were(void **state) {
    (void)state;
    struct program *p = loaded("byte seen; active [2] proctype P() { byte x[5] = 7; x[0] == 0 }\n"
                               "active proctype Q() { int y = 9; seen = P[1]:x[0] + y; seen == 0 }\n"
                               "active [2] proctype R() { short z[7]; z[6] = 3; z[6] = 4 }");
    assert_true(p->layout->fixed_frames);
    static struct situation now;
    program_start(p, now.bytes, &now.size);
    assert_int_equal(now.size, p->layout->initial_size);
    for (unsigned pid = 4; pid >= 3; pid--)
        for (int i = 0; i < 3; i++) go(p, &now, pid, 0);
    assert_int_equal(now.size, p->layout->initial_size - 2 * p->layout->frames[2].size);
    go(p, &now, 2, 0);
    assert_int_equal(value_of(p, &now, "seen"), 16);
    program_free(p);
}

static void test_who_is_numbered(void **state) {
    (void)state;
    struct program *p = loaded("active proctype One() { skip } active [2] proctype Two() { skip }\n"
                               "proctype Run() { skip } proctype Idle() { skip }\n"
                               "init { if :: true -> atomic { skip; do :: run Run(); break od } fi }");
    static const bool expected[] = {false, true, true, false, false};
    for (size_t i = 0; i < sizeof expected; i++) assert_int_equal(p->layout->numbered[i], expected[i]);
    program_free(p);
}

static void test_hidden_variables(void **state) {
    (void)state;
    struct program *p = loaded("hidden byte unread; hidden byte read; byte x; init { unread = 1; read = 2; x = read }");
    const struct layout *layout = p->layout;
    assert_true(layout->globals.offsets[0] == UINT32_MAX);
    assert_true(layout->globals.offsets[1] != UINT32_MAX);
    static struct situation now;
    program_start(p, now.bytes, &now.size);
    for (int i = 0; i < 3; i++) go(p, &now, 0, 0);
    assert_int_equal(value_of(p, &now, "x"), 2);
    int value;
    assert_false(program_read(p, now.bytes, now.size, "unread", &value));
    program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scalars_and_arrays),
        cmocka_unit_test(test_structures),
        cmocka_unit_test(test_channels),
        cmocka_unit_test(test_headers),
        cmocka_unit_test(test_embedded_c),
        cmocka_unit_test(test_largest_state),
        cmocka_unit_test(test_no_state_is_larger),
        cmocka_unit_test(test_hidden_variables),
        cmocka_unit_test(test_who_is_numbered),
        cmocka_unit_test(test_fixed_frames),
        cmocka_unit_test(test_fixed_frames_are_where_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
