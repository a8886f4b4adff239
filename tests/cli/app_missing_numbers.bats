#!/usr/bin/env bats
# rtcheck app: types, registers, constants and numbers that only a missing header has.

load helpers
load missing_headers

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

@test "--any with a range names the variable that is not there, and says what to do about a constant that C wants to know" {
    application 'int in(void), x; TASK(t1) { switch (in()) { case ST_A: x = 1; break; case ST_B: x = LIMIT; } TerminateTask(); }'
    rtcheck app --without-headers --any ST_B=1..2 one.oil one.c
    expect_status 2
    expect_error '`ST_B` is a constant that a missing header has: -DST_B=1, say, gives it a value'
    rtcheck app --without-headers --any LIMITT=1..2 one.oil one.c
    expect_status 2
    expect_error 'there is no variable `LIMITT`'
    rtcheck app --without-headers --any LIMIT=1..2 -DST_A=0 -DST_B=1 one.oil one.c
    expect_status 0
}

@test "constants that C wants to know are numbers of their own: labels count from 0, first values from 1, sizes are large" {
    answer 3 'int in(void); int x = FIRST, y; TASK(t1) { switch (in()) { case SECOND: y = 1; break; case FIRST: y = x; } TerminateTask(); }'
    expect_output "\`FIRST\` = 1, \`SECOND\` = 0 are constant, and not another number"
    answer 0 'const unsigned char pins[] = {LED, LAMP}; TASK(t1) { send(pins[1]); TerminateTask(); }'
    expect_output "\`LED\` = 1, \`LAMP\` = 2 are constant"
    answer 3 'int a[SIZE]; TASK(t1) { for (int i = 0; i < 5; i++) a[i] = i; TerminateTask(); }'
    expect_output 'if `SIZE` is 2'
    answer 0 'int a[SIZE]; TASK(t1) { for (int i = 0; i < 2; i++) a[i] = i; TerminateTask(); }'
    expect_output "\`SIZE\` = 101 is constant"
    answer 3 'int a[SIZE]; TASK(t1) { for (int i = 0; i < SIZE; i++) a[i] = i; TerminateTask(); }'
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
    answer 1 'int a[4], k = 4, n; TASK(t1) { for (int i = 0; i < (COUNT & 1023); i++) n ^= 1; a[k] = 1; TerminateTask(); }'
    answer 1 'int a[64]; static int bit(int i) { return 1 << i; } TASK(t1) { a[bit(LED) ? 64 : 1] = 1; TerminateTask(); }'
    answer 1 'int a[64]; TASK(t1) { for (int i = 0; i <= LIMIT + 64; i++) a[i] = 1; TerminateTask(); }'
}

@test "constants of missing headers are as large as what is computed from them allows" {
    answer 1 'int n; TASK(t1) { n = F_CPU * 2; assert(F_CPU < 1000000); TerminateTask(); }'
    answer 1 'int n; TASK(t1) { n = F_CPU / 1000 + 3; assert(n != 16003); TerminateTask(); }'
    answer 1 'int n; TASK(t1) { n = 100 / (F_CPU / 1000); assert(F_CPU < 100000); TerminateTask(); }'
    answer 1 'int n; TASK(t1) { n = A * B; assert(A < 20000); TerminateTask(); }'
    expect_output "\`A\` is from -32767 to 32767, \`B\` is from -32767 to 32767, as its use asks for"
    for sum in 'A * B * C' 'A * B * C * D' 'A * B + C * D + E' 'A + B + C + D + E + F + G + H'; do
        answer 0 "int n; TASK(t1) { n = $sum; TerminateTask(); }"
    done
    answer 1 'int n; TASK(t1) { n = A * B * C; assert(A < 1000); TerminateTask(); }'
    expect_output '`A` is from -1023 to 1023'
    answer 3 'int n; TASK(t1) { n = A * B * C * D * E; TerminateTask(); }' # each would have to be below 74
}

@test "a constant of a missing header that meets fractions, or larger numbers, may be such a one" {
    answer 3 'float k; TASK(t1) { k = KP; TerminateTask(); }'
    expect_output "only whole numbers, of \`int\`, were tried for \`KP\`"
    answer 3 'int a[2]; TASK(t1) { if (BIG > 4000000000LL) a[2] = 1; TerminateTask(); }'
    expect_output "only whole numbers, of \`int\`, were tried for \`BIG\`, of which one.c:4 makes others"
}

@test "what is declared behind an array whose size a missing header has is not missing itself" {
    for text in 'int a[ASIZE], n = 3;' 'int n = 3, a[ASIZE];' 'char a[ASIZE], b[BSIZE]; int n = 3;' 'int a[ASIZE], n = 3, x[BSIZE], k = 4;' 'static int a[ASIZE], n = 3; struct s { int q[QSIZE], r; } z;'; do
        answer 0 "$text TASK(t1) { int c[CSIZE], d = 2; n += d; assert(n == 5); a[0] = 1; c[1] = d; TerminateTask(); }"
        expect_no_output '`n`'
    done
    answer 1 'int a[ASIZE], n = 3; TASK(t1) { assert(n == 4); TerminateTask(); }'
    answer 1 'int a[ASIZE]; TASK(t1) { assert(n == 4); TerminateTask(); }'
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
    answer 3 'int n; TASK(t1) { if (rx_flag == 1) n = 1; if (rx_flag == 2) assert(n == 0); TerminateTask(); }'
    expect_output 'if `rx_flag` is a variable: only a missing header says that'
    answer 0 'int n; TASK(t1) { if (rx_flag == 1) n = 1; if (rx_flag == 2) n = 2; TerminateTask(); }'
    for name in hwIO_READ RX_FLAG PINS; do
        answer 0 "TASK(t1) { if ($name == 1) assert($name != 2); TerminateTask(); }"
    done
    for name in hwIO_Read g_READ hw_ hwIO Speed Rx_Count EngineSpeed _speed Adc_u16Value; do
        answer 3 "TASK(t1) { if ($name == 1) assert($name != 2); TerminateTask(); }"
        expect_output "if \`$name\` is a variable: only a missing header says that"
        answer 0 "TASK(t1) { send($name); send($name); TerminateTask(); }"
    done
    answer 3 'TASK(t1) { if (Speed != 0) { int x = 100 / Speed; (void)x; } TerminateTask(); }'
    answer 0 'TASK(t1) { int s = Speed; if (s == 1) assert(s != 2); TerminateTask(); }'
    answer 0 'TASK(t1) { send(true); assert(true != false); TerminateTask(); }'
}

