#include "sources.h"

#define PROGRAM(text, lines) expect_program((struct sources){.texts = {text}}, lines)

/* ---- Statements ---- */

static void test_loops(void **state) {
    (void)state;
    PROGRAM("int x; void f(void) { while (x < 3) { if (x == 2) break; if (x == 1) continue; x++; } }",
            "   0  if x < 3 goto 1 else 5\n"
            "   1  if x == 2 goto 5 else 2\n"
            "   2  if x == 1 goto 0 else 3 (back)\n"
            "   3  x = x + 1\n"
            "   4  goto 0 (back)\n"
            "   5  return");
    PROGRAM("int x; void f(void) { do x++; while (x < 3); }", "   0  x = x + 1\n"
                                                              "   1  if x < 3 goto 0 else 2 (back)\n");
    PROGRAM("void f(void) { for (;;); }", "   0  goto 0 (back)");
}

/* What a loop does that does nothing else is done at once. */
static void test_loops_that_pass_the_time(void **state) {
    (void)state;
    PROGRAM("void f(void) { volatile unsigned i; for (i = 0; i < 6000000; i++) {} }",
            "i = 0\n"
            "1  if i < 6000000 goto 2 else 4\n"
            "2  i = 6000000\n"
            "3  goto 1 (back)");
    PROGRAM("void f(short n) { for (; n >= -5; --n); }", "0  if n >= -5 goto 1 else 3\nn = -6");
    PROGRAM("void f(unsigned n) { while (n) n--; }", "0  if n goto 1 else 3\nn = 0");
    PROGRAM("void f(unsigned n) { while (n != 0) n -= 1; }", "0  if n != 0 goto 1 else 3\nn = 0");
    PROGRAM("void f(unsigned char n) { for (n = 0; n <= 254; n++); }", "if n <= 254\nn = 255");
    PROGRAM("void f(unsigned long long n) { while (n != 0xfffffffffffffff0) n++; }", "n = 18446744073709551600");
}

static void test_loops_that_are_gone_round(void **state) {
    (void)state;
    PROGRAM("void f(int n) { while (n < 9) n += 2; }", "n = n + 2");
    PROGRAM("void f(int n) { while (n > 9u) n--; }", "n = n - 1"); /* negative ones are large there */
    PROGRAM("void f(int n) { while (n < 900) n = (unsigned char)(n + 1); }", "n = n + 1");
    PROGRAM("int n; void f(void) { for (n = 0; n < 9; n++); }", "n = n + 1"); /* others see it */
    PROGRAM("int *p; void f(void) { int n; p = &n; for (n = 0; n < 9; n++); }", "n = n + 1");
    PROGRAM("void f(void) { static int n; for (n = 0; n < 9; n++); }", "n = n + 1");
    PROGRAM("int x; void f(int n) { for (n = 0; n < 9; n++) x = n; }", "n = n + 1");
    PROGRAM("void f(int n, int m) { while (n < 9) m++; }", "m = m + 1");
    PROGRAM("void f(int n, int m) { while (n < m) n++; }", "n = n + 1");
    PROGRAM("void f(int n) { if (n) goto in; while (n < 9) { in: n++; } }", "n = n + 1");
    PROGRAM("void f(unsigned n) { while (!n) n++; }", "n = n + 1");
    PROGRAM("void f(unsigned n) { do n += 2; while (n); }", "n = n + 2");
}

static void test_loops_that_test_what_they_count(void **state) {
    (void)state;
    PROGRAM("void f(unsigned n) { while (n--); }",
            "$1 = n\nn = $1 - 1\nif $1 goto\nclear $1\nn = (n != 0 ? 0 : n) - 1\nclear $1");
    PROGRAM("void f(unsigned n) { while (n++ < 9); }", "n = (n < 9 ? 9 : n) + 1");
    PROGRAM("void f(unsigned n) { do n++; while (n < 9); }", "n = n + 1 < 9 ? 9 : n + 1\nif n < 9 goto 0 else 2");
    PROGRAM("void f(unsigned n) { for (;;) { if (n >= 9) break; n++; } }", "if n >= 9 goto\nn = 9\ngoto 0");
}

