#!/usr/bin/env bats
# Limits hold in every command and in every phase of it: reading, counting, compiling, searching, telling.
load helpers
can_serve() { false; } # what is asked is how the program itself deals with time, memory and signals

# within SECONDS COMMAND...: what `rtcheck` does, and it must not last longer. The bound is generous: on a crowded machine a
# run has up to eight times as long to end in good order (base/limits.h).
within() {
    local most=$1 began=$SECONDS
    shift
    rtcheck "$@"
    [ $((SECONDS - began)) -le $((most + 10)) ] || fail "it took $((SECONDS - began)) s"
}

# told SIGNAL SECONDS COMMAND...: the signal comes after so many seconds; the program must end by itself.
told() {
    local signal=$1 after=$2
    shift 2
    "$RTCHECK" "$@" >stdout.txt 2>stderr.txt &
    local child=$!
    until_it_listens $child "$signal"
    sleep "$after"
    kill "-$signal" $child 2>/dev/null || true
    status=0
    wait $child || status=$?
    output=$(<stdout.txt)
    errors=$(<stderr.txt)
}

# A compiler that hangs.
hanging_compiler() {
    mkdir -p bin
    # It outlives a run that is killed, and bats would wait for who holds its output.
    printf '#!/bin/sh\nexec sleep 60 </dev/null >/dev/null 2>&1 3>&- 4>&- 5>&-\n' >bin/cc
    chmod +x bin/cc
    cp bin/cc bin/gcc
    cp bin/cc bin/clang
    PATH=$PWD/bin:$PATH
}

@test "0 is no limit" {
    for option in --time --memory; do
        for command in model env conform app eventb guide timing simulate graph oil xgdl; do
            rtcheck $command $option 0 fine.pml
            expect_status 2
            expect_error "above zero"
        done
    done
}

@test "very many proctypes or variables are read, or refused, in a moment" {
    # (a loop of the shell takes bats half a millisecond a round)
    seq -f 'proctype p%.0f() { skip }' 250 >many.pml
    seq -f 'byte v%.0f;' 10000 >>many.pml
    echo 'init { skip }' >>many.pml
    within 10 model many.pml --time 60s
    expect_status 0
    expect_output "statements more (--json has all)"
    seq -f 'proctype p%.0f() { skip }' 20000 >more.pml
    within 5 model more.pml
    expect_status 2
}

@test "a process of very many statements is read in a moment" {
    { echo 'byte x; active proctype p() {' && yes 'x = 1; if :: x -> x = 2 :: else fi;' | head -n 15000 && echo '}'; } >long.pml
    within 10 model long.pml --time 60s
    expect_status 0
    { echo 'byte x; active proctype p() { atomic {' && yes 'x = 1;' | head -n 40000 && echo '} }'; } >atomic.pml
    within 10 model atomic.pml --time 60s
    expect_status 0
    { echo 'byte x; active proctype p() { do :: x = 0' && yes ':: atomic { x == 1 -> x = 2 }' | head -n 15000 && echo 'od }'; } >choices.pml
    within 10 model choices.pml --time 60s
    expect_status 0
}

@test "the time is over while the model is read: a preprocessor that hangs" {
    hanging_compiler
    printf '#define A 1\ninit { skip }\n' >defined.pml
    within 2 model defined.pml --time 1s
    expect_status 3
    expect_first_line "unknown: the time was over before there was an answer"
    within 2 model defined.pml --time 1s --json
    expect_status 3
    expect_json 'o["verdict"], o["complete"], o["limit"]' "unknown False time limit"
    expect_valid stdout.txt
}

@test "the time is over while a compiler hangs" {
    hanging_compiler
    within 2 model fine.pml --compiler cc --time 1s
    expect_status 3
    expect_output "unknown"
    [ -z "$(pgrep -f "$PWD/bin/cc" || true)" ] || fail "the compiler goes on"
}

@test "a signal while a compiler hangs" {
    hanging_compiler
    told TERM 1 model fine.pml --compiler cc
    expect_status 3
    expect_first_line "unknown: interrupted before there was an answer"
}

@test "the time is over in the search" {
    echo 'int a; active proctype p() { do :: a < 2000000000 -> a++ :: else -> a = 0 od }' >long.pml
    within 2 model long.pml --time 1s
    expect_status 3
    expect_output "time limit"
}

