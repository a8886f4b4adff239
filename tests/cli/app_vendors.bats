#!/usr/bin/env bats
# rtcheck app: what vendors' kernels are, and what their hardware calls.

load helpers

setup() { begin; }

# configured OS TASK MORE: a configuration with these attributes, and with further objects.
configured() {
    printf 'CPU c { OS os { STATUS = EXTENDED; %s }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; %s }; %s };\n' "$1" "$2" "$3" >one.oil
}

application() { printf '#include "os.h"\n#include <assert.h>\n%s\n' "$1" >one.c; }

# refused OS TASK WORDS: such a configuration is an error.
refused() {
    configured "$1" "$2"
    rtcheck app one.oil one.c
    expect_status 2
    expect_error "$3"
}

# taken OS TASK [WORDS]: it holds, with these words.
taken() {
    configured "$1" "$2"
    rtcheck app one.oil one.c
    expect_status 0
    if [ -n "${3:-}" ]; then expect_output "$3"; else expect_no_output "assuming"; fi
}

@test "another scheduler than that of fixed priorities is refused" {
    application 'TASK(t1) { TerminateTask(); }'
    for kernel in EDF HR FRSH CBS IRR SRPT RN; do
        refused "KERNEL_TYPE = $kernel { TICK_TIME = \"10ns\"; };" 'REL_DEADLINE = "1ms";' \
            "one.oil:1:50: error: KERNEL_TYPE = $kernel asks for another scheduler than that of fixed priorities"
    done
    refused 'EE_OPT = "DEBUG"; EE_OPT = "__EDF__";' '' 'EE_OPT = __EDF__ asks for another scheduler'
    refused 'SCHEDULER = edf;' '' 'SCHEDULER = edf asks for another scheduler'
    refused '' 'DISPATCH_PRIORITY = 2;' "task 't1' has another priority once it runs (DISPATCH_PRIORITY)"
    taken 'KERNEL_TYPE = FP;' '' 'requests of a task that runs or is ready are counted'
    for kernel in BCC1 BCC2 ECC1 ECC2 SC1 'OSEK { CLASS = BCC1; }'; do taken "KERNEL_TYPE = $kernel;" 'REL_DEADLINE = "1ms";'; done
    taken 'SCHEDULER = osek;' 'DISPATCH_PRIORITY = 1;'
}

@test "several cores are refused; what matters only to several changes nothing on one" {
    application 'TASK(t1) { TerminateTask(); }'
    refused 'MASTER_CPU = "a"; CPU_DATA = TRICORE { ID = "a"; }; CPU_DATA = TRICORE { ID = "b"; };' 'CPU_ID = "a";' 'there are several cores, and only one can be modelled'
    refused 'NUMBER_OF_CORES = 2;' '' 'there are several cores, and only one can be modelled'
    taken 'MASTER_CPU = "a"; STARTUPSYNC = TRUE; USEREMOTETASK = ALWAYS; NUMBER_OF_CORES = 1; CPU_DATA = TRICORE { ID = "a"; };' 'CPU_ID = "a";'
    configured '' 'CPU_NUMBER = 0;' 'TASK t2 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; CPU_NUMBER = 1; };'
    rtcheck app one.oil one.c
    expect_status 2
    expect_error "'t1' and 't2' run on different cores"
}

@test "stacks and protection of a vendor's kernel are told where they could matter" {
    application 'TASK(t1) { TerminateTask(); }'
    taken 'CPU_DATA = CORTEX_MX { MULTI_STACK = TRUE { IRQ_STACK = FALSE; }; };' 'STACK = SHARED;'
    taken 'KERNEL_TYPE = SC4;' '' 'assuming that protection (KERNEL_TYPE = SC4) never has to act'
    taken 'MEMMAP = TRUE { MEMORY_PROTECTION = TRUE; };' '' 'assuming that protection (MEMORY_PROTECTION = TRUE) never has to act'
    taken 'MEMMAP = TRUE { MEMORY_PROTECTION = FALSE; };' ''
    application 'TASK(t1) { SetEvent(t1, e); WaitEvent(e); TerminateTask(); }'
    configured 'KERNEL_TYPE = ECC1;' 'STACK = SHARED; EVENT = e;' 'EVENT e { MASK = AUTO; };'
    rtcheck app one.oil one.c
    expect_status 0
    expect_output 'assuming that extended tasks with STACK = SHARED (t1) have a stack of their own'
    configured 'KERNEL_TYPE = ECC1;' 'STACK = PRIVATE { SYS_SIZE = 64; }; EVENT = e;' 'EVENT e { MASK = AUTO; };'
    rtcheck app one.oil one.c
    expect_no_output 'assuming'
}

@test "ERIKA's interrupt routines of category 2 nest only where NESTED_IRQ says so" {
    application 'int depth; ISR(low) { depth++; depth--; } ISR(high) { depth++; depth--; } TASK(t1) { TerminateTask(); }'
    routines='ISR low { CATEGORY = 2; PRIORITY = 1; }; ISR high { CATEGORY = 2; PRIORITY = 2; };'
    nested() { configured "$1" '' "$routines" && rtcheck app one.oil one.c && expect_status "$2"; }
    nested 'KERNEL_TYPE = FP { NESTED_IRQ = FALSE; };' 0
    expect_no_output 'interrupt routines'
    nested 'KERNEL_TYPE = FP;' 0
    expect_output 'that interrupt routines of category 2 do not interrupt each other (KERNEL_TYPE without NESTED_IRQ)'
    nested 'KERNEL_TYPE = BCC1;' 0
    for os in 'KERNEL_TYPE = FP { NESTED_IRQ = TRUE; };' 'KERNEL_TYPE = FP; EE_OPT = "__ALLOW_NESTED_IRQ__";' 'KERNEL_TYPE = OSEK { CLASS = BCC1; };' ''; do
        nested "$os" 1
        expect_output "'depth' is read and written by ISR high"
    done
    routines='ISR low { CATEGORY = 2; }; ISR high { CATEGORY = 2; };'
    nested 'KERNEL_TYPE = FP { NESTED_IRQ = FALSE; };' 0
    expect_no_output 'interrupt routines'
    routines='ISR low { CATEGORY = 2; PRIORITY = 1; }; ISR high { CATEGORY = 1; PRIORITY = 2; };'
    nested 'KERNEL_TYPE = FP { NESTED_IRQ = FALSE; };' 1
    expect_output "'depth' is read and written by ISR high"
}

