#!/usr/bin/env bats
# rtcheck app --engine, --emit: the combination model, and Spin on it.

load helpers

FIGURES=$ROOT/examples/app/figures

needs_spin() {
    need spin
}

@test "--emit writes a model that reads like the application" {
    run "$RTCHECK" app --emit model "$FIGURES/fig5_6.oil" "$FIGURES/fig5_6.c"
    [ "$status" -eq 0 ]
    [ -f model/os_model.pml ]
    [ -f model/osek.pml ]
    grep -q 'taskAPI(t1, svcActivateTask, t2, 0, 0, 12);' model/app.pml
    grep -q '/\* fig5_6.c:20: buffer++; \*/' model/app.pml
    grep -q 'SetTask(t1, 5);' model/app.pml
}

@test "rtcheck model checks the emitted model" {
    "$RTCHECK" app --emit model "$FIGURES/fig5_6.oil" "$FIGURES/fig5_6.c"
    run "$RTCHECK" model --quiet model/app.pml
    [ "$status" -eq 0 ]
    "$RTCHECK" app --emit bug "$FIGURES/mixpremt1_bug.oil" "$FIGURES/mixpremt1_bug.c"
    run "$RTCHECK" model --quiet bug/app.pml
    [ "$status" -eq 1 ]
}

@test "--engine spin: the same verdict, and the run as a story" {
    needs_spin
    run "$RTCHECK" app --engine spin "$FIGURES/mixpremt1_bug.oil" "$FIGURES/mixpremt1_bug.c"
    [ "$status" -eq 1 ]
    [[ "$output" == *"the assertion does not hold: cnt == 1"* ]]
    [[ "$output" == *"ActivateTask(t3) = E_OK"* ]]
}

@test "--engine all: both agree" {
    needs_spin
    mkdir bin # the usual compiler, without what takes it longest
    printf '#!/bin/sh\nexec %s "$@" -O0\n' "$(command -v cc)" >bin/cc
    chmod +x bin/cc
    run env -u CC PATH="$PWD/bin:$PATH" "$RTCHECK" app --engine all "$FIGURES/fig5_6.oil" "$FIGURES/fig5_6.c"
    [ "$status" -eq 0 ]
    [[ "$output" == *"Spin says holds, too"* ]]
}

@test "without Spin there is no answer, and the reason is said" {
    run env PATH=/nowhere "$RTCHECK" app --engine spin "$FIGURES/fig5_6.oil" "$FIGURES/fig5_6.c"
    [ "$status" -eq 2 ]
    [[ "$output" == *"Spin is not installed"* ]]
}

@test "what Promela cannot say is refused with its place" {
    cp "$FIGURES/fig5_6.oil" app.oil
    sed 's/buffer++;/int *p = buffer ? \&buffer : 0; (*p)++;/' "$FIGURES/fig5_6.c" >app.c
    run "$RTCHECK" app --emit model app.oil app.c
    [ "$status" -eq 2 ]
    [[ "$output" == *"app.c:"*"cannot be written as Promela"* ]]
}

