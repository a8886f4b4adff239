#!/usr/bin/env bats
# rtcheck app: sources whose headers are not all there, and what rtcheck makes of their names.

load helpers

# application TEXT: one.oil, one task, and one.c, which includes a header that is not there.
application() {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "os.h"\n#include <assert.h>\n#include "board.h"\n%s\n' "$1" >one.c
}

# answer STATUS TEXT: what rtcheck says of such an application.
answer() {
    application "$2"
    rtcheck app --without-headers one.oil one.c
    expect_status "$1"
}

@test "a name that nothing declares is an error where all headers are there, or nobody said that they need not be" {
    application 'TASK(t1) { other = 1; TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 2
    expect_error "use of undeclared identifier 'other'"
    expect_error "headers are missing: --without-headers goes on with what can be told of their names"
    touch board.h
    rtcheck app --without-headers one.oil one.c
    expect_status 2
    expect_error "use of undeclared identifier 'other'"
}

@test "what is written to hardware is gone, and every read gives any number" {
    answer 0 'TASK(t1) { PORTA = 3; PORTA |= 1; LEDbits.on = 1; GPIOA->ODR ^= 4; TerminateTask(); }'
    expect_output "of the names that nothing declares \`PORTA\`, \`LEDbits\`, \`GPIOA\` are hardware"
    expect_output "\`board.h\`, which was not found, has nothing that matters"
    answer 1 'TASK(t1) { PORTA = 3; assert(PORTA == 3); TerminateTask(); }'
    answer 1 'TASK(t1) { GPIOA->ODR = 3; assert(GPIOA->ODR == 3); TerminateTask(); }'
}

@test "a constant that nothing declares is any number, and stays the same" {
    answer 0 'int x; TASK(t1) { x = LIMIT; send(CHANNEL); TerminateTask(); }'
    expect_output "\`LIMIT\`, \`CHANNEL\` are constant, and any \`int\`"
    answer 1 'TASK(t1) { assert(LIMIT != 12345); TerminateTask(); }'
    answer 0 'int x; TASK(t1) { if (LIMIT > 5) x = 1; if (LIMIT > 5) assert(x == 1); TerminateTask(); }'
    rtcheck app --without-headers --any LIMIT=6..9 one.oil one.c
    expect_status 0
    answer 1 'int x; TASK(t1) { assert(LIMIT > 6); TerminateTask(); }'
    rtcheck app --without-headers --any LIMIT=7..9 one.oil one.c
    expect_status 0
}

@test "constants that C wants to know are numbers of their own: labels count from 0, first values from 1, sizes are large" {
    answer 3 'int in(void); int x = FIRST, y; TASK(t1) { switch (in()) { case SECOND: y = 1; break; case FIRST: y = x; } TerminateTask(); }'
    expect_output "\`FIRST\` = 1, \`SECOND\` = 0 are constant, and not another number"
    answer 0 'const unsigned char pins[] = {LED, LAMP}; TASK(t1) { send(pins[1]); TerminateTask(); }'
    expect_output "\`LED\` = 1, \`LAMP\` = 2 are constant"
    answer 0 'int a[SIZE]; TASK(t1) { for (int i = 0; i < 5; i++) a[i] = i; TerminateTask(); }'
    expect_output "\`SIZE\` = 101 is constant"
    answer 3 'int a[SIZE]; TASK(t1) { for (int i = 0; i < SIZE; i++) a[i] = i; TerminateTask(); }'
}

@test "a state machine whose states a missing header has runs, and where they decide there is no holds" {
    answer 1 'int a[8]; char state; TASK(t1) { switch (state) { case IDLE: a[8] = 1; state = RUN; break; case RUN: break; } TerminateTask(); }'
    answer 3 'int a[8]; char state; TASK(t1) { switch (state) { case IDLE: a[7] = 1; state = RUN; break; case RUN: break; } TerminateTask(); }'
    expect_output "one.c:4 depends on numbers or texts that only a missing header has (-D NAME=VALUE says what one is), and of which one choice was tried: \`IDLE\` = 0, \`RUN\` = 1"
    rtcheck app --without-headers --clang -DIDLE=0 --clang -DRUN=1 one.oil one.c
    expect_status 0
    rtcheck app --without-headers --allow-vacuous one.oil one.c
    expect_status 0
    answer 3 'int a[8]; int level = START; TASK(t1) { if (level > 100) a[8] = 1; TerminateTask(); }'
    answer 3 'int a[8]; int first = ONE, second = TWO; TASK(t1) { if (first == second) a[8] = 1; TerminateTask(); }'
    answer 3 'int a[8]; const char pins[] = {LED, LAMP}; TASK(t1) { a[pins[1]] = 1; TerminateTask(); }'
    answer 3 'enum { A = BASE, B }; int a[8]; TASK(t1) { if (B < 3) a[8] = 1; TerminateTask(); }'
    answer 3 'int x = START, a[8]; int *p = &x; TASK(t1) { if (*p > 100) a[8] = 1; TerminateTask(); }'
    answer 3 'int a[8]; static int twice(int n) { return n * 2; } int in(void); TASK(t1) { int y = 0; switch (in()) { case MODE: y = twice(MODE); } if (y > 50) a[8] = 1; TerminateTask(); }'
}

@test "whatever a number of a missing header decides, by whichever engine, there is no holds" {
    local deciding=(
        'char tab[SZ]; int x = SZ, a[2]; TASK(t1) { if (x == 8) a[2] = 1; TerminateTask(); }'
        'int x = FIRST; TASK(t1) { int y = x + 2147483640; (void)y; TerminateTask(); }'
        'int x = FIRST; TASK(t1) { int a[5]; int *p = a; p = p + x; (void)p; TerminateTask(); }'
        'int x = FIRST; TASK(t1) { int y = x << 28; (void)y; TerminateTask(); }'
        'float x = FIRST; char c; TASK(t1) { c = (char)x; TerminateTask(); }'
        'int a[4], b[9]; int *p = &a[SEL]; TASK(t1) { b[*p] = 1; TerminateTask(); }'
        'char tab[SZ]; int a[200]; TASK(t1) { a[sizeof tab] = 1; TerminateTask(); }'
        'int a[8] = {[IDX] = 5}, b[5]; TASK(t1) { b[a[3]] = 1; TerminateTask(); }'
        'struct { unsigned f : W; } s; int a[10]; TASK(t1) { s.f = 9; a[s.f] = 1; TerminateTask(); }')
    for text in "${deciding[@]}"; do
        answer 3 "$text"
        expect_output "depends on numbers or texts that only a missing header has"
        rtcheck app --without-headers --engine sequential one.oil one.c
        [ "$status" -ne 0 ]
    done
    answer 0 'int x = FIRST; TASK(t1) { send(x + 1); TerminateTask(); }'
    rtcheck app --without-headers --ltl '[] x != 7' one.oil one.c
    expect_status 3
    expect_output "formulas may depend on numbers or texts that only a missing header has"
}

@test "macros that mean the same everywhere do so where their header is missing" {
    answer 0 'int v[8]; TASK(t1) { for (unsigned i = 0; i < ARRAY_SIZE(v); i++) v[i] = 1; TerminateTask(); }'
    expect_output "\`ARRAY_SIZE\` is what macros of that name usually are"
    answer 0 'int v[8], in(void); TASK(t1) { unsigned char k = in(); v[MIN(k, 7)] = MAX(2, ABS(-3)); v[BIT(2)] = 1; assert(v[4] == 1); TerminateTask(); }'
    answer 1 'int v[8], in(void); TASK(t1) { unsigned char k = in(); v[MIN(k, 8)] = 1; TerminateTask(); }'
    answer 1 'int v[8]; TASK(t1) { v[MIN(3, 4)] = 1; TerminateTask(); } int MIN(int a, int b) { return a + b + 1; }'
}

@test "words of missing headers whose names say what they are mean that" {
    answer 0 'int g NOINIT; TASK(t1) { assert(g == 0); TerminateTask(); }'
    expect_error "\`g\` lies in a section that may not be initialized"
    answer 0 'struct PACKED s { char a; int b; }; struct s v; TASK(t1) { assert(sizeof v == 5); TerminateTask(); }'
}

@test "how structures of missing headers are laid out is not known" {
    local depending=(
        'cfg_t c = {3, 8}; int v[9]; TASK(t1) { v[c.b] = c.a; TerminateTask(); }'
        'cfg_t c[2] = {{3, 4}, {5, 8}}; int v[9]; TASK(t1) { v[c[1].b] = 1; TerminateTask(); }'
        'cfg_t c[2] = {3, 4, 5, 8}; int v[9]; TASK(t1) { v[c[1].b] = 1; TerminateTask(); }'
        'int v[9]; void go(cfg_t *c) { v[c->b] = c->a; } TASK(t1) { go(&(cfg_t){3, 8}); TerminateTask(); }'
        'px p; int n; TASK(t1) { unsigned char *q = (unsigned char *)&p; q[1] = 5; n = p.b; TerminateTask(); }'
        'px p; int n; unsigned char m[4]; TASK(t1) { memcpy(&p, m, 4); n = p.b; TerminateTask(); }'
        'px p; char b[4]; TASK(t1) { p.a = 1; memcpy(b, &p, sizeof p); TerminateTask(); }'
        'px p; int n; TASK(t1) { memset(&p, 255, 4); n = p.b; TerminateTask(); }'
        'union { px p; char c[8]; } u; int n; TASK(t1) { u.p.a = 1; n = u.c[1]; TerminateTask(); }'
        'struct px p; int n; TASK(t1) { p.a = 1; n = sizeof p; TerminateTask(); }')
    for text in "${depending[@]}"; do
        answer 3 "#include <string.h>
$text"
        expect_output "a structure of a missing header, is laid out"
    done
    answer 0 '#include <string.h>
cfg_t z = {0}, d = {.a = 3}; px p, q; void go(px *); int n; TASK(t1) { memcpy(&p, &q, sizeof p); memset(&q, 0, sizeof(q)); go(&p); n = z.b; n = d.a; n = p.a; TerminateTask(); }'
}

@test "how many elements an array has does not depend on how large each is" {
    local jobs='int n; void f(void) { n++; } job_t jobs[] = { { .run = f, .period = 10 }, { .run = f, .period = 20 } };'
    for count in 'sizeof jobs / sizeof jobs[0]' '(sizeof(jobs) / (sizeof(job_t)))' 'ARRAY_SIZE(jobs)'; do
        answer 0 "$jobs TASK(t1) { for (int i = 0; i < $count; i++) jobs[i].run(); assert(n == 2); TerminateTask(); }"
        answer 1 "$jobs TASK(t1) { for (int i = 0; i < $count; i++) jobs[i].run(); assert(n != 2); TerminateTask(); }"
    done
    for count in 'sizeof jobs / sizeof(int)' 'sizeof jobs / sizeof jobs[0].period' 'sizeof jobs' 'sizeof jobs * sizeof jobs[0]'; do
        answer 3 "$jobs TASK(t1) { for (int i = 0; i < $count; i++) n++; TerminateTask(); }"
    done
}

@test "labels of missing headers differ from all others of their switch, in each of them" {
    answer 3 'int in(void), y; TASK(t1) { switch (in()) { case 0: y = 1; break; case X: y = 2; break; case Y: y = 3; } switch (in()) { case Y: y = 1; break; case X: case 2: case Z: y = 0; } TerminateTask(); }'
    expect_output "\`X\` = 1, \`Y\` = 102, \`Z\` = 0"
}

@test "types that nothing declares are numbers, or structures of what is used" {
    answer 0 'Speed fastest(Speed a, Speed b) { return a > b ? a : b; } Config c; Speed s;
TASK(t1) { Config own; Config *p = &own; p->mode = 1; c.first.speed = 2; own.pin = PIN_3; Init(PORT, &own); s = fastest((Speed)3, 4); assert(s == 4); TerminateTask(); }'
    expect_output "\`Speed\` is \`int\`; \`Config\` is structures of \`int\`"
    answer 1 'Config c; TASK(t1) { c.a = 1; c.b = 2; assert(c.a == 2); TerminateTask(); }'
    answer 1 'TASK(t1) { Config c; Init(&c); assert(c.a == 2); TerminateTask(); }'
    answer 0 'Config c; int x; TASK(t1) { c.next = &x; *(int *)c.next = 3; assert(x == 3); TerminateTask(); }'
}

@test "short names of integers have their widths" {
    answer 0 'U8 a = 255; S16 b; u32 c; vu16 d; TASK(t1) { a++; b = (S16)40000; c = 0; c--; assert(a == 0 && b == -25536 && c == 4294967295u && sizeof d == 2); TerminateTask(); }'
    expect_error "nothing declares \`U8\`; going on with \`-include rtcheck_large_types.h\`"
}

@test "words before types, and lines outside of functions, mean nothing" {
    answer 0 '_FOSC(XT & PLL);
_FWDT(OFF);
NEAR unsigned char x; FAR Speed *p;
TASK(t1) { x = 3; assert(x == 3); TerminateTask(); }'
    expect_output "\`NEAR\`, \`FAR\` are nothing; \`_FOSC\`, \`_FWDT\` are nothing"
}

@test "words before types that say what they are mean that" {
    printf 'STATIC INLINE int f(int x) { return x; }\n__STATIC_INLINE int g(void) { static int n; return ++n; }\nEE_INLINE int h(int x) { return x; }\n' >both.h
    printf '#include "missing.h"\n#include "both.h"\nSTATIC int own; int other(void) { own = 2; return f(1) + g() + h(1); }\n' >other.c
    application '#include "both.h"
int other(void); STATIC int own; TASK(t1) { assert(f(1) == 1 && other() == 3 && g() == 1 && own == 0); TerminateTask(); }'
    rtcheck app --without-headers one.oil one.c other.c
    expect_status 0
    expect_output "\`STATIC\` is \`static\`; \`__STATIC_INLINE\` is \`static inline\`; \`EE_INLINE\` is \`inline\`; \`INLINE\` is \`inline\`"
}

@test "values that a list has too many are left out, as compilers do" {
    answer 0 'struct s { int a, b; }; TASK(t1) { int r[2] = {0, 0, 9}; struct s s = {1, 2, 3}, q[1] = {{1, 2, 3}, {4}}; int z = {1, 2}; assert(!r[1] && s.b == 2 && q[0].b == 2 && z == 1); TerminateTask(); }'
    expect_error "excess elements in array initializer"
}

@test "a name means the same in all sources" {
    application 'extern Config c; void other(void); TASK(t1) { c.a = 1; other(); assert(c.a == 1); assert(LIMIT != 3 || c.b == 3); TerminateTask(); }'
    printf '#include "board.h"\nConfig c;\nvoid other(void) { c.b = LIMIT; }\n' >two.c
    rtcheck app --without-headers one.oil one.c two.c
    expect_status 0
}

@test "what cannot be told is refused" {
    answer 2 'TASK(t1) { EVERY(100) { } else { } TerminateTask(); }'
    expect_error "error:"
    answer 2 'TASK(t1) { int n = 2; char line[n + SIZE]; line[0] = 1; TerminateTask(); }'
}

@test "a header whose name has other letters, large or small" {
    application 'TASK(t1) { assert(THREE == 3); TerminateTask(); }'
    echo 'enum { THREE = 3 };' >Board.h
    rtcheck app one.oil one.c
    expect_status 0
    expect_error "one.c:3:10: warning: 'board.h' is not there, but one that is spelled a little otherwise is; going on with that"
    mkdir inc && mv Board.h inc/BOARD.H
    rtcheck app -I inc one.oil one.c
    expect_status 0
}

@test "an application may have a macro that is called like a service" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf 'int events;\n#define SetEvent(e) (events |= (e))\n#include "os.h"\n#include <assert.h>\nTASK(t1) { SetEvent(4); assert(events == 4); TerminateTask(); }\n' >one.c
    rtcheck app one.oil one.c
    expect_status 0
}

@test "an interrupt routine may be a plain function" {
    cat >plain.oil <<'END'
CPU c {
  OS os { STATUS = EXTENDED; };
  TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
  ISR timer { CATEGORY = 2; PRIORITY = 3; };
};
END
    printf '#include "os.h"\n#include <assert.h>\nint x;\nvoid timer(void) { x = 1; }\nTASK(t1) { assert(x == 0); TerminateTask(); }\n' >plain.c
    rtcheck app --no-check race plain.oil plain.c
    expect_status 1
    expect_output "timer  an interrupt comes"
    rtcheck app --no-check race --isr timer=0 plain.oil plain.c
    expect_status 0
    sed -i 's/timer(void)/timer(int n)/' plain.c
    rtcheck app plain.oil plain.c
    expect_status 2
    expect_error "ISR \`timer\` of the configuration has parameters"
}

@test "a folder's configuration names sources, and the machine" {
    mkdir -p own/lib
    cat >own/conf.oil <<'END'
CPU c {
  OS os { STATUS = EXTENDED; CPU_DATA = CORTEX_MX { APP_SRC = "code.c"; APP_SRC = "lib/data.c"; // APP_SRC = "other.c";
    APP_SRC = "gone.c"; }; };
  TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
};
END
    printf '#include "ee.h"\n#include <assert.h>\nextern int data; enum small { A, B };\nTASK(t1) { assert(data == 3); assert(sizeof(long) == 4); assert(sizeof(enum small) == 1); TerminateTask(); }\n' >own/code.c
    echo 'int data = 3;' >own/lib/data.c
    echo 'int data = 4;' >own/other.c
    rtcheck app own
    expect_status 0
    expect_error "rtcheck app --target arm-none-eabi --clang -fshort-enums --profile erika --engine auto --time 60s --without-headers own/conf.oil own/code.c own/lib/data.c"
    rtcheck app --target x86_64-linux-gnu own
    expect_status 1
    printf 'int main(void) { ActivateTask(t1); for (;;); }\n' >>own/code.c
    sed -i 's/AUTOSTART = TRUE/AUTOSTART = FALSE/' own/conf.oil
    rtcheck app own
    expect_status 0
    rtcheck app --profile standard own
    expect_status 1
    expect_output "main calls ActivateTask(t1): a service is called where it is not allowed"
}

@test "a variable of a structure's type has its members in every source" {
    cat >shared.h <<'END'
struct in { short x; unsigned f : 3, g : 5; };
typedef struct node { int a; struct in i; union { int u; char c[4]; }; struct node *next; struct in list[2]; } Node;
extern Node n; extern Node many[3]; extern struct in flags;
Node make(int v); int sum(Node v); void fill(void);
END
    application '#include "shared.h"
Node copy; int total;
TASK(t1) {
    fill();
    assert(n.a == 1 && n.i.x == -2 && n.i.f == 5 && n.i.g == 17 && n.u == 0x01020304 && n.c[0] == 4);
    n.i.g = 3; n.list[1].x = 7; n.next = &many[1]; n.next->list[0].f = 6; many[2].c[1] = 9; flags.g = 31;
    copy = n; Node own = n; Node other = copy; n = make(4);
    assert(copy.list[1].x == 7 && own.i.g == 3 && other.next == &many[1] && many[1].list[0].f == 6 && n.a == 4);
    total = sum(n) + sum(own); assert(total == 4 + 1);
    assert(n.next == &many[2] && n.next->c[1] == 9 && flags.g == 31 && (&many[0])[2].u == 0x900);
    TerminateTask();
}'
    cat >two.c <<'END'
#include "shared.h"
Node n, many[3];
struct in flags;
void fill(void) { n.a = 1; n.i.x = -2; n.i.f = 5; n.i.g = 17; n.u = 0x01020304; }
Node make(int v) { Node m = {v, .next = &many[2]}; return m; }
int sum(Node v) { return v.a; }
END
    rtcheck app one.oil one.c two.c
    expect_status 0
    sed -i 's/n.a == 4/n.a == 5/' one.c
    rtcheck app one.oil one.c two.c
    expect_status 1
}

@test "a function that is declared by being called may return nothing, if nobody looks" {
    application 'int x; TASK(t1) { change(3); assert(x == 3); TerminateTask(); }'
    printf 'extern int x;\nvoid change(int to) { x = to; }\n' >two.c
    rtcheck app one.oil one.c two.c
    expect_status 0
    application 'int x; TASK(t1) { x = change(3); TerminateTask(); }'
    rtcheck app one.oil one.c two.c
    expect_status 2
    expect_error "returns \`void\` where it is defined"
}

@test "a name that looks like a type somewhere, and is a value, is a value" {
    printf '#define PORT_A NAME_A\n\nint below;\n' >ports.h
    answer 0 '#include "ports.h"
TASK(t1) { send(PORT_A); send(NAME_A, 1); TerminateTask(); }'
    expect_output "\`NAME_A\` is constant, and any \`int\`"
}

@test "AUTOSAR's words around types are no lines that mean nothing" {
    answer 0 '#include "ee.h"
FUNC(Handle, CODE) open_it(VAR(Handle, AUTOMATIC) h);
TASK(t1) { open_it(3); TerminateTask(); }'
    expect_output "\`Handle\` is \`int\`"
}

@test "a variable that no source defines has any value whenever it is read" {
    touch board.h
    answer 1 'extern int limit; TASK(t1) { assert(limit != 7); TerminateTask(); }'
    expect_output "assuming that \`limit\`, which no source defines, has any value whenever it is read"
    answer 1 'extern int limit; TASK(t1) { limit = 3; assert(limit == 3); TerminateTask(); }'
    answer 1 'extern const unsigned char font[]; TASK(t1) { assert(font[200] != 9); TerminateTask(); }'
    expect_output "\`font\`, whose size nothing tells, has 4096 elements"
    answer 1 'extern const unsigned char font[2][3]; static int at(const unsigned char *row, int i) { return row[i]; }
TASK(t1) { assert(at(font[1], 2) != 9); TerminateTask(); }'
    answer 1 'extern struct { int a; unsigned b : 3; } s; TASK(t1) { assert(s.b != 7); TerminateTask(); }'
    answer 1 'extern int a[4]; TASK(t1) { assert(a[3] < 5); a[4] = 1; TerminateTask(); }'
    answer 0 'extern int limit; int x; TASK(t1) { x = limit > 3; assert(x == 0 || x == 1); TerminateTask(); }'
    answer 0 'extern unsigned char state; TASK(t1) { assert(state < 256); TerminateTask(); }'
}

@test "a variable that no source defines and that is no integer starts with any value" {
    touch board.h
    answer 1 'extern struct { float f; int n; } s; TASK(t1) { assert(s.n != 7); TerminateTask(); }'
    expect_output "\`s\`, which no source defines, starts with any numbers and null pointers, and nobody else changes it"
    answer 0 'extern struct { float f; int n; } s; TASK(t1) { s.n = 3; assert(s.n == 3); TerminateTask(); }'
    answer 1 'extern const struct { int n; char *p; } s; TASK(t1) { assert(s.n != 7); TerminateTask(); }'
    answer 2 'extern char *p; TASK(t1) { assert(*p); TerminateTask(); }'
    expect_error "\`p\` is declared, but no source defines it"
    printf 'volatile limit is memory\n' >stubs.txt
    application 'extern int limit; TASK(t1) { limit = 3; assert(limit == 3); TerminateTask(); }'
    rtcheck app --stubs stubs.txt one.oil one.c
    expect_status 0
    printf 'volatile limit in 0..6\n' >stubs.txt
    application 'extern int limit; TASK(t1) { assert(limit != 7); TerminateTask(); }'
    rtcheck app --stubs stubs.txt one.oil one.c
    expect_status 0
}

@test "a task without code is told, and what it does is not known" {
    application 'TASK(t2) { TerminateTask(); }'
    sed -i 's/};$/ TASK t2 { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };/' one.oil
    rtcheck app one.oil one.c
    expect_status 2
    expect_error "task \`t1\` of the configuration has no code: no source defines TASK(t1)"
    rtcheck app --without-headers one.oil one.c
    expect_status 3
    expect_output "unknown: no violation was found, but task t1 has no code here"
    expect_output "task \`t1\`, which has no code here, does nothing"
    rtcheck app --without-headers --allow-vacuous one.oil one.c
    expect_status 0
    application 'int x; TASK(t2) { assert(x); TerminateTask(); }'
    sed -i 's/};$/ TASK t2 { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };/' one.oil
    rtcheck app --without-headers one.oil one.c
    expect_status 1
}

@test "an interrupt routine without code is told, and does nothing" {
    application 'TASK(t1) { TerminateTask(); }'
    sed -i 's/};$/ ISR tick { CATEGORY = 2; PRIORITY = 3; }; };/' one.oil
    rtcheck app --without-headers one.oil one.c
    expect_status 3
    expect_output "unknown: no violation was found, but ISR tick has no code here"
    expect_output "ISR \`tick\`, which has no code here, does nothing"
    rtcheck app --without-headers --isr tick=0 one.oil one.c
    expect_status 0
    rtcheck app --without-headers --allow-vacuous one.oil one.c
    expect_status 0
    application 'TASK(t1) { WaitEvent(e); TerminateTask(); }' # for what the routine may set
    sed -i 's/};$/ ISR tick { CATEGORY = 2; PRIORITY = 3; }; EVENT e { MASK = AUTO; }; TASK t1 { EVENT = e; }; };/' one.oil
    rtcheck app --without-headers one.oil one.c
    expect_status 3
    expect_output "but ISR tick has no code here, and may end that"
    rtcheck app --without-headers --allow-vacuous one.oil one.c
    expect_status 1
}