@test "routines that do not nest still interrupt a task above the ceiling that it has" {
    application 'int n; ISR(low) { GetResource(r); ReleaseResource(r); } ISR(high) { n++; } TASK(t1) { GetResource(r); n++; ReleaseResource(r); TerminateTask(); }'
    configured 'KERNEL_TYPE = FP { NESTED_IRQ = FALSE; };' 'RESOURCE = r;' 'RESOURCE r { RESOURCEPROPERTY = STANDARD; }; ISR low { CATEGORY = 2; PRIORITY = 1; RESOURCE = r; }; ISR high { CATEGORY = 2; PRIORITY = 2; };'
    rtcheck app one.oil one.c
    expect_status 1
    expect_output "'n' is read and written by ISR high"
}

# declared TEXT [OPTION...]: a task that uses n, and this beside it.
declared() {
    configured '' ''
    application "unsigned n;
$1
TASK(t1) { n = n * 2; if (n > 5) n = 0; TerminateTask(); }"
    rtcheck app "${@:2}" one.oil one.c
}

@test "functions that their declarations make interrupt routines run, on every machine" {
    local routine target
    for routine in 'void __attribute__((interrupt)) f(void) { n++; }' '__attribute__((signal, used)) void f(void) { n++; }' \
        'void f(void) __attribute__((interrupt("IRQ"))); void f(void) { n++; }' 'static void __attribute__((__interrupt__, no_auto_psv)) f(void) { n++; }' \
        'int x; __interrupt void f(void) { n++; }' 'void __irq f(void) { n++; }' 'interrupt void f(void) { n++; }' 'void interrupt f(void) { n++; }' \
        '@far @interrupt void f(void) { n++; }' $'#pragma vector=TIMER0_VECTOR\n__interrupt void f(void) { n++; }' $'void g(void) { }\n#pragma TRAP_PROC\nvoid f(void) { n++; }' \
        $'#define DO(x) _Pragma(#x)\n#define AT(v) DO(vector=v)\nvoid g(void) { } AT(3) void f(void) { n++; }' $'#define DO(x) _Pragma(#x)\nDO(INTERRUPT(f, IRQ))\nvoid f(void) { n++; }' \
        $'#pragma interrupt_handler f:12\nvoid f(void) { n++; }' $'#define ROUTINE(v) void v(void) __attribute__((signal, used)); void v(void)\nROUTINE(f) { n++; }' \
        'void __attribute__((interrupt(TIMER0_VECTOR))) f(void) { n++; }'; do
        for target in x86_64-unknown-linux-gnu arm-none-eabi avr msp430; do
            declared "$routine" --target $target
            expect_status 1
            expect_output "'n' is read and written by ISR f"
        done
    done
    expect_output "assuming that \`f\`, which is declared as an interrupt routine, may come at any moment (--isr NAME=0: never)"
    rtcheck app --isr f=0 one.oil one.c
    expect_status 0
    for routine in '@interrupt void f(void) { n++; } @interrupt @near void (* const v[])(void) = { f };' 'void f(void); @near @interrupt void (* const v[])(void) = { f }; @interrupt @near f(void) { n++; }' \
        'extern interrupt void (*v[2])(void); __interrupt void f(void) { n++; } interrupt void (*v[2])(void) = { f, f };'; do
        declared "$routine"
        expect_status 1
        expect_output "'n' is read and written by ISR f"
    done
    declared 'void f(void) { n++; } @interrupt @near void (* const v[])(void) = { f };'
    expect_status 3
    expect_output "f does not run here, and its address is in a variable that only other files read"
    declared 'void __attribute__((interrupt)) f(void) { ActivateTask(t1); }'
    expect_output "an activation is lost"
}

@test "an attribute is that of its declaration alone, and a word is a keyword only where it can be one" {
    declared 'unsigned m; void __attribute__((interrupt)) f(void) { m++; } void g(void) { n++; } __attribute__((interrupt)) void h(void) { }'
    expect_status 0
    expect_output "\`g\`, which nothing here calls, never runs"
    declared 'void g(void) { n++; } void f(void) __attribute__((interrupt)); void f(void) { }'
    expect_status 0
    declared $'void g(void) { for (int i = 0; i < 3; i++)\n#pragma vector always\nn++; }'
    expect_status 0
    declared 'unsigned interrupt; void set(unsigned x) { interrupt = x; } unsigned get(void) { return interrupt; }'
    expect_status 0
    declared '#define __irq
void __irq g(void) { n++; }'
    expect_status 0
    expect_output "\`g\`, which nothing here calls, never runs"
}

# declared_and_races TEXT: what makes f an interrupt routine in it is seen, in a folder and by names.
declared_and_races() {
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "os.h"\nint n;\n%s\nTASK(t1) { n = 1; if (n != 1) n = 3; TerminateTask(); }\n' "$1" >one.c
    rtcheck app --only race one.oil one.c
    expect_status 1
}

