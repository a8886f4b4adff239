#!/usr/bin/env bats
# rtcheck app: functions and macros that only a missing header has, or that have no body.

load helpers
load missing_headers

@test "macros that mean the same everywhere do so where their header is missing" {
    answer 0 'int v[8]; TASK(t1) { for (unsigned i = 0; i < ARRAY_SIZE(v); i++) v[i] = 1; TerminateTask(); }'
    expect_output "\`ARRAY_SIZE\` is what macros of that name usually are"
    answer 0 'int v[8], in(void); TASK(t1) { unsigned char k = in(); v[MIN(k, 7)] = MAX(2, ABS(-3)); v[BIT(2)] = 1; assert(v[4] == 1); TerminateTask(); }'
    answer 1 'int v[8], in(void); TASK(t1) { unsigned char k = in(); v[MIN(k, 8)] = 1; TerminateTask(); }'
    answer 1 'int v[8]; TASK(t1) { v[MIN(3, 4)] = 1; TerminateTask(); } int MIN(int a, int b) { return a + b + 1; }'
}

@test "words before types, and lines outside of functions, mean nothing" {
    answer 0 '_FOSC(XT & PLL);
_FWDT(OFF);
NEAR unsigned char x; FAR Speed *p;
TASK(t1) { x = 3; assert(x == 3); TerminateTask(); }'
    expect_output "\`NEAR\`, \`FAR\` are nothing; \`_FOSC\`, \`_FWDT\` are nothing"
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
}

@test "what an interrupt routine gets is any number, and nothing that it does not look at" {
    echo 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR timer { CATEGORY = 2; PRIORITY = 3; }; };' >plain.oil
    handler() { # PARAMETERS BODY
        printf '#include "os.h"\n#include <assert.h>\nint x;\nvoid timer(%s) { %s }\nTASK(t1) { TerminateTask(); }\n' "$1" "$2" >plain.c
        rtcheck app --allow-vacuous plain.oil plain.c
    }
    for unseen in 'x = 1;' '(void)n;'; do
        handler 'void *n' "$unseen"
        expect_status 0
        expect_no_output 'gets'
    done
    handler 'int n' 'if (n == 77) assert(0);'
    expect_status 1
    expect_output 'assuming that ISR `timer` gets any number as `n`'
    handler 'unsigned char n' 'assert(n < 256);'
    expect_status 0
    expect_output 'assuming that ISR `timer` gets any number as `n`'
    for unknown in 'void *n' 'float n' 'struct s *n'; do
        handler "$unknown" 'x = n != 0;'
        expect_status 2
        expect_error 'ISR `timer` of the configuration gets `n`, and nothing says what that is (write an ISR that calls it with what it gets: `ISR(timer) { ... }`)'
    done
}