@test "the time is over among steps that take long: what was searched so far is told, and kept" {
    echo 'int n; proctype w() { byte i; do :: i < 200 -> d_step { i++; do :: n < 1000000 -> n++ :: else -> break od; n = 0 } :: else -> break od }
          init { atomic { run w(); run w(); run w() } }' >slow.pml
    for order in bfs dfs; do
        within 1 model slow.pml --time 1s --search $order --checkpoint slow.saved
        expect_status 3
        expect_output "incomplete: safety: the time was over"
        within 1 model slow.pml --time 1s --search $order --resume slow.saved
        expect_status 3
        expect_output "incomplete: safety: the time was over"
    done
}

@test "the time is over in one atomic sequence" {
    echo 'int a; active proctype p() { atomic { do :: a < 2000000000 -> a++ :: else -> break od } }' >chain.pml
    within 2 model chain.pml --time 1s
    expect_status 3
}

@test "memory: one atomic sequence" {
    echo 'int a; active proctype p() { atomic { do :: a < 2000000000 -> a++ :: else -> break od } }' >chain.pml
    status=0
    /usr/bin/env python3 - "$RTCHECK" <<'END' || status=$?
import resource, subprocess, sys
done = subprocess.run([sys.argv[1], "model", "chain.pml", "--memory", "100M", "--time", "60s"], capture_output=True, check=False)
used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
sanitized = b"asan" in sys.argv[1].encode()
print(done.stdout.decode(), used)
sys.exit(0 if done.returncode == 3 and (sanitized or used < 130) else 1)
END
    [ "$status" = 0 ] || fail "it took too much"
}

@test "a signal, and the time, while environments are counted" {
    within 3 env "$ROOT/models/bus/bus.env" --count --yes --set N=7 --set K=7 --set S=14 --time 1s
    expect_status 3
    expect_first_line "unknown: the time was over before there was an answer"
    told TERM 1 env "$ROOT/models/bus/bus.env" --count --yes --set N=7 --set K=7 --set S=14 --json
    expect_status 3
    expect_json 'o["limit"]' interrupted
    expect_valid stdout.txt
}

@test "the count so far is told" {
    with_time '[[ $output == *"T=1 R=2 "* ]]' env "$ROOT/models/osek/osek.env" --count --yes --set T=1..9 --set R=1..9 --set P=9 --set Q=9
    expect_status 3
    expect_output "unknown: time limit; there are at least "
    expect_output "  T=1 R=2 "
    expect_output "  at least "
    told INT 1 env "$ROOT/models/osek/osek.env" --count --yes --set T=1..9 --set R=1..9 --set P=9 --set Q=9 --json
    expect_status 3
    expect_json 'o["verdict"], o["complete"], o["limit"]' "unknown False interrupted"
    expect_json 'o["count"] == sum(c["count"] for c in o["cells"]) > 0' True
    expect_json 'o["cells"][0]["count"]' 45
    expect_valid stdout.txt
    within 3 env "$ROOT/models/osek/osek.env" --list --yes --set T=1..9 --set R=1..9 --set P=9 --set Q=9 --time 1s
    expect_status 3
    expect_first_line "unknown: the time was over before there was an answer"
}

@test "the time is over in a campaign" {
    within 3 env "$ROOT/models/osek/osek.env" --design "$ROOT/models/osek/osek.pml" --set T=1..4 --set R=0..3 --yes --time 1s
    expect_status 3
    expect_output "unknown"
}

@test "the time is over in a call of many steps: the failures that are known are told, and what was cut short is not kept" {
    printf 'target L { fun Take(u: 1..1); configure SetRank(u.rank) for u in User; }\nclass User[1] { attr rank: 1..3; states S; S -> S : Take(id); }\n' >m.env
    printf 'byte rank; int x;\ninline SetRank(r) { rank = r }\ninline Take(u) { if :: rank == 1 -> assert(false) :: rank == 2 -> do :: x++; if :: x %% 50 == 0 :: skip fi od :: else fi }\n' >d.pml
    within 3 env m.env --design d.pml --threads 1 --time 1s --results kept.db
    expect_status 1
    expect_output "violated: the design fails in 1 of 1 environment"
    expect_output "1 of 3 environments were checked (time limit)"
}

