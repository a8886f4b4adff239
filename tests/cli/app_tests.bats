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
    rtcheck app --tests out --no-check assertion app.oil app.c
    expect_status 0
}

@test "--tests: a folder that cannot be made, a coverage that there is none of" {
    rtcheck app --tests /proc/none "$FIGURES/fig6_2.oil" "$FIGURES/fig6_2.c"
    expect_status 2
    expect_error "/proc/none"
    rtcheck app --tests out --coverage everything "$FIGURES/fig6_2.oil" "$FIGURES/fig6_2.c"
    expect_status 2
}