@test "a name that is read once, in a function that is called twice, is read again" {
    local get='int b[4]; static int get(void) { return level; }'
    answer 3 "$get TASK(t1) { int k = get(); if (k >= 0 && k < 4) b[get()] = 1; TerminateTask(); }"
    expect_output 'if `level` is a variable'
    answer 3 "$get static int twice(void) { return get(); } TASK(t1) { int k = twice(); if (k >= 0 && k < 4) b[twice()] = 1; TerminateTask(); }"
    answer 0 "$get TASK(t1) { int k = get(); if (k >= 0 && k < 4) b[k] = 1; TerminateTask(); }"
    answer 3 'TASK(t1) { int n = 0; for (int i = 0; i < 2; i++) { int l = level; if (l == 1) n |= 1; if (l == 2) n |= 2; } assert(n != 3); TerminateTask(); }'
    expect_output 'if `level` is a variable'
}

@test "what is written and has small letters in its name, or is counted, is a variable before something holds" {
    two() { # STATUS ROUTINE CODE
        printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; AUTOSTART = TRUE; SCHEDULE = FULL; ACTIVATION = 1; }; ISR i { CATEGORY = 2; }; };\n' >one.oil
        printf '#include "os.h"\n#include "board.h"\nint n;\nISR(i) { %s }\nTASK(t) { %s TerminateTask(); }\n' "$2" "$3" >one.c
        rtcheck app --without-headers one.oil one.c
        expect_status "$1"
    }
    two 3 'Num++;' 'if (Num > 3) Num = 0;'
    expect_output 'if `Num` is a variable: only a missing header says that'
    two 3 'Cnt++;' 'Cnt--;'
    two 3 'NUM++;' 'NUM = 0;'
    two 3 'NUM += 1;' 'NUM = 0;'
    two 3 'G_Flags |= 1;' 'G_Flags = 0;'
    two 3 'RxBuf[0] = 1;' 'n = RxBuf[0];'
    two 3 'App.state = 1;' 'App.state = 2;'
    two 3 'Flags.a = 1;' 'Flags.b = 2;'
    expect_output 'if `Flags` is a variable: only a missing header says that, and their members are bit-fields'
    two 0 'Num = 1;' 'n = 1;'
    two 0 'n = 1;' 'Num++; Cnt = Cnt + 1;'
    two 0 'PORTB |= 1;' 'PORTB &= ~2;'
    two 0 'LATBbits.LATB1 = 1;' 'LATBbits.LATB2 = 1;'
    two 0 'GpioDataRegs.GPADAT.bit.GPIO0 = 1;' 'GpioDataRegs.GPADAT.bit.GPIO1 = 1;'
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

@test "constants in labels, first values and comparisons are an enumeration, too" {
    answer 3 'static int st = ST_INIT; TASK(t1) { switch (st) { case ST_IDLE: assert(0); break; case ST_RUN: assert(0); break; } TerminateTask(); }'
    expect_output 'but not if `ST_INIT` is 0, `ST_IDLE` is 1, `ST_RUN` is 2: only a missing header says that'
    answer 3 'static int step(int s) { switch (s) { case ST_A: return ST_B; case ST_B: return ST_C; default: return ST_A; } } TASK(t1) { assert(step(ST_C) != ST_C); TerminateTask(); }'
    answer 3 'static const struct { int mode; } tab[2] = {{MODE_A}, {MODE_B}}; TASK(t1) { assert(tab[0].mode != MODE_C); TerminateTask(); }'
    answer 3 'static int level; TASK(t1) { level = LEVEL_LOW; assert(level <= LEVEL_MAX); level = LEVEL_HIGH; assert(level <= LEVEL_MAX); TerminateTask(); }'
    expect_output '`LEVEL_MAX` is 2'
    answer 3 'static int level; TASK(t1) { if (level < LEVEL_MAX) level++; assert(level <= LEVEL_MAX); TerminateTask(); }'
    answer 3 'static int tab[4]; TASK(t1) { tab[MODE_A] = 1; tab[MODE_B] = 2; assert(tab[MODE_A] == 1); TerminateTask(); }'
    answer 3 'static int n; TASK(t1) { n = RETRIES; while (n > 0) n--; assert(n == 0); TerminateTask(); }'
    # what is wrong in every order stays so
    answer 1 'static int st; TASK(t1) { st = ST_A; switch (st) { case ST_A: st = ST_B; break; case ST_B: break; } assert(st == ST_A); TerminateTask(); }'
    answer 1 'static int st = ST_IDLE; TASK(t1) { assert(st == ST_RUN); TerminateTask(); }'
    answer 1 'static int st; TASK(t1) { st = ST_READY; if (st <= ST_READY) assert(0); TerminateTask(); }'
    answer 1 'static int v; TASK(t1) { v = LIMIT; v++; assert(v <= LIMIT); TerminateTask(); }'
    answer 1 'static int buf[SIZE]; TASK(t1) { for (int i = 0; i <= SIZE; i++) buf[i] = 1; TerminateTask(); }'
    answer 1 'static int tab[4]; int i = 7; TASK(t1) { if (i != MODE_A) i = 9; tab[i] = 1; TerminateTask(); }'
    # an array may be longer than ours, and never starts below 0
    answer 3 'static int q[Q_LEN]; TASK(t1) { q[150] = 1; TerminateTask(); }'
    expect_output 'but not if `Q_LEN` is 1101'
    answer 1 'static int q[Q_LEN], i; TASK(t1) { q[0] = 1; i = -1; q[i] = 1; TerminateTask(); }'
}

