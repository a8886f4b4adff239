/* What the compiler's complaints tell of names that nothing declares, and what is made of variables and code that no
 * source has. */
#include "sources.h"

#define MISSING "#include \"board.h\"\n"

/* What the sources without their headers are taken to be. */
static void told(const char *text, const char *lines) {
    expect_warning((struct sources){.texts = {text}, .without_headers = true}, lines);
}

static void refused(const char *text, const char *lines) {
    expect_error((struct sources){.texts = {text}, .without_headers = true}, lines);
}

static void test_constants_and_hardware(void **state) {
    (void)state;
    told(MISSING "int f(void) { return LIMIT; }", "`LIMIT` is constant, and any `int`");
    told(MISSING "void f(void) { PORT = 1; }", "`PORT` is hardware");
    told(MISSING "void f(void) { PORT->OUT = 1; REG.bits.on = 1; }", "`PORT`, `REG` are hardware");
    told(MISSING "int x = FIRST; int f(int n) { switch (n) { case SECOND: return 1; } return x; }",
         "`FIRST` = 1, `SECOND` = 0 are constant, and not another number");
    told(MISSING "int f(void) { if (LIMIT) LIMIT = 3; return LIMIT; }",
         "`LIMIT` is hardware"); /* the most that is told */
    told(MISSING "char a[SIZE]; struct s { char b[ROWS]; };", "`SIZE` = 101, `ROWS` = 102");
}

static void test_types(void **state) {
    (void)state;
    told(MISSING "Speed f(Speed a) { return a; }", "`Speed` is `int`");
    told(MISSING "void g(int); void f(int x) { g((Speed)x); g((Speed)(x)); g(sizeof(Speed *)); }", "`Speed` is `int`");
    told(MISSING "void f(void) { Config c; Config *p = &c; p->mode = 1; }", "`Config` is structures of `int`");
    told(MISSING "fast unsigned x; IO int y;", "`fast`, `IO` are nothing");
    told(MISSING "_CONFIG(OSC & WDT)\nint x;", "`_CONFIG` is nothing");
}

/* What looks like a type to a reader of words, and is none. */
static void test_values_that_look_like_types(void **state) {
    (void)state;
    told(MISSING "#define PORT NAME\n\nint below; void g(int); void f(void) { g(PORT); }", "`NAME` is constant");
    told(MISSING "#define TWO NAME \\\n  + 1\n\nint below; void g(int); void f(void) { g(TWO); }",
         "`NAME` is constant");
    told(MISSING "void g(int); void f(int x) { g((NAME)-x); g(NAME); }", "`NAME` is constant");
    told(MISSING "#define PLUS +\nint f(void) { return NAME PLUS 1; }", "`NAME` is constant");
}

/* AUTOSAR's words around a type that is missing are no lines. */
static void test_types_in_the_abstraction(void **state) {
    (void)state;
    told(MISSING
         "STATIC VAR(Item, X) a; VAR(U16, X) b[2]; CONST(U16, X) c = 1; P2VAR(Item, X, Y) d; P2CONST(U16, X, Y) e;\n"
         "CONSTP2VAR(U16, X, Y) f = 0; CONSTP2CONST(U16, X, Y) g = 0; EXTERN VAR(U16, X) h;\n"
         "P2FUNC(void, X, i)(void); CONSTP2FUNC(void, X, j)(void) = 0; FUNC_P2VAR(U16, X, Y) k(void) { return b; }\n"
         "FUNC_P2CONST(U16, X, Y) l(void) { return &c; } FUNC(void, X) m(VAR(U16, A) p) { b[0] = p; d = NULL_PTR; }",
         "`Item` is `int`");
    told("#include \"ee.h\"\n" MISSING "FUNC(Handle, CODE) f(VAR(Handle, AUTOMATIC) h);\nP2VAR(Item, X, Y) first;",
         "`Handle`, `Item` are `int`");
}

/* Words that stand where C has none: in capitals, or with an underscore, or there is only one that it can be. */
static void test_stray_words(void **state) {
    (void)state;
    told(MISSING "unsigned char FAR x; int y SECTION; int z[2] SECTION = {1}; int w __far, *FAR p;",
         "`FAR`, `SECTION`, `__far` are nothing");
    told(MISSING "int x SECTION(\".ram\"), y AT(0x40) = 1;\nALIGN(4) int z;\nATTR(section(\".x\")) int w;",
         "`ALIGN`, `ATTR`, `SECTION`, `AT` are nothing");
    told(MISSING "struct PACKED s { int FAR x; int y ALIGNED; } FAST v;",
         "`PACKED` is `__attribute__((packed))`; `FAST`, `FAR`, `ALIGNED` are nothing");
    told(MISSING "int API f(int FAR *p) SECTION { int NEAR x = *p; return x; } void g(void) CODE;\nEND",
         "`END`, `API`, `CODE`, `FAR`, `SECTION`, `NEAR` are nothing");
    told(MISSING "VOLATILE int x;", "`VOLATILE` is `volatile`");
    told(MISSING "VOL int x;", "`VOL` is `volatile`");
    told(MISSING "vuint8_t x; INT16U y; INT08S z;", "`vuint8_t` is unsigned, of 8 bits, and volatile; `INT16U` is "
                                                    "unsigned, of 16 bits; `INT08S` is signed, of 8 bits");
    refused(MISSING "int x y;", "error: expected ';' after top level declarator");
    refused(MISSING "int X Y;", "error: expected ';' after top level declarator");
}

