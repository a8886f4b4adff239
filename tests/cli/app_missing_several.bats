#!/usr/bin/env bats
# rtcheck app: several things that only a missing header says, each of which something wrong depends on.

load helpers
load missing_headers

# A task that has PLACES of its own and an interrupt routine: one.oil, one.c.
beside_interrupt() {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR i { CATEGORY = 2; }; };\n' >one.oil
    printf '#include "os.h"\n#include <assert.h>\n#include "board.h"\nint n, k = 1, s, v[3];\nvolatile int in;\nTASK(t1) { PORTA = 1; %s TerminateTask(); }\nISR(i) { n = 1; }\n' "$1" >one.c
}

doubts=('if (PORTA == 0x1FF) v[3] = 1;' 'lcd_puts(&k); v[k] = 2;' 'LOCK(); n = 2; UNLOCK();' 'if (SPEED == 77) v[3] = 3;')
narrow='#define PORTA (*(volatile unsigned char *)0x50)
void lcd_puts(const int *p);
#define LOCK() SuspendAllInterrupts()
#define UNLOCK() ResumeAllInterrupts()
#define SPEED 1'

@test "two things that may not be wrong are not wrong together" {
    for one in "${doubts[@]}"; do
        for other in "${doubts[@]}"; do
            beside_interrupt "$one
$other"
            rtcheck app --without-headers one.oil one.c
            expect_status 3
            expect_output 'unknown: '
        done
    done
}

@test "... nor all of them; and a header says so" {
    beside_interrupt "${doubts[*]}"
    rtcheck app --without-headers one.oil one.c
    expect_status 3
    printf '%s\n' "$narrow" >board.h
    rtcheck app one.oil one.c
    expect_status 0
}

@test "... but what is wrong beside them is" {
    for wrong in 'v[3] = 4;' 'n = 2;' 'assert(k == 2);'; do
        beside_interrupt "${doubts[*]}
$wrong"
        rtcheck app --without-headers one.oil one.c
        expect_status 1
        beside_interrupt "$wrong
${doubts[*]}"
        rtcheck app --without-headers one.oil one.c
        expect_status 1
    done
}

@test "one line that is wrong for either of two reasons may not be for any" {
    for code in 'lcd_puts(&k); if (PORTA == 0x1FF || k != 1) v[3] = 1;' 'lcd_puts(&k); if (k != 1 || PORTA > 300) assert(0);'; do
        beside_interrupt "$code"
        rtcheck app --without-headers one.oil one.c
        expect_status 3
        expect_output 'only reads what it gets pointers to'
    done
}

@test "what needs large inputs is no reason why something else is wrong" {
    beside_interrupt 'assert(PORTA <= 300); s = (unsigned char)(g() - 1);'
    rtcheck app --without-headers one.oil one.c
    expect_status 3
    expect_output 'but not if `PORTA` is `unsigned char`'
    beside_interrupt 's = in - 1; if (PORTA == 0x1FF) assert(0);'
    rtcheck app --without-headers one.oil one.c
    expect_status 3
    beside_interrupt 's = in - 1; if (PORTA == 7) assert(0);'
    rtcheck app --without-headers one.oil one.c
    expect_status 1
    expect_output 'the assertion does not hold'
}

@test "what goes on for ever since a register has no sign does not if it has one" {
    for loop in 'while (REG >= 0);' 'while (f() != 0x1FF);' 'do; while (REG + 1 > 0);'; do
        beside_interrupt "$loop"
        rtcheck app --without-headers --isr i=0 one.oil one.c
        expect_status 3
        expect_output 'runs for ever'
    done
    beside_interrupt 'while ((REG & 7) < 8);'
    rtcheck app --without-headers --isr i=0 one.oil one.c
    expect_status 1
}