@test "a pragma that only has something to say stops nothing, whatever it says" {
    application 'TASK(t1) { TerminateTask(); }'
    sed -i /board/d one.c
    for words in 'message X' 'message("a" STR(b))' message 'message : hello' 'GCC warning X' 'GCC diagnostic ignored X' 'comment(lib, "x")'; do
        printf '#pragma %s\nint said;\n' "$words" >said.c
        rtcheck app one.oil one.c said.c
        expect_status 0
        expect_error "said.c:1:"
    done
    for words in 'GCC error "no"' 'push_macro(X)'; do
        printf '#pragma %s\nint said;\n' "$words" >said.c
        rtcheck app one.oil one.c said.c
        expect_status 2
    done
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

@test "a vendor's type is one, too, where it is first seen as the result of a pointer to functions; the time has its structure" {
    answer 0 'typedef U8 (*reader)(U8, U8); typedef U16(*other)(int); extern U8 read_pin(U8, U8);
TASK(t1) { reader r = read_pin; other o = 0; U8 x = r(1, 2); (void)o; assert(x <= 255); TerminateTask(); }'
    expect_error "nothing declares \`U8\`; going on with \`-include rtcheck_large_types.h\`"
    answer 0 '#include <time.h>
struct timespec now; long ms; TASK(t1) { now.tv_sec = 1; now.tv_nsec = 5; clock_gettime(CLOCK_RAW, &now); TerminateTask(); }'
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

@test "what nothing declares may be a macro that changes a variable" {
    for call in 'SETB(k, 3)' 'FILL((k))' 'FILL(s.a)' 'FILL(v[2])' 'k = LIMIT(k, 3)' 'if (TAKE(p->a)) k = 1' 'FILL(*q)' 'FILL(p->b[k])'; do
        answer 3 "int v[8], k; struct { int a, b[1]; } s, *p = &s; TASK(t1) { int *q = v; $call; TerminateTask(); }"
        expect_output "which nothing declares, may be a macro that changes"
    done
    for call in 'SET_BIT(PORTB, 3)' 'led_set(k)' 'FILL(v)' 'FILL(v + 2, c)' 'FILL(&k)' 'FILL(&v[k], "x")' 'FILL(sizeof(int))' 'k = FILL(v[2] + k)'; do
        answer 0 "int v[8], k; const int c = 3; TASK(t1) { $call; TerminateTask(); }"
    done
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

@test "a name that is given for a pointer to plain memory is that; in capitals it may be hardware" {
    answer 0 'static int sum(const unsigned char *p) { int s = 0; for (int i = 0; i < 4; i++) s += p[i]; return s; } int x; TASK(t1) { x = sum(table); TerminateTask(); }'
    expect_output '`table` is memory of 4096 bytes'
    answer 3 'TASK(t1) { unsigned char *p = REGS; p[0] = 1; TerminateTask(); }'
    expect_output '`REGS`, which a missing header has, and which is taken for memory, may be hardware'
    answer 0 'static void set(volatile unsigned char *p) { *p = 1; } TASK(t1) { set(PORT); TerminateTask(); }'
    expect_output '`PORT` is hardware'
}

@test "a type of a missing header may be narrower than an int, and pointers to it lead to other memory" {
    answer 3 'pin_t buf[4]; int v[3]; TASK(t1) { buf[0] = 255; buf[0]++; if (!buf[0]) v[3] = 1; TerminateTask(); }'
    expect_output 'if `pin_t` is `unsigned char`: only a missing header says what types these are'
    answer 3 'int q = -1, v[3]; TASK(t1) { if ((pin_t)q == 255) v[3] = 1; TerminateTask(); }'
    answer 3 'unsigned char d[8]; TASK(t1) { pin_t *p = (pin_t *)d; p[7] = 1; TerminateTask(); }'
    expect_output 'but not if `pin_t` is `unsigned char`'
    answer 3 'unsigned w = 0x1020304; int v[3]; TASK(t1) { pin_t *p = (pin_t *)&w; if (p[0] == 4) v[3] = 1; TerminateTask(); }'
    answer 0 'level_t x; TASK(t1) { x = 300; assert(x == 300); x = -1; assert(x == -1); TerminateTask(); }'
    answer 0 'size_type n = 70000; TASK(t1) { assert(n == 70000); TerminateTask(); }'
}

@test "functions of the C library whose header a missing one would have brought" {
    answer 1 'char b[4]; TASK(t1) { memset(b, 0, 5); TerminateTask(); }'
    expect_error 'nothing declares `memset`; going on with `-include string.h`'
    answer 0 'char b[40]; double d; int v[4]; TASK(t1) { strcpy(b, "abc"); v[strlen(b)] = 1; d = floor(3.5); if (d == 3) v[labs(-3L)] = 1; TerminateTask(); }'
    answer 1 'TASK(t1) { char *p = malloc(8); if (p) { p[8] = 1; free(p); } TerminateTask(); }'
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

@test "a function of a missing header whose result a void function returns" {
    answer 0 'void put(int x) { return set_port(x); } TASK(t1) { put(1); TerminateTask(); }'
    expect_error "void function 'put' should not return a value"
    answer 1 'int v[8]; int i = 7; int count(void) { return ++i; } void put(void) { return count(); } TASK(t1) { put(); v[i] = 1; TerminateTask(); }'
    expect_output 'index 8 of an array of 8'
    answer 1 'int v[8]; int get(int x) { if (x) return; return 3; } TASK(t1) { v[get(1)] = 1; TerminateTask(); }'
    expect_output 'get returns no value, and its caller uses it'
    answer 0 'int v[8]; int get(int x) { if (x) return; return 3; } TASK(t1) { get(1); v[get(0)] = 1; TerminateTask(); }'
}

@test "functions of the C library that a missing header would have brought" {
    answer 1 'int v[8]; TASK(t1) { double x = round(7.6); v[(int)x] = 1; TerminateTask(); }'
    answer 1 'int v[8]; TASK(t1) { double x = fmax(8, 2); v[(int)x] = 1; TerminateTask(); }'
    answer 1 'int v[8]; TASK(t1) { div_t d = div(8, 1); v[d.quot] = 1; TerminateTask(); }'
    answer 1 'int v[8]; TASK(t1) { int s = (int)offsetof(struct { char a; int b; }, b); v[s * 2] = 1; TerminateTask(); }'
    answer 0 'double x; TASK(t1) { x = atof("8"); TerminateTask(); }'
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

# masked STATUS CODE [DECLARED]: a task runs CODE, in which `n = !n` shares n with an interrupt routine.
masked() {
    cat >one.oil <<'END'
CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; ISR irq { CATEGORY = 2; PRIORITY = 2; }; };
END
    printf '#include "os.h"\n#include "none.h"\n%s\nstatic unsigned char n, k;\nTASK(t) { %s TerminateTask(); }\nISR(irq) { n = !n; }\n' "$3" "$2" >one.c
    rtcheck app --time 20s --without-headers one.oil one.c
    [ "$status" -eq "$1" ] || { echo "$2"; echo "$output"; return 1; }
}

@test "a register that masks interrupts, by its name, may keep a race away, and keeps nobody out here" {
    local code
    while IFS= read -r code; do
        masked 3 "$code"
        expect_output 'but perhaps not if what is written to `'
        expect_output 'keeps no interrupt out'
    done <<'END'
EIMSK &= ~1; n = !n; EIMSK |= 1;
EIMSK = EIMSK & ~(1 << INT0); n = !n; EIMSK = EIMSK | (1 << INT0);
TIMSK = 0; n = !n; TIMSK = 1;
TIMSK0 &= ~(1 << OCIE0A); n = !n; TIMSK0 |= (1 << OCIE0A);
unsigned char s = TIMSK0; TIMSK0 = 0; n = !n; TIMSK0 = s;
INTCONbits.GIE = 0; n = !n; INTCONbits.GIE = 1;
GIE = 0; n = !n; GIE = 1;
PIE1bits.TMR1IE = 0; n = !n; PIE1bits.TMR1IE = 1;
EA = 0; n = !n; EA = 1;
ET0 = 0; n = !n; ET0 = 1;
SRbits.IPL = 7; n = !n; SRbits.IPL = 0;
int old = SRbits.IPL; SRbits.IPL = 7; n = !n; SRbits.IPL = old;
INTC.CPR.B.PRI = 15; n = !n; INTC.CPR.B.PRI = 0;
NVIC->ICER[0] = 1; n = !n; NVIC->ISER[0] = 1;
NVIC_ICER0 = 1; n = !n; NVIC_ISER0 = 1;
VICIntEnClr = 16; n = !n; VICIntEnable = 16;
TIM2->DIER &= ~1u; n = !n; TIM2->DIER |= 1u;
USART1->CR1 &= ~USART_CR1_RXNEIE; n = !n; USART1->CR1 |= USART_CR1_RXNEIE;
TACCTL0 &= ~CCIE; n = !n; TACCTL0 |= CCIE;
TACCTL0 = 0; n = !n; TACCTL0 = CCIE;
UART0->UART_IDR = 1; n = !n; UART0->UART_IER = 1;
TMMK00 = 1; n = !n; TMMK00 = 0;
EXTI->IMR &= ~1; n = !n; EXTI->IMR |= 1;
cbi(TIMSK, TOIE0); n = !n; sbi(TIMSK, TOIE0);
TIMSK0 &= ~(1 << OCIE0A); TIMSK0 |= (1 << TOIE0); n = !n; TIMSK0 |= (1 << OCIE0A);
USART1->CR1 &= ~USART_CR1_RXNEIE; USART1->CR1 |= USART_CR1_TE; n = !n; USART1->CR1 |= USART_CR1_RXNEIE;
unsigned char s = SREG; SREG = 0; n = !n; SREG = s;
MCF_INTC0_IMRL |= 4; n = !n; MCF_INTC0_IMRL &= ~4;
NVIC_DIS0_R = 1; n = !n; NVIC_EN0_R = 1;
IEC0CLR = 1; n = !n; IEC0SET = 1;
volatile unsigned char *p = &EIMSK; *p = 0; n = !n; *p = 1;
volatile unsigned char *p; p = &TIMSK0; *p &= ~2; n = !n; *p |= 2;
EIMSK &= ~(1 << INT0); EIMSK |= (1 << INT1); n = !n; EIMSK |= (1 << INT0);
EIMSK &= ~1; EIMSK |= 2; n = !n; EIMSK |= 1;
END
    masked 3 'w(&EIMSK, 0); n = !n; w(&EIMSK, 1);' 'static void w(volatile unsigned char *p, int v) { *p = v; }'
    masked 3 'set(&EIMSK, 0); n = !n; set(&EIMSK, 1);' 'extern volatile unsigned char EIMSK; static void set(volatile unsigned char *p, int v) { *p = v; }'
    while IFS= read -r code; do # functions that say which
        masked 3 "$code"
        expect_output 'but perhaps not if `'
        masked 3 "$code" 'void USART_ITConfig(int, int, int); void TIM_Cmd(int, int); void detachInterrupt(int); void attachInterrupt(int, int, int); enum { DISABLE, ENABLE, USART1 = 4, USART2, RXNE, TIM2 };'
    done <<'END'
USART_ITConfig(USART1, RXNE, DISABLE); n = !n; USART_ITConfig(USART1, RXNE, ENABLE);
USART_ITConfig(USART1, RXNE, DISABLE); USART_ITConfig(USART2, RXNE, ENABLE); n = !n; USART_ITConfig(USART1, RXNE, ENABLE);
TIM_Cmd(TIM2, DISABLE); n = !n; TIM_Cmd(TIM2, ENABLE);
detachInterrupt(2); n = !n; attachInterrupt(2, 4, 3);
END
    masked 3 'sim(); n = !n; rim();'
    expect_output '`sim`, which nothing declares, keeps others out'
    masked 3 '__bic_SR_register(GIE); n = !n; __bis_SR_register(GIE);'
    expect_output '`__bic_SR_register`, which nothing declares, keeps others out'
    # declared; made by macros; in functions; on several ways
    masked 3 'TIMSK0 &= ~2; n = !n; TIMSK0 |= 2;' 'extern volatile unsigned char TIMSK0;'
    masked 3 'TIMSK0 &= ~2; n = !n; TIMSK0 |= 2;' '#define TIMSK0 (*(volatile unsigned char *)0x6e)'
    masked 3 'OFF(); n = !n; ON();' '#define OFF() (TIMSK0 &= ~2)
#define ON() (TIMSK0 |= 2)'
    masked 3 'OFF(); n = !n; ON();' '#define CCIE 0x10
#define OFF() do { TACCTL0 &= ~CCIE; } while (0)
#define ON() do { TACCTL0 |= CCIE; } while (0)'
    masked 3 'off(); n = !n; on();' 'static void off(void) { EIMSK = 0; } static void on(void) { EIMSK = 3; }'
    masked 3 'EIMSK = 0; if (PINB & 1) { n = 2; EIMSK = 1; TerminateTask(); } n = !n; EIMSK = 1;'
    # outside of that, and where it is another register, or none
    while IFS= read -r code; do
        masked 1 "$code"
    done <<'END'
EIMSK &= ~1; k = !k; EIMSK |= 1; n = !n;
n = !n; EIMSK &= ~1; EIMSK |= 1;
EIMSK = 0; if (PINB & 1) { EIMSK = 1; n = !n; TerminateTask(); } EIMSK = 1;
EIMSK |= 1; n = !n; EIMSK &= ~1;
GIE = 1; n = !n; GIE = 0;
PORTB &= ~1; n = !n; PORTB |= 1;
ADCSRA |= 1 << ADIE; ADCSRA &= ~(1 << ADSC); n = !n; ADCSRA |= 1 << ADSC;
LCD_DIS = 1; n = !n; LCD_EN = 1;
PORTD = 0; PORTC_IDR = 1; n = !n; PORTC_ODR = 1;
x.GIE = 0; n = !n; x.GIE = 1;
volatile unsigned char *p = &PORTB; *p = 0; n = !n; *p = 1;
volatile unsigned char *p = &EIMSK; *p = 0; *p = 1; n = !n;
EIMSK &= ~1; EIMSK |= 1; n = !n; EIMSK |= 2;
USART_ITConfig(USART1, RXNE, ENABLE); n = !n; USART_ITConfig(USART1, RXNE, DISABLE);
USART_ITConfig(USART1, RXNE, DISABLE); USART_ITConfig(USART1, RXNE, ENABLE); n = !n;
LED_Cmd(LED1, DISABLE); n = !n; LED_Cmd(LED1, ENABLE);
END
    masked 1 'w(&PORTB, 0); n = !n; w(&PORTB, 1);' 'static void w(volatile unsigned char *p, int v) { *p = v; }'
    masked 1 'TIMSK = 0; n = !n; TIMSK = 1;' 'static int TIMSK;'
    masked 1 'EIMSK = 0; n = !n;'
    expect_output '`EIMSK` keeps no interrupt out'
}

@test "registers with other names that mask interrupts, or stop what they come from, may keep a race away" {
    local code
    while IFS= read -r code; do
        masked 3 "$code"
        expect_output "but perhaps not if what is written to \`${code%% *}\` keeps interrupts out"
    done <<'END'
TIMER_CTRL &= ~INT_EN; n = !n; TIMER_CTRL |= INT_EN;
PORTC.INTCTRL = 0; n = !n; PORTC.INTCTRL = 1;
TCC0.INTCTRLA = 0; n = !n; TCC0.INTCTRLA = 1;
PIT->CHANNEL[0].TCTRL = 0; n = !n; PIT->CHANNEL[0].TCTRL = 3;
CRGINT = 0; n = !n; CRGINT = 0x80;
PIEP = 0; n = !n; PIEP = 1;
ICU.IER[3].BIT.IEN1 = 0; n = !n; ICU.IER[3].BIT.IEN1 = 1;
SRC_GPT120T3.B.SRE = 0; n = !n; SRC_GPT120T3.B.SRE = 1;
INTC.PSR[3].B.PRI = 0; n = !n; INTC.PSR[3].B.PRI = 3;
INTMSK = 0xffffffff; n = !n; INTMSK = 0;
TIM2->CR1 &= ~1; n = !n; TIM2->CR1 |= 1;
TCCR1B = 0; n = !n; TCCR1B = 3;
END
    # the same lines outside of that, too
    masked 1 'inc(); EIMSK &= ~1; inc(); EIMSK |= 1;' 'static unsigned char n; static void inc(void) { n = !n; }'
    masked 1 'EIMSK &= ~1; inc(); EIMSK |= 1; inc();' 'static unsigned char n; static void inc(void) { n = !n; }'
    masked 1 'if (PINB & 1) EIMSK &= ~1; inc(); EIMSK |= 1;' 'static unsigned char n; static void inc(void) { n = !n; }'
    masked 1 'inc(); cbi(TIMSK, TOIE0); inc(); sbi(TIMSK, TOIE0);' 'static unsigned char n; static void inc(void) { n = !n; }'
    masked 3 'EIMSK &= ~1; inc(); inc(); EIMSK |= 1;' 'static unsigned char n; static void inc(void) { n = !n; }'
    masked 3 'TIMSK &= ~1; EIMSK &= ~1; EIMSK |= 1; inc(); TIMSK |= 1;' 'static unsigned char n; static void inc(void) { n = !n; }'
    masked 3 'TIMER_CTRL &= ~1; n = !n; TIMER_CTRL |= 1;' '#define TIMER_CTRL (*(volatile unsigned *)0x4000)'
    # what is only put out, is not undone there, or is a variable
    while IFS= read -r code; do
        masked 1 "$code"
    done <<'END'
PORTB |= 1; n = !n; PORTB &= ~1;
GPIOA->BSRR = 1; n = !n; GPIOA->BSRR = 0x10000;
GPIOA->ODR &= ~4; n = !n; GPIOA->ODR |= 4;
P1OUT &= ~1; n = !n; P1OUT |= 1;
LED_CTRL &= ~1; n = !n; LED_CTRL |= 1;
TIMER_CTRL &= ~1; k = 1; TIMER_CTRL |= 1; n = !n;
TIMER_CTRL |= 1; n = !n;
TIMER_CTRL = 1; n = !n; TIMER_CTRL = 3;
END
    masked 1 'ctrl &= ~1; n = !n; ctrl |= 1;' 'volatile unsigned ctrl;'
    masked 1 'dev.CTRL &= ~1; n = !n; dev.CTRL |= 1;' 'volatile struct { unsigned CTRL; } dev;'
}

@test "stubs say what registers and functions of missing headers give" {
    # stubbed STATUS STUBS TEXT
    stubbed() {
        application "$3"
        printf '%b\n' "$2" >one.stubs
        rtcheck app --without-headers one.oil one.c --stubs one.stubs
        expect_status "$1"
        case $errors in *'has nothing that this stub'*) fail 'a stub without effect' ;; esac
    }
    stubbed 0 'volatile R in 0..9' 'int v[10]; TASK(t1) { R = 1; v[R] = 1; TerminateTask(); }'
    stubbed 1 'volatile R in 0..9' 'int v[9]; TASK(t1) { R = 1; v[R] = 1; TerminateTask(); }'
    stubbed 0 'volatile R in 0..9' 'int v[10]; TASK(t1) { R[1] = 1; v[R[1]] = 1; TerminateTask(); }'
    stubbed 0 'volatile R.m in 0..9' 'int v[10]; TASK(t1) { R.m = 1; v[R.m] = 1; TerminateTask(); }'
    stubbed 0 'volatile R.m in 0..9' 'int v[10]; TASK(t1) { R->m = R->n; v[R->m] = 1; TerminateTask(); }'
    stubbed 1 'volatile R.m in 0..9' 'int v[10]; TASK(t1) { R->n = R->m; v[R->n] = 1; TerminateTask(); }'
    stubbed 0 'volatile R is memory\nvolatile S in 0..9' 'int v[10]; TASK(t1) { R = 4; assert(R == 4); S = 99; assert(S < 10); TerminateTask(); }'
    stubbed 1 'volatile R is memory' 'int v[10]; TASK(t1) { R = 1; v[R + 9] = 1; TerminateTask(); }'
    stubbed 0 'volatile R is memory' 'int v[10]; TASK(t1) { R->m = 1; v[R->m] = 1; TerminateTask(); }'
    stubbed 0 'replace F with G' 'static unsigned char G(void) { return 3; } int v[4]; TASK(t1) { v[F()] = 1; TerminateTask(); }'
    stubbed 1 'replace F with G' 'static unsigned char G(void) { return 3; } int v[3]; TASK(t1) { int i = F(); v[i] = 1; TerminateTask(); }'
    stubbed 0 'replace F with G' 'static void G(char n) { } TASK(t1) { F(3); TerminateTask(); }'
    stubbed 0 'unsigned char f()' 'int v[256]; TASK(t1) { v[f()] = 1; assert(sizeof(f()) == 1); TerminateTask(); }'
    stubbed 1 'unsigned char f()' 'TASK(t1) { while (f() != 300); TerminateTask(); }'
    stubbed 0 'int f()' 'TASK(t1) { while (f() != 300); TerminateTask(); }'
    stubbed 0 'uint8_t f()' 'int v[256]; TASK(t1) { v[f()] = 1; TerminateTask(); }'
    stubbed 0 'long f() in 0..5' 'int v[6]; TASK(t1) { v[f()] = 1; TerminateTask(); }'
    stubbed 0 'int f() in +3..5\nint g() in -1..+2' 'int f(void), g(void); int v[6]; TASK(t1) { v[f()] = 1; v[g() + 1] = 1; TerminateTask(); }'
    stubbed 2 'int f() in 0..0x1ffffffff' 'int f(void); TASK(t1) { f(); TerminateTask(); }'
    expect_error 'the range 0..8589934591 does not fit in `int` of 32 bits'
    stubbed 2 'volatile R->m in 0..3' 'TASK(t1) { R->m = R->n; TerminateTask(); }'
    expect_error 'one.stubs:1:11: error: expected `.` before the name of a member, also where C has `->`'
    stubbed 0 'char *f() in 0' 'TASK(t1) { char *p = f(); assert(!p); TerminateTask(); }'
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
    for calls in 'Port_Init(); Adc_Init(); n = 2; Can_Init();' 'lcd_clear(); n = 2; lcd_update();' 'led_start(); n = 2; led_stop();' 'x = ADC_Read(3); n = 2; DAC_Write(x);' 'UART_Init(9600); n = 2; UART_Send(120);' 'GPIO_SetBits(12); n = 2; GPIO_SetBits(13);' 'uart_put(1); n = 2; uart_put(2);' 'led(1); n = 2; led(0);'; do
        locked 1 "TASK(t) { int x; $calls TerminateTask(); }"
    done
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
    both 1 'ISR(i) { ENTER_CRITICAL(); n = 1; EXIT_CRITICAL(); } TASK(u) { TerminateTask(); } TASK(t) { n = 2; TerminateTask(); }'
    both 1 'ISR(i) { ack_irq(); n = 1; } TASK(u) { TerminateTask(); } TASK(t) { n = 2; TerminateTask(); }'
    both 1 'ISR(i) { ack_irq(); ActivateTask(u); } TASK(u) { lock(); n = 1; unlock(); TerminateTask(); } TASK(t) { n = 2; TerminateTask(); }'
    both 3 'ISR(i) { ack_irq(); n = 1; } TASK(u) { TerminateTask(); } TASK(t) { lock(); n = 2; unlock(); TerminateTask(); }'
    both 3 'ISR(i) { n = 1; } TASK(u) { lock(); TerminateTask(); } TASK(t) { ActivateTask(u); n = 2; TerminateTask(); }'
    both 3 'ISR(i) { n = 1; } TASK(u) { TerminateTask(); } TASK(t) { while (m < 2) { lock(); if (m == 1) n = 2; unlock(); m++; } TerminateTask(); }'
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

@test "how often a variable is stepped that nothing else looks at makes no other code wrong" {
    local wrong='a[4] = 1;'
    stepped() { # STATUS CALL DECLARATIONS: a wrong index behind such a call
        answer "$1" "$3 int a[4]; TASK(t1) { $2 $wrong TerminateTask(); }"
    }
    stepped 1 'show(count++, 0);' 'int count;'
    stepped 1 'int count = 3; show(--count); show(count++);' ''
    stepped 1 'show(t[0], count++);' 'int t[2], count;'
    stepped 3 'show(count++); if (count > 7) TerminateTask();' 'int count;'
    stepped 3 'show(count++); other = count;' 'int count, other;'
    stepped 3 'show(count++); look(&count);' 'int count;'
    stepped 3 'int copy = count; show(count++); show(copy);' 'int count;'
    stepped 3 'show(v[0]++);' 'int v[2];'
    stepped 3 'show(count++, next());' 'int count;'
    stepped 3 'SHOW(count++);' 'int count;'
    stepped 3 'show(count++);' 'volatile int count;'
    stepped 3 'show(t[count++]);' 'int t[2], count; int *p = &count;'
    wrong=
    stepped 3 'show(t[count++]);' 'int t[2], count = 2;' # the index itself
    application 'int count, a[4]; TASK(t1) { show(count++); a[1] = 1; TerminateTask(); }'
    rtcheck app --without-headers --ltl '[] count == 0' one.oil one.c
    expect_status 3
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR i { CATEGORY = 2; }; };\n' >one.oil
    printf '#include "os.h"\n#include "board.h"\nunsigned char count;\nISR(i) { show(count++); }\nTASK(t1) { show(count++);\n TerminateTask(); }\n' >one.c
    rtcheck app --without-headers --isr i=1 one.oil one.c
    expect_status 3
    expect_output "'count' is "
    expect_output 'a macro that does not evaluate its arguments once'
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
    for pair in 'X_irq_disable X_irq_enable' 'hal_disable_interrupts hal_enable_interrupts' 'lock unlock' '__cli __sei' 'bsp_int_off bsp_int_on' 'SchM_Enter_Can SchM_Exit_Can' 'di ei' 'SchM_Enter_Adc SchM_Exit_Adc' 'STOP_INTERRUPTS START_INTERRUPTS' 'TAKE_LOCK DROP_LOCK'; do
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
    for pair in 'EE_led_1_off EE_led_1_on' 'PUMP_OFF PUMP_ON' 'motor_off motor_on' 'relay_on relay_off' 'enter_LPM exit_LPM' 'standby_enter standby_leave'; do
        locked 1 "TASK(t) { ${pair% *}();
n = 2; ${pair#* }(); TerminateTask(); } void twice(void) { ${pair% *}(); ${pair#* }(); }"
    done
    for pair in 'uart_off uart_on' 'motor_irq_off motor_irq_on' 'led_lock led_unlock' 'display_timer_off display_timer_on' 'sleep_lock_enter sleep_lock_exit' 'sys_off sys_on'; do
        locked 3 "TASK(t) { ${pair% *}();
n = 2; ${pair#* }(); TerminateTask(); }"
    done
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
            if [ "$1" = 3 ]; then expect_output 'if `LOCK` is DisableAllInterrupts and `UNLOCK` is EnableAllInterrupts'; fi
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

@test "services inside of what may be a lock, and what undoes none, leave nothing to hold" {
    # ways STATUS CODE FUNCTIONS BEGINNING: so it is with this task, whatever declares the locks
    ways() {
        printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; RESOURCE = r; }; RESOURCE r { RESOURCEPROPERTY = STANDARD; }; TASK u { PRIORITY = 0; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; }; };\n' >one.oil
        printf '#include "os.h"\n#include "board.h"\nint get(void);\n%s\nTASK(t) { %s\nTerminateTask(); }\nTASK(u) { TerminateTask(); }\n' "${3:-}" "$2" >one.c
        rtcheck app --without-headers one.oil one.c
        expect_status "$1"
        if [ "$1" = 3 ]; then expect_output "$4"; fi
    }
    ways 3 'LOCK(); ActivateTask(u); UNLOCK();' '' 't calls ActivateTask(u): a service is called while interrupts are disabled or suspended, at one.c:5: if `LOCK` is DisableAllInterrupts'
    ways 0 'LOCK(); UNLOCK(); ActivateTask(u);'
    ways 3 'LOCK(); SuspendAllInterrupts(); ResumeAllInterrupts(); UNLOCK();' '' 'if `LOCK` is DisableAllInterrupts'
    ways 3 'EnterCritical(); GetResource(r); ReleaseResource(r); ExitCritical();' '' 'calls GetResource(r): a service is called while interrupts are disabled or suspended'
    ways 3 'LOCK(); if (get()) { UNLOCK(); Schedule(); } else Schedule(); UNLOCK();' '' 'if `LOCK` is DisableAllInterrupts'
    ways 3 'LOCK(); deep(); UNLOCK();' 'void deep(void) { ActivateTask(u); }' 'suspended, at one.c:4: if `LOCK` is DisableAllInterrupts'
    ways 0 'deep(); LOCK(); UNLOCK(); deep();' 'int n; void deep(void) { if (!n++) ActivateTask(u); }'
    ways 3 'in(); ActivateTask(u); out();' 'void in(void) { LOCK(); } void out(void) { UNLOCK(); }' 'if `LOCK` is DisableAllInterrupts'
    ways 0 'in(); out(); ActivateTask(u);' 'void in(void) { LOCK(); } void out(void) { UNLOCK(); }'
    ways 0 'FLASH_Unlock(); FLASH_Lock(); ActivateTask(u);'
    ways 0 'NVIC_DisableIRQ(3); ActivateTask(u); NVIC_EnableIRQ(3);'
    ways 3 'UNLOCK();' '' 'if `UNLOCK` is EnableAllInterrupts'
    ways 3 'EXIT_CRITICAL();' '' 'if `EXIT_CRITICAL` is EnableAllInterrupts'
    ways 3 'LOCK(); if (get()) UNLOCK(); UNLOCK();' '' '`UNLOCK` is EnableAllInterrupts'
    ways 3 'LOCK(); out(); UNLOCK();' 'void out(void) { UNLOCK(); }' '`UNLOCK` is EnableAllInterrupts'
    ways 3 'LOCK(); LOCK(); UNLOCK(); UNLOCK();' '' 'if `LOCK` is DisableAllInterrupts'
    ways 0 'while (get()) { LOCK(); UNLOCK(); }'
    ways 3 'deep(3);' 'void deep(int n) { LOCK(); if (n) deep(n - 1); UNLOCK(); }' 'if `LOCK` is DisableAllInterrupts'
    ways 3 'irq_disable(); irq_enable(); irq_enable();' '' '`irq_enable`'
    ways 0 'irq_enable(); work();' 'void work(void) { irq_disable(); irq_enable(); }'
    ways 0 'irq_enable(); while (get()) { irq_disable(); irq_enable(); }'
    ways 0 'irq_save(); irq_restore(); irq_disable(); irq_restore();'
    ways 0 'enable_irq(); sei(); interrupts_on();'
    ways 0 'cli(); sei();' 'void StartupHook(void) { sei(); } int main(void) { sei(); cli(); sei(); UNLOCK(); StartOS(OSDEFAULTAPPMODE); }'
    ways 0 'exit_menu(); door_unlock(); led_on();'
    local pair name
    for pair in 'SchM_Enter_Adc SchM_Exit_Adc' 'SchM_Enter_NvM_AREA_0 SchM_Exit_NvM_AREA_0' 'STOP_INTERRUPTS START_INTERRUPTS' 'INTERRUPTS_STOP INTERRUPTS_START' \
        'ISR_DISABLE ISR_ENABLE' 'TAKE_LOCK DROP_LOCK' 'ADC_LOCK ADC_UNLOCK' 'WDG_SUSPEND_ALL_INTERRUPTS WDG_RESUME_ALL_INTERRUPTS' \
        'Uart_DisableAllInterrupts Uart_EnableAllInterrupts' 'ADC_ENTER_CRITICAL ADC_EXIT_CRITICAL' 'CRIT_ON CRIT_OFF' 'sem_take sem_give' 'DISABLE_INTERRUPTS ENABLE_INTERRUPTS' 'DisableInterrupts EnableInterrupts'; do
        ways 3 "${pair% *}(); ActivateTask(u); ${pair#* }();" '' "if \`${pair% *}\` is "
        ways 3 "${pair% *}(); if (get()) TerminateTask(); ${pair#* }();" '' "if \`${pair% *}\` is "
        ways 0 "${pair% *}(); n = 2; ${pair#* }(); if (get()) { ${pair% *}(); ${pair#* }(); TerminateTask(); }" 'int n;'
    done
    for name in portENTER_CRITICAL taskENTER_CRITICAL vPortEnterCritical CAN_ENTER_CRITICAL OSSchedLock mutex_lock spin_lock GET_LOCK 'SchM_Enter_Can(3)' 'SchM_Exit_Can(3)' Irq_Unlock; do
        case $name in *\)) ;; *) name+='()' ;; esac
        ways 3 "$name;" '' "if \`${name%(*}\` is "
    done
    # one device is quiet, a thing is locked, or nothing of the kind
    for pair in 'motor_off motor_on' 'heater_disable heater_enable' 'fifo_get fifo_put' 'EE_timer_stop EE_timer_start' 'Uart_DisableInterrupt Uart_EnableInterrupt' 'DoorLock_Close DoorLock_Open' 'enter_safe_mode exit_safe_mode'; do
        ways 0 "${pair% *}(); ActivateTask(u); ${pair#* }();"
        ways 0 "${pair% *}();"
    done
    ways 0 'irq_ack(); critical_error(); lock_count(); system_start(); mutex_init(); SchM_Init(); unlock_door(); clock_get(); Block_Read();'
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

@test "a macro of a missing header that says that it leaves the code leaves it, perhaps" {
    for call in 'RETURN(0)' 'RETURN(E_OK)' 'BREAK_IF(1)' 'GOTO_END()' 'EXIT(1)'; do
        answer 3 "int v[2], i = 2; static int f(void) { $call; v[i] = 1; return 1; } TASK(t1) { f(); TerminateTask(); }"
        expect_output 'is a macro that leaves this code'
        answer 3 "static int f(void) { $call; return 1; } TASK(t1) { f(); TerminateTask(); }"
        expect_output 'may be a macro that leaves this code'
    done
    answer 0 'static int f(void) { ENTER_CRITICAL(); EXIT_CRITICAL(); return 1; } TASK(t1) { f(); TerminateTask(); }'
    answer 0 'static int f(void) { show_return(1); return 1; } TASK(t1) { f(); TerminateTask(); }'
}

@test "what goes wrong only if a function that nothing declares changes what it gets is unknown, unless its name says so" {
    local head='static int tab[4], a[2] = {1, 2};'
    answer 3 "$head TASK(t1) { int k = 2; uart_write(&k, sizeof k); tab[k] = 3; TerminateTask(); }"
    expect_output 'but not if `uart_write`, which nothing declares, only reads what it gets pointers to'
    answer 3 "$head TASK(t1) { lcd_print(a); assert(a[0] == 1); TerminateTask(); }"
    for call in 'char *s = uart_put(&k, 4); tab[k] = 3;' 'struct node *s = uart_put(&k, 4); tab[k] = 3;' 'if (uart_put(&k, 4)->n) tab[k] = 3;'; do
        answer 3 "$head TASK(t1) { int k = 2; $call TerminateTask(); }"
        expect_output 'but not if `uart_put`, which nothing declares, only reads what it gets pointers to'
    done
    answer 1 "$head char *uart_put(int *); TASK(t1) { int k = 2; char *s = uart_put(&k); tab[k] = 3; TerminateTask(); }"
    answer 1 "$head TASK(t1) { int k = 2; char *s = uart_get(&k, 4); tab[k] = 3; TerminateTask(); }"
    answer 1 "$head TASK(t1) { int k = 2; uart_read(&k, sizeof k); tab[k] = 3; TerminateTask(); }"
    answer 1 "$head TASK(t1) { int k; adc_start(&k); tab[k] = 3; TerminateTask(); }"
    answer 1 "$head TASK(t1) { lcd_print(a); assert(a[0] == 3); TerminateTask(); }"
    answer 1 "$head void uart_write(void *, int); TASK(t1) { int k = 2; uart_write(&k, sizeof k); tab[k] = 3; TerminateTask(); }"
    for pair in 'CPSID CPSIE' 'push_irq pop_irq' 'NoInt AllowInt'; do
        answer 3 "TASK(t1) { ${pair% *}(); (void)GetResource(RES_SCHEDULER); (void)ReleaseResource(RES_SCHEDULER); ${pair#* }(); TerminateTask(); }"
        expect_output "if \`${pair% *}\` is"
    done
}

# stubbed STATUS STUBS TEXT: what rtcheck says of an application with these stubs.
stubbed() {
    application "$3"
    sed -i '/board.h/d' one.c
    printf '%s\n' "$2" >one.stubs
    rtcheck app --no-check race --stubs one.stubs one.oil one.c
    expect_status "$1"
}

@test "a stub says what a call gives, and not that it writes nothing where its pointers lead" {
    local body='TASK(t1) { unsigned char b[4] = {0}; int n = f(b); assert(n < 10); assert(b[1] != 5); TerminateTask(); }'
    local pointer='TASK(t1) { int (*p)(unsigned char *) = f; unsigned char b[4] = {0}; int n = p(b); assert(n < 10); assert(b[1] != 5); TerminateTask(); }'
    for code in "$body" "$pointer"; do
        for declared in 'int f(unsigned char *b);' 'int f(unsigned char *b) { return b[0] + 99; }'; do
            stubbed 1 'int f() in 0..9' "$declared $code"
            expect_output 'the assertion does not hold: b[1] != 5'
            stubbed 0 'int f() in 0..9 does nothing else' "$declared $code"
            stubbed 1 'int f() does nothing' "$declared $code"
            expect_output 'the assertion does not hold: n < 10'
        done
        expect_output '`f` does what a stub says, and not what its body does'
        stubbed 0 'int f() in 0..9' "int f(const unsigned char *b); ${code//(unsigned char \*)/(const unsigned char *)}"
    done
    stubbed 1 'void f()' 'void f(int *); TASK(t1) { int x = 0; f(&x); assert(x == 0); TerminateTask(); }'
    stubbed 0 'void f() does nothing' 'void f(int *); TASK(t1) { int x = 0; f(&x); assert(x == 0); TerminateTask(); }'
    stubbed 2 'int f() does' 'int x;'
    expect_error 'one.stubs:1:13: error: expected `nothing`'
    stubbed 2 'struct s f() in 0..3' 'struct s { int a; }; struct s f(void); TASK(t1) { struct s x = f(); assert(x.a < 4); TerminateTask(); }'
    expect_error '`f` gives a structure, and a range is one of a number or a pointer'
    stubbed 2 'int f() in 0..3' 'void f(void); TASK(t1) { f(); TerminateTask(); }'
    expect_error '`f` gives nothing, and a range is one of a number or a pointer'
}

@test "a function with a stub keeps the callbacks that it gets, unless it does nothing" {
    local code='int reg(int n, void (*f)(void)); volatile int g; void button_isr(void) { g = 7; } TASK(t1) { assert(g == 0); reg(1, button_isr); assert(g != 7); TerminateTask(); }'
    stubbed 1 'int reg() in 0' "$code"
    expect_output 'button_isr may come from now on'
    stubbed 0 'int reg() in 0 does nothing else' "$code"
    expect_output '`button_isr`, which nothing here calls, never runs'
}

@test "what a function without a body gets for its ... is written if its name says so, and told otherwise" {
    local code='TASK(t1) { int x = 0; NAME("%d", &x); assert(x != 7); TerminateTask(); }'
    for stub in '' 'int NAME() in 0..1'; do
        stubbed 0 "${stub//NAME/put}" "int put(const char *, ...); ${code//NAME/put}"
        expect_output '`put`, which has no body, only reads where its arguments for `...` lead'
        stubbed 1 "${stub//NAME/read_numbers}" "int read_numbers(const char *, ...); ${code//NAME/read_numbers}"
    done
    stubbed 1 'int sscanf() in 0..1' "#include <stdio.h>
${code//NAME(/sscanf(\"7\", }"
    stubbed 0 '' 'int put(const char *, ...); TASK(t1) { int x = 3; put("%d", x, "text"); assert(x == 3); TerminateTask(); }'
    expect_no_output 'only reads where'
}

@test "a stub that does nothing but give a number reads what nobody writes meanwhile, which is told" {
    shared ''
    printf 'int sum() in 0..255 does nothing else\nvoid show() does nothing\n' >one.stubs
    printf '#include "os.h"\nint sum(const int *); void show(const int *); int cfg;\nTASK(T) { sum(&cfg); show(&cfg); TerminateTask(); }\nISR(I) { cfg = !cfg; }\n' >one.c
    rtcheck app --stubs one.stubs one.oil one.c
    expect_status 0
    expect_output 'nobody writes meanwhile what `sum`, which has no body, reads through its pointers'
    expect_no_output '`show`'
}

@test "a function that gets the address of a structure's first member leaves the rest, which is told" {
    local code='struct hdr { int a, b; }; struct msg { struct hdr h, g; int val; } m; void recv(struct hdr *h); TASK(t1) { m.val = 5; recv(&m.WHICH); assert(m.val == 5); TerminateTask(); }'
    stubbed 0 '' "${code//WHICH/h}"
    expect_output '`recv`, which gets the address of `h`, leaves the rest of the structure that begins with it'
    stubbed 0 '' "${code//WHICH/g}"
    expect_no_output 'leaves the rest'
}

@test "on ARM, what enables an interrupt ends its being disabled, also if only a missing header has the register" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK T { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    for write in 'ISER[0] = 1' 'ISER[TIM2_IRQn >> 5] = 1u << (TIM2_IRQn & 31)' 'ICER[0] = 1' 'ICPR[0] = 1' 'IP[3] = 1'; do
        for register in "NVIC->$write" "NVIC_$write" "$(sed 's/\[[^]]*\]/0/; s/^/NVIC_/' <<<"$write")"; do
            printf '#include "os.h"\n#include "hw.h"\nstatic unsigned char n;\nstatic void on(void) { %s; }\nTASK(T) { NVIC_DisableIRQ(TIM2_IRQn); on(); n = !n; TerminateTask(); }\nvoid TIM2_IRQHandler(void) { n = !n; }\n' "$register" >one.c
            rtcheck app --target arm-none-eabi --without-headers one.oil one.c
            if [[ $register == *ISER* ]]; then expect_status 1; else expect_status 0; fi
        done
    done
}

@test "replace is for calls through pointers, too" {
    local code='int (*const q[])(void) = {f, 0}; TASK(t1) { int (*p)(void) = &f; assert(q[0]() == 2 && p() == 2 && f() == 2); TerminateTask(); }'
    stubbed 0 'replace f with g' "int f(void) { return 1; } int g(void) { return 2; } $code"
    stubbed 0 'replace f with g' "int f(void); int g(void) { return 2; } $code"
    expect_no_output 'no body'
    stubbed 2 'replace f with g' "int f(void); int g(int a) { return a; } $code"
    expect_error 'the address of `f` is taken, and `g`, which is to replace it, is of another type'
}

@test "a range of a volatile structure is that of all numbers in it" {
    local type='struct in { unsigned char k; unsigned b : 2; }; volatile struct s { int a, b; struct in i[2]; } s;'
    stubbed 0 'volatile s in 0..3' "$type TASK(t1) { volatile struct s *p = &s; assert(s.a <= 3 && s.i[1].k <= 3 && p->i[0].k <= 3); TerminateTask(); }"
    stubbed 1 'volatile s in 0..3' "$type TASK(t1) { assert(s.i[1].k != 3); TerminateTask(); }"
    stubbed 0 $'volatile s in 0..3\nvolatile s.a in 7..9' "$type TASK(t1) { assert(s.a >= 7 && s.b <= 3); TerminateTask(); }"
    stubbed 2 'volatile s in 0..5' "$type TASK(t1) { assert(s.i[1].b <= 3); TerminateTask(); }"
    expect_error 'the range 0..5 does not fit in `unsigned int` of 2 bits'
    stubbed 1 'volatile s.i in 0..3' "$type TASK(t1) { volatile struct s *p = &s; assert(p->i[1].k <= 2); TerminateTask(); }"
    stubbed 0 'volatile s.i in 0..3' "$type TASK(t1) { volatile struct s *p = &s; assert(p->i[1].k <= 3 && s.i[0].k <= 3); TerminateTask(); }"
}

@test "a function of a missing header as a value is what its use asks for" {
    local declared code
    while IFS='|' read -r declared code; do
        answer 0 "typedef void (*fn)(void); static int n, k; static void mine(void) { n = 1; }
$declared
TASK(t1) { $code TerminateTask(); }"
        expect_output '`drv_a` is a function of the type that its use asks for'
        expect_output '`drv_a`'
        expect_output 'no body, change'
    done <<'END'
static const fn tab[] = {drv_a, drv_b};|tab[0](); tab[1]();
static void (*const tab[])(void) = {drv_a, mine};|tab[0](); assert(!n); tab[1](); assert(n == 1);
struct mod { int id; fn init; }; static const struct mod m[] = {{.init = &drv_a}, {2, &mine}};|m[0].init(); m[1].init(); assert(n == 1);
static fn tab[2][2] = {{drv_a, drv_b}, {mine}};|tab[0][1](); tab[1][0](); assert(n == 1);
static const fn tab[] = {(fn)drv_a, (fn)mine};|tab[0](); tab[1](); assert(n == 1);
static fn f;|f = drv_a; f(); f = mine; f(); assert(n == 1);
static fn f;|f = mine; if (f == drv_a) n = 5; f = drv_a; if (f == drv_a) n = 3; assert(n == 3);
static fn f;|f = k ? drv_a : drv_b; f(); assert(f != mine);
static fn get(int i) { if (i) return drv_a; return mine; }|get(1)(); get(0)(); assert(n == 1);
static int apply(int (*f)(int), int x) { return f(x); }|n = apply(drv_a, 4);
static fn tab[] = {drv_a, drv_b};|drv_a(); tab[1]();
static fn f;|drv_a(); f = drv_a; f();
static void (*g)(my_t);|my_t v = 3; g = drv_a; g(v);
struct cfg { int a; }; static const struct cfg c = {2}; static void (*g)(const struct cfg *, unsigned char, float);|g = drv_a; g(&c, 1, 2.5f); assert(c.a == 2);
ops_t o = {.go = drv_a};|o.go();
|op f = mine; f(); f = drv_a; f(); assert(n == 1);
END
    answer 1 'static int (*f)(int) = scale; int v[4]; TASK(t1) { v[f(3) & 7] = 1; TerminateTask(); }'
    answer 1 'static void (*f)(int *) = fill; TASK(t1) { int n = 2; f(&n); assert(n == 2); TerminateTask(); }'
    # another source has it, or needs it, too
    application 'static void (*tab[])(void) = {drv_a}; int z; TASK(t1) { tab[0](); assert(z == 1); TerminateTask(); }'
    printf 'extern int z; void drv_a(void) { z = 1; }\n' >two.c
    rtcheck app --without-headers one.oil one.c two.c
    expect_status 0
    expect_output '`drv_a` is that of two.c'
    printf '#include "board.h"\nint z; static void (*const tab[])(void) = {drv_a}; void other(void) { tab[0](); drv_a(); }\n' >two.c
    rtcheck app --without-headers one.oil one.c two.c
    expect_status 1
    # in capitals it may be a null pointer
    answer 3 'static void (*tab[])(void) = {NO_FUNC}; TASK(t1) { if (tab[0]) tab[0](); TerminateTask(); }'
    expect_output '`NO_FUNC`, which a missing header has, and which is taken for a function, may be a null pointer'
    answer 3 'static void (*tab[])(void) = {NO_FUNC}; TASK(t1) { if (tab[0]) assert(0); TerminateTask(); }'
    expect_output 'but perhaps not if `NO_FUNC`, which only a missing header has, is a null pointer'
}

@test "a status is looked at by who decides by it, by a register, and perhaps by a function without a body" {
    printf 'CPU c { OS o { STATUS = EXTENDED; ERRORHOOK = TRUE; }; APPMODE m; TASK a { PRIORITY = 1; AUTOSTART = TRUE { APPMODE = m; }; SCHEDULE = FULL; ACTIVATION = 1; }; TASK b { PRIORITY = 1; AUTOSTART = FALSE; SCHEDULE = FULL; ACTIVATION = 1; }; };\n' >one.oil
    says() { # STATUS CODE [OPTION ...]
        printf '#include "os.h"\n#define LED (*(volatile unsigned char *)0x40000010)\nStatusType st; int x, y; void report(StatusType); void ErrorHook(StatusType s) { }\nTASK(a) { ActivateTask(b); %s TerminateTask(); }\nTASK(b) { TerminateTask(); }\n' "$2" >one.c
        rtcheck app "${@:3}" one.oil one.c
        expect_status "$1"
    }
    for engine in explicit sequential paths; do
        for code in 'LED = ActivateTask(b) ? 1 : 2;' 'x = ActivateTask(b) ? y : 2;' 'LED = ActivateTask(b);' 'st = ActivateTask(b); LED = st;' 'StatusType k = ActivateTask(b); report(k);' 'report(ActivateTask(b) == E_OK ? 1 : 2);'; do
            says 0 "$code" --engine $engine
        done
        for code in 'ActivateTask(b);' 'x = ActivateTask(b) == E_OK;' 'st = ActivateTask(b); st = 0; LED = st;'; do
            says 1 "$code" --engine $engine
        done
    done
    says 1 'StatusType k = ActivateTask(b); if (y) x = k ? 1 : 2;'
    says 1 'st = ActivateTask(b); TerminateTask(); } void never(void) { if (st) x = 1; } void at_all(void) { never();'
    says 0 'void look(void); st = ActivateTask(b); look(); TerminateTask(); } void look(void) { if (st) x = 1; } void at_all(void) {'
    says 0 'report(ActivateTask(b));'
    expect_output 'a status at which code may look is looked at'
    echo 'void report() does nothing' >one.stubs
    says 1 'report(ActivateTask(b));' --stubs one.stubs
}

@test "before something holds, registers are asked about as masks, and as what lets interrupts in where a service keeps them out" {
    printf 'CPU c { OS o { STATUS = EXTENDED; }; APPMODE m; TASK t { PRIORITY = 1; AUTOSTART = TRUE { APPMODE = m; }; SCHEDULE = FULL; ACTIVATION = 1; }; ISR tick { CATEGORY = 2; }; };\n' >one.oil
    says() { # STATUS ROUTINE CODE
        printf '#include "os.h"\n#include "board.h"\nint n; volatile int flag;\nISR(tick) { %s }\nTASK(t) { %s TerminateTask(); }\n' "$2" "$3" >one.c
        rtcheck app --without-headers one.oil one.c
        expect_status "$1"
    }
    for let in 'GIE = 1;' 'EA = 1;' 'SREG |= 0x80;' 'SRbits.IPL = 0;'; do
        says 3 'n = 1;' "DisableAllInterrupts(); $let n++; EnableAllInterrupts();"
        expect_output 'lets interrupts come that services keep out'
        says 0 'n = 1;' "$let DisableAllInterrupts(); n++; EnableAllInterrupts();"
    done
    for mask in 'EIMSK &= ~1; while (!flag) ; EIMSK |= 1;' 'GIE = 0; while (!flag) ; GIE = 1;' \
        'volatile unsigned char *p = &EIMSK; *p = 0; while (!flag) ; *p = 1;' 'EIMSK = 0; while (!flag) ;' \
        'PIE1bits.TMR1IE = 0; while (!flag) ;' 'GIE = 0; while (!flag) ;'; do
        says 3 'flag = 1;' "$mask"
        expect_output 'keeps interrupts out'
    done
    says 0 'flag = 1;' 'EIMSK &= ~1; n = 1; EIMSK |= 1; while (!flag) ;'
    says 0 'flag = 1;' 'volatile unsigned char *p = &PORTB; *p = 0; while (!flag) ; *p = 1;'
    says 0 'flag = 1;' 'EIMSK |= 1; while (!flag) ;'
    says 0 'flag = 1;' 'while (!flag) ; EIMSK = 0;'
}
