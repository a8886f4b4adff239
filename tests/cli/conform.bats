#!/usr/bin/env bats
# rtcheck conform: a design against its Event-B specification.

load helpers

MODELS=$(cd "$BATS_TEST_DIRNAME/../../models/conform" && pwd)
KERNEL=$(dirname "$RTCHECK")/osek_kernel_design.so
case $RTCHECK in *asan*) FAST=--fast ;; *) FAST= ;; esac # sanitizers are slow

write_lamp() {
    cat >lamp.eventb <<'EOF'
machine lamp
variables on
invariants @on on ∈ 0‥1
events
  event INITIALISATION then @i on ≔ 0 end
  event press then @a on ≔ 1 − on end
end
EOF
    cat >lamp.map <<'EOF'
relate { on ~ light; }
calls { press -> Press(); }
EOF
    echo 'byte light; inline Press() { light = 1 - light }' >lamp.pml
    echo 'byte light; inline Press() { light = 1 }' >stuck.pml
    cat >lamp.c <<'EOF'
#include "rtcheck_design.h"
#include <stdlib.h>
#ifndef PRESS
#define PRESS lamp->light = !lamp->light
#endif
struct lamp { unsigned char light, presses; };
static unsigned press(void *state, const int32_t *arguments, unsigned choice) {
    struct lamp *lamp = state;
    lamp->presses += lamp->presses < 2;
    PRESS;
    return 1;
}
static const struct rtcheck_call calls[] = {{"Press", 0, press}, {0}};
static const struct rtcheck_variable variables[] = {RTCHECK_VARIABLE(struct lamp, light), {0}};
const struct rtcheck_design rtcheck_design = {RTCHECK_DESIGN_VERSION, sizeof(struct lamp), 0, calls, variables};
EOF
}

# lamp_that NAME STATEMENT: the design in C with another body.
lamp_that() { { echo "#define PRESS $2"; cat lamp.c; } >"$1"; }

@test "a design that simulates its specification" {
    write_lamp
    rtcheck conform lamp.eventb --map lamp.map --design lamp.pml
    expect_status 0
    expect_first_line "holds: lamp.pml simulates lamp.eventb within the bounds"
    expect_output "specification  2 states, 2 transitions, 1 initial state"
    rtcheck conform lamp.eventb --map lamp.map --design lamp.pml --store tree --threads 2
    expect_status 0
}

@test "one that does not: the shortest sequence of events, both states side by side" {
    write_lamp
    rtcheck conform lamp.eventb --map lamp.map --design stuck.pml
    expect_status 1
    expect_first_line "violated: stuck.pml does not simulate lamp.eventb"
    expect_output "  1  press  Press()"
    expect_output "  2  press  Press()"
    expect_no_output "  3  press"
    expect_output "≠ on            0   light  1   expected 0"
}

@test "--json is one object that the schema allows" {
    write_lamp
    rtcheck conform lamp.eventb --map lamp.map --design stuck.pml --json
    expect_status 1
    expect_valid stdout.txt
    expect_json "o['verdict']" violated
    expect_json "[s['event'] for s in o['violations'][0]['trace']]" "['press', 'press']"
    expect_json "o['violations'][0]['states'][0]['differs']" True
    rtcheck conform lamp.eventb --map lamp.map --design lamp.pml --json
    expect_status 0
    expect_valid stdout.txt
    expect_json "o['specification']['states']" 2
    rtcheck conform lamp.eventb --map lamp.map --explore --json
    expect_status 0
    expect_valid stdout.txt
    rtcheck conform lamp.eventb --map missing.map --design lamp.pml --json
    expect_status 2
    expect_valid stdout.txt
}

@test "a design in C, only if it is allowed to run" {
    write_lamp
    rtcheck conform lamp.eventb --map lamp.map --design lamp.c
    expect_status 2
    expect_error "lamp.c: error: a design in C runs on this machine: --allow-code permits it"
    rtcheck conform lamp.eventb --map lamp.map --design lamp.c --allow-code
    expect_status 0
    cc -shared -fPIC -I "$ROOT/include" -o lamp.so lamp.c
    rtcheck conform lamp.eventb --map lamp.map --design lamp.so --allow-code
    expect_status 0
}