@test "headers in angles that lie beside the source, and with the slashes of other systems" {
    mkdir h
    printf '#define SPEED 3\n' >beside.h
    printf '#define LIMIT 4\n' >h/limit.h
    answer 0 '#include <beside.h>
TASK(t1) { assert(SPEED == 3); TerminateTask(); }'
    expect_error "warning: 'beside.h' file not found with <angled> include"
    answer 0 '#include "h\limit.h"
TASK(t1) { assert(LIMIT == 4); TerminateTask(); }'
    expect_error "is not there, but one that is spelled a little otherwise is; going on with that"
}

@test "an array is as long as where it is defined" {
    application 'extern int list[9]; TASK(t1) { list[3] = 1; TerminateTask(); }'
    printf 'int list[4];\n' >two.c
    rtcheck app one.oil one.c two.c
    expect_status 0
    expect_output "\`list\` is \`int[4]\`, as where it is defined"
    application 'extern int list[9]; TASK(t1) { list[4] = 1; TerminateTask(); }'
    rtcheck app one.oil one.c two.c
    expect_status 1
}

@test "sources in C++ are left out where nothing of the configuration is in them" {
    mkdir mixed
    application 'int speed(void); TASK(t1) { speed(); TerminateTask(); }'
    mv one.oil one.c mixed
    printf 'extern "C" int speed(void) { return 3; }\n' >mixed/speed.cpp
    rtcheck app mixed
    expect_status 0
    expect_output "code that was left out does nothing else that matters: \`speed\` (mixed/speed.cpp)"
}

@test "a vendor's type is one, too, where it is first seen as the result of a pointer to functions; the time has its structure" {
    answer 0 'typedef U8 (*reader)(U8, U8); typedef U16(*other)(int); extern U8 read_pin(U8, U8);
TASK(t1) { reader r = read_pin; other o = 0; U8 x = r(1, 2); (void)o; assert(x <= 255); TerminateTask(); }'
    expect_error "nothing declares \`U8\`; going on with \`-include rtcheck_large_types.h\`"
    answer 0 '#include <time.h>
struct timespec now; long ms; TASK(t1) { now.tv_sec = 1; now.tv_nsec = 5; clock_gettime(CLOCK_RAW, &now); TerminateTask(); }'
}

@test "constants that C wants to know fit where programs keep them" {
    answer 0 'TASK(t1) { static unsigned char state = HIGH; assert(state == HIGH); TerminateTask(); }'
}

@test "structures of missing headers have what is used of them" {
    answer 0 'struct peer p; struct peer *q = &p; TASK(t1) { struct other o; o.x = 3; p.port = 3; p.in.low = 4; assert(q->port == o.x); TerminateTask(); }'
    expect_output "\`other\`, \`peer\` are structures of \`int\`"
    answer 1 'struct peer p; void find(struct peer *); TASK(t1) { p.port = 3; find(&p); assert(p.port == 3); TerminateTask(); }'
    answer 0 'union both u; TASK(t1) { u.x = 3; TerminateTask(); }'
}

@test "registers of missing headers may be counted, and lie in counted groups" {
    answer 0 'int i; TASK(t1) { PORT->Group[0].DIR.reg = 1; for (i = 0; i < 3; i++) { PCC->PCCn[i] |= 2; TABLE[i] = i; BANK[i].on = 1; } TerminateTask(); }'
    expect_output '`PORT`, `PCC`, `TABLE`, `BANK` are hardware'
    answer 1 'TASK(t1) { assert(PCC->PCCn[2] != 7); TerminateTask(); }'
    answer 0 'TASK(t1) { Config c; c.list[2] = 1; TerminateTask(); }'
    expect_output '`list` in `Config` has 4096 elements' # how long it is nothing tells
    answer 0 'TASK(t1) { Config c; Other o; o.list = 1; c.list[2] = 1; TerminateTask(); }'
    expect_output '`list` in `Config` has 4096 elements'
}

@test "constants of missing headers are what their uses can do with" {
    answer 0 'unsigned r; int a[5]; TASK(t1) { r = r >> RIGHT; r = 8 << LEFT; a[SLOT] = 1; TerminateTask(); }'
    expect_output '`RIGHT` is from 0 to 31, `LEFT` is from 0 to 27, `SLOT` is from 0 to 4, as its use asks for'
    answer 1 'int a[5]; TASK(t1) { a[SLOT] = 1; assert(SLOT != 4); TerminateTask(); }'
    answer 0 'int a[5]; TASK(t1) { a[SLOT + 1] = 1; TerminateTask(); }'
    expect_output '`SLOT` is from -1 to 3, as its use asks for'
    answer 1 'int a[5]; TASK(t1) { a[SLOT + 1] = 1; assert(SLOT != 3); TerminateTask(); }'
    application 'int r; TASK(t1) { r = 10 / FREQ; assert(FREQ > 1); TerminateTask(); }'
    rtcheck app --without-headers --any FREQ=2..9 one.oil one.c
    expect_status 0
    rtcheck app --without-headers --any FREQ=0..9 one.oil one.c # whoever says it is believed
    expect_status 1
    expect_output "division by zero"
}

@test "C of old: functions and variables without a type are int" {
    answer 0 'static count; twice(int x) { return 2 * x; } old(x) int x; { return x; } TASK(t1) { count = twice(3); assert(count == 6 && old(4) == 4 && sizeof count == sizeof(int)); TerminateTask(); }'
    expect_error "type specifier missing, defaults to 'int'"
    answer 2 'int done; ROUTINE(timer) { done = 1; } TASK(t1) { TerminateTask(); }' # more likely a macro
    expect_error "parameter 'timer' was not declared"
    answer 2 'int done; ROUTINE() { done = 1; } TASK(t1) { TerminateTask(); }'
    expect_error "error: type specifier missing"
}

@test "C of old: a void function may be called before it is declared" {
    answer 0 'int x; TASK(t1) { change(3); assert(x == 3); TerminateTask(); } void change(int to) { x = to; }'
    expect_error '`change` is called before it is declared'
    answer 2 'int x; TASK(t1) { change(3); TerminateTask(); } void change(float to) { x = to; }'
    expect_error "conflicting types for 'change'"
    answer 2 'int x; TASK(t1) { x = change(3); TerminateTask(); } void change(int to) { x = to; }'
    answer 2 'int x; TASK(t1) { change(3); TerminateTask(); } float change(int to) { return to; }'
}

@test "a kernel's header brings more than ours: names of boards, AUTOSAR's types" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "tpl_os.h"\nDeclareAlarm(unused);\nTASK(t1) { digitalWrite(13, HIGH); TerminateTask(); }\n' >one.c
    rtcheck app --without-headers one.oil one.c
    expect_status 0
    expect_output '`HIGH` is constant, and any `int`'
    printf '#include "Os.h"\n#include <assert.h>\nuint16 x; TASK(t1) { assert(sizeof x == 2); TerminateTask(); }\n' >one.c
    rtcheck app --without-headers one.oil one.c
    expect_status 0
}

@test "the only application mode need not be declared" {
    printf '#include "os.h"\n#include <assert.h>\nint main(void) { StartOS(normal); }\nTASK(t1) { assert(0); TerminateTask(); }\n' >mode.c
    printf 'CPU c { OS os { }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = normal; }; }; };\n' >mode.oil
    rtcheck app mode.oil mode.c
    expect_status 1
    sed -i 's/normal/OSDEFAULTAPPMODE/' mode.c
    rtcheck app mode.oil mode.c
    expect_status 1
}

@test "a folder with ERIKA's own kernel: rtcheck's is taken" {
    mkdir -p own/erika/pkg
    printf '#define TASK(x) void Func##x(void)\n#include "no_such_part.h"\n' >own/erika/pkg/ee.h
    printf 'CPU c { OS os { STATUS = EXTENDED; KERNEL_TYPE = FP; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >own/conf.oil
    printf '#include "ee.h"\n#include <assert.h>\nTASK(t1) { EE_UINT8 x = 255; x++; assert(x == 0); EE_led_on(LED_3); TerminateTask(); }\n' >own/code.c
    printf '#include "ee_internal.h"\nvoid EE_led_on(int led) { }\n' >own/erika/pkg/led.c
    rtcheck app own
    expect_status 0
    expect_error "--header ee.h"
    expect_output "code that was left out does nothing else that matters: \`EE_led_on\`"
}

@test "a makefile of nxtOSEK's names the sources of a folder" {
    mkdir -p robot
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >robot/robot.oil
    printf '#include "kernel.h"\n#include <assert.h>\nint speed(void);\nTASK(t1) { assert(speed() == 2); TerminateTask(); }\n' >robot/robot.c
    printf 'int speed(void) { return 1; }\n' >robot/fast.c
    printf 'int speed(void) { return 2; }\n' >robot/slow.c
    printf 'TARGET = robot\n#TARGET_SOURCES = fast.c\nTARGET_SOURCES := $(TARGET).c \\\n\tslow.c\nTOPPERS_OSEK_OIL_SOURCE := ./$(TARGET).oil\n' >robot/Makefile
    rtcheck app robot
    expect_status 0
    expect_error "robot/robot.oil robot/robot.c robot/slow.c"
    sed -i 's/slow.c/gone.c/' robot/Makefile # then as if there were none
    rtcheck app robot
    expect_status 1
    expect_error "robot/robot.oil robot/robot.c robot/fast.c"
}

# kernel FOLDER: a configuration with one task, and src/code.c, which includes lib/kern.h and uses it.
kernel() {
    mkdir -p "$1/src" "$1/lib"
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >"$1/conf.oil"
    printf '#include "kern.h"\n#include <assert.h>\nTASK(t1) { assert(LIMIT == 3); TerminateTask(); }\n' >"$1/src/code.c"
}

@test "headers of a kernel that lies in the folder are known by what they say: rtcheck's stand for them" {
    kernel own
    printf '#include "types.h"\n#include "services.h"\n#define LIMIT 3\n' >own/lib/kern.h
    printf 'typedef unsigned char TaskType;\ntypedef unsigned char StatusType;\n' >own/lib/types.h
    printf '#define DeclareTask(x) extern void x(void)\n#  define TASK(x) void Func##x(void)\nextern StatusType TerminateTask(void);\n' >own/lib/services.h
    rtcheck app own
    expect_status 0
    expect_error "own/lib/types.h: warning: this is a kernel's header: rtcheck's own stands for it"
    expect_error "own/lib/services.h: warning: this is a kernel's header"
    printf '#include "os.h"\n#define LIMIT 4\n' >own/lib/kern.h # beside who includes it
    printf 'typedef unsigned char\n    TaskType;\nint broken' >own/lib/os.h
    rtcheck app own
    expect_status 1
    expect_output "the assertion does not hold: LIMIT == 3"
}

@test "a header of others that does not compile is left out, and that is told; one beside the source is an error" {
    kernel own
    printf '#include "os.h"\n#include "chip.h"\n#define LIMIT 3\n' >own/lib/kern.h
    printf '#ifndef CHIP_A\n#error "CHIP_A must be defined"\n#endif\n' >own/lib/chip.h
    rtcheck app own
    expect_status 0
    expect_error "own/lib/chip.h:2:2: warning: this header does not compile here (\"CHIP_A must be defined\"; what the build defines is said with -D); going on without it"
    expect_output "\`chip.h\`, which does not compile here, has nothing that matters"
    rtcheck app -D CHIP_A own
    expect_status 0
    expect_no_output "does not compile"
    printf '#include "os.h"\n#ifdef A\n#define LIMIT 3\n#else\n#define LIMIT 4\n#endif\nint x = ;\n' >own/lib/kern.h # then LIMIT is any number
    rtcheck app own
    expect_status 1
    printf '#include "os.h"\n#define LIMIT 3\nint x = ;\n' >own/lib/kern.h
    rtcheck app own
    expect_status 0
    expect_error '`LIMIT` is in own/lib/kern.h, which is not read as it is; going on with `-DLIMIT=3`'
    mv own/lib/kern.h own/src
    rtcheck app own
    expect_status 2
    expect_error "own/src/kern.h:3:9: error: expected expression"
    mv own/src/kern.h own/lib
    rtcheck app -I own/lib own/conf.oil own/src/code.c
    expect_status 2
}

@test "StartOS() without a mode starts in the first one" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = first; }; }; };\n' >mode.oil
    printf '#include "os.h"\n#include <assert.h>\nTASK(t1) { assert(0); TerminateTask(); }\nint main(void) { StartOS(); return 0; }\n' >mode.c
    rtcheck app mode.oil mode.c
    expect_status 1
    expect_error "mode.c:4:26: warning: \`StartOS()\` names no mode; going on with \`-DStartOS()=StartOS(OSDEFAULTAPPMODE)\`"
}

@test "the machine of a folder: characters of nxtOSEK's have a sign, dsPIC's and AVR's numbers are small; that it is not known is told" {
    mkdir -p own
    local tail='{ OS os { STATUS = EXTENDED; %s }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n'
    printf "CPU ATMEL_AT91SAM7S256 $tail" "" >own/conf.oil
    printf '#include "os.h"\n#include <assert.h>\nTASK(t1) { char c = -1; assert(c < 0); assert(sizeof(int) == SIZE); TerminateTask(); }\n' >own/code.c
    rtcheck app -D SIZE=4 own
    expect_status 0
    expect_error "--clang -fsigned-char"
    rtcheck app -D SIZE=4 --target arm-none-eabi own
    expect_status 0
    rtcheck app -D SIZE=4 --target arm-none-eabi --clang -funsigned-char own
    expect_status 1
    for machine in PIC30 AVR; do
        printf "CPU c $tail" "CPU_DATA = $machine { ICD2 = TRUE; };" >own/conf.oil
        rtcheck app -D SIZE=2 own
        expect_status 0
        expect_no_output "has 32 bits"
    done
    printf "CPU c $tail" "" >own/conf.oil
    rtcheck app -D SIZE=4 own
    expect_status 0
    expect_output 'assuming that `int` has 32 bits, `long` and pointers have 64, `char` has a sign, enumerations are as large as `int`, numbers are aligned to their sizes and begin with their lowest byte (say otherwise with --target)'
    rtcheck app -D SIZE=4 --clang -funsigned-char --clang -fshort-enums own
    expect_output '`char` has no sign, enumerations are as small as they can be,'
}

@test "of several makefiles the first is taken, or the one that is named; they define macros" {
    mkdir -p robot
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >robot/robot.oil
    printf '#include "kernel.h"\n#include <assert.h>\nint speed(void);\nTASK(t1) { assert(speed() == FAST + SLOW); TerminateTask(); }\n' >robot/robot.c
    printf 'int speed(void) { return 1; }\n' >robot/fast.c
    printf 'int speed(void) { return 2; }\n' >robot/slow.c
    printf 'TARGET_SOURCES = robot.c fast.c\nTOPPERS_OSEK_OIL_SOURCE = robot.oil\nUSER_DEF = FAST SLOW=0\n' >robot/Makefile.fast
    printf 'TARGET_SOURCES = robot.c slow.c\nTOPPERS_OSEK_OIL_SOURCE = robot.oil\nUSER_C_OPT = -O2 -DFAST=0 -DSLOW=2\n' >robot/Makefile.slow
    rtcheck app robot
    expect_status 0
    expect_error "going on with robot/Makefile.fast; others build this configuration, too, and can be named: robot/Makefile.slow"
    expect_error "rtcheck app --clang -DFAST --clang -DSLOW=0 "
    rtcheck app robot robot/Makefile.slow
    expect_status 0
    expect_error "--clang -DFAST=0 --clang -DSLOW=2"
    expect_error "robot/robot.c robot/slow.c"
    rtcheck app robot/robot.oil robot/robot.c robot/Makefile.slow
    expect_status 2
    expect_error "'robot/Makefile.slow' goes with a folder"
}

@test "a folder's interrupt routines and callbacks are found, however they are written" {
    mkdir -p own
    cat >own/conf.oil <<'END'
CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
  ISR tick { CATEGORY = 2; PRIORITY = 1; };
  COUNTER n { MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; };
  ALARM a { COUNTER = n; ACTION = ALARMCALLBACK { ALARMCALLBACKNAME = "cb"; }; AUTOSTART = TRUE { ALARMTIME = 3; CYCLETIME = 5; }; };
};
END
    printf '#include "os.h"\nint x; TASK(t1) { x++; TerminateTask(); }\n' >own/code.c
    local routine callback
    for routine in 'ISR(tick) { }' 'ISR(\n  tick) { }' 'ISR2 (tick) { }' 'void tick(void) { }'; do
        printf "#include \"os.h\"\nextern int x; $routine\nALARMCALLBACK(cb) { x = 0; }\n" >own/board.c
        rtcheck app own
        expect_status 1
        expect_output "'x' is written by"
    done
    for callback in 'ALARMCALLBACK(cb)' 'void cb(void)' 'ALARMCALLBACK( cb )'; do
        printf "#include \"os.h\"\nextern int x; void tick(void) { x = 0; }\n$callback { }\n" >own/board.c
        rtcheck app own
        expect_status 1
        expect_output "'x' is written by"
    done
    rm own/board.c
    rtcheck app own
    expect_status 3
    expect_output "has no code here"
}

@test "macros, interrupt routines and further sources that ERIKA's configurations bring" {
    mkdir -p own
    printf '#include "ee.h"\nint a[4]; TASK(t1) {\n#ifdef BUG\nint i = BUG + 3; a[i] = 1;\n#endif\nTerminateTask(); }\nint main(void) { StartOS(OSDEFAULTAPPMODE); for (;;); }\n' >own/code.c
    local tail='KERNEL_TYPE = FP; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };'
    echo "CPU c { OS os { STATUS = EXTENDED; EE_OPT = \"OTHER\"; CFLAGS = \"-O2 -DX\"; $tail" >own/conf.oil
    rtcheck app own
    expect_status 0
    expect_error "--clang -DOTHER --clang -DX"
    for line in 'EE_OPT = "BUG";' 'CFLAGS = "-O2 -DBUG -g";' 'CFLAGS = "-DBUG=1";'; do
        echo "CPU c { OS os { STATUS = EXTENDED; $line $tail" >own/conf.oil
        rtcheck app own
        expect_status 1
        rtcheck app -D BUG=0 own
        expect_status 0
    done
    echo "CPU c { OS os { STATUS = EXTENDED; CPU_DATA = X { APP_SRC = \"code.c\"; }; MCU_DATA = Y { INCLUDE_C = \"vectors.c\"; }; $tail" >own/conf.oil
    printf '#include "ee.h"\nextern int a[4]; ISR2(button) { int k = 4; a[k]++; }\n' >own/vectors.c
    rtcheck app own
    expect_error "own/code.c own/vectors.c"
    expect_status 1
    expect_output "button"
    sed -i 's/MCU_DATA.*"vectors.c"; };//; s/CPU_DATA.*"code.c"; };//' own/conf.oil # beside it
    rtcheck app own
    expect_error "own/code.c own/vectors.c"
    expect_status 1
    sed -i 's/KERNEL_TYPE/CPU_DATA = X { APP_SRC = "code.c"; }; KERNEL_TYPE/' own/conf.oil
    rtcheck app own
    expect_status 0
    expect_output "code that was left out does nothing else that matters: \`ISR2\` (own/vectors.c)"
}

@test "a source that another one includes is a part of that one" {
    mkdir -p own
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >own/conf.oil
    printf '#include "os.h"\n#include <assert.h>\n#include "tasks.c"\n' >own/main.c
    printf 'TASK(t1) { assert(0); TerminateTask(); }\n' >own/tasks.c
    rtcheck app own
    expect_status 1
    expect_error "own/conf.oil own/main.c"
}

@test "which of several modes the system starts in is told, where no main() says so" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE m1 {}; APPMODE m2 {}; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = m1; }; }; };\n' >mode.oil
    printf '#include "os.h"\nTASK(t1) { TerminateTask(); }\n' >mode.c
    rtcheck app mode.oil mode.c
    expect_status 0
    expect_output "assuming that the system starts in mode m1 (--mode names another one)"
    rtcheck app --mode m1 mode.oil mode.c
    expect_status 0
    expect_no_output "assuming"
    printf 'int main(void) { StartOS(m1); return 0; }\n' >>mode.c
    rtcheck app mode.oil mode.c
    expect_status 0
    expect_no_output "assuming"
}

# handler TEXT: a task that uses ms, and this beside it.
handler() {
    application "unsigned ms; $1 TASK(t1) { if (ms > 3) ms = 0; TerminateTask(); }"
    touch board.h
    rtcheck app one.oil one.c
}

@test "handlers that no configuration names run if their names tell it, or are told if they change what tasks use" {
    handler 'void SysTick_Handler(void) { ms++; }'
    expect_status 1
    expect_output "'ms' is read and written by ISR SysTick_Handler"
    expect_output "\`SysTick_Handler\`, which no configuration names and a table of vectors has by this name, may come at any moment, in category 1"
    rtcheck app --isr SysTick_Handler=0 one.oil one.c
    expect_status 0
    handler 'void UART_IRQHandler(void) { SuspendOSInterrupts(); ActivateTask(t1); ResumeOSInterrupts(); }'
    expect_status 1
    expect_output "in category 2"
    handler 'void handler(void) { ms++; }'
    expect_status 0
    expect_output "\`handler\`, which nothing here calls, never runs"
    handler 'static void handler(void) { ms++; } void (*const vectors[])(void) = {handler};'
    expect_status 1
    expect_output "\`handler\`, which a table of vectors has, may come at any moment"
    handler 'static void handler(void) { ms++; } void (*const menu[])(void) = {handler};'
    expect_status 3
    expect_output "but handler does not run here, and its address is in a variable that only other files read"
    expect_output "\`handler\`, which nothing here calls, never runs"
    handler 'static void handler(void) { ms++; } void (*const menu[])(void) = {handler}; void pick(int i) { menu[i](); }'
    expect_status 0
    expect_output "\`handler\`, \`pick\`, which nothing here calls, never run"
    handler 'static void handler(void) { ms++; } void set(void (*)(void)); void init(void) { set(handler); }'
    expect_output "\`handler\`, which nothing here calls, never runs"
    handler 'unsigned other; void handler(void) { other++; } unsigned twice(unsigned x) { return 2 * x; }'
    expect_status 0
    expect_no_output "nothing here calls"
    handler 'unsigned get(void) { return ms; } void put(unsigned x) { ms = x; }'
    expect_status 0
    expect_output "\`get\`, \`put\`, which nothing here calls, never run and have no effect that matters"
    handler 'static void handler(void) { ms++; } void (*call)(void) = handler; void (*get(void))(void) { return call; }'
    sed -i 's/if (ms/get()(); if (ms/' one.c
    rtcheck app one.oil one.c
    expect_status 0
    expect_no_output "never runs"
}

@test "constants of missing headers are chosen before any interrupt comes, also where the system is up before main()" {
    printf 'CPU c { OS EE { EE_OPT = "DEBUG"; KERNEL_TYPE = FP; }; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; }; };\n' >up.oil
    printf '#include "ee.h"\n#include <assert.h>\n#include "board.h"\nint n; ISR2(button) { assert(LINE == 5 || LINE != 5); n = LINE; }\nTASK(t) { }\nint main(void) { init(LINE); ActivateTask(t); for (;;); }\n' >up.c
    rtcheck app --profile erika --without-headers up.oil up.c
    expect_status 0
    printf '#include "ee.h"\nint seen, x; ISR2(button) { seen = x; }\nTASK(t) { }\nint main(void) { ActivateTask(t); for (;;); }\n' >up.c
    rtcheck app --profile erika --any x=3..4 up.oil up.c
    expect_status 0
}

@test "a constant of a missing header is a time that its counter has; opposites differ" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; COUNTER k { MAXALLOWEDVALUE = 6; TICKSPERBASE = 1; MINCYCLE = 2; }; ALARM a { COUNTER = k; ACTION = ACTIVATETASK { TASK = t2; }; };\n
TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; TASK t2 { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; }; };\n' >one.oil
    printf '#include "os.h"\n#include "board.h"\n#include <assert.h>\nTASK(t1) { SetRelAlarm(a, FIRST, PERIOD); TerminateTask(); }\nTASK(t2) { assert(LOW != HIGH); TerminateTask(); }\n' >one.c
    rtcheck app --without-headers --ticks any:timely one.oil one.c
    expect_status 0
    expect_output '`FIRST` is from 1 to 6, `PERIOD` is from 2 to 6, as its use asks for'
    expect_output '`HIGH` is 1'
    sed -i 's/FIRST/7/' one.c
    rtcheck app --without-headers --ticks any:timely one.oil one.c
    expect_status 1
    sed -i 's/SetRelAlarm(a, 7/SetAbsAlarm(a, FIRST/' one.c
    rtcheck app --without-headers --ticks any:timely one.oil one.c
    expect_status 0
    expect_output '`FIRST` is from 0 to 6'
    sed -i 's/LOW != HIGH/ODD != EVEN/' one.c
    rtcheck app --without-headers --ticks any:timely one.oil one.c
    expect_status 3
    expect_output 'but not if `ODD` is 0, `EVEN` is 1'
}