@test "interrupt routines in the words of other compilers" {
    while IFS= read -r line; do
        declared_and_races "$(printf '%b' "$line")"
    done <<'END'
void f(void) interrupt 5 { n++; }
void f(void)\n  interrupt TIMER0_VECTOR\n  using 1\n{ n++; }
void f(void) interrupt 5;\nvoid f(void) interrupt 5 using 1 { n++; }
void f(void) interrupt TRAP_T0 = 0x20 { n++; }
void f(void) reentrant interrupt 3 { n++; }
@interrupt @svlreg @nostack void f(void) { n++; }
@tiny int y; int PB @0x1000; @far @interrupt static void f(void) { n++; }
interrupt VectorNumber_Vx void f(void) { n++; }
void interrupt 7 f(void) { n++; }
void interrupt VectorNumber_Vrti f(void) { n++; }
__interrupt VectorNumber_Vx void f(void) { n++; }
void near interrupt f(void) { n++; }
interrupt (VectorNumber_Vx) void f(void) { n++; }
__declspec(interrupt:0) void f(void) { n++; }
SIGNAL(TIMER0_OVF_vect) { n++; }
INTERRUPT(SIG_OVERFLOW0) { n++; }
ISR(TIMER0_OVF_vect, ISR_NOBLOCK) { n++; }
ISR(TIMER0_OVF_vect) { n++; }\nISR_ALIAS(TIMER1_OVF_vect, TIMER0_OVF_vect);\nEMPTY_INTERRUPT(TIMER2_OVF_vect);
ISR(_VECTOR(5)) { n++; }
void f(void) __fiq { n++; }
void __interrupt() f(void) { n++; }
void __interrupt(irq(TMR0), base(8)) f(void) { n++; }
void interrupt low_priority f(void) { n++; }
#pragma interruptlow f\nvoid f(void) { n++; }
void __attribute__((__interrupt__(__save__(a,b)))) f(void) { n++; }
void _ISR f(void) { n++; }
void f(void) __interrupt(5) __using(1) { n++; }
void f(void) __interrupt 5 __using 1 { n++; }
void f(void) __critical __interrupt(5) { n++; }
INTERRUPT_USING(f, 5, 1) { n++; }
INTERRUPT_HANDLER(f, 5) { n++; }
CY_ISR(f) { n++; }
CY_ISR_PROTO(f);\nCY_ISR(f) { n++; }
EE_ISR2(f) { n++; }
OS_ISR(f) { n++; }
ISR_NATIVE(f) { n++; }
ISR_HANDLER(f) { n++; }
IRQ_HANDLER(f, 5) { n++; }
#define INTERRUPT_HANDLER(a,b) void a(void) __interrupt(b)\nINTERRUPT_HANDLER(f, 5) { n++; }
#define INTERRUPT @far @interrupt\nINTERRUPT void f(void) { n++; }
void __ISR(_X_VECTOR, IPL5SOFT) f(void) { n++; }
#pragma type_attribute=__interrupt\nvoid f(void) { n++; }
__irq __nested __arm void f(void) { n++; }
__root __interrupt __monitor void f(void) { n++; }
interrupt [TIM0_OVF] void f(void) { n++; }
#pragma INTERRUPT(f, HPI)\nvoid f(void) { n++; }
cregister volatile unsigned int IER; far int q; interrupt void f(void) { n++; }
#pragma interrupt INTTM00 f RB1\nvoid f(void) { n++; }
#pragma INTERRUPT/B f\nvoid f(void) { n++; }
#pragma interrupt (g, f(vect=3,enable))\nvoid g(void) {}\nvoid f(void) { n++; }
__interrupt(vect=5) void f(void) { n++; }
#pragma ghs interrupt(nonreentrant)\nvoid f(void) { n++; }
__interrupt void f(void) { n++; }\n#pragma intvect f 11
__interrupt(5) __frame() void f(void) { n++; }
_bisr(3) _interrupt(5) _using(1) void f(void) { n++; }
IFX_INTERRUPT(f, 0, 10) { n++; }
interrupt (TIMERA0_VECTOR) wakeup f (void) { n++; }
#pragma interrupt_handler g:3 f:4\nvoid g(void) {}\nvoid f(void) { n++; }
END
}

@test "words of other compilers say where things lie, and registers are hardware; names are what they are" {
    other() { # STATUS TEXT
        printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
        printf '#include "os.h"\n#include "missing.h"\n#include <assert.h>\n%b\n' "$2" >one.c
        rtcheck app --without-headers one.oil one.c
        expect_status "$1"
    }
    other 0 'unsigned char xdata x; char code *s = "a"; int far * near p; far int q; void (far *fp)(void); TASK(t1) { x = 3; p = (int far *)&q; *p = 3; assert(q == 3 && s[0] == 97); TerminateTask(); }'
    expect_output "\`xdata\`, a word of another compiler, only says where something lies"
    other 0 '#define FAR far\nint FAR *p; int n; TASK(t1) { p = &n; *p = 1; TerminateTask(); }'
    other 0 'sfr P0 = 0x80; sbit LED = P0^3; bit flag; TASK(t1) { LED = 1; flag = 4; assert(flag == 1); TerminateTask(); }'
    other 1 'sfr P0 = 0x80; TASK(t1) { P0 = 1; assert(P0 == 1); TerminateTask(); }'
    other 1 'volatile __xdata __at(0x8000) unsigned char reg; TASK(t1) { reg = 1; assert(reg == 1); TerminateTask(); }'
    expect_output "\`reg\`, which lies at an address, is hardware"
    other 1 'volatile unsigned char PA @0x10; TASK(t1) { PA = 1; assert(PA == 1); TerminateTask(); }'
    other 0 'unsigned char ram @0x20; TASK(t1) { ram = 2; assert(ram == 2); TerminateTask(); }'
    other 0 '__no_init int z; __monitor int m(void) { return 2; } __noreturn void stop(void); TASK(t1) { z = m(); assert(z == 2); stop(); assert(0); }'
    other 2 'unsigned char bdata f; sbit f0 = f^0; TASK(t1) { f = 0; f0 = 1; assert(f == 0); TerminateTask(); }'
    expect_error 'bits of variables (bdata) with names of their own (sbit) cannot be modelled'
    other 0 'int interrupt, data, code, far = 3, n; int f(int using) { return (int)data; } TASK(t1) { int near = 2; interrupt = far * near; n = code * data; assert(interrupt == 6); if (f(3)) n = PORT; TerminateTask(); }'
    expect_no_output 'another compiler'
    other 0 'typedef struct { int a; } data; data d; data const e = {3}; typedef unsigned char bit; bit b; TASK(t1) { b = 2; assert(b == 2); d.a = PORT; TerminateTask(); }'
    other 0 'struct code { int a; } c; struct code *p = &c; enum bit { x } y; TASK(t1) { p->a = PORT; goto data; data: TerminateTask(); }'
    other 0 'data d; TASK(t1) { d.x = 3; assert(d.x == 3); TerminateTask(); }'
    # ... also in headers, and in a folder's other sources
    mkdir own
    cp one.oil own
    printf '#include "os.h"\n#include "vendor.h"\nint n;\nTASK(t1) { n = 1; if (n != 1) n = 3; TerminateTask(); }\n' >own/one.c
    printf '#define ROUTINE @far @interrupt\nextern near int z;\n' >own/vendor.h
    printf '#include "vendor.h"\nextern int n;\nvoid f(void) interrupt 5 { n = 2; }\nvoid other(void) { }\n' >own/two.c
    rtcheck app own
    expect_status 1
    expect_output "'n' is written by ISR f (two.c:3)"
}