@test "a design in C that crashes, aborts, ends, or does not return is a finding" {
    write_lamp
    lamp_that crash.c 'if (lamp->presses == 2) *(volatile int *)8 = 1; lamp->light = !lamp->light'
    rtcheck conform lamp.eventb --map lamp.map --design crash.c --allow-code
    expect_status 1
    expect_output "Press(): crashes: an invalid memory access (SIGSEGV)"
    expect_output "  2  press  Press()"
    lamp_that abort.c 'abort()'
    rtcheck conform lamp.eventb --map lamp.map --design abort.c --allow-code --json
    expect_status 1
    expect_valid stdout.txt
    expect_json "[o['violations'][0]['kind'], o['violations'][0]['side']]" "['crash', 'design']"
    lamp_that leaves.c 'exit(0)'
    rtcheck conform lamp.eventb --map lamp.map --design leaves.c --allow-code
    expect_status 1
    expect_output "Press(): ends the process"
    for number in SIGTERM SIGINT SIGHUP SIGQUIT SIGUSR1 SIGALRM SIGPIPE SIGVTALRM SIGTSTP; do
        lamp_that raises.c "if (lamp->presses == 2) raise($number); lamp->light = !lamp->light"
        sed -i '1i #include <signal.h>' raises.c
        rtcheck conform lamp.eventb --map lamp.map --design raises.c --allow-code
        expect_status 1
        expect_output "Press(): ends "
    done
    lamp_that handles.c 'signal(SIGUSR1, SIG_IGN); raise(SIGUSR1); lamp->light = !lamp->light'
    sed -i '1i #include <signal.h>' handles.c
    rtcheck conform lamp.eventb --map lamp.map --design handles.c --allow-code
    expect_status 0
    lamp_that hangs.c 'for (volatile int i = 0;; i++)'
    rtcheck conform lamp.eventb --map lamp.map --design hangs.c --allow-code --call-time 200ms
    expect_status 1
    expect_output "Press(): does not return in time"
    [ -z "$FAST" ] || return 0 # the sanitizers' own memory cannot be limited
    lamp_that eats.c 'for (;;) { volatile char *p = malloc(1 << 26); for (int i = 0; i < 1 << 26; i += 4096) p[i] = 1; }'
    rtcheck conform lamp.eventb --map lamp.map --design eats.c --allow-code --call-memory 512M
    expect_status 1
    expect_output "Press(): "
}

@test "a design in C that asks the system for more than memory is stopped" {
    [ -z "$FAST" ] || skip "a sanitizer makes system calls of its own"
    write_lamp
    for call in 'fork()' 'open("written", 0101, 0644)' 'socket(2, 1, 0)' 'system("touch written")' 'kill(1, 0)' 'unlink("lamp.map")'; do
        lamp_that calls.c "extern int fork(), open(), socket(), kill(), unlink(); $call; lamp->light = !lamp->light"
        rtcheck conform lamp.eventb --map lamp.map --design calls.c --allow-code
        expect_status 1
        expect_output "Press(): is stopped: it makes a system call"
        [ ! -e written ] && [ -e lamp.map ]
    done
    # What it prints goes nowhere, and is allowed.
    lamp_that prints.c 'extern int puts(const char *); puts("hello"); lamp->light = !lamp->light'
    rtcheck conform lamp.eventb --map lamp.map --design prints.c --allow-code
    expect_status 0
    case $output in *hello*) false ;; esac
    expect_output "states"
}

@test "a design in C that does not return ends when the time is over; whoever kills it proves nothing" {
    write_lamp
    lamp_that hangs.c 'for (volatile int i = 0;; i++)'
    cc -shared -fPIC -I "$ROOT/include" -o hangs.so hangs.c
    rtcheck conform lamp.eventb --map lamp.map --design hangs.so --allow-code --call-time 1h --time 2s
    expect_status 3
    lamp_that sleeps.c 'extern int usleep(unsigned); for (;;) usleep(1000)'
    rtcheck conform lamp.eventb --map lamp.map --design sleeps.c --allow-code --call-time 300ms
    expect_status 1
    expect_output "Press(): does not return in time"
    # To the design's process as well as to rtcheck.
    run timeout -s TERM 2 "$RTCHECK" conform lamp.eventb --map lamp.map --design sleeps.c --allow-code --call-time 1h
    case $output in *violated*) false ;; esac
}

@test "any number of threads: the same counts, and a sequence as short" {
    for design in "$MODELS/../osek/osek.pml --map $MODELS/osek.map" "$KERNEL --allow-code --map $MODELS/osek_kernel.map"; do
        for threads in 1 2 5; do
            rtcheck conform "$MODELS/osek.eventb" --machine osek_scheduling --design $design --bound 'EVT={}' --threads $threads --json
            expect_status 0
            counts="$(python3 -c "import json; o = json.load(open('stdout.txt')); print(o['states'], o['transitions'], o['depth'], o['specification'])")"
            [ -n "$first" ] || first=$counts
            [ "$counts" = "$first" ]
        done
        first=
    done
    for threads in 1 3; do
        rtcheck conform "$MODELS/osek.eventb" --machine osek_scheduling --map "$MODELS/osek.map" --threads $threads --json \
            --design "$MODELS/../osek/bugs/event_no_preemption.pml" --bound most=1 --bound 'uses=RES × TASK'
        expect_status 1
        expect_json "len(o['violations'][0]['trace'])" 4
    done
}

@test "a design in C that writes beside its state" {
    write_lamp
    for place in '[-1]' '[-16]' '[sizeof *lamp]' '[sizeof *lamp + 7]'; do
        lamp_that beside.c "((volatile char *)lamp)$place = 1; lamp->light = !lamp->light"
        rtcheck conform lamp.eventb --map lamp.map --design beside.c --allow-code
        expect_status 1
        expect_output "Press(): "
    done
    expect_output "writes beside its state"
    lamp_that far.c '((volatile char *)lamp)[4096] = 1; lamp->light = !lamp->light'
    rtcheck conform lamp.eventb --map lamp.map --design far.c --allow-code
    expect_status 1
    expect_output "Press(): crashes: an invalid memory access"
}

