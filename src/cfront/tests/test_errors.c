#include "sources.h"

#define ERROR(text, lines) expect_error((struct sources){.texts = {text}}, lines)

static void test_compiler_errors(void **state) {
    (void)state;
    ERROR("int f(void) { return y; }", "a.c:1:22: error: use of undeclared identifier 'y'");
    ERROR("int f( { return", "a.c:1:8: error: expected parameter declarator");
    expect_warning((struct sources){.texts = {"#include \"missing.h\"\nint x;"}},
                   "a.c:1:10: warning: 'missing.h' is not there (-I DIRECTORY); going on without it");
    ERROR("#include \"missing.h\"\nthing x;",
          "a.c:2:1: error: unknown type name 'thing'\n"
          "note: headers are missing: --without-headers goes on with what can be told of their names");
    expect_warning((struct sources){.texts = {"int f(void) { int x; return x; }"}},
                   "a.c:1:29: warning: variable 'x' is uninitialized when used here");
    expect_warning((struct sources){.texts = {"int x; void f(void) { x = x++; }"}},
                   "warning: multiple unsequenced modifications to 'x'");
}

static void test_long_double(void **state) {
    (void)state;
    expect_error(
        (struct sources){.texts = {"#define LONG(x) x##L\nlong double x = LONG(0.5), y = 0.1L, z = LONG(0.1);"}},
        "a.c:2:42: error: this constant cannot be modelled: it is wider than a double");
}

static void test_no_sources(void **state) {
    (void)state;
    expect_error((struct sources){.texts = {NULL}}, ":0:0: error: there is no C source");
    struct diagnostics diagnostics = {0};
    struct osek_config config = {0};
    struct cfront_names names = {.config = &config};
    struct cfront_options options = {0};
    const char *paths[] = {"/nowhere/a.c"};
    assert_null(cfront_load(paths, 1, &names, &options, &diagnostics));
    assert_int_equal(diagnostics.errors, 1);
    assert_string_equal(diagnostics.list.items[0].place.file, "/nowhere/a.c");
    diag_free(&diagnostics);
}

static void test_bad_compile_commands(void **state) {
    (void)state;
    struct sources sources = {.texts = {"int x;"}, .commands = "{ not JSON"};
    expect_error(sources, "compile_commands.json:0:0: error: this is not a compilation database");
}

static void test_refused(void **state) {
    (void)state;
    ERROR("void f(void) {\n  __asm__(\"wait\");\n}",
          "a.c:2:3: error: inline assembly cannot be modelled; give a stub (`ignore asm in f`)");
    ERROR("int f(int n) {\n  int a[n]; return a[0]; }",
          "a.c:2:7: error: type `int[n]` cannot be modelled: its length varies");
    ERROR("_Complex double z;", "a.c:1:17: error: type `_Complex double` cannot be modelled: complex numbers");
    ERROR("_Atomic int z;", "error: type `_Atomic(int)` cannot be modelled: atomic types");
    ERROR("_Thread_local int z;", "error: `z` belongs to a thread, which cannot be modelled");
    ERROR("__int128 z;", "error: type `__int128` cannot be modelled: integers of more than 64 bits");
    ERROR("void f(void) { void *p = &&l; goto *p; l:; }",
          "error: addresses of labels cannot be modelled\nerror: a jump to a computed address cannot be modelled");
    ERROR("char a[1 << 30];", "a.c:1:6: error: type `char[1073741824]` cannot be modelled: it is too large");
    ERROR("typedef int wide __attribute__((aligned(1 << 17)));\nwide x;",
          "a.c:2:6: error: `x` is aligned to more than 65536 bytes");
    ERROR("#define NOTHING\nint x; void f(void) { for (NOTHING;x;) x--; }",
          "the parts of this `for` cannot be told apart");
}

