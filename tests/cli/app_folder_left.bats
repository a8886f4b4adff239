#!/usr/bin/env bats
# rtcheck app FOLDER: what the text of code that was left out says that functions without a body do.

load helpers

# left STATUS CODE LEFT [HEADER]: a task runs CODE, in which `n` is shared with an interrupt routine; the code of what it
# calls is LEFT, in a folder for headers.
left() {
    mkdir -p own lib
    cat >own/a.oil <<'OIL'
CPU c { OS os { STATUS = EXTENDED; }; APPMODE m { }; EVENT E { MASK = AUTO; }; RESOURCE R { RESOURCEPROPERTY = STANDARD; };
  TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = m; }; EVENT = E; RESOURCE = R; };
  TASK u { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; RESOURCE = R; };
  ISR i { CATEGORY = 2; PRIORITY = 5; };
};
OIL
    printf 'void one(void); void other(void); void both(int on);\n%s\n' "$4" >lib/lib.h
    printf '#include "os.h"\n#include "lib.h"\n%s\n' "$3" >lib/lib.c
    printf '#include <assert.h>\n#include "os.h"\n#include "lib.h"\nunsigned char n, done; int a[10];\nstatic void inc(void) { n++; }\n' >own/a.c
    printf 'TASK(t) { %s TerminateTask(); }\nTASK(u) { done = 1; TerminateTask(); }\nISR(i) { inc(); }\n' "$2" >>own/a.c
    rtcheck app own lib
    [ "$status" -eq "$1" ] || { echo "$2 $3"; echo "$output"; return 1; }
}

pair='one(); n = 1; other();'

@test "code that was left out may keep interrupts out by macros, instructions, registers and pointers" {
    left 3 "$pair" 'void one(void) { LOCK(); } void other(void) { UNLOCK(); }' '#define LOCK() DisableAllInterrupts()
#define UNLOCK() EnableAllInterrupts()'
    expect_output 'but perhaps not if `one`, whose code in lib/lib.c was left out, calls DisableAllInterrupts (name that source, too)'
    left 3 "$pair" 'void one(void) { LOCK(); } void other(void) { sei(); }' '#define LOCK() do { \
    cli(); \
} while (0)'
    expect_output 'but perhaps not if `one`, whose code in lib/lib.c was left out, masks interrupts (`cli`) (name that source, too)'
    expect_output '`one` (`cli`), `other` (`sei`), which have no body, change nothing but what they get pointers to, and keep none of them, and keep no interrupt out, nor let one come, as their code does, which was left out'
    local code
    while IFS= read -r code; do
        left 3 "$pair" "$code"
        expect_output 'but perhaps not if `one`, whose code in lib/lib.c was left out, masks interrupts ('
    done <<'END'
void one(void) { asm("cli"); } void other(void) { asm("sei"); }
void one(void) { __asm volatile ("cpsid i" ::: "memory"); } void other(void) { __asm volatile ("cpsie i"); }
void one(void) { asm volatile ("msr primask, %0" :: "r"(1)); } void other(void) { asm volatile ("msr primask, %0" :: "r"(0)); }
void one(void) { __disable_irq(); } void other(void) { __enable_irq(); }
static int s; void one(void) { s = __get_PRIMASK(); __set_PRIMASK(1); } void other(void) { __set_PRIMASK(s); }
void one(void) { SREG &= ~0x80; } void other(void) { SREG |= 0x80; }
void one(void) { INTCONbits.GIE = 0; } void other(void) { INTCONbits.GIE = 1; }
void one(void) { NVIC->ICER[0] = 1; } void other(void) { NVIC->ISER[0] = 1; }
static void off(void) { cli(); } static void (*const table[])(void) = { off }; void one(void) { table[0](); } void other(void) { }
void one(void) { taskENTER_CRITICAL(); } void other(void) { taskEXIT_CRITICAL(); }
END
    left 3 'both(1); n = 1; both(0);' 'void both(int on) { if (on) cli(); else sei(); }'
    left 3 'both(1); n = 1; both(0);' 'void both(int on) { if (on) DisableAllInterrupts(); else EnableAllInterrupts(); }'
    left 3 "$pair" 'void one(void) { in(); } void other(void) { sei(); }' 'static inline void in(void) { cli(); }'
}

