#!/usr/bin/env bats
# rtcheck app --engine, --emit: the combination model, and Spin on it.

load helpers

FIGURES=$ROOT/examples/app/figures

needs_spin() {
    command -v spin >/dev/null || skip "Spin is not installed"
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
    run "$RTCHECK" app --engine all "$FIGURES/fig5_6.oil" "$FIGURES/fig5_6.c"
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
    sed 's/buffer++;/int *p = \&buffer; (*p)++;/' "$FIGURES/fig5_6.c" >app.c
    run "$RTCHECK" app --emit model app.oil app.c
    [ "$status" -eq 2 ]
    [[ "$output" == *"app.c:"*"cannot be written as Promela"* ]]
}