@test "what a text puts at an address is hardware, if it is volatile, or told; in sections it is told" {
    lies() { # STATUS TEXT CODE
        printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
        printf '#include "os.h"\n#include <assert.h>\n%b\nTASK(t1) { %s TerminateTask(); }\n' "$2" "$3" >one.c
        rtcheck app one.oil one.c
        expect_status "$1"
    }
    while IFS= read -r line; do
        lies 1 "$line" 'P.x = 1; assert(P.x == 1);'
        expect_output "\`P\`, which lies at an address, is hardware"
    done <<'END'
volatile struct { unsigned char x, y; } P @ 0x40;
struct port { volatile unsigned char x; unsigned char y; };\nstruct port A @0x44, P @0x40;
typedef volatile union { unsigned char x; struct { unsigned char low : 1; } bits; } port; port P __at(0x40);
__at(0x40) volatile struct { unsigned char x; } P;
volatile struct { unsigned char x; } P __attribute__((at(0x40)));
volatile struct { unsigned char x; } __attribute__((address(0x40))) P;
volatile struct { unsigned char x; } P __attribute__((section(".ARM.__at_0x40000000")));
[[gnu::location(0x40)]] volatile struct { unsigned char x; } P;
#pragma location = 0x40\nvolatile struct { unsigned char x; } P;
_Pragma("location=0x40") volatile struct { unsigned char x; } P;
#pragma LOCATION(P, 0x40)\nvolatile struct { unsigned char x; } P;
volatile struct { unsigned char x; } P;\n#pragma ADDRESS P 0040H
#define AT(a) @ a\nvolatile struct { unsigned char x; } P AT(0x40);
#define AT(a) __attribute__((at(a)))\n#define PORT(name, a) volatile struct { unsigned char x; } name AT(a)\nPORT(Q, 0x40); PORT(P, 0x44);
volatile union { struct { unsigned A : 1; } bits; unsigned char x; } P @ 0x40;
struct s { volatile unsigned char x; } /* ; */ P /* , */ @ 0x40, *p;
END
    lies 1 'volatile unsigned char p[4] @ 0x40;' 'p[2] = 1; assert(p[2] == 1);'
    lies 1 'volatile unsigned char p@5; char read(volatile unsigned char *at) { return *at; }' 'p = 1; assert(read(&p) == 1);'
    # its neighbours, and functions, are what they are
    lies 0 'volatile unsigned char p @ 0x40, q; volatile unsigned char r;' 'q = r = 1; assert(q == 1 && r == 1);'
    lies 0 '#pragma location = 0x1000\nvoid f(void) { ; } volatile unsigned char q; void g(void) @ 0x2000 { } volatile unsigned char r;' 'q = r = 1; f(); assert(q == 1 && r == 1);'
    expect_no_output 'hardware'
    lies 0 'unsigned char p __attribute__((at(0x40)));' 'p = 1; assert(p == 1);'
    expect_output "\`p\`, which lies at an address and is not volatile, is memory"
    for text in 'volatile unsigned char p __attribute__((section("ports")));' 'volatile unsigned char p @ "ports";' \
        '#pragma DATA_SECTION(p, "ports")\nvolatile unsigned char p;' '#pragma location = "ports"\nvolatile unsigned char p;'; do
        lies 0 "$text" 'p = 1; assert(p == 1);'
        expect_output "\`p\`, which is volatile and lies in a section of its own, is memory"
    done
    lies 0 'void f(void) { static volatile unsigned char p __attribute__((at(0x40))); p = 1; assert(p == 1); }' 'f();'
    expect_output 'what is put at an address at one.c:3 is memory'
    # a static one of another source is another
    lies 0 'volatile unsigned char p; void f(void);' 'p = 1; f(); assert(p == 1);'
    printf '#pragma location = 0x40\nstatic volatile unsigned char p;\nvoid f(void) { p = 1; }\n' >two.c
    rtcheck app one.oil one.c two.c
    expect_status 0
    sed -i 's/^volatile/static volatile/' one.c
    rtcheck app one.oil one.c two.c
    expect_status 0
}

@test "an interrupt routine that cannot run here leaves a doubt" {
    declared 'void __attribute__((interrupt)) f(void *frame) { n++; }'
    expect_status 3
    expect_output "unknown: no violation was found, but f does not run here, though it is declared as an interrupt routine"
    declared 'void __attribute__((interrupt)) f(void *frame) { }'
    expect_status 0
}

@test "names of vectors, and addresses in vectors and in registers, make interrupt routines" {
    for name in _T4Interrupt __vector_12 TIM2_IRQHandler; do
        declared "void $name(void) { n++; }"
        expect_status 1
        expect_output "\`$name\`, which no configuration names and a table of vectors has by this name, may come at any moment, in category 1"
    done
    declared 'ISR(TIMER1_COMPA_vect) { n++; }'
    expect_status 1
    declared 'ISR(other) { n++; }'
    expect_status 0
    declared 'static void f(void) { n++; } void start(void) { n = 0; main(); } void (*const table[])(void) __attribute__((section(".vectors"))) = {start, f};
int main(void) { StartOS(OSDEFAULTAPPMODE); }'
    expect_status 1
    expect_output "\`f\`, which a table of vectors has, may come at any moment"
    expect_no_output "\`start\`, which a table"
    register='#define REGISTER (*(volatile unsigned long *)0x1000)'
    declared "$register
void f(void) { n++; } int main(void) { REGISTER = (unsigned long)f; StartOS(OSDEFAULTAPPMODE); }"
    expect_status 3
    expect_output "unknown: no violation was found, but f does not run here, and its address is written into hardware"
    for main in 'void timer_isr(void) { n++; } int main(void) { REGISTER = (unsigned long)timer_isr;' \
        'void timer_isr(void) { n++; } void set(unsigned x, void (*f)(void)) { volatile unsigned long *at = (volatile unsigned long *)(0x1000 + x); *at = (unsigned long)f; } int main(void) { set(4, timer_isr);' \
        'void timer_isr(void) { n++; } void (*later)(void); int main(void) { later = timer_isr; REGISTER = (unsigned long)later;' \
        'void f(void) { n++; } extern volatile unsigned long VICVectAddr0; int main(void) { VICVectAddr0 = (unsigned long)f;'; do
        declared "$register
$main StartOS(OSDEFAULTAPPMODE); }"
        expect_status 1
        if [[ $main == *extern* ]]; then when=''; else when=' from then on'; fi
        expect_output "whose address is written into hardware, may come at any moment$when, as an interrupt routine does"
    done
    declared "$register
