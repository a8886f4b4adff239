#!/usr/bin/env bats
# rtcheck simulate: random runs, replays, by hand.

load helpers

@test "a random run to its end" {
    rtcheck simulate fine.pml
    expect_status 0
    expect_output "x: 0 → 1"
    expect_output "the run ends after"
}

@test "the same seed gives the same run, another seed another" {
    rtcheck simulate loops.pml --seed 7 --steps 40
    cp stdout.txt first.txt
    rtcheck simulate loops.pml --seed 7 --steps 40
    expect_same_file stdout.txt first.txt
    different=no
    for seed in 1 2 3 4 5 6; do
        rtcheck simulate loops.pml --seed $seed --steps 40
        cmp -s stdout.txt first.txt || different=yes
    done
    [ $different = yes ]
}

@test "stops after --steps" {
    printf 'byte x; active proctype p() { do :: x++ od }' >endless.pml
    rtcheck simulate endless.pml --steps 5
    expect_status 0
    expect_output "stopped after 5 steps"
    [ "$(grep -c 'x: ' stdout.txt)" = 5 ]
}

@test "a run into an error has status 1" {
    rtcheck simulate talk.pml
    expect_status 1
    expect_output "violated: assertion"
    rtcheck simulate stuck.pml
    expect_status 1
    expect_output "violated: invalid end state"
    expect_output "asks is blocked on q?got"
}

@test "replays a counterexample, also from a result" {
    rtcheck model broken.pml --json --trace t.json
    cp stdout.txt result.json
    rtcheck simulate broken.pml --replay t.json
    expect_status 1
    expect_output "violated: assertion"
    cp stdout.txt first.txt
    rtcheck simulate broken.pml --replay result.json
    expect_same_file stdout.txt first.txt
}

@test "replays a cycle" {
    rtcheck model loops.pml --claim finishes --trace t.json
    expect_status 1
    rtcheck simulate loops.pml --replay t.json
    expect_status 0
    expect_output "from here it repeats"
}

@test "a replay reads the model as the checker did" {
    printf 'byte x = N; active proctype p() { x++; assert(x == 3) }' >macro.pml
    rtcheck model macro.pml -DN=7 --trace t.json
    expect_status 1
    rtcheck simulate macro.pml --replay t.json
    expect_status 1
    expect_output "x: 7 → 8"
}

@test "a trace of another model is refused" {
    rtcheck model broken.pml --trace t.json
    rtcheck simulate talk.pml --replay t.json
    expect_status 2
    expect_error "is not possible here"
}

@test "what is not a trace is refused" {
    printf 'hello' >t.json
    rtcheck simulate fine.pml --replay t.json
    expect_status 2
    expect_error "is not a trace"
    printf '{"trace": [{"replay": {"actor": 0}' >t.json
    rtcheck simulate fine.pml --replay t.json
    expect_status 2
    head -c 1000 /dev/urandom >t.json
    rtcheck simulate fine.pml --replay t.json
    expect_status 2
    rtcheck simulate fine.pml --replay missing.json
    expect_status 2
    expect_error "cannot read 'missing.json'"
}

@test "follows what Spin tells of a trail" {
    cat >handshake.pml <<'MODEL'
byte x; chan c = [0] of { byte };
active proctype a() { c!3; d_step { x = x + 1; x = x + 2 }; assert(x < 2) }
active proctype b() { if :: c?x -> skip :: c?x -> x = 7 fi }
MODEL
    cat >told.txt <<'SAID'
  1:	proc  0 (a:1) handshake.pml:2 (state 1)	[c!3]
  2:	proc  1 (b:1) handshake.pml:3 (state 3) <valid end state>	[c?x]
  3:	proc  1 (b:1) handshake.pml:3 (state 4)	[x = 7]
  4:	proc  0 (a:1) handshake.pml:2 (state 4)	[x = (x+1)]
  4:	proc  0 (a:1) handshake.pml:2 (state 3)	[x = (x+2)]
spin: handshake.pml:2, Error: assertion violated
  5:	proc  0 (a:1) handshake.pml:2 (state 5)	[assert((x<2))]
spin: trail ends after 5 steps
#processes: 2
  5:	proc  0 (a:1) handshake.pml:2 (state 6)	[what comes here is no step]
SAID
    rtcheck simulate --trail told.txt handshake.pml
    expect_status 1
    expect_output "x: 3 → 7" # of two receives with one text, the one that goes on as Spin says
    expect_output "x: 7 → 10"
    expect_output "violated: assertion failed: x < 2"
    rtcheck simulate --json --trail told.txt handshake.pml
    expect_json "len(o['trace'])" 4
    sed 's/x = 7/x = 8/' handshake.pml >other.pml
    rtcheck simulate --trail told.txt other.pml
    expect_status 2
    expect_error "step 3 of the trail, of process 1 in line 3, is not possible here"
    echo nonsense >told.txt
    rtcheck simulate --trail told.txt handshake.pml
    expect_status 2
    expect_error "tells no step"
    rtcheck simulate --trail missing handshake.pml
    expect_status 2
    rtcheck simulate --trail told.txt --replay told.txt handshake.pml
    expect_status 2
}