@test "constants of missing headers that are put together are bits, and codes may be below 0" {
    answer 3 'static unsigned flags; TASK(t1) { flags |= F_RX; if (flags & F_TX) assert(0); TerminateTask(); }'
    expect_output 'but not if `F_RX` is 1, `F_TX` is 2: only a missing header says that'
    answer 3 'static unsigned flags; TASK(t1) { flags = F_RX | F_TX; flags &= ~F_RX; assert(flags & F_TX); assert(!(flags & F_RX)); TerminateTask(); }'
    answer 1 'static unsigned flags; TASK(t1) { flags = F_RX | F_TX; assert(!(flags & F_TX)); TerminateTask(); }'
    answer 1 'static unsigned flags; TASK(t1) { flags = F_RX; flags &= ~F_TX; assert(flags == 0); TerminateTask(); }'
    local op='static int op(int k) { if (k == 1) return RC_FAIL; if (k == 2) return RC_BUSY; return RC_OK; }'
    answer 3 "$op TASK(t1) { assert(op(1) < 0); assert(op(2) < 0); assert(op(0) >= 0); assert(op(1) != op(2)); TerminateTask(); }"
    expect_output '`RC_FAIL` is -1, `RC_BUSY` is -2, `RC_OK` is 0'
    answer 3 'static int op(int k) { return k ? ERR_X : k; } TASK(t1) { if (op(1) >= 0) assert(0); TerminateTask(); }'
    answer 3 'static int last = ERR_NONE; TASK(t1) { last = ERR_BUSY; assert(last < 0 && last != ERR_NONE); TerminateTask(); }'
    answer 1 "$op TASK(t1) { assert(op(1) < 0 || op(1) == op(2)); assert(op(1) > 0 || op(1) == op(2)); TerminateTask(); }"
    answer 1 "$op TASK(t1) { assert(op(1) == op(0)); TerminateTask(); }"
}

@test "two assertions that fail in different orders of such constants are wrong only if no order satisfies both" {
    local told='static int last; static int work(int k) { if (k) return RET_FAIL; return RET_OK; }'
    answer 3 "$told TASK(t1) { last = work(1); if (last) assert(last == RET_FAIL); else assert(last == RET_OK); assert(work(1) != work(0)); TerminateTask(); }"
    expect_output 'but not if `RET_FAIL` is 1, `RET_OK` is 0: only a missing header says that'
    answer 3 "$told TASK(t1) { last = work(0); if (last) assert(last != RET_OK); assert(last != RET_FAIL); TerminateTask(); }"
    answer 1 "$told TASK(t1) { last = work(1); if (last) assert(last == RET_OK); else assert(last == RET_OK); assert(work(1) != work(0)); TerminateTask(); }"
    # each set of constants has an order of its own
    local sets='static int st, cmd; static void run(void) { if (cmd) st = ST_RUN; else st = ST_IDLE; }'
    answer 3 "$sets TASK(t1) { cmd = CMD_NONE; run(); assert(st == ST_IDLE); cmd = CMD_GO; run(); assert(st == ST_RUN); if (st) cmd = CMD_NONE; assert(cmd == CMD_NONE); assert(st != ST_IDLE); TerminateTask(); }"
    expect_output '`CMD_NONE` is 0'
    expect_output '`ST_RUN` is 1'
}

@test "what a function of a missing header gives, and is compared with several of its constants, is an enumeration before something is violated" {
    local cases='case MODE_A: break; case MODE_B: break; default: assert(0);' given='what comes of `get_mode` is one of the constants that it is compared with'
    answer 3 "TASK(t1) { switch (get_mode()) { $cases } TerminateTask(); }"
    expect_output "but not if \`MODE_A\` is 0, \`MODE_B\` is 1, and $given: only a missing header says that"
    answer 3 'TASK(t1) { int m = get_mode(); if (m == MODE_A) { } else if (m == MODE_B) { } else assert(0); TerminateTask(); }'
    expect_output "\`MODE_A\` is 0, \`MODE_B\` is 1, and $given"
    for text in "int m; get_mode(&m); switch (m)" "m_t m = get_mode(); switch (m)" "static struct { int a, m; } s; s.m = get_mode(); switch (s.m)"; do
        answer 3 "TASK(t1) { $text { $cases } TerminateTask(); }"
        expect_output "$given"
    done
    answer 3 "static int mode(void) { return get_mode(); } static void set(int m) { switch (m) { $cases } } TASK(t1) { set(mode()); TerminateTask(); }"
    answer 3 "m_t get_mode(void); TASK(t1) { switch (get_mode()) { $cases } TerminateTask(); }"
    answer 3 "extern volatile m_t mode; TASK(t1) { switch (mode) { $cases } TerminateTask(); }"
    answer 3 "TASK(t1) { switch (mode_now) { $cases } TerminateTask(); }"
    # not what is compared with one of them, with numbers, or not at all, nor what is wrong with one of them
    answer 1 'TASK(t1) { switch (get_mode()) { case MODE_A: break; default: assert(0); } TerminateTask(); }'
    answer 1 'TASK(t1) { switch (get_mode()) { case 0: case 1: break; default: assert(0); } TerminateTask(); }'
    answer 1 'TASK(t1) { switch (get_mode()) { case MODE_A: break; case MODE_B: assert(0); } TerminateTask(); }'
    answer 1 'int v[3]; TASK(t1) { if (get_index() == 3) v[3] = 1; switch (get_mode()) { case MODE_A: case MODE_B: break; } TerminateTask(); }'
}