@test "code that was left out and keeps nobody out, or lets him in again, keeps no race away" {
    local code
    while IFS= read -r code; do
        left 1 "$pair" "$code"
    done <<'END'
int k; void one(void) { k = 1; } void other(void) { LOCK(); }
int k; void one(void) { DisableAllInterrupts(); k = 1; EnableAllInterrupts(); } void other(void) { }
int k; void one(void) { cli(); if (k) { sei(); return; } k = 1; sei(); } void other(void) { }
int k; void one(void) { for (;;) { cli(); if (k) { sei(); break; } sei(); } } void other(void) { }
void one(void) { asm("nop"); } void other(void) { asm volatile ("dsb" ::: "memory"); }
void one(void) { PORTB &= ~1; } void other(void) { PORTB |= 1; }
void one(void) { TIMSK0 |= 2; sei(); } void other(void) { }
void one(void) { GPIOA->ODR &= ~2; } void other(void) { UART->DR = 3; }
END
    # nor outside of it
    left 1 'inc(); one(); inc(); other();' 'void one(void) { cli(); } void other(void) { sei(); }'
    left 1 'one(); inc(); other(); inc();' 'void one(void) { SuspendAllInterrupts(); } void other(void) { ResumeAllInterrupts(); }'
    left 3 'one(); both(1); inc(); other();' 'void one(void) { cli(); } void other(void) { sei(); } void both(int on) { }'
}

@test "where nothing may come, code that was left out keeps nothing out" {
    mkdir -p own lib
    echo 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; TASK u { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; };' >own/a.oil
    echo 'int look(void);' >lib/lib.h
    printf '#include "os.h"\n#include "lib.h"\nint look(void) { cli(); return 1; }\n' >lib/lib.c
    printf '#include "os.h"\n#include "lib.h"\nvolatile int n;\nTASK(t) { for (;;) n = look(); }\nTASK(u) { TerminateTask(); }\n' >own/a.c
    rtcheck app own lib
    expect_status 1
    expect_output 'runs for ever'
}

@test "what hinges on services of code that was left out is open" {
    left 3 'one(); assert(done);' 'void one(void) { ActivateTask(u); }'
    expect_output 'but perhaps not if `one`, whose code in lib/lib.c was left out, calls ActivateTask (name that source, too)'
    left 3 'one(); a[9] = 10 / done;' 'void one(void) { WaitEvent(E); }'
    left 3 'one(); assert(done);' 'void one(void) { GO(); }' '#define GO() Schedule()'
    left 3 'both(1); a[8] = n; a[9] = n; assert(a[8] == a[9]); both(0);' 'void both(int on) { if (on) cli(); else sei(); }'
    left 1 'assert(done); one();' 'void one(void) { WaitEvent(E); }'
    left 1 'one(); assert(done);' 'void one(void) { TaskStateType s; GetTaskState(u, &s); }'
}

@test "where code that was left out may start others nothing holds" {
    local calls='one(); ActivateTask(u);' code
    while IFS= read -r code; do
        left 3 "$calls" "$code" '#define GO() ActivateTask(u)'
        expect_output 'no violation was found, but `one`, whose code in lib/lib.c was left out, calls'
        expect_output 'and what comes of that is not looked at'
    done <<'END'
void one(void) { ActivateTask(u); }
void one(void) { GO(); }
void one(void) { SendMessage(m, 0); }
static void helper(void) { SetEvent(t, E); } void one(void) { helper(); }
void one(void) { WaitEvent(E); }
static void (*go)(void) = helper; static void helper(void) { SetRelAlarm(a, 1, 1); } void one(void) { (*go)(); }
END
    while IFS= read -r code; do
        left 0 "$calls" "$code" '#define GO() ActivateTask(u)'
    done <<'END'
int k; void one(void) { k++; } void other(void) { GO(); }
int k; void one(void) { SuspendAllInterrupts(); k++; ResumeAllInterrupts(); }
void one(void) { /* ActivateTask(u) */ log("ActivateTask"); }
END
    # a service between what disables interrupts and what enables them
    left 3 'one(); ActivateTask(u); other();' 'void one(void) { DisableAllInterrupts(); } void other(void) { EnableAllInterrupts(); }'
    expect_output 'a service is called while interrupts are disabled or suspended'
    left 0 'one(); ActivateTask(u); other();' 'void one(void) { cli(); } void other(void) { sei(); }'
}

# named STATUS FILE TEXT: `on_tick`, which nothing in C calls and which races with a task, is named there.
named() {
    rm -rf own
    mkdir own
    cat >own/a.oil <<'OIL'
CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; };
OIL
    printf '#include "os.h"\nstatic int n;\nvoid on_tick(void) { n = 1; }\nTASK(t) { n = 2; n = 3; TerminateTask(); }\n' >own/a.c
    printf "$3" >"own/$2"
    rtcheck app own
    [ "$status" -eq "$1" ] || { echo "$2 $3"; echo "$output"; return 1; }
}