static void test_loops_that_count_over_the_edge(void **state) {
    (void)state;
    PROGRAM("void f(unsigned char n) { for (n = 0; n <= 255; n++); }", "n = n\ngoto"); /* for ever */
    PROGRAM("void f(unsigned char n) { for (n = 0; n < 300; n++); }", "n = n\ngoto");
    PROGRAM("void f(unsigned n) { while (n > 9) n++; }", "n = 0\ngoto");
    PROGRAM("void f(int n) { while (n) n--; }",
            "n = n > 0 ? 0 : 0 + (-2147483648 - 1) * 0\ngoto"); /* overflows below zero */
    PROGRAM("void f(int n) { while (n < 9) n--; }", "n = 2147483647 + (-2147483648 - 1) * 0\ngoto");
    PROGRAM("void f(int n) { while (n <= 0x7fffffff) n++; }", "n = n + (2147483647 + 1) * 0\ngoto");
}

/* Which parts of a `for` are there must be found out from the text. */
static void test_for_parts(void **state) {
    (void)state;
    PROGRAM("int x; void f(void) { for (; x < 3;) x--; }", "if x < 3 goto 1 else 3\nx = x - 1\ngoto 0 (back)");
    PROGRAM("int x; void f(void) { for (x = 1;;) if (x--) break; }", "x = 1\n1  $0 = x\nx = $0 - 1\nif $0 goto");
    PROGRAM("int x; void f(void) { for (;; x++ /* ; */) if (x) return; }", "0  if x goto\nx = x + 1\ngoto 0");
    PROGRAM("#define LOOP(c) for (;c;)\nint x; void f(void) { LOOP(x < 9) x++; }", "if x < 9 goto 1 else 3");
    PROGRAM("#define EVER ;;\nint x; void f(void) { for (EVER) x++; }", "0  x = x + 1\n1  goto 0");
    PROGRAM("int x; void f(void) { for (x = ';'; x > '\\'';) x--; }", "x = 59\nif x > 39");
}

static void test_switch(void **state) {
    (void)state;
    PROGRAM(
        "int x; void f(int y) { switch (y) { case 1: x = 1; case 2: { int z = 3; x = z; break; } case 5 ... 7: x = 5;"
        " break; default: x = 9; } }",
        "0  $1 = y\n"
        "if $1 == 1 goto 6 else 2\n"
        "if $1 == 2 goto 8 else 3\n"
        "if $1 >= 5 & $1 <= 7 goto 10 else 4\n"
        "clear $1\n"
        "goto 19\n"
        "x = 1\n"
        "z = 3\n"
        "x = z\n"
        "clear z\n"
        "x = 5\n"
        "19  x = 9");
}

static void test_goto_clears_what_its_target_does_not_see(void **state) {
    (void)state;
    PROGRAM("int x; void f(void) { { int y = x; if (y) goto out; x = 1; } out: x = 2; }",
            "y = x\nif y goto 6 else 2\nx = 1\nclear y\n4  x = 2\nreturn\n6  clear y\ngoto 4");
    PROGRAM("int x; void f(void) { again: x++; if (x < 5) goto again; }",
            "0  x = x + 1\nif x < 5 goto 0 else 2 (back)");
}

static void test_locals_are_cleared_at_the_end_of_their_scope(void **state) {
    (void)state;
    PROGRAM("int x; void f(void) { for (int i = 0; i < 2; i++) { int y = i; x += y; } x = 7; }",
            "y = i\nx = x + y\nclear y\ni = i + 1\ngoto 1 (back)\nclear i\nx = 7");
}

static void test_literals_end_with_their_branch(void **state) {
    (void)state;
    PROGRAM("int x, *p; void f(void) { if (x) p = &(int){3}; x = 7; }",
            "if x goto 1 else 4\n(literal) = 3\np = &(literal)\nclear (literal)\n4  x = 7");
}

/* ---- Expressions ---- */

static void test_selections(void **state) {
    (void)state;
    PROGRAM("int x; long y; int f(void) { return _Generic(x, long: 1, int: x, default: 2); }", "return x");
    PROGRAM("int x, z; long y; int f(void) { return _Generic(y, int: x, default: z); }", "return z");
    PROGRAM(
        "int g(int a) { return a; } int h(long a) { return 1; } int f(void) { long y = 3; return _Generic(y, int: g, "
        "long: h)(y); }",
        "y = 3\n$1 = h(y)");
}