@test "that members of a missing structure in which code counts are no bit-fields is told" {
    for text in 'f.n++; assert(f.n == 1);' 'f.n += 2; assert(f.n == 2);' 'f.n = f.n + 1; assert(f.n == 1);'; do
        answer 0 "frame_t f; TASK(t1) { f.n = 0; $text TerminateTask(); }"
        expect_output '`n` in `frame_t`, in which code counts, is no bit-field'
    done
    answer 0 'frame_t f; int x; TASK(t1) { f.n = 3; x = f.n + 1; assert(x == 4); TerminateTask(); }'
    expect_no_output 'is no bit-field'
    answer 0 'frame_t f; TASK(t1) { int *p = &f.n; *p = 3; f.n++; assert(f.n == 4); TerminateTask(); }'
    expect_no_output 'is no bit-field'
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
    # ... and before something holds, if it may never be what it is compared with
    local declaration
    for declaration in 'extern reg_t r' 'extern volatile reg_t r' 'extern volatile struct reg r'; do
        answer 3 "$declaration; TASK(t1) { while (r.m != 2); TerminateTask(); }"
        expect_output 'has bit-fields: only a missing header says'
        answer 0 "$declaration; TASK(t1) { r.m = 2; while (r.m != 2); TerminateTask(); }"
        answer 0 "$declaration; TASK(t1) { while (r.m != 1); TerminateTask(); }"
    done
    # whatever else is stored, or counted, might not fit: what holds is told with the types
    answer 0 'int get(void); extern reg_t r; TASK(t1) { while (r.m != 2) r.m = get(); TerminateTask(); }'
    answer 0 'reg_t r; TASK(t1) { for (r.m = 0; r.m < 4; r.m++); TerminateTask(); }'
    answer 0 'reg_t r; TASK(t1) { for (int i = 0; i < 4; i++) r.m = i; if (r.m != 3) for (;;); TerminateTask(); }'
    answer 0 'reg_t r; int in(void); TASK(t1) { int x = in() & 7; r.mode = x; assert(r.mode == x); TerminateTask(); }'
}

@test "the type itself of what a missing header declares is asked about, where nothing reads a value of it, too" {
    local code
    for code in 'assert(sizeof(f()) == 4);' 'f(); assert(sizeof(f()) == 4);' 'assert(sizeof(f() + 1) == 4);' '__typeof__(f()) x = 300; assert(x == 300);' '__auto_type x = f(); x = 300; assert(x == 300);' \
        'int k = _Generic(f(), int: 1, default: 0); assert(k == 1);' 'typedef __typeof__(f()) T; T x = 300; assert(x == 300);' 'struct { __typeof__(f()) m; } x = {300}; assert(x.m == 300);' \
        '__typeof__(RA) x = 300; assert(x == 300);' '__auto_type x = RA; x = 300; assert(x == 300);' 'assert(_Generic(RA, unsigned: 1, default: 0));' 'int y = 300; assert((__typeof__(RA))y == 300);' \
        'assert((__typeof__(RA)){300} == 300);' 'assert(sizeof(__typeof__(RA)) == 4);' '__typeof__(RA) v[2] = {300}; assert(v[0] == 300);' '__typeof__(RB->m) x = 300; assert(x == 300);'; do
        answer 3 "TASK(t1) { RA = 1; RB->m = 1; $code TerminateTask(); }"
        expect_output 'only a missing header says what numbers these are'
    done
    for code in 'assert(sizeof(f() + 1LL) == 8);' '__typeof__(RA) x = 3; assert(x == 3);' '__typeof__(n) x = 300; assert(x == 300);' '__auto_type x = n; x = 300; assert(x == 300 && sizeof x == 4);' \
        'assert(_Generic(n, int: 1, default: 0));' 'int x = f(); __auto_type y = x; y = 300; assert(y == 300);' 'assert(sizeof(g()) == 1);'; do
        answer 0 "int n; unsigned char g(void); TASK(t1) { RA = 1; $code TerminateTask(); }"
    done
}

