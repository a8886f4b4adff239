#!/usr/bin/env bats
# rtcheck app: what needs a large application. Too slow with sanitizers.

load helpers

FIGURES=$ROOT/examples/app/figures

@test "a search that was cut off goes on where it was saved" {
    window="$ROOT/examples/app/window/window.oil $ROOT/examples/app/window/window.c $ROOT/examples/app/window/hardware.c"
    # shellcheck disable=SC2086
    with_time '[ -s saved ]' app --checkpoint saved $window
    expect_status 3
    rtcheck app --json --resume saved $window
    expect_status 0
    expect_json "o['complete'], o['never_run']" "True []"
    rtcheck app --resume saved "$FIGURES/fig5_6.oil" "$FIGURES/fig5_6.c"
    expect_status 2
    sed 's/AUTOSTART *= *TRUE/AUTOSTART = FALSE/' "$ROOT/examples/app/window/window.oil" >window.oil
    rtcheck app --resume saved window.oil "$ROOT/examples/app/window/window.c" "$ROOT/examples/app/window/hardware.c"
    expect_status 2
    expect_error "another model, or other options"
    rtcheck app --resume saved --no-check deadlock $window
    expect_status 2
    rtcheck app --resume saved --ltl '<> idle' $window
    expect_status 2
    expect_error "without --ltl"
}

@test "what only some values were tried of, and loops that were given up, are not forgotten when a search goes on" {
    cat >saved.oil <<'END'
CPU c {
  OS o { STATUS = EXTENDED; };
  TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; };
  ISR i { CATEGORY = 2; PRIORITY = 1; }; ISR j { CATEGORY = 2; PRIORITY = 2; }; ISR k { CATEGORY = 2; PRIORITY = 3; };
};
END
    cat >saved.c <<'END'
#include <os.h>
#include <assert.h>
volatile int in1, in2;
volatile unsigned char n, m, l;
int main(void) {
#ifdef LOOP
    unsigned rounds = 0;
    if (in1 == 1)
        while (rounds < 20) rounds += 2;
    assert(rounds != 20);
#else
    int a = in1, b = in2;
    assert(!(a == 123456789 && b == a));
#endif
    StartOS(OSDEFAULTAPPMODE);
    return 0;
}
TASK(t) { for (;;) if (n == 7) m = 0; }
ISR(i) { n = n * 5 + 1; }
ISR(j) { m = m * 3 + 1; }
ISR(k) { l = (l + 1) % 2; }
END
    local options="--no-check race --no-check endless --threads 1"
    # shellcheck disable=SC2086
    for more in '' '-D LOOP --loop-bound 5'; do
        rm -f saved
        with_time '[ -s saved ]' app $options $more --checkpoint saved saved.oil saved.c
        expect_status 3
        rtcheck app $options $more --resume saved saved.oil saved.c
        expect_status 3
    done
}

@test "an answer is the same, whether a search was made in one piece or went on from a checkpoint" {
    cat >kept.oil <<'END'
CPU c {
  OS o { STATUS = EXTENDED; ERRORHOOK = TRUE; };
  EVENT e { MASK = AUTO; };
  TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; };
  TASK u { PRIORITY = 9; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; EVENT = e; };
  ISR i { CATEGORY = 2; PRIORITY = 1; }; ISR j { CATEGORY = 2; PRIORITY = 2; };
};
END
    cat >kept.c <<'END'