@test "what cannot be compiled or loaded is bad input" {
    write_lamp
    echo 'int x = ;' >bad.c
    rtcheck conform lamp.eventb --map lamp.map --design bad.c --allow-code
    expect_status 2
    expect_error "bad.c: error: cc does not compile it:"
    echo 'no library' >bad.so
    rtcheck conform lamp.eventb --map lamp.map --design bad.so --allow-code
    expect_status 2
    expect_error "bad.so: error: cannot be loaded"
}

@test "mistakes in the map are reported at their place" {
    write_lamp
    printf 'relate { on ~ lamp; }\ncalls { press -> Press(); }\n' >a.map
    rtcheck conform lamp.eventb --map a.map --design lamp.pml
    expect_status 2
    expect_error "a.map:1:15: error: the design lamp.pml has no variable \`lamp\`"
    printf 'relate { off ~ light; }\ncalls { press -> Press(); }\n' >b.map
    rtcheck conform lamp.eventb --map b.map --design lamp.pml
    expect_status 2
    expect_error "b.map:1:10: error: "
    printf 'bounds { on = 5..2; }\nrelate { on ~ light; }\ncalls { press -> Press(); }\n' >c.map
    rtcheck conform lamp.eventb --map c.map --design lamp.pml
    expect_status 2
    expect_error "c.map:1:10: error: bound 'on=5..2'"
    printf 'include "d.map";\n' >d.map
    rtcheck conform lamp.eventb --map d.map --design lamp.pml
    expect_status 2
    expect_error "d.map:1:8: error: maps include each other"
    printf 'relate { 0 ÷ (1 − on) ~ light; }\ncalls { press -> Press(); }\n' >e.map
    rtcheck conform lamp.eventb --map e.map --design lamp.pml
    expect_status 2
    expect_error "e.map:1:10: error: this relation's expression is not well-defined here"
}

@test "cyclic refinement is bad input" {
    write_lamp
    printf 'machine a refines b events event INITIALISATION end end\nmachine b refines a events event INITIALISATION end end\n' >cycle.eventb
    rtcheck conform cycle.eventb --map lamp.map --design lamp.pml
    expect_status 2
    expect_error "cycle.eventb:"
}

@test "usage" {
    write_lamp
    rtcheck conform lamp.eventb --design lamp.pml
    expect_status 2
    expect_error "--map FILE.map is missing"
    rtcheck conform lamp.eventb --map lamp.map
    expect_status 2
    expect_error "--design FILE is missing"
    rtcheck conform lamp.eventb --map lamp.map --explore --emit x.pml
    expect_status 2
    rtcheck conform --help
    expect_status 0
    expect_output "--every-result"
}

@test "a limit ends the search with what is known" {
    write_lamp
    rtcheck conform lamp.eventb --map lamp.map --design stuck.pml --depth 1
    expect_status 3
    expect_first_line "unknown: nothing wrong was found, but not everything was explored (depth limit)"
}

@test "a specification in which nothing happens is exported; names of the design are left to it" {
    write_lamp
    sed 's/event press then/event press where @g on = 2 then/' lamp.eventb >still.eventb
    rtcheck conform still.eventb --map lamp.map --design lamp.pml --emit still.pml
    expect_status 0
    rtcheck model still.pml
    expect_status 0
    echo 'byte next, calls, S0, done, call, environment; inline Press() { next = 1 - next; calls = 5; S0 = 7 }' >names.pml
    sed 's/light/next/' lamp.map >names.map
    rtcheck conform lamp.eventb --map names.map --design names.pml --emit named.pml
    expect_status 0
    rtcheck model named.pml
    expect_status 0
    sed -i 's/next = 1 - next/next = 1/' names.pml
    rtcheck conform lamp.eventb --map names.map --design names.pml --emit named.pml
    expect_status 1
    rtcheck model named.pml
    expect_status 1
    expect_output "assertion failed"
}

@test "every result: a way that blocks is one that is refused" {
    write_lamp
    echo 'byte light; inline Press() { if :: light = 1 - light :: true -> false fi }' >choosy.pml
    rtcheck conform lamp.eventb --map lamp.map --design choosy.pml
    expect_status 0
    rtcheck conform lamp.eventb --map lamp.map --design choosy.pml --every-result
    expect_status 1
    expect_output "one way of the design's calls blocks"
    rtcheck conform lamp.eventb --map lamp.map --design choosy.pml --emit choosy_environment.pml
    rtcheck model choosy_environment.pml
    expect_status 1
}

@test "the exported environment has the same verdict" {
    write_lamp
    rtcheck conform lamp.eventb --map lamp.map --design lamp.pml --emit good.pml
    expect_status 0
    rtcheck model good.pml
    expect_status 0
    rtcheck conform lamp.eventb --map lamp.map --design stuck.pml --emit bad.pml
    expect_status 1
    rtcheck model bad.pml
    expect_status 1
    expect_output "assertion failed"
}

