#!/usr/bin/env bats
# rtcheck app --tests: test cases as files.

load helpers

FIGURES=$ROOT/examples/app/figures

@test "--tests writes what was reached, and how" {
    rtcheck app --tests out --coverage branch "$FIGURES/fig6_2.oil" "$FIGURES/fig6_2.c"
    expect_status 0
    expect_output "complete: 4 of 4 branches reached by"
    expect_output ", 0 infeasible, 0 open"
    for file in tests.json tests.csv tests.c driver.c driver.h os.h rtcheck.h rtcheck_names.h osek/kernel.h osek/call.c; do
        [ -s "out/$file" ] || fail "no $file"
    done
    [ "$(head -n 1 out/tests.csv)" = test,inputs,arrivals,calls,variables,violation ]
    rtcheck app --tests out --coverage branch --json "$FIGURES/fig6_2.oil" "$FIGURES/fig6_2.c"
    expect_same_file stdout.txt out/tests.json
    expect_json "(o['complete'], len(o['targets']), sorted({t['status'] for t in o['targets']}))" "(True, 4, ['reached'])"
}

@test "--tests: what is behind a violation is open, not infeasible" {
    printf '#include <os.h>\n#include <assert.h>\nint x;\nTASK(t) { assert(x);\nx = 2;\nTerminateTask(); }\n' >app.c
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL;
          AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --tests out app.oil app.c
    expect_status 3
    expect_output "runs end where something goes wrong"
    expect_output "open        app.c:5:1, in t"
    grep -q driver_assertion out/assert.h
    rtcheck app --tests out --no-check assertion app.oil app.c
    expect_status 0
    cc -Iout out/*.c out/osek/*.c app.c -o tests # what is not asserted in the tests is not asserted in the program
    ./tests
}

@test "--tests: conditions, their effects, and paths" {
    printf '#include <os.h>\nextern unsigned in(void);\nint r;\nTASK(t) { unsigned x = in();\nif (x > 5 && (x < 9 || x == 3))\nr = 1;\nif (x) {}\nTerminateTask(); }\n' >app.c
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL;
          AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --tests out --coverage branch app.oil app.c
    expect_output "complete: 4 of 4 branches reached by"
    rtcheck app --tests out --coverage condition app.oil app.c
    expect_output "complete: 7 of 8 conditions' values reached by"
    expect_output "infeasible  app.c:5:24, in t: x == 3 is true"
    expect_valid --schema tests out/tests.json
    rtcheck app --tests out --coverage mcdc app.oil app.c
    expect_output "complete: 3 of 4 conditions' effects reached by"
    expect_output "infeasible  app.c:5:24, in t: the effect of x == 3"
    expect_valid --schema tests out/tests.json
    rtcheck app --tests out --coverage mcdc --json app.oil app.c
    expect_json "[t.get('values') for t in o['targets']]" "[['F--', 'TT-'], ['TT-', 'TFF'], None, ['F', 'T']]"
    rtcheck app --tests out --coverage path app.oil app.c
    expect_output "complete: 3 of 4 paths reached by 3 tests, 1 infeasible, 0 open"
    expect_output "infeasible  app.c:4:1, in t: 5:5 true 7:5 false"
    expect_valid --schema tests out/tests.json
}

@test "--tests: conditions count, whatever becomes of their decision" {
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL;
          AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    for statement in 'out = z && x > 1;' 'out = x > 1 && z;' 'int l = z && x > 1; (void)l;' 'out = !(z && x > 1);' 'ok(z, x);' 'out = (z && x > 1) == 7;'; do
        printf '#include <os.h>\nint out;\nstatic int ok(int z, int x) { return z && x > 1; }\nTASK(t) { int x = random(0, 3), z = random(0, 1);\n%s\n(void)ok(z, x);\nTerminateTask(); }\n' "$statement" >app.c
        rtcheck app --tests out --coverage condition app.oil app.c
        expect_status 0
        expect_output ", 0 infeasible, 0 open"
        rtcheck app --tests out --coverage mcdc app.oil app.c
        expect_status 0
        expect_output ", 0 infeasible, 0 open"
    done
}

@test "--tests: paths end with the task, in loops that go round too often, and where nothing decides any more" {
    printf '#include <os.h>\nextern unsigned in(void);\nint r;\nstatic void stop(void) { TerminateTask(); }\nTASK(t) {\nif (in() == 7)\nstop();\nwhile (in() > 3)\nr = 1 - r;\nif (r) for (;;) {}\nTerminateTask(); }\n' >app.c
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL;
          AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --tests out --coverage path --no-check endless app.oil app.c
    expect_output "paths reached by"
    rtcheck app --tests out --coverage path --no-check endless --json app.oil app.c
    expect_json "sorted(''.join('TF'[not b['value']] for b in t['branches']) + ' ' + t['status'][0] for t in o['targets'] if t['function'] == 't')" \
        "['FFF r', 'FFT i', 'FTFF i', 'FTFT r', 'FTT r', 'T r', 'TFF i', 'TFT i', 'TTFF i', 'TTFT i', 'TTT i']"
}

@test "--tests: a folder that cannot be made, a coverage that there is none of" {
    rtcheck app --tests /proc/none "$FIGURES/fig6_2.oil" "$FIGURES/fig6_2.c"
    expect_status 2
    expect_error "/proc/none"
    rtcheck app --tests out --coverage everything "$FIGURES/fig6_2.oil" "$FIGURES/fig6_2.c"
    expect_status 2
}

@test "--tests: a function without a body gives the program its inputs, wherever its result goes" {
    need cc
    printf '#include <os.h>\nextern short in(void); extern unsigned char reg(int n);\nshort a[2]; struct { int x, y; } s; int r;\n' >app.c
    printf 'TASK(t) { a[reg(0) & 1] = in(); s.y = in() + reg(1);\nif (s.y > 300 && a[1] == 7) r = 1;\nTerminateTask(); }\n' >>app.c
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL;
          AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --tests out --coverage mcdc app.oil app.c
    expect_status 0
    expect_output "2 of 2 conditions' effects reached"
    expect_output "run by themselves"
    cc -Iout out/*.c out/osek/*.c app.c -o tests
    ./tests | grep ", 0 did not"
    # What is written through a pointer nobody can give from outside.
    printf '#include <os.h>\nextern void in(int *p);\nint r;\nTASK(t) { in(&r); TerminateTask(); }\n' >app.c
    rtcheck app --tests out app.oil app.c
    expect_output "there is no program that runs them"
}

@test "--tests: what --any chooses is not driven, and a program that runs nothing says so" {
    need cc
    printf '#include <os.h>\nunsigned x; int out;\nTASK(t) { if (x > 5) out = 1; else out = 2; TerminateTask(); }\n' >app.c
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL;
          AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --tests out --coverage branch --any x --json app.oil app.c
    expect_status 0
    expect_json "{'(--any)' in t['not_driven'] for t in o['tests']}" "{True}"
    cc -Iout out/*.c out/osek/*.c app.c -o tests
    run ./tests
    [ "$status" -eq 1 ]
    [[ "$output" == *"none can be run"* ]]
}

@test "--tests: what touches registers of the hardware is not driven, and told" {
    cat >app.c <<'END'
#include <os.h>
extern unsigned char in(void);
#define DATA (*(volatile unsigned char *)0x4000)
int hits;
TASK(t) {
    if (in() == 7) DATA = 1;
    else hits++;
    TerminateTask();
}
END
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std;
          TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --tests out --coverage branch --json app.oil app.c
    expect_status 0
    expect_json "sorted((7 in t['inputs'], t['not_driven']) for t in o['tests'])" \
        "[(False, None), (True, 'it touches a register of the hardware')]"
    cc -Iout out/*.c out/osek/*.c app.c -o tests
    ./tests
}

@test "--tests: a case of a range is one condition" {
    printf '#include <os.h>\nextern unsigned char in(void);\nint r;\nTASK(t) { switch (in()) { case 0: r = 1; break; case 1 ... 4: r = 3; break; default: r = 4; }\nTerminateTask(); }\n' >app.c
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL;
          AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --tests out --coverage mcdc app.oil app.c
    expect_status 0
    expect_output "complete: 2 of 2 conditions' effects reached by 3 tests, 0 infeasible"
}

@test "--tests: a char that has a sign on one of the two machines only is told where a test fails" {
    printf '#include <os.h>\nextern char in(void);\nint r;\nTASK(t) { char c = in(); if (c == -8) r = 1;\nTerminateTask(); }\n' >app.c
    echo 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE std; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL;
          AUTOSTART = TRUE { APPMODE = std; }; }; };' >app.oil
    rtcheck app --target x86_64-linux-gnu --tests out --coverage branch app.oil app.c
    expect_status 0
    cc -fsigned-char -Iout out/*.c out/osek/*.c app.c -o tests
    ./tests
    cc -funsigned-char -Iout out/*.c out/osek/*.c app.c -o tests
    if ./tests 2>words.txt; then fail "it went as it should"; fi
    grep -q "compile it with -fsigned-char" words.txt
}