@test "Spin's run shows the variables that change, as ours does" {
    needs_spin
    cat >app.oil <<'END'
CPU cpu {
  OS os { STATUS = EXTENDED; };
  APPMODE OSDEFAULTAPPMODE;
  TASK one { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
  TASK two { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; };
};
END
    cat >app.c <<'END'
#include <os.h>
#include <assert.h>
enum mode { OFF, ON };
struct slot { signed char id; unsigned char flag : 3; } slots[2] = {{1, 2}, {3, 4}};
int grid[2][3];
enum mode mode;
unsigned high = 4294967294u;
TASK(one) {
    static short calls = -3;
    calls++;
    slots[1].id = -7;
    slots[0].flag = 5;
    grid[1][2] = rtcheck_range(4, 4);
    mode = ON;
    high++; assert(high);
    ActivateTask(two);
    TerminateTask();
}
TASK(two) {
    int chosen = rtcheck_range(0, 2);
    assert(chosen != 2);
    TerminateTask();
}
END
    rtcheck app --engine spin app.oil app.c
    expect_status 1
    expect_output "one::calls: -3 -> -2"
    expect_output "slots[1].id: 3 -> -7"
    expect_output "slots[0].flag: 2 -> 5"
    expect_output "grid[1][2]: 0 -> 4"
    expect_output "mode: OFF -> ON"
    expect_output "high: 4294967294 -> 4294967295"
    expect_output "app.c:11  slots[1].id = -7;"
    expect_output "gives 2"
    expect_output "two   the assertion does not hold: chosen != 2"
    story() { sed -n '/^   1/,$s/^ *[0-9]* *//p' "$1"; }
    story stdout.txt >spin.txt
    rtcheck app app.oil app.c
    story stdout.txt >ours.txt
    expect_same_file ours.txt spin.txt
}

# ---- one run ----

@test "--engine spin: runs of many thousand steps are followed to their end" {
    needs_spin
    cat >app.oil <<'END'
CPU cpu {
  OS os { STATUS = EXTENDED; };
  APPMODE OSDEFAULTAPPMODE;
  TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
  TASK u { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; };
};
END
    cat >app.c <<'END'
#include <os.h>
#include <assert.h>
unsigned short n;
TASK(t) { for (int i = 0; i < 700; i++) ActivateTask(u); assert(n == RIGHT); TerminateTask(); }
TASK(u) { n++; TerminateTask(); }
END
    rtcheck app --engine spin --json -D RIGHT=700 app.oil app.c
    expect_status 0
    expect_json "o['complete'] and o['depth'] > 20000" "True"
    rtcheck app --engine spin --json -D RIGHT=699 app.oil app.c
    expect_status 1
    expect_json "(o['depth'] > 20000, o['violations'][0]['kind'])" "(True, 'assertion')"
    rtcheck app --engine spin --json --depth 20000 -D RIGHT=699 app.oil app.c
    expect_status 3
}

@test "--run --engine spin prints the same run" {
    needs_spin
    "$RTCHECK" app --run "$FIGURES/mixpremt1_bug.oil" "$FIGURES/mixpremt1_bug.c" >ours.txt || true
    rtcheck app --run --engine spin "$FIGURES/mixpremt1_bug.oil" "$FIGURES/mixpremt1_bug.c"
    expect_status 1
    expect_output "t1 ActivateTask(t2) = E_OK"
    expect_same_file ours.txt stdout.txt
}

@test "requested interrupts, states of tasks, counters and what is printed are in the model" {
    needs_spin
    cat >app.oil <<'END'
CPU cpu {
  OS os { STATUS = EXTENDED; };
  APPMODE OSDEFAULTAPPMODE;
  TASK low { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
  TASK high { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; };
  ISR one { CATEGORY = 2; PRIORITY = 1; };
  ISR two { CATEGORY = 2; PRIORITY = 2; };
  COUNTER c { MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; };
  ALARM a { COUNTER = c; ACTION = ACTIVATETASK { TASK = high; }; AUTOSTART = FALSE; };
};
END
    cat >app.c <<'END'
#include <os.h>
#include <stdio.h>
unsigned char order;
TASK(low) {
    TaskStateType state;
    SuspendOSInterrupts();
    rtcheck_interrupt(one);
    rtcheck_interrupt(two);
    rtcheck_interrupt(one);
    ResumeOSInterrupts();
    printf("order %u", order);
    SetRelAlarm(a, 2, 0);
    IncrementCounter(c);
    IncrementCounter(c);
    GetTaskState(high, &state);
    printf("high is %u", (unsigned)state);
    TerminateTask();
}
TASK(high) { printf("high"); TerminateTask(); }
ISR(one) { order = (unsigned char)(order * 10 + 1); }
ISR(two) { order = (unsigned char)(order * 10 + 2); }
END
    rtcheck app --run --engine spin app.oil app.c
    expect_status 0
    expect_output "low prints order 21"
    expect_output "high prints high"
    expect_output "low prints high is 3"
    "$RTCHECK" app --run app.oil app.c >ours.txt
    expect_same_file ours.txt stdout.txt
    rtcheck app --engine all --isr 0 --ticks 0 app.oil app.c
    expect_status 0
}

# ---- disagreement ----

# fake_spin VERIFIER: a program `spin` on the path whose verifier is this shell script.
fake_spin() {
    mkdir -p bin tmp
    printf '#!/bin/sh\n%s\n' "$1" >bin/verifier
    cat >bin/spin <<END
#!/bin/sh
[ "\$1" != -a ] || : >pan.c
END
    cat >bin/compiler <<END
#!/bin/sh
cp "$PWD/bin/verifier" pan
chmod +x pan
END
    chmod +x bin/spin bin/compiler
}

with_fake_spin() {
    status=0
    PATH=$PWD/bin:$PATH CC=$PWD/bin/compiler TMPDIR=$PWD/tmp "$RTCHECK" "$@" >stdout.txt 2>stderr.txt || status=$?
    output=$(<stdout.txt)
    errors=$(<stderr.txt)
}

@test "--engine all: if Spin does not find what we found, somebody is wrong" {
    fake_spin 'echo "   17 states, stored"; echo "State-vector 8 byte, depth reached 3, errors: 0"'
    with_fake_spin app --engine all --json "$FIGURES/mixpremt1_bug.oil" "$FIGURES/mixpremt1_bug.c"
    expect_status 4
    expect_error "the engines disagree: explicit says violated, Spin says holds; the model is in $PWD/tmp/rtcheck-spin-"
    expect_valid stdout.txt
    expect_json "(o['verdict'], o['engine'], o['by_spin']['verdict'], o['by_spin']['states'])" "('violated', 'all', 'holds', 17)"
    [ "$(ls tmp)" = "$(basename tmp/rtcheck-spin-*)" ]
    [ -f tmp/rtcheck-spin-*/app.pml ]
}

@test "--engine all: if Spin finds what we did not find, somebody is wrong" {
    fake_spin 'echo "pan:1: assertion violated 0 (at depth 3)"; echo "State-vector 8 byte, depth reached 3, errors: 1"'
    with_fake_spin app --engine all "$FIGURES/fig5_6.oil" "$FIGURES/fig5_6.c"
    expect_status 4
    expect_error "the engines disagree: explicit says holds, Spin says violated"
    expect_output "holds"
}

@test "a verifier that says nothing is no verdict" {
    fake_spin 'echo "Segmentation fault"; exit 139'
    with_fake_spin app --engine spin "$FIGURES/fig5_6.oil" "$FIGURES/fig5_6.c"
    expect_status 2
    expect_error "Spin's verifier broke off: Segmentation fault"
    [ -z "$(ls tmp)" ]
}

# ---- limits and interrupts ----

# An application whose search takes for ever, or all memory.
endless_application() {
    cp "$FIGURES/fig5_6.oil" app.oil
    four='static unsigned a, b, c, d;'
    for x in a b c d; do four="$four $x = rtcheck_range(0, 255);"; done
    sed "s/buffer++;/{ buffer++; $four }/" "$FIGURES/fig5_6.c" >app.c
    mkdir -p tmp
}

# Programs that still work in a private folder of ours.
left_behind() {
    for process in /proc/[0-9]*/cwd; do
        case $(readlink "$process" 2>/dev/null) in "$PWD"/tmp/*) echo "$process" ;; esac
    done
}

wait_for_file() {
    for _ in $(seq 200); do
        [ ! -e $1 ] || return 0
        sleep 0.1
    done
    kill -9 $pid
    fail "there is no $1"
}

# interrupt_when SIGNAL FILE ARGUMENTS...: sends the signal when the file is there.
interrupt_when() {
    signal=$1 file=$2
    shift 2
    TMPDIR=$PWD/tmp "$RTCHECK" "$@" >stdout.txt 2>stderr.txt &
    pid=$!
    wait_for_file "$file"
    kill -"$signal" $pid
    status=0
    wait $pid || status=$?
    output=$(<stdout.txt)
    errors=$(<stderr.txt)
}

@test "Ctrl-C and SIGTERM stop Spin's verifier: what is known, and nothing left behind" {
    needs_spin
    endless_application
    for signal in INT TERM; do
        interrupt_when $signal 'tmp/rtcheck-spin-*/pan' app --engine spin --memory 20G app.oil app.c
        expect_status 3
        expect_output "interrupted"
        [ -z "$(ls tmp)" ]
        [ -z "$(left_behind)" ]
    done
}

@test "Ctrl-C stops the compiler of Spin's verifier" {
    needs_spin
    endless_application
    printf '#!/bin/sh\ntouch "%s/compiling"\nsleep 60 & wait\n' "$PWD" >compiler
    chmod +x compiler
    CC=$PWD/compiler interrupt_when INT compiling app --engine spin --json app.oil app.c
    expect_status 3
    expect_valid stdout.txt
    expect_json "(o['verdict'], o['properties'][0]['limit'])" "('unknown', 'interrupted')"
    [ -z "$(ls tmp)" ]
    [ -z "$(left_behind)" ]
}

@test "--time stops the compiler of Spin's verifier" {
    needs_spin
    endless_application
    printf '#!/bin/sh\nsleep 60 & wait\n' >compiler
    chmod +x compiler
    status=0
    CC=$PWD/compiler TMPDIR=$PWD/tmp "$RTCHECK" app --engine spin --time 2 --json app.oil app.c >stdout.txt 2>stderr.txt || status=$?
    expect_status 3
    expect_json "o['verdict']" unknown
    [ -z "$(ls tmp)" ]
    [ -z "$(left_behind)" ]
}

@test "--time stops Spin's verifier, which says how far it came" {
    needs_spin
    endless_application
    status=0
    need tcc # the time is for compiling, too
    CC=tcc TMPDIR=$PWD/tmp "$RTCHECK" app --engine spin --time 3 --json app.oil app.c >stdout.txt 2>stderr.txt || status=$?
    expect_status 3
    expect_json "(o['verdict'], o['properties'][0]['limit'], o['states'] > 1000)" "('unknown', 'time limit', True)"
    [ -z "$(ls tmp)" ]
    [ -z "$(left_behind)" ]
}

# ---- resources of interrupt routines ----

shared_resource() {
    cat >app.oil <<'END'
CPU cpu {
  OS os { STATUS = EXTENDED; };
  APPMODE OSDEFAULTAPPMODE;
  TASK one { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; RESOURCE = r; };
  ISR low { CATEGORY = 2; PRIORITY = 1; RESOURCE = r; };
  ISR high { CATEGORY = 2; PRIORITY = 2; };
  RESOURCE r { RESOURCEPROPERTY = STANDARD; };
};
END
    cat >app.c <<END
#include <os.h>
#include <assert.h>
int inside, seen;
TASK(one) { GetResource(r); inside = 1; inside = 0; ReleaseResource(r); TerminateTask(); }
ISR(low) { $1 }
ISR(high) { $2 }
END
}

@test "resources of interrupt routines: both engines agree on who is held back" {
    needs_spin
    shared_resource 'GetResource(r); assert(!inside); ReleaseResource(r);' ''
    rtcheck app --engine all --isr 2 app.oil app.c
    expect_status 0
    expect_error "Spin says holds, too"
    shared_resource '' 'assert(!inside);'
    rtcheck app --engine all --isr 1 app.oil app.c
    expect_status 1
    expect_error "Spin says violated, too"
}

@test "resources of interrupt routines: misuse has the same name" {
    needs_spin
    for body in 'GetResource(r);' 'ReleaseResource(r);' 'GetResource(r); GetResource(r); ReleaseResource(r);'; do
        shared_resource "$body" ''
        rtcheck app --engine spin --json --isr 1 app.oil app.c
        expect_status 1
        spin=$(json "(o['violations'][0]['kind'], o['violations'][0]['location']['line'])")
        rtcheck app --json --isr 1 app.oil app.c
        expect_json "(o['violations'][0]['kind'], o['violations'][0]['location']['line'])" "$spin"
    done
    shared_resource 'GetResource(r);' ''
    rtcheck app --engine all --no-check resource --isr 2 app.oil app.c
    expect_status 0
    shared_resource 'GetResource(r); GetResource(r); ReleaseResource(r);' '' # the second is E_OS_ACCESS, and nobody looks
    rtcheck app --engine spin --isr 1 app.oil app.c
    expect_output "low calls GetResource(r): it returns E_OS_ACCESS"
}

# ---- hooks ----

hooked_application() {
    cat >app.oil <<'END'
CPU cpu {
  OS os { STATUS = EXTENDED; STARTUPHOOK = TRUE; SHUTDOWNHOOK = TRUE; ERRORHOOK = TRUE; PRETASKHOOK = TRUE; POSTTASKHOOK = TRUE; };
  APPMODE OSDEFAULTAPPMODE;
  TASK one { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
  TASK two { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; };
  ISR two_comes { CATEGORY = 2; PRIORITY = 1; };
  ISR first { CATEGORY = 1; PRIORITY = 2; };
};
END
    cat >app.c <<END
#include <os.h>
#include <stdio.h>
#include <assert.h>
unsigned char started, errors, last, rounds, inside;
void StartupHook(void) { started = 7; printf("started"); }
void ShutdownHook(StatusType error) { printf("stopped with %u after %u", (unsigned)error, errors); }
void ErrorHook(StatusType error) {
    inside = 1;
    errors++;
    printf("error %u of %u", (unsigned)error, (unsigned)OSErrorGetServiceId());
    inside = 0;
}
void PreTaskHook(void) { TaskType t; GetTaskID(&t); last = (unsigned char)t; printf("now %u", (unsigned)t); }
void PostTaskHook(void) { TaskType t; GetTaskID(&t); assert(t == last); printf("no more %u", (unsigned)t); }
TASK(one) {
    assert(started == 7);
    ActivateTask(one);
    ActivateTask(two);
    if (rounds++ < 2) ChainTask(one);
    ShutdownOS(5);
    TerminateTask();
}
TASK(two) { assert(last == 1); TerminateTask(); }
ISR(two_comes) { assert(!inside); ActivateTask(two); }
ISR(first) { $1 }
END
}

@test "hooks: the same run" {
    needs_spin
    hooked_application ''
    "$RTCHECK" app --run --expect-error ActivateTask=E_OS_LIMIT app.oil app.c >ours.txt
    rtcheck app --run --engine spin --expect-error ActivateTask=E_OS_LIMIT app.oil app.c
    expect_status 0
    expect_output "StartupHook prints started"
    expect_output "ErrorHook prints error 4 of 0"
    expect_output "PostTaskHook prints no more 1"
    expect_output "ShutdownHook prints stopped with 5 after 3"
    expect_same_file ours.txt stdout.txt
}

@test "hooks: the same verdict, with interrupts" {
    needs_spin
    hooked_application ''
    rtcheck app --engine all --expect-error ActivateTask=E_OS_LIMIT --no-check race --isr 1 app.oil app.c
    expect_status 0
    expect_error "Spin says holds, too"
    hooked_application 'assert(!inside);' # category 1 does interrupt hooks
    rtcheck app --engine all --expect-error ActivateTask=E_OS_LIMIT --no-check race --isr 1 app.oil app.c
    expect_status 1
    expect_error "Spin says violated, too"
}

@test "hooks: what they may not do in a model is refused with its place" {
    hooked_application ''
    sed 's/void PreTaskHook(void) {/& ActivateTask(two);/' app.c >service.c
    rtcheck app --emit model app.oil service.c
    expect_status 2
    expect_error "service.c:13:"
    expect_error "ActivateTask in a hook cannot be written as Promela"
    rtcheck app --emit model --profile trampoline app.oil app.c
    expect_status 2
    expect_error "a hook around the idle task or an ISR cannot be written as Promela"
}

# ---- formulas ----

blinking_application() {
    cat >app.oil <<'END'
CPU cpu {
  OS os { STATUS = EXTENDED; };
  APPMODE OSDEFAULTAPPMODE;
  TASK blink { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; EVENT = tick; };
  TASK count { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; };
  EVENT tick { MASK = AUTO; };
  COUNTER c { MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; };
  ALARM a { COUNTER = c; ACTION = SETEVENT { TASK = blink; EVENT = tick; }; AUTOSTART = TRUE { ALARMTIME = 1; CYCLETIME = 1; APPMODE = OSDEFAULTAPPMODE; }; };
  ALARM b { COUNTER = c; ACTION = ACTIVATETASK { TASK = count; }; AUTOSTART = TRUE { ALARMTIME = 1; CYCLETIME = 1; APPMODE = OSDEFAULTAPPMODE; }; };
};
END
    cat >app.c <<'END'
#include <os.h>
unsigned char light, counted;
TASK(blink) {
    for (;;) {
        WaitEvent(tick);
        ClearEvent(tick);
        light = !light;
    }
}
TASK(count) { counted = 1; TerminateTask(); }
END
}

@test "formulas: both engines agree, whatever the verdict" {
    needs_spin
    blinking_application
    while read -r expected budget formula; do
        rtcheck app --engine all --no-check activation --no-check unchecked --ticks "c=$budget" --ltl "$formula" app.oil app.c
        expect_status "$expected"
        expect_error ", too ("
    done <<'END'
0 any:idle [] <> (light == 1)
0 any:idle [] (light == 1 -> <> (light == 0))
1 any:idle <> [] (light == 0)
1 3:idle [] <> (light == 1 && counted == 0)
0 any [] (running(count) -> !running(blink))
1 any [] (light == 0)
0 any counted == 0 W running(count)
0 any:idle suspended(count) U (ready(blink) || running(blink))
1 any:idle [] (set(blink, tick) -> suspended(count))
END
}

@test "formulas: Spin's run, with its cycle" {
    needs_spin
    blinking_application
    rtcheck app --engine spin --ticks c=any:idle --ltl '<> [] (light == 0)' --json app.oil app.c
    expect_status 1
    expect_valid stdout.txt
    expect_json "[(p['what'], p['verdict']) for p in o['properties']]" "[('safety', 'holds'), ('ltl', 'violated')]"
    expect_json "(o['violations'][0]['kind'], o['violations'][0]['timeline']['cycle_start'] > 0)" "('acceptance cycle', True)"
}

@test "formulas: what Promela cannot say is refused" {
    blinking_application
    for formula in 'X (light == 1)' '<> call(TerminateTask)' '[] (light / 2 == 0)' 'line("app.c:7") W idle'; do
        rtcheck app --emit model --ltl "$formula" app.oil app.c
        expect_status 2
        expect_error "cannot be written as Promela"
    done
}

@test "first values that are chosen are refused by their name, and not as a main() that there is not" {
    blinking_application
    rtcheck app --emit model --any light=0..1 app.oil app.c
    expect_status 2
    expect_error "a choice of first values (--any, or constants of missing headers) cannot be written as Promela"
}

@test "formulas: disagreement names the formula" {
    fake_spin 'case "$*" in *-N*) echo "pan:1: acceptance cycle (at depth 3)" ;; *) echo "State-vector 8 byte, errors: 0" ;; esac'
    blinking_application
    with_fake_spin app --engine all --ticks c=any:idle --ltl '[] <> (light == 1)' app.oil app.c
    expect_status 4
    expect_error "the engines disagree about [] <> (light == 1): explicit says holds, Spin says violated"
}

# ---- what the standard leaves open ----

@test "which of two errors a service returns is open in both engines" {
    needs_spin
    cat >app.oil <<'END'
CPU cpu {
  OS os { STATUS = EXTENDED; };
  APPMODE OSDEFAULTAPPMODE;
  TASK one { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; RESOURCE = r; };
  TASK two { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; };
  RESOURCE r { RESOURCEPROPERTY = STANDARD; };
};
END
    for error in RESOURCE LIMIT; do
        for service in 'ActivateTask(two); status = ChainTask(two);' 'status = SetEvent(two, 1);' 'status = WaitEvent(1);'; do
            cat >app.c <<END
#include <os.h>
#include <assert.h>
TASK(one) {
    StatusType status;
    GetResource(r);
    $service
    assert(status != E_OS_ACCESS && status != E_OS_$error);
    ReleaseResource(r);
    TerminateTask();
}
TASK(two) { TerminateTask(); }
END
            rtcheck app --engine all app.oil app.c
            expect_status 1
            expect_error "Spin says violated, too"
        done
    done
    sed -i 's/assert(.*/assert(status == E_OS_ACCESS || status == E_OS_RESOURCE);/' app.c
    rtcheck app --engine all app.oil app.c
    expect_status 0
    sed -i 's/status = WaitEvent(1);/status = SetEvent(two, 1);/; s/assert(.*/assert(status != E_OS_STATE);/' app.c
    rtcheck app --engine all app.oil app.c
    expect_status 1
    rtcheck app --engine all --profile trampoline app.oil app.c
    expect_status 0
}

# ---- paths ----

@test "--engine all: who cannot be asked is named, and does not count" {
    run env PATH=/nowhere "$RTCHECK" app --engine all --json "$FIGURES/fig5_6.oil" "$FIGURES/fig5_6.c"
    [ "$status" -eq 0 ]
    [[ "$output" == *'"spin_not_asked": "Spin is not installed'* ]]
    [[ "$output" == *'"by_paths":'* ]]
    [[ "$output" == *'"by_sequential":'* ]]
    rtcheck app --engine all --ltl '[] true' --json "$FIGURES/fig5_6.oil" "$FIGURES/fig5_6.c"
    expect_json "('paths_not_asked' in o, o['by_paths']['verdict'])" "(False, 'holds')"
    expect_json "o['sequential_not_asked']" "it cannot do with --ltl"
    expect_valid stdout.txt
}

@test "--engine all: what cannot be said in a sequential program is named with its place, and the others are asked" {
    cat >app.oil <<'END'
CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
  TASK t { PRIORITY = 1; AUTOSTART = TRUE { APPMODE = std; }; ACTIVATION = 1; SCHEDULE = FULL; }; };
END
    cat >app.c <<'END'
#include <os.h>
#include <assert.h>
static float x = 1;
TASK(t) { x = x + 1; assert(x > 1); TerminateTask(); }
END
    status=0
    PATH=/nowhere "$RTCHECK" app --engine all --json app.oil app.c >stdout.txt 2>stderr.txt || status=$?
    output=$(<stdout.txt)
    errors=$(<stderr.txt)
    expect_status 0
    expect_valid stdout.txt
    expect_json "(o['verdict'], 'by_sequential' in o, o['sequential_not_asked'][:9])" "('holds', False, 'app.c:4: ')"
    expect_error "rtcheck app: sequential was not asked: app.c:4: "
}

@test "--engine all: a race is not what a sequential program looks for, and no disagreement" {
    cat >app.oil <<'END'
CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
  TASK t { PRIORITY = 1; AUTOSTART = TRUE { APPMODE = std; }; ACTIVATION = 1; SCHEDULE = FULL; };
  ISR i { CATEGORY = 2; PRIORITY = 3; }; };
END
    cat >app.c <<'END'
#include <os.h>
int x;
TASK(t) { x = x + 1; TerminateTask(); }
ISR(i) { x = x + 1; }
END
    status=0
    PATH=/nowhere "$RTCHECK" app --engine all --json --isr 1 app.oil app.c >stdout.txt 2>stderr.txt || status=$?
    output=$(<stdout.txt)
    expect_status 1
    expect_json "(o['violations'][0]['kind'], o['by_sequential']['verdict'])" "('race', 'holds')"
}

@test "--engine auto: the explicit search where it knows, paths where it does not, and why" {
    at_full_speed # the solver's
    rtcheck app --engine auto --json "$FIGURES/fig5_6.oil" "$FIGURES/fig5_6.c"
    expect_json "(o['verdict'], o['engine'], o['chosen']['engine'])" "('holds', 'auto', 'explicit')"
    rtcheck app --engine auto --json "$ROOT/examples/app/speed/speed.oil" "$ROOT/examples/app/speed/speed.c"
    expect_json "(o['verdict'], o['sampled'], o['chosen']['engine'])" "('holds', None, 'paths')"
    expect_valid stdout.txt
    expect_json "'only some values of inputs were tried' in o['chosen']['because']" "True"
    one_task 'int w = wide(); y = (w ^ w >> 3) & 1;'
    rtcheck app --engine auto --ltl '[] (y == 0 || y == 1)' --json app.oil app.c
    expect_json "(o['verdict'], o['sampled'], o['chosen']['engine'])" "('holds', None, 'paths')"
}

@test "--engine auto: what paths does not look at is not said to hold where inputs decide it" {
    at_full_speed # the solver's
    decided() { # STATUS STATEMENTS
        printf 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
        printf '#include <os.h>\n#include <assert.h>\n#define R (*(volatile unsigned *)0x40000000)\n#define S (*(volatile unsigned *)0x40000004)
int n, b[4]; static void all(void) { for (int i = 0; i < 4; i++) b[i] = 1; } static unsigned read(void) { return R; }
TASK(t) { unsigned y = S, x = 0; (void)y; (void)x; (void)all; %s TerminateTask(); }\n' "$2" >app.c
        rtcheck app --engine auto app.oil app.c
        expect_status "$1"
    }
    while IFS= read -r code; do decided 3 "$code"; done <<'END'
for (;;) { x = R; if (x * y == 5u) break; }
for (;;) { x = R; if ((x | y) == 5u) break; }
while (R <= y);
while (R <= y + 1000u);
while (R != y) while (R <= y);
while ((x = R, x - (x & y)) > 5u);
do { x = R; y = x; } while (x - y <= 1000u);
while (read() > y);
END
    expect_error "paths was asked, and does not look at what may go on for ever: values of inputs decide at app.c:"
    while IFS= read -r code; do decided 0 "$code"; done <<'END'
while (R - y < 1000u);
while (R != y) n = 3;
do { x = R; } while ((x ^ y) > 7u);
while (!(y - R)) b[1] = 2;
if (R + y == 77u) all();
if (R + y > 5u) n = 1; all(); assert(n < 2);
for (int i = 0; i < 3; i++) { if (R > y) n = i; else n = 4; } assert(n < 5);
END
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; EVENT e { MASK = AUTO; }; COUNTER k { MAXALLOWEDVALUE = 10; TICKSPERBASE = 1; MINCYCLE = 1; };
          ALARM a { COUNTER = k; ACTION = ACTIVATETASK { TASK = t; }; AUTOSTART = TRUE { ALARMTIME = 1; CYCLETIME = 2; APPMODE = std; }; };
          TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; };
          TASK u { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; EVENT = e; }; };' >app.oil
    while IFS='|' read -r code wanted; do
        printf '#include <os.h>\n#include <assert.h>\n#define R (*(volatile unsigned *)0x40000000)\n#define S (*(volatile unsigned *)0x40000004)\nint n;