static void test_values_have_no_elements_to_write(void **state) {
    (void)state;
    PROGRAM("struct s { int b[2]; } x; struct s g(void) { return x; } void f(void) { g().b[1] = 2; }",
            "$0 = g()\nassert an element of a value");
    PROGRAM("struct s { int b[2]; } x; int f(void) { return (x, x).b[1]; }", "$0 = x\nreturn $0.b[1]");
}

static void test_left_to_right(void **state) {
    (void)state;
    PROGRAM("int x, a[3]; int g(void); int g(void) { return x++; } void f(void) { x = x + g(); a[x] = g(); }",
            "function f\n$0 = x\n$1 = g()\nx = $0 + $1\nclear $1\nclear $0\n$1 = x\n$0 = g()\na[$1] = $0");
}

static void test_short_circuit(void **state) {
    (void)state;
    PROGRAM("int x, y; void f(void) { if (x > 1 && y) x = 2; }", "if x > 1 && y goto 1 else 2");
    PROGRAM("int x, y; void f(void) { if (x > 1 && y++) x = 2; }",
            "if x > 1 goto 1 else 7\n$0 = y\ny = $0 + 1\nif $0 goto");
    PROGRAM("int x, y; void f(void) { x = y || (x = y + 3); }",
            "if y goto\n$1 = y + 3\nx = $1\nif $1 goto\n$0 = 1\n$0 = 0\nx = $0");
    PROGRAM("int x, y; int g(void) { return 1; } void f(void) { x = y ? g() : x; }",
            "function f\nif y goto\n$1 = g()\n$0 = $1\n$0 = x\nx = $0");
}

static void test_assignments_as_values(void **state) {
    (void)state;
    PROGRAM("int x; char c; void f(void) { x = c = 300; }", "c = 44\nx = 44");
    PROGRAM("struct { unsigned b : 3; } s; int x; void f(void) { x = s.b = x; }", "s.b = x\n$0 = s.b\nx = $0");
    PROGRAM("int *p, a[3]; int x; void f(void) { x = *p++; p = a; }", "$0 = p\np = $0 + 1\nx = *$0\np = a");
}

static void test_records(void **state) {
    (void)state;
    PROGRAM("struct s { int a, b[2]; } x, y; struct s g(struct s p) { p.a++; return p; }"
            "int f(void) { x = y; y = g(x); return g(y).b[1]; }",
            "x = y\ny = g(x)\n$0 = g(y)\nreturn $0.b[1]");
    PROGRAM("struct s { struct { int in; }; union { int u; char c[4]; }; } x; int f(struct s *p) { return p->in + "
            "x.c[1]; }",
            "return p->in + x.c[1]");
}

static void test_pointers(void **state) {
    (void)state;
    PROGRAM("int a[4], *p = &a[1], x; void f(void) { x = p[2] + *(a + 1) + 1[a]; x = p - a; }",
            "x = *(p + 2) + a[1] + a[1]\nx = p - a");
    PROGRAM("static int g(int x) { return x; } int (*p)(int) = g, (*q[2])(int) = {0, g};"
            "int f(void) { return p(1) + (*q[1])(2); }",
            "p = 0x100\nq = {NULL, 0x100}\n$0 = (*p)(1)\n$1 = (*q[1])(2)");
}

static void test_constants_are_folded(void **state) {
    (void)state;
    PROGRAM(
        "unsigned x = -1; long long y = 1ll << 40; int z = (char)200, w = 7 / -2, v = -7 % 3, u = ~5 ^ 2;"
        "double d = 1.0 / 4; int t = 3.9; _Bool b = 0.5; int s = sizeof(long) * 2, r = 3 > 2 ? 5 : 1;",
        "x = 4294967295\ny = 1099511627776\nz = -56\nw = -3\nv = -1\nu = -8\nd = 0.25\nt = 3\nb = 1\ns = 16\nr = 5");
    PROGRAM("int x; void f(void) { x = 2147483647 + 1; x = 1 / 0; }", "x = 2147483647 + 1\nx = 1 / 0");
}

/* ---- Initializers ---- */

