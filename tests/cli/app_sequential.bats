#!/usr/bin/env bats
# rtcheck app --engine sequential: one sequential program of an application and its system.

load helpers

FIGURES=$ROOT/examples/app/figures

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
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
