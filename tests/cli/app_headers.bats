#!/usr/bin/env bats
# rtcheck app: sources whose headers are not all there, and what rtcheck makes of their names.

load helpers
load missing_headers

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

@test "a state machine whose states a missing header has runs, and where they decide there is no holds" {
    answer 1 'int a[8]; char state; TASK(t1) { state = IDLE; switch (state) { case IDLE: a[8] = 1; state = RUN; break; case RUN: break; } TerminateTask(); }'
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

@test "words of missing headers whose names say what they are mean that" {
    answer 0 'int g NOINIT; TASK(t1) { assert(g == 0); TerminateTask(); }'
    expect_error "\`g\` lies in a section that may not be initialized"
    answer 0 'struct PACKED s { char a; int b; }; struct s v; TASK(t1) { assert(sizeof v == 5); TerminateTask(); }'
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

@test "sources in C++ are left out where nothing of the configuration is in them" {
    mkdir mixed
    application 'int speed(void); TASK(t1) { speed(); TerminateTask(); }'
    mv one.oil one.c mixed
    printf 'extern "C" int speed(void) { return 3; }\n' >mixed/speed.cpp
    rtcheck app mixed
    expect_status 0
    expect_output "code that was left out does nothing else that matters: \`speed\` (mixed/speed.cpp)"
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

@test "a name in C that the configuration has, too, is told as such" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; EVENT left { MASK = AUTO; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; EVENT = left; }; };\n' >one.oil
    printf '#include "os.h"\nint left = 1;\nTASK(t1) { TerminateTask(); }\n' >one.c
    rtcheck app one.oil one.c
    expect_status 2
    expect_error "redefinition of 'left' as different kind of symbol: the configuration has an EVENT \`left\`"
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

@test "what may be otherwise with a missing header is no violation, however little time there is to ask" {
    for text in 'TASK(t1) { X x = 1; x <<= 31; x *= 2; TerminateTask(); }' 'int a[4], k = 4; TASK(t1) { if (MODE != 0x1234) a[k] = 1; TerminateTask(); }'; do
        application "$text"
        for time in 50 100 200 300 500 800; do
            rtcheck app --without-headers --time "${time}ms" one.oil one.c
            expect_status 3
        done
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

@test "what is asked again when the time is nearly over does not hold for want of an answer" {
    application 'int a[4], k = 4; unsigned volatile n; Len x = 1; TASK(t1) { for (n = 0; n < 20000; n++) { } x = x / 2; if (x) a[k] = 1; TerminateTask(); }'
    for time in 100ms 200ms 400ms 700ms 1s 2s 20s; do
        rtcheck app --without-headers --time $time one.oil one.c
        expect_status 3
    done
    expect_output 'if `Len` is `double`'
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

@test "a variable of another source that cannot be written down here is no reason for holds" {
    for text in '#pragma pack(2)
struct { char c; int a; } lvl;'  'struct { Foo x; int a __attribute__((aligned(16))); } lvl;'; do
        shared "$text" lvl.a
        rtcheck app --without-headers one.oil one.c two.c three.c
        expect_status 3
        expect_output 'three.c has `lvl`, which is something else in sources whose header is missing'
    done
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

@test "avr-libc's characters in flash memory are characters" {
    answer 0 "const prog_char s[] = \"abc\"; TASK(t1) { assert(s[0] == 'a' && sizeof s == 4); TerminateTask(); }"
    expect_output '`prog_char` is `char`'
}