#include <os.h>
#include <assert.h>
#include <stdlib.h>
volatile unsigned char n, m, flag, started;
volatile double real;
long long wide;
int plain, other;
int input(void);
int deep(int k) { return k ? deep(k - 1) : 0; }
void ErrorHook(StatusType error) {
#ifdef HOOK
    ShutdownOS(error);
#endif
}
#ifdef ELSEWHERE
DeclareTask(u);
#else
TASK(u) { /* what happens here, happens before the checkpoint */
#if defined ASSERTED
    assert(n < 40);
#elif defined MOVED
    plain = 1;
    flag = 1;
    while (flag != 2) { }
    plain = 3;
#elif defined HOOK
    if (random(0, 1)) ShutdownOS(E_OK);
#elif defined ENDLESS
    if (random(0, 1)) for (;;) { }
#elif defined ORDER
    if (n + m == 100) other = 1;
#elif defined WORDS
    if (wide == 100) other = 1;
#elif defined REAL
    double x = random(0, 3);
    real = x * x + x;
#elif defined LIBRARY
    plain = rand() > 7;
    free(malloc(0));
#elif defined DOUBT
    if (random(0, 1)) plain = deep(50);
#elif defined WRONG
    int a[2];
    if (random(0, 1)) a[random(0, 2)] = 1;
#elif defined WAITS
    if (random(0, 1)) WaitEvent(e);
#elif defined SAMPLED
    int a = input(), b = input();
    if (a == b) other = 1;
#elif defined LOOPS
    for (int k = 0, last = random(0, 9); k < last; k++) other = k;
#endif
    TerminateTask();
}
#endif
TASK(t) {
    started = 1;
#ifdef HOOK
    for (int k = 0; k < 9; k++) n = n;
    ActivateTask(99);
#endif
    for (;;)
        if (n == 100 && m == 200) assert(0);
}
ISR(i) {
#ifdef MOVED
    if (flag == 1) {
        plain = 2;
        flag = 2;
    }
#elif defined WORDS
    wide = 0;
#endif
    if (started) n = (n + 1) % 40;
}
ISR(j) {
    if (started) m = (m + 1) % 40;
}
END
    echo 'memory kept.c nobody minds' >known
    local all="[o.get(k) for k in ('verdict', 'complete', 'states', 'vacuous', 'sampled', 'inconclusive', 'assumption', 'never_run',
        'unreached', 'endless', 'violation_count')] + [v['message'] for v in o['violations']]"
    # The search for tasks that wait and code that never ends would see all of it again.
    local once="--no-check waiting --no-check endless" whole more
    for more in "NOTHING $once" "ASSERTED $once" "MOVED $once" "HOOK $once --isr 3" "HOOK $once --isr 3 --search dfs" "ENDLESS $once" \
        "ORDER $once" "WORDS $once --target armv7-none-eabi" "REAL $once --target aarch64-none-elf" "LIBRARY $once" "DOUBT $once" "DOUBT $once --all-violations" \
        "WRONG --all-violations" "WRONG $once --suppress known" WAITS "SAMPLED $once" "LOOPS $once --loop-bound 5" "ELSEWHERE $once --without-headers"; do
        rm -f saved
        # shellcheck disable=SC2086
        set -- app --threads 1 --json --no-check race --no-check unchecked --no-check argument -D $more kept.oil kept.c
        rtcheck "$@" --checkpoint saved --every 1ms
        whole=$(json "$all")
        rtcheck "$@" --resume saved
        [ "$(json "$all")" = "$whole" ] || fail "$more: $(json "$all"), not $whole"
    done
}

@test "findings of one kind at one place are one, and what is known can be suppressed" {
    cruise=("$ROOT/examples/app/cruise/cruise.oil" "$ROOT/examples/app/cruise/broken/cruise.c" "$ROOT/examples/app/cruise/wheel.c" "$ROOT/examples/app/cruise/control.c" "$ROOT/examples/app/cruise/hardware.c")
    rtcheck app --all-violations --json "${cruise[@]}"
    expect_status 1
    expect_json "len(o['violations']) == len({(v['kind'], v['location']['line'], v['location']['column']) for v in o['violations']})" "True"
    echo 'race wheel.c nobody minds' > "$BATS_TEST_TMPDIR/known"
    rtcheck app --suppress "$BATS_TEST_TMPDIR/known" "${cruise[@]}"
    expect_status 0
    expect_output "race at wheel.c (nobody minds)"
    echo 'race wheel.c' > "$BATS_TEST_TMPDIR/known"
    rtcheck app --suppress "$BATS_TEST_TMPDIR/known" "${cruise[@]}"
    expect_status 2
    expect_error "known:1:1: error:"
}

@test "violations that were found before a search was stopped are told when it goes on" {
    cat >app.oil <<'END'
CPU c { OS o { STATUS = EXTENDED; STARTUPHOOK = TRUE; }; APPMODE M {};
  TASK T { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = M; }; };
  ISR I { CATEGORY = 2; PRIORITY = 5; }; ISR J { CATEGORY = 2; PRIORITY = 6; }; };
END
    cat >app.c <<'END'