TASK(t) { static char later; unsigned x = R, y = S; %s later = 1; TerminateTask(); }\nTASK(u) { WaitEvent(e); ClearEvent(e); TerminateTask(); }\n' "$code" >app.c
        rtcheck app --engine auto --ticks any:timely app.oil app.c
        expect_status "$wanted"
    done <<'END'
if (!later && x + y != 77u) SetEvent(u, e);|3
if (x + y != 77u) n = 1; if (!later && n) SetEvent(u, e);|3
if (x + y != 77u) n = 1; assert(n < 2); if (!later) SetEvent(u, e);|0
END
}

@test "--loop-bound: runs are given up, and the loop is named" {
    cat >app.c <<'END'
#include <os.h>
#include <assert.h>
static int count(int n) { int s = 0; while (s < n) s++; return s; }
TASK(t) {
    int x = rtcheck_range(0, 9), s = 0;
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 6; j++) s++;
    assert(count(6) + count(4) == 10);
    for (int i = 0; i < x; i++)
        s += 2;
    assert(s != 7 * 2 + 18);
    TerminateTask();
}
END
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL;
          AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    for engine in explicit paths; do
        rtcheck app --engine $engine --loop-bound 7 app.oil app.c
        expect_status 1
        rtcheck app --engine $engine --loop-bound 6 --json app.oil app.c
        expect_status 3
        expect_json "o['inconclusive']" "loops go round more than 6 times (--loop-bound): at app.c:9; --loop-bound 9 would do"
        rtcheck app --engine $engine --loop-bound 5 app.oil app.c
        expect_status 3
        expect_output "given up: loops go round more than 5 times (--loop-bound): at app.c:7"
        rtcheck app --engine $engine --loop-bound 10 --no-check assertion app.oil app.c
        expect_status 0
    done
}