@test "a call that need not end is a cycle without progress in the exported environment, and Spin reads it" {
    write_lamp
    echo 'byte light, n; inline Press() { do :: n < 2 -> n++ :: else -> break od; n = 0; light = 1 - light; do :: n == 0 -> break od }' >loops.pml
    echo 'byte light, n; inline Press() { do :: n = 1 - n :: light = 1 - light; break od }' >endless.pml
    for design in loops endless; do
        rtcheck conform lamp.eventb --map lamp.map --design $design.pml --every-result --emit exported.pml
        expected=$status
        rtcheck model exported.pml
        expect_status 0
        rtcheck model exported.pml --progress
        expect_status $expected
        if command -v spin >/dev/null; then spin -a exported.pml; fi
    done
    [ "$expected" = 1 ]
}

@test "timeout in a design is refused" {
    write_lamp
    echo 'byte light, n; inline Press() { if :: n == 3 :: timeout -> light = 1 - light fi }' >waits.pml
    rtcheck conform lamp.eventb --map lamp.map --design waits.pml
    expect_status 2
    expect_error "waits.pml:1:49: error: \`timeout\` in a design"
}

@test "the kernel's design and the kernel itself simulate the specification of OSEK" {
    rtcheck conform "$MODELS/osek.eventb" --machine osek_scheduling --map "$MODELS/osek.map" --design "$MODELS/../osek/osek.pml" --json
    expect_status 0
    expect_json "[o['specification']['initial_states'], o['specification']['initial_states_checked']]" "[36, 18]"
    rtcheck conform "$MODELS/osek.eventb" --machine osek_scheduling --map "$MODELS/osek_kernel.map" --design "$KERNEL" --allow-code --json
    expect_status 0
    expect_json "o['complete']" True
    rtcheck conform "$MODELS/osek.eventb" --machine osek_scheduling --map "$MODELS/osek_kernel.map" --design "$KERNEL" --allow-code \
        --bound RES=2 --bound INR=2
    expect_status 0
    rtcheck conform "$MODELS/osek.eventb" --machine osek_scheduling --map "$MODELS/osek_kernel.map" --design "$KERNEL" --allow-code \
        --bound TASK=3 --bound most=1
    expect_status 0
}

@test "symmetric set-ups: the promise of the OSEK map is kept" {
    rtcheck conform "$MODELS/osek.eventb" --machine osek_scheduling --map "$MODELS/osek.map" --design "$MODELS/../osek/osek.pml" \
        --no-symmetry --json
    expect_status 0
    expect_json "o['specification']['initial_states_checked']" 36
}

@test "the kernel refuses what the abstract specification allows: that a task ends which does not run" {
    cat >faithful.map <<EOF
bounds { TASK = 2; INT = 0..3; levels = 2; }
values STATE { sus -> 0; act -> {1, 2}; wai -> 3; }
setup { forall t in TASK: SetTask(t, 1 + t % levels); StartOS(); }
relate { forall t in TASK: t_state(t) ~ task[t].state; }
calls { activate(t) -> ActivateTask(0, t); terminate(t) -> TerminateTask(t); chain(t, u) -> ChainTask(t, u); }
EOF
    rtcheck conform "$MODELS/osek_abstract.eventb" --machine abstract_tasks --map faithful.map --design "$KERNEL" --allow-code --json
    expect_status 1
    expect_json "[o['violations'][0]['kind'], len(o['violations'][0]['trace'])]" "['refused', 3]"
}

write_count() { # a specification that counts to N, in a design's variable n; the body of its call comes from the test
    cat >count.eventb <<'END'
machine count
variables n
invariants @n n ∈ ℤ
events
  event INITIALISATION then @i n ≔ 1 end
  event up where @g n < 10000000000 then @a n ≔ n ∗ 10 end
end
END
    cat >count.map <<'END'
relate { n ~ n; }
calls { up -> Up(); }
END
    cat >count.c <<END
#include "rtcheck_design.h"
#include <stdlib.h>
struct state { $1 n; };
static __thread int of_thread;
static void init(void *state) { ((struct state *)state)->n = 1; }
static unsigned up(void *memory, const int32_t *arguments, unsigned choice) {
    static int calls;
    struct state *state = memory;
    $2
}
static const struct rtcheck_call calls[] = {{"Up", 0, up}, {0}};
static const struct rtcheck_variable variables[] = {RTCHECK_VARIABLE(struct state, n), {0}};
const struct rtcheck_design rtcheck_design = {RTCHECK_DESIGN_VERSION, sizeof(struct state), init, calls, variables};
END
}

@test "numbers of 64 bits are related; an unsigned one is never a negative one" {
    write_count int64_t 'state->n *= 10; return 1;'
    run "$RTCHECK" conform count.eventb --map count.map --design count.c --allow-code
    [ "$status" -eq 0 ]
    write_count int32_t 'state->n *= 10; return 1;'
    run "$RTCHECK" conform count.eventb --map count.map --design count.c --allow-code
    [ "$status" -eq 1 ]
    write_count uint64_t 'state->n = -1; return 1;'
    sed -i 's/n < 10000000000/n > 0/; s/n ∗ 10/−1/' count.eventb
    run "$RTCHECK" conform count.eventb --map count.map --design count.c --allow-code
    [ "$status" -eq 1 ]
    [[ $output == *18446744073709551615* ]]
    write_count int64_t 'state->n = -1; return 1;'
    sed -i 's/n < 10000000000/n > 0/; s/n ∗ 10/−1/' count.eventb
    run "$RTCHECK" conform count.eventb --map count.map --design count.c --allow-code
    [ "$status" -eq 0 ]
}