static void test_initializers(void **state) {
    (void)state;
    PROGRAM("struct p { int x, y; } a[3] = {1, 2, {3}, [2].y = 9};",
            "a = {{x = 1, y = 2}, {x = 3, y = 0}, {x = 0, y = 9}}");
    PROGRAM("int a[2][2] = {{1}, 2, 3}, b[6] = {[1 ... 3] = 7, 8};", "a = {{1, 0}, {2, 3}}\nb = {0, 7, 7, 7, 8, 0}");
    PROGRAM("char a[] = \"x\\0\\377\\x41\" \"y\", *b = \"z\", c[2] = \"zz\";",
            "a = {120, 0, -1, 65, 121, 0}\nc = {122, 122}");
    PROGRAM("struct { unsigned a : 3; int b : 4; unsigned c : 20; } s = {7, -3, 0xabcde};",
            "s = {a = 7, b = -3, c = 703710}");
    PROGRAM("int a[4]; int *p = a + 3, *q = (int *)((char *)&a[1] + 4); long r = (long)&a[2];",
            "0x110 int[4] a\np = 0x11c\nq = 0x118\nr = 280");
    PROGRAM("union { char c; int i; } u = {.i = 258}, v = {5};", "u = {c = 2}\nv = {c = 5}");
    PROGRAM("struct { int x; struct { int y; }; } s = {.y = 3, .x = 1};", "s = {x = 1, {y = 3}}");
}

static void test_local_initializers(void **state) {
    (void)state;
    PROGRAM("void f(int x) { int a[3] = {x, [2] = 5}; char t[4] = \"ab\"; a[0] = t[0]; }",
            "zero a\na[0] = x\na[2] = 5\nzero t\nt[0] = 97\nt[1] = 98\na[0] = t[0]");
    PROGRAM("struct p { int x, y; }; int f(int x) { struct p a = {.y = x}, b = a; return (struct p){x}.x + b.y; }",
            "zero a\na.y = x\nb = a\nzero (literal)\n(literal).x = x\nreturn (literal).x + b.y");
    PROGRAM("int f(void) { static int n = 4; return n++; }", "int n = 4\n$0 = n\nn = $0 + 1\nreturn $0");
    PROGRAM("void f(int x) { { int a[2] = {1}; } }", "zero a\na[0] = 1\nclear a"); /* a value, and no value any more */
    PROGRAM("int f(void) { int x = (x), y = x; return y; }", "   0  y = x\nreturn y"); /* its own value is none */
}

/* ---- What means something to us ---- */

static void test_properties(void **state) {
    (void)state;
    PROGRAM("#include <assert.h>\nint x; void f(void) { assert(x == 1 && \"always\"); }",
            "assert x == 1 && \"always\"");
    PROGRAM("int x; void assert(int); void f(void) { assert(x == 1); }", "assert x == 1"); /* no macro */
    PROGRAM("int x; void assert(int c) { x = c; } void f(void) { assert(x == 1); }", "assert(x == 1)");
    PROGRAM("void __assert_fail(const char *, const char *, unsigned, const char *);"
            "void f(int x) { x ? (void)0 : __assert_fail(\"x\", \"f.c\", 1, \"f\"); }",
            "assert __assert_fail");
    PROGRAM("void reach_error(void); void f(void) { reach_error(); }", "assert reach_error");
    PROGRAM(
        "int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); void f(void) { int x = __VERIFIER_nondet_int();"
        " __VERIFIER_assume(x > 3); }",
        "x = any of -2147483648 .. 2147483647\nassume x > 3");
    PROGRAM("#include <rtcheck.h>\nint f(int n) { return rtcheck_range(1, n); }",
            "assert `rtcheck_range`: the range is empty, its first bound is above the other\n"
            "$1 = any of 1 .. $2\nreturn $1");
    PROGRAM("#include <stdio.h>\nvoid f(int x, char *s) { printf(\"%d of %u%%!\\n\", x, 3u); puts(\"9%\"); puts(s); "
            "putchar(x); printf(s, x); }",
            "trace \"%d of %u%%!\\n\" x 3\ntrace \"9%%\\n\"\ntrace \"%s\\n\" s\ntrace \"%c\" x\ntrace  s x");
}