# development FILE AXIOM GUARD: four constants, one event.
development() {
    printf 'context c\nconstants a b d e\naxioms\n  @t1 a ∈ 1‥2000\n  @t2 b ∈ 1‥2000\n  @t3 d ∈ 1‥2000\n  @t4 e ∈ 1‥2000\n  @x %s\nend\n' "$2" >"$1"
    printf 'machine m sees c\nvariables v\ninvariants\n  @i v ∈ 0‥3\nevents\n  event INITIALISATION\n  then\n    @a v ≔ 0\n  end\n' >>"$1"
    printf '  event step\n  where\n    @g %s\n  then\n    @a v ≔ 1\n  end\nend\n' "$3" >>"$1"
}

@test "the time is over in an Event-B machine: its set-ups, an axiom, a guard" {
    local one='a = 1 ∧ b = 1 ∧ d = 1 ∧ e = 1'
    local long='∀x,y,z,w· x ∈ 1‥1000 ∧ y ∈ 1‥1000 ∧ z ∈ 1‥1000 ∧ w ∈ 1‥1000 ⇒ x*y*z + w*w ≠ a − 5 − '
    development setups.eventb 'a*b*d + e*e*e = 7*a*d + 13*b*e + 1' 'v = 0'
    development axiom.eventb "$one ∧ (${long}b)" 'v = 0'
    development guard.eventb "$one" "${long}v"
    within 2 eventb axiom.eventb --bound INT=-10..3000 --time 1s
    [ "$status" = 3 ] || expect_error "too many to be enumerated" # a quick machine gives up before the time is over
    for phase in setups guard; do
        within 2 eventb $phase.eventb --bound INT=-10..3000 --time 1s
        expect_status 3
        expect_output "unknown"
        told TERM 1 eventb $phase.eventb --bound INT=-10..3000 --json
        expect_status 3
        expect_json 'o["verdict"], o["complete"]' "unknown False"
        expect_valid stdout.txt
    done
}

@test "the limits hold while the states of an Event-B machine are written, and its verdict is told" {
    printf 'machine m\nvariables x y\ninvariants\n  @x x ∈ ℤ\n  @y y ∈ ℤ\nevents\n  event INITIALISATION\n  then\n    @x x ≔ 0\n    @y y ≔ 0\n  end\n' >m.eventb
    printf '  event a\n  then\n    @x x ≔ x + 1\n  end\n  event b\n  then\n    @y y ≔ y + 1\n  end\nend\n' >>m.eventb
    within 3 eventb m.eventb --bound INT=0..100000000 --time 1s --lts m.aut
    expect_status 3
    expect_output "unknown: no violation was found, but not everything was covered (time limit)"
    expect_error "'m.aut' is not written: time limit"
    expect_absent m.aut
}

@test "the time, and a signal, end a simulation" {
    echo 'int a; active proctype p() { do :: a < 2000000000 -> a++ :: else -> a = 0 od }' >long.pml
    within 2 simulate long.pml --steps 1000000000 --quiet --time 1s
    expect_status 3
    expect_output "steps: time limit"
    told INT 1 simulate long.pml --steps 1000000000 --json
    expect_status 3
    expect_json 'o["verdict"], o["ended"]' "unknown interrupted"
    expect_valid stdout.txt
    case $RTCHECK in *asan*) return ;; esac # whose own memory is beyond any limit
    within 5 simulate long.pml --steps 1000000000 --quiet --memory 60M --time 60s
    expect_output "steps: memory limit"
    expect_status 3
}

@test "memory: a simulation that has used it up writes no file as large as its run" {
    printf 'int x; active proctype p() { do :: x++ od }\n' >on.pml
    rtcheck simulate on.pml --quiet --steps 100000000 --memory 60M --trace run.json --msc run.svg
    expect_status 3
    expect_error "the memory limit leaves no room for 'run.json'"
    expect_error "the memory limit leaves no room for 'run.svg'"
    expect_absent run.json
    expect_absent run.svg
}

@test "the time ends a simulation by hand that nobody goes on with" {
    mkfifo hands
    sleep 20 >hands &
    local writer=$!
    local began=$SECONDS
    status=0
    "$RTCHECK" simulate fine.pml --interactive --time 1s <hands >stdout.txt 2>stderr.txt || status=$?
    kill $writer 2>/dev/null || true
    [ $((SECONDS - began)) -le 12 ] || fail "it went on"
    expect_status 3
    errors=$(<stderr.txt)
    expect_error "time limit"
}