@test "a way of a design in C that refuses is none to go on; all ways say how many there are" {
    write_count int64_t 'if (choice == 1) { state->n *= 10; return 0; } state->n = 5; return 2;'
    run "$RTCHECK" conform count.eventb --map count.map --design count.c --allow-code
    [ "$status" -eq 1 ]
    write_count int64_t 'if (choice == 0) { state->n *= 10; return 2; } return 0;'
    run "$RTCHECK" conform count.eventb --map count.map --design count.c --allow-code
    [ "$status" -eq 0 ]
    run "$RTCHECK" conform count.eventb --map count.map --design count.c --allow-code --every-result
    [ "$status" -eq 1 ]
    write_count int64_t 'state->n *= 10; return choice + 2;'
    run "$RTCHECK" conform count.eventb --map count.map --design count.c --allow-code
    [ "$status" -eq 1 ]
    [[ $output == *"how many ways"* ]]
}

@test "a design in C that keeps something outside of its state is no answer" {
    for body in 'if (++calls == 4) state->n = 7; else state->n *= 10; return 1;' \
        'if (++of_thread == 4) state->n = 7; else state->n *= 10; return 1;' \
        'static int *kept; if (!kept) kept = calloc(1, 4); state->n *= 10; return (*kept)++ < 3;' \
        'state->n = rand() % 2 ? 7 : state->n * 10; return 1;'; do
        write_count int64_t "$body"
        run "$RTCHECK" conform count.eventb --map count.map --design count.c --allow-code
        [ "$status" -eq 3 ]
        [[ $output == *"called again in the same state"* ]]
    done
    write_count int64_t 'static long global; global = state->n; global *= 10; state->n = global; return 1;'
    run "$RTCHECK" conform count.eventb --map count.map --design count.c --allow-code
    [ "$status" -eq 0 ]
}

@test "symmetry: set-ups whose numbers are beyond the bounds stand for themselves" {
    cat >ranks.eventb <<'END'
context c
sets T
constants p q
axioms
  @p p ∈ T → {10, 20}
  @q q ∈ T → 0‥1
end
machine ranks
sees c
variables n
invariants @n n ∈ ℕ
events
  event INITIALISATION then @i n ≔ 0 end
  event go any t where @t t ∈ T then @a n ≔ p(t) + q(t) end
end
END
    cat >ranks.map <<'END'
bounds { T = 2; p = {T1 ↦ 10, T2 ↦ 20}; }
symmetric T;
setup { forall t in T: Set(t, p(t), q(t)); }
relate { n ~ n; }
calls { go(t) -> Go(t); }
END
    cat >ranks.pml <<'END'
int p[3]; int q[3]; int n;
inline Set(t, v, w) { p[t] = v; q[t] = w }
inline Go(t) { if :: p[t] == 10 && q[t] == 1 && q[3 - t] == 0 -> n = 7 :: else -> n = p[t] + q[t] fi }
END
    run "$RTCHECK" conform ranks.eventb --map ranks.map --design ranks.pml
    [ "$status" -eq 1 ]
    run "$RTCHECK" conform ranks.eventb --map ranks.map --design ranks.pml --no-symmetry
    [ "$status" -eq 1 ]
}

@test "sets with larger integers than the specification mentions" {
    cat >powers.eventb <<'END'
machine powers
variables s
invariants @s s ⊆ ℕ
events
  event INITIALISATION then @i s ≔ {1} end
  event up where @g card(s) < 4 then @a s ≔ s ∪ {max(s) ∗ 1000} end
end
END
    echo 'relate { max(s) ~ n; } calls { up -> Up(); }' >powers.map
    echo 'int n = 1; inline Up() { n = n * 1000 }' >powers.pml
    run "$RTCHECK" conform powers.eventb --map powers.map --design powers.pml
    [ "$status" -eq 0 ]
    echo 'int n = 1; inline Up() { if :: n == 1000000 -> n = 0 :: else -> n = n * 1000 fi }' >powers.pml
    run "$RTCHECK" conform powers.eventb --map powers.map --design powers.pml
    [ "$status" -eq 1 ]
}

@test "a specification with a fault is not explored as if it had none" {
    write_lamp
    sed 's/1 − on/2 + on/; s/event press/event press where @g on < 9/' lamp.eventb >broken.eventb
    run "$RTCHECK" conform broken.eventb --map lamp.map --explore
    [ "$status" -eq 3 ]
    [[ $output == *"invariant on is violated"* ]]
    run "$RTCHECK" conform lamp.eventb --map lamp.map --explore
    [ "$status" -eq 0 ]
}