@test "--engine paths: formulas over what inputs decide" {
    at_full_speed # the solver's
    cat >app.c <<'END'
#include <os.h>
float half;
extern unsigned in(void);
unsigned x, y; int n;
TASK(t) {
    x = in();
    y = x / 3;
    if (x > 1000) { n = 1; ActivateTask(u); }
    n = 2;
    TerminateTask();
}
TASK(u) { y = 7; TerminateTask(); }
END
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
          TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; };
          TASK u { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; }; };' >app.oil
    for formula in '[] (y <= x)' '[] (3 * y <= x)' '[] (y <= 1431655765)' '[] (call(ActivateTask, u) -> x > 1000)' '<> (n == 2)' \
        '[] (x == 5 -> <> y == 1)' '[] (x > 1000 -> <> [] y == 7)'; do
        rtcheck app --engine paths --ltl "$formula" app.oil app.c
        expect_status 0
    done
    for formula in '[] (y < 1431655765)' '[] (call(ActivateTask, u) -> x > 1001)' '<> (n == 1)' '[] (x == 5 -> <> y == 2)' '<> [] y == 7'; do
        rtcheck app --engine paths --ltl "$formula" app.oil app.c
        expect_status 1
        expect_output "$formula does not hold"
    done
    rtcheck app --engine paths --any n --ltl '[] (n < 5)' app.oil app.c
    expect_status 1
    rtcheck app --engine paths --ltl '[] (x / 2 <= x)' app.oil app.c
    expect_status 0
    rtcheck app --engine paths --ltl '[] (x >= half)' app.oil app.c
    expect_status 3
    expect_output "cannot be decided for all inputs"
}

@test "--engine paths: a violation is told by its own run, however many inputs it needs" {
    at_full_speed # the solver's
    cat >app.c <<'END'
#include <os.h>
#include <assert.h>
struct record { unsigned value[12]; };
extern unsigned in(void);
extern void fill(struct record *record);
unsigned seen[16];
struct record record;
TASK(t) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 16; i++) {
        seen[i] = in();
        sum = (sum << 1) ^ seen[i];
    }
    fill(&record);
    assert(sum != 0xdeadbeefu || seen[3] == seen[4] || record.value[3] != 77777u || record.value[9] != sum);
    TerminateTask();
}
END
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
          TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --engine paths app.oil app.c
    expect_status 1
    expect_output "record.value[3] gives 77777"
    expect_output "record.value[9] gives 3735928559"
}

@test "--engine paths: indices that are wrong are one way, however many there are" {
    cat >app.c <<'END'
#include <os.h>
#include <assert.h>
extern unsigned in(void);
extern long long wide(void);
int numbers[10], hits;
static int get(int *at, int i) { return at[i]; }
TASK(t) {
    unsigned k = in();
    long long j = wide();
#if WRONG != 1
    if (k >= 10) TerminateTask();
#endif
#if WRONG != 2
    if (j < -5) TerminateTask();
#endif
#if WRONG != 3
    if (j > 4) TerminateTask();
#endif
    numbers[k] = 1;
    hits += get(numbers + 5, (int)j) + numbers[j + 5];
    assert(hits <= 2);
    TerminateTask();
}
END
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
          TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --engine paths -D WRONG=0 app.oil app.c
    expect_status 0
    rtcheck app --engine paths -D WRONG=1 app.oil app.c
    expect_status 1
    expect_output "of an array of 10, at app.c:19"
    for wrong in 2 3; do
        rtcheck app --engine paths -D WRONG=$wrong app.oil app.c
        expect_status 1
        expect_output "a pointer leaves numbers: "
    done
}

@test "--engine paths: a run without end has its inputs over and over" {
    cat >app.c <<'END'
#include <os.h>
extern unsigned in(void);
unsigned state, done;
TASK(t) {
    if (in() != 1000000 + state) done = 1;
    state = (state + 1) % 4;
    ActivateTask(u);
    ChainTask(t);
}
TASK(u) { if (in() == 77) done = 1; TerminateTask(); }
END
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
          TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; };
          TASK u { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; }; };' >app.oil
    rtcheck app --engine paths --ltl '<> (done == 1)' app.oil app.c
    expect_status 1
    expect_output "1000003"
}

@test "--engine paths: what a run that never ends may violate, for inputs that never repeat, is not known" {
    cat >app.c <<'END'
#include <os.h>
extern unsigned in(void);
unsigned last, x;
TASK(t) {
    x = in();
    if (x <= last) TerminateTask();
    last = x;
    ChainTask(t);
}
END
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
          TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --engine paths --time 2 --ltl '<> (suspended(t))' app.oil app.c
    expect_status 3
}

@test "--engine paths without Z3, or with a question that is too hard, says so: status 3" {
    cat >hide.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
void *dlopen(const char *name, int how) {
    void *(*real)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    return real(name && strstr(name, "z3") ? "libz3-is-not-here.so" : name, how);
}
END
    cc -shared -fPIC hide.c -o hide.so -ldl
    export ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0
    speed=("$ROOT/examples/app/speed/speed.oil" "$ROOT/examples/app/speed/speed.c")
    LD_PRELOAD=$PWD/hide.so rtcheck app --engine paths "${speed[@]}"
    expect_status 3
    expect_output "unknown"
    expect_output "--engine paths needs Z3 (Debian: libz3-4)"
    LD_PRELOAD=$PWD/hide.so rtcheck app --engine paths --json "${speed[@]}"
    expect_status 3
    expect_valid stdout.txt
    expect_json "(o['verdict'], o['complete'], 'needs Z3' in o['inconclusive'])" "('unknown', False, True)"
    LD_PRELOAD=$PWD/hide.so rtcheck app --engine sequential "${speed[@]}"
    expect_status 3
    expect_output "no proof was found: that needs Z3 (Debian: libz3-4)"
    LD_PRELOAD=$PWD/hide.so rtcheck app --tests out "${speed[@]}" # tried values reach everything
    expect_status 0
    cat >app.c <<'END'
#include <os.h>
#include <assert.h>
extern unsigned long long in(void);
TASK(t) {
    unsigned long long x = in(), y = in();
    if (x > 1 && x < y && y < 4294967296) assert(x * y != 8672041665694664893u);
    TerminateTask();
}
END
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
          TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --engine paths --time 3 app.oil app.c
    expect_status 3
    expect_output "unknown: no violation was found, but not everything was covered (time limit)" # the solver was stopped
    "$RTCHECK" app --engine paths app.oil app.c >stdout.txt 2>stderr.txt &
    local process=$!
    until_it_listens $process INT
    sleep 3 # it is in the solver, which has a handler of its own
    kill -INT $process
    status=0
    wait $process || status=$?
    output=$(<stdout.txt)
    expect_status 3
    expect_output "not everything was covered (interrupted)"
    sed 's/if .*/if (x * 3 % 5 == 7) x = y;/' app.c >needed.c
    LD_PRELOAD=$PWD/hide.so rtcheck app --tests out app.oil needed.c
    expect_status 3
    expect_error "--tests needs Z3"
}

