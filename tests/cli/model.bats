#!/usr/bin/env bats
# rtcheck model: verdicts, exit statuses, reports, bad input.

load helpers

@test "a model that holds" {
    rtcheck model fine.pml
    expect_status 0
    expect_first_line "holds: every reachable state was checked and no violation was found"
    expect_output "states"
    expect_output "memory"
    [ -z "$errors" ]
}

@test "unreached code is listed with its place" {
    rtcheck model fine.pml
    expect_output "unreached code"
    expect_output "proctype one"
    expect_output "fine.pml:7"
    expect_no_output "fine.pml:3"
}

@test "a failed assertion: verdict first, then the steps" {
    rtcheck model broken.pml
    expect_status 1
    [[ ${output%%$'\n'*} == "violated: assertion"*"x"*"2"*", at broken.pml:3" ]] || fail "first line"
    expect_output "x: 0 → 2"
    expect_output "x: 2 → 1"
}

@test "bfs finds a shortest counterexample" {
    rtcheck model broken.pml --json
    expect_json "len(o['violations'][0]['trace'])" 3
}

@test "an invalid end state says who is blocked where" {
    rtcheck model stuck.pml
    expect_status 1
    expect_first_line "violated: invalid end state"
    expect_output "asks is blocked on q?got  (stuck.pml:3)"
    expect_output "idle is at a valid end"
    rtcheck model --no-end-states stuck.pml
    expect_status 0
}

@test "handshakes are one line with both parties, printed output is shown" {
    rtcheck model talk.pml
    expect_status 1
    expect_output "server ↔ client"
    expect_output "↔ r?answer (line 5)"
    expect_output "prints: the answer is 8"
    rtcheck model --no-assertions talk.pml
    expect_status 0
}

@test "every property gets a line, and the worst verdict is the whole" {
    rtcheck model loops.pml
    expect_status 1
    expect_output "safety"
    expect_output "ltl finishes"
    expect_output "ltl sound"
    rtcheck model loops.pml --json
    expect_json "[(p['name'], p['verdict']) for p in o['properties']]" \
        "[('safety', 'holds'), ('finishes', 'violated'), ('sound', 'holds')]"
    expect_json "o['verdict']" violated
    expect_json "o['states'] == sum(p['states'] for p in o['properties'])" True
    expect_json "o['depth'] == max(p['depth'] for p in o['properties'])" True
}

@test "an error is reported once, and by the check that was asked for" {
    printf 'byte x; active proctype p() { x = 1; assert(x == 2) } ltl low { [] (x < 9) } ltl up { <> (x == 1) }' >once.pml
    rtcheck model once.pml --json
    expect_json "[v['property'] for v in o['violations']]" "['safety']"
    expect_json "[(p['name'], p['verdict']) for p in o['properties']]" \
        "[('safety', 'violated'), ('low', 'holds'), ('up', 'holds')]"
    # Claims that are asked for by their names are all that is checked.
    for claims in "--claim low" "--claim up" "--claim low --claim up" "--claim up --claim low"; do
        # shellcheck disable=SC2086
        rtcheck model once.pml $claims
        expect_status 0
        # shellcheck disable=SC2086
        rtcheck model once.pml --safety $claims
        expect_status 1
        expect_output "violated: assertion"
    done
}

@test "a cycle shows where it repeats" {
    rtcheck model loops.pml --claim finishes
    expect_status 1
    expect_output "from here it repeats"
    expect_output "<> done"
}

@test "one claim, no claims, a formula from the command line" {
    rtcheck model loops.pml --claim sound
    expect_status 0
    expect_no_output "finishes"
    rtcheck model loops.pml --no-claims
    expect_status 0
    rtcheck model loops.pml --safety
    expect_status 0
    rtcheck model loops.pml --ltl '[] !done'
    expect_status 1
    rtcheck model loops.pml --ltl '[] (done -> a)'
    expect_status 0
    rtcheck model loops.pml --claim snoud
    expect_status 2
    expect_error "the model has no claim 'snoud'; did you mean 'sound'?"
    rtcheck model fine.pml --claim p
    expect_status 2
    rtcheck model loops.pml --claim sound --no-claims
    expect_status 2
}