static void test_inputs(void **state) {
    (void)state;
    PROGRAM("volatile unsigned char in; volatile int out; volatile enum { LOW = 2, HIGH } level; int x;"
            "void f(void) { x = in + in; out = level; }",
            "in in 0..255\nlevel in 2..3\n$0 = any of 0 .. 255\n$1 = any of 0 .. 255\nx = $0 + $1\n$2 = any of "
            "LOW .. HIGH\nout = $2");
    PROGRAM("volatile enum { LOW = 2, HIGH = 5 } level; int x; void f(void) { x = level; }",
            "any of LOW .. LOW\nany of HIGH .. HIGH\nx = $");
    PROGRAM("volatile enum { RX = 1, TX = 4 } bits; int x; void f(void) { x = bits & TX; }",
            "bits in 0..7\nany of 0 .. 7\n& 5\nx = $");
    /* Written, or pointed to: ordinary. */
    PROGRAM("volatile int a, b, *p = &b; int x; void f(void) { a = 1; x = a + b; }", "x = a + b");
    PROGRAM("volatile struct { unsigned lo : 4; signed char s; } port; volatile char bytes[2]; int x;"
            "void f(void) { x = port.lo; x = port.s; x = bytes[x]; }",
            "any of 0 .. 15\nany of -128 .. 127\nany of -128 .. 127");
}

/* Volatile places at fixed addresses are hardware. */
static void test_registers(void **state) {
    (void)state;
    struct sources sources = {.stubs = "volatile 0x40000004 in 0..3\n"};
    sources.texts[0] = "typedef struct { unsigned char data; unsigned on : 1; } port; int x;\n"
                       "#define PORT ((volatile port *)0x40000000)\n#define PIN (*(volatile int *)0x40000004)\n"
                       "void f(void) { x = PORT->data + PIN; PORT->data = 5; PORT->on |= x; PIN++; }";
    expect_program(sources,
                   "$0 = any of 0 .. 255\n$1 = any of 0 .. 3\nx = $0 + $1\n$0 = 5\nany of 0 .. 1\nany of 0 .. 3");
    PROGRAM("struct s { int a, b; }; int x = (unsigned long)&((struct s *)0)->b;", "x = 4");
}

static void test_builtins(void **state) {
    (void)state;
    PROGRAM("int x, y; void f(void) { if (__builtin_expect(x == y, 1)) x = __builtin_constant_p(3); }",
            "if x == y goto\nx = 1");
    PROGRAM("#include <stddef.h>\nchar a[2], b[2]; void f(void) { __builtin_memcpy(a, b, 2); }", "memcpy(a, b, 2)");
    PROGRAM("void f(int x) { if (x) __builtin_unreachable(); }", "assert __builtin_unreachable");
}

static void test_services(void **state) {
    (void)state;
    static const char *const tasks[] = {"t1", "t2", NULL}, *const isrs[] = {"irq", NULL};
    struct sources sources = {.tasks = tasks, .isrs = isrs, .error_hook = true, .callback = "tick"};
    sources.texts[0] =
        "#include \"os.h\"\nDeclareTask(t2); DeclareEvent(late);\n"
        "TASK(t1) { StatusType s = ActivateTask(t2); if (GetResource(resource) != E_OK) return;\n"
        "TickType t; GetAlarm(alarm, &t); AlarmBaseType b; GetAlarmBase(alarm, &b); SetEvent(t2, late);\n"
        "t = OSMAXALLOWEDVALUE_counter + OSTICKSPERBASE_counter + s; (void)SetRelAlarm(alarm, 1, t);\n"
        "GetElapsedValue(counter, &t, &t); ChainTask(t2); }\n"
        "TASK t2(void) { WaitEvent(event); AppModeType m = GetActiveApplicationMode(); }\n"
        "ISR(irq) { rtcheck_interrupt(irq); }\n"
        "void ErrorHook(StatusType e) { if (OSErrorGetServiceId() == OSServiceId_ChainTask)\n"
        "  e = OSError_SetEvent_Mask() == 1; }\n"
        "ALARMCALLBACK(tick) { }\n"
        "int main(void) { StartOS(OSDEFAULTAPPMODE); return 0; }\n";
    expect_program(sources, "task t1\ns = ActivateTask(1)\n$1 = GetResource(0)\nif $1 != 0\nGetAlarm(0; &t)\n"
                            "GetAlarmBase(0; &b.maxallowedvalue, &b.ticksperbase, &b.mincycle)\n"
                            "SetEvent(1, 1099511627776)\nt = 101 + s\nSetRelAlarm(0, 1, t)\n"
                            "GetElapsedValue(0, t; &t, &t)\nChainTask(1)\n"
                            "task t2\nWaitEvent(1)\nm = GetActiveApplicationMode()\n"
                            "ISR irq\ninterrupt 0\n"
                            "hook ErrorHook\n= OSErrorGetServiceId()\n= rtcheck_error_parameter(1)\n"
                            "callback tick\nfunction main\nStartOS(0)");
}

