#!/usr/bin/env bats
# The program as a whole: help, version, mistyped commands.

load helpers
can_serve() { false; } # what is asked is how the program starts and ends

@test "alone it prints a short help" {
    rtcheck
    expect_status 0
    expect_output "usage: rtcheck COMMAND"
    expect_output "model "
    [ -z "$errors" ]
}

@test "help COMMAND is COMMAND --help" {
    for command in app model simulate graph env doctor; do
        rtcheck help $command
        expect_status 0
        cp stdout.txt first.txt
        rtcheck $command --help
        expect_status 0
        expect_same_file stdout.txt first.txt
        expect_output "usage: rtcheck $command"
    done
}

@test "the help groups options by what a user wants" {
    rtcheck model --help
    for group in "What to check" "How to search" "Limits" "Output" "How to read the model"; do
        expect_output "$group"
    done
    for option in --ltl --claim --no-claims --safety --acceptance --progress --fair --no-end-states --no-assertions \
        --all-violations --search --store --no-reduction --threads --compiler --bits --lose-messages --escapes \
        --memory --time --depth --checkpoint --every --resume --json --trace --msc --quiet --emit-c --allow-code; do
        expect_output " $option"
    done
}

@test "every option of the help is in the man page and in the completion" {
    for command in app model simulate graph env; do
        rtcheck $command --help
        for option in $(grep -o '^  \(-., \)\?--[a-z-]*' stdout.txt | grep -o -- '--.*'); do
            name=${option#--}
            grep -q -- "$name" "$ROOT/man/rtcheck-$command.1" || fail "man page of $command lacks $option"
            grep -q -- "$option" "$ROOT/tools/completion.bash" || fail "completion lacks $option of $command"
        done
    done
}

@test "version" {
    rtcheck --version
    expect_status 0
    [[ $output =~ ^rtcheck\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
    cp stdout.txt first.txt
    rtcheck version
    expect_same_file stdout.txt first.txt
}

@test "a mistyped command gets a suggestion" {
    rtcheck modle fine.pml
    expect_status 2
    expect_error "unknown command 'modle'; did you mean 'model'?"
    [ -z "$output" ]
    rtcheck help xyzzy
    expect_status 2
    expect_error "unknown command 'xyzzy'"
}

@test "options before the command are refused" {
    rtcheck --json model fine.pml
    expect_status 2
    expect_error "options come after the command"
}

@test "doctor says what is there" {
    rtcheck doctor
    expect_status 0
    expect_output "libtcc"
    expect_output "Graphviz"
    rtcheck doctor extra
    expect_status 2
}

@test "doctor with an empty PATH" {
    mkdir none
    PATH_BEFORE=$PATH
    status=0
    PATH=$PWD/none "$RTCHECK" doctor >stdout.txt 2>stderr.txt || status=$?
    PATH=$PATH_BEFORE
    output=$(<stdout.txt)
    expect_output "missing  dot"
}

@test "a full disk is not success" {
    [ -e /dev/full ] || skip "no /dev/full"
    status=0
    "$RTCHECK" help >/dev/full 2>stderr.txt || status=$?
    [ "$status" = 2 ]
}

@test "man pages are well formed" {
    need man
    for page in "$ROOT"/man/*.1; do
        warnings=$(LC_ALL=C.UTF-8 man --warnings -l "$page" 2>&1 >/dev/null | grep -v "can't break line\|cannot adjust line" || true)
        [ -z "$warnings" ] || fail "$page: $warnings"
    done
}

@test "a small stack is made larger, or there is a message" {
    status=0
    (ulimit -s 64 && exec "$RTCHECK" model --quiet fine.pml) >stdout.txt 2>stderr.txt || status=$?
    output=$(<stdout.txt) errors=$(<stderr.txt)
    if [ "$status" = 2 ]; then expect_error "the stack is too small"; else expect_status 0; fi
}

@test "run.bash tells of tests what bats would" {
    local line
    status=0
    (cd "$ROOT" && BATS_TEST_TIMEOUT=1 tests/cli/run.bash tests/cli/runner/told.bats) >stdout.txt 2>stderr.txt || status=$?
    output=$(<stdout.txt) errors=$(<stderr.txt)
    expect_status 1
    expect_first_line "1..9"
    for line in 'ok 1 passes' 'not ok 2 fails in a helper' 'not ok 3 fails in a loop' 'not ok 4 fails at its end' 'ok 5 is skipped # skip for a reason' \
        'not ok 6 leaves' 'not ok 7 fails when it is cleared up' 'not ok 8 does not end' 'ok 9 runs'; do
        expect_output $'\n'"$line"
    done
    expect_output "# (from function \`deep' in file tests/cli/runner/told.bats, line 4, in test file tests/cli/runner/told.bats, line 17)"
    expect_output "#   \`deep' failed"
    expect_output "it did not end within 1 s"
    expect_no_output never
}