@test "acceptance and non-progress cycles" {
    printf 'byte x; active proctype p() { do :: x = 0 :: x = 2; accept: x = 1 od }' >accept.pml
    rtcheck model accept.pml
    expect_status 1
    expect_output "acceptance cycles"
    rtcheck model accept.pml --safety
    expect_status 0
    printf 'byte x; active proctype p() { do :: x = 0 :: x = 2; progress: x = 1 od }' >progress.pml
    rtcheck model progress.pml --progress
    expect_status 1
    expect_output "non-progress cycle"
    printf 'byte x; active proctype p() { progress: do :: x = 1 - x od }' >progress2.pml
    rtcheck model progress2.pml --progress
    expect_status 0
}

@test "weak fairness rules out that a process is left out for ever" {
    printf 'bool a, b; active proctype p() { do :: a = !a od } active proctype q() { b = true } ltl e { <> b }' >fair.pml
    rtcheck model fair.pml --claim e
    expect_status 1
    rtcheck model fair.pml --claim e --fair
    expect_status 0
}

@test "all violations are counted" {
    printf 'byte x; active proctype p() { if :: x = 1 :: x = 2 :: x = 3 fi; assert(x == 0) }' >many.pml
    rtcheck model many.pml --json
    expect_json "o['violation_count']" 1
    rtcheck model many.pml --json --all-violations
    expect_status 1
    expect_json "o['violation_count']" 3
}

@test "every way to search finds the error" {
    for options in "--search bfs" "--search dfs" "--store tree" "--store bitstate" "--store bitstate --bits 20" \
        "--store hash" "--no-reduction" "--threads 1" "--threads 2" "--compiler tcc" "--compiler cc"; do
        # shellcheck disable=SC2086
        rtcheck model $options broken.pml
        expect_status 1
    done
}

@test "a lossy store proves nothing" {
    for store in bitstate hash; do
        rtcheck model fine.pml --store $store
        expect_status 3
        [[ $output == "unknown: "* ]] || fail "first line"
        expect_output "--store exact"
    done
    rtcheck model fine.pml --store tree
    expect_status 0
}

@test "cycles are looked for with an exact store" {
    for store in bitstate hash; do
        rtcheck model loops.pml --store $store --json
        expect_status 1
        expect_error "cycles need an exact store"
        expect_json "[p['store'] for p in o['properties']]" "['$store', 'tree', '$store']"
        expect_json "[p['verdict'] for p in o['properties']]" "['unknown', 'violated', 'unknown']"
        expect_valid stdout.txt
    done
}

@test "limits end in what is known" {
    printf 'int x; active proctype p() { do :: x++ od }' >endless.pml
    rtcheck model endless.pml --time 1s
    expect_status 3
    expect_output "incomplete"
    expect_output "--time"
    rtcheck model endless.pml --depth 100
    expect_status 3
    expect_output "--depth"
    rtcheck model endless.pml --memory 20M --time 60s
    expect_status 3
    expect_output "memory limit"
}

@test "an interrupt ends in what is known" {
    printf 'int x; active proctype p() { do :: x++ od }' >endless.pml
    "$RTCHECK" model endless.pml --memory 2G --time 60s >stdout.txt 2>stderr.txt &
    pid=$!
    until_it_listens $pid INT
    sleep 0.5
    kill -INT $pid
    status=0
    wait $pid || status=$?
    output=$(<stdout.txt)
    expect_status 3
    expect_output "interrupted"
}

@test "--quiet prints the verdict only" {
    rtcheck model --quiet fine.pml
    expect_status 0
    [ "$(wc -l <stdout.txt)" = 1 ]
    [ -z "$errors" ]
}

@test "--json is one valid object, whatever happens" {
    printf 'active proctype p() { x = 1 }' >wrong.pml
    for arguments in fine.pml broken.pml stuck.pml talk.pml loops.pml "loops.pml --ltl <>a" "fine.pml --store hash" \
        wrong.pml missing.pml; do
        # shellcheck disable=SC2086
        rtcheck model --json $arguments
        expect_valid stdout.txt
    done
    rtcheck model --json wrong.pml
    expect_status 2
    expect_json "o['diagnostics'][0]['location']['line']" 1
}