#include "os.h"
unsigned a, b; int tab[3]; int input(void);
void StartupHook(void) { tab[input()] = 2; }
ISR(I) { a = (a + 1) % 300; }
ISR(J) { b = (b + 1) % 300; }
TASK(T) { TerminateTask(); }
END
    rtcheck app app.oil app.c --all-violations --no-check race --threads 1 --time 1 --checkpoint some.ck --json
    expect_status 1
    expect_json "o['complete']" False
    rtcheck app app.oil app.c --all-violations --no-check race --threads 1 --resume some.ck --json
    expect_status 1
    expect_json "[o['complete'], o['violations'][0]['message']]" "[True, 'index -1 of an array of 3']"
}

@test "a task waits for ever though an interrupt, which need not come, may shut the system down" {
    echo 'CPU c { OS os { STATUS = EXTENDED; }; EVENT e { MASK = AUTO; }; ISR i { CATEGORY = 2; };
          TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; EVENT = e; AUTOSTART = TRUE { APPMODE = OSDEFAULTAPPMODE; }; }; };' >app.oil
    task='int n; TASK(t) { WaitEvent(e); ClearEvent(e); TerminateTask(); }'
    for routine in 'ShutdownOS(E_OK);' 'if (n++) ShutdownOS(E_OK);'; do
        printf '#include "os.h"\n%s\nISR(i) { %s }\n' "$task" "$routine" >app.c
        for options in "" --no-reduction "--isr i=1"; do
            rtcheck app $options app.oil app.c
            expect_status 1
            expect_output "t waits for ever for e"
        done
        rtcheck app --fair-interrupts app.oil app.c
        expect_status 0
    done
    printf '#include "os.h"\n%s\nISR(i) { if (n++) ShutdownOS(E_OK); else SetEvent(t, e); }\n' "$task" >app.c
    rtcheck app app.oil app.c
    expect_status 0
}

@test "a task waits for ever in many states, too, while time keeps to its tasks" {
    cat >app.oil <<'OIL'
CPU c { OS os { STATUS = EXTENDED; }; EVENT e { MASK = AUTO; };
COUNTER clock { MAXALLOWEDVALUE = 99; TICKSPERBASE = 1; MINCYCLE = 1; };
ALARM a { COUNTER = clock; ACTION = ACTIVATETASK { TASK = u; }; AUTOSTART = TRUE { ALARMTIME = 3; CYCLETIME = 3; APPMODE = OSDEFAULTAPPMODE; }; };
ALARM b { COUNTER = clock; ACTION = ACTIVATETASK { TASK = v; }; AUTOSTART = TRUE { ALARMTIME = 25; CYCLETIME = 25; APPMODE = OSDEFAULTAPPMODE; }; };
TASK t { PRIORITY = 3; ACTIVATION = 1; SCHEDULE = FULL; EVENT = e; AUTOSTART = TRUE { APPMODE = OSDEFAULTAPPMODE; }; };
TASK u { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; };
TASK v { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; }; };
OIL
    cat >app.c <<'C'
#include "os.h"
unsigned n, on = 1;
TASK(t) { WaitEvent(e); TerminateTask(); }
TASK(u) {
    if (random(0, 1)) {
        if (on) CancelAlarm(b); else SetRelAlarm(b, 25, 25);
        on = !on;
    }
    n = (n + 1) % 500;
    TerminateTask();
}
TASK(v) { TerminateTask(); }
C
    rtcheck app --ticks any:timely app.oil app.c
    expect_status 1
    expect_output "t waits for ever for e"
}

@test "time counts while a folder is searched, and where it ended is said" {
    mkdir -p project/lib
    echo 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; };' >project/app.oil
    printf '#include <os.h>\nint n;\nTASK(t) { n++; TerminateTask(); }\n' >project/app.c
    python3 - <<'END'
for number in range(3000):
    with open(f"project/lib/part_{number}.c", "w") as file:
        file.writelines(f"int part_{number}_{i}(int a) {{ return part_{(number + 1) % 3000}_{i}(a) + {i}; }}\n" for i in range(60))
END
    rtcheck app --time 1s project
    expect_status 3
    expect_output "unknown: the time was over before there was an answer"
    expect_error "'project' was not searched to its end"
    expect_error "of 300"
}