static const struct c_instruction *find_service(const struct c_program *program, const char *name) {
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *instruction = &program->functions[f]->code[i];
            if (instruction->kind == C_SERVICE && !strcmp(instruction->text, name)) return instruction;
        }
    fail_msg("no %s", name);
    return NULL;
}

/* Who looks at a status; entries by context. */
static void test_unused_results_and_entries(void **state) {
    (void)state;
    static const char *const tasks[] = {"t1", NULL}, *const isrs[] = {"irq", NULL};
    struct sources sources = {.tasks = tasks, .isrs = isrs, .callback = "tick"};
    sources.texts[0] = "#include \"os.h\"\nTASK(t1) { ActivateTask(t1); (void)Schedule(); if (TerminateTask()) {} }\n"
                       "ISR(irq) { ResumeAllInterrupts(); }\nvoid tick(void) {}\n";
    struct outcome outcome = load_sources(&sources);
    const struct c_program *program = outcome.program;
    assert_non_null(program);
    assert_int_equal(find_service(program, "ActivateTask")->regard, C_IGNORED);
    assert_int_equal(find_service(program, "Schedule")->regard, C_DISCARDED);
    assert_int_equal(find_service(program, "TerminateTask")->regard, C_LOOKED_AT);
    assert_int_equal(find_service(program, "ResumeAllInterrupts")->regard, C_LOOKED_AT);
    assert_string_equal(program->entries[0]->name, "t1");
    assert_int_equal(program->entries[0]->role, C_TASK);
    assert_string_equal(program->entries[1]->name, "irq");
    for (int hook = 2; hook < 7; hook++) assert_null(program->entries[hook]);
    assert_string_equal(program->entries[7]->name, "tick");
    assert_int_equal(program->entries[7]->context, 7);
    free_outcome(&outcome);
}

/* ---- Several files, other machines ---- */

static void test_linkage(void **state) {
    (void)state;
    struct sources sources = {.texts = {"static int own = 1; int shared; extern int other; int g(void);\n"
                                        "static int h(void) { return own; } int f(void) { return h() + g() + other; }",
                                        "static int own = 2; int shared; int other = 5;\n"
                                        "static int h(void) { return own; } int g(void) { return h() + shared; }"}};
    struct outcome outcome = load_sources(&sources);
    assert_non_null(outcome.program);
    expect_lines(outcome.printed.chars,
                 "own = 1\nint shared\nother = 5\nown = 2\nfunction g\nfunction f\nfunction h\nfunction h");
    assert_int_equal(outcome.program->global_count, 4);
    free_outcome(&outcome);
}

static void test_data_models(void **state) {
    (void)state;
    const char *source =
        "#include <stdint.h>\n#include <stddef.h>\n"
        "int a = sizeof(int), b = sizeof(long), c = sizeof(void *), d = sizeof(double), e = sizeof(int32_t);\n"
        "char f = 200; unsigned g = -1; struct { char c; long long l; } s; int h = sizeof s;";
    struct sources sources = {.texts = {source}, .arguments = {"-target", "msp430"}};
    expect_program(sources, "a = 2\nb = 4\nc = 2\nd = 8\ne = 4\nf = 200\ng = 65535\nh = 10");
    sources.arguments[1] = "arm-none-eabi";
    expect_program(sources, "a = 4\nb = 4\nc = 4\nd = 8\ne = 4\nf = 200\ng = 4294967295\nh = 16");
    sources.arguments[0] = "-m32", sources.arguments[1] = NULL;
    expect_program(sources, "a = 4\nb = 4\nc = 4\nd = 8\ne = 4\nf = -56\ng = 4294967295\nh = 12");
    sources.arguments[0] = NULL;
    expect_program(sources, "a = 4\nb = 8\nc = 8\nd = 8\ne = 4\nf = -56\ng = 4294967295\nh = 16");
}