@test "--loop-bound: which number would do" {
    at_full_speed # the solver's
    cat >app.c <<'END'
#include <os.h>
extern unsigned char in(void);
extern unsigned long wide(void);
int s;
TASK(t) {
    unsigned long n = in() % 14;
    for (unsigned long i = 0; i < n; i++) s = i & 1;
    TerminateTask();
}
END
    cp app.c less.c
    sed 's/in() % 14/wide()/' app.c >endless.c
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
          TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --engine paths --loop-bound 3 app.oil less.c
    expect_status 3
    expect_output "loops go round more than 3 times (--loop-bound): at less.c:7; --loop-bound 13 would do"
    rtcheck app --engine paths --loop-bound 13 app.oil less.c
    expect_status 0
    rtcheck app --loop-bound 3 app.oil less.c
    expect_output "; --loop-bound 13 would do"
    rtcheck app --engine paths --loop-bound 3 --time 2s app.oil endless.c
    expect_status 3
    expect_output "loops go round more than 3 times (--loop-bound): at endless.c:7; "
    expect_output "takes too long to try more"
}

@test "--loop-bound: a number that would do is found, however far away, and not taken from some values" {
    at_full_speed # the solver's
    cat >app.c <<'END'
#include <os.h>
extern unsigned wide(void);
int s;
TASK(t) {
    unsigned n = wide() % 17;
    for (unsigned i = 0; i < n; i++) s ^= i;
    for (unsigned i = 0; i < FAR; i++) s ^= i;
    TerminateTask();
}
END
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
          TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --engine paths -D FAR=20 --loop-bound 1 --json app.oil app.c
    expect_json "o['inconclusive']" "loops go round more than 1 times (--loop-bound): at app.c:6, app.c:7; --loop-bound 20 would do"
    rtcheck app -D FAR=5000 --loop-bound 1 --json app.oil app.c
    expect_json "o['inconclusive'].split('; ')[-1]" "--loop-bound 5000 would do for the values that were tried"
    sed -i 's/ = wide() % 17/ = 5/' app.c
    rtcheck app -D FAR=5000 --loop-bound 1 --json app.oil app.c
    expect_json "o['inconclusive'].split('; ')[-1]" "--loop-bound 5000 would do"
    rtcheck app -D FAR=5000 --loop-bound 5000 app.oil app.c
    expect_status 0
}

@test "--emit-smt2 writes the questions that were decided, and Z3 gives the same answers" {
    at_full_speed # the solver's
    cat >app.c <<'END'
#include <os.h>
#include <assert.h>
extern signed char in(void);
extern unsigned char small(void);
struct { unsigned low : 3; int high : 5; } box;
int r;
TASK(t) {
    signed char x = in();
    unsigned char c = small();
    box.high = c;
    if (c && x / c > 7 && x % c == 2) r = 1;
    if (c / 3u == c % 7u || (c << 3 ^ c >> 5) == 77) r = 2;
    if ((x >> 3 | ~c) == -5 || box.high < -3) r = 3;
    if (x * x == 49) r = 4;
    int sum = 2147483600 + x;
    assert(sum != 77 && x + c != 101);
    TerminateTask();
}
END
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL;
          AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --engine paths --no-check overflow --emit-smt2 asked.smt2 app.oil app.c
    expect_status 1
    expect_output "assertion does not hold"
    python3 "$ROOT/tests/app/smt2.py" asked.smt2 >said
    grep -q "^sat [0-9]* unsat [0-9]*$" said || fail "$(cat said)"
    rtcheck app --engine paths --emit-smt2 asked/ app.oil app.c
    expect_status 1
    expect_output "does not fit in int"
    [ "$(python3 "$ROOT/tests/app/smt2.py" asked)" != "" ] || fail "nothing was asked"
    for engine in explicit spin sequential; do
        rtcheck app --engine $engine --emit-smt2 asked.smt2 app.oil app.c
        expect_status 2
        expect_error "it works with that, with auto and with all"
    done
    rtcheck app --engine auto --emit-smt2 auto.smt2 app.oil app.c
    expect_status 1
    expect_error "--emit-smt2: paths was not asked, and nothing is written"
    [ ! -e auto.smt2 ]
    PATH=$(dirname "$(command -v cc)") rtcheck app --engine all --emit-smt2 all.smt2 app.oil app.c
    expect_status 1
    grep -q "^(check-sat)" all.smt2
    rtcheck app --engine paths --emit-smt2 /proc/none/asked.smt2 app.oil app.c
    expect_status 2
}

# ---- a solver that lies, does not know, or falls over ----

# Z3 with some of its functions replaced by those of this text.
fake_z3() {
    cat >fake_z3.c <<END
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
$1
void *dlopen(const char *name, int how) {
    void *(*real)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    return real(name && strstr(name, "libz3") ? "$PWD/fake_z3.so" : name, how);
}
END
    cc -shared -fPIC fake_z3.c -o fake_z3.so -Wl,--no-as-needed -l:libz3.so.4 -ldl || skip "needs libz3.so.4"
    export ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0
}

seven() {
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
          TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    printf '#include <os.h>\n#include <assert.h>\nextern unsigned char in(void);\nTASK(t) { assert(in() != 7); TerminateTask(); }\n' >app.c
}

# Without Spin, which takes its time.
lied_to() {
    status=0
    LD_PRELOAD=$PWD/fake_z3.so PATH=/nowhere "$RTCHECK" app --engine all "$@" >stdout.txt 2>stderr.txt || status=$?
    output=$(<stdout.txt)
    errors=$(<stderr.txt)
}

@test "--engine sequential: invariants that are none, or that are not there, prove nothing: status 3" {
    fake_z3 'const char *Z3_eval_smtlib2_string(void *c, const char *s) {
    const char *(*real)(void *, const char *) = (const char *(*)(void *, const char *))dlsym(RTLD_NEXT, "Z3_eval_smtlib2_string");
    if (strstr(s, "(get-model)")) return getenv("MODEL");
    return strstr(s, "check-sat-using") ? "sat" : real(c, s);
}'
    local wide=$ROOT/examples/app/wide
    for MODEL in "()" "((define-fun p0 ((x (_ BitVec 32))) Bool true))" "sat"; do
        MODEL=$MODEL LD_PRELOAD=$PWD/fake_z3.so rtcheck app --engine sequential --time 60 "$wide/one.oil" "$wide/aligned.c"
        expect_status 3
        expect_output "no proof was found: Z3's invariants could not be confirmed"
    done
}

@test "--engine all: a solver that lies makes engines disagree, and both stories are told: status 4" {
    fake_z3 'int Z3_solver_check(void *c, void *s) { return -1; }
const char *Z3_eval_smtlib2_string(void *c, const char *s) { return "unsat"; }'
    seven
    lied_to --json app.oil app.c
    expect_status 4
    expect_error "the engines disagree: explicit says violated, paths says holds; explicit's story is the answer, that of paths is:"
    expect_error "holds: every reachable state was checked"
    expect_valid stdout.txt
    expect_json "(o['verdict'], o['by_paths']['verdict'], o['by_sequential']['verdict'])" "('violated', 'holds', 'violated')"
    lied_to --prove app.oil app.c
    expect_status 4
    expect_error "the engines disagree: explicit says violated, sequential says holds"
    expect_output "the assertion does not hold: in() != 7"
    lied_to --quiet app.oil app.c
    expect_status 4
    sed -i 's/assert(in() != 7)/if (in() == 7) assert(0)/' app.c # which paths does not even come to, then
    lied_to app.oil app.c
    expect_status 4
    expect_error "the engines disagree: explicit says violated, paths says holds"
}

@test "--engine all: where the explicit search does not know, who does answers, and is compared with" {
    seven
    sed -i 's/unsigned char in/unsigned in/; s/in() != 7/in() * 3 != 21/' app.c
    rtcheck app --engine all --no-check overflow --json app.oil app.c
    expect_status 1
    expect_valid stdout.txt
    expect_json "(o['verdict'], o['engine'], o['chosen']['engine'], o['by_paths']['verdict'])" "('violated', 'all', 'paths', 'violated')"
    sed -i 's/in() \* 3 != 21/in() * 2 != 21/' app.c
    rtcheck app --engine all --json app.oil app.c
    expect_status 0
    expect_json "(o['verdict'], o['complete'], o['chosen']['engine'])" "('holds', True, 'paths')"
    fake_z3 'const char *Z3_eval_smtlib2_string(void *c, const char *s) { return "unsat"; }'
    sed -i 's/in() \* 2 != 21/in() * 3 != 21/' app.c
    LD_PRELOAD=$PWD/fake_z3.so rtcheck app --engine all app.oil app.c
    expect_status 4
    expect_error "the engines disagree: paths says violated, sequential says holds; paths's story is the answer"
}

@test "a solver that does not know makes no engine say that something holds: status 3" {
    fake_z3 'int Z3_solver_check(void *c, void *s) { return 0; }
const char *Z3_eval_smtlib2_string(void *c, const char *s) { return "unknown"; }'
    seven
    sed -i 's/unsigned char in/unsigned in/; s/assert(in() != 7)/if (in() * 3 % 5 == 7) assert(0)/' app.c
    for options in "--engine paths" "--engine sequential" "--engine sequential --prove" "--engine auto"; do
        LD_PRELOAD=$PWD/fake_z3.so rtcheck app $options --json app.oil app.c
        expect_status 3
        expect_json "(o['verdict'], o['complete'])" "('unknown', False)"
    done
    LD_PRELOAD=$PWD/fake_z3.so rtcheck app --engine paths --ltl '[] true' app.oil app.c
    expect_status 3
    LD_PRELOAD=$PWD/fake_z3.so rtcheck app --tests out --coverage condition --json app.oil app.c
    expect_status 3
    expect_json "[t for t in o['targets'] if t['status'] == 'infeasible']" "[]"
}