@test "what an assignment leaves in a register of a missing header is as long as that" {
    local code
    for code in 'x = RA = v; assert(x == 300);' 'x = (RA = v); assert(x == v);' 'x = RA = RB = v; assert(x == 300);' 'x = RC->m = v; assert(x == v);' 'x = RA[1] = v; assert(x == v);' 'v = 256; if (RA = v); else for (;;);' \
        'if ((RA = 0x80) < 0) assert(0);' 'if ((RA = 0x80) < 0); else assert(0);' 'if ((RA += 200) > 300) assert(0);' 'while (!(++RA > 255));' 'v = 261; if ((RA = v) == 5) x = 1; assert(!x);' \
        'while ((RA = get()) != 300);' 'w[RA = 150] = 1;'; do
        answer 3 "int v, x, w[200]; TASK(t1) { v = 300; $code TerminateTask(); }"
        expect_output 'only a missing header says what numbers these are'
    done
    for code in 'v = 3; x = RA = v; assert(x == v);' 'x = RA = 5; assert(x == 5);' 'RA = v; RA++; RA += 200; ++RA;' 'x = RA = get() & 0x7F; assert(x >= 0);' 'for (RA = 0; ++RA < 100;);' 'while ((RA = get()) == 300);'; do
        answer 0 "int v, x; TASK(t1) { v = 300; $code TerminateTask(); }"
    done
    for code in 'w[RA = 4] = 1;' 'v = 4; w[RA = v] = 1;' 'x = RA = 5; assert(x == 6);' 'x = ++RA; if (x == 5) assert(0);'; do
        answer 1 "int v, x, w[4]; TASK(t1) { $code TerminateTask(); }"
    done
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

@test "a clock of a missing header that is compared with what it was is no constant, wherever that is kept" {
    local declared code
    while IFS='|' read -r declared code; do
        application "$declared
TASK(t1) { $code TerminateTask(); }"
        rtcheck app --time 2s --without-headers one.oil one.c
        expect_status 3
        expect_output '`CLOCK_CNT` is hardware'
        expect_no_output 'runs for ever'
    done <<'END'
static unsigned s;|s = CLOCK_CNT; while (CLOCK_CNT - s < 100);
static unsigned s;|s = CLOCK_CNT; while (LIMIT > CLOCK_CNT - s) wdt();
static unsigned now(void) { return CLOCK_CNT; }|unsigned s = now(); while (now() - s < 100);
static unsigned s; static int over(void) { return CLOCK_CNT - s >= 100; }|s = CLOCK_CNT; while (!over());
struct tm { unsigned s, n; }; static struct tm m; void arm(struct tm *x, unsigned n) { x->s = CLOCK_CNT; x->n = n; } int over(struct tm *x) { return CLOCK_CNT - x->s >= x->n; }|arm(&m, 5); while (!over(&m));
void arm(unsigned *x) { *x = CLOCK_CNT; } int over(unsigned *x) { return CLOCK_CNT - *x >= 5; }|unsigned m; arm(&m); while (!over(&m));
static unsigned s[2];|s[1] = CLOCK_CNT; while (CLOCK_CNT - s[1] < 100);
|static unsigned s, n; s = CLOCK_CNT; do { n = CLOCK_CNT; } while (n - s < 100);
static unsigned s;|s = CLOCK_CNT; for (;;) { if (CLOCK_CNT - s > 100) break; wdt(); }
static unsigned s;|s = CLOCK_CNT; for (; CLOCK_CNT - s < 100;);
static unsigned s;|s = CLOCK_CNT; again: if (CLOCK_CNT - s < 100) goto again;
static unsigned s;|unsigned n; s = CLOCK_CNT; again: n = CLOCK_CNT; if (n - s < 100) { wdt(); goto again; }
static unsigned e;|e = CLOCK_CNT + 10; while (CLOCK_CNT < e);
static volatile int f; static unsigned e; void TIM2_IRQHandler(void) { f = 1; }|e = CLOCK_CNT + 10; while (!f && CLOCK_CNT < e);
static unsigned s;|s = CLOCK_CNT; while (CLOCK_CNT == s);
static unsigned s;|s = CLOCK_CNT; while (s == CLOCK_CNT);
END
    # in sources of their own, by two tasks
    application 'void arm(unsigned); int over(void); TASK(t1) { arm(5); while (!over()); TerminateTask(); } void other(void) { arm(7); }'
    printf '%s\n' '#include "os.h"' '#include "none.h"' 'static unsigned s, n; void arm(unsigned k) { s = CLOCK_CNT; n = k; } int over(void) { return CLOCK_CNT - s >= n; }' >two.c
    rtcheck app --time 2s --without-headers one.oil one.c two.c
    expect_status 3
    expect_output '`CLOCK_CNT` is hardware'
    # what the loop, or others, change is compared with a constant
    while IFS='|' read -r declared code; do
        application "$declared
TASK(t1) { $code TerminateTask(); }"
        rtcheck app --time 2s --without-headers one.oil one.c
        expect_output '`COUNT` is constant'
    done <<'END'
static int n; void step(void) { n++; }|while (n < COUNT) step();
static int n; int next(void) { return n++; }|while (next() < COUNT);
static volatile int n; void TIM2_IRQHandler(void) { n = COUNT; }|while (n != COUNT);
static int n; void TIM2_IRQHandler(void) { n = COUNT; }|while (n < COUNT);
static int n;|int i = 0; n = COUNT / 2; while (i < COUNT - n) i++;
static int n;|n = COUNT; while (n == COUNT) poll();
static int n;|n = COUNT; while (n == COUNT);
static int n;|n = COUNT; for (;;) if (n != COUNT) break;
|int n = COUNT; while (n == COUNT);
static volatile int n; static int high; void TIM2_IRQHandler(void) { n++; }|high = COUNT - 2; while (n < COUNT && n < high);
|static int i; for (i = 0; i < COUNT; i++);
END
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
    flag 3 'tk.x = 1;' 'if (tk.x) v = 1;'
    expect_output 'but not if `X` has members of `volatile int`: only a missing header says what types these are'
    flag 3 'tk.h = (tk.h + 1) & 7;' 'if (tk.h != tk.t) tk.t = (tk.t + 1) & 7;' 'struct X'
    flag 3 'tk.x = 1;' 'if (tk.x) v = 1;' 'union X'
    flag 1 'tk.x++;' 'tk.x++;'
    flag 1 'v = 1; tk = 1;' 'v = 2; tk = 0;'
}

@test "a word of a missing header may be volatile, where a race hangs on it" {
    flag() { # STATUS INTERRUPT'S TASK'S
        printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR i { CATEGORY = 2; }; };\n' >one.oil
        printf '#include "os.h"\n#include "board.h"\nstatic SHARED int f; static int v; ISR(i) { %s }\nTASK(t) { %s TerminateTask(); }\n' "$2" "$3" >one.c
        rtcheck app --without-headers one.oil one.c
        expect_status "$1"
    }
    flag 3 'f = 1;' 'if (f) f = 0;'
    expect_output 'but not if `SHARED` is `volatile`'
    flag 1 'f++;' 'f++;'
    flag 1 'v = 1;' 'v = 2; v = f;'
}