static void test_compile_commands(void **state) {
    (void)state;
    struct sources sources = {.texts = {"int x = N, s = sizeof(void *);", "int y = N;"}};
    sources.commands =
        "[{\"directory\": \"FOLDER\", \"file\": \"a.c\", \"command\": \"/x/arm-none-eabi-gcc -DN=3 -c a.c -o a.o\"},"
        " {\"directory\": \"FOLDER\", \"file\": \"b.c\", \"arguments\": [\"arm-none-eabi-gcc\", \"-DN=4\", \"-c\","
        " \"b.c\"]}]";
    expect_program(sources, "x = 3\ns = 4\ny = 4");
    sources.arguments[0] = "-DN=5"; /* the user's own come last */
    expect_program(sources, "x = 5\ns = 4\ny = 5");
}

/* Addresses ascend, no two objects touch, and contexts have stacks that functions fit in. */
static void test_layout(void **state) {
    (void)state;
    static const char *const tasks[] = {"t", NULL};
    struct sources sources = {.tasks = tasks};
    sources.texts[0] = "#include \"os.h\"\nchar a; long b; char c[3]; int g(int x) { int y[10] = {x}; return y[0]; }\n"
                       "TASK(t) { c[0] = a + b + g(1) + \"s\"[0]; TerminateTask(); }";
    struct outcome outcome = load_sources(&sources);
    const struct c_program *program = outcome.program;
    assert_non_null(program);
    assert_int_equal(program->global_count, 4);
    uint64_t end = program->memory_begin;
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *object = program->globals[i];
        assert_true(object->address >= end + (i > 0));
        assert_int_equal(object->address % object->type->align, 0);
        end = object->address + object->type->size;
    }
    assert_true(end <= program->memory_end && program->memory_end <= program->stack_begin);
    assert_true(program->stack_size >= program->functions[0]->frame_size + program->functions[1]->frame_size);
    for (uint32_t i = 0; i < program->function_count; i++)
        assert_true(program->functions[i]->address && program->functions[i]->address < program->memory_begin);
    free_outcome(&outcome);
}

static void test_library(void **state) {
    (void)state;
    PROGRAM("#include <string.h>\nchar a[3], b[3]; void f(void) { memcpy(a, b, strlen(b)); }",
            "$0 = strlen(b)\nmemcpy(a, b, $0)\nfunction strlen");
    /* A body of the user's wins. */
    PROGRAM("int abs(int x) { return x + 1; } int f(void) { return abs(3); }", "return x + 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_loops_that_pass_the_time),
        cmocka_unit_test(test_loops_that_are_gone_round),
        cmocka_unit_test(test_loops_that_count_over_the_edge),
        cmocka_unit_test(test_loops_that_test_what_they_count),
        cmocka_unit_test(test_for_parts),
        cmocka_unit_test(test_switch),
        cmocka_unit_test(test_goto_clears_what_its_target_does_not_see),
        cmocka_unit_test(test_locals_are_cleared_at_the_end_of_their_scope),
        cmocka_unit_test(test_literals_end_with_their_branch),
        cmocka_unit_test(test_selections),
        cmocka_unit_test(test_values_have_no_elements_to_write),
        cmocka_unit_test(test_left_to_right),
        cmocka_unit_test(test_short_circuit),
        cmocka_unit_test(test_assignments_as_values),
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_pointers),
        cmocka_unit_test(test_constants_are_folded),
        cmocka_unit_test(test_initializers),
        cmocka_unit_test(test_local_initializers),
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_registers),
        cmocka_unit_test(test_builtins),
        cmocka_unit_test(test_services),
        cmocka_unit_test(test_unused_results_and_entries),
        cmocka_unit_test(test_linkage),
        cmocka_unit_test(test_data_models),
        cmocka_unit_test(test_compile_commands),
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