@test "headers that have E_OK, too, and ERIKA's words of compilers" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#ifndef STATUSTYPEDEFINED\n#define STATUSTYPEDEFINED\n#define E_OK 0x00u\ntypedef unsigned char StatusType;\n#endif\n#define E_NOT_OK 0x01u\n' >Std_Types.h
    printf '#include "Std_Types.h"\n#include "os.h"\nTASK(t1) { StatusType s = ActivateTask(t1); if (s == E_OK) s = E_NOT_OK; TerminateTask(); }\n' >one.c
    rtcheck app one.oil one.c
    expect_status 0
    printf '#include "ee.h"\nint x;\n__INLINE__ EE_UINT16 __ALWAYS_INLINE__ f(void) { return x; }\nTASK(t1) { x = f(); TerminateTask(); }\n' >one.c
    printf '#include "ee.h"\n__INLINE__ int f(void) { return 1; }\nint g(void) { return f(); }\n' >two.c
    rtcheck app one.oil one.c two.c
    expect_status 0
}

@test "exit ends all, wherever it is called, and what came before it is checked" {
    printf 'CPU c { OS o { STATUS = EXTENDED; SHUTDOWNHOOK = TRUE; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR i { CATEGORY = 2; PRIORITY = 3; }; };\n' >one.oil
    printf '#include "os.h"\n#include <stdlib.h>\n#include <assert.h>\nvolatile int x; int failed(void); void (*end)(int) = _Exit;\nint main(void) { if (failed()) exit(1); StartOS(OSDEFAULTAPPMODE); return 0; }\nvoid ShutdownHook(StatusType e) { assert(0); }\nISR(i) { assert(x != 3); }\nTASK(t) { x = 2; DisableAllInterrupts(); if (failed()) end(3); exit(x); x = 3; assert(0); }\n' >one.c
    rtcheck app one.oil one.c
    expect_status 0
    expect_output 'behind `exit` nothing runs any more, no hook either'
    rtcheck app --engine paths one.oil one.c
    expect_status 0
    rtcheck app --ltl 'eventually x == 3' one.oil one.c
    expect_status 1
    rtcheck app --engine spin one.oil one.c
    expect_status 2
    sed -i 's/x != 3/x != 2/' one.c
    rtcheck app one.oil one.c
    expect_status 1
    expect_output 'the assertion does not hold: x != 2'
    printf 'void exit()\nvoid _Exit()\n' >stubs
    sed -i 's/x != 2/1/' one.c
    rtcheck app --stubs stubs one.oil one.c
    expect_status 1
    sed -i 's/= _Exit/= abort/; s/(\*end)(int)/(*end)(void)/; s/end(3)/end()/' one.c
    rtcheck app one.oil one.c
    expect_status 1
    expect_output 'the assertion does not hold: abort'
    sed -i 's/(\*end)(void) = abort/(*end)(jmp_buf, int) = longjmp/; s/end()/end(b, 1)/; s/^volatile/#include <setjmp.h>\njmp_buf b; volatile/' one.c
    rtcheck app one.oil one.c
    expect_status 2
    expect_error '`longjmp`, whose address is taken, cannot be modelled; give a stub'
}

@test "members of missing types that are subscripted, and registers through a parameter" {
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "os.h"\n#include "gpio.h"\nvoid af(GPIO_TypeDef *port, unsigned pin) { port->AFR[pin >> 3] |= pin; port->ODR = 1; }\nTASK(t) { af(GPIOA, 800); TerminateTask(); }\n' >one.c
    rtcheck app --without-headers one.oil one.c
    expect_status 0
    expect_output '`GPIOA` is hardware; members of `GPIO_TypeDef` are volatile; `AFR` in `GPIO_TypeDef` has 4096 elements'
    printf '#include "os.h"\n#include "can.h"\n#include <assert.h>\nPdu pdu; struct Frame frame;\nvoid put(Pdu *p, int i, int v) { p->sdu[i] = v; p->sdu[i]++; p->boxes[i].id = v; }\nTASK(t) { put(&pdu, 7, 3); frame.data[2] = 5; assert(pdu.sdu[7] == 4 && pdu.sdu[6] == 0 && pdu.boxes[7].id == 3 && frame.data[2] == 5); TerminateTask(); }\n' >one.c
    rtcheck app --without-headers one.oil one.c
    expect_status 0
    expect_output '`sdu` in `Pdu` has 4096 elements'
    sed -i 's/sdu\[6\] == 0/sdu[6] == 1/' one.c
    rtcheck app --without-headers one.oil one.c
    expect_status 1
    sed -i 's/&pdu, 7/\&pdu, 4096/' one.c
    rtcheck app --without-headers one.oil one.c
    expect_status 1
    expect_output 'index 4096 of an array of 4096'
}

@test "types of missing headers that say in their names what numbers they are" {
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "os.h"\n#include <assert.h>\n#include "types.h"\nTASK(t) { uint8_T n = 255; real_T r = 0.5; my_i16 i = -1; UBYTE b = -1; Plain p = 3; n++; assert(n == 0 && r > 0.2 && i < 0 && b == 255 && sizeof i == 2 && p == 3); TerminateTask(); }\n' >one.c
    rtcheck app --without-headers one.oil one.c
    expect_status 0
    expect_output '`uint8_T` is unsigned, of 8 bits; `real_T` is `double`; `my_i16` is signed, of 16 bits; `UBYTE` is unsigned, of 8 bits; `Plain` is `int`'
    printf '#include "ecrobot_interface.h"\nF32 half(S16 a) { return (F32)a / 2; }\nint a[3];\nTASK(t) { UINT n = 0; n--; if (half(1) > 0.4f && n > 1) a[(int)(half(1) * 6)] = 1; TerminateTask(); }\n' >one.c
    rtcheck app one.oil one.c
    expect_status 1
    expect_output 'index 3 of an array of 3'
}

@test "members of missing types that only initializers name" {
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "os.h"\n#include <assert.h>\n#include "gpio.h"\nstatic const gpio_t other = { .pin = 7, .name = "x", .deep = { .inner = 3 } };\nTASK(t) { gpio_t led = { .pin = 5, .mode = OUT }; led.pin = 4; gpio_init(&led); assert(other.pin == 7 && other.deep.inner == 3); TerminateTask(); }\n' >one.c
    rtcheck app --without-headers one.oil one.c
    expect_status 0
    sed -i 's/other.pin == 7/other.pin == 8/' one.c
    rtcheck app --without-headers one.oil one.c
    expect_status 1
}

@test "a source whose headers lack os.h has it all the same" {
    printf 'CPU c { OS o { STATUS = EXTENDED; PRETASKHOOK = TRUE; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "Mcu.h"\nint x;\nTASK(t)\n{ x = 2; TerminateTask(); }\n' >one.c
    printf '#include <assert.h>\n#include "OsTypes.h"\nvoid PreTaskHook(void) { unsigned n = 0; GetTaskID(&n); assert(n == t); }\n' >two.c
    rtcheck app one.oil one.c two.c
    expect_status 0
    expect_error 'one.c:3:1: warning: nothing declares `TASK`; going on with `-include os.h`'
    expect_error 'two.c:3:42: warning: nothing declares `GetTaskID`; going on with `-include os.h`'
    sed -i 's/n == t/n != t/' two.c
    rtcheck app one.oil one.c two.c
    expect_status 1
}

@test "floating-point inputs keep to their ranges" {
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "os.h"\nfloat getf(void);\nint y;\nfloat g;\nTASK(t) { float x = getf(); y = (int)(x * 1000.0f); if (g > 9) y = (int)(g * 1e9f); TerminateTask(); }\n' >one.c
    printf 'float getf() in 2..9\n' >one.stubs
    rtcheck app one.oil one.c
    expect_status 3
    expect_output 'in a run with large inputs: `x` gives 1.00000002e+30'
    rtcheck app --inputs small one.oil one.c
    expect_status 3
    expect_output 'only some values of inputs were tried'
    rtcheck app --stubs one.stubs --any g=0..9 one.oil one.c
    expect_status 3
    rtcheck app --stubs one.stubs --any g=0..10 one.oil one.c
    expect_status 1
    sed -i 's/1000.0f/250000000.0f/' one.c
    rtcheck app --stubs one.stubs one.oil one.c
    expect_status 1
    sed -i 's/(int)(x \* 250000000.0f)/1000 \/ (int)(x - 1.5f)/' one.c
    rtcheck app --stubs one.stubs one.oil one.c
    expect_status 1
    expect_output 'division'
    printf 'float getf() in 3\n' >one.stubs
    rtcheck app --stubs one.stubs one.oil one.c
    expect_status 0
}

@test "functions without a body that do not return: by their declarations, or since the program says so behind the call" {
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR i { CATEGORY = 2; PRIORITY = 1; }; };\n' >one.oil
    ends() { # STATUS TEXT OF THE TASK
        printf '#include "os.h"\n#include <assert.h>\nvoid halt(void); void stop(void) __attribute__((noreturn)); _Noreturn void die(int);\nint x; volatile int y;\nISR(i) { assert(y < 8); }\nTASK(t) { x = 1; y = 7; %s }\n' "$2" >one.c
        rtcheck app --no-check race one.oil one.c
        expect_status "$1"
    }
    ends 0 'halt(); __builtin_unreachable();'
    expect_output 'behind `halt` nothing runs any more'
    ends 0 'stop(); assert(0);'
    ends 0 'die(3); assert(0);'
    ends 0 'void (*p)(void) = stop; p(); assert(0);'
    ends 1 'y = 8; stop();' # interrupts come meanwhile
    ends 1 'if (y) halt(); __builtin_unreachable();'
    ends 1 'halt(); x = 5; __builtin_unreachable();'
    ends 1 'halt(); assert(0);'
}

@test "a project's own header with a kernel's name is read with ours, unless it says the same things again" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; ISR i { CATEGORY = 2; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "os.h"\nint n;\nTASK(t1) { LOCK(); n++; n--; UNLOCK(); TerminateTask(); }\nISR(i) { n = 0; }\n' >one.c
    printf '#include "tpl_os.h"\n#define LOCK() SuspendAllInterrupts()\n#define UNLOCK() ResumeAllInterrupts()\n' >os.h
    rtcheck app one.oil one.c
    expect_status 0
    printf 'static inline void LOCK(void) { SuspendAllInterrupts(); }\nstatic inline void UNLOCK(void) { ResumeAllInterrupts(); }\n' >os.h
    rtcheck app one.oil one.c
    expect_status 0
    printf 'struct m { int a; };\ntypedef unsigned char idx_t;\n' >os.h
    printf '#include "os.h"\nstruct m m; idx_t k;\nTASK(t1) { m.a = sizeof(idx_t); TerminateTask(); }\nISR(i) { }\n' >one.c
    rtcheck app one.oil one.c
    expect_status 0
    printf '#include "os.h"\nTASK(t1) { ActivateTask(t1); TerminateTask(); }\nISR(i) { }\n' >one.c
    for text in '#define t1 7' 'enum { t0, t1 };' 'extern const int t1;' 'typedef int StatusType;'; do
        echo "$text" >os.h
        rtcheck app one.oil one.c
        expect_status 1
        expect_output 'ActivateTask(t1): an activation is lost'
        expect_output '`os.h`, in whose place rtcheck'"'"'s own header is read, has nothing else that matters'
    done
}

@test "numbers that are made pointers to missing types, and missing names that are made pointers, are hardware" {
    for text in '((GPIO_TypeDef *)0x40011400)->BRR = 4;' '((GPIO_TypeDef *)GPIOD_BASE)->BRR |= 4;' '*(reg_t *)0x40 = 1;' '*(reg_t *)(BASE + 4) |= 1;' '((struct regs *)0x4000)->a = 3;' \
        '((reg_t *)0x40)[3] = 1;' '*(volatile unsigned *)REG_A = 4;' 'GPIO_TypeDef *p = (GPIO_TypeDef *)(GPIO_BASE + 0x10); p->BRR = 4; p->N[3] = 3; p->s.x = 1;'; do
        answer 0 "TASK(t1) { $text TerminateTask(); }"
    done
    expect_output '`GPIO_BASE` is an address of hardware; members of `GPIO_TypeDef` are volatile'
    answer 1 'TASK(t1) { assert(((GPIO_TypeDef *)0x4000)->IDR != 3); TerminateTask(); }'
    answer 1 'TASK(t1) { *(uint32_t *)0x40 = 1; TerminateTask(); }' # not volatile, as the program says itself
    answer 1 'TASK(t1) { GPIO_TypeDef *p = (GPIO_TypeDef *)0; p->BRR = 4; TerminateTask(); }'
    answer 0 'TASK(t1) { GPIO_TypeDef x, *p = &x; p->BRR = 4; assert(x.BRR == 4); TerminateTask(); }'
    # ... also where the header that has the macro does not compile
    mkdir inc
    printf '#ifndef DEVICE\n#error "which?"\n#endif\ntypedef struct { volatile unsigned BRR; } GPIO_TypeDef;\n#define GPIOD ((GPIO_TypeDef *) 0x40011400)\n' >inc/board.h
    application 'TASK(t1) { GPIOD->BRR = 4; TerminateTask(); }'
    rtcheck app .
    expect_status 0
}

@test "a name in C that the configuration has, too, is told as such" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; EVENT left { MASK = AUTO; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; EVENT = left; }; };\n' >one.oil
    printf '#include "os.h"\nint left = 1;\nTASK(t1) { TerminateTask(); }\n' >one.c
    rtcheck app one.oil one.c
    expect_status 2
    expect_error "redefinition of 'left' as different kind of symbol: the configuration has an EVENT \`left\`"
}