@test "the time ends a graph: its states, and a Graphviz that hangs" {
    echo 'int a; active proctype p() { do :: d_step { a++; do :: a % 30000 -> a++ :: else -> break od } od }' >long.pml
    within 2 graph long.pml --states --limit 100000 --time 1s -o long.dot
    expect_status 3
    expect_error "time limit: dashed states have successors that are not drawn"
    grep -q digraph long.dot || fail "nothing is drawn"
    hanging_compiler
    cp bin/cc bin/dot
    within 2 graph fine.pml -o fine.svg --time 1s
    expect_status 3
    expect_error "time limit"
    expect_absent fine.svg
    told TERM 1 graph fine.pml -o fine.svg
    expect_status 3
    expect_error "interrupted"
}

@test "the time, and a signal, while a file is read: every command" {
    mkfifo never.pml never.oil never.xgdl never.env never.eventb never.map
    for words in "model never.pml" "simulate never.pml" "graph never.pml" "oil never.oil" "xgdl never.xgdl" "env never.env --count" \
        "eventb never.eventb" "conform never.eventb --map never.map --design fine.pml" "app never.oil fine.c" "guide fine.pml --guide never.xgdl" "timing never.oil"; do
        # shellcheck disable=SC2086
        within 2 $words --time 0.3s
        expect_status 3
        expect_error "time limit"
    done
    for words in "simulate never.pml" "graph never.pml" "oil never.oil" "xgdl never.xgdl"; do
        # shellcheck disable=SC2086
        told TERM 0.5 $words
        expect_status 3
        expect_error "interrupted"
    done
}

@test "a long counterexample is told from its end" {
    echo 'int a; active proctype p() { do :: a < 30000 -> a++ :: else -> break od; assert(false) }' >far.pml
    rtcheck model far.pml --json
    expect_status 1
    expect_valid stdout.txt
    expect_json 'len(o["violations"][0]["trace"])' 10000
    expect_json 'o["violations"][0]["trace_left_out"] + 10000 == o["violations"][0]["trace"][-1]["step"]' True
    rtcheck model far.pml
    expect_output "steps are left out (--trace FILE writes all)"
    rtcheck model far.pml --trace far.json --quiet
    rtcheck simulate far.pml --replay far.json --quiet
    expect_status 1
}

@test "a pipe is read, and one that nobody writes is given up" {
    mkfifo pipe
    cat fine.pml >pipe &
    rtcheck model pipe
    expect_status 0
    within 2 model pipe --time 1s
    expect_status 3
    rtcheck model /dev/zero
    expect_status 2
    expect_error "File too large"
}

@test "a checkpoint that cannot be written is a warning" {
    status=0
    (ulimit -f 1; "$RTCHECK" model loops.pml --safety --checkpoint search.ck --every 1ms --time 60s >stdout.txt 2>stderr.txt) || status=$?
    [ "$status" = 0 ] || fail "it did not go on"
    echo 'int a; active proctype p() { do :: a < 200000 -> a++ :: else -> break od }' >longer.pml
    status=0
    (ulimit -f 1; "$RTCHECK" model longer.pml --safety --checkpoint search.ck --every 1ms >stdout.txt 2>stderr.txt) || status=$?
    errors=$(<stderr.txt) output=$(<stdout.txt)
    expect_status 0
    expect_error "warning: the checkpoint could not be written"
    expect_absent search.ck.part
}

@test "results that cannot be stored: the verdict is printed, and an error" {
    status=0
    (ulimit -f 40; "$RTCHECK" env "$ROOT/models/bus/bus.env" --design "$ROOT/models/bus/bus.pml" --results run.db >stdout.txt 2>stderr.txt) || status=$?
    errors=$(<stderr.txt) output=$(<stdout.txt)
    expect_status 2
    expect_output "the design is right"
    expect_error "the results are not all stored"
}

