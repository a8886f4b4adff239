#!/usr/bin/env bats
# rtcheck app --engine sequential: one sequential program of an application and its system.

load helpers

FIGURES=$ROOT/examples/app/figures

setup() {
    begin
    cat > a.oil << 'OIL'
CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
  TASK t { PRIORITY = 1; AUTOSTART = TRUE { APPMODE = std; }; ACTIVATION = 1; SCHEDULE = FULL; };
  TASK u { PRIORITY = 2; AUTOSTART = FALSE; ACTIVATION = 1; SCHEDULE = FULL; };
};
OIL
}

sequential() { run "$RTCHECK" app --engine sequential "$@"; }

@test "the figures of the thesis: the same verdicts as by the explicit engine" {
    for oil in "$FIGURES"/*.oil; do
        source=${oil%.oil}.c
        run "$RTCHECK" app --quiet "$oil" "${source/_lost/}"
        [ "$status" -le 1 ]
        explicit=$status
        sequential --quiet "$oil" "${source/_lost/}"
        [ "$status" -eq "$explicit" ]
    done
}

@test "--tree counts the execution paths that the thesis draws" {
    counted() { # FIGURE "paths, states, paths joined, states of the graph" OPTIONS
        name=$1 wanted=$2
        shift 2
        rtcheck app --engine sequential --tree --loop-bound 2 --allow-vacuous --json "$@" "$FIGURES/$name.oil" "$FIGURES/$name.c"
        expect_status 0
        expect_valid stdout.txt
        expect_json "(o['tree']['paths'], o['tree']['states'], o['tree']['joined_paths'], o['graph']['computed'])" "($wanted)"
    }
    counted fig4_4 "2, 12, 1, 8"
    counted fig6_2_printed "3, 16, 2, 12" --any x --any y
    counted fig6_11 "4, 18, 2, 9"
    counted fig7_1_printed "3, 16, 3, 8"
    counted fig7_1 "3, 18, 3, 9"
    expect_json "(o['tree']['loop_bound'], o['tree']['endless'], o['tree']['complete'])" "(2, False, True)"
    sequential --tree "$FIGURES/fig7_1_printed.oil" "$FIGURES/fig7_1_printed.c"
    [[ "$output" == *"execution tree: 11 paths, 72 states; code without services joined: 11 paths, 72 states; as a graph: 8 states"* ]]
}

@test "--tree: loops of all kinds are unfolded, endless paths are told, and large trees are counted, not built" {
    cat > a.c << 'C'
#include <os.h>
int x, y;
static void twice(void) { int i; for (i = 0; i < 2; i++) y++; }
TASK(t) { do { x++; } while (x < 5); twice(); while (1) { if (x > 7) break; x++; } TerminateTask(); }
TASK(u) { TerminateTask(); }
C
    sequential --tree --loop-bound 3 --allow-vacuous --json a.oil a.c
    # do: 1 to 3 rounds; for: 0 to 3; while (1), which begins with its way out: 0 to 3
    [[ "$output" == *'"paths": 48,'* ]]
    [[ "$output" == *'"joined_paths": 1,'* ]]
    printf '#include <os.h>\nTASK(t) { ChainTask(u); }\nTASK(u) { ChainTask(t); }\n' > chain.c
    sequential --tree --allow-vacuous a.oil chain.c
    [[ "$output" == *"some paths have no end"* ]]
    { printf '#include <os.h>\nint a;\nTASK(u) { TerminateTask(); }\nTASK(t) {\n'
      for i in $(seq 60); do echo "if (a > $i) a--;"; done
      echo 'TerminateTask(); }'; } > many.c
    sequential --tree --allow-vacuous --json a.oil many.c
    [[ "$output" == *'"paths": 1152921504606846976,'* || "$output" == *'"paths": 1.152921504606847e+18,'* ]]
    [[ "$output" == *'"joined_paths": 1,'* ]]
    run "$RTCHECK" app --tree a.oil chain.c
    [ "$status" -eq 2 ]
    [[ "$output" == *"--tree counts what --engine sequential goes through"* ]]
}

@test "the figures of the thesis as sequential Promela: rtcheck model and Spin say the same" {
    for oil in "$FIGURES"/*.oil; do
        source=${oil%.oil}.c
        sequential --quiet --emit out "$oil" "${source/_lost/}"
        explicit=$status
        run "$RTCHECK" model --quiet out/sequential.pml
        [ "$status" -eq "$explicit" ]
        rm -r out
    done
    sequential --quiet --emit out "$FIGURES/fig7_1.oil" "$FIGURES/fig7_1.c"
    sequential --quiet --emit bug "$FIGURES/mixpremt1_bug.oil" "$FIGURES/mixpremt1_bug.c"
    command -v spin || skip "the rest needs Spin"
    spin -T out/sequential.pml > run.txt
    "$RTCHECK" app --run "$FIGURES/fig7_1.oil" "$FIGURES/fig7_1.c" | diff - <(grep -v "process" run.txt)
    for folder in out bug; do
        (cd $folder && spin -a sequential.pml && "$CC" -w -fwrapv -DSAFETY -o pan pan.c && ./pan > said.txt)
    done
    grep -q "errors: 0" out/said.txt
    grep -q "errors: 1" bug/said.txt
}

@test "CBMC, where it is installed, says the same of the program in C" {
    command -v cbmc || skip "needs CBMC"
    for name in fig5_6 fig7_1 mixpremt1_bug nonpremt1_safe; do
        sequential --quiet --emit out "$FIGURES/$name.oil" "$FIGURES/$name.c"
        ours=$status
        run cbmc out/sequential.c --unwind 10 --unwinding-assertions
        [ "$((status != 0))" -eq "$ours" ]
    done
}

@test "sequential Promela: what cannot be said is named with its place, and no file is left" {
    while IFS='|' read -r code what; do
        printf '#include "os.h"\n#include <assert.h>\n%s\nTASK(u) { TerminateTask(); }\n' "$code" > a.c
        mkdir -p out
        echo old > out/sequential.pml
        sequential --emit out a.oil a.c
        [ "$status" -le 1 ]
        [[ "$output" == *"out/sequential.pml was not written: a.c:"*"$what cannot be written as Promela"* ]]
        [ ! -e out/sequential.pml ]
        [ -e out/sequential.c ]
    done << 'CASES'
long long x; TASK(t) { x = x + 1; TerminateTask(); }|a variable of 64 bits
unsigned x = 7, y; TASK(t) { y = 4000000000u / (x + y); TerminateTask(); }|division of an unsigned 32-bit number
int x; TASK(t) { int y = random(0, 1); x = (int)((long long)y * 4); TerminateTask(); }|a 64-bit number
int x; TASK(t) { x = random(-40000, 40000); TerminateTask(); }|a choice of more than 65536 values
CASES
}

@test "sequential Promela: what goes wrong in C goes wrong there, and what does not does not" {
    while IFS='|' read -r options code; do
        printf '#include "os.h"\n#include <assert.h>\n%s\nTASK(u) { TerminateTask(); }\n' "$code" > a.c
        # shellcheck disable=SC2086 # options are words
        run "$RTCHECK" app --quiet $options a.oil a.c
        [ "$status" -le 1 ]
        explicit=$status
        # shellcheck disable=SC2086
        sequential --quiet $options --emit out a.oil a.c
        [ "$status" -eq "$explicit" ]
        run "$RTCHECK" model --quiet out/sequential.pml
        echo "$code: $explicit, $output"
        [ "$status" -eq "$explicit" ]
    done << 'CASES'
|int x; TASK(t) { int a = random(-3, 3), b = random(0, 2); x = a * 1000000000 + b * 1000000000; TerminateTask(); }
|int x; TASK(t) { int a = random(-2, 2), b = random(-1, 1); x = a * 1000000000 + b * 100000000; TerminateTask(); }
--no-check overflow|int x; TASK(t) { int a = random(0, 3); x = a * 1000000000; assert(x != -1294967296); TerminateTask(); }
--no-check overflow|int x; TASK(t) { int a = random(0, 3); x = a * 1000000000; assert(x != -1294967295); TerminateTask(); }
|int x; TASK(t) { int a = random(-2, 2); x = (a == -2147483647 - 1) ? 0 : 8 / (a ? a : 1); assert(x <= 8); TerminateTask(); }
|int x; TASK(t) { int a = random(-2, 2); x = 8 / a; TerminateTask(); }
|int x = -2147483647 - 1; TASK(t) { int a = random(-2, 2); if (a) x = x / a; TerminateTask(); }
|int a[3]; TASK(t) { int i = random(0, 3); if (i < 3 && a[i] == 0) a[i] = 1; TerminateTask(); }
|int a[3]; TASK(t) { int i = random(0, 3); if (a[i] == 0 && i < 3) a[i] = 1; TerminateTask(); }
|unsigned x; TASK(t) { unsigned a = 0xfffffff0u + (unsigned)random(0, 15); x = a >> 4; assert(x == 0x0fffffffu); assert(a > 5); TerminateTask(); }
|signed char x; TASK(t) { x = (signed char)(random(0, 3) * 100); assert(x != 44); TerminateTask(); }
|struct { int s : 3; unsigned u : 2; } b; TASK(t) { b.s = random(-4, 3); b.u = random(0, 3); assert(b.s + (int)b.u >= -4); TerminateTask(); }
|struct { int s : 3; unsigned u : 2; } b; TASK(t) { b.s = 5; assert(b.s == -3); TerminateTask(); }
|struct p { int x, y[2]; } p, q = {1, {2, 3}}; TASK(t) { p = q; assert(p.y[1] == 3 && p.x == 1); p.y[0]++; assert(q.y[0] == 2); TerminateTask(); }
|int y; TASK(t) { int x; if (random(0, 1)) x = 1; y = x; TerminateTask(); }
|int y; TASK(t) { int x = random(0, 3); x = random(0, x); assert(x <= 3); y = 3 - x; assert(y); TerminateTask(); }
|int m[2][3]; TASK(t) { int i = random(0, 1), j = random(0, 2); m[i][j] = 7; assert(m[1][0] == 0 || (i == 1 && j == 0)); TerminateTask(); }
|int x; TASK(t) { int n = random(0, 31); x = 1 << n; TerminateTask(); }
|int x; TASK(t) { int n = random(0, 30); x = 1 << n; assert(x > 0); TerminateTask(); }
|_Bool b; TASK(t) { b = random(0, 2); assert(b <= 1); assert(!b || b == 1); TerminateTask(); }
|struct c { int t, l; } s = {3, 4}; TASK(t) { struct c *c = &s; int *l = &s.l; c->t++; *l += c->t; assert(s.t == 4 && s.l == 8); TerminateTask(); }
|int at_x, node_1, k, over, skip, init, len; TASK(t) { at_x = node_1 = k = over = skip = init = len = 3; assert(at_x + k == 6); TerminateTask(); }
CASES
}

@test "a pointer is what it was given only where it has been given that" {
    while read -r code; do
        printf '#include "os.h"\n#include <assert.h>\nint a, b;\n%s\nTASK(u) { TerminateTask(); }\n' "$code" > a.c
        sequential a.oil a.c
        [ "$status" -eq 2 ]
        [[ "$output" == *"a pointer"*"cannot be said in a sequential program"* ]]
    done << 'CASES'
TASK(t) { switch (random(0, 1)) { case 0:; int *p = &a; break; case 1: *p = 1; } TerminateTask(); }
TASK(t) { int *p = &a; if (random(0, 1)) p = &b; *p = 1; TerminateTask(); }
TASK(t) { int *p = &a, **q = &p; *q = &b; *p = 1; TerminateTask(); }
TASK(t) { int *p; if (random(0, 1)) p = &b; *p = 1; TerminateTask(); }
CASES
}

@test "a violation is told as a run of the application" {
    sequential "$FIGURES/mixpremt1_bug.oil" "$FIGURES/mixpremt1_bug.c"
    [ "$status" -eq 1 ]
    [[ "$output" == *"violated: the assertion does not hold: cnt == 1"* ]]
    [[ "$output" == *"t2    ActivateTask(t3) = E_OK"* ]]
}

@test "--emit writes a program that compiles without a warning and runs" {
    sequential --emit "out" "$FIGURES/fig7_1.oil" "$FIGURES/fig7_1.c"
    [ "$status" -eq 0 ]
    cc -Wall -Wextra -Werror -c "out/sequential.c" -o "program.o"
    cc -Wall -Wextra -Werror -DNATIVE "out/sequential.c" -o "program"
    ./program < /dev/null > lines
    "$RTCHECK" app --run "$FIGURES/fig7_1.oil" "$FIGURES/fig7_1.c" | diff - lines
}

@test "an input is chosen, and the run is told with its value" {
    echo '#include <os.h>
#include <assert.h>
extern unsigned char in(void);
TASK(t) { unsigned char x = in(); if (x > 10) ActivateTask(u); assert(x != 77); TerminateTask(); }
TASK(u) { TerminateTask(); }' > "a.c"
    sequential "a.oil" "a.c"
    [ "$status" -eq 1 ]
    [[ "$output" == *"77"* ]]
}

@test "an identifier that is no constant is compared with all that there are" {
    echo '#include <os.h>
#include <assert.h>
TaskType next; int ran;
TASK(t) { next = u; ActivateTask(next); assert(ran == 1); TerminateTask(); }
TASK(u) { ran++; TerminateTask(); }' > "a.c"
    sequential "a.oil" "a.c"
    [ "$status" -eq 0 ]
}

@test "what cannot be said is refused, with its place" {
    echo '#include <os.h>
int a, b, *p;
extern _Bool in(void);
TASK(t) { p = in() ? &a : &b;
  *p = 3; TerminateTask(); }
TASK(u) { TerminateTask(); }' > "a.c"
    sequential "a.oil" "a.c"
    [ "$status" -eq 2 ]
    [[ "$output" == *"a.c:4:"*"cannot be said in a sequential program"* ]]
}

@test "recursion, floating numbers and unions are refused" {
    for body in 'static int f(int x) { return x ? f(x - 1) : 0; } TASK(t) { f(3); TerminateTask(); }' \
        'double d; TASK(t) { d = d + 1; TerminateTask(); }' \
        'union { int a; char b; } v; TASK(t) { v.a = 1; TerminateTask(); }'; do
        printf '#include <os.h>\n%s\nTASK(u) { TerminateTask(); }\n' "$body" > "a.c"
        sequential "a.oil" "a.c"
        [ "$status" -eq 2 ]
        [[ "$output" == *"cannot be said in a sequential program"* ]]
    done
}

@test "a graph that is too large is given up, and its size is told" {
    sequential --nodes 5 --json "$FIGURES/fig7_1.oil" "$FIGURES/fig7_1.c"
    [ "$status" -eq 3 ]
    [[ "$output" == *'"verdict": "unknown"'* ]]
    [[ "$output" == *"more than 5 points"* ]]
    [[ "$output" == *'"graph"'* ]]
    "$RTCHECK" app --engine sequential --nodes 5 --json "$FIGURES/fig7_1.oil" "$FIGURES/fig7_1.c" > large.json || true
    "$RTCHECK" app --engine sequential --json "$FIGURES/fig7_1.oil" "$FIGURES/fig7_1.c" > searched.json
    "$RTCHECK" app --engine sequential --prove --json "$FIGURES/fig7_1.oil" "$FIGURES/fig7_1.c" > proved.json
    expect_valid large.json searched.json proved.json
}

# Services on every branch, each of which makes another state of the kernel: the worst case of the thesis, section 8.2.2.
worst_case() {
    local count=$1
    {
        echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;'
        echo 'TASK t { PRIORITY = 9; AUTOSTART = TRUE { APPMODE = std; }; ACTIVATION = 1; SCHEDULE = FULL; };'
        for i in $(seq "$count"); do
            echo "TASK t$i { PRIORITY = 1; AUTOSTART = FALSE; ACTIVATION = 1; SCHEDULE = FULL; };"
        done
        echo '};'
    } > w.oil
    {
        echo '#include "os.h"'
        for i in $(seq "$count"); do echo "TASK(t$i) { TerminateTask(); }"; done
        echo 'TASK(t) {'
        for i in $(seq "$count"); do echo "  if (random(0, 1)) ActivateTask(t$i);"; done
        echo '  TerminateTask(); }'
    } > w.c
}

@test "services on every branch: a small case is a tree of all orders, a large one is given up, with its size and how it grows" {
    worst_case 6
    sequential w.oil w.c
    [ "$status" -eq 0 ]
    worst_case 24
    run "$RTCHECK" app --engine sequential --memory 1G --json --nodes 20000 w.oil w.c
    [ "$status" -eq 3 ]
    [[ "$output" == *"more than 20000 points"* ]]
    [[ "$output" =~ each\ (1\.[5-9]|2(\.[0-9])?)\ times\ as\ many\ nodes\ as\ the\ one\ before,\ which\ makes\ about\ .*\ points\ 10\ answers\ later ]]
    [[ "$output" == *"t calls services in 1.68e+07 orders: the graph of computation may have as many nodes, and is given up beyond 20000 points"* ]]
    [[ "$output" == *'"orders": 16777216'* ]]
}

@test "more values than are tried one by one: a proof, or a run with a value that goes wrong" {
    echo '#include <os.h>
#include <assert.h>
extern unsigned in(void);
unsigned x;
TASK(t) { x = in() & 0xffffu; if (x > 9) ActivateTask(u); assert(x < LIMIT); TerminateTask(); }
TASK(u) { x = x / 2; TerminateTask(); }' > "a.c"
    sequential -D LIMIT=40000 "a.oil" "a.c"
    [ "$status" -eq 0 ]
    [[ "$output" == *"proved by induction, for all values of inputs"* ]]
    sequential -D LIMIT=32767 "a.oil" "a.c"
    [ "$status" -eq 1 ]
    [[ "$output" == *"the assertion does not hold: x <"* ]]
}

@test "--prove asks for a proof, and --emit writes it" {
    sequential --prove --emit out --json "$FIGURES/fig6_2.oil" "$FIGURES/fig6_2.c"
    [ "$status" -eq 0 ]
    [[ "$output" == *'"proof": "in'* ]]
    grep -q "set-logic HORN" out/sequential.smt2
    [ -s out/invariant.smt2 ]
    sequential --prove "$FIGURES/mixpremt1_bug.oil" "$FIGURES/mixpremt1_bug.c"
    [ "$status" -eq 1 ]
}

@test "what no induction proves is proved by invariants, which are written" {
    local wide=$ROOT/examples/app/wide
    sequential --emit out --json "$wide/one.oil" "$wide/aligned.c"
    [ "$status" -eq 0 ]
    [[ "$output" == *'"proof": "invariants"'* ]]
    grep -q "(define-fun p0 " out/invariant.smt2
    grep -q "^(check-sat)" out/sequential.smt2
    sequential "$wide/one.oil" "$wide/broken/aligned.c"
    [ "$status" -eq 1 ]
}

@test "one input, of which one value does it: the run tells it, and that it is large" {
    printf '#include "os.h"\n#include <assert.h>\nunsigned short get(void);\nTASK(t) { unsigned short x = get(); int y = x * x; assert(y >= 0); TerminateTask(); }\n' >square.c
    printf '#include "os.h"\n#include <assert.h>\nunsigned char get(void);\nTASK(t) { unsigned char x = get(); assert(x != 7); TerminateTask(); }\n' >seven.c
    printf 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE normal { }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = normal; }; }; };' >one.oil
    sequential one.oil square.c
    [ "$status" -eq 3 ]
    [[ "$output" == *'only if inputs are large'*'`x` gives '* ]]
    sequential one.oil seven.c
    [ "$status" -eq 1 ]
    [[ "$output" == *'x gives 7'* ]]
}

@test "a service that is told a wide input: what the kernel tells apart is" {
    cat >told.oil <<'END'
CPU c { OS os { STATUS = EXTENDED; }; APPMODE normal;
COUNTER k { MINCYCLE = 3; MAXALLOWEDVALUE = 8; TICKSPERBASE = 1; };
EVENT e1 { MASK = 1; }; EVENT e2 { MASK = 4; };
TASK t { PRIORITY = 1; AUTOSTART = TRUE { APPMODE = normal; }; ACTIVATION = 1; SCHEDULE = FULL; };
TASK u { PRIORITY = 2; AUTOSTART = FALSE; ACTIVATION = 1; SCHEDULE = FULL; };
TASK w { PRIORITY = 3; AUTOSTART = TRUE { APPMODE = normal; }; ACTIVATION = 1; SCHEDULE = FULL; EVENT = e1; EVENT = e2; };
ALARM a { COUNTER = k; ACTION = ACTIVATETASK { TASK = u; }; AUTOSTART = FALSE; };
};
END
    cat >told.c <<'END'
#include "os.h"
#include <assert.h>
unsigned get(void);
int n, woke;
TASK(u) { n++; TerminateTask(); }
TASK(w) { WaitEvent(e1); woke = 1; TerminateTask(); }
TASK(t) {
    unsigned x = get();
    StatusType s;
    TaskStateType state = 9;
#if KIND == 0
    s = ActivateTask(x);
    assert(s == E_OK ? n == 1 || x == t : s == E_OS_ID || s == E_OS_LIMIT);
#elif KIND == 1
    s = SetRelAlarm(a, x, 0);
    assert((s == E_OK) == (x >= 1 && x <= 8) || x == 0);
#elif KIND == 2
    s = SetRelAlarm(a, 5, x);
    assert((s == E_OK) == (x == 0 || (x >= 3 && x <= 8)));
#elif KIND == 3
    s = SetEvent(w, x);
    assert(woke == (x & 1));
#elif KIND == 4
    s = GetTaskState(x, &state);
    assert((s == E_OK) == (x <= 2) && (s == E_OK || state == 9));
#elif KIND == 5
    s = IncrementCounter(x);
    assert((s == E_OK) == (x == 0));
#elif KIND == 6
    s = ActivateTask(x);
    assert(s != E_OS_ID);
#elif KIND == 7
    s = SetAbsAlarm(a, x, 0);
    assert(s != E_OK || x != 8);
#elif KIND == 8
    s = SetEvent(w, x);
    assert(!woke || x != 0xfffffff1);
#endif
    TerminateTask();
}
END
    local engine kind want
    for engine in paths sequential; do
        for kind in 0 1 2 3 4 5 6 7 8; do
            want=$((kind > 5))
            run "$RTCHECK" app --engine $engine --only assertion --ticks 0 --allow-vacuous -DKIND=$kind told.oil told.c
            [ "$status" -eq $want ] || echo "$engine $kind: $status $output"
            [ "$status" -eq $want ]
        done
    done
    at_full_speed # the solver's
    sed 's/MAXALLOWEDVALUE = 8/MAXALLOWEDVALUE = 65535/' told.oil >far.oil
    run "$RTCHECK" app --engine paths --only overflow --ticks 0 --allow-vacuous -DKIND=1 far.oil told.c
    [ "$status" -eq 3 ]
    [[ "$output" == *'SetRelAlarm with more than 512 numbers'* ]]
}

@test "a service that is told two inputs, or three: all that the kernel tells apart" {
    cat >told.oil <<'END'
CPU c { OS os { STATUS = EXTENDED; }; APPMODE normal;
COUNTER k { MINCYCLE = 2; MAXALLOWEDVALUE = 3; TICKSPERBASE = 1; };
EVENT e1 { MASK = 1; }; EVENT e2 { MASK = 4; };
TASK t { PRIORITY = 1; AUTOSTART = TRUE { APPMODE = normal; }; ACTIVATION = 1; SCHEDULE = FULL; };
TASK u { PRIORITY = 2; AUTOSTART = TRUE { APPMODE = normal; }; ACTIVATION = 1; SCHEDULE = FULL; EVENT = e2; };
TASK w { PRIORITY = 3; AUTOSTART = TRUE { APPMODE = normal; }; ACTIVATION = 1; SCHEDULE = FULL; EVENT = e1; EVENT = e2; };
ALARM a { COUNTER = k; ACTION = ACTIVATETASK { TASK = u; }; AUTOSTART = FALSE; };
ALARM b { COUNTER = k; ACTION = ACTIVATETASK { TASK = u; }; AUTOSTART = FALSE; };
};
END
    cat >told.c <<'END'
#include "os.h"
#include <assert.h>
unsigned get(void);
int woke;
TASK(u) { WaitEvent(e2); woke |= 2; TerminateTask(); }
TASK(w) { WaitEvent(e1); woke |= 1; TerminateTask(); }
TASK(t) {
    unsigned x = get(), y = get(), z = get();
    StatusType s;
#if KIND == 0
    s = SetRelAlarm(a, x, y);
    assert((s == E_OK) == (x <= 3 && (y == 0 || y == 2 || y == 3)) || !x);
#elif KIND == 1
    s = SetRelAlarm(x % 3 == 2 ? INVALID : x % 3 == 1 ? a : b, y, z);
    assert((s == E_OS_ID) == (x % 3 == 2));
    assert((s == E_OK) == (x % 3 != 2 && y <= 3 && (z == 0 || (z >= 2 && z <= 3))) || !y);
#elif KIND == 2
    s = SetEvent(x, y);
    assert(woke == (s != E_OK ? 0 : x == w ? y & 1 : x == u && y & 4 ? 2 : 0));
#elif KIND == 3
    s = SetEvent(x, y);
    assert(woke != 2 || y != 0xfffffff4);
#elif KIND == 4
    s = SetRelAlarm(a, x, y);
    assert(s != E_OK || x != 2 || y != 3);
#endif
    TerminateTask();
}
END
    local engine kind want
    for kind in 0 1 2 3 4; do
        want=$((kind > 2))
        for engine in paths sequential; do
            run "$RTCHECK" app --engine $engine --only assertion --ticks 0 -DINVALID=77 -DKIND=$kind told.oil told.c
            [ "$status" -eq $want ] || echo "$engine $kind: $status $output"
            [ "$status" -eq $want ]
        done
    done
    sed 's/MAXALLOWEDVALUE = 3/MAXALLOWEDVALUE = 30/' told.oil >far.oil
    run "$RTCHECK" app --engine sequential --only assertion --ticks 0 -DKIND=4 far.oil told.c
    [ "$status" -eq 2 ]
    [[ "$output" == *'SetRelAlarm with more than 512 combinations of arguments that are no constants cannot be said'* ]]
}

@test "two inputs of 16 bits: what goes wrong, or that nothing does, is told before all values are tried" {
    at_full_speed
    printf 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE normal { }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = normal; }; }; };' >one.oil
    printf '#include "os.h"\n#include <assert.h>\nunsigned short rd(void);\nTASK(t) { unsigned a = rd(), b = rd(); assert(a * 3u + b %s); TerminateTask(); }\n' '!= 150000u' >late.c
    sequential --time 60 one.oil late.c
    [ "$status" -eq 1 ]
    [[ "$output" == *"the assertion does not hold: a * 3u + b != 150000u"* ]]
    sed -i 's/!= 150000u/<= 262140u/' late.c
    sequential --time 60 one.oil late.c
    [ "$status" -eq 0 ]
    [[ "$output" == *"proved by induction"* ]]
}

@test "sums in a loop do not crash the solver" {
    printf '#include "os.h"\n#include <assert.h>\nunsigned char get(void);\nint n;\nTASK(t) { unsigned char k = get(); for (int i = 0; i < k; i++) n++; assert(n == k); TerminateTask(); }\n' >rounds.c
    printf 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE normal { }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = normal; }; }; };' >one.oil
    sequential --prove --time 5s one.oil rounds.c
    [[ "$output" != *crashed* ]]
    [ "$status" -eq 3 ] || [ "$status" -eq 0 ]
}

@test "a pointer that need not be aligned is not taken for what it leads to" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE normal { }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = normal; }; }; };' >one.oil
    cat >packed.c <<'END'
#include "os.h"
struct __attribute__((packed)) P { unsigned char a; unsigned b; TaskStateType s; unsigned v[3]; struct S { unsigned z; } in; } p;
struct S out;
static void set(unsigned *q) { *q = 1; }
static unsigned get(const unsigned *q, int i) { return q[i]; }
TASK(t) {
#if KIND == 0
    unsigned *q = &p.b;
    *q = 1;
#elif KIND == 1
    set(&p.b);
#elif KIND == 2
    struct S *d = &p.in;
    out = *d;
#elif KIND == 3
    p.a = (unsigned char)get(p.v, 1);
#elif KIND == 4
    if (GetTaskState(t, &p.s) != E_OK) p.a = 1;
#else
    p.b = 5;
    p.v[1] = 3;
#endif
    TerminateTask();
}
END
    for kind in 0 1 2 3 4; do
        rtcheck app -DKIND=$kind one.oil packed.c
        [ "$status" -eq 1 ]
        sequential -DKIND=$kind one.oil packed.c
        [ "$status" -eq 2 ]
        sequential --prove -DKIND=$kind one.oil packed.c
        [ "$status" -eq 2 ]
        rtcheck app --emit model -DKIND=$kind one.oil packed.c
        [ "$status" -eq 2 ]
    done
    sequential -DKIND=5 one.oil packed.c
    [ "$status" -eq 0 ]
    sequential --no-check alignment -DKIND=4 one.oil packed.c
    [ "$status" -eq 0 ]
}

@test "Promela: a structure is not copied to or from a place that the copy itself changes" {
    for copy in 'v[v[0].a] = v[1]' 'v[0] = v[v[1].a]'; do
        echo '#include <os.h>
#include <assert.h>
struct s { unsigned char a, b; } v[2] = {{0, 5}, {1, 7}};
TASK(t) { COPY; assert(v[0].b == 5); TerminateTask(); }
TASK(u) { TerminateTask(); }' | sed "s/COPY/$copy/" > a.c
        rm -rf out
        sequential --emit out a.oil a.c
        [ "$status" -eq 1 ]
        [[ "$output" == *"a copy of a structure to or from a place that it changes cannot be written as Promela"* ]]
        [ ! -e out/sequential.pml ]
    done
}

@test "formulas and the like are refused in words" {
    touch "known"
    for option in "--ltl=[] (x >= 0)" "--suppress=known" "--mutex=fig7_1.c:12" "--checkpoint=saved"; do
        sequential "$option" "$FIGURES/fig7_1.oil" "$FIGURES/fig7_1.c"
        [ "$status" -eq 2 ]
        [[ "$output" == *"--engine sequential cannot do with ${option%%=*}"* ]]
    done
}

@test "names that the program, the library or later C have for something else, and names that C compilers here cannot read" {
    cat > n.c << 'C'
#include "os.h"
#include <assert.h>
int putchar, strcmp, sinf, rt_x, __x, é, bool, INT8_MAX, fault, SIZE_MAX, WNOHANG, BYTE_ORDER, stdin, CALLED, app, choose, node_0;
struct s { int é, è, __, bool, EOF, field_0, field_1; } g;
TASK(t) {
    int EOF = 1, bool = 2, x_set = 3, x;
    if (random(0, 1)) x = 1; else x = 2;
    { int x = 4; x_set += x; }
    putchar = strcmp = sinf = rt_x = __x = é = INT8_MAX = fault = SIZE_MAX = EOF + bool;
    g.é = 1, g.è = 2, g.__ = 3, g.bool = 4, g.EOF = 5, g.field_0 = 6, g.field_1 = 7;
    assert(g.é == 1 && g.è == 2 && g.__ == 3 && g.bool == 4 && g.EOF == 5 && g.field_0 == 6 && g.field_1 == 7);
    WNOHANG = BYTE_ORDER = stdin = CALLED = app = choose = node_0 = 3;
    assert(WNOHANG == 3 && BYTE_ORDER == 3 && stdin == 3 && CALLED == 3 && app == 3 && choose == 3 && node_0 == 3);
    assert(putchar == 3 && rt_x == 3 && __x == 3 && é == 3 && x_set == 7 && x <= 2);
    TerminateTask();
}
TASK(u) { TerminateTask(); }
C
    sequential --time 20 --emit out a.oil n.c
    [ "$status" -eq 0 ]
    for define in OTHERS NATIVE; do
        gcc -Wall -Wextra -Werror -D$define -c out/sequential.c -o n.o
        clang -Wall -Wextra -Werror -D$define -c out/sequential.c -o n.o
    done
}

@test "a local named like the mark of another one's value does not give it one" {
    cat > n.c << 'C'
#include "os.h"
int y;
TASK(t) { int x, x_set = 1; if (random(0, 1)) x = 1; x_set = 3; y = x + x_set; TerminateTask(); }
TASK(u) { TerminateTask(); }
C
    sequential a.oil n.c
    [ "$status" -eq 1 ]
    [[ "$output" == *"reads 'x', which has no value yet"* ]]
}

@test "--loop-bound is about the tree: what goes wrong behind more rounds is found and told" {
    cat > n.c << 'C'
#include "os.h"
#include <assert.h>
int n;
TASK(t) { int k = random(0, 15); for (int i = 0; i < k; i++) n++; assert(n != 12); TerminateTask(); }
TASK(u) { TerminateTask(); }
C
    sequential --loop-bound 10 a.oil n.c
    [ "$status" -eq 1 ]
    [[ "$output" == *"n != 12"* ]]
    run env PATH=/nowhere "$RTCHECK" app --engine all --loop-bound 10 --json a.oil n.c # without Spin
    [ "$status" -eq 1 ]
}

@test "a proof that is interrupted says so" {
    cat > a.c << 'C'
#include <os.h>
#include <assert.h>
extern unsigned in(void); unsigned a, b;
TASK(t) { while (1) { a = in(); b = in(); assert((unsigned long long)a * b != 9223372036854775783ull); } }
TASK(u) { TerminateTask(); }
C
    run timeout --preserve-status -s INT 6 "$RTCHECK" app --engine sequential --prove --time 60 a.oil a.c
    [ "$status" -eq 3 ]
    [[ "$output" == *"not everything was covered (interrupted)"* ]]
    [[ "$output" == *"no proof was found: the check was interrupted"* ]]
}