@test "a trace file is valid, and replays" {
    for model in broken talk stuck; do
        rtcheck model $model.pml --trace t.json --quiet
        expect_status 1
        expect_valid t.json
        rtcheck simulate $model.pml --replay t.json
        expect_status 1
    done
}

@test "no counterexample, no trace file" {
    rtcheck model fine.pml --trace t.json --msc t.svg
    expect_status 0
    expect_error "no trace was written"
    expect_absent t.json
    expect_absent t.svg
}

@test "a message sequence chart is well-formed SVG" {
    rtcheck model talk.pml --msc t.svg --msc-steps --quiet
    expect_status 1
    python3 -c "import xml.dom.minidom as m; d = m.parse('t.svg'); assert d.documentElement.tagName == 'svg'"
    grep -q '>client<' t.svg
    grep -q 'class="handshake"' t.svg
}

@test "the generated code can be seen" {
    rtcheck model fine.pml --emit-c code.c
    expect_status 0
    [ -s code.c ]
}

@test "macros from the command line" {
    printf 'byte x = N; active proctype p() { assert(x == 3) }' >macro.pml
    rtcheck model macro.pml -DN=3
    expect_status 0
    rtcheck model macro.pml -D N=4
    expect_status 1
    rtcheck model macro.pml
    expect_status 2
    mkdir inc
    printf 'byte x = 3;' >inc/x.h
    printf '#include "x.h"\nactive proctype p() { assert(x == 3) }' >include.pml
    rtcheck model include.pml -I inc
    expect_status 0
}

@test "cycles and claims: a deadlock or an assertion is neither" {
    printf 'byte x; active proctype p() { progress: accept: x = 1; assert(x == 0); x == 2 }\nltl safe { [] (x < 2) }\n' >mixed.pml
    rtcheck model mixed.pml --safety --all-violations
    expect_status 1
    expect_output "assertion failed"
    expect_output "invalid end state"
    for what in --progress --acceptance "--claim safe"; do
        rtcheck model mixed.pml $what --all-violations
        expect_status 0
    done
    rtcheck model mixed.pml --safety --progress --json
    expect_status 1
    expect_json "[(p['name'], p['verdict']) for p in o['properties']]" "[('safety', 'violated'), ('non-progress cycles', 'holds')]"
    printf 'byte x; active proctype p() { do :: x = 1 - x od }\nactive proctype q() { false }\n' >cycle.pml
    rtcheck model cycle.pml --progress
    expect_status 1
    expect_output "non-progress cycle"
}

@test "lost messages" {
    printf 'chan q = [1] of { byte }; active proctype p() { q!1; q!2; q!3 }' >full.pml
    rtcheck model full.pml
    expect_status 1
    rtcheck model full.pml --lose-messages
    expect_status 0
}

@test "embedded C runs only when it is allowed" {
    printf 'active proctype p() { c_code { int y = 1; (void)y; } }' >code.pml
    rtcheck model code.pml
    expect_status 2
    expect_error "--allow-code"
    rtcheck model code.pml --allow-code
    expect_status 0
}

@test "checkpoint and resume" {
    printf 'byte a, b, c; active proctype p() { do :: a++ :: b++ :: c++ :: a + b + c > 700 -> assert(false) od }' >large.pml
    rtcheck model large.pml --safety --checkpoint c.bin --every 1s --time 3s
    if [ "$status" = 1 ]; then skip "found before the first checkpoint"; fi
    expect_status 3
    [ -s c.bin ]
    rtcheck model large.pml --safety --resume c.bin --time 1s
    [ "$status" = 3 ] || [ "$status" = 1 ]
    rtcheck model large.pml --safety --resume missing.bin
    expect_status 2
    printf garbage >garbage.bin
    rtcheck model large.pml --safety --resume garbage.bin
    expect_status 2
    rtcheck model loops.pml --checkpoint c.bin
    expect_status 2
    expect_error "one property"
}