static void test_deep_nesting(void **state) {
    (void)state;
    struct text source = {0};
    text_add(&source, "int x; int f(void) { return x");
    for (int i = 0; i < 30000; i++) text_add(&source, "+x");
    text_add(&source, "; }");
    ERROR(source.chars, "error: nested too deeply");
    text_clear(&source);
    text_add(&source, "int x; void f(void) { ");
    for (int i = 0; i < 3000; i++) text_printf(&source, "if (x == %d) x = 1; else ", i);
    text_add(&source, "x = 7; }");
    expect_program((struct sources){.texts = {source.chars}}, "if x == 2999\nx = 7");
    text_free(&source);
}

static void test_linker_errors(void **state) {
    (void)state;
    expect_error(
        (struct sources){.texts = {"int x = 1; int f(void) { return 1; }", "int x = 2; int f(void) { return 2; }"}},
        "b.c:1:5: error: `x` is defined twice: it is already at a.c:1\n"
        "b.c:1:5: note: leave one of the sources out; if the linker of your build takes the first definition: --clang "
        "-Wl,--allow-multiple-definition\n"
        "b.c:1:16: error: `f` is defined twice");
    expect_error((struct sources){.texts = {"int x; int f(int a) { return a; }",
                                            "extern char x; int f(long); int g(void) { return x + f(1); }"}},
                 "b.c:1:50: error: `x` is `char` here, but `int` where it is defined (a.c:1)\n"
                 "b.c:1:56: error: `f` is declared differently where it is defined (a.c:1): parameter 1 is `int`");
    expect_error((struct sources){.texts = {"int f(int a) { return a; }", "int f(); int g(void) { return f(1, 2); }"}},
                 "b.c:1:31: error: `f` has 1 parameters, but gets 2");
    expect_error((struct sources){.texts = {"int f(int a, ...) { return a; }", "int f(); int g(void) { return f(); }"}},
                 "b.c:1:31: error: `f` has 1 parameters, but gets 0");
    expect_warning((struct sources){.texts = {"extern int x; int f(void) { return x; }"}},
                   "a.c:1:12: warning: a variable is declared, and no source defines it: what it holds may be anything "
                   "(say more in a file for --stubs: `volatile x in 0..9`, `volatile x is memory`): `x`");
    ERROR("extern int *x; int f(void) { return *x; }", "a.c:1:38: error: `x` is declared, but no source defines it");
    ERROR("extern int x __attribute__((weak)); int f(void) { return &x == 0; }",
          "a.c:1:59: error: `x` is declared, but no source defines it");
    ERROR("extern int x; extern int x __attribute__((weak)); int f(void) { return x; }",
          "a.c:1:72: error: `x` is declared, but no source defines it");
    expect_warning((struct sources){.texts = {"int a[4];", "extern int a[9]; int f(void) { return a[1]; }"}},
                   "b.c:1:39: warning: `a` is `int[9]` here, but `int[4]` where it is defined (");
    expect_error((struct sources){.texts = {"int a[4][2];", "extern int a[2][4]; int f(void) { return a[1][3]; }"}},
                 "b.c:1:42: error: `a` is `int[2][4]` here, but `int[4][2]` where it is defined (");
    expect_error((struct sources){.texts = {"int a[4];", "extern char a[16]; int f(void) { return a[1]; }"}},
                 "b.c:1:41: error: `a` is `char[16]` here, but `int[4]` where it is defined (");
}

static void test_configuration(void **state) {
    (void)state;
    static const char *const tasks[] = {"t1", NULL}, *const isrs[] = {"irq", NULL};
    struct sources sources = {.tasks = tasks, .isrs = isrs, .error_hook = true, .callback = "tick"};
    sources.texts[0] = "#include \"os.h\"\nTASK(t2) {}\nISR(other) {}\n";
    expect_error(sources,
                 "a.c:0:0: error: task `t1` of the configuration has no code: no source defines TASK(t1)\n"
                 "error: ISR `irq` of the configuration has no code\n"
                 "warning: the configuration switches ErrorHook on, but no source defines it: it does nothing\n"
                 "error: callback `tick` of alarm `alarm` has no code\n"
                 "a.c:2:1: warning: the configuration has no task `t2`: it never runs\n"
                 "a.c:3:1: warning: the configuration has no ISR `other`: it never runs\n");
    ERROR("#include \"os.h\"\nDeclareTask(nobody);\nvoid f(void) { ActivateTask(nobody); }",
          "a.c:3:29: error: use of undeclared identifier 'nobody'");
    expect_warning((struct sources){.texts = {"#include \"osek.h\"\nvoid StartupHook(void) {}\nALARMCALLBACK(c) {}"}},
                   "a.c:2:6: warning: the configuration does not switch StartupHook on: it never runs\n"
                   "a.c:3:1: warning: the configuration has no alarm callback `c`: it never runs");
}