@test "members that get small constants only may be bit-fields beside a flag, which share a word" {
    flags() { # STATUS INTERRUPT'S TASK'S
        printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR i { CATEGORY = 2; }; };\n' >one.oil
        printf '#include "os.h"\n#include "board.h"\n%s; int n; ISR(i) { %s }\nTASK(t) { %s TerminateTask(); }\n' "${4:-static struct fl r}" "$2" "$3" >one.c
        rtcheck app --without-headers one.oil one.c
        expect_status "$1"
    }
    flags 3 'r.rx = 1;' 'if (r.tx) r.tx = 0;'
    expect_output 'if `fl` has bit-fields: only a missing header says what types these are'
    flags 3 'r.on = 1;' 'r.off = 1;' 'static Ring r'
    flags 3 'r.on = 1;' 'r.mode = 5;'
    flags 3 'r.a.on = 1;' 'r.a.off = 1;'
    flags 0 'r.rx = 1;' 'if (r.rx == 1) n = 1;' 'static volatile struct fl r'
    flags 0 'r.count = 100;' 'n = r.total; r.total = 7;'
    flags 0 'r.rx = 1;' 'DisableAllInterrupts(); r.tx = 0; EnableAllInterrupts();'
    for kind in unsigned 'unsigned char'; do
        printf 'struct fl { %s rx : 1, tx : 1; };\n' "$kind" >board.h
        flags 1 'r.rx = 1;' 'if (r.tx) r.tx = 0;'
        rm board.h
    done
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

@test "with a narrower type of a missing header, or another sign, a loop may never end" {
    for condition in 'get() != 0x1FF' 'get() != 200' 'get() != -1' 'get() >= 0' 'get() < 300' '!(get() >> 8)' 'PORTA != 200' 'PORTA < 300' '~PORTA & 0x100'; do
        answer 3 "int n; TASK(t1) { assert(!n); PORTA = 1; while ($condition) ; TerminateTask(); }"
        expect_output 'this loop has no way out'
        expect_output ' char`: only a missing header says what numbers these are'
    done
    for loop in 'while (x != 0x1FF) x = get();' 'while (x >= 0) x = get();' 'while (!(x & 0x200)) x = get();' 'for (;;) { if (PORTA == 0x1FF) break; }' \
        'for (;;) { switch (PORTA) { case 200: goto out; } } out:'; do
        answer 3 "int n, x; TASK(t1) { assert(!n); PORTA = 1; $loop TerminateTask(); }"
        expect_output 'this loop has no way out'
    done
    for condition in 'get() != 100' 'get() < 5' 'PORTA != 50' '!(PORTA & 0x100)' '~PORTA & 0x10' '!get()'; do
        answer 0 "int n; TASK(t1) { assert(!n); PORTA = 1; while ($condition) ; TerminateTask(); }"
    done
    answer 0 'int n; TASK(t1) { assert(!n); PORTA = 0x3FF; while (PORTA != 0x1FF) ; TerminateTask(); }'
    answer 1 'int n; TASK(t1) { assert(!n); PORTA = 1; while (1) ; TerminateTask(); }'
}

@test "what no run reaches with another type of a missing header is not surely wrong" {
    for code in 'switch (PORTA) { case 0x100: assert(0); }' 'if (get() < 0) assert(0);' 'if (PORTA > 255) assert(0);'; do
        answer 3 "TASK(t1) { PORTA = 1; $code TerminateTask(); }"
        expect_output 'but not if '
        expect_output ' is `unsigned char`: only a missing header says what numbers these are'
    done
    for code in 'switch (PORTA) { case 100: assert(0); }' 'if (get() > 5) assert(0);'; do
        answer 1 "TASK(t1) { PORTA = 1; $code TerminateTask(); }"
    done
}