void f(void) { n++; } int main(void) { REGISTER = 5; StartOS(OSDEFAULTAPPMODE); }"
    expect_status 0
}

@test "HANDLER names the code of an interrupt routine" {
    application 'int n; void my_handler(void) { n++; } TASK(t1) { n = 0; n++; TerminateTask(); }'
    for code in 'void my_handler(void)' 'ISR(my_handler)' 'static void my_handler(void)' 'ISR(button)'; do
        configured '' '' 'ISR button { CATEGORY = 2; PRIORITY = 1; HANDLER = "my_handler"; ENTRY = "EXTI0"; };'
        application "int n; $code { n++; } TASK(t1) { n = 0; n++; TerminateTask(); }"
        for profile in standard erika; do
            rtcheck app --profile $profile one.oil one.c
            expect_status 1
            expect_output "is read and written by ISR button"
            expect_no_output "my_handler"
        done
    done
}

@test "a registered routine comes also where other code calls by address" {
    calls='void nothing(void) { } void (*call)(void) = nothing; void (*get(void))(void) { return call; }'
    for routine in 'void register_isr(void (*)(void)); void f(void) { n++; } int main(void) { register_isr(f);' 'void __attribute__((interrupt)) f(void) { n++; } int main(void) {'; do
        declared "$calls $routine get()(); StartOS(OSDEFAULTAPPMODE); }"
        expect_status 1
        expect_output "'n' is read and written by ISR f"
    done
}

@test "drivers that come with ERIKA's tree are no part of an application above it" {
    mkdir -p own/ee_files/pkg own/ee_files/contrib/other own/contrib
    printf '#define TASK(x) void Func##x(void)\n' >own/ee_files/pkg/ee.h
    printf '#include "no_such_machine.h"\nISR2(other) { what is this }\n' >own/ee_files/contrib/other/driver.c
    printf '#include "ee.h"\nextern int n; ISR2(mine) { n++; }\n' >own/contrib/mine.c
    configured 'KERNEL_TYPE = FP;' '' && mv one.oil own/conf.oil
    printf '#include "ee.h"\nint n; TASK(t1) { n = 0; n++; }\n' >own/code.c
    rtcheck app own
    expect_status 1
    expect_output "'n' is read and written by ISR mine"
}

@test "a folder's source with the code that HANDLER names is taken" {
    mkdir -p own/src
    configured 'KERNEL_TYPE = BCC1;' '' 'ISR button { CATEGORY = 2; HANDLER = "pressed"; };' && mv one.oil own/conf.oil
    printf '#include "ee.h"\nint n; TASK(t1) { n = 0; n++; TerminateTask(); }\n' >own/src/code.c
    for code in 'void pressed(void)' 'ISR2(pressed)'; do
        printf '#include "ee.h"\nextern int n; %s { n++; }\n' "$code" >own/src/button.c
        rtcheck app own
        expect_status 1
        expect_output "'n' is read and written by ISR button"
        expect_no_output "pressed"
    done
}

@test "interrupt routines in a folder's other sources run, but those of start-up code, which are told" {
    mkdir own
    configured '' '' && mv one.oil own/conf.oil
    printf '#include "os.h"\nint n; TASK(t1) { n = 0; n++; TerminateTask(); }\n' >own/code.c
    printf 'extern int n; void TIM2_IRQHandler(void) { n++; }\n' >own/vectors.c
    printf 'extern int n; void __attribute__((interrupt)) f(void) { n++; }\n' >own/other.c
    rtcheck app own
    expect_status 1
    expect_error 'own/conf.oil own/code.c own/other.c own/vectors.c'
    rtcheck app --isr f=0 own
    expect_status 1
    expect_output "'n' is read and written by ISR TIM2_IRQHandler"
    rtcheck app --isr TIM2_IRQHandler=0 own
    expect_status 1
    expect_output "'n' is read and written by ISR f"
    rm own/other.c
    printf 'int k; void TIM2_IRQHandler(void) { k++; }\nvoid Reset_Handler(void) { }\n' >own/vectors.c
    rtcheck app own
    expect_status 0
    expect_output 'code that was left out does nothing else that matters: `TIM2_IRQHandler` (own/vectors.c)'
    printf 'extern int n; void TIM2_IRQHandler(void) { n++; }\nvoid Reset_Handler(void) { }\n' >own/vectors.c
    rtcheck app own
    expect_status 1
}

@test "start-up code and tables of vectors of the HCS12 are read or left out, which is told" {
    configured '' '' 'ISR tick { CATEGORY = 2; PRIORITY = 3; }'
    printf '#include "os.h"\nint n;\n#pragma CODE_SEG __NEAR_SEG NON_BANKED\nISR(tick) { n = 1; }\n#pragma CODE_SEG DEFAULT\nTASK(t1) { TerminateTask(); }\n' >one.c
    table() { # BODY: of the routine for interrupts that nobody has
        printf 'extern void _Startup(void); extern int n;\n#pragma CODE_SEG __NEAR_SEG NON_BANKED\ninterrupt void other(void) { %s }\nvoid (* const vectors[])(void) @0xFF80 = { other, _Startup };\n' "$1" >vectors.c
    }
    cat >start12.c <<'END'
#include "hidef.h"
#include "start12.h"
struct _tagStartup _startupData;
#pragma NO_FRAME
static void Init(void) { asm { LDD _startupData.nofZeroOuts; RTS; } }
void interrupt 0 _Startup(void) { __asm("lds #0x4000"); Init(); main(); }
END
    table ''
    rtcheck app .
    expect_status 0
    expect_output 'start12.c'
    table 'n = 3;'
    rtcheck app .
    expect_status 1
    expect_output "'n' is written"
    table 'asm BGND;' # what cannot be read, and runs by itself, leaves no holds
    rtcheck app .
    expect_status 3
    expect_output 'unknown: no violation was found, but vectors.c, which runs by itself, cannot be read'
    rm vectors.c
    rtcheck app .
    expect_status 0
}

