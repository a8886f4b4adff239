#!/usr/bin/env bats
# What run.bash must tell: tests that pass, fail in whatever way, skip, and do not end. main.bats runs it.

deep() { echo "one"; [ 1 = 2 ]; echo "never"; }

setup() { cd "$BATS_TEST_TMPDIR" && echo set >up; }
teardown() { [ ! -e bad ]; }

@test "passes" {
    [ "$(<up)" = set ]
    ! false
    if false; then :; fi
    false || true
}

@test 'fails in a helper' {
    deep
}

@test "fails in a loop" {
    for i in 1 2; do
        case $i in 2) false ;; esac
    done
    true
}

@test "fails at its end" {
    ! true
}

@test "is skipped" {
    skip "for a reason"
}

@test "leaves" { exit 0; }

@test "fails when it is cleared up" {
    touch bad
}

@test "does not end" {
    sleep 60
}

@test "runs" {
    run deep
    [ "$status" = 0 ] # nothing ends a command that is asked for its status
    run false
    [ "$status" = 1 ]
}