@test "masks of what is computed do not say how wide a register of a missing header is" {
    for wrong in '(PORTA + PORTB) & 0x200' '(PORTA ^ 0xFF) & 0x100' '(-(get() >> 8)) > get()' 'get() == 200'; do
        answer 3 "TASK(t1) { PORTA = PORTB = 1; int *p = 0; if ($wrong) *p = 1; TerminateTask(); }"
        expect_output 'but not if '
    done
    for wrong in '(PORTA + PORTB) & 0x20' '(PORTA ^ 1) & 0x80' '((PORTA & 0xFFFF) + 1) & 0x100' '(PORTA >> 4) & 0x100'; do
        answer 1 "TASK(t1) { PORTA = PORTB = 1; int *p = 0; if ($wrong) *p = 1; TerminateTask(); }"
    done
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

@test "a structure without a name, whose size a missing header has, is no type of that header" {
    answer 0 'typedef struct { short angle[1][SERVOS]; } motion; const motion moves[] = {{{{1, 1, 1}}}}; int all = sizeof moves / sizeof(motion); TASK(t1) { TerminateTask(); }'
    expect_output "\`SERVOS\`"
    expect_no_output "unnamed"
}

@test "each value of a missing header has a width of its own, in all that it is read" {
    for code in 'if (f() > 300) while (g() != 0x1FF);' 'if (PORTB > 300) while (PORTA != 0x1FF);' 'if (f() < 0) while (PORTA != 0x1FF);' 'x = f() > 300 ? 1 : 0; while (x && g() != 300);' \
        'for (x = 0; x < 10; x++) if (f() == 0x1FF) while (get(x) != 300);' 'while (g() >= 0 || h() != 200);' 'if (ADCS[2] > 300) while (RES->v[1] != 0x1FF);' \
        'if (a() > 300) if (b() > 300) if (c() > 300) if (d() > 300) if (e() > 300) while (g() != 0x1FF);'; do
        answer 3 "int x; TASK(t1) { PORTA = 1; $code TerminateTask(); }"
        expect_output 'this loop has no way out'
        expect_output ' char`: only a missing header says what numbers these are'
    done
    answer 3 'TASK(t1) { if (f() > 300) while (f() != 0x11FFF); TerminateTask(); }'
    expect_output 'if what `f` gives is `unsigned short`'
    for code in 'if (f() > 300) while (f() != 0x11F);' 'if (PORTA > 300) while (PORTA != 0x1FF);' 'if (ADCS[2] > 300) while (ADCS[1] != 0x11F);' 'if (f() > 100) while (g() != 100);'; do
        answer 0 "TASK(t1) { PORTA = 1; $code TerminateTask(); }"
    done
}

@test "a member of a register may be a bit-field before something holds" {
    for code in 'while (REGS->m != 2);' 'do { } while (REGS->m < 2);' 'while (REGS->m <= 1);' 'for (;;) { int x = REGS->m; if (x == 3) break; }' 'for (;;) { switch (REGS->m) { case 2: goto out; } } out:;' \
        'while (REGS->m != 2 && REGS->n != 2);' 'while (REGS->m - 2);' 'while (REGS->m < 2);' 'while (REGS->m <= 4);'; do
        answer 3 "TASK(t1) { REGS->k = 1; $code TerminateTask(); }"
        expect_output 'this loop has no way out'
        expect_output 'is a bit-field of 1 bit: only a missing header says what numbers these are'
    done
    answer 3 'TASK(t1) { REGS->k = 1; if (REGS->m == 2) while (REGS->m != 5); TerminateTask(); }'
    expect_output 'if `m` of `REGS` is a bit-field of 2 bits'
    for code in 'while (REGS->m != 1);' 'while (!REGS->m);' 'while ((REGS->m & 4) == 0);' 'while (REGS->k != 4);' 'while (PORTA != 2);' 'x = REGS->m;'; do
        answer 0 "int x; TASK(t1) { REGS->k = 4; PORTA = 2; $code TerminateTask(); }"
    done
}

@test "what is wrong with numbers that all types of a missing header have is, and with a mixture of types it may not be" {
    for wrong in 'f() > 100 || g() < 0' 'f() == 100 && PORTA == 7' '(unsigned char)f() == 200'; do
        answer 1 "int v[2], i = 2; TASK(t1) { PORTA = 1; if ($wrong) v[i] = 1; TerminateTask(); }"
    done
    answer 3 'int v[2], i = 2; TASK(t1) { if (f() > 200 || g() < 0) v[i] = 1; TerminateTask(); }'
    expect_output 'but perhaps not if what `f` gives is from 0 to 127, what `g` gives is from 0 to 127'
    answer 3 'TASK(t1) { if (f() > 300) while (1); while (g() != 200); TerminateTask(); }'
    expect_output 'but not if '
}

@test "a negative constant is what it is, and not what a register's type makes of it" {
    for loop in 'while (PINB > -1);' 'while (-1 < PINB);' 'while (PINB != -1);' 'while (PINB - 1 > -2);' 'while (R.m != -1);' 'if (PINB > -1) ; else while (1);'; do
        answer 3 "TASK(t1) { $loop TerminateTask(); }"
        expect_output "unsigned char"
    done
    answer 3 'TASK(t1) { if (PINB > -1) ; else assert(0); TerminateTask(); }'
    answer 0 'TASK(t1) { while (PINB != 0xFFFFFFFF); TerminateTask(); }' # there are so many bits, then
}

@test "whoever gives no time gets a first answer within a minute" {
    local start=$SECONDS
    answer 3 'int s; TASK(t1) { for (int i = 0; i < LIMIT; i++) s = (s + i) & 0xff; TerminateTask(); }'
    expect_output '(time limit)'
    ((SECONDS - start < 90))
}

@test "a constant that a function gives, or asks for, is none that a loop waits for" {
    for code in 'static unsigned char n; static int full(void) { return n >= 4 ? ERR_FULL : 0; } TASK(t1) { n = 4; while (full() < 0) ; TerminateTask(); }' \
        'static int try_(void) { return ERR_AGAIN; } TASK(t1) { while (try_() < 0) ; TerminateTask(); }' \
        'static unsigned char on; static int may_go(void) { return FEATURE_X || on; } TASK(t1) { while (!may_go()) ; TerminateTask(); }'; do
        answer 3 "$code"
        expect_output "is constant"
        expect_output "runs for ever"
    done
    answer 3 'static unsigned now(void) { return TIMER_CNT; } TASK(t1) { unsigned s = now(); while (now() - s < 100) ; TerminateTask(); }'
    expect_no_output "runs for ever"
}

@test "a clock of a missing header that a loop copies, or asks for by way of a pointer, may be hardware" {
    for code in 'TASK(t1) { unsigned now, last = TMR; do now = TMR; while (now == last); TerminateTask(); }' \
        'static int over(void) { return TMR > 5; } int (*ends)(void) = over; TASK(t1) { while (!ends()) ; TerminateTask(); }' \
        'static int ready(void) { return STATE & RDY_BIT; } static int (*const asked[1])(void) = {ready}; TASK(t1) { while (!asked[0]()) ; TerminateTask(); }'; do
        answer 3 "$code"
        expect_output 'gives another number: only a missing header says that'
    done
    answer 1 'static int done; TASK(t1) { unsigned last = TMR; while (!done) last = TMR; TerminateTask(); }'
    answer 1 'static int over(void) { return TMR > 5; } int (*ends)(void) = over; TASK(t1) { for (;;) ends(); }'
}

@test "a setting of a missing header is no hardware that a loop waits for" {
    for code in 'while (USE_LOOP) ;' 'while (!CFG_DONE) ;' 'while (DEBUG_HALT != 0) ;'; do
        answer 3 "TASK(t1) { $code TerminateTask(); }"
        expect_output 'is constant'
    done
    answer 0 'TASK(t1) { while (!BUSY) ; TerminateTask(); }'
    expect_output '`BUSY` is hardware'
}

@test "arrays whose sizes a missing header has may be short before something holds" {
    for code in 'struct { int d[QLEN]; int n; } q; TASK(t1) { for (int i = 0; i < 20; i++) q.d[q.n++] = i; TerminateTask(); }' \
        'int a[MAXN]; TASK(t1) { a[5] = 1; TerminateTask(); }'; do
        answer 3 "$code"
        expect_output 'is 2: only a missing header says that'
    done
    answer 0 'int a[MAXN]; TASK(t1) { a[0] = a[1] = 1; TerminateTask(); }'
}

@test "sizes count by way of enumerators, types, sums and products" {
    for code in 'enum { SZ = N }; char b[SZ]; TASK(t1) { b[9] = 1; TerminateTask(); }' \
        'enum { LESS = N - 1, SZ }; enum { AGAIN = SZ }; char b[AGAIN]; TASK(t1) { b[9] = 1; TerminateTask(); }' \
        'typedef char row[N]; row b; TASK(t1) { b[9] = 1; TerminateTask(); }' \
        'typedef char row[N]; row b[4]; TASK(t1) { b[3][9] = 1; TerminateTask(); }' \
        'enum { SZ = N }; TASK(t1) { char b[SZ + 1]; b[9] = 1; TerminateTask(); }' \
        'char b[N * M]; TASK(t1) { b[9] = 1; TerminateTask(); }' \
        'struct s { char d[N]; }; char b[sizeof(struct s) + 1]; TASK(t1) { b[9] = 1; TerminateTask(); }'; do
        answer 3 "$code"
        expect_output ' 2: only a missing header says that'
    done
    answer 0 'enum { SZ = N }; char b[SZ]; TASK(t1) { b[1] = 1; TerminateTask(); }'
    answer 0 'typedef char row[N]; row b; TASK(t1) { b[1] = 1; TerminateTask(); }'
}

@test "what sizeof and offsetof make of a size of a missing header is not known" {
    local raw='#include <stddef.h>
#include <string.h>
char raw[128];' s='struct s { int a; char d[N]; int z; }; struct s v;'
    for code in "$s TASK(t1) { raw[offsetof(struct s, z)] = 1; TerminateTask(); }" \
        "$s TASK(t1) { memcpy(raw, &v, sizeof v); TerminateTask(); }" \
        "$s TASK(t1) { struct s *p = &v; memset(raw, 0, sizeof *p); TerminateTask(); }" \
        "$s struct t { struct s s[2]; } w; TASK(t1) { memset(raw, 0, sizeof w.s[0]); TerminateTask(); }" \
        "$s typedef struct s again; TASK(t1) { memset(raw, 0, sizeof(again) / 2); TerminateTask(); }" \
        'typedef char D[N]; TASK(t1) { for (unsigned i = 0; i < sizeof(D); i++) raw[i] = 1; TerminateTask(); }' \
        'struct f { unsigned a : W, b : 30; }; TASK(t1) { raw[sizeof(struct f) + 119] = 1; TerminateTask(); }'; do
        answer 3 "$raw
$code"
        expect_output 'numbers or texts that only a missing header has'
    done
    answer 0 "$raw
struct s { struct s *next; char d[4]; }; char b[N]; TASK(t1) { memset(raw, 0, sizeof(struct s)); b[0] = 1; TerminateTask(); }"
    answer 0 "$raw
struct s { char (*next)[N]; }; TASK(t1) { memset(raw, 0, sizeof(struct s)); TerminateTask(); }"
}

@test "enumerators that are made of a constant of a missing header are asked about as sensible ones" {
    answer 3 'enum e { E1 = BASE, E2, E3 }; int a[4]; TASK(t1) { a[E3] = 1; TerminateTask(); }'
    expect_output 'but not if `BASE` is'
    answer 3 'enum { SH = SHIFT }; unsigned r; TASK(t1) { r = 1u << SH; TerminateTask(); }'
    answer 3 'enum ev { A = 1 << BIT_A, B = 1 << BIT_B }; TASK(t1) { unsigned f = A; f |= B; assert(f != B); TerminateTask(); }'
    expect_output 'but not if `BIT_A` is 0, `BIT_B` is 1'
    answer 3 'enum ev { A = MA, B = MB }; TASK(t1) { unsigned f = A; f |= B; f &= ~A; assert(f == B); TerminateTask(); }'
    answer 1 'enum e { E1 = BASE, E2, E3 }; int a[4]; TASK(t1) { a[E3 - E1 + 2] = 1; TerminateTask(); }'
    answer 1 'enum e { E1 = BASE, E2 }; int a[4], k = 4; TASK(t1) { int x = E2; a[k] = x; TerminateTask(); }'
}

@test "a static assertion over what a missing header has is no error, and says that it has something else" {
    answer 3 '_Static_assert(N < 50, "x"); char b[N]; TASK(t1) { b[30] = 1; TerminateTask(); }'
    expect_output 'index 30 of an array of 25'
    answer 0 '_Static_assert(N < 50, "x"); char b[N]; TASK(t1) { b[1] = 1; TerminateTask(); }'
    expect_output '`N` = 25 is constant'
    answer 3 '_Static_assert(N == 77, "x"); char b[N]; TASK(t1) { b[1] = 1; TerminateTask(); }'
    expect_output 'a static assertion (one.c:4) says that a missing header has other numbers or types'
    answer 3 '_Static_assert(sizeof(Type) == 3, "x"); Type v; TASK(t1) { (void)v; TerminateTask(); }'
    answer 1 '_Static_assert(sizeof(Type) == 3, "x"); Type v; int a[4], k = 4; TASK(t1) { a[k] = 1; (void)v; TerminateTask(); }'
    answer 2 '_Static_assert(sizeof(int) == 3, "x"); TASK(t1) { TerminateTask(); }'
    # Of what counts nothing, too; and no number that the assertion rules out makes something wrong.
    answer 3 '_Static_assert(N >= 16, "x"); TASK(t1) { int i = N; assert(i >= 16); TerminateTask(); }'
    answer 3 '_Static_assert(N == 8, "x"); int b[N]; TASK(t1) { assert(sizeof b / sizeof b[0] == 8); TerminateTask(); }'
    expect_output 'but perhaps not if a static assertion'
}