@test "what another source has is what a missing header declares: variables, types, structures and constants" {
    mkdir a
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK T { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >a/a.oil
    printf '#include "os.h"\n#include "gen.h"\nTASK(T) { speed = 7; at[3] = 2; robot.speed = 7; check(); TerminateTask(); }\n' >a/a.c
    printf '#include <assert.h>\nconst volatile int *here; int speed; int at[5]; struct { int speed; int *p; } robot;
void check(void) { assert(at[3] == 2); assert(robot.speed == 7); assert(speed != 7); }\n' >a/drv.c
    rtcheck app a
    expect_status 1
    expect_output "the assertion does not hold: speed != 7"
    expect_output '`speed`, `at`, `robot` are those of a/drv.c'
    printf '#include "os.h"\n#include "gen.h"\nTASK(T) { at[6] = 2; TerminateTask(); }\n' >a/a.c
    rtcheck app a
    expect_status 1
    expect_output "index 6 of an array of 5"
    printf '#include "os.h"\n#include "gen.h"
TASK(T) { state_t s; struct list l; s.n = 7; keep(&s); l.next = &l; l.kind = RED; l.b = 9; walk(&l); last.n++; TerminateTask(); }\n' >a/a.c
    printf 'typedef struct { char c; int n; } state_t;\nenum colour { GREEN = 3, RED = 9 };
struct list { struct list *next; enum colour kind; int (*f)(struct list *, int); unsigned b : 3, c : 5; };\n' >a/drv.h
    printf '#include "drv.h"\n#include <assert.h>\nstate_t last; void keep(state_t *s) { last.n = s->n; }
void walk(struct list *l) { assert(l->next->kind == 9 && l->b == 1); }\n' >a/drv.c
    rtcheck app a
    expect_status 0
    expect_output '`state_t`, `list`, `RED` are those of a/drv.h'
}

@test "a source that has what a missing header declares is one of the application's, wherever it lies" {
    mkdir -p a/lib
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK T { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >a/a.oil
    printf '#include "os.h"\n#include "gen.h"\nTASK(T) { speed = speed + 1; TerminateTask(); }\n' >a/a.c
    printf 'int speed; void SysTick_Handler(void) { speed = 0; }\n' >a/lib/drv.c
    rtcheck app a
    expect_status 1
    expect_output "SysTick_Handler"
    printf '#include "os.h"\n#include "gen.h"\nTASK(T) { robot.speed = 1; TerminateTask(); }\n' >a/a.c
    for type in 'struct { struct { int speed; }; int b; }' 'struct __attribute__((packed)) { char c; int speed; struct { int x; } in[2]; }' 'union { int speed; struct { char *s; } *p; }'; do
        printf '%s robot; void SysTick_Handler(void) { robot.speed = 0; }\n' "$type" >a/lib/drv.c
        rtcheck app a
        expect_status 1
        expect_output "'robot.speed' is written by ISR SysTick_Handler"
    done
    printf 'struct { char c; int speed __attribute__((aligned(16))); } robot; void SysTick_Handler(void) { robot.speed = 0; }\n' >a/lib/drv.c
    rtcheck app a
    expect_output '`robot` is not that of a/lib/drv.c'
}

@test "what is computed from constants of missing headers alone can be done with them" {
    for text in 'n = (5 - GPIOA_BASE) / (GPIOB_BASE - GPIOA_BASE);' 'n = A_K + 1;' 'n = 7 / (A_K * 2 + 1);' 'n = 7 % (A_K & 3);' 'n = 1 << (A - B);' 'n = tab[A_K - 1];' 'n = 7 / (A_K >> 4);'; do
        application "int n, tab[5]; TASK(t1) { $text TerminateTask(); }"
        rtcheck app --without-headers --engine auto one.oil one.c
        expect_status 0
    done
    answer 3 'int n; TASK(t1) { n = 5 / (A_K - n); TerminateTask(); }'
    expect_output "it needs values of constants of missing headers that nobody wrote"
    rtcheck app --without-headers --inputs any one.oil one.c
    expect_status 1
    answer 1 'int n, tab[5]; TASK(t1) { n = tab[A_K - 1]; n = tab[A_K + 4]; n = tab[n + A_K]; TerminateTask(); }'
    answer 3 'int n; TASK(t1) { n = n + A_K; n = n + A_K; TerminateTask(); }'
    expect_output "it needs values of constants of missing headers that nobody wrote"
}

@test "constants of missing headers that decide nothing on the way leave what is wrong as it is, but not what never comes" {
    answer 1 'int a[4], k = 4, n; void g(void) { if (MODE == 3) n = 1; } TASK(t1) { setup(PORT_A, BIT(PIN_3)); a[k] = 1; g(); TerminateTask(); }'
    expect_output "index 4 of an array of 4"
    answer 3 'int a[4], k = 4, n; void g(void) { if (MODE == 3) n = 1; } TASK(t1) { g(); a[k - n] = 1; TerminateTask(); }'
    expect_output "it needs values of constants of missing headers that nobody wrote"
    application 'int n; TASK(t1) { for (;;) { WaitEvent(e1); ClearEvent(e1); } } ISR(i1) { if (MODE == 3) SetEvent(t1, e1); }'
    printf 'CPU c { OS os { STATUS = EXTENDED; }; EVENT e1 { MASK = AUTO; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; EVENT = e1; }; ISR i1 { CATEGORY = 2; }; };\n' >one.oil
    rtcheck app --without-headers one.oil one.c
    expect_status 3
    expect_output "t1 waits for ever for e1"
    expect_output "nothing is wrong if they are certain numbers"
}

@test "what may be otherwise with a missing header is no violation, however little time there is to ask" {
    for text in 'TASK(t1) { X x = 1; x <<= 31; x *= 2; TerminateTask(); }' 'int a[4], k = 4; TASK(t1) { if (MODE != 0x1234) a[k] = 1; TerminateTask(); }'; do
        application "$text"
        for time in 50 100 200 300 500 800; do
            rtcheck app --without-headers --time "${time}ms" one.oil one.c
            expect_status 3
        done
    done
}

@test "what nothing declares may be a macro that changes a variable" {
    for call in 'SETB(k, 3)' 'FILL((k))' 'FILL(s.a)' 'FILL(v[2])' 'k = LIMIT(k, 3)' 'if (TAKE(p->a)) k = 1' 'FILL(*q)' 'FILL(p->b[k])'; do
        answer 3 "int v[8], k; struct { int a, b[1]; } s, *p = &s; TASK(t1) { int *q = v; $call; TerminateTask(); }"
        expect_output "which nothing declares, may be a macro that changes"
    done
    for call in 'SET_BIT(PORTB, 3)' 'led_set(k)' 'FILL(v)' 'FILL(v + 2, c)' 'FILL(&k)' 'FILL(&v[k], "x")' 'FILL(sizeof(int))' 'k = FILL(v[2] + k)'; do
        answer 0 "int v[8], k; const int c = 3; TASK(t1) { $call; TerminateTask(); }"
    done
}

@test "defaults that sources have for what a missing header may define are told, and of switches both is asked" {
    application ''
    has() { # STATUS DEFAULT CODE
        printf '#include "os.h"\n#include "board.h"\nint v[8];\n%s\nTASK(t1) { %s TerminateTask(); }\n' "$2" "$3" >one.c
        rtcheck app --without-headers one.oil one.c
        expect_status "$1"
    }
    for text in '#ifndef LIM\n#define LIM 1 /* usual */\n#endif' '# if !defined(LIM)\n# define LIM 1\n#endif' '#if ! defined LIM\n#define LIM (1)\n#endif' '#ifndef LIM\n#define LIM(x) x\n#endif\n#undef USE'; do
        has 0 "$(printf "$text")" 'v[2] = 1;'
        expect_output 'no missing header defines what sources have defaults for (`LIM`; -D says otherwise)'
    done
    has 3 "$(printf '#ifndef DEBUG\n#define DEBUG 0\n#endif')" 'if (DEBUG) { int k = 8; v[k] = 1; }'
    expect_output 'if a missing header defines `DEBUG=1`'
    has 3 "$(printf '#ifndef SAFE\n#define SAFE 1\n#endif')" 'if (!SAFE) { int k = 8; v[k] = 1; }'
    has 1 "$(printf '#ifndef LIM\n#define LIM 8\n#endif')" 'v[LIM] = 1;'
    has 0 "$(printf '#ifndef ONE_H\n#define ONE_H 1\n#endif\n#define LIM 2\n#ifndef LIM\n#define LIM 1\n#endif')" 'v[LIM] = 1;'
    expect_no_output 'defaults'
    touch board.h
    has 0 "$(printf '#ifndef LIM\n#define LIM 1\n#endif')" 'v[LIM] = 1;'
    expect_no_output 'defaults'
}

@test "a name of a missing header that is a statement of its own does something, and nobody knows what" {
    for text in 'NEXT; if (i == 1) v[8] = 1; TerminateTask();' 'if (i == 0) NEXT; else i = 2; TerminateTask();' 'for (i = 0; i < 3; i++) (NEXT); TerminateTask();' 'i = 1, NEXT; TerminateTask();'; do
        answer 3 "int v[8], i; TASK(t1) { $text }"
        expect_output 'what `NEXT`, of a missing header, does, which is a statement of its own, is not known (one.c:4)'
    done
    answer 3 'TASK(t1) { END; }'
    expect_output 'a task ends without TerminateTask or ChainTask'
    expect_output 'but perhaps not if `END`, of a missing header, which is a statement of its own, does something (one.c:4)'
    answer 3 'int v[8]; TASK(t1) { int k = 8; RET; v[k] = 1; TerminateTask(); }'
    answer 0 'int i; TASK(t1) { (void)NEXT; i = NEXT; TerminateTask(); }'
    answer 1 'int v[8]; TASK(t1) { int k = 8; (void)NEXT; v[k] = 1; TerminateTask(); }'
    answer 0 'TASK(t1) { UDR0; TerminateTask(); }'
}

@test "a type of a missing header with several first values is a structure of as many" {
    for text in 'int k = 3; TASK(t1) { Ent e = {1, k++}; use(&e); a[k] = 1;' 'int k = 3; int next(void) { k = 4; return 1; } TASK(t1) { Ent e = {1, next()}; use(&e); a[k] = 1;' \
        'int k = 3; TASK(t1) { Ent e[2] = {{1, k++}}; use(e); a[k] = 1;' 'int k = 3; Ent g; TASK(t1) { use((Ent){1, k++}); a[k] = 1;' 'int k = 3; TASK(t1) { Ent d = {1, 0}, e = {1, "a,b", k++}; use(&d, &e); a[k] = 1;'; do
        application "int a[4]; $text TerminateTask(); }"
        rtcheck app --without-headers one.oil one.c
        expect_output 'index 4 of an array of 4'
        expect_no_output 'has no room'
    done
    for text in 'const Cfg c = {10, t1}; TASK(t1) { init(&c);' 'void cb(void) { a[4] = 1; } Ent e[] = {{"x", cb}, {0, 0}}; TASK(t1) { run(e);' 'int b[2]; Ent e = {1, b}; TASK(t1) { wr(&e); a[b[0]] = 1;'; do
        answer 3 "int a[4]; $text TerminateTask(); }"
    done
    answer 0 'int a[4], k = 3; TASK(t1) { Ent e = {1}; use(&e); a[k] = 1; TerminateTask(); }'
    application 'int a[4], k = 3; struct own { int x; Ent e; }; TASK(t1) { struct own o = {1, {2, k++}}; use(&o); a[k] = 1; TerminateTask(); }'
    rtcheck app --without-headers one.oil one.c
    expect_output 'first values for which their type, as it is known here, has no room do not matter, nor what computing them does (one.c:4)'
}

@test "... also one of several, or that an alarm sets which nobody starts here" {
    waits() { # STATUS WAIT CALL
        cat >w.oil <<'END'
CPU c { OS o { STATUS = EXTENDED; }; EVENT e { MASK = AUTO; }; EVENT e2 { MASK = AUTO; }; COUNTER k { MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; };
 ALARM al { COUNTER = k; ACTION = SETEVENT { TASK = u; EVENT = e2; }; AUTOSTART = FALSE; };
 TASK u { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; EVENT = e; EVENT = e2; };
 TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; };
END
        printf '#include "os.h"\n#include "none.h"\nTASK(u) { %s TerminateTask(); }\nTASK(t) { %s TerminateTask(); }\n' "$2" "$3" >w.c
        rtcheck app --without-headers w.oil w.c
        expect_status "$1"
    }
    waits 3 'WaitEvent(e); ClearEvent(e); WaitEvent(e | e2);' 'SetEvent(u, e); show(3);'
    expect_output 'sets `e2`, which no code here sets and no alarm'
    waits 3 'WaitEvent(e2);' 'show(3);'
    waits 1 'WaitEvent(e2);' 'SetRelAlarm(al, 3, 0); CancelAlarm(al); show(3);'
    waits 1 'WaitEvent(e);' 'static int z; show(3); if (z) SetEvent(u, e);'
}

@test "labels, masks and what is compared with a copy say how much room a type of a missing header has" {
    for code in 'switch (h.id) { case 0x120: a[k] = 1; }' 'unsigned id = h.id; if (id == 0x120) a[k] = 1;' 'unsigned id; id = h.id; switch (id) { case 0x120: a[k] = 1; }' 'if ((h.id & 0x7ff) == 0x120) a[k] = 1;' 'on(h.id);'; do
        answer 1 "int a[4], k = 4; static void on(unsigned id) { if (id == 0x120) a[k] = 1; } TASK(t1) { Hdr h; rx(&h); $code TerminateTask(); }"
        expect_output 'index 4 of an array of 4'
    done
    answer 3 'int a[4], k = 4; TASK(t1) { Hdr h; rx(&h); int x = h.id; if (x + 1 == 0x120) a[k] = 1; TerminateTask(); }'
    answer 3 'int a[4], k = 4; TASK(t1) { Hdr h; rx(&h); if (h.id * 2 > 300) a[3] = 1; unsigned char c = h.id; if (c != h.id) a[k] = 1; TerminateTask(); }'
}

@test "words of missing headers that are C by accident: attributes, labels" {
    while IFS='|' read -r status declared code; do
        answer "$status" "int a[4], k = 4; $declared TASK(t1) { $code TerminateTask(); }"
    done <<'END'
1|typedef struct PACKED { char c; int x; } s_t;|if (sizeof(s_t) == 5) a[k] = 1;
1|typedef struct __packed { char c; int x; } s_t;|if (sizeof(s_t) == 5) a[k] = 1;
1|struct s { char c; int x; } PACKED;|if (sizeof(struct s) == 5) a[k] = 1;
1|typedef enum PACKED { A, B } e_t;|if (sizeof(e_t) == 1) a[k] = 1;
1|typedef struct PACKED { char c; int x; } s_t; typedef struct PACKED { char c; short x; } u_t;|if (sizeof(s_t) + sizeof(u_t) == 8) a[k] = 1;
0|typedef struct PACKET { char c; int x; } s_t; struct PACKET p;|if (sizeof(s_t) == 5) a[k] = 1;
3||switch (k) { case 1: a[0] = 1; break; OTHERWISE: a[k] = 1; }
0||switch (k) { case 1: a[0] = 1; break; end: a[3] = 1; }
0||if (k == 4) goto END; a[k] = 1; END: a[3] = 1;
END
}

@test "what is asked again when the time is nearly over does not hold for want of an answer" {
    application 'int a[4], k = 4; unsigned volatile n; Len x = 1; TASK(t1) { for (n = 0; n < 20000; n++) { } x = x / 2; if (x) a[k] = 1; TerminateTask(); }'
    for time in 100ms 200ms 400ms 700ms 1s 2s 20s; do
        rtcheck app --without-headers --time $time one.oil one.c
        expect_status 3
    done
    expect_output 'if `Len` is `double`'
}

@test "where one choice of constants of missing headers was tried, and it decides something, nothing holds" {
    answer 3 'int a[64], z[2]; TASK(t1) { a[ROW * 8 + COL] = 1; if (ROW > COL) z[2] = 1; TerminateTask(); }'
    expect_output '(--any ROW=LOW..HIGH tries others)'
    rtcheck app --without-headers --any ROW=0..4 --any COL=0..3 one.oil one.c
    expect_status 1
    answer 0 'int n; TASK(t1) { n = 100 / (A - B); TerminateTask(); }'
    answer 3 'int n; TASK(t1) { n = 100 / (A - B); if (n > 5) n = 2; TerminateTask(); }'
    answer 3 'int n; void f(int *p) { if (*p) n = 3; } TASK(t1) { int k = 100 / (A - B); f(&k); TerminateTask(); }'
    answer 0 'int n; void f(int *p) { if (*p) n = 3; } TASK(t1) { int k = 100 / (A - B); k = k; f(&n); TerminateTask(); }'
    answer 3 'int n; int f(int p) { return p; } TASK(t1) { n = 5 / (A - B); if (f(n)) n = 3; TerminateTask(); }'
    answer 3 'int n, tab[5]; TASK(t1) { n = 100 / (A - B); tab[n] = 1; TerminateTask(); }'
    expect_output "index 100 of an array of 5, at one.c:4: it may need values of constants"
}

@test "numbers that are wrong for some values of constants of missing headers alone are no violation" {
    for text in 'static int bit(int i) { return 1 << i; } TASK(t1) { y = bit(LED); ' 'static int get(int i) { return a[i]; } TASK(t1) { y = get(LED); ' 'static int q(int i) { return 100 / i; } TASK(t1) { y = q(LED); ' \
        'TASK(t1) { int k = LED; y = 1 << k; ' 'TASK(t1) { a[y > 3 ? LED : B] = 1; ' 'TASK(t1) { for (int i = 0; i <= LIMIT; i++) a[i] = 1; ' 'TASK(t1) { int k = A - B; if (!k) a[64] = 1; '; do
        answer 3 "int a[64], y; $text TerminateTask(); }"
        expect_output "it needs values of constants of missing headers that nobody wrote"
        expect_output "nothing is wrong if they are certain numbers"
        answer 1 "int a[64], y; $text a[64] = 1; TerminateTask(); }"
    done
    for condition in '!(FLAGS & 0x80)' '(FLAGS & 6) != 6' 'MODE < 1000' 'F_CPU / 64 < 1000' 'LIMIT == 0 || LIMIT < 500' 'MODE >= 0' 'MODE % 8 != 5' 'MODE ^ 77' '!(MODE > 10 && MODE < 20)' 'A_MAX - A_MIN < 50' 'F_CPU / BAUD < 1000'; do
        answer 3 "int a[4], k = 4; TASK(t1) { if ($condition) a[k] = 1; TerminateTask(); }"
        expect_output "nothing is wrong if they are certain numbers"
    done
    for text in 'int x = LEN; if ((x & (x - 1)) != 0 || x < 4)' 'switch (BOARD) { case 3: k = 0; }'; do
        answer 3 "int a[4], k = 4; TASK(t1) { $text a[k] = 1; TerminateTask(); }"
        expect_output "nothing is wrong if they are certain numbers"
    done
    for text in 'if (MODE % 8 < 8)' 'if (MODE == 7) { a[k] = 1; } else'; do
        answer 1 "int a[4], k = 4; TASK(t1) { $text a[k] = 1; TerminateTask(); }"
    done
    answer 1 'int a[4], k = 4, n; TASK(t1) { for (int i = 0; i < COUNT; i++) n ^= 1; a[k] = 1; TerminateTask(); }'
    answer 1 'int a[64]; static int bit(int i) { return 1 << i; } TASK(t1) { a[bit(LED) ? 64 : 1] = 1; TerminateTask(); }'
    answer 1 'int a[64]; TASK(t1) { for (int i = 0; i <= LIMIT + 64; i++) a[i] = 1; TerminateTask(); }'
}

@test "constants of missing headers are as large as what is computed from them allows" {
    answer 1 'int n; TASK(t1) { n = F_CPU * 2; assert(F_CPU < 1000000); TerminateTask(); }'
    answer 1 'int n; TASK(t1) { n = F_CPU / 1000 + 3; assert(n != 16003); TerminateTask(); }'
    answer 1 'int n; TASK(t1) { n = 100 / (F_CPU / 1000); assert(F_CPU < 100000); TerminateTask(); }'
    answer 1 'int n; TASK(t1) { n = A * B; assert(A < 20000); TerminateTask(); }'
    expect_output "\`A\` is from -32767 to 32767, \`B\` is from -32767 to 32767, as its use asks for"
}

@test "a constant of a missing header that meets fractions, or larger numbers, may be such a one" {
    answer 3 'float k; TASK(t1) { k = KP; TerminateTask(); }'
    expect_output "only whole numbers, of \`int\`, were tried for \`KP\`"
    answer 3 'int a[2]; TASK(t1) { if (BIG > 4000000000LL) a[2] = 1; TerminateTask(); }'
    expect_output "only whole numbers, of \`int\`, were tried for \`BIG\`, of which one.c:4 makes others"
}

@test "pointers in what a function without a body returns lead somewhere" {
    application 'struct msg { int id; unsigned char *data; struct msg *next; struct { char *s; } in[2]; }; struct msg *get(void);
TASK(t1) { struct msg *m = get(); m->data[0] = 1; m->next->id = 4; m->in[0].s[0] = 1; m->in[1].s[0] = 2; assert(m->in[0].s[0] == 1); TerminateTask(); }'
    rtcheck app --without-headers --engine auto one.oil one.c
    expect_status 0
    expect_output "in which pointers lead to other objects"
    answer 3 'struct msg { int *data; }; struct msg *get(void); TASK(t1) { struct msg *m = get(); m->data[1] = 1; TerminateTask(); }'
    answer 1 'struct msg { int *data; }; struct msg *get(void); TASK(t1) { struct msg *m = get(); assert(m->data[0] != 77); TerminateTask(); }'
}

@test "what is declared behind an array whose size a missing header has is not missing itself" {
    for text in 'int a[ASIZE], n = 3;' 'int n = 3, a[ASIZE];' 'char a[ASIZE], b[BSIZE]; int n = 3;' 'int a[ASIZE], n = 3, x[BSIZE], k = 4;' 'static int a[ASIZE], n = 3; struct s { int q[QSIZE], r; } z;'; do
        answer 0 "$text TASK(t1) { int c[CSIZE], d = 2; n += d; assert(n == 5); a[0] = 1; c[1] = d; TerminateTask(); }"
        expect_no_output '`n`'
    done
    answer 1 'int a[ASIZE], n = 3; TASK(t1) { assert(n == 4); TerminateTask(); }'
    answer 1 'int a[ASIZE]; TASK(t1) { assert(n == 4); TerminateTask(); }'
}

@test "functions and pointers to them that another source has, where their header is missing" {
    mkdir a
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK T { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR I { CATEGORY = 2; }; };\n' >a/a.oil
    printf '#include "os.h"\nint d; void f(void) { d = (d + 1) %% 3; }\nvoid (*fp)(void) = f; long long wide(void) { return 1LL << 40; } char *text(void) { static char t[2]; return t; }\nISR(I) { f(); }\n' >a/b.c
    for code in 'fp();' 'call(f);' 'void (*tab[])(void) = {f}; tab[0]();' 'text()[2] = 1;' 'long long x = wide(); assert(x < 100);'; do
        printf '#include "os.h"\n#include <assert.h>\n#include "gen.h"\nvoid call(void (*g)(void)) { g(); }\nTASK(T) { %s TerminateTask(); }\n' "$code" >a/a.c
        rtcheck app a
        expect_status 1
    done
}

@test "of two sources that disagree on a name of a missing header none is believed" {
    application 'TASK(t1) { assert(RED == 8); TerminateTask(); }'
    echo 'enum { GREEN = 7, RED }; int y;' >two.c
    echo 'enum { RED = 3 }; int z;' >three.c
    for others in 'two.c three.c' 'three.c two.c'; do
        rtcheck app --without-headers one.oil one.c $others
        expect_status 1
        expect_output '`RED` is constant, and any `int`'
    done
    rtcheck app --without-headers one.oil one.c two.c
    expect_status 0
    answer 0 'int n; TASK(t1) { n = 100 / (A - B); TerminateTask(); }'
    expect_output 'the one choice of many that was tried'
    answer 0 'struct M { int *p; int v; }; struct M get(void); TASK(t1) { struct M n = get(); *n.p = 3; TerminateTask(); }'
}

# shared DEFINITION [PLACE]: a task and an interrupt routine count PLACE, which a third source has; none has the header.
shared() {
    local place=${2:-lvl}
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK T { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR I { CATEGORY = 2; }; };\n' >one.oil
    printf '#include "os.h"\n#include "board.h"\nTASK(T) { %s = (%s + 1) %% 3; TerminateTask(); }\n' "$place" "$place" >one.c
    printf '#include "os.h"\n#include "board.h"\nISR(I) { %s = (%s + 1) %% 3; }\n' "$place" "$place" >two.c
    printf '#include "board.h"\n%s\n' "$1" >three.c
}

# raced DEFINITION [PLACE]: ... and rtcheck sees that they share it, in whatever order the sources come.
raced() {
    shared "$@"
    for sources in 'one.c two.c three.c' 'three.c two.c one.c'; do
        rtcheck app --without-headers one.oil $sources
        expect_status 1
        expect_output "is read and written by ISR I (two.c:3) while task T reads and writes it"
    done
}

@test "what another source has by types, sizes and words of the missing header is the same everywhere" {
    for text in 'U16 lvl;' 'Foo lvl;' 'Foo lvl = 0;' 'FlagStatus lvl = RESET;' 'NEAR unsigned char lvl;' 'EXTERN unsigned char lvl;' 'GLOBAL U16 lvl = 2;' 'typedef Foo Type; Type lvl = INIT;' \
        'static const Foo other; volatile Foo lvl;'; do
        raced "$text"
    done
    for text in 'Foo lvl;' 'struct Foo lvl;' 'struct { Foo a; } lvl;' 'EXTERN struct S { int b, a; } lvl;' 'struct S { Foo x; char y[SIZE]; U16 a; } lvl;' 'typedef struct { Foo x; Bar *p; Foo a; } Type; Type lvl;' \
        'typedef const Foo *P; struct { P p; union { Foo a; U16 b; }; } lvl;' 'typedef struct { struct Foo f; U16 a; } Type; EXTERN Type lvl;'; do
        raced "$text" lvl.a
    done
    raced 'U16 lvl[SIZE];' 'lvl[0]'
    raced 'Foo lvl[ROWS][COLUMNS];' 'lvl[1][0]'
    raced 'Foo lvl[SIZE];' 'lvl[1].a'
    raced 'struct S { Foo x; U16 y[SIZE]; } lvl;' 'lvl.y[0]'
    raced 'Foo it; Foo *lvl = &it;' 'lvl->a'
    raced 'Foo it; Foo *lvl = &it;' '(*lvl)'
    raced 'static Foo it; Foo *lvl(void) { return &it; }' 'lvl()->a'
}

@test "words of the missing header in a definition hide it from nobody" {
    for text in 'unsigned char FAR lvl;' 'U16 lvl SECTION_A = 2;' 'U16 FAR lvl;' 'EXT U16 lvl INIT(3);' 'ALIGN(4) U16 lvl = 1;' 'VAR(U16, AUTOMATIC) lvl;' 'STATIC VAR(Foo, X) q; EXTERN VAR(Foo, X) lvl;'; do
        raced "$text"
        rtcheck app .
        expect_status 1
    done
    raced 'VAR(U16, X) it; P2VAR(U16, A, B) lvl = &it;' '(*lvl)'
    raced 'VAR(Foo, X) lvl[SIZE];' 'lvl[2].a'
    rtcheck app .
    expect_status 1
    shared 'DEFINE(U16, lvl);'
    rtcheck app .
    expect_status 1
    sed -i 's/lvl = (lvl + 1) % 3/use(lvl)/' one.c two.c
    rtcheck app .
    expect_status 3
    expect_output '`DEFINE`, a macro of a missing header, may make `lvl` in three.c'
}

@test "what is assigned and begins with a small letter is a variable, and no register" {
    local configuration='CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR i { CATEGORY = 2; }; };'
    for place in shared 'shared[1]' 'shared.a' 'shared.in.a'; do
        printf '%s\n' "$configuration" >two.oil
        printf '#include "os.h"\n#include "board.h"\nTASK(t) { %s++; TerminateTask(); }\nISR(i) { %s = 0; }\n' "$place" "$place" >two.c
        rtcheck app --without-headers two.oil two.c
        expect_status 1
        expect_output "is written by ISR i"
        expect_output "\`shared\` is what others declare, of \`int\`"
    done
    answer 1 'int target(void); TASK(t1) { imu.x = target(); assert(imu.x != 9); TerminateTask(); }'
    answer 1 'int target(void); TASK(t1) { hist[0] = target(); assert(hist[0] != 9); TerminateTask(); }'
    answer 3 'int target(void); TASK(t1) { hist[0] = target(); assert(hist[0] >= 0); TerminateTask(); }'
    expect_output 'but not if `hist` is `unsigned char`'
}

@test "input registers of missing headers are no constants, nor are names with small letters that are read again" {
    for name in PINB P4IN TCNT1 UDR0 UCA0RXBUF; do
        answer 1 "TASK(t1) { if ($name == 1) assert($name != 2); TerminateTask(); }"
    done
    answer 3 'int n; TASK(t1) { if (rx_flag == 1) n = 1; if (rx_flag == 2) n = 2; TerminateTask(); }'
    expect_output "\`rx_flag\`, which nothing declares, and which is taken for a constant, may be a variable"
    answer 0 'TASK(t1) { send(true); assert(true != false); TerminateTask(); }'
}

@test "sources that need each other for the names of a missing header are read until all is said" {
    shared 'Foo lvl;' lvl.w
    printf '#include "board.h"\ntypedef struct { Bar w; } Foo;\n' >four.c
    printf 'typedef unsigned char Bar;\n' >five.c
    printf '#include "os.h"\n#include "board.h"\n#include <assert.h>\nTASK(T) { lvl.w = 300; assert(lvl.w == 44); TerminateTask(); }\n' >one.c
    printf '#include "os.h"\nISR(I) { }\n' >two.c
    rtcheck app --without-headers one.oil one.c two.c three.c four.c five.c
    expect_status 0
    rtcheck app --without-headers one.oil five.c four.c three.c two.c one.c
    expect_status 0
    expect_output '`lvl` is that of three.c'
}

@test "layouts, enumerations and unions of other sources are those of a missing header" {
    for text in '#pragma pack(1)
typedef struct { char c; int a; } Type; Type lvl;' '#pragma pack(push, 1)
struct { Foo x; char c; int a; } lvl;' 'union U { Foo a; unsigned char b; }; union U lvl;'; do
        raced "$text" lvl.a
    done
    application 'TASK(t1) { enum colour x = RED; union both u; u.b = 1; u.a = 300; assert(x == 7 && u.b == 44); TerminateTask(); }'
    printf 'enum colour { GREEN, RED = 7 }; enum colour x; union both { int a; unsigned char b; } y;\n' >two.c
    rtcheck app --without-headers one.oil one.c two.c
    expect_status 0
    application 'struct U { int m; } own; TASK(t1) { q.a.m = 300; TerminateTask(); }'
    printf 'struct U { unsigned char m; }; struct Q { struct U a; char z; } q;\n' >two.c
    rtcheck app --without-headers one.oil one.c two.c
    expect_status 3
    expect_output 'two.c has `q`, which is something else'
}

@test "a variable of another source that cannot be written down here is no reason for holds" {
    for text in '#pragma pack(2)
struct { char c; int a; } lvl;'  'struct { Foo x; int a __attribute__((aligned(16))); } lvl;'; do
        shared "$text" lvl.a
        rtcheck app --without-headers one.oil one.c two.c three.c
        expect_status 3
        expect_output 'three.c has `lvl`, which is something else in sources whose header is missing'
    done
}

@test "a function without a body that gets the name of a task, event or resource leaves no holds" {
    cat >c.oil <<'END'
CPU c { OS o { STATUS = EXTENDED; }; EVENT ev { MASK = AUTO; }; RESOURCE r { RESOURCEPROPERTY = STANDARD; };
 TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; RESOURCE = r; };
 TASK u { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; EVENT = ev; }; };
END
    gets() { # CALL
        printf '#include "os.h"\n#include "none.h"\nvoid start(TaskType task);\nTASK(t) { %s; TerminateTask(); }\nTASK(u) { TerminateTask(); }\n' "$1" >a.c
        rtcheck app --without-headers c.oil a.c
    }
    for pair in 'START(u)|u`, which is a task' 'start((TaskType)(u))|u`, which is a task' 'POST(0, ev + 4)|ev`, which is an event' 'LOCK(r)|r`, which is a resource'; do
        gets "${pair%|*}"
        expect_status 3
        expect_output "gets \`${pair#*|}, and may call services with it"
    done
    for call in 'LOG(3)' 'LOG(E_OK)' 'LOG(OSDEFAULTAPPMODE)'; do
        gets "$call"
        expect_status 0
    done
    while IFS='|' read -r declared call; do
        printf '#include "os.h"\n#include "none.h"\nint n, v[4];\nstruct c { int n; TaskType id; };\nDeclareTask(u);\n%s\nTASK(t) { %s TerminateTask(); }\nTASK(u) { TerminateTask(); }\n' "$declared" "$call" >a.c
        rtcheck app --without-headers c.oil a.c
        expect_status 3
        expect_output 'and may call services with it'
    done <<'END'
|TaskType x = u; go(x);
|unsigned char x; x = u; go(x);
|EventMaskType m = ev | 4; go(m);
static void f(int x) { int y = x; go(y); }|f(u);
static TaskType f(void) { return u; }|go(f());
static void f(TaskType *p) { *p = u; }|TaskType x; f(&x); go(x);
static void f(struct c *p) { p->id = u; }|struct c x; f(&x); go(&x);
TaskType g[2] = {t, u};|go(g[n]);
TaskType g[2] = {t, u};|go(g);
const struct c s = {1, u};|go(&s);
const struct c s = {1, u};|struct c x = s; go(x.id);
TaskType g = u, *p = &g;|go(*p);
TaskType g = u, *p = &g;|go(p);
enum { X = u };|go(X);
void go(TaskType);|void (*f)(TaskType) = go; f(u);
|go(TASK_U); if (n) ActivateTask(TASK_U);
END
    while IFS='|' read -r declared call; do
        printf '#include "os.h"\n#include "none.h"\nint n, v[4];\nDeclareTask(u);\n%s\nTASK(t) { %s TerminateTask(); }\nTASK(u) { TerminateTask(); }\n' "$declared" "$call" >a.c
        rtcheck app --without-headers c.oil a.c
        expect_status 0
    done <<'END'
|TaskType x; GetTaskID(&x); go(x);
TaskType g = u;|go(3); go(v); go(&n);
|n = u == t; go(n);
|n = v[u]; go(n);
TaskType x; static void set(TaskType *p) { *p = u; }|set(&x); go(n);
END
    gets 'START(u)'
    echo 'void START()' >start.stubs
    rtcheck app --without-headers --stubs start.stubs c.oil a.c
    expect_status 0
}

# hides CALLS_OF_T CALLS_OF_U [HEADER]: tasks t, which waits first, and u, with a header that is not there, or this.
hides() {
    cat >c.oil <<'END'
CPU c { OS o { STATUS = EXTENDED; }; EVENT e { MASK = AUTO; }; RESOURCE r { RESOURCEPROPERTY = STANDARD; };
 TASK t { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; EVENT = e; RESOURCE = r; };
 TASK u { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; RESOURCE = r; }; };
END
    printf '#include "os.h"\n#include "none.h"\nint v[8];\nTASK(t) {\n%s\n}\nTASK(u) {\n%s\n}\n' "$1" "$2" >a.c
    rm -f none.h
    if [ -n "$3" ]; then printf '%s\n' "$3" >none.h; fi
    rtcheck app --without-headers c.oil a.c
}

@test "a function without a body that gets a task, an event or a resource leaves no violated" {
    local end='TerminateTask();' wait='WaitEvent(e); ClearEvent(e); TerminateTask();'
    while IFS='|' read -r of_t of_u header what; do
        hides "$of_t" "$of_u" "$header"
        expect_status 0
        hides "$of_t" "$of_u"
        expect_status 3
        expect_output "but perhaps not if \`$what calls services with it"
    done <<END
$wait|notify(t, e); $end|#define notify(a, b) SetEvent(a, b)|notify\`, which has no body and gets \`t\`, which is a task,
wait_for(e); ClearEvent(e); $end|SetEvent(t, e); $end|#define wait_for(a) WaitEvent(a)|wait_for\`, which has no body and gets \`e\`, which is an event,
GetResource(r); RELEASE(r); $end|$end|#define RELEASE(a) ReleaseResource(a)|RELEASE\`, which has no body and gets \`r\`, which is a resource,
take(r); ReleaseResource(r); $end|$end|#define take(a) GetResource(a)|take\`, which has no body and gets \`r\`, which is a resource,
END
    hides "$wait" "notify(t, e); $end" 'void notify(TaskType, EventMaskType);'
    expect_status 3
    hides "$wait" "notify(t, e); $end" '#include <stdlib.h>
static void notify(TaskType t, EventMaskType e) { (void)t; (void)e; }'
    expect_status 1
    hides "$wait" "notify(t, e); $end"
    echo 'void notify()' >it.stubs
    rtcheck app --without-headers --stubs it.stubs c.oil a.c
    expect_status 1
    hides "v[8] = 1;
notify(u, e); $end" "$end"
    expect_status 1
}

@test "hints that a function which nothing declares calls services leave no violated of services" {
    answer 1 'TASK(t1) { int i = 0; systick_wait_ms(500); while (!i); TerminateTask(); }' # a delay does nothing else
    answer 3 'TASK(t1) { int i = 0; wait_for_it(); while (!i); TerminateTask(); }'
    local end='TerminateTask();' wait='WaitEvent(e); ClearEvent(e); TerminateTask();'
    for call in END_TASK task_exit leave ENDTASK; do
        hides "$call();" "$end" "#define $call() TerminateTask()"
        expect_status 0
        hides "$call();" "$end"
        expect_status 3
        expect_output "a task ends without TerminateTask or ChainTask, at a.c:6: but perhaps not if \`$call\`, which nothing declares,"
    done
    for call in wake_t wakeT signal_it; do
        hides "$wait" "$call(); $end" "#define $call() SetEvent(t, e)"
        expect_status 0
        hides "$wait" "$call(); $end"
        expect_status 3
        expect_output "but perhaps not if \`$call\`, which nothing declares, calls services"
    done
    hides 'if (v[0]) TerminateTask(); else leave();' "$end"
    expect_status 3
    hides 'leave(); v[0] = 1;' "$end"
    expect_status 1
    hides 'leave();' "$end" 'void leave(void);'
    expect_status 1
    hides "wake_t(); v[8] = 1; $end" "$end"
    expect_status 1
    hides "$wait" "put(3); if (v[0]) SetEvent(t, e); $end"
    expect_status 1
}

@test "an assert with a text behind its condition is none of C's" {
    local end='TerminateTask();'
    hides "assert(v[0] == 3, \"it is not 3\"); $end" "$end"
    expect_status 3
    expect_output 'the assertion does not hold: v[0] == 3, at a.c:5: but perhaps not if `assert`, of a missing header, checks nothing (a.c:5)'
    hides "assert(v[0] == 0, \"it is not 0\"); $end" "$end"
    expect_status 0
    expect_output '`assert`, which nothing declares, is an assertion'
    hides "assert(v[0] == 3); $end" "$end"
    expect_status 1
    hides "assert(v[0] == 3, \"it is not 3\"); $end" "$end" 'void show(const char *); static void assert(int x, const char *s) { if (!x) show(s); }'
    expect_status 0
}

# names TEXT STATUS: an application with two tasks, events, a resource and an alarm, whose header with other names for them is missing.
names() {
    cat >names.oil <<'OIL'
CPU c { OS o { STATUS = EXTENDED; };
 TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; RESOURCE = r; EVENT = e1; EVENT = e2; };
 TASK u { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; EVENT = e1; };
 EVENT e1 { MASK = AUTO; }; EVENT e2 { MASK = AUTO; }; RESOURCE r { RESOURCEPROPERTY = STANDARD; };
 COUNTER n { MAXALLOWEDVALUE = 50; TICKSPERBASE = 1; MINCYCLE = 1; };
 ALARM al { COUNTER = n; ACTION = ACTIVATETASK { TASK = u; }; AUTOSTART = FALSE; }; };
OIL
    printf '#include "os.h"\n#include "board.h"\n%s\n' "$1" >names.c
    rtcheck app --without-headers names.oil names.c
    expect_status "$2"
}