static void test_tags(void **state) {
    (void)state;
    told(MISSING "enum colour x; void f(void) { enum colour y = x; x = y; }", "`colour` is `int`");
    told(MISSING "struct Foo; Foo *p; struct Foo x; void f(void) { p = &x; p->a = 1; }",
         "`Foo` is structures of `int`");
    told(MISSING "Foo y; struct Foo x; void f(void) { y = x; y.a = 1; }", "`Foo` is structures of `int`");
    told(MISSING "struct item a[3], *p = a; struct item f(struct item i) { p++; i.x = p[1].x; return i; }",
         "`item` is structures of `int`");
    told(MISSING "union both u; void f(void) { u.x = 1; }", "`both` is structures of `int`");
}

/* Numbers that have to be small are. */
static void test_limits(void **state) {
    (void)state;
    told(MISSING "struct { unsigned a : WIDTH; unsigned char b : BITS; } s;", "`WIDTH` = 31, `BITS` = 7 are constant");
    told(MISSING "int t[4] = {[FIRST] = 1, [SECOND] = 2};", "`FIRST` = 3, `SECOND` = 2 are constant");
}

static void test_what_cannot_be_told(void **state) {
    (void)state;
    refused("int f(void) { return LIMIT; }", "error: use of undeclared identifier 'LIMIT'"); /* no header is missing */
    refused(MISSING "int f(void) { return 1 +; }", "error: expected expression");
    expect_error((struct sources){.texts = {MISSING "int f(void) { return LIMIT; }"}},
                 "error: use of undeclared identifier 'LIMIT'\nnote: headers are missing: --without-headers");
}

static void test_variables_of_somebody_else(void **state) {
    (void)state;
#define NOBODY "a variable is declared, and no source defines it: what it holds may be anything"
    told("extern int x; int f(void) { return x; }", NOBODY);
    expect_program((struct sources){.texts = {"extern unsigned char x; int f(void) { return x; }"}},
                   "unsigned char x in 0..255\n$0 = any of 0 .. 255");
    expect_program((struct sources){.texts = {"extern const short x[2]; int f(int i) { return x[i]; }"}},
                   "any of -32768 .. 32767");
    expect_program((struct sources){.texts = {"extern char x[]; int f(void) { return x[7]; }"}}, "char[4096] x");
    told("extern struct { float f; } x; float f(void) { return x.f; }", NOBODY);
    told("extern int x, y; int f(void) { return x + y; }", "variables are declared, and no source defines them");
    expect_program((struct sources){.texts = {"extern int x; int f(void) { return x; }", "int x = 3;"}}, "int x = 3");
    expect_program((struct sources){.texts = {"extern int x; int f(void) { return sizeof x; }"}}, "return 4");
    refused("extern int *x; int f(void) { return *x; }", "`x` is declared, but no source defines it");
    refused("extern void (*x)(void); void f(void) { x(); }", "`x` is declared, but no source defines it");
}

static void test_code_of_somebody_else(void **state) {
    (void)state;
    static const char *const tasks[] = {"t", NULL}, *const isrs[] = {"i", NULL};
    struct sources sources = {.texts = {"#include \"os.h\"\nint x;"}, .tasks = tasks, .isrs = isrs, .callback = "c"};
    expect_error(sources, "task `t` of the configuration has no code\nISR `i` of the configuration has no code\n"
                          "callback `c` of alarm `alarm` has no code");
    sources.without_headers = true;
    expect_warning(sources, "task `t` of the configuration has no code: it does nothing\n"
                            "ISR `i` of the configuration has no code: it does nothing\n"
                            "alarm callback `c` of the configuration has no code: it does nothing");
    expect_program(sources, "TerminateTask()\nreturn\nreturn");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_constants_and_hardware),
                                       cmocka_unit_test(test_types),
                                       cmocka_unit_test(test_values_that_look_like_types),
                                       cmocka_unit_test(test_types_in_the_abstraction),
                                       cmocka_unit_test(test_stray_words),
                                       cmocka_unit_test(test_tags),
                                       cmocka_unit_test(test_limits),
                                       cmocka_unit_test(test_what_cannot_be_told),
                                       cmocka_unit_test(test_variables_of_somebody_else),
                                       cmocka_unit_test(test_code_of_somebody_else)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