@test "start-up code of the HCS12 that the configuration names is told, and assembly in braces is refused where it runs" {
    configured 'KERNEL_TYPE = BCC1; CPU_DATA = MC9S12XS { APP_SRC = "one.c"; APP_SRC = "start12.c"; };'
    application 'TASK(t1) { TerminateTask(); }'
    printf 'struct { int n; } _startupData;\nvoid main(void);\nstatic void Init(void) { __asm {\n LDX _startupData\n} }\nvoid _Startup(void) { Init(); main(); }\n' >start12.c
    rtcheck app .
    expect_status 0
    expect_output 'start12.c'
    rm start12.c
    configured
    application '/* asm { */ int n; static void f(void) {
    __asm {
        LDX n ; a brace }
    n = 1;
}
TASK(t1) { f(); assert(n == 1); TerminateTask(); } // }'
    rtcheck app one.oil one.c
    expect_status 2
    expect_error "one.c:4:5: error: inline assembly cannot be modelled; give a stub (\`ignore asm in f\`)"
    echo 'ignore asm in f' >one.stubs
    rtcheck app --stubs one.stubs one.oil one.c
    expect_status 0
    application '#define STOP() asm { STOP }
static void never(void) { STOP(); asm {
    BGND
} }
TASK(t1) { TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 0
}

@test "a routine by ISR2() is a function in a table of vectors" {
    configured 'KERNEL_TYPE = BCC1; CPU_DATA = MSP430 { };'
    printf '#include "ee.h"\nint n;\nTASK(t1) { n = n + 1; TerminateTask(); }\nint main(void) { StartOS(OSDEFAULTAPPMODE); for (;;) ; }\n' >one.c
    vectors() { # BODY: of one of two routines
        printf '#include "ee.h"\nextern int n;\nISR2(pin) { %s }\nISR2(tick) { n = 0; }\nvoid _stext(void);\nvoid (*const _vectab[])(void) = { pin, tick, _stext };\n' "$1" >vec.c
    }
    for body in '' 'ActivateTask(t1);' 'asm("nop"); toggle(); n = 2;'; do
        vectors "$body"
        rtcheck app --profile erika --without-headers --only race one.oil one.c vec.c
        expect_status 1
        expect_output "'n' is"
    done
    printf '#include "ee.h"\nvoid _stext(void);\nISR2(pin) { }\nISR2(tick) { }\nvoid (*const _vectab[])(void) = { pin, tick, _stext };\n' >vec.c
    rtcheck app --profile erika --without-headers one.oil one.c vec.c
    expect_status 0
}

@test "a section of another name may begin with what looks like attributes" {
    echo 'OSEK OSEK { RESOURCE = R; EVENT = E; APPMODE = M; TASK t { PRIORITY = 1; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = M; } SCHEDULE = NON; } };' >a.oil
    printf '#include "os.h"\nTASK(t) { TerminateTask(); }\n' >a.c
    rtcheck app a.oil a.c
    expect_status 0
    echo 'APPLICATION a { TASK = t; }; CPU c { TASK t { PRIORITY = 1; ACTIVATION = 1; AUTOSTART = TRUE; SCHEDULE = NON; }; };' >a.oil
    rtcheck app a.oil a.c
    expect_status 0
}

# hooked CODE: an application of ERIKA 3 with an idle hook.
hooked() {
    configured 'CPU_DATA = CORTEX_M { MODEL = M4; IDLEHOOK = TRUE { HOOKNAME = "idle_hook"; }; }; KERNEL_TYPE = OSEK { CLASS = BCC1; };' ''
    application "$1"
}

@test "ERIKA's idle hook, which the configuration names, runs over and over while no task does" {
    local main='TASK(t1) { TerminateTask(); } int main(void) { StartOS(OSDEFAULTAPPMODE); assert(0); return 0; }'
    hooked "int a[4], i; void idle_hook(void) { a[i] = 1; i = i + 1; } $main"
    rtcheck app --profile erika one.oil one.c
    expect_status 1
    expect_output "index 4 of an array of 4"
    sed -i 's/assert(0);//' one.c
    rtcheck app --profile standard one.oil one.c
    expect_status 3
    expect_output '`idle_hook`, the idle hook of the configuration, does not run here (--profile erika runs it)'
    hooked "int a[4], i; void idle_hook(void) { a[i] = 1; i = (i + 1) % 4; ActivateTask(t1); } $main"
    rtcheck app --profile erika --no-check unchecked one.oil one.c
    expect_status 0 # StartOS does not come back
    hooked 'int n; void idle_hook(void) { n = n + 1; } TASK(t1) { TerminateTask(); } int main(void) { return 0; }'
    rtcheck app --profile erika one.oil one.c
    expect_status 3
    configured 'CPU_DATA = CORTEX_M { IDLEHOOK = FALSE; }; KERNEL_TYPE = OSEK;' ''
    rtcheck app --profile erika one.oil one.c
    expect_status 0
}

@test "macros that ERIKA's generator makes of the configuration are defined" {
    mkdir made
    configured 'LIB = S32_SDK { VERSION = "0.8"; }; KERNEL_TYPE = OSEK; BOARD_DATA = B { USELEDS = TRUE; USELCD = FALSE; };' ''
    mv one.oil made
    printf '#include "ee.h"\nint a[4];\nTASK(t1) {\n#if defined(OS_EE_LIB_S32_SDK) && defined __USE_LEDS__ && !defined(__USE_LCD__)\n a[4] = 1;\n#endif\n TerminateTask(); }\nint main(void) { StartOS(0); return 0; }\n' >made/one.c
    rtcheck app made
    expect_status 1
    expect_output "index 4 of an array of 4"
    sed -i 's/S32_SDK {/OTHER {/' made/one.oil
    rtcheck app made
    expect_status 3
    expect_output 'if a missing header defines `OS_EE_LIB_S32_SDK`'
}