@test "a solver that ends the process, crashes, or is ended by memory, is no answer: status 3" {
    seven
    for end in 'exit(0)' 'abort()' '*(volatile int *)0 = 1' 'deep(1)'; do
        fake_z3 "static int deep(int n) { volatile char room[5000]; room[n % 5000] = 1; return n ? deep(n + 1) + room[0] : 0; }
int Z3_solver_check(void *c, void *s) { $end; return 0; }
const char *Z3_eval_smtlib2_string(void *c, const char *s) { $end; return \"unsat\"; }"
        LD_PRELOAD=$PWD/fake_z3.so rtcheck app --engine paths --json app.oil app.c
        expect_status 3
        expect_json "o['verdict']" "unknown"
        case $end in exit*|abort*) ;; *) expect_json "o['limit']" "library"; expect_error "a library has crashed" ;; esac
        expect_valid stdout.txt
        LD_PRELOAD=$PWD/fake_z3.so rtcheck app --engine sequential --prove --json app.oil app.c
        expect_status 3
        expect_valid stdout.txt
        expect_json "(o['verdict'], o['engine'], o['inconclusive'][:23])" "('unknown', 'sequential', 'no proof was found: Z3 ')"
    done
    sed -i 's/in() != 7/in() * 3 != 9/' app.c
    fake_z3 'void *Z3_mk_bvmul(void *c, void *a, void *b) { return NULL; }'
    LD_PRELOAD=$PWD/fake_z3.so rtcheck app --engine paths --no-check overflow --json app.oil app.c
    expect_status 3
    expect_json "o['verdict']" "unknown"
}

@test "--engine sequential: Spacer that crashes, is killed, hangs or eats all memory is no answer: status 3" {
    at_full_speed # the memory is that of the program alone
    local wide=$ROOT/examples/app/wide end words
    for end in 'raise(SIGSEGV)' 'raise(SIGKILL)' 'exit(0)' 'for (;;) pause()' 'for (;;) memset(malloc(1 << 20), 1, 1 << 20)'; do
        case $end in
            *SEGV*) words="Z3 crashed, or was killed (Segmentation fault)" ;;
            *KILL*) words="Z3 crashed, or was killed (Killed)" ;;
            exit*) words="Z3 ended its process with status 0" ;;
            *pause*) words="Z3 had no more time" ;;
            *) words="Z3 has used up the memory" ;;
        esac
        fake_z3 "#include <signal.h>
#include <unistd.h>
const char *Z3_eval_smtlib2_string(void *c, const char *s) {
    const char *(*real)(void *, const char *) = (const char *(*)(void *, const char *))dlsym(RTLD_NEXT, \"Z3_eval_smtlib2_string\");
    if (strstr(s, \"check-sat-using\")) { $end; }
    return real(c, s);
}"
        LD_PRELOAD=$PWD/fake_z3.so rtcheck app --engine sequential --time 3 --memory 300M --json "$wide/one.oil" "$wide/aligned.c"
        expect_status 3
        expect_valid stdout.txt
        case $RTCHECK$end in *asan*malloc*) ;; *) expect_json "o['inconclusive']" "no proof was found: $words" ;; esac
    done
}

# ---- branches that are joined ----

one_task() {
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
          TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    { printf '#include <os.h>\n#include <assert.h>\nextern unsigned char in(void);\nextern int wide(void);\nint hits, y;\nTASK(t) {\n'
      echo "$1"
      printf 'TerminateTask();\n}\n'; } >app.c
}

@test "--engine paths: more ways than are looked at, of branches that only compute, are joined" {
    body="unsigned char s[14]; for (int i = 0; i < 14; i++) s[i] = in();"
    for i in $(seq 0 13); do body+=" if (s[$i] > $((10 + i))) hits++;"; done
    one_task "$body assert(hits <= 14);"
    rtcheck app --engine paths --json app.oil app.c
    expect_status 0
    expect_json "(o['verdict'], o['complete'], o['states'] < 100, o['unreached'])" "('holds', True, True, [])"
    rtcheck app --join app.oil app.c
    expect_status 2
    expect_error "--join is about --engine paths"
}

# both_ways STATUS "what is said": joined, with the sanitizers' eyes, and in single ways, which they see in other tests.
both_ways() {
    local before=$RTCHECK
    rtcheck app --inputs any --engine paths --join app.oil app.c
    expect_status "$1"
    expect_output "$2"
    at_full_speed
    rtcheck app --inputs any --engine paths app.oil app.c
    RTCHECK=$before
    expect_status "$1"
    expect_output "$2"
}

@test "--join: what goes wrong on one side is found, and what cannot is not" {
    joined() { # STATUS "what is said" BODY
        one_task "$3"
        both_ways "$1" "$2"
    }
    guarded='int d = in(), x = 0; if (d != 0) x = 100 / d; else x = 7;'
    joined 0 holds "$guarded assert(x >= 0 && x <= 100);"
    joined 1 "does not hold: x != 33" "$guarded assert(x != 33);"
    joined 1 "division by zero" 'int d = in(), x = 0; if (d < 200) x = 100 / d; assert(x >= 0);'
    joined 1 "does not fit in int" 'int w = wide(), x = 0; if (w > 5) x = w + 1; else x = -w; y = x;'
    joined 0 holds 'int w = wide(), x = 0; if (w > 5 && w < 1000) x = w + 1; else if (w > -9 && w <= 5) x = -w; assert(x < 1001);'
    joined 1 "does not hold: x < 1000" 'int w = wide(), x = 0; if (w > 5 && w < 1000) x = w + 1; else if (w > -9 && w <= 5) x = -w; assert(x < 1000);'
    joined 1 "a shift by" 'int n = in(), x = 1; if (n & 1) { x = 1 << n % 31; } else { x = 2 >> n / 4; } y = x;'
    joined 0 holds 'int n = in(); unsigned x = 1; if (n & 1) { x = 1u << n % 32; y = 1; } else { x = 2u >> n % 8; } assert(x <= 2 || y);'
    joined 0 holds 'unsigned char a = in(), b = in(), m; m = a; if (b > a) m = b; if (m < 9) { if (a == b) m = 9; else m = (a && 20 / a > 3) ? 9 : 10; } assert(m >= 9 && (m >= a || a < 9));'
    joined 1 "which has no value yet" 'unsigned char a = in(); int v; if (a > 3) v = 4; y = v;'
    joined 0 holds 'unsigned char a = in(); int v; if (a > 3) v = 4; else v = a; assert(v <= 4);'
    joined 0 holds 'union { unsigned u; unsigned char c[4]; } u; u.u = 0x01020304; if (in() > 3) u.c[1] = 9; else u.u = 5; assert(u.u == 0x01020904 || u.u == 5);'
    joined 1 "u.u != 16910596" 'union { unsigned u; unsigned char c[4]; } u; u.u = 0x01020304; if (in() > 3) u.c[1] = 9; else u.u = 5; assert(u.u != 16910596);'
    joined 1 "does not hold: table[7] == 0" 'static unsigned char table[256]; unsigned k = in() & 31, at = 0; if (k > 5) { at = k; table[(unsigned char)at] = 1; } assert(table[7] == 0);'
    joined 1 "does not hold: x != 4" 'static unsigned char table[256] = {[7] = 4}; unsigned k = in() & 31, at = 0; int x = 0; if (k > 5) { at = k; x = table[(unsigned char)at]; } assert(x != 4);'
    joined 0 holds 'static unsigned char table[256]; if (in() > 5) table[(unsigned char)263] = 1; assert(table[7] <= 1 && !table[255]);'
    joined 0 holds 'signed char c = (signed char)in(); _Bool b = 0; if (c) b = c; else b = c + 2; assert(b == 1);'
    joined 0 holds 'long long q = wide(); if (q < 0) q = -q; assert(q >= 0); unsigned short h = 65535; if (q > 70000) h++; else h = h + 2; assert(h < 2);'
}

with_helpers() { # BODY: the same, with functions, bit-fields and pointers around
    one_task "$1"
    sed -i 's/^TASK(t) {$/struct bits { unsigned low : 3, mid : 9; int high : 7; } s; short words[4], *p = \&words[1], *q = \&words[1], *none;\
static int limited(int x, int most) { if (x > most) return most; if (x < -most) return -most; return x; }\
static void put(short *to, int x) { if (x > 3) *to = (short)(x \& 63); else (*to)++; }\
static void raise(struct bits *at, int x) { at->low += (unsigned)x; if (at->low > 5) at->high = x \& 15; }\
static int checked(int x) { assert(x != 77); int twice = x; twice += x; return twice; }\
static int again(int x) { return x <= 0 ? 0 : 1 + again(x - 1); }\
static int *local(int x) { int own = x; return x > 1000 ? \&own : \&y; }\
TASK(t) {/' app.c
}

@test "--engine paths: branches around bit-fields, pointers and calls are joined" {
    body="unsigned char v[14]; for (int i = 0; i < 14; i++) v[i] = in();"
    for i in $(seq 0 13); do
        case $((i % 3)) in
        0) body+=" if (v[$i] > $((10 + i))) s.mid = s.mid + 1; else s.low = 1;" ;;
        1) body+=" if (v[$i] > $((10 + i))) { put(p, 1); assert(*q > 0); } else words[1] = limited(v[$i], 9);" ;;
        2) body+=" { int late; if (v[$i] > $((10 + i))) late = limited(7, 3); else late = 2; hits += late; }" ;;
        esac
    done
    with_helpers "$body assert(hits <= 3 * 14 && s.mid <= 14);"
    rtcheck app --engine paths --json app.oil app.c
    expect_status 0
    expect_json "(o['verdict'], o['complete'], o['states'] < 100)" "('holds', True, True)"
}