@test "a model includes what is below its folder, what is named as a source, or what was allowed" {
    mkdir inner outer
    echo 'byte x;' >outer/words.txt
    cp outer/words.txt outer/shared.pml
    cp outer/words.txt inner/own.txt
    ln -s ../outer/words.txt inner/link.pml
    for name in own.txt ../outer/shared.pml; do
        printf '#include "%s"\ninit { x = 1 }\n' "$name" >inner/model.pml
        rtcheck model inner/model.pml
        expect_status 0
    done
    for name in ../outer/words.txt link.pml "$PWD/outer/words.txt"; do
        printf '#include "%s"\ninit { x = 1 }\n' "$name" >inner/model.pml
        rtcheck model inner/model.pml
        expect_status 2
        expect_error "is outside of the model's folder"
        rtcheck model inner/model.pml -I outer
        expect_status 0
        rtcheck model inner/model.pml --allow-code
        expect_status 0
    done
    printf '#line 1 "<x>"\n#include "/etc/passwd"\ninit { skip }\n' >inner/model.pml
    rtcheck model inner/model.pml
    expect_status 2
    case $errors in *root:*) fail "it shows what it includes" ;; esac
}

@test "control characters are shown, not obeyed" {
    printf 'active proctype p() { printf("a\033]0;title\007b\302\205c"); assert(false) }\n' >bell.pml
    rtcheck model bell.pml
    expect_status 1
    case $output$errors in *$'\033'* | *$'\007'* | *$'\302\205'*) fail "a control character" ;; esac
    expect_output '\x1b]0;title\x07b\x85c'
    rtcheck model bell.pml --json
    case $output in *$'\033'* | *$'\302\205'*) fail "a control character" ;; esac
    expect_valid stdout.txt
}

@test "control characters in names of files and in what is expected of a run are shown, too" {
    cp "$ROOT/examples/app/ceiling/ceiling.oil" .
    cp "$ROOT/examples/app/ceiling/ceiling.c" $'it\x27s \x1b[2J.c'
    rtcheck app .
    expect_error "\$'it\\'s \\x1b[2J.c'"
    case $errors in *$'\033'*) fail "a control character" ;; esac
    printf '\033]0;title\007\n' >expected.txt
    rtcheck app ceiling.oil $'it\x27s \x1b[2J.c' --expect expected.txt
    expect_status 1
    expect_error "expected '\\x1b]0;title\\x07'"
    case $errors in *$'\033'*) fail "a control character" ;; esac
    printf 'worker\0\n' >expected.txt
    rtcheck app ceiling.oil $'it\x27s \x1b[2J.c' --expect expected.txt
    expect_status 2
}

@test "a file whose name has several lines is not read: one of them might look like an answer" {
    cp "$ROOT/examples/app/ceiling/ceiling.oil" .
    cp "$ROOT/examples/app/ceiling/ceiling.c" $'a\nholds: no violation\n.c'
    rtcheck app .
    expect_status 2
    expect_error "\$'a\\x0aholds: no violation\\x0a.c'"
    expect_error "error: the name of a file has an end of a line in it: behind \`a\`"
    rtcheck app ceiling.oil $'a\nholds: no violation\n.c'
    expect_status 2
    expect_no_output "holds"
}

@test "a byte order mark in front of a file is no part of it" {
    printf '\357\273\277active proctype p() { skip }\n' >marked.pml
    rtcheck model marked.pml --quiet
    expect_status 0
    printf '\357\273\277#define S skip\nactive proctype p() { S }\n' >marked.pml
    rtcheck model marked.pml --quiet
    expect_status 0
    printf '\357\273\277a* || b\n' >marked.xgdl
    rtcheck xgdl marked.xgdl
    expect_status 0
    printf '\357\273\277target T { } class A[2] { attr p: 0..1; }\n' >marked.env
    rtcheck env marked.env --count
    expect_status 0
    (printf '\357\273\277' && cat "$ROOT/examples/app/ceiling/ceiling.oil") >marked.oil
    rtcheck oil marked.oil
    expect_status 0
    (printf '\357\273\277' && cat "$ROOT/examples/app/ceiling/ceiling.c") >marked.c
    rtcheck app marked.oil marked.c
    expect_status 1
    expect_error "marked.c:25:5: warning: the configuration does not list log_lock"
    (printf '\357\273\277' && cat "$ROOT/examples/timing/sensors.amxmi") >marked.amxmi
    rtcheck timing marked.amxmi
    expect_status 1
}