@test "functions that a vendor's attributes name for generated code to call leave no holds" {
    printf '#include "os.h"\nstatic int a[4], i;\nvoid own(void) { a[i] = 1; i = i + 1; }\nTASK(t) { TerminateTask(); }\nint main(void) { StartOS(OSDEFAULTAPPMODE); return 0; }\n' >one.c
    names() { # STATUS ATTRIBUTES
        echo "CPU c { OS o { STATUS = EXTENDED; $2 }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };" >one.oil
        rtcheck app one.oil one.c
        expect_status "$1"
    }
    for text in 'CPU_DATA = AVR_5 { HANDLER = HANDLER_T0 { FUNCTION = "own"; TYPE = 2; }; };' 'IDLE_NAME = "own";'; do
        names 3 "$text"
        expect_output '`own`, which the configuration names for generated code to call, does not run here'
    done
    names 0 'CPU_DATA = AVR_5 { HANDLER = HANDLER_T0 { FUNCTION = "other"; TYPE = 2; }; };'
    names 0 'IDLE_NAME = "idle"; APP_NAME = "own";'
    names 3 'BACKGROUND = "own";'
    for hook in IdleLoopHook:IdleLoopHook IDLEHOOK:IdleHook PREISRHOOK:PreIsrHook STACKHOOK:stack_hook STACKHOOK:OsStackHook; do
        sed -i "3s/void [A-Za-z_]*/void ${hook#*:}/" one.c
        names 3 "${hook%:*} = TRUE;"
        expect_output "\`${hook#*:}\`, which the configuration switches on for generated code to call, does not run here"
        names 0 "${hook%:*} = FALSE;"
        names 0 'POSTISRHOOK = TRUE;'
    done
    sed -i '3s/void [A-Za-z_]*/void OsErrorHook/' one.c
    names 0 'ERRORHOOK = TRUE;'
}

@test "that a counter of TYPE = SOFTWARE goes on by itself, though no code increments it, is told" {
    counted() { # TYPE CODE
        echo "CPU c { OS o { STATUS = EXTENDED; }; COUNTER q { MAXALLOWEDVALUE = 100; TICKSPERBASE = 1; MINCYCLE = 1; $1 }; ALARM al { COUNTER = q; ACTION = ACTIVATETASK { TASK = u; }; AUTOSTART = TRUE { ALARMTIME = 5; CYCLETIME = 0; }; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; TASK u { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; }; };" >one.oil
        printf '#include "os.h"\nTASK(t) { %s TerminateTask(); }\nTASK(u) { TerminateTask(); }\n' "$2" >one.c
        rtcheck app one.oil one.c
        expect_status 0
    }
    counted 'TYPE = SOFTWARE;' ''
    expect_output 'counters of TYPE = SOFTWARE that no code increments (q) go on by themselves (--ticks NAME=0: never)'
    rtcheck app --ticks q=0 one.oil one.c
    expect_no_output 'SOFTWARE'
    counted 'TYPE = SOFTWARE;' 'IncrementCounter(q);'
    expect_no_output 'SOFTWARE'
    for type in 'TYPE = HARDWARE;' ''; do
        counted "$type" ''
        expect_no_output 'SOFTWARE'
    done
}

@test "routines that nest and have no priority: who interrupts whom is not known" {
    routines() { # NESTED_IRQ
        printf 'CPU c { OS o { STATUS = EXTENDED; KERNEL_TYPE = FP { NESTED_IRQ = %s; }; };\nTASK t { PRIORITY = 1; SCHEDULE = FULL; };\nISR one { CATEGORY = 2; };\nISR two { CATEGORY = 2; };\n};\n' "$1" >app.oil
    }
    printf '#include "ee.h"\nint n;\nISR2(one) { n = n + 1; }\nISR2(two) { n = 0; }\nTASK(t) { }\nint main(void) { StartOS(OSDEFAULTAPPMODE); ActivateTask(t); for (;;); }\n' >race.c
    printf '#include "ee.h"\nvolatile int n;\nISR2(one) { n = 0; while (!n); }\nISR2(two) { n = 1; }\nTASK(t) { }\nint main(void) { StartOS(OSDEFAULTAPPMODE); ActivateTask(t); for (;;); }\n' >loop.c
    routines TRUE
    for code in race loop; do
        rtcheck app --profile erika --isr 2 app.oil $code.c
        expect_status 3
        expect_output "interrupt routines nest (NESTED_IRQ), and have no PRIORITY (one, two)"
    done
    sed -i 's/ISR two { CATEGORY = 2; }/ISR two { CATEGORY = 1; }/' app.oil # which interrupts the other, wherever they nest
    sed 's/ISR2(two)/ISR1(two)/' race.c >other.c
    rtcheck app --profile erika --isr 2 app.oil other.c
    expect_status 3
    expect_output "interrupt routines nest (NESTED_IRQ), and have no PRIORITY (one, two)"
    routines FALSE
    rtcheck app --profile erika --isr 2 app.oil race.c
    expect_status 0
    rtcheck app --profile erika app.oil loop.c
    expect_status 1
    expect_output "one runs for ever"
}

@test "a message that notifies somebody is no stub's to send, and what a network would bring is told" {
    cat >a.oil <<'END'
CPU c { OS o { STATUS = EXTENDED; };
 MESSAGE s { MESSAGEPROPERTY = SEND_STATIC_INTERNAL { CDATATYPE = "int"; }; };
 MESSAGE r { MESSAGEPROPERTY = RECEIVE_UNQUEUED_INTERNAL { SENDINGMESSAGE = s; FILTER = ALWAYS; INITIALVALUE = 0; };
   NOTIFICATION = ACTIVATETASK { TASK = u; }; };
 TASK t { PRIORITY = 2; AUTOSTART = TRUE; ACTIVATION = 1; SCHEDULE = FULL; };
 TASK u { PRIORITY = 3; AUTOSTART = FALSE; ACTIVATION = 1; SCHEDULE = FULL; }; };
END
    cat >a.c <<'END'
#include "os.h"
enum { s, r };
#ifdef BODY
StatusType SendMessage(int message, void *data) { return ActivateTask(u); }
#else
StatusType SendMessage(int, void *);
#endif
int a[4], k = 4;
TASK(t) { int x = 1; SendMessage(s, &x); TerminateTask(); }
TASK(u) { a[k] = 1; TerminateTask(); }
END
    echo 'StatusType SendMessage() in 0' >com.stubs
    rtcheck app a.oil a.c
    expect_status 2
    expect_error '`SendMessage` is a service of OSEK COM that cannot be modelled; give it a body that does what it does here (message `r` activates `u`)'
    rtcheck app --stubs com.stubs a.oil a.c
    expect_status 2
    expect_error 'a stub says that `SendMessage` does nothing, but message `r` activates `u`; give it a body'
    rtcheck app -DBODY a.oil a.c
    expect_status 1
    sed -i 's/ACTIVATETASK { TASK = u; }/NONE/' a.oil
    rtcheck app --stubs com.stubs a.oil a.c
    expect_status 0
    expect_output '`SendMessage`, a service of OSEK COM, does only what a stub says'
    sed -i 's/RECEIVE_UNQUEUED_INTERNAL.*/RECEIVE_UNQUEUED_EXTERNAL { CDATATYPE = "int"; FILTER = ALWAYS; INITIALVALUE = 0; NETWORKMESSAGE = n; };/; s/NONE/ACTIVATETASK { TASK = u; }/; s/^ TASK t/ NETWORKMESSAGE n { IPDU = i; MESSAGEPROPERTY = STATIC { SIZEINBITS = 32; BITORDERING = LITTLEENDIAN; BITPOSITION = 0; DATAINTERPRETATION = UNSIGNEDINTEGER; DIRECTION = RECEIVED; }; };\n IPDU i { SIZEINBITS = 32; IPDUPROPERTY = RECEIVED; LAYERUSED = "x"; };\n TASK t/' a.oil
    rtcheck app --stubs com.stubs a.oil a.c
    expect_output 'nothing comes from a network (message `r` activates `u`)'
}