@test "tables of vectors run what they name, in whatever form they are written" {
    local stack=' .section .isr_vector\n .word _estack\n .word Reset_Handler\n'
    named 1 v.asm ' .sect ".intvecs"\n .word on_tick\n'
    named 1 v.asm ' .sect ".intvecs"\nRESET .word _c_int00\n .sect ".int10"\nT .word on_tick\n'
    named 1 v.asm ' .sect ".intvecs"\n .ref on_tick\n B reset\n B on_tick\n'
    named 1 v.S '__vectors:\n rjmp reset\n rjmp on_tick\n reti\n'
    named 1 v.S ' .section .vectors\n ldr pc, _a\n ldr pc, _b\n_a: .word reset\n_b: .word on_tick\n'
    named 1 v.S ' .section .vectors\n .word 0, 0, on_tick+1\n'
    named 1 v.s43 ' COMMON INTVEC\n ORG TIMERA0_VECTOR\n DW on_tick\n'
    named 1 v.s "$stack .word tick\n .weak tick\n .thumb_set tick, on_tick\n"
    named 1 v.s "$stack .word tick\n .equ tick, on_tick\n"
    named 1 v.s ' .thumb_set TIM2_IRQHandler, on_tick\n'
    named 1 v.S '#define V(x) .word x\n .section .vectors\n V(on_tick)\n'
    printf 'VEC(on_tick)\n' >v.inc
    named 0 v.S '#define VEC(f) .word f\n .section .vectors\n#include "v.inc"\n' # which is not there
    mv v.inc own/
    rtcheck app own
    expect_status 1
    named 1 l.ld 'SECTIONS { .vectors : { LONG(_estack) LONG(Reset_Handler) LONG(on_tick) } }\n'
    named 1 l.ld 'PROVIDE(TIM2_IRQHandler = on_tick);\n'
    named 1 b.c 'void on_tick(void);\nvoid TIM2_IRQHandler(void) __attribute__((alias("on_tick")));\n'
}

@test "what something names that is not read may run, where nobody knows as what" {
    local table='extern void on_tick(void);\n'
    named 3 v.S ' .org 0x24\n jmp on_tick\n'
    expect_first_line 'unknown: no violation was found, but on_tick does not run here, though `own/v.S` names it, and may run it at any moment (`--isr on_tick=any` says so, `--isr on_tick=0` that it does not)'
    rtcheck app --isr on_tick=any own
    expect_status 1
    expect_output '`on_tick`, which a file names that is not read, may come at any moment'
    rtcheck app --isr on_tick=0 own
    expect_status 0
    named 3 v.a51 'CSEG AT 000BH\n LJMP _on_tick\n'
    named 3 v.asm '  XREF on_tick\n  ORG $FFF0\n  DC.W on_tick\n'
    named 3 v.s ' .section .isr_vector\n .word _estack\n .word tick\n .text\ntick: push {lr}\n bl on_tick\n pop {pc}\n'
    named 3 v.s 'tick:\n bl on_tick\n reti\n'
    named 3 l.ld 'SECTIONS { .rom : { LONG(on_tick) } }\n'
    named 3 v.c "${table}struct v { int n; void (*f)(void); };\nconst struct v int_tab[] = {{3, on_tick}};\n"
    expect_output 'though `own/v.c` names it'
    named 3 v.c "${table}#pragma DATA_SECTION(tab, \".intvecs\")\nvoid (*const tab[])(void) = {0, on_tick};\n"
    named 3 v.c "${table}#pragma location=\".intvec\"\nconst struct { void (*f)(void); } tab[] = {{on_tick}};\n"
}

@test "what assembly calls, has in tables of its own, or leaves out is no interrupt routine" {
    named 0 v.s 'step:\n bl on_tick\n bx lr\n'
    expect_output 'what files in assembly do with the application does not matter: on_tick'
    named 0 v.s 'Reset_Handler:\n bl on_tick\n bl main\n'
    named 0 v.s ' .section .vectors\n b reset\nreset: bl on_tick\n b main\n'
    named 0 v.s ' .section .data\njump_table:\n .word a\n .word on_tick\n'
    named 0 v.S ' .section .vectors\n#if 0\n .word a\n .word on_tick\n#endif\n'
    named 0 v.s ' .section .vectors\n .if 0\n .word on_tick\n .endif\n .word b\n'
    named 0 v.s ' .section .vectors\n .word a\n @ .word on_tick\n .word b\n'
    named 0 v.s ' .section .vectors\n .word a\n# .word on_tick\n .word b # on_tick\n'
    named 0 v.s '/* .section .vectors\n .word on_tick\n*/\n'
    named 0 v.s ' .global on_tick\n .section .vectors\n .word a\n'
    named 0 l.ld 'ENTRY(on_tick)\nSECTIONS { .text : { KEEP(*(.on_tick)) } }\n'
    named 0 test.c 'void on_tick(void);\nvoid (*const cases[])(void) = {on_tick};\n' # a test's
}