@test "checkpoints change no numbers: a level is finished, also where something was found in it" {
    printf 'byte a, b, c, d; active proctype p() { do :: a < 14 -> a++ :: b < 14 -> b++ :: c < 14 -> c++ :: d < 14 -> d++ :: a == 7 && b == 7 && c == 7 && d == 7 -> assert(false) od }' >wide.pml
    for every in "" "--checkpoint c.bin --every 1ms" "--checkpoint c.bin --every 2ms" "--checkpoint c.bin --every 1ms"; do
        rtcheck model wide.pml --safety --threads 1 $every
        expect_status 1
        expect_output "states        28,680"
    done
}

@test "a checkpoint belongs to one model, its options and its property" {
    printf 'byte a, b, c, d; active proctype p() { do :: a++ :: b++ :: c++ :: assert(d == 0) od }\nnever { do :: a < 300 od }\n' >m.pml
    with_time '[ -s c.bin ]' model m.pml --safety --checkpoint c.bin
    expect_status 3
    with_time '[[ $output == *"time limit"* ]]' model m.pml --safety --resume c.bin --threads 1 --memory 1G
    expect_status 3
    refused() { expect_status 2; expect_error "another model, or other options"; }
    sed 's/d == 0/d == 1/' m.pml >other.pml
    rtcheck model other.pml --safety --resume c.bin --time 30s
    refused
    sed 's/a < 300/a < 301/' m.pml >other.pml
    rtcheck model other.pml --safety --resume c.bin --time 30s
    refused
    rtcheck model m.pml --claim never --resume c.bin --time 30s
    refused
    rtcheck model m.pml --safety --no-assertions --resume c.bin --time 30s
    refused
    rtcheck model m.pml --safety --lose-messages --resume c.bin --time 30s
    refused
    rtcheck model m.pml --safety -D X=1 --resume c.bin --time 30s
    refused
}

@test "files that embedded C includes belong to a checkpoint, too" {
    echo '#define STEP 1' >"$PWD/step.h"
    printf 'c_decl {\n\\#include "%s/step.h"\n};\nint x;\n' "$PWD" >m.pml
    echo 'active proctype p() { do :: x < 100000 -> c_code { now.x += STEP; }; assert(x >= 0) :: else -> break od }' >>m.pml
    rtcheck model m.pml --allow-code --safety --checkpoint c.bin --every 20ms
    expect_status 0
    [ -s c.bin ]
    rtcheck model m.pml --allow-code --safety --resume c.bin
    expect_status 0
    echo '#define STEP -1' >"$PWD/step.h"
    rtcheck model m.pml --allow-code --safety --resume c.bin
    expect_status 2
    expect_error "another model, or other options"
}

@test "bad input: missing file, directory, syntax error with its place, binary" {
    rtcheck model missing.pml
    expect_status 2
    expect_error "missing.pml"
    [ -z "$output" ]
    mkdir dir.pml
    rtcheck model dir.pml
    expect_status 2
    expect_error "dir.pml"
    printf 'byte x;\nactive proctype p() {\n  x = = 1\n}\n' >syntax.pml
    rtcheck model syntax.pml
    expect_status 2
    expect_error "syntax.pml:3:"
    expect_error "error:"
    head -c 4096 /dev/urandom >noise.pml
    rtcheck model noise.pml
    expect_status 2
    : >empty.pml
    rtcheck model empty.pml
    [ "$status" = 0 ] || [ "$status" = 2 ]
}

@test "bad usage" {
    rtcheck model
    expect_status 2
    expect_error "usage: rtcheck model"
    rtcheck model fine.pml broken.pml
    expect_status 2
    expect_error "unexpected argument 'broken.pml'"
    rtcheck model --stor exact fine.pml
    expect_status 2
    expect_error "did you mean '--store'?"
    rtcheck model fine.pml --store
    expect_status 2
    expect_error "needs a value"
    rtcheck model fine.pml --store plenty
    expect_status 2
    expect_error "exact, tree, bitstate, hash"
    for bad in "--threads 0" "--threads -1" "--threads x" "--memory lots" "--time never" "--depth 0" "--depth 1.5" \
        "--bits 9000" "--depth 99999999999999999999999"; do
        # shellcheck disable=SC2086
        rtcheck model fine.pml $bad
        expect_status 2
        [ -z "$output" ]
    done
}