@test "a relation without a value does not hide that another one fails" {
    write_lamp
    echo 'relate { on ~ light; on ~ seen[light]; } calls { press -> Press(); }' >lamp.map
    echo 'byte light; byte seen[2]; inline Press() { light = 9 }' >lamp.pml
    run "$RTCHECK" conform lamp.eventb --map lamp.map --design lamp.pml
    [ "$status" -eq 1 ]
    echo 'relate { on ~ seen[light]; } calls { press -> Press(); }' >lamp.map
    run "$RTCHECK" conform lamp.eventb --map lamp.map --design lamp.pml
    [ "$status" -eq 2 ]
}

@test "a design may come from another linker, which has read-only pages where others have none" {
    command -v ld.lld >/dev/null || skip "no lld"
    write_lamp
    cc -shared -fPIC -fuse-ld=lld -I "$ROOT/include" lamp.c -o lamp.so
    rtcheck conform lamp.eventb --map lamp.map --design lamp.so --allow-code
    expect_status 0
}

@test "an expression of a map without a value is told with its place and the reason" {
    write_lamp
    echo 'byte light; byte seen[2]; inline Press() { light = 1 - light }' >lamp.pml
    local expression
    for expression in 'light / (light - light)|2:12|the divisor is 0' 'light % 0|2:12|the divisor is 0' 'light << 64|2:12|is shifted' 'seen[light + 7]|2:6|an index is out of range' \
        '(light && 1 / 0) + 1 / light|2:26|the divisor is 0' '(2147483647 << 31) * 2147483647 * (light + 1)|2:24|exceeds 64 bits'; do
        IFS='|' read -r written place reason <<<"$expression"
        printf 'relate {\non ~ %s;\n} calls { press -> Press(); }\n' "$written" >lamp.map
        rtcheck conform lamp.eventb --map lamp.map --design lamp.pml
        expect_status 2
        expect_error "lamp.map:$place: error: a design expression has no value here"
        expect_error "$reason"
    done
    sed 's/^machine/context k constants n axioms @n: n ∈ ℤ end machine/; s/^\(.*machine [^ ]*\)/\1 sees k/' lamp.eventb >bounded.eventb
    printf 'bounds {\n  n = 1 / 0;\n}\nrelate { on ~ light; } calls { press -> Press(); }\n' >lamp.map
    rtcheck conform bounded.eventb --map lamp.map --design lamp.pml
    expect_status 2
    expect_error "lamp.map:2:3: error: axioms: '1 ÷ 0' is not well-defined"
}

@test "what a design in C prints is lost, and its standard input is empty" {
    write_lamp
    local code
    for code in 'printf("a");' 'puts("a"); fflush(stdout);' 'putchar(65);' 'if (getchar() != EOF) return 0;' 'perror("a");' 'fprintf(stderr, "a");' 'for (int i = 0; i < 9999; i++) printf("%f ", i * 0.1);'; do
        sed 's/#include "rtcheck_design.h"/&\n#include <stdio.h>/; s/\(static unsigned press([^{]*{\)/\1 '"$code"'/' lamp.c >prints.c
        grep -qF "$code" prints.c
        rtcheck conform lamp.eventb --map lamp.map --design prints.c --allow-code
        expect_status 0
    done
}

@test "--time counts from the beginning, and a specification with very many steps obeys it" {
    cat >many.eventb <<'END'
context c sets S end
machine m sees c variables x y invariants @x: x ∈ ℤ @y: y ⊆ S events
event INITIALISATION then x ≔ 0 y ≔ ∅ end
event e any s where s ⊆ S then x ≔ (x + 1) mod 1000 y ≔ s end
end
END
    echo 'relate { x ~ z; } calls { e -> E(); }' >many.map
    echo 'int z; inline E() { z = (z + 1) % 1000 }' >many.pml
    rtcheck conform many.eventb --map many.map --design many.pml --time 1s --bound S=18 --threads 1
    expect_status 3
    case $output in # the second on a crowded machine
    *"not everything was explored (time limit)"* | *"the time was over before there was an answer"*) ;;
    *) fail "nothing is said of the time limit" ;;
    esac
    rtcheck conform many.eventb --map many.map --explore --time 1s --bound S=18
    expect_status 3
    expect_output "  specification"
}

@test "a call of a design that sleeps for ever is a finding, also where --time ends while it is told" {
    write_lamp
    lamp_that sleeps.c 'extern unsigned sleep(unsigned); for (;;) sleep(1000)'
    rtcheck conform lamp.eventb --map lamp.map --design sleeps.c --allow-code --call-time 100ms --time 3s --threads 1
    expect_status 1
    expect_output "Press(): does not return in time"
}

@test "calls and variables of a design in C have names of their own" {
    write_lamp
    sed 's/{"Press", 0, press},/& {"Press", 0, press},/' lamp.c >calls.c
    ! cmp -s lamp.c calls.c
    sed 's/RTCHECK_VARIABLE(struct lamp, light),/& RTCHECK_VARIABLE(struct lamp, light),/' lamp.c >variables.c
    ! cmp -s lamp.c variables.c
    rtcheck conform lamp.eventb --map lamp.map --design calls.c --allow-code
    expect_status 2
    expect_error '`Press` is described twice'
    rtcheck conform lamp.eventb --map lamp.map --design variables.c --allow-code
    expect_status 2
    expect_error '`light` is described twice'
}