@test "other names for tasks, events, resources and alarms: the only one that fits, or the answer is open" {
    local end='TASK(u) { TerminateTask(); }'
    names "TASK(t) { SetRelAlarm(TIMER, 5, 0); TerminateTask(); } $end" 0
    expect_output '`TIMER` is `al`'
    names "TASK(t) { GetResource(LOCK); ReleaseResource(LOCK); TerminateTask(); } $end" 0
    expect_output '`LOCK` is `r`'
    names 'TASK(t) { ActivateTask(u); SetEvent(u, GO); TerminateTask(); } TASK(u) { WaitEvent(GO); ClearEvent(GO); TerminateTask(); }' 0
    names 'TASK(t) { ActivateTask(u); WaitEvent(GO | BYE); TerminateTask(); } TASK(u) { SetEvent(t, GO); TerminateTask(); }' 0
    names "TASK(t) { ActivateTask(WORK); TerminateTask(); } $end" 3
    expect_output 'it needs values of constants of missing headers that nobody wrote'
    names "TASK(t) { TaskType x = WORK; ActivateTask(x); TerminateTask(); } $end" 3
    names "static TaskType next = WORK; TASK(t) { ActivateTask(next); TerminateTask(); } $end" 3
    names "TASK(t) { ActivateTask(WORK(1)); TerminateTask(); } $end" 3
    names "static const struct { TaskType t; EventMaskType m; } tab[] = {{A, B}}; TASK(t) { ActivateTask(u); SetEvent(tab[0].t, tab[0].m); TerminateTask(); } TASK(u) { WaitEvent(e1); TerminateTask(); }" 3
    names "TASK(t) { SetRelAlarm(al, MS(100), MS(100)); TerminateTask(); } $end" 3
    names "int v[3]; TASK(t) { ActivateTask(WORK); TerminateTask(); } TASK(u) { v[3] = 1; TerminateTask(); }" 3
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; TASK t2 { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; }; };\n' >one.oil
    printf '#include "os.h"\n#include "board.h"\nTASK(t1) { SetEvent(t2, GO); TerminateTask(); }\nTASK(t2) { TerminateTask(); }\n' >one.c
    rtcheck app --without-headers one.oil one.c
    expect_status 1
    expect_output 'a basic task has no events'
}

@test "a name that is given for a text is one, and what only its characters decide is not known" {
    local put='void out(int c); static void put(const char *s) { while (*s) out(*s++); } '
    for code in "$put TASK(t1) { put(NAME); TerminateTask(); }" "$put static const char *names[2] = {NAME, \"x\"}; TASK(t1) { put(names[0]); TerminateTask(); }" \
        '#include <string.h>
char b[40]; TASK(t1) { strcpy(b, NAME); TerminateTask(); }' '#include <string.h>
int v[8]; TASK(t1) { v[strlen(NAME)] = 1; TerminateTask(); }' 'const char name[] = NAME; int v[8]; TASK(t1) { v[sizeof name] = 1; TerminateTask(); }' \
        'int v[8]; TASK(t1) { char b[] = NAME; v[b[0] & 7] = 1; TerminateTask(); }' '#include <stdio.h>
char b[4]; TASK(t1) { sprintf(b, FMT, 3, "abcdefgh"); TerminateTask(); }' 'int v[8]; TASK(t1) { v[sizeof("ab" NAME)] = 1; TerminateTask(); }'; do
        answer 3 "$code"
    done
    answer 0 '#include <stdio.h>
void lcd(const char *); int *q, z, v[3]; TASK(t1) { q = &z; lcd(NAME); lcd("a" NAME "b"); printf("%s", NAME); printf("n" NAME); if (*q == 0) v[2] = 1; TerminateTask(); }'
    expect_output '`NAME` is a text'
    answer 0 'const char *get(void) { return "x" NAME; } void lcd(const char *); TASK(t1) { const char *p; p = "a" NAME; lcd(p); lcd(get()); TerminateTask(); }'
    answer 3 'const int table[4] = TABLE; int v[8]; TASK(t1) { v[table[1] + 7] = 1; TerminateTask(); }'
    expect_output '`TABLE`, which a missing header has, is taken for zeros'
}

@test "a name that is given for a pointer to plain memory is that; in capitals it may be hardware" {
    answer 0 'static int sum(const unsigned char *p) { int s = 0; for (int i = 0; i < 4; i++) s += p[i]; return s; } int x; TASK(t1) { x = sum(table); TerminateTask(); }'
    expect_output '`table` is memory of 4096 bytes'
    answer 3 'TASK(t1) { unsigned char *p = REGS; p[0] = 1; TerminateTask(); }'
    expect_output '`REGS`, which a missing header has, and which is taken for memory, may be hardware'
    answer 0 'static void set(volatile unsigned char *p) { *p = 1; } TASK(t1) { set(PORT); TerminateTask(); }'
    expect_output '`PORT` is hardware'
}

@test "a type of a missing header has the numbers that it holds, or is compared with" {
    answer 1 'gain_t k = 0.5; int v[3]; TASK(t1) { if (k * 2 == 1) v[3] = 1; TerminateTask(); }'
    expect_output '`gain_t` is `double`'
    answer 1 'time_us x; int v[3]; TASK(t1) { x = 5000000000LL; if (x > 4000000000LL) v[3] = 1; TerminateTask(); }'
    expect_output '`time_us` is `long long`'
    answer 1 'int v[3]; gain_t half(gain_t x) { return x / 2; } TASK(t1) { gain_t k = half(1); if (k > 0.2) v[3] = 1; TerminateTask(); }'
    answer 1 'mask_t m = 0xffffffff; int v[3]; TASK(t1) { if (m > 0) v[3] = 1; TerminateTask(); }'
    expect_output '`mask_t` is `unsigned`'
    answer 3 'int v[3]; double in; len_t n; TASK(t1) { n = in * 3; if (n > 400) v[0] = 1; TerminateTask(); }'
    expect_output "depends on which numbers \`len_t\`, of a missing header, has: it meets ones with a fraction"
}

@test "a type of a missing header may be narrower than an int, and pointers to it lead to other memory" {
    answer 3 'pin_t buf[4]; int v[3]; TASK(t1) { buf[0] = 255; buf[0]++; if (!buf[0]) v[3] = 1; TerminateTask(); }'
    expect_output 'if `pin_t` is `unsigned char`: only a missing header says what types these are'
    answer 3 'int q = -1, v[3]; TASK(t1) { if ((pin_t)q == 255) v[3] = 1; TerminateTask(); }'
    answer 3 'unsigned char d[8]; TASK(t1) { pin_t *p = (pin_t *)d; p[7] = 1; TerminateTask(); }'
    expect_output 'but perhaps not if `pin_t` is `unsigned char`'
    answer 3 'unsigned w = 0x1020304; int v[3]; TASK(t1) { pin_t *p = (pin_t *)&w; if (p[0] == 4) v[3] = 1; TerminateTask(); }'
    answer 0 'level_t x; TASK(t1) { x = 300; assert(x == 300); x = -1; assert(x == -1); TerminateTask(); }'
    answer 0 'size_type n = 70000; TASK(t1) { assert(n == 70000); TerminateTask(); }'
}

@test "names that only conditions of the preprocessor ask for are told, and tried, where a header may define them" {
    answer 3 'int a[4]; TASK(t1) {
#ifdef FEATURE
a[4] = 1;
#endif
TerminateTask(); }'
    expect_output 'index 4 of an array of 4, at one.c:6: if a missing header defines `FEATURE`, for which the preprocessor asks'
    expect_output 'what conditions of the preprocessor ask for by name is defined nowhere (`FEATURE`; -D defines it)'
    rtcheck app --without-headers -D FEATURE one.oil one.c
    expect_status 1
    answer 3 'int a[4]; TASK(t1) {
#if defined(FEATURE) && !defined OTHER
a[4] = 1;
#endif
TerminateTask(); }'
    expect_output 'if a missing header defines `FEATURE`'
    answer 3 'int a[4]; TASK(t1) {
#if defined(A) && !defined(B) && !defined(C) && defined(D)
a[4] = 1;
#endif
TerminateTask(); }'
    expect_output 'if a missing header defines `A`, `D`'
    answer 3 'int a[4]; TASK(t1) {
#if !defined(A) && !defined(B) && !defined(C) && defined(D) && !defined(E)
a[4] = 1;
#endif
TerminateTask(); }'
    expect_output 'if a missing header defines `D`'
    answer 0 '#ifndef DEPTH
#define DEPTH 4
#endif
#if defined(__ICCARM__) || defined _WIN32
#error
#endif
int a[DEPTH]; TASK(t1) {
#ifdef LOG
a[2] = 1;
#endif
a[3] = 1; TerminateTask(); }'
    expect_output 'by name is defined nowhere (`LOG`; -D defines it)'
    touch board.h
    rtcheck app --without-headers one.oil one.c
    expect_status 0
    expect_no_output 'LOG'
}

@test "a compile_commands.json, and --inputs, say nothing of what a missing header defines" {
    compiled() { # STATUS OPTIONS TEXT
        application "$3"
        printf '[{"directory": "%s", "file": "one.c", "command": "gcc %s -c one.c"}]' "$PWD" "$2" >compile_commands.json
        rtcheck app --without-headers --compile-commands compile_commands.json one.oil one.c
        expect_status "$1"
    }
    feature='int a[4]; TASK(t1) {
#ifdef FEATURE
a[4] = 1;
#endif
TerminateTask(); }'
    compiled 3 '' "$feature"
    expect_output 'if a missing header defines `FEATURE`'
    for options in '-UFEATURE' '-U FEATURE'; do
        compiled 0 "$options" "$feature"
        expect_no_output 'FEATURE'
    done
    for options in '-DFEATURE' '-D FEATURE=1'; do compiled 1 "$options" "$feature"; done
    compiled 3 '-IFEATURE -DFEATURE_2' "$feature"
    compiled 3 '' "$(printf '#ifndef DEBUG\n#define DEBUG 0\n#endif\nint a[4]; TASK(t1) { if (DEBUG) a[4] = 1; TerminateTask(); }')"
    level="$(printf 'int a[4]; TASK(t1) {\n#if LEVEL > 2\na[4] = 1;\n#endif\nTerminateTask(); }')"
    compiled 3 '' "$level"
    expect_output 'if a missing header defines `LEVEL=3`'
    expect_output 'nothing defines are 0 (`LEVEL`; -D says otherwise)'
    compiled 0 '-ULEVEL' "$level"
    touch board.h
    compiled 0 '' "$level"
    expect_no_output 'LEVEL'
    compiled 0 '' "$feature"
    expect_no_output 'FEATURE'
    rm board.h
    for inputs in any small; do
        rtcheck app --without-headers --inputs "$inputs" one.oil one.c
        expect_status 3
        expect_output 'if a missing header defines `FEATURE`'
    done
}

@test "what a missing header may define counts in headers of any folder" {
    mkdir inc
    header() { # STATUS HEADER CODE
        application ''
        printf '#include "own.h"\nint a[4]; TASK(t1) { %s\nTerminateTask(); }\n' "$3" >>one.c
        printf '#ifndef OWN_H\n#define OWN_H\n%s\n#endif\n' "$2" >inc/own.h
        rtcheck app --without-headers -I inc one.oil one.c
        expect_status "$1"
    }
    header 3 "$(printf '#ifdef FEATURE\n#define DO a[4] = 1;\n#else\n#define DO\n#endif')" 'DO'
    expect_output 'if a missing header defines `FEATURE`'
    expect_output 'by name is defined nowhere (`FEATURE`; -D defines it)'
    header 3 "$(printf '#ifndef DEBUG\n#define DEBUG 0\n#endif')" 'if (DEBUG) a[4] = 1;'
    expect_output 'if a missing header defines `DEBUG=1`'
    header 0 "$(printf '#ifndef LIM\n#define LIM 3\n#endif')" 'a[LIM] = 1;'
    expect_output 'no missing header defines what sources have defaults for (`LIM`; -D says otherwise)'
    header 3 "$(printf '#ifdef OTHER\n#define LIM 4\n#else\n#define LIM 3\n#endif')" "$(printf '\n#ifdef FEATURE\na[LIM] = 1;\n#endif\n')"
    expect_output 'if a missing header defines `FEATURE`, `OTHER`'
    header 0 "$(printf '#ifdef FEATURE\n#error no\n#endif')" 'a[3] = 1;'
    expect_no_output 'FEATURE'
    touch board.h
    header 0 "$(printf '#ifdef FEATURE\n#define DO a[4] = 1;\n#else\n#define DO\n#endif')" 'DO'
    expect_no_output 'FEATURE'
}

@test "functions of the C library whose header a missing one would have brought" {
    answer 1 'char b[4]; TASK(t1) { memset(b, 0, 5); TerminateTask(); }'
    expect_error 'nothing declares `memset`; going on with `-include string.h`'
    answer 0 'char b[40]; double d; int v[4]; TASK(t1) { strcpy(b, "abc"); v[strlen(b)] = 1; d = floor(3.5); if (d == 3) v[labs(-3L)] = 1; TerminateTask(); }'
    answer 1 'TASK(t1) { char *p = malloc(8); if (p) { p[8] = 1; free(p); } TerminateTask(); }'
}

@test "types and numbers of the C library whose header a missing one would have brought" {
    answer 1 'uint_least16_t x = 65535; int v[4]; TASK(t1) { x += 1; if (!x) v[4] = 1; TerminateTask(); }'
    expect_error 'nothing declares `uint_least16_t`; going on with `-include stdint.h`'
    answer 1 'uintmax_t x; int v[4]; TASK(t1) { x -= 1; if (x > 4294967295u) v[4] = 1; TerminateTask(); }'
    answer 0 'int k = 4, v[4]; TASK(t1) { uintptr_t p = (uintptr_t)&k; *(int *)p = 3; v[k] = 1; TerminateTask(); }'
    for number in INT8_MAX UINT16_MAX INT32_MAX INT64_MAX INT_MAX SHRT_MAX CHAR_BIT RAND_MAX; do
        answer 0 "int v[4]; TASK(t1) { if ($number < 8) v[4] = 1; TerminateTask(); }"
        expect_no_output "$number"
    done
    answer 0 'int v[4]; TASK(t1) { if (EOF != -1 || FLT_MAX < 2) v[4] = 1; TerminateTask(); }'
    answer 0 'alignas(8) char c[8]; int v[4]; TASK(t1) { if ((unsigned long)c % 8) v[4] = 1; TerminateTask(); }'
    expect_no_output '`alignas`'
    answer 0 'bool b; int v[4]; TASK(t1) { b = 256; if (!b) v[4] = 1; TerminateTask(); }'
    expect_output '`bool`, `true` and `false` are those of stdbool.h'
    answer 0 'int v[4]; TASK(t1) { if (TRUE != 1) v[4] = 1; TerminateTask(); }'
    expect_output '`TRUE` is 1 and `FALSE` is 0'
}

@test "results of what nothing declares: pointers, structures, registers" {
    answer 0 'TASK(t1) { char *p = getname(); (void)p; TerminateTask(); }'
    expect_output '`getname` is a function that gives `char *`'
    answer 0 'int v; TASK(t1) { v = get()->k; v = name()[0]; v = *first(); TerminateTask(); }'
    answer 0 'static char *text(void) { return getname(); } void show(char *p); TASK(t1) { char *p; p = text(); show(getname()); show(p); TerminateTask(); }'
    answer 0 'int v; TASK(t1) { px p1 = get(); v = p1.a; p1 = P; v = p1.b; TerminateTask(); }'
    answer 0 'int x; TASK(t1) { REG(4) = 1; REG(8) |= 2; x = REG(4); TerminateTask(); }'
    expect_output '`REG` is hardware'
    answer 2 'int get(void); TASK(t1) { char *p = get(); (void)p; TerminateTask(); }'
    expect_error "incompatible integer to pointer conversion"
}

@test "types of missing headers that are pointers, to functions, too, arrays and unions" {
    answer 1 'static int twice(int k) { return 2 * k; } static int run(op f, int k) { return f(k); } int v[6]; TASK(t1) { v[run(twice, 3)] = 1; TerminateTask(); }'
    expect_output 'index 6 of an array of 6'
    answer 1 'int v[7]; static void f(void) { v[7] = 1; } TASK(t1) { fp p = f; p(); TerminateTask(); }'
    answer 1 'int v[3]; static void ini(void) { v[0] = 1; } static void rn(int k) { v[k] = 1; } const drv_t drv = {.init = ini, .run = rn}; TASK(t1) { drv.init(); drv.run(3); TerminateTask(); }'
    answer 3 'int v[3]; static void ini(void) { v[0] = 1; } static void rn(int k) { v[k] = 1; } const drv_t drv = {ini, rn}; TASK(t1) { drv.init(); drv.run(2); TerminateTask(); }'
    expect_output 'depends on how `drv_t`, a structure of a missing header, is laid out'
    answer 0 'tab_t v; TASK(t1) { v[3] = 1; TerminateTask(); }'
    expect_output '`tab_t` has 4096 elements'
    answer 1 'unsigned char b[4]; TASK(t1) { str p = b; p[3] = 1; p++; p[3] = 2; TerminateTask(); }'
    answer 0 'unsigned char d[4]; pin_t *p; TASK(t1) { p = d; p[3] = 1; TerminateTask(); }'
    expect_output '`pin_t` is `unsigned char`'
    answer 0 'union u g; TASK(t1) { g.i = 256; assert(g.i == 256); TerminateTask(); }'
    answer 3 'union word g; TASK(t1) { g.w = 256; assert(g.b[0] < 4 || 1); TerminateTask(); }'
    expect_output 'what members of `union word`, of a missing header, share is not known'
    answer 0 'int v[3]; TASK(t1) { struct node *n; for (n = first(); n; n = n->next) v[n->v & 1] = 1; TerminateTask(); }'
    answer 1 'int v[3]; unsigned x = 3; TASK(t1) { int_t y = STATIC_CAST(int_t, x); v[y] = 1; TerminateTask(); }'
    answer 1 'extern volatile enum colour c; TASK(t1) { if (c == 5) assert(0); TerminateTask(); }'
    answer 1 'extern enum colour c; int v[3]; TASK(t1) { switch (c) { case 5: v[c] = 1; } TerminateTask(); }'
    answer 0 'DEFINE(int, level); int x; TASK(t1) { x = 1; TerminateTask(); }'
    expect_output '`DEFINE` is nothing'
    answer 3 'color_t c; int v[300]; TASK(t1) { c = mix(c); c.r = c.g; v[c.r] = 1; TerminateTask(); }'
    expect_output 'but not if `color_t` has members of `unsigned char`'
}

@test "functions of another source whose parameters are no int are declared as there" {
    application 'TASK(t1) { set(5); put(5); TerminateTask(); }'
    printf '#include "board.h"\nint v[5];\nvoid set(double x) { v[(int)x - 1] = 1; }\nvoid put(long long x) { v[x] = 1; }\n' >two.c
    rtcheck app --without-headers one.oil one.c two.c
    expect_status 1
    expect_output 'index 5 of an array of 5, at two.c:4'
}

# beside BODY TEXT: a task, and in another source that lacks the same header, functions of types that only it has.
beside() {
    application "int v[8]; $3 TASK(t1) { $1 TerminateTask(); }"
    printf '#include "board.h"\n%s\n' "$2" >two.c
    rtcheck app --without-headers one.oil one.c two.c
}