@test "an unwritable output file is found before the search" {
    for option in --trace --msc --emit-c; do
        rtcheck model broken.pml $option none/file
        expect_status 2
        expect_error "cannot write 'none/file'"
        [ -z "$output" ]
        mkdir -p directory
        rtcheck model broken.pml $option directory
        expect_status 2
        expect_error "cannot write 'directory'"
    done
}

@test "output files leave nothing else behind" {
    mkdir out
    rtcheck model talk.pml --trace out/t.json --msc out/t.svg
    [ "$(ls out)" = "$(printf 't.json\nt.svg')" ]
}

@test "an error far away is found where breadth first comes to no end" {
    cat >deep.pml <<'MODEL'
byte x[4]; short i;
active [4] proctype wide() {
    do
    :: atomic { x[_pid] != i % 251 -> x[_pid] = i % 251 }
    :: atomic { i < 3000 -> i++ }
    :: i == 3000 -> assert(false)
    od
}
MODEL
    rtcheck model deep.pml --memory 30M
    expect_status 1
    at_full_speed # until memory is full: not seen by sanitizers
    rtcheck model deep.pml --memory 30M --search bfs
    expect_status 3
}

@test "a long counterexample is told in every form, and soon" {
    at_full_speed # ten thousand steps
    cat >long.pml <<'MODEL'
int n; byte unused[200];
chan q = [1] of { byte };
active proctype counter() {
    do
    :: n < 10000 -> n++
    :: else -> q!1; assert(false)
    od
}
active [2] proctype others() { end: q?2 }
MODEL
    # Far more than it needs, unless something looks at all steps for each step.
    soon() {
        status=0
        timeout 60 "$RTCHECK" "$@" >stdout.txt 2>stderr.txt || status=$?
        output=$(tail -5 stdout.txt) errors=$(<stderr.txt)
    }
    soon model long.pml --threads 1 --trace long.json --msc long.svg --msc-steps
    expect_status 1
    expect_output "20003  counter"
    soon model long.pml --threads 1 --json
    expect_status 1
    expect_json 'len(o["violations"][0]["trace"])' 10000
    expect_json 'o["violations"][0]["trace_left_out"]' 10003
    soon simulate long.pml --replay long.json --json
    expect_status 1
    expect_json 'len(o["trace"])' 20003
    [ "$(grep -c 'n = n + 1' long.svg)" = 10000 ] || fail "steps are missing in the chart"
}

@test "what embedded C prints is no part of the answer" {
    cat >prints.pml <<'MODEL'
active proctype p() { c_code { printf("hello\n"); puts("there"); fflush(stdout); system("echo shell"); }; assert(false) }
MODEL
    rtcheck model prints.pml --allow-code --safety --json
    expect_status 1
    [ "$(head -n 1 <<<"$output")" = "{" ]
    expect_error hello
    expect_error shell
    rtcheck model prints.pml --allow-code --safety
    expect_status 1
    [[ $output == violated:* ]]
    [[ $output != *$'\n'hello* ]]
    # A run that is shown step by step shows what it prints.
    rtcheck simulate prints.pml --allow-code
    expect_output hello
    rtcheck simulate prints.pml --allow-code --json
    [ "$(head -n 1 <<<"$output")" = "{" ]
}

@test "safety and claims share the time: a claim that is violated soon does not wait for a search that never ends" {
    cat >endless.pml <<'END'
int x, y;
bool done;
active proctype counts() { do :: x++ :: y++ od }
active proctype ends() { done = true }
ltl always { [] (x >= 0 || x < 0) }
ltl never_done { [] !done }
END
    rtcheck model --time 2s --threads 1 endless.pml
    expect_status 1
    expect_output "ltl never_done does not hold"
    expect_output "safety          unknown"
}
