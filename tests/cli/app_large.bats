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
    expect_json "o['complete'], o['never_run']" "True None"
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