@test "functions of another source that give or get types of the missing header" {
    beside 'v[level(7)] = 1;' 'level_t level(int x) { return x + 1; }'
    expect_status 1
    expect_output 'index 8 of an array of 8'
    beside 'v[level(-1) == 65535 ? 8 : 0] = 1;' 'level_t level(int x) { return x; }'
    expect_status 3
    expect_output 'if `level_t` is `unsigned short`'
    beside 'v[mk(7).b] = 1;' 'pair mk(int x) { pair p = {0}; p.b = x + 1; return p; }'
    expect_status 3
    expect_output 'index 8 of an array of 8, at one.c:4: but not if'
    beside 'pair p = {0}; fill(&p); v[p.b] = 1;' 'void fill(pair *p) { p->b = 8; }'
    expect_status 1
    beside 'v[*ref()] = 1;' 'level_t z = 8; level_t *ref(void) { return &z; }'
    expect_status 1
    beside 'struct S s = gs(8); v[s.q] = 1;' 'struct S gs(int x) { struct S s; s.q = x; return s; }'
    expect_status 3
    expect_output 'index 8 of an array of 8, at one.c:4: but not if'
    beside 'v[small(7)] = 1;' 'unsigned char small(unsigned char x) { return x + 1; }'
    expect_status 1
    beside 'each(mine);' 'void each(void (*f)(level_t)) { f(8); }' 'void mine(level_t x) { v[x] = 1; }'
    expect_status 1
}

@test "members of a type of a missing header that an initializer counts are arrays" {
    answer 1 'int v[8]; const C c = { .f[0] = 5u, .f[1] = 8 }; TASK(t1) { v[c.f[1]] = 1; TerminateTask(); }'
    expect_output 'index 8 of an array of 8'
    answer 1 'int v[8]; const C c = { .f = { [0] = 5u, [1] = 8 } }; TASK(t1) { v[c.f[1]] = 1; TerminateTask(); }'
    answer 1 'int v[8]; const C c = { .k.h[1] = 8, .g[1].x = 3 }; TASK(t1) { v[c.k.h[1]] = 1; TerminateTask(); }'
    answer 1 'int v[8]; tab_t t = { [0] = 1, [1] = 8 }; TASK(t1) { v[t[1]] = 1; TerminateTask(); }'
    answer 0 'void init(const C *); const C c = { .f[0] = 8, .g[1].x = 3, .k = { .h = { 1, 2 } } }; TASK(t1) { init(&c); TerminateTask(); }'
    expect_output '`f` in `C` has 4096 elements'
}

@test "words and types of a missing header in AUTOSAR's declarations" {
    answer 1 'int v[8]; extern FUNC(void, OS_CODE) NAKED (f)(void); void NAKED (g)(void) { VAR(channel_t, AUTOMATIC) x = 8; v[x] = 1; } TASK(t1) { g(); TerminateTask(); }'
    expect_output 'index 8 of an array of 8'
    expect_output '`NAKED` is nothing'
}

@test "a type of a missing header may be short, have a sign, or have none" {
    answer 3 'int v[8]; T x; TASK(t1) { x = 65535; x++; if (x == 0) v[8] = 1; TerminateTask(); }'
    expect_output 'if `T` is `unsigned short`'
    answer 3 'int v[8]; T x = 30000; TASK(t1) { x = x + x; if (x < 0) v[8] = 1; TerminateTask(); }'
    expect_output 'if `T` is `short`'
    answer 3 'int v[8]; T x = 100; TASK(t1) { x = x + x; if (0 > x) v[8] = 1; TerminateTask(); }'
    expect_output 'if `T` is `signed char`'
    answer 3 'int v[8]; T x; TASK(t1) { for (x = 0; x < 256; x++) v[x & 7] = 1; TerminateTask(); }'
    expect_output 'if `T` is `unsigned char`'
    answer 0 'int v[8]; T x; TASK(t1) { for (x = 0; x < 255; x++) v[x & 7] = 1; TerminateTask(); }'
    answer 3 'int v[8]; T x; TASK(t1) { x = 1; if (x - 2 > 0) v[8] = 1; TerminateTask(); }'
    expect_output 'if `T` is `unsigned`:'
    answer 3 'int v[8]; S g; TASK(t1) { g.a = -1; if (g.a > 0) v[8] = 1; TerminateTask(); }'
    expect_output 'if `S` has members of `unsigned char`'
    answer 3 'int v[8]; S g; TASK(t1) { g.a = -1; if (g.a > 70000) v[8] = 1; TerminateTask(); }'
    expect_output 'if `S` has members of `unsigned`'
    answer 0 'int v[8]; T x; TASK(t1) { x = 1; x <<= 40; v[(int)(x >> 40)] = 1; TerminateTask(); }'
    expect_output '`T` is `long long`'
}

@test "what a type of a missing header does if it is an int is not violated if it is not with others that fit" {
    answer 3 'hash_t h = 5381; TASK(t1) { int i; for (i = 0; i < 8; i++) h = h * 33 + 7; TerminateTask(); }'
    expect_output 'the result does not fit in int, at one.c:4: but not if `hash_t` is `unsigned'
    answer 3 'usec h = 100000; TASK(t1) { h = h * 100000; h = h - 1; assert(h > 0); TerminateTask(); }'
    expect_output 'but not if `usec` is `unsigned`'
    answer 3 'tick now = 2147483647; TASK(t1) { now++; TerminateTask(); }'
    answer 3 'tick now = 5, then = 10; int v[4]; TASK(t1) { if (now - then < 100) v[4] = 1; TerminateTask(); }'
    expect_output 'index 4 of an array of 4, at one.c:4: but not if `tick` is `unsigned`'
    answer 3 'Idx x = 1; int v[4]; TASK(t1) { x = ~x; if (x >> 8 != 255) v[4] = 1; TerminateTask(); }'
    expect_output 'but not if `Idx` is `unsigned short`'
    answer 3 'Idx x = 1; int v[4]; TASK(t1) { if (sizeof x == 4) v[4] = 1; TerminateTask(); }'
    answer 3 'mask_t m = 0xffffffff; int v[3]; TASK(t1) { m++; if (!m) v[3] = 1; TerminateTask(); }'
    expect_output 'but not if `mask_t` is `long long`'
    answer 3 'S s; int v[4]; TASK(t1) { s.n = 2147483647; s.n++; TerminateTask(); }'
    answer 1 'level_t x; int v[4]; TASK(t1) { x = 4; v[x] = 1; TerminateTask(); }'
    answer 1 'level_t x = 1; int v[4], i = 4; TASK(t1) { x = 2; v[i] = 1; TerminateTask(); }'
    answer 1 'int v[4], i = 4; TASK(t1) { v[i] = 1; TerminateTask(); } hash_t h = 1; void unused(void) { h = h * 33; }'
    answer 1 'int read_it(void); level_t x; int v[4]; TASK(t1) { x = read_it(); if (x < 0) v[x] = 1; TerminateTask(); }'
    answer 1 'int read_it(void); level_t x; int v[4]; TASK(t1) { x = read_it(); if (x == 300) v[4] = 1; TerminateTask(); }'
}

@test "a type of a missing header may have a fraction, be a flag, or be long" {
    answer 3 'gain g; int v[4]; TASK(t1) { g = 1; g /= 3; if (g) v[4] = 1; TerminateTask(); }'
    expect_output 'if `gain` is `double`'
    answer 3 'R r; int v[4]; TASK(t1) { r.n = 1; r.n = r.n / 2; if (r.n) v[4] = 1; TerminateTask(); }'
    expect_output 'if `R` has members of `double`'
    answer 3 'gain g, h; int v[4]; TASK(t1) { g = 1; h = 2; if ((g + h + 2) / 2 * 2 == 5) v[4] = 1; TerminateTask(); }'
    answer 3 'gain g = 0.1; int v[4]; TASK(t1) { if (g != 0.1) v[4] = 1; TerminateTask(); }'
    expect_output 'if `gain` is `float`'
    answer 0 'level_t x; int v[4]; TASK(t1) { x = 6; v[x / 2] = 1; x = x % 4; TerminateTask(); }'
    answer 3 'flag f; int k = 4, v[4]; TASK(t1) { f = k & 4; if (f == 1) v[4] = 1; TerminateTask(); }'
    expect_output 'if `flag` is `_Bool`'
    answer 0 'counter_t f; int k = 4, v[4]; TASK(t1) { f = k & 4; f++; if (f == 1) v[4] = 1; TerminateTask(); }'
    answer 3 'Idx x = 1; int v[4]; TASK(t1) { if (sizeof x == 8) v[4] = 1; TerminateTask(); }'
    expect_output 'if `Idx` is `long long`'
    answer 3 'R r = { .n = 127 }; int v[4]; TASK(t1) { r.n++; if (r.n < 0) v[4] = 1; TerminateTask(); }'
    answer 3 'Idx x = 30000; int v[4]; TASK(t1) { x += 30000; if (x != 60000) v[4] = 1; TerminateTask(); }'
    expect_output 'if `Idx` is `short`'
    answer 3 'T x = 0xFFFF; int v[4]; TASK(t1) { x++; if (x != 65536) v[4] = 1; TerminateTask(); }'
}

@test "constants of missing headers that one variable holds, or is compared with, are an enumeration before something is violated" {
    answer 3 'int x; TASK(t1) { x = MOTOR_ON; assert(x != MOTOR_OFF); TerminateTask(); }'
    expect_output 'x != MOTOR_OFF, at one.c:4: but not if `MOTOR_ON` is 0, `MOTOR_OFF` is 1: only a missing header says that'
    answer 3 'int x, y; TASK(t1) { x = RED; y = x; if (y == GREEN) x = BLUE; assert(x == RED); TerminateTask(); }'
    answer 3 'struct s { int m; } v; static int next(int n) { return n == RED ? GREEN : RED; } TASK(t1) { v.m = next(GREEN); assert(next(v.m) == GREEN); TerminateTask(); }'
    answer 3 'TASK(t1) { assert(ODD != EVEN); TerminateTask(); }'
    answer 3 'enum { A0, A1 }; int x; TASK(t1) { x = RUN; if (x == A0) x = STOP; assert(x != A1); TerminateTask(); }'
    expect_output '`RUN` is 101, `STOP` is 102'
    # a table of handlers, whose order the header has
    local handlers='static int f0(void) { assert(state == IDLE); return RUN; } static int f1(void) { assert(state != IDLE); assert(state == RUN); return STOP; } static int f2(void) { assert(state != RUN); return IDLE; }'
    for first in 'handler handlers[] = {f0, f1, f2}; void init(void) {}' 'handler handlers[COUNT]; void init(void) { handlers[RUN] = f1; handlers[IDLE] = f0; handlers[STOP] = f2; }'; do
        answer 3 "typedef int (*handler)(void); static state_t state; $handlers static $first TASK(t1) { init(); state = IDLE; for (int i = 0; i < 4; i++) state = handlers[state](); assert(state == RUN); TerminateTask(); }"
        expect_output ': but not if `'
        answer 1 "typedef int (*handler)(void); static state_t state; $handlers static $first TASK(t1) { init(); state = IDLE; for (int i = 0; i < 3; i++) state = handlers[state](); assert(state == RUN); TerminateTask(); }"
    done
    # what is wrong with all of them is; and so is what one constant alone makes wrong
    answer 1 'int x; TASK(t1) { x = MOTOR_ON; assert(x == MOTOR_OFF || x != MOTOR_ON); TerminateTask(); }'
    answer 1 'int x, in(void); TASK(t1) { x = in(); if (x == CMD_A) x = 1; else if (x == CMD_B) x = 2; else if (x == CMD_C) assert(0); TerminateTask(); }'
    answer 1 'int a, b; TASK(t1) { a = PIN; b = MODE; assert(a != 5); b = 5; TerminateTask(); }'
    answer 1 'int x; TASK(t1) { x = MODE; assert(x > 6); TerminateTask(); }'
}

@test "opposites that every header has are 0 and 1" {
    for pair in 'OFF ON' 'NO YES' 'STD_OFF STD_ON' 'STD_LOW STD_HIGH' 'STD_IDLE STD_ACTIVE' 'E_OK E_NOT_OK'; do
        answer 0 "int x; TASK(t1) { x = ${pair#* }; assert(x != ${pair% *} && x == 1); TerminateTask(); }"
        answer 1 "int x; TASK(t1) { x = ${pair#* }; assert(x == ${pair% *}); TerminateTask(); }"
    done
    expect_output '`E_NOT_OK` is 1'
}

@test "members of a type of a missing header, or of a register, may be bit-fields before something is violated" {
    answer 3 'reg_t r; int a[4]; TASK(t1) { r.mode = 3; r.mode++; a[r.mode] = 1; TerminateTask(); }'
    expect_output 'index 4 of an array of 4, at one.c:4: but not if `reg_t` has bit-fields: only a missing header says'
    answer 3 'struct reg r; int in(void); TASK(t1) { r.flag = in(); assert(r.flag <= 1); TerminateTask(); }'
    expect_output 'if `reg` has bit-fields'
    answer 3 'extern reg_t r; TASK(t1) { assert(r.flag < 2); TerminateTask(); }'
    answer 3 'reg_t r[4]; int a[2]; TASK(t1) { r[1].s.x = 1; r[1].s.x++; if (r[1].s.x > 1) a[2] = 1; TerminateTask(); }'
    answer 3 'int a[4]; TASK(t1) { a[STATUSbits.mode] = 1; TerminateTask(); }'
    expect_output 'if `STATUSbits` has bit-fields'
    answer 3 'TASK(t1) { assert(REGS->DATA <= 255); TerminateTask(); }'
    # what constants say, they have room for; a bit-field has no address; what does not come by them stays as it is
    answer 1 'reg_t r; TASK(t1) { r.mode = 3; r.mode++; assert(r.mode != 4); TerminateTask(); }'
    answer 1 'reg_t r; int a[4]; TASK(t1) { int *p = &r.mode; r.mode = 3; r.mode++; if (*p == 4) a[4] = 1; TerminateTask(); }'
    answer 1 'reg_t r; TASK(t1) { assert(FLAGS.on < 0xFFFFFFFFu); TerminateTask(); }'
    answer 1 $'reg_t r; int a[2]; TASK(t1) {\nr.x = 1; r.x++;\na[2] = 1; TerminateTask(); }'
    # whatever is stored might not fit: what holds is told with the types
    answer 0 'reg_t r; int in(void); TASK(t1) { int x = in() & 7; r.mode = x; assert(r.mode == x); TerminateTask(); }'
}

@test "an assertion of a missing header is one by its name, and may check nothing" {
    for name in ASSERT assert_param configASSERT REQUIRE; do
        answer 3 "int k = 4; TASK(t1) { $name(k == 3); TerminateTask(); }"
        expect_output "the assertion does not hold: k == 3, at one.c:4: but perhaps not if \`$name\`, of a missing header, checks nothing (one.c:4)"
        answer 0 "int k = 4; TASK(t1) { $name(k == 4); TerminateTask(); }"
        expect_output "\`$name\`, which nothing declares, is an assertion"
    done
    answer 3 'int k = 4; TASK(t1) { ASSERT(k == 3, "k"); TerminateTask(); }'
    answer 1 'int k = 4, v[4]; TASK(t1) { ASSERT(k == 4);
        v[k] = 1; TerminateTask(); }'
    answer 0 'TASK(t1) { STATIC_ASSERT(sizeof(int) == 2); TerminateTask(); }'
    answer 1 'void ASSERT(int x) { assert(x); } int k = 4; TASK(t1) { ASSERT(k == 3); TerminateTask(); }'
}

@test "a pointer whose address a function without a body gets, or that has no value yet, may lead to memory of its own" {
    answer 3 'void get(unsigned char **p); int v[4]; TASK(t1) { unsigned char *p = 0; get(&p); if (p) v[4] = 1; TerminateTask(); }'
    expect_output 'but not if `get`, without a body, leaves the pointers as they are whose addresses it gets'
    answer 3 'void get(unsigned char **p); unsigned char *p; int v[4]; TASK(t1) { get(&p); if (p) v[4] = 1; TerminateTask(); }'
    answer 0 'void get(unsigned char **p); int first; TASK(t1) { unsigned char *p; get(&p); first = p[0]; TerminateTask(); }'
    expect_output 'a pointer that `get` fills in leads to memory of its own'
    answer 0 'typedef struct { unsigned char *data; int n; } P; int rd(P *p); int x; TASK(t1) { P p; if (!rd(&p)) x = *p.data; TerminateTask(); }'
    answer 1 'typedef struct { unsigned char *data; int n; } P; int rd(P *p); unsigned char b[4]; TASK(t1) { P p; p.data = b; rd(&p); p.data[4] = 1; TerminateTask(); }'
    answer 0 'struct rx { unsigned char *data; }; int rd(struct rx *p); struct rx r; int v[4]; TASK(t1) { rd(&r); if (r.data) v[3] = 1; TerminateTask(); }'
    expect_output '`rd` leaves pointers as they are, in what it gets'
    answer 1 'void get(unsigned char **p); int k = 4, v[4]; TASK(t1) { unsigned char *p = 0; get(&p); v[k] = 1; TerminateTask(); }'
}

@test "a name of a missing header that a loop waits for is no constant" {
    for loop in 'while (!(SCI0SR1 & 0x80));' 'while (!TI);' 'while (SCISR1_TDRE == 0);' 'while (lcd_busy);' 'do { } while (!rx_done);' 'for (;;) if (rx_done) break;' \
        'while (rx_done != 1) { if (k == 0) break; }' 'while (!rx_done) { k ^= 1; }' 'while (rx_count < 4) __nop();'; do
        answer 0 "int k = 4; TASK(t1) { $loop TerminateTask(); }"
    done
    answer 0 'TASK(t1) { while (!(SCI0SR1 & 0x80)); SCI0DRL = 3; TerminateTask(); }'
    expect_output '`SCI0SR1`, `SCI0DRL` are hardware'
    answer 0 'TASK(t1) { while (!(UCSRA & (1 << UDRE))); TerminateTask(); }'
    expect_output '`UDRE` is constant'
    answer 1 'int v[4]; TASK(t1) { while (!(SCI0SR1 & 0x80)); v[4] = 1; TerminateTask(); }'
    answer 3 'int v[4]; TASK(t1) { for (int i = 0; i < 4 && i < COUNT; i++) v[i] = 1; TerminateTask(); }'
    expect_output '`COUNT` is constant'
    answer 3 'int n; TASK(t1) { int i = 0; while (i < 10 && i != LAST) i++; TerminateTask(); }'
    expect_output '`LAST` is constant'
    answer 3 'int v[4], k = 4; TASK(t1) { int st = IDLE_ST; while (SR1 != IDLE_ST); if (st != IDLE_ST) v[k] = 1; TerminateTask(); }'
    expect_output '`IDLE_ST` is constant'
    answer 3 'int y; TASK(t1) { while (TCNT_NOW < MAX_CNT); y = 100 / MAX_CNT; TerminateTask(); }'
    answer 0 'int v[8]; TASK(t1) { while ((SR1 & RDY_MASK) == 0); v[RDY_MASK] = 1; TerminateTask(); }'
}

@test "what one value of a constant of a missing header leads to is not violated" {
    answer 3 'TASK(t1) { if (MODE == 1) return; TerminateTask(); }'
    expect_output 'it needs values of constants of missing headers that nobody wrote'
    answer 3 'TASK(t1) { if (MODE == 1) ActivateTask(t1); TerminateTask(); }'
    answer 3 'TASK(t1) { if (use_it) ActivateTask(t1); TerminateTask(); }'
    answer 3 'TASK(t1) { int d = MODE; if (d == 1) for (;;); TerminateTask(); }'
    answer 3 'int x; TASK(t1) { unsigned char i; for (i = 0; i < COUNT; i++) x ^= 1; TerminateTask(); }'
    answer 1 'TASK(t1) { if (MODE == 1) return; if (MODE != 1) return; TerminateTask(); }'
    answer 1 'int x; TASK(t1) { if (MODE == 1) x = 1; ActivateTask(t1); TerminateTask(); }'
}

@test "a function of a missing header whose result a void function returns" {
    answer 0 'void put(int x) { return set_port(x); } TASK(t1) { put(1); TerminateTask(); }'
    expect_error "void function 'put' should not return a value"
    answer 1 'int v[8]; int i = 7; int count(void) { return ++i; } void put(void) { return count(); } TASK(t1) { put(); v[i] = 1; TerminateTask(); }'
    expect_output 'index 8 of an array of 8'
    answer 1 'int v[8]; int get(int x) { if (x) return; return 3; } TASK(t1) { v[get(1)] = 1; TerminateTask(); }'
    expect_output 'get returns no value, and its caller uses it'
    answer 0 'int v[8]; int get(int x) { if (x) return; return 3; } TASK(t1) { get(1); v[get(0)] = 1; TerminateTask(); }'
}

@test "what rests on a size or a layout that only a missing header knows is not violated" {
    answer 3 'm g; TASK(t1) { g.len = 1; memset(&g, 0, 100); TerminateTask(); }'
    expect_output 'but perhaps not if `m`, a structure of a missing header, is laid out otherwise (one.c:4)'
    answer 3 'm g; char b[8]; TASK(t1) { g.len = 1; memcpy(&g, b, 8); TerminateTask(); }'
    answer 3 'm g; TASK(t1) { char *p = (char *)&g; g.len = 2; p[7] = 1; TerminateTask(); }'
    answer 3 'int v[8]; const conf c = {3, 8}; TASK(t1) { v[c.b] = 1; v[c.a] = 1; TerminateTask(); }'
    answer 3 'int v[8]; union word u; TASK(t1) { u.w = 2048; v[u.w & 7] = u.b; assert(u.b == 1); TerminateTask(); }'
    answer 1 'int v[4]; const conf c[2] = {[1] = {.b = 4}}; TASK(t1) { v[c[1].b] = 1; TerminateTask(); }'
    answer 1 'm g; int v[4];
TASK(t1) { g.len = 1; v[4] = 1;
memset(&g, 0, 100); TerminateTask(); }'
    answer 1 'm g; TASK(t1) { g.len = 1; memset(&g, 0, sizeof g); assert(g.len == 1); TerminateTask(); }'
}

@test "a name that is a statement leaves open what comes behind it, and nothing before" {
    answer 3 'TASK(t1) { END; }'
    expect_output 'but perhaps not if `END`, of a missing header, which is a statement of its own, does something (one.c:4)'
    answer 1 'int v[4];
TASK(t1) { v[4] = 1;
END; }'
}

@test "a variable of a missing header that forgets what is written to it violates nothing" {
    answer 3 'int v[8]; TASK(t1) { cnt = 7; v[cnt] = 1; TerminateTask(); }'
    expect_output 'but not if what is written to `cnt`, which only a missing header declares, stays'
    answer 3 'int v[8]; TASK(t1) { hist[1] = 5; imu.x = 7; v[hist[1]] = 1; v[imu.x] = 1; TerminateTask(); }'
    answer 1 'int v[8]; TASK(t1) { cnt = 8; v[cnt] = 1; TerminateTask(); }'
}

@test "what comes of one of several tasks that a missing header may mean is not violated" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 3; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; TASK u { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; }; TASK w { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; }; };\n' >one.oil
    printf '#include "os.h"\n#include "board.h"\nint v[8];\nTASK(t) { ActivateTask(W); TerminateTask(); }\nTASK(u) { v[8] = 1; TerminateTask(); }\nTASK(w) { TerminateTask(); }\n' >one.c
    rtcheck app --without-headers --no-check activation one.oil one.c
    expect_status 3
    expect_output 'but perhaps not if `W`, of a missing header, is another one (one.c:4)'
}

@test "functions of the C library that a missing header would have brought" {
    answer 1 'int v[8]; TASK(t1) { double x = round(7.6); v[(int)x] = 1; TerminateTask(); }'
    answer 1 'int v[8]; TASK(t1) { double x = fmax(8, 2); v[(int)x] = 1; TerminateTask(); }'
    answer 1 'int v[8]; TASK(t1) { div_t d = div(8, 1); v[d.quot] = 1; TerminateTask(); }'
    answer 1 'int v[8]; TASK(t1) { int s = (int)offsetof(struct { char a; int b; }, b); v[s * 2] = 1; TerminateTask(); }'
    answer 0 'double x; TASK(t1) { x = atof("8"); TerminateTask(); }'
}

@test "names that a missing header may make of others, or of which it knows the size" {
    answer 3 'int v[8]; void HANDLER(void) { v[8] = 1; } TASK(t1) { TerminateTask(); }'
    expect_output 'HANDLER does not run here, though a missing header may give it another name, of a routine'
    answer 0 'int x; void helper(void) { x = 1; } void SETUP(void) { x = 2; } TASK(t1) { SETUP(); TerminateTask(); }'
    answer 3 'int v[8]; void do_it(int k) { v[k] = 1; } TASK(t1) { DISPATCH(it, 8); TerminateTask(); }'
    expect_output 'may be a macro that makes names of `it`'
    answer 3 'int v[8]; TASK(t1) { v[sizeof(Z0) == 8 ? 8 : 0] = 1; TerminateTask(); }'
    expect_output 'what size `Z0`, of a missing header, has is not known'
    answer 0 'int v[8]; TASK(t1) { for (int i = 0; i < 5; i++) v[i] = TAB[i]; TerminateTask(); }'
    expect_output '`TAB`, which may be a table, is as long as it has to be'
    answer 3 'int flags; TASK(t1) { SET_BIT(flags, 3); assert(flags); TerminateTask(); }'
    expect_output 'but perhaps not if `SET_BIT`, which nothing declares, is a macro that changes `flags`'
}