@test "--join: what goes wrong behind bit-fields, pointers and calls is found, and what cannot is not" {
    joined() { # STATUS "what is said" BODY
        with_helpers "$3"
        both_ways "$1" "$2"
    }
    joined 0 holds 'int x = in(); s.low = 7; if (x > 9) s.mid = x; else s.high = -3; assert(s.low == 7 && (s.mid == x || s.high == -3));'
    joined 1 "does not hold: s.mid != 44" 'int x = in(); if (x > 9) s.mid = x; else s.high = -3; assert(s.mid != 44);'
    joined 0 holds 'int x = in(); if (x > 9) s.low += x; assert(s.low <= 7); if (x & 1) s.high = 100; else s.high = 63; assert(s.high == -28 || s.high == 63);'
    joined 0 holds 'int x = in(); if (x > 9) *p = 5; else words[1] = 6; assert(*q == 5 || words[1] == 6);'
    joined 1 "does not hold: *q != 6" 'int x = in(); if (x > 9) *p = 5; else words[1] = 6; assert(*q != 6);'
    joined 0 holds 'int x = in(); if (x > 9) { *p = 1; words[1] = 2; y = *q; } else y = 2; assert(y == 2);'
    joined 1 "a null pointer" 'int x = in(); if (x > 9) y = *none; else y = 2;'
    joined 0 holds 'int x = in() & 7; if (x > 9) y = *none; else y = 2;'
    joined 1 "of words, which has" 'int x = in(); if (x == 9) { y = p[3]; } else { y = 1; }'
    joined 0 holds 'int x = in(), z = 0; if (x > 9) z = limited(x, 50); else z = limited(-x, 3); assert(z <= 50 && z >= -3);'
    joined 1 "does not hold: z != 50" 'int x = in(), z = 0; if (x > 9) z = limited(x, 50); else z = limited(-x, 3); assert(z != 50);'
    joined 0 holds 'int x = in(); words[2] = 9; if (x > 9) put(&words[2], x); else put(p, x); assert(words[2] <= 63 && words[1] <= 9);'
    joined 1 "does not hold: words[1] != 1" 'int x = in(); if (x > 9) put(&words[2], x); else put(p, x); assert(words[1] != 1);'
    joined 0 holds 'int x = in(); if (x > 9) raise(&s, x); else raise(&s, 2); assert(s.low <= 7 && s.high <= 15);'
    joined 1 "does not hold: s.high != 14" 'int x = in(); if (x > 9) raise(&s, x); else raise(&s, 2); assert(s.high != 14);'
    joined 1 "does not hold: x != 77" 'int x = in(), z = 1; if (x > 9) z = checked(x); y = z;'
    joined 0 holds 'int x = in(), z = 1; if (x > 99) z = checked(x); assert(z == 1 || z >= 200);'
    joined 0 holds 'int x = in(), z = 1; if (x > 99) z = again(3); assert(z == 1 || z == 3);'
    joined 1 "which is no more" 'int x = wide(), z = 1; if (x > 1000 && x < 1002) z = *local(x); else z = *local(5); y = z;'
    joined 1 "which has no value yet" 'int x = in(), late; if (x > 9) { if (x > 20) late = 1; else x = 2; } else late = limited(x, 3); y = late;'
    joined 0 holds 'int x = in(), *to = &y; if (x > 9) { int own = 4; y = own; } else { const int own = 5; *to = own; } assert(y == 4 || y == 5);'
    joined 1 "does not fit in int" 'int x = wide(), z = 0; if (x > 99) z = checked(limited(x, 2147483647)); y = z;'
}

@test "--engine auto: paths is asked whether something is wrong in time, too" {
    cat >late.oil <<'END'
CPU c { OS o { STATUS = EXTENDED; }; APPMODE m {};
TASK hi { PRIORITY = 3; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; };
TASK lo { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; };
COUNTER C { MINCYCLE = 1; MAXALLOWEDVALUE = 10000; TICKSPERBASE = 1; };
ALARM ahi { COUNTER = C; ACTION = ACTIVATETASK { TASK = hi; }; AUTOSTART = TRUE { ALARMTIME = 1; CYCLETIME = 150; APPMODE = m; }; };
ALARM alo { COUNTER = C; ACTION = ACTIVATETASK { TASK = lo; }; AUTOSTART = TRUE { ALARMTIME = 1; CYCLETIME = 500; APPMODE = m; }; };
};
END
    late() { # WHAT-LO-SHOWS
        printf '#include "os.h"\nunsigned sensor(void); void show(int); int flag;\nTASK(hi) { unsigned a = sensor(), b = sensor(); if ((a ^ b) == 12345) flag = 1; TerminateTask(); }\nTASK(lo) { show(%s); TerminateTask(); }\n' "$1" >late.c
    }
    late flag
    rtcheck app --engine auto --time 60 late.oil late.c
    expect_status 1
    expect_output "'flag' is written by task hi"
    late 1
    rtcheck app --engine auto --time 60 late.oil late.c
    expect_status 3
    expect_output "only if code is slow: in this run hi runs longer than 150 ticks of C"
    expect_error "engine paths"
    rtcheck app --engine all --time 60 late.oil late.c
    expect_status 3
    expect_output "only if code is slow: in this run hi runs longer than 150 ticks of C"
}

@test "--engine all: Spin's violated is told apart where only slow code goes wrong" {
    needs_spin
    cat >app.oil <<'END_OIL'
CPU c { OS o { STATUS = EXTENDED; }; APPMODE m {};
TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; };
COUNTER C { MINCYCLE = 1; MAXALLOWEDVALUE = 10; TICKSPERBASE = 1; };
ALARM a { COUNTER = C; ACTION = ACTIVATETASK { TASK = t; }; AUTOSTART = TRUE { ALARMTIME = 1; CYCLETIME = 5; APPMODE = m; }; };
};
END_OIL
    printf '#include "os.h"\nTASK(t) { TerminateTask(); }\n' >app.c
    rtcheck app --engine all app.oil app.c
    expect_status 3
    expect_error "Spin says violated, as alarms expire whenever they like there"
}

@test "--engine auto: the holds of paths counts only if some run leaves each loop" {
    printf 'CPU c { OS o { STATUS = EXTENDED; };\nTASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; };\n' >app.oil
    cat >app.c <<'END_C'
#include "os.h"
extern int count(void), level(void);
static int a[6], all;
static void turn(int to) { int at = 0; while (at > to) at = count(); }
TASK(t) {
    for (int k = 0; k < 6; k++) a[k] = level();
    for (int k = 0; k < 6; k++) all |= a[k];
    turn(-3);
    if (all > 1023) a[7] = 1;
    TerminateTask();
}
END_C
    printf 'int count() in 0..600\nint level() in 0..1023\n' >app.stubs
    rtcheck app --engine auto --memory 30M --stubs app.stubs app.oil app.c
    expect_status 3
    expect_error "no run was found that leaves the loop at app.c:4"
    printf 'int count() in -9..600\nint level() in 0..1023\n' >app.stubs
    rtcheck app --engine auto --memory 30M --stubs app.stubs app.oil app.c
    expect_status 0
    expect_output "assuming that loops end"
}

@test "what is only wrong if code is slow has its words also where the explicit search comes to no end" {
    cat >a.oil <<'END'
CPU c { OS o { STATUS = EXTENDED; };
 COUNTER k { MAXALLOWEDVALUE = 100; TICKSPERBASE = 1; MINCYCLE = 1; };
 ALARM al { COUNTER = k; ACTION = ACTIVATETASK { TASK = t; }; AUTOSTART = TRUE { ALARMTIME = 4; CYCLETIME = 4; }; };
 EVENT e { MASK = AUTO; };
 TASK b { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; EVENT = e; };
 TASK t { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; }; };
END
    cat >a.c <<'END'
#include "os.h"
#include <stdlib.h>
TASK(b) { unsigned i = 0; while (1) { WaitEvent(e); ClearEvent(e); i++; if (i > 9) ShutdownOS(E_OK); } }
TASK(t) { unsigned x = rand() % 255; if (x < 50) SetEvent(b, e); TerminateTask(); }
END
    at_full_speed # what is left of the time when the search has come to no end must be enough for paths
    with_time "[[ \$output = *'nothing is wrong as long as every task is ready again before its alarm expires again'* ]]" app --engine auto a.oil a.c
    expect_status 3
}

counting() { # FILE.oil FILE.c: an interrupt, an alarm, a task that waits and one that does not; $1: globals, $2: the interrupt's code, $3: the task's
    printf 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; ISR tick { CATEGORY = 2; PRIORITY = 1; }; EVENT e { MASK = AUTO; };
COUNTER k { MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; };
ALARM a { COUNTER = k; ACTION = ACTIVATETASK { TASK = t; }; AUTOSTART = TRUE { ALARMTIME = 1; CYCLETIME = 1; APPMODE = std; }; };
TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; };
TASK w { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; EVENT = e; }; };' >app.oil
    printf '#include <os.h>\n#include <assert.h>\n#include <stdint.h>\n%s\nISR(tick) { %s }\nTASK(t) { %s TerminateTask(); }\nTASK(w) { for (;;) { WaitEvent(e); ClearEvent(e); } }\n' "$1" "$2" "$3" >app.c
}

@test "--engine auto: what counts without end is any number" {
    at_full_speed # the solver's
    counting 'volatile uint32_t ms; uint32_t last; int on; uint8_t q[16];' 'ms++; q[ms & 15] = 1; if (ms & 1) SetEvent(w, e);' \
        'uint32_t now = ms; if (now - last > 100) { last = now; on = !on; } assert(on == 0 || on == 1); SetEvent(w, e);'
    rtcheck app --engine auto --ticks any:timely --time 40s --json app.oil app.c
    expect_status 0
    expect_valid stdout.txt
    expect_json "(o['verdict'], o['complete'], o['chosen']['engine'], 'ms' in o['widened'], 'for ever' in (o['assumption'] or ''))" \
        "('holds', True, 'widened', True, False)"
    rtcheck app --engine auto --ticks any:timely --time 40s app.oil app.c
    expect_output "  any number    \`ms\`"
}