@test "every element has its number in a map, and no number is in two lines" {
    cat >s.eventb <<'END'
context c sets S constants a b axioms @p: partition(S, {a}, {b}) end
machine s sees c variables x invariants @i: x ∈ S events
    event INITIALISATION then x ≔ a end
    event e when x = a then x ≔ b end
end
END
    printf 'int x = 2; inline E() { skip }\n' >d.pml
    local calls='relate { x ~ x; } calls { e -> E(); }'
    for numbers in 'a -> 2;' ''; do
        echo "values S { $numbers } $calls" >s.map
        rtcheck conform s.eventb --map s.map --design d.pml
        expect_status 2
        expect_error 's.map:1:8: error: `b` of S has no number here'
    done
    echo "values S { a -> 2; b -> {1, 2..4}; } $calls" >s.map
    rtcheck conform s.eventb --map s.map --design d.pml
    expect_status 2
    expect_error 's.map:1:20: error: 2 stands for `a` and for `b`'
    echo "values S { a, b -> 2; } $calls" >s.map
    rtcheck conform s.eventb --map s.map --design d.pml
    expect_status 0
    echo "values S { a -> 2; b -> 3; } $calls" >s.map
    rtcheck conform s.eventb --map s.map --design d.pml
    expect_status 1
}

@test "an event of the specification that can happen and has no new values is the specification's fault" {
    local action
    printf 'int x; inline Up() { x++ } inline E() { assert(false) }\n' >d.pml
    for action in 'x :∈ ∅' "x :∣ x' > 5 ∧ x' < 3"; do
        cat >s.eventb <<END
machine s variables x invariants @i: x ∈ 0‥2 events event INITIALISATION then x ≔ 0 end
    event up when x < 2 then x ≔ x + 1 end
    event e when x = 1 then @a: $action end
end
END
        echo 'relate { x ~ x; } calls { up -> Up(); e -> E(); }' >s.map
        rtcheck conform s.eventb --map s.map --design d.pml
        expect_status 1
        expect_output "the specification s.eventb is at fault"
        expect_output "e/a/FIS is violated"
    done
    cat >s.eventb <<'END'
context c constants k axioms @a: k ∈ 0‥2 end
machine s sees c variables x invariants @i: x ∈ 0‥2 events
    event INITIALISATION then @a: x :∣ x' ∈ 0‥2 ∧ x' < k end
    event up when x < 2 then x ≔ x + 1 end
end
END
    echo 'relate { x ~ x; } calls { up -> Up(); }' >s.map
    rtcheck conform s.eventb --map s.map --design d.pml
    expect_status 1
    expect_output "the specification s.eventb is at fault"
    expect_output "INITIALISATION/a/FIS is violated"
}

@test "an initial state that violates an invariant is a fault of the specification, as any other is" {
    echo 'relate { x ~ x; } calls { up -> Up(); }' >s.map
    echo 'byte x; inline Up() { x = x + 1 }' >d.pml
    for invariant in 'k < 1' 'x > 0'; do
        printf 'context c constants k axioms @a: k ∈ 0‥1 end
            machine s sees c variables x invariants @i: x ∈ 0‥2 @j: %s events event INITIALISATION then @a: x ≔ 0 end event up when x < 2 then x ≔ x + 1 end end\n' "$invariant" >s.eventb
        rtcheck conform s.eventb --map s.map --design d.pml
        expect_status 1
        expect_output "violated: the specification s.eventb is at fault"
        expect_output "invariant j is violated: $invariant"
        rtcheck conform s.eventb --map s.map --design d.pml --emit e.pml
        expect_status 2
        expect_error "the specification or the map is at fault"
    done
}

@test "so is what is not well-defined there, and what cannot be evaluated is unknown" {
    echo 'relate { x ~ x; } calls { up -> Up(); }' >s.map
    echo 'byte x; inline Up() { x = x + 1 }' >d.pml
    beginning() { # STATUS AXIOM INVARIANT VALUE
        printf 'context c constants k f axioms @a: k ∈ 0‥1 @f: f ∈ 0‥1 ⇸ 0‥1 %s end
            machine s sees c variables x invariants @i: x ∈ 0‥2 %s events event INITIALISATION then @a: x ≔ %s end event up when x < 2 then x ≔ x + 1 end end\n' "$2" "$3" "$4" >s.eventb
        rtcheck conform s.eventb --map s.map --design d.pml
        expect_status "$1"
    }
    beginning 1 '' '@j: f(k) ≥ 0' 0
    expect_output "violated: the specification s.eventb is at fault"
    expect_output "invariant j: 'f(k)' is not well-defined"
    beginning 1 'theorem @t: f(k) ≥ 0' '' 0
    expect_output "theorem t: 'f(k)' is not well-defined"
    beginning 1 '' '' '1 ÷ k'
    expect_output "event INITIALISATION, action a: '1 ÷ k' is not well-defined: the divisor is 0"
    beginning 3 '' '' '9223372036854775807 + 1 − k'
    expect_output "exceeds 64 bits"
    beginning 0 '' '@j: k ∈ dom(f) ⇒ f(k) ≥ 0' 0
}