@test "a type of a missing header with a member that is read and never written may be a union" {
    answer 3 'int v[8]; U g; TASK(t1) { g.w = 258; if (g.b.lo == 2) v[8] = 1; TerminateTask(); }'
    expect_output '`b` of `U`, a type of a missing header, is read and never written: it may be a union'
    answer 0 'int v[8]; M g; TASK(t1) { g.a = 3; g.b += 4; g.c++; v[(g.a + g.b + g.c) & 7] = 1; TerminateTask(); }'
    answer 0 'int v[8]; M g; void fill(M *); TASK(t1) { g.a = 3; fill(&g); v[g.b & 7] = 1; TerminateTask(); }'
    answer 0 'int v[8]; M g = {.b = 3}; TASK(t1) { g.a = 3; v[g.b] = 1; TerminateTask(); }'
    for text in 'M g; TASK(t1) { g.u.w = 5; if (g.u.b == 5) v[8] = 1;' 'M g = {.w = 5}; TASK(t1) { if (g.b == 5) v[8] = 1;' \
        'void st(M *p) { p->w = 5; } int ld(M *p) { return p->b; } M g; TASK(t1) { st(&g); if (ld(&g) == 5) v[8] = 1;' \
        'TASK(t1) { M g = {0}; g.w = 5; if (g.b[0] == 5) v[8] = 1;'; do
        answer 3 "int v[8]; $text TerminateTask(); }"
        expect_output '`b` of `M`, a type of a missing header, is read and never written: it may be a union'
    done
    answer 3 'int v[8]; M g; TASK(t1) { g.R = 0; g.B.x = 1; if (g.R) v[8] = 1; TerminateTask(); }'
    expect_output '`B` of `M`, a type of a missing header, is written and never read: it may be a union'
    answer 3 'int v[8]; TASK(t1) { M g; g.w = 5; v[0] = g.b[0]; TerminateTask(); }'
    expect_output 'but perhaps not if `b` of `M`, a type of a missing header, shares its bytes with others'
    answer 3 'int v; M g; TASK(t1) { g.b[0] = 1; v = 10 / g.w; TerminateTask(); }'
    answer 0 'M g; void put(int x) { g.data[g.head] = x; g.head = (g.head + 1) % 8; } TASK(t1) { put(3); TerminateTask(); }'
    answer 1 'int v[8], k = 8; void set(M *p) { p->x = 1; p->y = 2; } M g; TASK(t1) { set(&g); v[k] = g.x + g.y; TerminateTask(); }'
}

@test "a function with the name of an interrupt routine, which a missing header may call, is told" {
    for name in timer_isr uart_irq INT_Excep_CMT0_CMI0 rx_callback; do
        answer 0 "int v[8]; void $name(void) { v[8] = 1; } TASK(t1) { TerminateTask(); }"
        expect_output "that \`$name\`, which nothing here calls, never runs and has no effect that matters"
    done
    answer 0 'int v[8]; void HAL_TIM_PeriodElapsedCallback(TIM_HandleTypeDef *h) { v[8] = 1; } TASK(t1) { TerminateTask(); }'
    expect_output 'that `HAL_TIM_PeriodElapsedCallback`, which nothing here calls,'
    answer 0 'int v[8]; void timer_isr(void) {} static void irq(void) { v[8] = 1; } void other(void) { v[8] = 1; } TASK(t1) { TerminateTask(); }'
    expect_no_output 'which nothing here calls'
}

# locked STATUS TEXT: of a task, beside an interrupt routine that writes `n`, too.
locked() {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR i { CATEGORY = 2; }; };\n' >one.oil
    printf '#include "os.h"\n#include "board.h"\nint n;\nISR(i) { n = 1; }\n%s\n' "$2" >one.c
    rtcheck app --without-headers one.oil one.c "${@:3}"
    expect_status "$1"
    expect_output "nothing keeps them apart"
}

@test "what nothing declares and may be a lock leaves no race violated" {
    for pair in 'lock() unlock()' 'crit_begin() crit_end()' 'ENTER_CRITICAL() EXIT_CRITICAL()' 'taskENTER_CRITICAL() taskEXIT_CRITICAL()' 'ints_off() ints_on()' 'sem_take() sem_give()' 'get_bus() release_bus()' \
        'DI() EI()'; do
        locked 3 "TASK(t) {
    ${pair% *};
    n = 2;
    ${pair#* };
    TerminateTask();
}"
        expect_output "but perhaps not if \`${pair%%(*}\`, which nothing declares, keeps others out (-D${pair%%(*}=SuspendAllInterrupts"
    done
    locked 3 'TASK(t) { int s = irq_save();
n = 2; irq_restore(s); TerminateTask(); }'
    expect_output 'if `irq_save`, which nothing declares, keeps others out (a file for --stubs'
    for pair in 'this_way() that_way()' '__set_PRIMASK(1) __set_PRIMASK(0)' 'x1(3) x2(3)' 'spin(&s1) unspin(&s1)' 's1=splhigh() splx(s1)'; do
        locked 3 "int s1; TASK(t) { ${pair% *};
n = 2;
${pair#* }; TerminateTask(); } void other(void) { ${pair% *}; n = 3; ${pair#* }; }"
        expect_output 'keeps others out ('
    done
    locked 3 'TASK(t) { set_ipl(7);
n = 2;
set_ipl(0); TerminateTask(); }'
    locked 3 'static void set(void) { ints_off(); log_it(3);
n = 2;
ints_on(); } TASK(t) { set(); TerminateTask(); }'
    locked 3 'TASK(t) { PROTECT(n = 2); TerminateTask(); }'
    locked 3 'TASK(t) { with_irq_off(n = 2); TerminateTask(); }'
    locked 3 'TASK(t) { old = SREG; CLI(); n = 2; SREG = old; TerminateTask(); }'
    locked 3 'static void set(int x) { SR_ALLOC(); CRIT_ON(); n = x; CRIT_OFF(); } TASK(t) { set(2); TerminateTask(); }'
    locked 3 'TASK(t) { osMutexWait(m1, 100); n = 2; osMutexRelease(m1); TerminateTask(); }'
    locked 3 'int m; TASK(t) { lock(); m = 2; unlock(); lock(); n = 2; unlock(); TerminateTask(); }'
    locked 3 'int m; TASK(t) { for (m = 0; m < 3; m++) { lock(); if (m == 2) n = 2; unlock(); } TerminateTask(); }'
    locked 3 'static void set(void) { n = 2; }
TASK(t) { take_bus();
set();
give_bus(); TerminateTask(); }'
    locked 3 'static void enter(void) { irqs_off(); }
static void leave(void) { irqs_on(); }
TASK(t) { enter();
n = 2;
leave(); TerminateTask(); }'
}

@test "what has a body or a stub, or is called otherwise, is no lock" {
    locked 1 'static void lock(void) {} static void unlock(void) {} TASK(t) { lock(); n = 2; unlock(); TerminateTask(); }'
    locked 1 'TASK(t) { led_toggle();
n = 2;
led_toggle(); TerminateTask(); }'
    locked 1 'TASK(t) { say("on");
n = 2;
say("off"); TerminateTask(); }'
    locked 1 'TASK(t) { cs(1); cs(0);
n = 2; TerminateTask(); }'
    locked 1 'TASK(t) { clock_tick();
n = 2; TerminateTask(); }'
    locked 1 'TASK(t) { init_irq();
n = 2; TerminateTask(); }'
    locked 1 'TASK(t) { timer_enable();
n = 2; TerminateTask(); }'
    locked 1 'TASK(t) { n = 2;
lock(); unlock();
TerminateTask(); }'
    locked 1 'int m; TASK(t) { ENTER_CRITICAL(); m = 2; EXIT_CRITICAL(); n = 3; TerminateTask(); }'
    locked 1 'int m; static void set(int x) { int s = irq_save(); m = x; irq_restore(s); } TASK(t) { set(1); n = 3; TerminateTask(); }'
    locked 1 'int m; TASK(t) { this_way(); m = 2; that_way(); n = 3; TerminateTask(); } void other(void) { this_way(); m = 3; that_way(); }'
    locked 1 'int m; TASK(t) { lock(); m = 2; unlock(); n = 2; TerminateTask(); }'
    printf 'void lock()\nvoid unlock()\n' >stubs
    locked 1 'TASK(t) { lock(); n = 2; unlock(); TerminateTask(); }' --stubs stubs
    rtcheck app --without-headers one.oil one.c -Dlock=SuspendAllInterrupts -Dunlock=ResumeAllInterrupts
    expect_status 0
}

@test "calls of missing headers that start something, one after another, are no locks" {
    for calls in 'Port_Init(); Adc_Init(); n = 2; Can_Init();' 'lcd_clear(); n = 2; lcd_update();' 'led_start(); n = 2; led_stop();' 'x = ADC_Read(3); n = 2; DAC_Write(x);' 'UART_Init(9600); n = 2; UART_Send(120);'; do
        locked 1 "TASK(t) { int x; $calls TerminateTask(); }"
    done
}

@test "a type of a missing header may be volatile: one access to such a number is no race" {
    flag() { # STATUS INTERRUPT'S TASK'S: of a number of such a type
        printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR i { CATEGORY = 2; }; };\n' >one.oil
        printf '#include "os.h"\n#include "board.h"\n%s tk; int v; ISR(i) { %s }\nTASK(t) { %s TerminateTask(); }\n' "${4:-X}" "$2" "$3" >one.c
        rtcheck app --without-headers one.oil one.c
        expect_status "$1"
        expect_output 'nothing keeps them apart'
    }
    flag 3 'tk = 1;' 'if (tk) v = 1;'
    expect_output 'but not if `X` is `volatile int`: only a missing header says what types these are'
    flag 3 'tk = 1;' 'while (!tk);'
    flag 1 'tk++;' 'tk++;'
    flag 1 'tk.x = 1;' 'if (tk.x) v = 1;'
    flag 1 'v = 1; tk = 1;' 'v = 2; tk = 0;'
}

@test "a member that is subscripted and asked whether it is null is a pointer; so is what has an address" {
    for code in 'if (!b.d) a[k] = 1; else k = b.d[0];' 'if (b.d == NULL) a[k] = 1; k = b.d[0];' 'if (0 == b.d) a[k] = 1; k = b.d[0];' 'while (b.d) k = b.d[0]; a[k] = 1;' 'b.d = c.d; k = b.d[0];'; do
        answer 1 "int a[4], k = 4; Buf b, c; TASK(t1) { $code TerminateTask(); }"
    done
    answer 0 'int k; Buf b; TASK(t1) { k = b.d[0]; TerminateTask(); }'
    expect_output '`d` in `Buf` has 4096 elements'
    answer 1 'int a[4], k = 4; static U_t *const u = UART1; TASK(t1) { if (u->DR == 3) a[k] = 1; TerminateTask(); }'
    answer 1 'int a[4], k = 4; static volatile unsigned char *reg = &PORTB; TASK(t1) { *reg = 3; if (*reg == 4) a[k] = 1; TerminateTask(); }'
    answer 3 'int a[4], k = 4; static unsigned char *reg = &PORTB; TASK(t1) { *reg = 3; if (*reg == 4) a[k] = 1; TerminateTask(); }'
    expect_output '`PORTB`, which nothing declares, and which is taken for a constant, may be a variable: pointers lead to it'
    answer 0 'int v; static int get(const int *p) { return *p; } TASK(t1) { v = get(&Limit); Can_Init(&Can_Config); TerminateTask(); }'
}

@test "a lock of a missing header counts where the one that is interrupted has called it" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; TASK u { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; }; ISR i { CATEGORY = 2; }; };\n' >two.oil
    both() { # STATUS TEXT
        printf '#include "os.h"\n#include "board.h"\nint n, m;\n%s\n' "$2" >two.c
        rtcheck app --without-headers two.oil two.c
        expect_status "$1"
        expect_output 'nothing keeps them apart'
    }
    both 1 'ISR(i) { ENTER_CRITICAL(); n++; EXIT_CRITICAL(); } TASK(u) { TerminateTask(); } TASK(t) { n = 2; TerminateTask(); }'
    both 1 'ISR(i) { ack_irq(); n++; } TASK(u) { TerminateTask(); } TASK(t) { n = 2; TerminateTask(); }'
    both 1 'ISR(i) { ack_irq(); ActivateTask(u); } TASK(u) { lock(); n++; unlock(); TerminateTask(); } TASK(t) { n = 2; TerminateTask(); }'
    both 3 'ISR(i) { ack_irq(); n++; } TASK(u) { TerminateTask(); } TASK(t) { lock(); n = 2; unlock(); TerminateTask(); }'
    both 3 'ISR(i) { n++; } TASK(u) { lock(); TerminateTask(); } TASK(t) { ActivateTask(u); n = 2; TerminateTask(); }'
    both 3 'ISR(i) { n++; } TASK(u) { TerminateTask(); } TASK(t) { while (m < 2) { lock(); if (m == 1) n = 2; unlock(); m++; } TerminateTask(); }'
}

@test "... whether it gets that address itself, by a variable or by a parameter, and lists end" {
    answer 3 'int drv(char **); int v[4]; TASK(t1) { char *p = 0; char **q = &p; drv(q); if (p) v[4] = 1; TerminateTask(); }'
    expect_output 'but not if `drv`, without a body, leaves the pointers as they are whose addresses it gets'
    answer 3 'int drv(char **); int v[4]; static void get(char **p) { drv(p); } TASK(t1) { char *p = 0; get(&p); if (p) v[4] = 1; TerminateTask(); }'
    answer 3 'int drv(char **); int v[4]; char *g[3]; TASK(t1) { drv(&g[1]); if (g[1]) v[4] = 1; TerminateTask(); }'
    answer 3 'int drv(int (**)(void)); int v[4]; TASK(t1) { int (*f)(void) = 0; drv(&f); if (f) v[4] = 1; TerminateTask(); }'
    expect_output '`drv`, which has no body, gets the address of a pointer to a function, and may set it'
    answer 3 'struct n { struct n *next; int v; }; int drv(struct n **); int v[4]; TASK(t1) { struct n *p = 0; drv(&p); if (p && p->next) v[4] = 1; TerminateTask(); }'
    answer 3 'int drv(char ***); int v[4]; TASK(t1) { char ***p = 0; drv(&p); if (p && *p) v[4] = 1; TerminateTask(); }'
    answer 0 'int drv(char **); char *seen; TASK(t1) { char *p; drv(&p); seen = p; TerminateTask(); }'
    expect_output 'a pointer that `drv` fills in leads to memory of its own, and is not null'
    answer 0 'struct rx { char *data; int n; }; int drv(struct rx *); struct rx r; static void get(struct rx *p) { drv(p); } TASK(t1) { get(&r); TerminateTask(); }'
    expect_output '`drv` leaves pointers as they are, in what it gets'
}

@test "a pointer that is null or has no value, and that a function without a body could have set, violates nothing" {
    while IFS='|' read -r declared code; do
        answer 3 "struct d { int (*rd)(void); char *p; int n; }; int v, a[4], k = 4; $declared TASK(t1) { $code TerminateTask(); }"
        expect_output 'which has no body, sets other pointers'
    done <<'END'
int drv(char **p); static int get(char **p) { return drv(p); }|char *p; if (get(&p) == 0) v = *p;
int drv(char **p);|char *p = 0; if (drv(&p) == 0) v = *p;
int drv(char **p); char *g;|drv(&g); v = *g;
int drv(char **p);|char *p[3]; for (int j = 0; j < 3; j++) drv(&p[j]); v = *p[1];
int drv(char **p);|int (*f)(char **) = drv; char *p; if (f(&p) == 0) v = *p;
int drv(struct d *p); struct d g;|if (drv(&g) == 0) v = *g.p;
int drv(void *p); static int get(void *p) { return drv(p); }|struct d x; if (get(&x) == 0) v = *x.p;
int drv(struct d *p);|struct d x; drv(&x); v = x.rd();
struct d get(void);|struct d x = get(); v = x.rd();
struct d *get(int);|v = get(1)->rd();
END
    answer 1 'struct d { char *p; }; int v, drv(struct d *p); struct d g; TASK(t1) { char *q = 0; v = *q; drv(&g); TerminateTask(); }'
    answer 1 'struct d { char *p; }; int a[4], k = 4, drv(struct d *p); struct d g; TASK(t1) { drv(&g); a[k] = 1; TerminateTask(); }'
    answer 1 'int v, drv(const char *p, int *n); TASK(t1) { int n; char *q = 0; drv("x", &n); v = *q; TerminateTask(); }'
}

@test "what is called by a pointer that a function without a body could have set is not known" {
    local types='int a[4], k = 4, v; struct d { int (*rd)(void); }; typedef int (*fn)(void);'
    for text in 'struct d *dev(int); TASK(t1) { struct d *p = dev(1); if (p->rd) v = p->rd();' 'fn *tab(void); TASK(t1) { fn *p = tab(); if (p[0]) v = p[0]();' \
        'int drv(struct d *p); struct d g; TASK(t1) { drv(&g); if (g.rd) v = g.rd();'; do
        answer 3 "$types $text if (v == 9) a[k] = 1; TerminateTask(); }"
        expect_output 'may set the pointer to a function by which one.c:4 calls'
    done
    answer 0 "$types int drv(struct d *p); struct d g; TASK(t1) { drv(&g); TerminateTask(); }"
    answer 0 "struct b { char *d; int n; }; struct b get(void); int v; TASK(t1) { struct b x = get(); if (x.n == 3) v = x.d[0]; TerminateTask(); }"
    expect_output 'pointers in what `get` returns lead to memory of its own, and are not null'
}

@test "what nothing declares, is in capitals and gets something of the program may leave the code" {
    while IFS='|' read -r declared code; do
        answer 3 "int a[4], k = 4; $declared TASK(t1) { $code TerminateTask(); }"
        expect_output 'which nothing declares, is a macro that leaves this code'
    done <<'END'
|CHECK(k < 4); a[k] = 1;
static void f(int x) { RET_IF(x > 3); a[x] = 1; }|f(4);
static void f(int x) { DET_CHECK(7, x < 4 && x >= 0); a[x] = 1; }|f(4);
static void f(int x) { CHECK("x", x & 3); a[x] = 1; }|f(4);
static void f(int x) { CHECK(x - 4 ? 1 : 0); a[x] = 1; }|f(4);
static int ok(void) { return 0; }|CHECK(ok()); a[k] = 1;
static void f(int *x) { EXIT_IF(!x); *x = 1; }|f(0);
END
    for condition in 'k == 4' 'k & 4' '1, k == 4' 'rd()' '-k' 'a[0] + 1' 'sizeof a == 16' '(k ? 1 : 0)'; do
        answer 3 "int a[4], k = 4; static int rd(void) { return 1; } TASK(t1) { RETURN_IF($condition); a[3] = 1; TerminateTask(); }"
        expect_output '`RETURN_IF`, which nothing declares, may be a macro that leaves this code (one.c:4)'
    done
    answer 0 'int a[4], k = 4; TASK(t1) { led(k == 4); a[3] = 1; TerminateTask(); }'
    answer 0 'int a[4]; const int c = 3; TASK(t1) { WAIT(10); SEND(a + 1, c); a[3] = 1; TerminateTask(); }'
    for call in 'led(k == 4)' 'check(k < 4)' 'det("x", k < 4)' 'WAIT(10)' 'show(k)'; do
        answer 1 "int a[4], k = 4; TASK(t1) { $call; a[k] = 1; TerminateTask(); }"
    done
    answer 1 'int a[4], k = 4; TASK(t1) { int ok = less(k < 4); a[k] = ok; TerminateTask(); }'
    answer 1 'int a[4], k = 4; void LED(int); TASK(t1) { LED(k < 4); a[k] = 1; TerminateTask(); }'
}

@test "a function that a macro of a missing header gets outside of functions may run" {
    answer 3 'int a[4], k = 4; static void f(void) { a[k] = 1; } REGISTER(f); TASK(t1) { TerminateTask(); }'
    expect_output '`REGISTER`, a macro of a missing header, may have run `f` in one.c'
    answer 0 'int a[4], k = 4; REGISTER(a, 3); TASK(t1) { TerminateTask(); }'
}

@test "an event that no code and no alarm sets is set by what nothing declares, perhaps" {
    local wait='WaitEvent(e); ClearEvent(e); TerminateTask();'
    for call in 'flush();' 'post(3);' 'if (go()) v[0] = 1;'; do
        hides "$wait" "$call TerminateTask();"
        expect_status 3
        expect_output 'which nothing declares, sets `e`, which no code here sets and no alarm'
    done
    for wait in 'EventMaskType m = e; WaitEvent(m); ClearEvent(m); TerminateTask();'; do
        hides "$wait" 'flush(); TerminateTask();'
        expect_status 3
        expect_output 'which nothing declares, sets `e`, which no code here sets and no alarm'
    done
    wait='WaitEvent(e); ClearEvent(e); TerminateTask();'
    hides "$wait" 'flush(); if (v[0]) SetEvent(t, e); TerminateTask();'
    expect_status 1
    hides "$wait" 'TerminateTask();'
    expect_status 1
    hides "$wait" 'flush(); TerminateTask();' 'static void flush(void) {}'
    expect_status 1
    hides "$wait" 'flush(); TerminateTask();' 'void flush(void);'
    expect_status 1
    expect_output '`flush`, which has no body, changes nothing but what it gets pointers to, and keeps none of them, nor calls services'
    hides "$wait" 'flush(); v[8] = 1; TerminateTask();'
    expect_status 1
}

@test "an argument that changes something counts once, not at all, or twice, for what nothing declares" {
    for code in 'LOG(k--);' 'log_it(--k);' 'v = twice(k -= 1);' 'put(3, (k = 2));'; do
        answer 3 "int a[4], k = 4, v; TASK(t1) { $code a[k] = 1; TerminateTask(); }"
        expect_output 'a macro that does not evaluate its arguments once'
    done
    answer 0 'int a[4], k = 3; void put(int); TASK(t1) { put(k--); a[k] = 1; TerminateTask(); }'
    answer 0 'int a[4], k = 3; TASK(t1) { log_it(k - 1); a[k] = 1; TerminateTask(); }'
}

@test "an error behind a macro of a missing header that is no expression names it, and the option that says what it is" {
    refused() { # TEXT PLACE NAME OPTION
        application "$1"
        rtcheck app --without-headers one.oil one.c
        expect_status 2
        expect_error "one.c:$2: error: "
        expect_error ": \`$3\`, which nothing declares, may be a macro of a missing header; '$4' says that it stands for nothing"
        rtcheck app --without-headers "$4" "${@:5}" one.oil one.c
        expect_status 0
    }
    refused $'int n;\nTASK(t1) { LOCKED(1, (2, 3), n) n = 2; TerminateTask(); }' 5:32 LOCKED '-DLOCKED(a,b,c)='
    refused $'int n;\nTASK(t1) { BEGIN_ATOMIC n = 2; END_ATOMIC TerminateTask(); }' 5:43 END_ATOMIC -DEND_ATOMIC= -DBEGIN_ATOMIC=
    refused $'int n;\nTASK(t1) {\n  BEGIN_ATOMIC\n  if (n) n = 2;\n  END_ATOMIC\n  TerminateTask();\n}' 7:3 BEGIN_ATOMIC -DBEGIN_ATOMIC= -DEND_ATOMIC=
    application $'int n;\nTASK(t1) { n = 2 n = 3; TerminateTask(); }' # a mistake that has nothing to do with one
    rtcheck app --without-headers one.oil one.c
    expect_status 2
    [[ $errors != *"may be a macro"* ]] || fail "a macro is named"
}

@test "messages of the configuration are numbers of their own, where code sends them itself" {
    cat >com.oil <<'END'
CPU c { OS os { STATUS = EXTENDED; };
  MESSAGE sent { MESSAGEPROPERTY = SEND_STATIC_INTERNAL { CDATATYPE = "int"; }; };
  MESSAGE got { MESSAGEPROPERTY = RECEIVE_UNQUEUED_INTERNAL { SENDINGMESSAGE = sent; }; NOTIFICATION = ACTIVATETASK { TASK = t2; }; };
  TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; MESSAGE = sent; };
  TASK t2 { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; MESSAGE = got; }; };
END
    cat >app.c <<'END'