@test "--engine auto: what may go wrong with any number is said, and not known" {
    at_full_speed # the solver's
    counting 'volatile uint32_t ms; uint8_t q[16];' 'ms++; q[ms / 1000000u % 17u] = 1; SetEvent(w, e);' ''
    rtcheck app --engine auto --ticks any:timely --time 10s --json app.oil app.c
    expect_status 3
    expect_valid stdout.txt
    expect_json "'index 16 of an array of 16' in o['open_numbers']" "True"
    counting 'volatile int ms;' 'ms++; SetEvent(w, e);' ''
    rtcheck app --engine auto --ticks any:timely --time 10s app.oil app.c
    expect_status 3
    expect_output "something may go wrong: the result does not fit in int, at app.c:5; with --no-check overflow, nothing does"
    rtcheck app --engine auto --ticks any:timely --time 10s --no-check overflow app.oil app.c
    expect_status 0
    rtcheck app --engine auto --ticks any:timely --time 5s --only overflow app.oil app.c
    expect_status 3
    expect_no_output "with --no-check overflow"
    counting 'volatile int ms; uint8_t q[16];' 'ms++; q[(unsigned)ms / 1000000u % 17u] = 1; SetEvent(w, e);' ''
    rtcheck app --engine auto --ticks any:timely --time 10s app.oil app.c
    expect_status 3
    expect_output "something may go wrong"
    expect_no_output "with --no-check overflow"
}

@test "--engine widened: that code is slow is said once" {
    cat >slow.oil <<'EOF'
CPU c { OS o { STATUS = EXTENDED; }; APPMODE m; EVENT e { MASK = AUTO; };
 COUNTER k { MINCYCLE = 1; MAXALLOWEDVALUE = 100; TICKSPERBASE = 1; };
 TASK w { PRIORITY = 2; AUTOSTART = TRUE { APPMODE = m; }; SCHEDULE = FULL; ACTIVATION = 1; EVENT = e; };
 TASK p { PRIORITY = 1; AUTOSTART = FALSE; SCHEDULE = FULL; ACTIVATION = 1; };
 ALARM a { COUNTER = k; ACTION = ACTIVATETASK { TASK = p; }; AUTOSTART = TRUE { APPMODE = m; ALARMTIME = 5; CYCLETIME = 5; }; };
 ISR i { CATEGORY = 2; PRIORITY = 1; };
};
EOF
    printf '#include "os.h"\nTASK(w) { for (;;) { WaitEvent(e); ClearEvent(e); } }\nTASK(p) { TerminateTask(); }\nISR(i) { SetEvent(w, e); }\n' >slow.c
    rtcheck app --engine widened slow.oil slow.c
    expect_status 3
    expect_output "only if code is slow"
    expect_no_output "ticks of k: only if"
}

@test "--engine widened: what ends for some numbers only is assumed to end, and said, if a run has shown it" {
    at_full_speed # the solver's
    counting 'volatile uint32_t ms;' 'ms++; if (ms % 100 == 0) SetEvent(w, e);' ''
    rtcheck app --engine widened --ticks any:timely --time 20s app.oil app.c
    expect_status 0
    expect_output "that w does not wait for ever"
    counting 'volatile uint32_t ms;' 'ms += 2; if (ms % 100 == 1) SetEvent(w, e);' ''
    rtcheck app --engine widened --ticks any:timely --time 20s app.oil app.c
    expect_status 3
    expect_output "it is not certain that w does not wait for ever"
    counting 'volatile uint32_t ms;' 'ms++; if (ms % 100 == 0) ShutdownOS(0);' ''
    rtcheck app --engine widened --ticks any:timely --time 20s app.oil app.c
    [ "$status" != 0 ]
}

@test "--engine widened: what ends here and there, and from where it is at last does not, is not assumed to end" {
    at_full_speed # the solver's
    printf 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; ISR tick { CATEGORY = 2; PRIORITY = 1; }; EVENT e { MASK = AUTO; };
TASK low { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; };
TASK high { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; EVENT = e; }; };' >app.oil
    printf '#include <os.h>\n#include <stdint.h>\nvolatile uint32_t n; volatile uint8_t on;\nISR(tick) { n += 3; SetEvent(high, e); }\n' >app.c
    printf 'TASK(low) { for (;;) { on = !on; } }\nTASK(high) { for (;;) { WaitEvent(e); ClearEvent(e); DisableAllInterrupts(); n++; EnableAllInterrupts(); while (n %% 3 == 2) { } } }\n' >>app.c
    rtcheck app --engine widened --no-check race --time 20s app.oil app.c
    expect_status 3
    expect_output "it is not certain that low is not ready for ever"
}

# A task that has the code between its locals and its end: app.oil, app.c.
task_to_an_unknown() {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; };' >app.oil
    printf '#include <os.h>\nint f(void); unsigned char a[8]; unsigned crc;\nTASK(t) { int n = f(), j = 0; %s TerminateTask(); }\n' "$1" >app.c
}

@test "--engine widened: a loop that counts to a number that nobody knows comes to its end" {
    at_full_speed # the solver's
    for code in 'for (int i = 0; i < n; i++) crc = i & 7;' 'while (j < n) { a[1] = 1; j++; }' 'int m = f(); while (n > 0 && m) n--;'; do
        task_to_an_unknown "$code"
        rtcheck app --engine widened --values 8 --time 24s app.oil app.c
        expect_status 0
        expect_output 'nothing goes wrong, whatever it is'
        expect_no_output 'for ever'
    done
}

@test "--engine widened: a loop that counts to a number of another sign or size need not come to its end" {
    for loop in 'for (uint16_t k = 200; k > (int16_t)u; k--) ;' 'for (uint16_t k = 0; (uint8_t)k < u; k++) ;' 'for (uint16_t k = 0; k < u; k = (uint8_t)(k + 1)) ;' 'for (uint16_t k = 9; k >= (int8_t)u; --k) ;'; do
        task_to_an_unknown "$loop"
        sed -i 's/^#include <os.h>/&\n#include <stdint.h>/; s/int n = f(), j = 0;/uint16_t u = f(), w = f(); if (u + w == 40123 \&\& u > w)/' app.c
        rtcheck app --engine widened --values 8 --time 10s app.oil app.c
        expect_status 3
    done
    for loop in 'for (uint8_t k = 0; k < (uint8_t)u; k++) ;' 'for (uint16_t k = 0; k < (u & 0x3ff); k++) ;' 'for (short k = 0; k < (short)u; k++) ;' 'for (uint8_t k = 0; k != (uint8_t)u; ++k) ;'; do
        task_to_an_unknown "$loop"
        sed -i 's/^#include <os.h>/&\n#include <stdint.h>/; s/int n = f(), j = 0;/uint16_t u = f();/' app.c
        rtcheck app --engine widened --values 8 --time 60s app.oil app.c
        expect_status 0
    done
}

@test "--engine widened: ... unless it does not, or is begun again and again" {
    at_full_speed # the solver's
    for code in 'for (int i = 0; i < n; i++) { if (i == 100000) for (;;); }' 'for (;;) { for (int i = 0; i < n; i++) j = 1; if (!j) break; j = 0; }' 'for (int i = 0; i < n; i++) { if (i == 9999) i = 0; }' \
        'for (unsigned char i = 0; i <= n; i++) a[i & 7] = 1;' 'for (int i = 0; i < n; i++) a[i & 7] = 1; if (n > 10000) ChainTask(t);'; do
        task_to_an_unknown "$code"
        rtcheck app --engine widened --values 8 --time 10s app.oil app.c
        [ "$status" = 1 ] || [ "$status" = 3 ]
    done
}

@test "--engine widened: what it cannot be asked" {
    counting 'volatile uint8_t n; int on;' 'n++;' 'if (n > 9) on = !on; SetEvent(w, e);'
    for option in "--ltl []n" "--schedule any" "--ticks any:idle" "--all-violations"; do
        # shellcheck disable=SC2086
        rtcheck app --engine widened $option app.oil app.c
        expect_status 2
        expect_error "--engine widened cannot be asked: "
    done
    rtcheck app --engine widened --values 3 --ticks any:timely --json app.oil app.c
    expect_status 0
    expect_json "(o['engine'], o['chosen']['engine'], o['widened'])" "('widened', 'widened', '\`n\`')"
}

@test "--engine widened: time that waits for a task does not go on because a routine runs" {
    at_full_speed # the solver's
    cat >b.oil <<'END'
CPU c { OS os { STATUS = EXTENDED; };
TASK u { PRIORITY = 4; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; };
ISR i { CATEGORY = 2; PRIORITY = 3; }; ISR j { CATEGORY = 2; PRIORITY = 1; };
COUNTER clock { MAXALLOWEDVALUE = 15; TICKSPERBASE = 1; MINCYCLE = 1; };
ALARM al { COUNTER = clock; ACTION = ACTIVATETASK { TASK = u; }; AUTOSTART = TRUE { ALARMTIME = 2; CYCLETIME = 0; APPMODE = OSDEFAULTAPPMODE; }; };
};
END
    printf '#include <os.h>\n#include <stdint.h>\nuint32_t n;\nISR(i) { n = (n + 1) %% M; }\nTASK(u) { ChainTask(u); }\nISR(j) { }\n' >b.c
    rtcheck app --ticks any:timely -D M=20 --engine widened --values 2 b.oil b.c
    expect_status 1
    rtcheck app --ticks any:timely -D M=4000000000 --engine auto --time 8s b.oil b.c
    expect_status 3
}