# network COM IPDU MESSAGE: a message that comes from a network, and what these objects say besides.
network() {
    cat >a.oil <<END
CPU c { OS o { STATUS = EXTENDED; }; COM com { $1 }; EVENT e { MASK = AUTO; };
 NETWORKMESSAGE n { IPDU = i; MESSAGEPROPERTY = STATIC { SIZEINBITS = 8; BITORDERING = LITTLEENDIAN; BITPOSITION = 0; DATAINTERPRETATION = UNSIGNEDINTEGER; DIRECTION = RECEIVED; }; };
 IPDU i { SIZEINBITS = 8; IPDUPROPERTY = RECEIVED; LAYERUSED = "x"; $2 };
 MESSAGE r { MESSAGEPROPERTY = RECEIVE_UNQUEUED_EXTERNAL { CDATATYPE = "unsigned char"; NETWORKMESSAGE = n; FILTER = ALWAYS; INITIALVALUE = 0; }; $3 };
 TASK t { PRIORITY = 1; AUTOSTART = TRUE; ACTIVATION = 1; SCHEDULE = FULL; EVENT = e; }; };
END
    rtcheck app --stubs none.stubs a.oil a.c
}

@test "what COM calls by itself, and what a network brings, is not taken to be nothing" {
    : >none.stubs
    printf '#include "os.h"\nint a[4], k = 4;\nTASK(t) { TerminateTask(); }\nint f(void) { return a[k]; }\nCOMCallout(g) { return a[k]; }\nStatusType StartCOMExtension(void) { return f(); }\nvoid COMErrorHook(StatusType e) { f(); }\n' >a.c
    network '' '' ''
    expect_status 0
    network 'COMSTARTCOMEXTENSION = TRUE;' '' ''
    expect_status 3
    expect_output '`StartCOMExtension`, which the configuration switches on for generated code to call, does not run here'
    network 'COMERRORHOOK = TRUE;' '' ''
    expect_status 3
    expect_output '`COMErrorHook`, which the configuration switches on for generated code to call, does not run here'
    network '' 'IPDUCALLOUT = "g";' ''
    expect_status 3
    expect_output '`g`, which the configuration names for generated code to call, does not run here'
    network '' '' 'NOTIFICATIONERROR = ACTIVATETASK { TASK = t; };'
    expect_status 0
    expect_output 'no message is late or lost (message `r` activates `t`)'
    printf '#include "os.h"\nTASK(t) { WaitEvent(e); TerminateTask(); }\n' >a.c
    network '' '' 'NOTIFICATION = SETEVENT { TASK = t; EVENT = e; };'
    expect_status 3
    expect_output 'these wait for ever: t: but perhaps not if something comes from a network (message `r` sets event `e` of `t`)'
    expect_output 'an ISR of your own that does the same, in C and in a further .oil file, lets it come'
    network '' '' 'NOTIFICATIONERROR = SETEVENT { TASK = t; EVENT = e; };'
    expect_status 3
    expect_output 'but perhaps not if something comes from a network (message `r` sets event `e` of `t`)'
    network '' '' ''
    expect_status 1
}

@test "what lasts for ever may be ended by who has a function's address, which is told" {
    configured "" "EVENT = e;" "EVENT e { MASK = AUTO; }"
    wakes() { application "void drv(void (*)(void)); static int n; $1 { $2; } TASK(t1) { $3; n = 0; WaitEvent(e); TerminateTask(); }"; rtcheck app one.oil one.c; }
    wakes 'static void f(void)' 'SetEvent(t1, e)' 'drv(f)'
    expect_status 3
    expect_output "these wait for ever: t1: but f does not run here, and a function without a body gets its address, and may end that"
    wakes 'static void f(void)' 'int k = 1; (void)k' 'drv(f)'
    expect_status 1
    wakes 'static void f(void); void (*const drivers[1])(void) = {f}; static void f(void)' 'SetEvent(t1, e)' ''
    expect_status 3
    expect_output "but f does not run here, and its address is in a variable that only other files read, and may end that"
    wakes 'void RxCallback(void)' 'SetEvent(t1, e)' ''
    expect_status 3
    expect_output "but RxCallback does not run here, though a driver may call it by its name, and may end that"
    wakes 'static void RxCallback(void)' 'SetEvent(t1, e)' ''
    expect_status 1
}

@test "what is registered is told in the story, and is no service that --run prints" {
    configured "" "EVENT = e;" "EVENT e { MASK = AUTO; }"
    application 'void set_callback(void (*)(void)); static int s, *volatile p; static void tick(void) { *p = 1; SetEvent(t1, e); }
TASK(t1) { set_callback(tick); p = &s; for (;;) { WaitEvent(e); ClearEvent(e); } }'
    rtcheck app one.oil one.c
    expect_status 1
    expect_output "t1    tick may come from now on"
    rtcheck app --run one.oil one.c
    expect_output "t1 WaitEvent(e) = E_OK"
    expect_no_output "may come from now on
"
}