#include "os.h"
#include <assert.h>
#include "cfg.h"
TASK(t1) { int v = 5; SendMessage(sent, &v); TerminateTask(); }
TASK(t2) { int v; ReceiveMessage(got, &v); assert(v == 5); TerminateTask(); }
END
    cat >com.c <<'END'
#include "os.h"
#include "cfg.h"
#include <string.h>
static int data;
StatusType SendMessage(unsigned m, void *d) { switch (m) { case sent: memcpy(&data, d, sizeof data); ActivateTask(t2); return E_OK; default: return 3; } }
StatusType ReceiveMessage(unsigned m, void *d) { if (m == got) { memcpy(d, &data, sizeof data); return E_OK; } return 3; }
END
    rtcheck app --without-headers com.oil app.c com.c
    expect_status 0
    expect_output '`got` is 1'
    sed -i 's/v == 5/v == 4/' app.c
    rtcheck app --without-headers com.oil app.c com.c
    expect_status 1
}

@test "functions of the same source that only a missing header declares" {
    answer 0 'typedef void (*fn)(void); int n; const fn list[] = { f1, f2 }; void f1(void) { n++; } void f2(void) { n++; } TASK(t1) { for (int i = 0; i < 2; i++) list[i](); assert(n == 2); TerminateTask(); }'
    answer 0 'int n; const jobs_t jobs = { .list = { { .run = f1, .period = 10 }, { .run = f1, .period = 20 } }, .count = 2 }; void f1(void) { n++; } TASK(t1) { for (int i = 0; i < jobs.count; i++) jobs.list[i].run(); assert(n == 2); TerminateTask(); }'
    answer 1 'typedef void (*fn)(void); int n; TASK(t1) { fn p = f1; p(); assert(n == 2); TerminateTask(); } void f1(void) { n++; }'
    answer 2 'typedef void (*fn)(void); int n; TASK(t1) { fn p = f1; p(); TerminateTask(); } static void f1(void) { n++; }'
    expect_error "use of undeclared identifier 'f1'"
}

@test "a block behind a macro of a missing header runs once, and perhaps otherwise" {
    for text in 'int x; FOREACH(x, list) { n++; }' 'CRITICAL_SECTION { n++; }' 'if (n == 0) ONCE() { n++; }' 'LOCKED(1, (2, 3), n) { n++; }'; do
        answer 3 "int n, list; TASK(t1) { $text TerminateTask(); }"
        expect_output ', of a missing header, may do something else with its block than run it once'
        answer 3 $'int n, list;\nTASK(t1) {\n'"$text"$'\nassert(n != 1); TerminateTask(); }'
        expect_output 'n != 1, at one.c:7: but perhaps not if `'
        answer 1 $'int n, list;\nTASK(t1) {\nassert(n != 0);\n'"$text"$'\nTerminateTask(); }'
    done
    expect_output '`LOCKED` runs the block behind it once'
    answer 1 'int n; TASK(t1) { forever { n ^= 1; } TerminateTask(); }'
    expect_output 't1 runs for ever'
    answer 0 'int n; TASK(t1) { FOREVER { if (n++ > 3) break; } TerminateTask(); }'
    # what has an `else`, or is an operand, is none of these
    answer 2 'int n; TASK(t1) { EVERY(100) { n++; } else { n = 0; } TerminateTask(); }'
    answer 2 'int n; TASK(t1) { n = MADE(4) { 2 }; TerminateTask(); }'
}

@test "ATOMIC_BLOCK of AVR's libc keeps interrupts out until its block is left" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR i1 { CATEGORY = 2; }; };\n' >atomic.oil
    atomic() { # STATUS TEXT
        printf '#include "os.h"\n#include <util/atomic.h>\nvolatile int n, m;\n%s\nISR(i1) { n++; }\n' "$2" >atomic.c
        rtcheck app --without-headers --isr 2 atomic.oil atomic.c
        expect_status "$1"
    }
    atomic 1 'TASK(t1) { n++; TerminateTask(); }'
    atomic 0 'TASK(t1) { ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { n++; } TerminateTask(); }'
    atomic 0 'TASK(t1) { ATOMIC_BLOCK(ATOMIC_FORCEON) n++; TerminateTask(); }'
    atomic 1 'TASK(t1) { ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { m++; } n++; TerminateTask(); }'
    local get='static int get(void) { ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { return n; } return 0; }'
    atomic 0 "$get TASK(t1) { m = get(); TerminateTask(); }"
    atomic 1 "$get TASK(t1) { m = get(); n++; TerminateTask(); }"
    atomic 0 'TASK(t1) { ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { if (m) break; n++; } TerminateTask(); }'
    atomic 1 'TASK(t1) { ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { if (!m) break; n++; } n++; TerminateTask(); }'
    atomic 3 'TASK(t1) { ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { if (!m) goto out; n++; } out: n++; TerminateTask(); }'
    atomic 3 'TASK(t1) { ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { if (!m) goto out; n++; } out: TerminateTask(); }'
    expect_output 'may leave a block that keeps interrupts out'
    atomic 3 'TASK(t1) { ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { NONATOMIC_BLOCK(NONATOMIC_FORCEOFF) { n++; } } TerminateTask(); }'
}

@test "a function of math.h that nothing declares is that of a source which has one" {
    application '#include <assert.h>
        TASK(t1) { assert(remainder(7, 4) == HOW); TerminateTask(); }'
    printf 'int remainder(int a, int b) { return a %% b; }\n' >other.c
    for option in --without-headers --with-headers; do
        [[ $option = --with-headers ]] && option=
        rtcheck app $option -D HOW=3 one.oil one.c other.c
        expect_status 0
        rtcheck app $option -D HOW=-1 one.oil one.c
        expect_status 0
        expect_error 'nothing declares `remainder`; going on with `-include math.h`'
    done
}

@test "what has no body and says that it is a lock leaves no race violated" {
    for pair in 'X_irq_disable X_irq_enable' 'hal_disable_interrupts hal_enable_interrupts' 'lock unlock' '__cli __sei' 'bsp_int_off bsp_int_on' 'SchM_Enter_Can SchM_Exit_Can' 'di ei'; do
        locked 3 "void ${pair% *}(void); void ${pair#* }(void); TASK(t) { ${pair% *}();
n = 2;
${pair#* }(); TerminateTask(); }"
        expect_output "but perhaps not if \`${pair% *}\`, which has no body, keeps others out (-D${pair% *}=SuspendAllInterrupts"
        locked 1 "void ${pair% *}(void); void ${pair#* }(void); TASK(t) { ${pair% *}();
${pair#* }();
n = 2; TerminateTask(); }"
    done
    for pair in 'EE_timer_stop EE_timer_start' 'HAL_TIM_Base_Stop_IT HAL_TIM_Base_Start_IT' 'SysTick_Stop SysTick_Restart'; do
        for declaration in '' "void ${pair% *}(void); void ${pair#* }(void);"; do
            locked 3 "$declaration TASK(t) { ${pair% *}();
n = 2;
${pair#* }(); TerminateTask(); }"
        done
    done
    locked 1 'TASK(t) { EE_timer_stop();
EE_timer_start();
n = 2; TerminateTask(); }'
    locked 1 'TASK(t) { motor_stop();
n = 2;
motor_start(); TerminateTask(); }'
    for pair in 'led_on led_off' 'adc_start adc_stop' 'irq_status irq_count' 'di_read do_write' 'irq_init log_it'; do
        locked 1 "void ${pair% *}(void); void ${pair#* }(void); TASK(t) { ${pair% *}();
n = 2;
${pair#* }(); TerminateTask(); }"
    done
    locked 3 'void lock(void); void unlock(void); TASK(t) { lock();
n = 2;
unlock(); TerminateTask(); }'
    echo 'void lock()' >one.stubs
    rtcheck app one.oil one.c --stubs one.stubs
    expect_status 1
    rtcheck app one.oil one.c -Dlock=SuspendAllInterrupts -Dunlock=ResumeAllInterrupts
    expect_status 0
}

@test "what a lock may keep apart fails for certain only where somebody comes outside of it" {
    # apart STATUS CODE: one is told what the other one has done by halves
    apart() {
        printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR i { CATEGORY = 2; }; };\n' >one.oil
        for declaration in '#include "board.h"' 'void lock(void); void unlock(void);'; do
            printf '#include "os.h"\n#include <assert.h>\n%s\nvolatile int a, b;\nISR(i) { assert(a == b); }\nTASK(t) {\n%s\nTerminateTask(); }\n' "$declaration" "$2" >one.c
            rtcheck app --without-headers one.oil one.c
            expect_status "$1"
            expect_output 'the assertion does not hold: a == b'
            if [ "$1" = 3 ]; then expect_output 'but perhaps not if `lock`, which '; fi
        done
    }
    apart 3 'lock();
a = 1; b = 1;
unlock();'
    apart 1 'lock();
unlock();
a = 1; b = 1;'
    apart 1 'a = 1; b = 1;
lock();
unlock();'
}

@test "a lock of a missing header that is not undone on every way leaves nothing to hold" {
    # ways STATUS CODE: so it is with this task, whatever declares the locks
    ways() {
        printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; EVENT = e; }; EVENT e { MASK = AUTO; }; TASK u { PRIORITY = 0; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
        for declaration in '#include "board.h"' 'void LOCK(void); void UNLOCK(void);'; do
            printf '#include "os.h"\n%s\nint get(void);\nTASK(t) { %s TerminateTask(); }\n%s\nTASK(u) { TaskStateType s; GetTaskState(t, &s); if (s != SUSPENDED) SetEvent(t, e); TerminateTask(); }\n' "$declaration" "$2" "${3:-}" >one.c
            rtcheck app --without-headers one.oil one.c
            expect_status "$1"
            if [ "$1" = 3 ]; then expect_output 'no violation was found, but what `LOCK` does at one.c:4 is not undone on every way from there'; fi
        done
    }
    ways 0 'LOCK(); UNLOCK();'
    ways 0 'LOCK(); if (get()) { UNLOCK(); TerminateTask(); } UNLOCK();'
    ways 0 'LOCK(); while (get()); UNLOCK();'
    ways 3 'LOCK(); if (get()) TerminateTask(); UNLOCK();'
    ways 3 'LOCK(); WaitEvent(e); UNLOCK();'
    ways 3 'LOCK();' 'void other(void) { LOCK(); UNLOCK(); }'
    ways 0 'LOCK(); LED();' 'void LED(void) { UNLOCK(); }'
}

@test "functions of C's library and of devices that nothing declares call no services" {
    calls() {
        printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; TASK u { PRIORITY = 0; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; }; };\n' >one.oil
        printf '#include "os.h"\n#include "board.h"\nTASK(t) { %s }\nTASK(u) { TerminateTask(); }\n' "$2" >one.c
        rtcheck app --without-headers one.oil one.c
        expect_status "$1"
    }
    for call in 'usleep(1)' 'sleep(1)' 'nanosleep(0, 0)' 'clock_gettime(0, 0)' 'fputs("x", 0)' 'pthread_join(0, 0)' 'EE_led_set(1)' 'HAL_Delay(4)'; do
        calls 1 "ActivateTask(u); $call; ActivateTask(u); TerminateTask();"
        calls 1 "$call;"
    done
    for call in 'wait(0)' 'signal(2)' 'wake_u()' 'led_task_end()'; do
        calls 3 "ActivateTask(u); $call; ActivateTask(u); TerminateTask();"
        calls 3 "$call;"
    done
    calls 3 'end_it();'
    locked 1 'TASK(t) { usleep(1);
n = 2;
usleep(2); TerminateTask(); }'
    locked 3 'TASK(t) { pthread_mutex_lock(0);
n = 2;
pthread_mutex_unlock(0); TerminateTask(); }'
    locked 1 'TASK(t) { pthread_mutex_lock(0);
pthread_mutex_unlock(0);
n = 2; TerminateTask(); }'
}

@test "what is doubtful hides nothing that is sure" {
    behind() { # STATUS TEXT of_t [OPTIONS]
        printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; TASK u { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; }; ISR i { CATEGORY = 2; }; };\n' >one.oil
        printf '#include "os.h"\n#include "board.h"\n#include <assert.h>\nint n, k, v[2];\nstatic void set(void) { n = 2; }\nISR(i) { n = 1; }\nTASK(u) { set(); TerminateTask(); }\nTASK(t) { %s TerminateTask(); }\n' "$3" >one.c
        rtcheck app --without-headers one.oil one.c "${@:4}"
        expect_status "$1"
        expect_output "$2"
    }
    local lock='enter_crit(); set(); exit_crit();' wake='ActivateTask(u); wake_u(); ActivateTask(u);'
    for options in '' '--engine all' '--all-violations' '--search dfs --store tree'; do
        # shellcheck disable=SC2086
        behind 3 'but perhaps not if `enter_crit`, which nothing declares, keeps others out' "$lock" $options
        # shellcheck disable=SC2086
        behind 1 'violated: index -1 of an array of 2, at one.c:8' "$lock Schedule(); Schedule(); k--; v[k] = 1;" $options
        # at the same place, without the lock
        # shellcheck disable=SC2086
        behind 1 "violated: 'n' is written by ISR i (one.c:6) while task u writes it" "$lock ActivateTask(u);" $options
    done
    for options in '' '--engine paths' '--engine sequential'; do
        # shellcheck disable=SC2086
        behind 3 'an activation is lost: the task has as many requests as it accepts, at one.c:8: but perhaps not if `wake_u`' "$wake" --only activation --only assertion $options
        # shellcheck disable=SC2086
        behind 1 'violated: the assertion does not hold: k == 1' "$wake assert(k == 1);" --only activation --only assertion $options
    done
    # a run that somebody else came into is as doubtful, whatever goes wrong in it
    for options in '' '--no-check race'; do
        # shellcheck disable=SC2086
        behind 3 'but perhaps not if `enter_crit`, which nothing declares, keeps others out' 'enter_crit(); n = 2; assert(n == 2); exit_crit();' $options
        # shellcheck disable=SC2086
        behind 1 'violated: the assertion does not hold: n == 2' 'enter_crit(); exit_crit(); n = 2; assert(n == 2);' --no-check race $options
    done
    # each is doubtful by itself, of whatever kinds they are together
    behind 3 'keeps others out' 'enter_crit(); n = 2; exit_crit(); wake_u(); ActivateTask(u); ActivateTask(u);' --all-violations
    behind 1 'violation 2: t calls ActivateTask(u): an activation is lost: the task has as many requests as it accepts, at one.c:8: but perhaps not if' "$wake k--; v[k] = 1;" --all-violations --no-check race
}

@test "what nobody sets, and whose functions may, is named all at once; what only main() calls sets nothing" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; EVENT e1 { MASK = AUTO; }; EVENT e2 { MASK = AUTO; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; EVENT = e1; }; TASK u { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; EVENT = e2; }; ISR i { CATEGORY = 2; }; };\n' >one.oil
    waits() { # STATUS TEXT main of_t of_i
        printf '#include "os.h"\n#include "board.h"\nint n;\nint main(void) { %s StartOS(OSDEFAULTAPPMODE); return 0; }\nTASK(t) { %s WaitEvent(e1); TerminateTask(); }\nTASK(u) { WaitEvent(e2); TerminateTask(); }\nISR(i) { %s }\n' "$3" "$4" "${5-}" >one.c
        rtcheck app --without-headers one.oil one.c
        expect_status "$1"
        expect_output "$2"
    }
    waits 1 'violated: t waits for ever for e1: no run from here on sets it, nor e2, for which u waits' 'hw_init();' ''
    waits 3 '`poll`, which nothing declares, sets `e1`, `e2`, which no code here sets and no alarm (a file for --stubs says that it does not: `void poll()`) (one.c:5), or `serve`, `look` do so' '' 'poll(); serve(); look(); serve();'
    waits 3 '`poll`, which nothing declares, sets `e1`' 'hw_init();' 'poll();'
    waits 3 '`hw_init`, which nothing declares, sets `e1`' 'hw_init();' 'hw_init();'
    waits 3 '`poll`, which nothing declares, sets `e1`' 'hw_init();' '' 'poll();'
    # whom main() locks out before the system starts comes all the same
    waits 1 "violated: 'n' is written by ISR i" 'disable_irq(); n = 1;' 'n = 2;' 'n = 3;'
}

@test "a register of a missing header may be narrower than an unsigned, and have a sign, where code sees that" {
    answer 3 'int s; TASK(t1) { PORTA = 1; if (PORTA - 1 < 0) s = 1; assert(!s); TerminateTask(); }'
    expect_output 'if `PORTA` is `unsigned char`: only a missing header says what numbers these are'
    answer 3 'int s, i = -1; TASK(t1) { PORTA = 1; if (i > PORTA) s = 1; assert(!s); TerminateTask(); }'
    expect_output 'but not if `PORTA` is `unsigned char`'
    answer 3 'TASK(t1) { PORTA = 1; assert(PORTA >= 0); TerminateTask(); }'
    expect_output 'if `PORTA` is `signed char`'
    for wrong in 'PORTA == 0x1FF' 'PORTA > 255' '(PORTA << 8) > 0xFFFF' 'PORTA >> 31' '(unsigned)~PORTA < 0xFFFFFF00'; do
        answer 3 "int v[2], i = 2; TASK(t1) { PORTA = 1; if ($wrong) v[i] = 1; TerminateTask(); }"
        expect_output 'but not if `PORTA` is `unsigned char`'
    done
    for place in 'GPIOA->ODR' 'LATBbits.LATB2' 'REG(4)' 'ADCS[3]' '*(reg_t *)0x40' '((Port *)0x4000)->DIR'; do
        answer 3 "int s; TASK(t1) { $place = 1; if ($place - 1 < 0) s = 1; assert(!s); TerminateTask(); }"
        expect_output '` is `unsigned char`: only a missing header says'
    done
    answer 3 'TASK(t1) { *(reg_t *)0x40 = 1; assert(*(reg_t *)0x40 < 300); TerminateTask(); }'
    expect_output 'but not if `reg_t` is `unsigned char`'
    answer 3 'int s; TASK(t1) { PORTA = 1; if (sizeof PORTA != 4) s = 1; assert(!s); TerminateTask(); }'
}

@test "what is the same for all widths and signs of a register is not asked, and what is written says how wide it is" {
    for code in 'x = PORTA;' 'x = PORTA & 3;' 'k = PORTA + 1;' 'k = PORTA >> 4;' 'if (PORTA) x = 1;' 'if (PORTA == 5) x = 1;' 'if ((PORTA >> 3) & 1) x = 1;' \
        'v[PORTA & 3] = 1;' 'x = (PORTA & 3) - 1;' 'PORTB = PORTA - 1 + x;' 'switch (PORTA) { case 3: x = 1; }'; do
        answer 0 "int x, v[4]; unsigned char k; TASK(t1) { PORTA = PORTB = 1; $code TerminateTask(); }"
        expect_no_output 'which only a missing header declares'
    done
    for wrong in 'PORTA' 'PORTA & 0x8000' 'PORTA == 100' '(PORTA & 15) > 9' 'PORTA < 9' '!(PORTA - 7)'; do
        answer 1 "int v[2], i = 2; TASK(t1) { PORTA = 1; if ($wrong) v[i] = 1; TerminateTask(); }"
    done
    answer 1 'TASK(t1) { PORTA = 0x3FF; assert(PORTA != 0x1FF); TerminateTask(); }'
    answer 1 'TASK(t1) { PORTA |= 0x300; assert(PORTA != 0x1FF); TerminateTask(); }'
    answer 1 'int v[2], i = 2, n; TASK(t1) { PORTA = 1; if (i == 3) n = PORTA >> 9; v[i] = 1; TerminateTask(); }'
}

@test "where nobody asks what a register of a missing header may be, it is told what it is taken for" {
    answer 3 'int s; TASK(t1) { PORTA = 1; if (PORTA - 1 < 0) s = 1; assert(!s); TerminateTask(); }'
    rtcheck app --without-headers --inputs small one.oil one.c
    expect_status 0
    expect_output '`PORTA`, which only a missing header declares, is `unsigned`'
    answer 3 'int s; TASK(t1) { s = get() > 40000; assert(!s); TerminateTask(); }'
    rtcheck app --without-headers --inputs any one.oil one.c
    expect_status 1
    expect_output 'what `get` gives, which only a missing header declares, is `int`'
}

@test "what a function that nothing declares gives may be narrower than an int, have no sign, or be long" {
    answer 3 'int s; TASK(t1) { if (get() < 0) s = 1; assert(!s); TerminateTask(); }'
    expect_output 'but not if what `get` gives is `unsigned char`: only a missing header says what numbers these are'
    answer 3 'int s; TASK(t1) { if (get() > 40000) s = 1; assert(!s); TerminateTask(); }'
    answer 3 'TASK(t1) { long long v = get(); assert(v < 3000000000); TerminateTask(); }'
    expect_output 'if what `get` gives is `unsigned`'
    answer 3 'TASK(t1) { long long v = get(); assert(v < 5000000000); TerminateTask(); }'
    expect_output 'if what `get` gives is `long long`'
    answer 1 'int s; TASK(t1) { if (get() == 3) s = 1; assert(!s); TerminateTask(); }'
    answer 1 'int s; TASK(t1) { if (!get()) s = 1; assert(!s); TerminateTask(); }'
    answer 1 'int get(void); int s; TASK(t1) { if (get() < 0) s = 1; assert(!s); TerminateTask(); }'
    answer 0 'float g; TASK(t1) { g = get(); TerminateTask(); }'
    expect_output 'what `get` gives, which only a missing header declares, is `int`'
    answer 0 'int s; TASK(t1) { s = get(); send(get()); if (get() & 4) s = 2; TerminateTask(); }'
    expect_no_output 'which only a missing header declares'
}

@test "a constant of a missing header may have no sign, or be long" {
    answer 3 'TASK(t1) { if (LIMIT > 0) assert(-1 < LIMIT); TerminateTask(); }'
    expect_output 'if `LIMIT` is `unsigned`: only a missing header says what numbers these are'
    application 'int i = 3; TASK(t1) { if (LIMIT > 0) assert(i - 5 < LIMIT); TerminateTask(); }'
    rtcheck app --engine auto --without-headers one.oil one.c
    expect_status 3
    expect_output 'if `LIMIT` is `unsigned`'
    answer 3 'TASK(t1) { long long v = LIMIT; assert(v < 4294967296); TerminateTask(); }'
    expect_output 'if `LIMIT` is `long long`'
    answer 1 'TASK(t1) { assert(LIMIT < 1000); TerminateTask(); }'
    answer 0 'int x; TASK(t1) { x = LIMIT; if (x == 4 && LIMIT > 7) x = 1; TerminateTask(); }'
    expect_no_output 'which only a missing header declares'
}

@test "a macro of a missing header that says that it leaves the code leaves it, perhaps" {
    for call in 'RETURN(0)' 'RETURN(E_OK)' 'BREAK_IF(1)' 'GOTO_END()' 'EXIT(1)'; do
        answer 3 "int v[2], i = 2; static int f(void) { $call; v[i] = 1; return 1; } TASK(t1) { f(); TerminateTask(); }"
        expect_output 'is a macro that leaves this code'
        answer 3 "static int f(void) { $call; return 1; } TASK(t1) { f(); TerminateTask(); }"
        expect_output 'may be a macro that leaves this code'
    done
    answer 0 'static int f(void) { EXIT_CRITICAL(); return 1; } TASK(t1) { f(); TerminateTask(); }'
    answer 0 'static int f(void) { show_return(1); return 1; } TASK(t1) { f(); TerminateTask(); }'
}

@test "numbers that conditions of the preprocessor ask for, and that a missing header may define, are tried" {
    printf -v code '\n#if CFG_N > 2\n    assert(0);\n#endif\n'
    answer 3 "TASK(t1) { $code TerminateTask(); }"
    expect_output 'if a missing header defines `CFG_N=3`, for which the preprocessor asks'
    printf -v code '\n#if CFG_N == 0x10\n    assert(0);\n#elif CFG_N\n    n = 1;\n#endif\n'
    answer 3 "int n; TASK(t1) { $code TerminateTask(); }"
    expect_output 'if a missing header defines `CFG_N=16`'
    printf -v code '\n#if CFG_A >= 2 && CFG_B\n    assert(0);\n#endif\n'
    answer 3 "TASK(t1) { $code TerminateTask(); }"
    printf -v code '\n#if CFG_N > 2\n    n = 1;\n#endif\n'
    answer 0 "int n; TASK(t1) { $code TerminateTask(); }"
    rtcheck app --without-headers -D CFG_N=1 one.oil one.c
    expect_status 0
}

@test "avr-libc's characters in flash memory are characters" {
    answer 0 "const prog_char s[] = \"abc\"; TASK(t1) { assert(s[0] == 'a' && sizeof s == 4); TerminateTask(); }"
    expect_output '`prog_char` is `char`'
}