@test "folders of killed runs are swept" {
    hanging_compiler
    mkdir tmp
    export TMPDIR=$PWD/tmp
    "$RTCHECK" model fine.pml --compiler cc >stdout.txt 2>stderr.txt &
    local child=$!
    # A run that is killed before it owns its folder leaves one that nobody takes for abandoned within the hour.
    for _ in $(seq 600); do ls tmp/rtcheck-code-*/.owner >/dev/null 2>&1 && break; sleep 0.1; done
    kill -KILL $child
    wait $child || true
    ls tmp/rtcheck-code-*/.owner >/dev/null || fail "there was none"
    rtcheck model fine.pml --compiler cc --time 1s
    [ -z "$(ls tmp)" ] || fail "there is $(ls tmp)"
}

@test "messages quote no file that is out of reach" {
    mkdir inner outer
    echo 'TopSecretWord and more' >outer/secret.h
    cp "$ROOT/examples/app/ceiling/ceiling.oil" inner/
    { echo '#include "../outer/secret.h"'; cat "$ROOT/examples/app/ceiling/ceiling.c"; } >inner/ceiling.c
    rtcheck app inner/ceiling.oil inner/ceiling.c
    expect_status 2
    expect_error "is not shown"
    case $errors in *TopSecretWord*) fail "it quotes" ;; esac
    rtcheck app inner/ceiling.oil inner/ceiling.c -I outer
    expect_error "TopSecretWord"
}

@test "C code of a model that ends the run gives no answer" {
    way() { printf 'byte x;\nactive proctype p() { x = 1; c_code { %s }; assert(false) }\n' "$1" >leaves.pml; }
    for way in 'exit(0);' 'exit(1);' '_exit(0);' 'quick_exit(0);' 'abort();' '*(volatile int *)0 = 1;'; do
        way "$way"
        for compiler in tcc cc; do
            rtcheck model leaves.pml --allow-code --compiler $compiler
            expect_status 3
            expect_output "unknown: the model's C code ended the run before there was an answer"
            expect_error "rtcheck model: ended by the model's C code"
        done
    done
    way 'exit(0);'
    rtcheck model leaves.pml --allow-code --json
    expect_status 3
    expect_output '"limit": "embedded C"'
    rtcheck simulate leaves.pml --allow-code
    expect_status 3
    printf 'c_decl { __attribute__((constructor)) static void leave(void) { exit(0); } }\n' >leaves.pml
    printf 'c_state "int x" "Global"\nactive proctype p() { assert(false) }\n' >>leaves.pml
    rtcheck model leaves.pml --allow-code --compiler cc
    expect_status 3
    way 'now.x = 2;'
    rtcheck model leaves.pml --allow-code
    expect_status 1
}

@test "what was found is told, even if there is no time for the run that leads there" {
    # The first time the statement passes, in the search; when the run is told it never ends.
    cat >once.pml <<'MODEL'
c_decl { extern int creat(const char *, unsigned); static int calls; }
active proctype p() { c_code { if (calls++) for (creat("again", 0644);;) ; }; assert(false) }
MODEL
    with_time '[ -e again ]' model once.pml --allow-code --safety
    expect_status 1
    expect_output "violated: assertion failed: 0, at once.pml:2"
    expect_output "the time was over before the run that leads there was told"
    rm again
    with_time '[ -e again ]' model once.pml --allow-code --safety --json
    expect_status 1
    printf '%s' "$output" >cut.json
    expect_valid cut.json
    expect_output '"verdict": "violated"'
    rm again
    "$RTCHECK" model once.pml --allow-code --safety >stdout.txt 2>stderr.txt &
    local child=$!
    for _ in $(seq 600); do [ ! -e again ] || break; sleep 0.1; done
    kill -TERM $child
    status=0
    wait $child || status=$?
    output=$(<stdout.txt)
    [ "$status" -eq 1 ]
    [[ $output == violated:*"interrupted before the run that leads there was told"* ]]
}

@test "many initial states use up no memory for what was found of each, and too much ends in good order" {
    printf 'machine m variables f invariants @t: f ∈ ℤ ⇸ ℤ @f: f ∈ 1‥20 → 0‥1 events event INITIALISATION then @f: f :∈ 1‥20 → 0‥1 end end\n' >m.eventb
    rtcheck eventb --threads 1 m.eventb
    expect_status 0
    expect_output "  states        1,048,576"
    printf 'machine m variables f invariants @t: f ∈ ℤ ⇸ ℤ events event INITIALISATION then @f: f :∈ 1‥20 → 0‥255 end end\n' >m.eventb
    rtcheck eventb --threads 1 m.eventb
    expect_status 3
}