@test "a cycle that Spin tells must close" {
    printf 'byte x; active proctype p() { do :: x = 1 - x :: x = 2 od }' >cycle.pml
    step() { printf '  %d:\tproc  0 (p:1) cycle.pml:1 (state 1)\t[%s]\n' "$1" "$2"; }
    { step 1 'x = (1-x)'; echo '  <<<<<START OF CYCLE>>>>>'; step 2 'x = (1-x)'; step 3 'x = (1-x)'; } >told.txt
    rtcheck simulate --trail told.txt cycle.pml
    expect_status 0
    expect_output "from here it repeats"
    { step 1 'x = (1-x)'; echo '  <<<<<START OF CYCLE>>>>>'; step 2 'x = (1-x)'; } >told.txt
    rtcheck simulate --trail told.txt cycle.pml
    expect_status 2
    expect_error "does not come back"
}

@test "Spin is asked what its trail means" {
    command -v spin >/dev/null || skip "no Spin"
    printf '#define LIMIT 1\nbyte x; active proctype p() { x = 1; assert(x < LIMIT) }' >"it's.pml"
    printf '1:0:0\n2:0:1\n' >model.trail
    rtcheck simulate --trail model.trail -D UNUSED "it's.pml"
    expect_status 1
    expect_output "assertion failed: x < 1"
    printf '1:0:77\n' >model.trail
    rtcheck simulate --trail model.trail "it's.pml"
    expect_status 2
    expect_error "Spin cannot follow the trail"
    printf 'active proctype p() { c_code { int y; (void)y; }; assert(false) }' >code.pml
    rtcheck simulate --allow-code --trail model.trail code.pml
    expect_status 2
    expect_error "embedded C"
}

@test "by hand: choose, look, undo, quit" {
    status=0
    printf '1\ns\nu\nx\n2\nq\n' | "$RTCHECK" simulate broken.pml --interactive >stdout.txt 2>stderr.txt || status=$?
    output=$(<stdout.txt)
    errors=$(<stderr.txt)
    expect_status 0
    expect_output "x: 0 → 1"
    expect_output "  x = 1"
    expect_output "undone; 0 steps so far"
    expect_output "u undoes"
    expect_output "x: 0 → 2"
}

@test "by hand: the end of the input is the end" {
    status=0
    "$RTCHECK" simulate broken.pml -i >stdout.txt </dev/null || status=$?
    [ "$status" = 0 ]
    grep -q "stopped after 0 steps" stdout.txt
}

@test "JSON, trace file and chart of a run" {
    rtcheck simulate talk.pml --json
    expect_status 1
    expect_valid stdout.txt
    expect_json "o['ended']" fault
    rtcheck simulate talk.pml --trace t.json --msc t.svg --quiet
    expect_valid t.json
    python3 -c "import xml.dom.minidom as m; m.parse('t.svg')"
    rtcheck simulate talk.pml --replay t.json
    expect_status 1
}

@test "bad usage and bad input" {
    rtcheck simulate
    expect_status 2
    rtcheck simulate missing.pml
    expect_status 2
    rtcheck simulate fine.pml --seed x
    expect_status 2
    rtcheck simulate fine.pml --steps 0
    expect_status 2
    rtcheck simulate fine.pml --replya t.json
    expect_status 2
    expect_error "did you mean '--replay'?"
    rtcheck simulate fine.pml --interactive --json
    expect_status 2
    rtcheck simulate fine.pml --trace none/t.json
    expect_status 2
}
