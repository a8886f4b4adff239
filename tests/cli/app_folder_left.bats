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