static void test_missing_bodies(void **state) {
    (void)state;
    expect_warning((struct sources){.texts = {"int get(void); void put(int); void f(void) { put(get()); }"}},
                   "a.c:1:50: warning: functions have no body, may return any value of their type and write any number "
                   "where their pointers lead, and do nothing else (say more in a file for --stubs: `int f() in 0..9`, "
                   "`void f() does nothing`): `get`, `put`\n");
    ERROR("char *tmpnam(char *); char *f(void) { return tmpnam(0); }",
          "error: `tmpnam` cannot be modelled; give a stub");
    ERROR("int f(unsigned x) { return __builtin_popcount(x); }",
          "error: `__builtin_popcount` cannot be modelled; give a stub");
    ERROR("int x, y, z; void f(void) { __atomic_exchange(&x, &y, &z, 0); }",
          "error: this expression cannot be modelled");
    ERROR("int x; int f(void) { return __sync_fetch_and_add(&x, 1); }", "cannot be modelled");
    ERROR("void (*get(void))(void); void f(void) { get()(); }",
          "a.c:1:41: error: `get` has no body and returns a pointer to a function: give a stub that replaces it");
}

static void test_targets(void **state) {
    (void)state;
    struct sources sources = {.texts = {"int x;"}, .arguments = {"-target", "powerpc"}};
    expect_error(sources, "a.c:0:0: error: target `powerpc` is big-endian");
    sources.arguments[1] = "pdp11";
    expect_error(sources, "a.c:0:0: error: the C front end does not know an argument, or the target `pdp11`");
    sources.arguments[1] = "msp430";
    sources.texts[0] = "char a[60000]; char b[6000];";
    expect_error(sources, "a.c:0:0: error: the program needs 66");
    sources = (struct sources){.texts = {"int x;"}};
    sources.commands = "[{\"directory\": \"FOLDER\", \"file\": \"a.c\", \"command\": \"cc -m32 -c a.c\"}]";
    expect_error(sources,
                 "a.c:0:0: error: compiled for pointers of 32 bits, but target `x86_64-unknown-linux-gnu` has 64");
}

static void test_stubs(void **state) {
    (void)state;
    struct sources sources = {.texts = {"int get(void); int g(void) { return 3; } volatile int v, w; int x;\n"
                                        "void slow(void) { __asm__(\"wait\"); } void log_it(int);\n"
                                        "void f(void) { x = get(); x = v; x = w; slow(); log_it(1); }"},
                              .stubs = "# inputs\nint get() in 0..250\nvolatile v in -3 .. 0x10\nvolatile w is memory\n"
                                       "ignore asm in slow // fine\nvoid log_it()\n"};
    struct sources before = sources;
    expect_program(sources, "v in -3..16\nx = any of 0 .. 250\n$0 = any of -3 .. 16\nx = w\nslow()");
    sources = (struct sources){.texts = {"char *next(void); void *any(void); const char **const list(void); char *c;"
                                         "void f(void) { c = next(); c = any(); c = (char *)list(); }"},
                               .stubs = "char *next() in 0\nvoid* any() in 0\nconst char ** list() in 0\n"};
    expect_program(sources, "c = any of NULL .. NULL");
    sources = before;
    sources.stubs = "replace get with g\nignore asm in slow\n";
    expect_program(sources, "x = g()");
    sources.stubs = "int g() in 1\nignore asm in slow\nreplace nothing with g\n";
    expect_warning(sources, "a.stubs:1:1: warning: the program has nothing that this stub of `g` is about\n"
                            "a.stubs:3:1: warning: the program has nothing that this stub of `nothing`");
}