@test "axioms are looked at with integers beyond the default range" {
    echo 'relate { x ~ x; } calls { up -> Up(); }' >s.map
    echo 'byte x; inline Up() { x = x + 1 }' >d.pml
    for axioms in '@b: 10 ÷ (k − 5) < 99 @c: k = 1' 'theorem @b: k < 9 @c: k < 3' 'theorem @b: k < 20' 'theorem @b: k < 20 @c: ⊤'; do
        printf 'context c constants k axioms @a: k ∈ ℕ %s end
            machine s sees c variables x invariants @i: x ∈ 0‥2 events event INITIALISATION then @a: x ≔ 0 end event up when x < 2 then x ≔ x + 1 end end\n' "$axioms" >s.eventb
        rtcheck conform s.eventb --map s.map --design d.pml
        expect_status 3
        expect_output ", which the axioms before it allow"
        rtcheck conform s.eventb --map s.map --design d.pml --bound INT=0..3
        expect_status 0
    done
}

@test "and with carrier sets of other sizes, where nobody says how large they are" {
    echo 'relate { x ~ x; } calls { up -> Up(); }' >s.map
    echo 'byte x; inline Up() { x = x + 1 }' >d.pml
    for axioms in 'theorem @b: card(S) < 3' 'theorem @b: card(S) < 3 @c: card(S) = 2' 'theorem @b: card(S) > 1' '@b: card(S) ≥ 3 theorem @d: card(S) = 3'; do
        printf 'context c sets S axioms @a: finite(S) %s end
            machine s sees c variables x invariants @i: x ∈ 0‥2 events event INITIALISATION then @a: x ≔ 0 end event up when x < 2 then x ≔ x + 1 end end\n' "$axioms" >s.eventb
        rtcheck conform s.eventb --map s.map --design d.pml
        expect_status 3
        expect_output "it does not follow from the axioms before it, as it is false, for S = {"
    done
    printf 'context c sets S axioms @a: finite(S) theorem @b: card(S) < 3 end
        machine s sees c variables x invariants @i: x ∈ 0‥2 events event INITIALISATION then @a: x ≔ 0 end event up when x < 2 then x ≔ x + 1 end end\n' >s.eventb
    rtcheck conform s.eventb --map s.map --design d.pml --bound S=2
    expect_status 0
}

@test "a set-up step without a single number is told with its place" {
    write_lamp
    printf 'context c sets S end\nmachine lamp sees c variables on invariants @t: on ∈ BOOL events event INITIALISATION then on ≔ FALSE end event press then on ≔ bool(on = FALSE) end end\n' >lamp.eventb
    echo 'byte light; inline Press() { light = 1 - light } inline Own(s) { skip }' >lamp.pml
    printf 'bounds { S = 1; }\nvalues S { S1 -> {1, 3}; }\nsetup {\n  forall s in S: Own(s);\n}\nrelate { on ~ light; } calls { press -> Press(); }\n' >lamp.map
    rtcheck conform lamp.eventb --machine lamp --map lamp.map --design lamp.pml
    expect_status 2
    expect_error "lamp.map:4:3: error: the condition or an argument of this set-up step has no value, or no single number"
    sed -i 's/{1, 3}/1/' lamp.map
    rtcheck conform lamp.eventb --machine lamp --map lamp.map --design lamp.pml
    expect_status 0
}

@test "a map whose relations never apply compares nothing, which is no holds" {
    sed 's/forall t in TASK: t_state/forall t in TASK where (t_state(t) = wai): t_state/; s/ChainTaskOf(t, u)/ActivateTask(0, u)/' "$ROOT/models/conform/abstract_tasks.map" >never.map
    rtcheck conform "$ROOT/models/conform/osek_abstract.eventb" --machine abstract_tasks --map never.map --design "$ROOT/models/conform/osek_by_task.pml"
    expect_status 3
    expect_output "no relation of the map applies in any state that is reached"
}

@test "a mismatch that rests on an axiom which is assumed is none" {
    write_lamp
    assuming() { # STATUS DESIGN ACTION
        { echo 'context c constants f k axioms @f: f = (λn·n ∈ ℕ ∣ n ∗ n) @k: k = f(1) @u: ∀t·t ⊆ ℕ ∧ t ≠ ∅ ⇒ (∃y·y ∈ t ∧ y + f(1) ≥ 0) end'
          sed "s/^variables/sees c variables/; s/1 − on/$3/" lamp.eventb; } >assumed.eventb
        rtcheck conform assumed.eventb --map lamp.map --design "$2"
        expect_status "$1"
    }
    assuming 3 stuck.pml 'k − on'
    expect_output "rests on an axiom which the bounds do not decide"
    assuming 0 lamp.pml 'k − on'
    assuming 1 stuck.pml '1 − on'
}