# beside STATUS CODE FILE TEXT: the code of what a task calls is in that file of the folder, in another language.
beside() {
    rm -rf own
    mkdir own
    cat >own/a.oil <<'OIL'
CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; };
  TASK u { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; }; ISR i { CATEGORY = 2; PRIORITY = 5; }; };
OIL
    printf '#include <assert.h>\n#include "os.h"\nvoid work(void); void one(void); void other(void); int n;\n' >own/a.c
    printf 'TASK(t) { %s TerminateTask(); }\nTASK(u) { n = 5; TerminateTask(); }\nISR(i) { %s }\n' "$2" "${5:-}" >>own/a.c
    printf "$4" >"own/$3"
    rtcheck app own
    [ "$status" -eq "$1" ] || { echo "$3 $4"; echo "$output"; return 1; }
}

@test "assembly that has the code of a function is told, and services that it calls are not denied" {
    local work='n = 1; work(); assert(n == 1);' both='one(); n = 2; other();'
    beside 3 "$work" lib.S ' .global work\nwork:\n mov r0,#1\n bl ActivateTask @ u\n bx lr\n'
    expect_first_line 'unknown: no violation was found, but `work`, whose code in own/lib.S was left out, calls ActivateTask, and what comes of that is not looked at'
    expect_output 'code that was left out does nothing else that matters: `work` (own/lib.S)'
    beside 3 "$work" lib.s ' .globl _work\n_work:\n call more\n ret\nmore: call _ActivateTask\n ret\n'
    beside 3 "$work" lib.asm ' EXPORT work\nwork PROC\n LDR R0, =1\n B ActivateTask\n ENDP\n'
    beside 3 "$work" lib.S ' .global work\nwork:\n b ActivateTask\n .global more\nmore:\n bx lr\n'
    beside 0 "$work" lib.S ' .global work\nwork:\n bx lr\n .global more\nmore:\n b ActivateTask\n'
    expect_output 'code that was left out does nothing else that matters: `work` (own/lib.S)'
    beside 0 "$work" lib.S ' .global work\nwork:\n @ bl ActivateTask\n bx lr\n'
    beside 0 "$work" lib.S 'work:\n bl ActivateTask\n bx lr\n' # which no other file can call
    expect_no_output 'lib.S'
    beside 3 "$both" lib.S ' .global one, other\none:\n cpsid i\n bx lr\nother:\n cpsie i\n bx lr\n' 'n = 1;'
    expect_output 'but perhaps not if `one`, whose code in own/lib.S was left out, masks interrupts'
    beside 1 "$both" lib.S ' .global one, other\none:\n nop\n bx lr\nother:\n nop\n bx lr\n' 'n = 1;'
    beside 3 "$both" lib.S ' .global one, other\none:\n b DisableAllInterrupts\nother:\n b EnableAllInterrupts\n' 'n = 1;'
}

@test "services that classes of C++ call are not denied to whoever uses these" {
    local work='n = 1; work(); assert(n == 1);' code
    while IFS= read -r code; do
        beside 3 "$work" lib.cpp "#include \"os.h\"\n$code\n"
        expect_output 'but `work`, whose code in own/lib.cpp was left out, calls ActivateTask'
    done <<'END'
struct W { void run() { ActivateTask(u); } }; extern "C" void work() { W w; w.run(); }
struct W { W() { ActivateTask(u); } }; extern "C" void work() { W w; }
struct W { void run(); }; void W::run() { ActivateTask(u); } extern "C" void work() { get()->run(); }
struct B { virtual void run() = 0; }; struct W : B { void run() { ActivateTask(u); } }; extern "C" void work() { B *b = get(); b->run(); }
class W { public: ~W() { ActivateTask(u); } }; extern "C" void work() { W w; }
static void k() { ActivateTask(u); } void (*fp)() = k; extern "C" void work() { fp(); }
END
    beside 0 "$work" lib.cpp 'struct W { void run() { ActivateTask(u); } int get() { return 1; } };\nextern "C" void work() { }\n'
    beside 0 "$work" lib.cpp 'struct W { int get() { return 1; } };\nextern "C" void work() { W w; w.get(); }\n'
}