static void test_bad_stubs(void **state) {
    (void)state;
    struct sources sources = {.texts = {"int x;"}};
    sources.stubs = "int f( in 0..1\nint 3f()\nvolatile x\nvolatile x in 5..2\nreplace f\nignore f\n$\nint f() in "
                    "1..x\nvolatile x in 1 2\n"
                    "int f() in 99999999999999999999\n";
    expect_error(sources, "a.stubs:1:8: error: expected `)`\n"
                          "a.stubs:2:5: error: expected the name of a function after its type\n"
                          "a.stubs:3:11: error: expected `in` and a range, or `is memory`\n"
                          "a.stubs:4:18: error: the range is empty: 5 is above 2\n"
                          "a.stubs:5:10: error: expected `with`\n"
                          "a.stubs:6:8: error: expected `asm in` and the name of a function\n"
                          "a.stubs:7:1: error: expected a type, `volatile`, `replace` or `ignore`\n"
                          "a.stubs:8:15: error: expected a number of at most 64 bits\n"
                          "a.stubs:9:17: error: expected the end of the line\n"
                          "a.stubs:10:12: error: expected a number of at most 64 bits\n");
}

/* A range that is empty, or another one, in the type that counts would leave runs out. */
static void test_stubs_of_other_types(void **state) {
    (void)state;
    struct sources sources = {
        .texts = {"unsigned f(void); signed char g(void); _Bool h(void); unsigned long long w(void);\n"
                  "volatile unsigned char v; volatile struct { unsigned b : 3; int c; } s; int x;\n"
                  "void run(void) { x = f(); x = f(); x = g(); x = h(); x = w(); x = v; x = s.b;\n"
                  "x = *(volatile unsigned short *)0x4000; }"}};
    sources.stubs = "int f() in -3..3\nint g() in 100..200\nint h() in 0..2\nint w() in -1..1\nvolatile v in 0..256\n"
                    "volatile s.b in 0..8\nvolatile 0x4000 in -1..9\n";
    expect_error(
        sources,
        "a.stubs:5:1: error: the range 0..256 does not fit in `unsigned char` of 8 bits, the type of `v`\n"
        "a.stubs:6:1: error: the range 0..8 does not fit in `unsigned int` of 3 bits, the type of `s.b`\n"
        "a.stubs:1:1: error: the range -3..3 does not fit in `unsigned int` of 32 bits, the type of `f`\n"
        "a.stubs:2:1: error: the range 100..200 does not fit in `signed char` of 8 bits, the type of `g`\n"
        "a.stubs:3:1: error: the range 0..2 does not fit in `_Bool` of 1 bits, the type of `h`\n"
        "a.stubs:4:1: error: the range -1..1 does not fit in `unsigned long long` of 64 bits, the type of `w`\n"
        "a.stubs:7:1: error: the range -1..9 does not fit in `unsigned short` of 16 bits, the type of `0x4000`\n");
    sources.stubs =
        "int f() in 0..4294967295\nint g() in -128..127\nint h() in 0..1\nint w() in 0..18446744073709551615\n"
        "volatile v in 0..255\nvolatile s.b in 0..7\nvolatile 0x4000 in 0..65535\n";
    expect_program(sources, "any of 0 .. 7");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compiler_errors),
        cmocka_unit_test(test_no_sources),
        cmocka_unit_test(test_long_double),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_bad_compile_commands),
        cmocka_unit_test(test_deep_nesting),
        cmocka_unit_test(test_linker_errors),
        cmocka_unit_test(test_configuration),
        cmocka_unit_test(test_missing_bodies),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_stubs),
        cmocka_unit_test(test_bad_stubs),
        cmocka_unit_test(test_stubs_of_other_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
