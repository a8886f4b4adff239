#!/usr/bin/env bats
# rtcheck app: applications checked, bad input refused, answers in every form.

load helpers

FIGURES=$ROOT/examples/app/figures

write_small() { # a task that is fine
    cat >small.oil <<'END'
CPU small {
  OS os { STATUS = EXTENDED; };
  TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
  TASK t2 { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; };
};
END
    cat >small.c <<'END'
#include "os.h"
#include <assert.h>
int x;
TASK(t1) {
    ActivateTask(t2);
    assert(x == 1);
    TerminateTask();
}
TASK(t2) {
    x = x + 1;
    TerminateTask();
}
END
}

# application BODY: one.oil, one task, and one.c with this body of it.
application() {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "os.h"\n#include <assert.h>\n%s\n' "$1" >one.c
}

@test "an application that holds" {
    write_small
    rtcheck app small.oil small.c
    expect_status 0
    expect_first_line "holds: every reachable state was checked and no violation was found"
    expect_no_output "never run"
    rtcheck app --quiet small.oil small.c
    expect_output "holds"
    [ "$(wc -l <stdout.txt)" = 1 ]
}

@test "a violation reads like a story" {
    rtcheck app "$FIGURES/mixpremt1_bug.oil" "$FIGURES/mixpremt1_bug.c"
    expect_status 1
    expect_first_line "violated: the assertion does not hold: cnt == 1, at $FIGURES/mixpremt1_bug.c:19"
    expect_output "ActivateTask(t3) = E_OK"
    expect_output "mixpremt1_bug.c:18"
    expect_output "t1    is preempted"
    expect_output "t2    starts"
    expect_output "assert(cnt == 1); /* it is 0 */"
    expect_no_output "cnt: 0 -> 1" # t3 does not get that far
}

@test "tasks that never run and code that no run reaches are named" {
    rtcheck app "$FIGURES/fig3_5.oil" "$FIGURES/fig3_5.c"
    expect_status 0
    expect_output "never run"
    expect_output "task t3"
    expect_output "unreached code"
    expect_output "ActivateTask(t3);"
    expect_output "h--;"
}

@test "--json is one object that the schema allows" {
    rtcheck app --json "$FIGURES/fig3_5.oil" "$FIGURES/fig3_5.c"
    expect_status 0
    expect_valid stdout.txt
    expect_json "o['verdict'], o['complete'], [n['name'] for n in o['never_run']]" "holds True ['t3']"
    rtcheck app --json --trace t.json "$FIGURES/fig7_11_lost.oil" "$FIGURES/fig7_11.c"
    expect_status 1
    expect_valid stdout.txt t.json
    expect_json "o['violations'][0]['kind']" activation
    expect_json "[e['result'] for e in o['violations'][0]['timeline']['events'] if e['kind'] == 'service']" "['E_OK', 'E_OS_LIMIT']"
}

@test "--json of what cannot be read" {
    write_small
    echo 'int f( {' >bad.c
    rtcheck app --json small.oil bad.c
    expect_status 2
    expect_valid stdout.txt
    expect_json "o['command'], o['verdict'], o['diagnostics'][0]['location']['file']" "app unknown bad.c"
}

@test "chart, page, BTF and trace" {
    rtcheck app --gantt r.svg --html r.html --btf r.btf --trace r.json "$FIGURES/mixpremt2_bug.oil" "$FIGURES/mixpremt2_bug.c"
    expect_status 1
    python3 -c "import xml.dom.minidom; xml.dom.minidom.parse('r.svg')"
    grep -q 'violated' r.html
    grep -q '<svg ' r.html
    grep -q '^#version 2.2' r.btf
    grep -q ',T,t4,0,activate$' r.btf
    expect_valid r.json
    rm -f r.svg
    rtcheck app --gantt r.svg --html h.html "$FIGURES/fig5_6.oil" "$FIGURES/fig5_6.c"
    expect_status 0
    expect_error "there is no violation, so no run was written"
    expect_absent r.svg
    grep -q 'holds' h.html
}

@test "SOURCE_DATE_EPOCH fixes the date of a BTF trace" {
    SOURCE_DATE_EPOCH=0 rtcheck app --btf a.btf "$FIGURES/fig7_11_lost.oil" "$FIGURES/fig7_11.c"
    expect_status 1
    grep -q '^#creationDate 1970-01-01T00:00:00Z$' a.btf
}

@test "--run goes on up to an assumption that does not hold, and says so" {
    write_small
    sed -i 's/assert(x == 1);/rtcheck_assume(x == 2);/' small.c
    rtcheck app --run small.oil small.c
    expect_status 3
    [ "$output" = "t1 ActivateTask(t2) = E_OK
t2 TerminateTask()" ] || fail "another sequence"
    expect_error "an assumption (rtcheck_assume) that does not hold ends the run"
    : >nothing.txt
    rtcheck app --expect nothing.txt small.oil small.c
    expect_status 3
}

@test "--run prints the calls of the single run, --expect compares them" {
    write_small
    rtcheck app --run small.oil small.c
    expect_status 0
    [ "$output" = "t1 ActivateTask(t2) = E_OK
t2 TerminateTask()
t1 TerminateTask()" ] || fail "another sequence"
    cp stdout.txt expected.txt
    rtcheck app --expect expected.txt small.oil small.c
    expect_status 0
    sed -i 's/t2 Term/t3 Term/' expected.txt
    rtcheck app --expect expected.txt small.oil small.c
    expect_status 1
    expect_error "line 2: expected 't3 TerminateTask()', but the run says 't2 TerminateTask()'"
    rtcheck app --run "$FIGURES/fig6_2.oil" "$FIGURES/fig6_2.c"
    expect_status 2
    expect_error "not deterministic"
}

@test "formulas" {
    write_small
    rtcheck app --ltl '<> x == 1' --ltl '[] !(running(t1) && running(t2))' small.oil small.c
    expect_status 0
    expect_output "ltl <> x == 1"
    rtcheck app --ltl '[] (x == 0)' small.oil small.c
    expect_status 1
    expect_output "does not hold"
    expect_output "x: 0 -> 1"
    rtcheck app --json --ltl '<> x == 2' "$FIGURES/fig7_11_lost.oil" "$FIGURES/fig7_11.c" # goes wrong before
    expect_status 1
    expect_valid stdout.txt
    expect_json "[(p['checked'], p['verdict']) for p in o['properties']]" "[(True, 'violated'), (False, 'unknown')]"
    rtcheck app --ltl '[] nothing == 0' small.oil small.c
    expect_status 2
    expect_error "nothing"
    rtcheck app --ltl '[] (x ==' small.oil small.c
    expect_status 2
}

@test "without a scheduler" {
    rtcheck app --schedule any --only assertion "$FIGURES/nonpremt1_safe.oil" "$FIGURES/nonpremt1_safe.c"
    expect_status 1
    expect_output "violated: the assertion does not hold: cnt == 0"
    expect_output "assuming that there is no scheduler: every task is ready from the start, and runs at any moment"
    expect_output "t2    cnt: 0 -> -1"
    rtcheck app --schedule osek --only assertion "$FIGURES/nonpremt1_safe.oil" "$FIGURES/nonpremt1_safe.c"
    expect_status 0
    rtcheck app --schedule any --engine all "$FIGURES/nonpremt1_safe.oil" "$FIGURES/nonpremt1_safe.c"
    expect_status 1
    expect_error "Spin was not asked: Promela models have a scheduler (--schedule any)"
    expect_error "sequential was not asked: it cannot do with --schedule any"
    rtcheck app --schedule any --engine spin "$FIGURES/nonpremt1_safe.oil" "$FIGURES/nonpremt1_safe.c"
    expect_status 2
    expect_error "Promela models have a scheduler"
    rtcheck app --schedule any --emit there "$FIGURES/nonpremt1_safe.oil" "$FIGURES/nonpremt1_safe.c"
    expect_status 2
    expect_absent there
    rtcheck app --schedule some "$FIGURES/nonpremt1_safe.oil" "$FIGURES/nonpremt1_safe.c"
    expect_status 2
}

@test "code of a task that the configuration lacks never runs, and the verdict says so" {
    write_small
    printf 'DeclareTask(gone);\nTASK(gone) { assert(0); TerminateTask(); }\nISR(lost) { assert(0); }\n' >>small.c
    rtcheck app small.oil small.c
    expect_status 0
    expect_error "warning: the configuration has no task \`gone\`: it never runs"
    expect_output "assuming that TASK(gone), which the configuration lacks, never runs, ISR(lost), which the configuration lacks, never runs"
    printf 'void f(void) { ActivateTask(gone); }\n' >>small.c
    rtcheck app small.oil small.c
    expect_status 2
}

@test "inline functions of several sources are one, or C leaves open which one is called" {
    application 'inline int f(int x) { return x + SIZE; } extern int f(int); int g(void); TASK(t1) { assert(g() == 1 + SIZE); TerminateTask(); }'
    printf 'inline int f(int x) { return x + SIZE; } int g(void) { return f(1); }\n' >inline.c
    printf 'int f(int x) { return x + 3; } int g(void) { return f(1); }\n' >plain.c
    for other in inline plain; do
        rtcheck app -D SIZE=3 one.oil one.c $other.c
        expect_status 0
        rtcheck app -D SIZE=3 one.oil $other.c one.c
        expect_status 0
    done
    sed -i 's/SIZE/sizeof(OTHER)/' inline.c
    for other in inline plain; do
        rtcheck app -D SIZE=2 -D OTHER=short one.oil one.c $other.c
        expect_status 2
        expect_error "says something else there, so that C leaves open which one is called"
        rtcheck app -D SIZE=2 -D OTHER=short one.oil $other.c one.c
        expect_status 2
        expect_error "says something else there, so that C leaves open which one is called"
    done
}

# with_barrier BARRIER: plain data behind a flag, with this between them.
with_barrier() {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR i { CATEGORY = 2; }; };\n' >one.oil
    cat >one.c <<END
#include "os.h"
#include <assert.h>
#define FENCE() __asm__ volatile ("" ::: "memory")
#define WAITS(text) __asm__ (text ::: "memory")
#define ASM __asm__ volatile
int other();
static int data;
static volatile int ready;
static inline void fence(void) { FENCE(); }
TASK(t) { data = 5; $1; ready = 1; TerminateTask(); }
ISR(i) { if (ready) { $1; assert(data == 5); } }
END
    rtcheck app one.oil one.c
}

@test "assembly that only keeps accesses in order is a barrier, which no plain data is moved over" {
    for barrier in 'FENCE()' 'fence()' '__sync_synchronize()' 'asm volatile ("dmb\n\tnop; isb sy" : : : "cc", "memory")' 'asm("" "nop\n":::"memory")' 'asm volatile ("" : "+m" (data) : : "memory")'; do
        with_barrier "$barrier"
        expect_status 0
        expect_no_output "the compiler does not move"
    done
    for none in '' 'asm ("nop")' '__asm__ __volatile__ ("dsb" ::: "cc")' 'if (!ready) FENCE()' 'asm("" : : )' 'asm volatile ("" : "+m" (data))'; do
        with_barrier "$none"
        expect_status 0
        expect_output "the compiler does not move accesses to 'data'"
    done
    for other in 'asm volatile ("movs r0, r1" ::: "memory")' 'asm volatile ("nop" : "+m" (data))' 'asm volatile ("" : "=m" (data) : : "memory")' 'WAITS("nop")' 'ASM("movs r0, r1")'; do
        with_barrier "$other"
        expect_status 2
        expect_error "inline assembly cannot be modelled"
    done
    echo 'ignore asm in t' >own.stubs
    echo 'ignore asm in i' >>own.stubs
    with_barrier 'asm volatile ("strange" : "+m" (data) : : "memory")'
    rtcheck app --stubs own.stubs one.oil one.c
    expect_status 0
    expect_no_output "the compiler does not move"
}

@test "what is printed to a file is told" {
    application '#include <stdio.h>
TASK(t1) { fprintf(stderr, "%d apples\n\r", 3); fflush(stdout); assert(0); TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 1
    expect_output "prints 3 apples "
}

@test "what is written to registers of the hardware is told" {
    application '#define PORT (*(volatile unsigned char *)0x4000)
struct uart { volatile unsigned data, status; };
static void put(struct uart *uart, unsigned c) { uart->status = c; }
TASK(t1) { PORT = 3; ((struct uart *)0x50000000)->data = 9; put((struct uart *)0x60000000, 7); assert(0); TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 1
    expect_output "0x4000 = 3"
    expect_output "0x50000000.data = 9"
    expect_output "0x60000004 = 7"
    application 'TASK(t1) { assert(*(volatile unsigned char *)0x4000 != 5); TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_output "0x4000 gives 5"
}

@test "checks can be left out, or asked for by name" {
    rtcheck app --no-check activation --no-check unchecked "$FIGURES/fig7_11_lost.oil" "$FIGURES/fig7_11.c"
    expect_status 0
    rtcheck app --only assertion "$FIGURES/fig7_11_lost.oil" "$FIGURES/fig7_11.c"
    expect_status 0
    rtcheck app --only actvation "$FIGURES/fig7_11_lost.oil" "$FIGURES/fig7_11.c"
    expect_status 2
    expect_error "did you mean 'activation'?"
    rtcheck app "$FIGURES/mixpremt1_bug.oil" "$FIGURES/mixpremt1_bug.c" --only race --only event --no-check event --json
    expect_json 'o["checks"]' "['race']"
    rtcheck app --list-checks
    expect_status 0
    expect_output "deadlock"
}

@test "what goes wrong in C: overflow, division, memory, endless loops, recursion" {
    application 'int x = 2147483647; TASK(t1) { x = x + 1; TerminateTask(); }'
    rtcheck app --json one.oil one.c
    expect_status 1
    expect_json "o['violations'][0]['kind'], o['violations'][0]['location']['line']" "overflow 3"
    application 'int x; TASK(t1) { x = 1 / x; TerminateTask(); }'
    rtcheck app --json one.oil one.c
    expect_json "o['violations'][0]['kind']" division
    application 'int a[3], i = 3; TASK(t1) { a[i] = 1; TerminateTask(); }'
    rtcheck app --json one.oil one.c
    expect_json "o['violations'][0]['kind']" memory
    application 'int *p; TASK(t1) { *p = 1; TerminateTask(); }'
    rtcheck app --json one.oil one.c
    expect_json "o['violations'][0]['kind']" memory
    application 'int x; TASK(t1) { for (;;) x = 1 - x; }'
    rtcheck app --json one.oil one.c
    expect_status 1
    expect_json "o['violations'][0]['kind']" endless
    application 'int x, y; TASK(t1) { for (;;) { x = (x + 1) % 20000; y = x; } }'
    rtcheck app --html long.html --gantt long.svg --json one.oil one.c
    expect_status 1
    expect_json "o['violations'][0]['timeline']['events_left_out'] > 0" True
    # The first of fifty thousand events will do: to look at all of them takes Python half a minute.
    python3 -c "import json; o = json.load(open('stdout.txt')); del o['violations'][0]['timeline']['events'][100:]; json.dump(o, open('short.json', 'w'))"
    expect_valid short.json
    [ "$(wc -c <long.html)" -lt 2000000 ] || fail "a page nobody can open"
    [ "$(wc -c <long.svg)" -lt 500000 ] || fail "a chart nobody can open"
    application 'static int f(int n) { return f(n + 1); } TASK(t1) { f(0); TerminateTask(); }'
    rtcheck app one.oil one.c
    [ "$status" != 0 ] && [ "$status" != 4 ] || fail "unbounded recursion"
}

@test "what goes wrong on the kernel: no TerminateTask, resources, levels" {
    application 'TASK(t1) { }'
    rtcheck app --json one.oil one.c
    expect_status 1
    expect_json "o['violations'][0]['kind']" terminate
    application 'TASK(t1) { ChainTask(99); TerminateTask(); }'
    rtcheck app --json one.oil one.c
    expect_json "o['violations'][0]['kind']" argument
    rtcheck app --json "$ROOT/examples/app/window/window.oil" "$ROOT/examples/app/window/broken/window.c" \
        "$ROOT/examples/app/window/hardware.c"
    expect_status 1
    expect_json "o['violations'][0]['kind']" resource
}

@test "a deadlock says who waits for what" {
    cat >wait.oil <<'END'
CPU c { OS os { STATUS = EXTENDED; };
  TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; EVENT = never; };
  EVENT never { MASK = AUTO; }; };
END
    printf '#include "os.h"\nTASK(t1) {\n    WaitEvent(never);\n    TerminateTask();\n}\n' >wait.c
    rtcheck app wait.oil wait.c
    expect_status 1
    expect_output "wait for ever: t1"
    expect_output "t1 is blocked on never  (wait.c:3)"
    rtcheck app --json wait.oil wait.c
    expect_valid stdout.txt
    expect_json "o['violations'][0]['kind'], o['violations'][0]['blocked'][0]['waits_for']" "deadlock never"
}

@test "a data race names both accesses" {
    cat >race.oil <<'END'
CPU c { OS os { STATUS = EXTENDED; };
  TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
  ISR i { CATEGORY = 2; PRIORITY = 1; }; };
END
    printf '#include "os.h"\nint n;\nISR(i) { n = 1; }\nTASK(t1) {\n    n = 2;\n    TerminateTask();\n}\n' >race.c
    rtcheck app race.oil race.c
    expect_status 1
    expect_output "'n' is written by ISR i (race.c:3) while task t1 writes it (race.c:5): nothing keeps them apart"
    rtcheck app --json race.oil race.c
    expect_json "o['violations'][0]['kind'], o['violations'][0]['location']['line']" "race 3"
    rtcheck app --no-check race race.oil race.c
    expect_status 0
    rtcheck app --only race race.oil race.c
    expect_status 1
}

@test "mutual exclusion of functions and lines" {
    cat >mutex.oil <<'END'
CPU c { OS os { STATUS = EXTENDED; };
  TASK low { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
  ISR i { CATEGORY = 2; PRIORITY = 1; }; };
END
    cat >mutex.c <<'END'
#include "os.h"
#define PORT (*(volatile char *)0x1000)
static void put(char c) {
    PORT = c;
    PORT = 0;
}
ISR(i) { put('i'); }
TASK(low) {
    put('l');
    SuspendAllInterrupts();
    PORT = 1;
    ResumeAllInterrupts();
    TerminateTask();
}
END
    rtcheck app mutex.oil mutex.c
    expect_status 0
    rtcheck app --mutex put mutex.oil mutex.c
    expect_status 1
    expect_output "no mutual exclusion of put: i is in put (mutex.c:4) while low is in put (mutex.c:4), at mutex.c:4"
    rtcheck app --json --mutex mutex.c:4-5 mutex.oil mutex.c
    expect_json "o['violations'][0]['kind'], o['violations'][0]['location']['line']" "mutex 4"
    rtcheck app --mutex 'i, mutex.c:11-12' mutex.oil mutex.c
    expect_status 0
    rtcheck app --mutex i,mutex.c:11-12 --mutex i,low mutex.oil mutex.c
    expect_status 1
    rtcheck app --mutex get mutex.oil mutex.c
    expect_status 2
    expect_error "--mutex: error: in 'get', 'get': no task or interrupt routine has this name, and no function that is called"
    rtcheck app --mutex put,mutex.c:9-3 mutex.oil mutex.c
    expect_status 2
    expect_error "lines are expected, file.c:3 or file.c:3-9"
    rtcheck app --emit out --mutex put mutex.oil mutex.c
    expect_status 2
    expect_error "--mutex"
}

@test "a resource that its task does not list: ceiling, priority and place" {
    for status in STANDARD EXTENDED; do
        cat >ceiling.oil <<END
CPU c { OS os { STATUS = $status; };
  RESOURCE r { RESOURCEPROPERTY = STANDARD; };
  RESOURCE spare { RESOURCEPROPERTY = STANDARD; };
  TASK low { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; RESOURCE = r; RESOURCE = spare; };
  TASK high { PRIORITY = 5; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; }; };
END
        cat >ceiling.c <<'END'
#include "os.h"
TASK(low) { GetResource(r); ReleaseResource(r); ActivateTask(high); TerminateTask(); }
TASK(high) {
    GetResource(r);
    ReleaseResource(r);
    TerminateTask();
}
END
        rtcheck app ceiling.oil ceiling.c
        expect_status 1
        expect_output "high calls GetResource(r): the configuration does not list r for high (priority 5): its ceiling, 2, is too low, at ceiling.c:4"
        expect_error "ceiling.c:4:5: warning: the configuration does not list r for high (priority 5): its ceiling, 2, is too low"
        expect_error "ceiling.oil:3:12: note: no code takes RESOURCE 'spare'"
        rtcheck app --json ceiling.oil ceiling.c
        expect_json "o['violations'][0]['kind']" ceiling
        rtcheck app --no-check ceiling --no-check resource --no-check unchecked ceiling.oil ceiling.c
        expect_status 0
    done
    sed -i 's/RESOURCE r {/RESOURCE r { CEILING = 1;/' ceiling.oil
    rtcheck app ceiling.oil ceiling.c
    expect_status 2
    expect_error "CEILING = 1 of RESOURCE 'r' is too low: TASK 'low', which lists it, has priority 2"
}

@test "a local that is read before it has a value" {
    application 'int pick(int n) {
    int x;
    if (n > 0) x = n;
    return x;
}
TASK(t1) { (void)pick(random(0, 1)); TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 1
    expect_output "t1 reads 'x', which has no value yet, at one.c:6"
    rtcheck app --json one.oil one.c
    expect_json "o['violations'][0]['kind'], o['violations'][0]['location']['line']" "uninitialised 6"
    rtcheck app --no-check uninitialised one.oil one.c
    expect_status 0
    application 'int pick(int n) { int x; if (n > 0) x = n; return n > 0 ? x : 0; }
TASK(t1) { (void)pick(random(0, 1)); TerminateTask(); }'
    rtcheck app --only uninitialised one.oil one.c
    expect_status 0
}

@test "interrupts: how often they come can be limited" {
    cat >isr.oil <<'END'
CPU c { OS os { STATUS = EXTENDED; };
  TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
  ISR i { CATEGORY = 2; PRIORITY = 1; }; };
END
    printf '#include "os.h"\n#include <assert.h>\nint n;\nISR(i) { if (n < 5) n++; }\nTASK(t1) { SuspendAllInterrupts(); assert(n < 3); ResumeAllInterrupts(); TerminateTask(); }\n' >isr.c
    rtcheck app isr.oil isr.c
    expect_status 1
    expect_output "an interrupt comes"
    rtcheck app --isr i=2 isr.oil isr.c
    expect_status 0
    rtcheck app --isr 0 isr.oil isr.c
    expect_status 0
    rtcheck app --isr i=3 isr.oil isr.c
    expect_status 1
    rtcheck app --isr i=many isr.oil isr.c
    expect_status 2
    expect_error "--isr: 'i=many'"
    rtcheck app --isr j=2 isr.oil isr.c
    expect_status 2
    expect_error "j"
}

@test "limits end a search with what is known" {
    rtcheck app --depth 2 --json "$ROOT/bench/app/token1_safe.oil" "$ROOT/bench/app/token1_safe.c"
    expect_status 3
    expect_valid stdout.txt
    expect_json "o['verdict'], o['never_run']" "unknown None"
}

@test "time that is over, and Ctrl-C, end a search also in the middle of a long step" {
    application 'unsigned x;
TASK(t1) {
    unsigned i, j;
    for (i = 0; i < 6000000u; i++)
        for (j = 0; j < 6u; j++) x = x * 3u + i;
    TerminateTask();
}'
    rtcheck app --time 300ms --json --ltl '<> (x > 7)' one.oil one.c
    expect_status 3
    expect_json "o['verdict'], o['complete'], o['seconds'] < 60" "unknown False True"
    "$RTCHECK" app one.oil one.c >stdout.txt 2>stderr.txt &
    local process=$!
    until_it_listens $process INT
    sleep 0.5
    kill -INT $process
    status=0
    wait $process || status=$?
    output=$(<stdout.txt)
    errors=$(<stderr.txt)
    expect_status 3
    expect_output "interrupted"
    # timeout(1) sends its signal to the program, and then to all of its group.
    status=0
    output=$(timeout 2 "$RTCHECK" app one.oil one.c 2>stderr.txt) || status=$?
    expect_status 124
    expect_output "interrupted"
}

@test "a checkpoint belongs to all that was read" {
    cat >read.oil <<'END'
#include "priority.h"
CPU small {
  OS os { STATUS = EXTENDED; };
  TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
  TASK t2 { PRIORITY = HIGH; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; };
};
END
    cat >read.c <<'END'
#include "os.h"
#include "read.h"
volatile unsigned char in; int x; const char *word = WORD; unsigned a, b, c;
int sensor(void);
TASK(t1) { ActivateTask(t2); while (1) { x = sensor(); a += in; b += a; c += 3; if (x == word[0] || c == 1) a = 0; } TerminateTask(); }
TASK(t2) { x = 1; TerminateTask(); }
END
    as_before() {
        echo '#define HIGH 2' >priority.h
        echo '#define WORD "ab"' >read.h
        echo 'int sensor() in 0..3' >read.stubs
    }
    as_before
    with_time '[ -s saved ]' app --stubs read.stubs --checkpoint saved read.oil read.c
    expect_status 3
    rtcheck app --stubs read.stubs --time 300ms --resume saved read.oil read.c
    expect_status 3
    for change in 'HIGH_3:#define HIGH 3:priority.h' 'WORD:#define WORD "cd":read.h' 'RANGE:int sensor() in 0..2:read.stubs'; do
        as_before
        text=${change#*:}
        echo "${text%:*}" >"${text##*:}"
        rtcheck app --stubs read.stubs --time 30s --resume saved read.oil read.c
        expect_status 2
        expect_error "another model, or other options"
    done
}

@test "sources that are nested more deeply than any stack" {
    write_small
    export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" # what the compiler had when it was left
    for part in '(int)' 'sizeof ' '!'; do
        { printf '#include "os.h"\nint x;\nTASK(t1) { x = '; printf "%.0s$part" $(seq 1 100000); printf 'x; TerminateTask(); }\n'
          printf 'TASK(t2) { TerminateTask(); }\n'; } >deep.c
        rtcheck app --time 20s --memory 2G small.oil deep.c
        [ "$status" = 2 ] || [ "$status" = 3 ] || fail "$part: status $status"
    done
}

@test "headers, macros and several sources" {
    write_small
    mkdir -p include
    printf '#define LIMIT 1\nint twice(int);\n' >include/mine.h
    printf '#include "mine.h"\nint twice(int v) { return 2 * v; }\n' >lib.c
    printf '#include "vendor_os.h"\n#include "mine.h"\n#include <assert.h>\nint x = START;\nTASK(t1) { assert(twice(x) == LIMIT + 5); TerminateTask(); }\nTASK(t2) { TerminateTask(); }\n' >main.c
    rtcheck app -I include -D START=3 --header vendor_os.h small.oil main.c lib.c
    expect_status 0
    rtcheck app -I include -D START=2 --header vendor_os.h small.oil main.c lib.c
    expect_status 1
    rtcheck app -D START=2 --header vendor_os.h small.oil main.c lib.c
    expect_status 2
    expect_error "mine.h"
}

@test "bad input: contradictions in OIL, C that does not compile, missing code, unknown names" {
    write_small
    echo 'CPU c { OS os {}; TASK t1 { PRIORITY = 1; RESOURCE = nowhere; }; };' >bad.oil
    rtcheck app bad.oil small.c
    expect_status 2
    expect_error "bad.oil:1"
    printf '#include "os.h"\nTASK(t1) { undeclared(1) }\nTASK(t2) { TerminateTask(); }\n' >bad.c
    rtcheck app small.oil bad.c
    expect_status 2
    expect_error "bad.c:2:"
    printf '#include "os.h"\nTASK(t1) { TerminateTask(); }\n' >bad.c
    rtcheck app small.oil bad.c
    expect_status 2
    expect_error "t2"
    printf '#include "os.h"\nTASK(t1) { ActivateTask(t9); TerminateTask(); }\nTASK(t2) { TerminateTask(); }\n' >bad.c
    rtcheck app small.oil bad.c
    expect_status 2
    expect_error "t9"
    head -c 4096 /dev/urandom >noise.c
    rtcheck app small.oil noise.c
    expect_status 2
    rtcheck app small.oil nowhere.c
    expect_status 2
    expect_error "nowhere.c"
    rtcheck app nowhere.oil small.c
    expect_status 2
}

@test "bad usage" {
    write_small
    rtcheck app
    expect_status 2
    expect_error "a configuration (.oil) is missing"
    rtcheck app small.oil
    expect_status 2
    expect_error "a source (.c) is missing"
    rtcheck app small.oil small.pml
    expect_status 2
    expect_error "neither a configuration (.oil) nor a C source (.c)"
    rtcheck app --gnatt x.svg small.oil small.c
    expect_status 2
    expect_error "did you mean '--gantt'?"
    rtcheck app --html nowhere/x.html small.oil small.c
    expect_status 2
    expect_absent nowhere
    rtcheck app --profile linux small.oil small.c
    expect_status 2
    rtcheck app --mode nomode small.oil small.c
    expect_status 2
    expect_error "nomode"
    rtcheck help app
    expect_status 0
    expect_output "usage: rtcheck app [OPTIONS] FILE.oil FILE.c..."
}

@test "--emit writes Promela that says the same" {
    for name in fullpremt2_safe mixpremt1_bug; do
        rtcheck app --emit models "$FIGURES/$name.oil" "$FIGURES/$name.c"
        ! grep -qr "$ROOT" models || fail "the model knows where the application lies"
        expect_status 0
        [ -s models/os_model.pml ] && [ -s models/osek.pml ] || fail "no kernel"
        rtcheck app --quiet "$FIGURES/$name.oil" "$FIGURES/$name.c"
        expected=$status
        rtcheck model --quiet --safety models/app.pml
        expect_status $expected
    done
    application 'float f; TASK(t1) { f = 1.5f; TerminateTask(); }' # Promela has no floats
    rtcheck app --emit refused one.oil one.c
    expect_status 2
    expect_error "one.c:"
    expect_absent refused
}

@test "docs/app.md" { python3 "$BATS_TEST_DIRNAME/docs.py" "$RTCHECK" "$ROOT/docs/app.md"; }

@test "--stack: what each task needs, and recursion has no bound" {
    write_small
    sed -i 's/^int x;/int x; static int deep(int n) { return n ? deep(n - 1) : 0; }/; s/    x = x + 1;/    x = 1 + deep(2);/' small.c
    rtcheck app --stack small.oil small.c
    expect_status 0
    expect_output "bytes, 1 call"
    expect_output "bytes, 2 calls, and recursion: no bound"
}

@test "a task that never yields is named, also where interrupts can come" {
    cat >idle.oil <<'OIL'
CPU c { OS o { STATUS = STANDARD; }; TASK low { PRIORITY = 1; AUTOSTART = TRUE; }; TASK busy { PRIORITY = 2; AUTOSTART = TRUE; };
  ISR tick { CATEGORY = 2; PRIORITY = 3; }; };
OIL
    cat >idle.c <<'SOURCE'
#include <os.h>
volatile int n;
int x;
TASK(low) { TerminateTask(); }
TASK(busy) { for (;;) x ^= 1; }
ISR(tick) { if (n < 3) n++; }
SOURCE
    rtcheck app idle.oil idle.c
    expect_status 1
    expect_output "low is ready for ever: no run from here on lets it run, at idle.c:4"
    rtcheck app --no-check waiting idle.oil idle.c
    expect_status 0
    expect_output "runs for ever"
    expect_output "busy  (idle.c:5)"
    expect_output "task low"
    rtcheck app --isr tick=0 idle.oil idle.c
    expect_output "busy"
}

@test "an error far away is found where breadth first comes to no end" {
    cat >far.oil <<'OIL'
CPU c { OS o { STATUS = EXTENDED; }; TASK idle { PRIORITY = 1; AUTOSTART = FALSE; };
  ISR w1 { CATEGORY = 2; PRIORITY = 1; }; ISR w2 { CATEGORY = 2; PRIORITY = 1; }; ISR w3 { CATEGORY = 2; PRIORITY = 1; };
  ISR tick { CATEGORY = 2; PRIORITY = 1; }; };
OIL
    cat >far.c <<'SOURCE'
#include <os.h>
#include <assert.h>
static unsigned char x[3];
static unsigned short n;
TASK(idle) { TerminateTask(); }
ISR(w1) { x[0] = n % 251; }
ISR(w2) { x[1] = n % 251; }
ISR(w3) { x[2] = n % 251; }
ISR(tick) { if (n < 500) n++; else assert(0); }
SOURCE
    rtcheck app far.oil far.c --memory 8M --json
    expect_status 1
    expect_json 'o["properties"][0]["search"]' dfs
    at_full_speed # until memory is full: not seen by sanitizers
    rtcheck app far.oil far.c --memory 8M --search bfs --json
    expect_status 3
    expect_json 'o["properties"][0]["search"]' bfs
}

@test "what is printed has the form that the format says" {
    application '#include <stdio.h>
char open[3] = {97, 98, 99}, longest[6001];
double real = 2.5;
TASK(t1) {
    for (int i = 0; i < 6000; i++) longest[i] = 35;
    printf("[%.3s|%-6.2s|%5s|%0+12d|%.2f|%-20.10u|%3c]", open, open, "xy", 5, real, 7u, 122);
    printf("%s", longest);
    TerminateTask();
}'
    rtcheck app --run one.oil one.c
    expect_status 0
    [ "$(head -1 stdout.txt)" = "t1 prints [abc|ab    |   xy|+00000000005|2.50|0000000007          |  z]" ] || fail "other words"
    [ "$(tr -cd '#' <stdout.txt | wc -c)" = 6000 ]
    application '#include <stdio.h>
char format[] = "%5000d";
TASK(t1) { printf(format, 1); TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 3
    expect_output "a format with \`*\` or \`%n\`, or of more than 4095 characters"
}

@test "a folder is searched for its configuration, sources and headers" {
    mkdir -p "$BATS_TEST_TMPDIR/project/etc" "$BATS_TEST_TMPDIR/project/src" "$BATS_TEST_TMPDIR/project/inc" "$BATS_TEST_TMPDIR/vendor/h"
    cp "$ROOT/examples/app/figures/nonpremt2_safe.oil" "$BATS_TEST_TMPDIR/project/etc/"
    sed 's/#include "os.h"/#include "os.h"\n#include "own.h"\n#include "theirs.h"/' "$ROOT/examples/app/figures/nonpremt2_safe.c" > "$BATS_TEST_TMPDIR/project/src/a.c"
    grep -q '"own.h"' "$BATS_TEST_TMPDIR/project/src/a.c" || sed -i '1i #include "own.h"\n#include "theirs.h"' "$BATS_TEST_TMPDIR/project/src/a.c"
    echo 'int unrelated;' > "$BATS_TEST_TMPDIR/project/src/b.c"
    echo 'extern int own;' > "$BATS_TEST_TMPDIR/project/inc/own.h"
    echo 'extern int theirs;' > "$BATS_TEST_TMPDIR/vendor/h/theirs.h"
    rtcheck app "$BATS_TEST_TMPDIR/project" "$BATS_TEST_TMPDIR/vendor"
    expect_status 0
    expect_error "rtcheck app --engine auto --time 60s --without-headers -I"
    expect_error "vendor/h"
    expect_error "project/src/a.c"
    rtcheck app "$BATS_TEST_TMPDIR/vendor"
    expect_status 2
    expect_error "has no configuration"
    mkdir foreign
    cp "$BATS_TEST_TMPDIR/project/etc/nonpremt2_safe.oil" foreign
    cp "$BATS_TEST_TMPDIR/project/src/a.c" foreign/a.cpp
    rtcheck app foreign
    expect_status 2
    expect_error "TASK(t1) is in foreign/a.cpp, which is C++, and C++ is not read"
    cp "$BATS_TEST_TMPDIR/project/etc/nonpremt2_safe.oil" "$BATS_TEST_TMPDIR/project/etc/second.oil"
    rtcheck app "$BATS_TEST_TMPDIR/project"
    expect_status 2
    expect_error "name one of them"
    rtcheck app "$BATS_TEST_TMPDIR/project" "$BATS_TEST_TMPDIR/project/etc/second.oil"
    expect_status 0
}

@test "a configuration of a folder may be all in what it includes; a part of another one is none" {
    mkdir -p split/oil/parts split/src
    cp "$ROOT/examples/app/figures/nonpremt2_safe.oil" split/oil/parts/app.inc
    printf '#include "parts/more.oil"\n' >split/oil/all.oil
    printf '#include "app.inc"\n' >split/oil/parts/more.oil
    cp "$ROOT/examples/app/figures/nonpremt2_safe.c" split/src/a.c
    rtcheck app split
    expect_status 0
    expect_error "--without-headers split/oil/all.oil split/src/a.c"
    printf 'nothing\n' >split/oil/parts/app.inc
    rtcheck app split
    expect_status 2
    expect_error "'split' has no configuration: there is no CPU section in split/oil/all.oil, nor in the other files"
}

# A folder with its configuration in etc, its sources in src, and helper.c with what they call in $1; start.c beside them.
write_board() {
    write_small
    mkdir -p board/etc board/src board/vendor
    mv small.oil board/etc
    sed 's/x = x + 1;/x = x + 1; helper(1); unknown();/; s/^int x;/int x; void helper(int); void unknown(void);/' small.c >board/src/small.c
    printf 'extern int x;\nstatic int unknown(void) { if (x) { x = 3; } return 1; }\nvoid helper(int y);\nvoid helper(int y)\n{ x = y + unknown(); }\n' >"board/$1/helper.c"
    printf '#include "os.h"\nint main(void) { StartOS(OSDEFAULTAPPMODE); }\n' | tee board/src/start.c >board/vendor/start.c
    printf 'void nobody(void) { if (1) { } }\n' >board/src/unused.c
}

@test "sources of a folder that have what others call are taken, if they lie beside them" {
    write_board src
    rtcheck app board
    expect_status 1
    expect_output "the assertion does not hold: x == 1"
    expect_error "rtcheck app --engine auto --time 60s --without-headers board/etc/small.oil board/src/small.c board/src/helper.c board/src/start.c"
    expect_no_output 'left out'
    printf 'ALARM a { COUNTER = c; ACTION = ALARMCALLBACK { ALARMCALLBACKNAME = "tick"; }; };\nCOUNTER c { };' >>board/etc/small.oil
    printf 'int ticks; void tick_callback(void) { ticks = 1; }\n' >board/src/hooks.c
    rtcheck app board
    expect_error "board/src/helper.c board/src/hooks.c board/src/start.c"
}

@test "of several configurations the one in the folder itself is taken; a source with a main() of its own is another program" {
    write_board src
    printf 'extern int x;\nvoid unknown(void) { x = 7; }\nint main(void) { unknown(); return x; }\n' >board/src/simulation.c
    cp board/etc/small.oil board
    rtcheck app board
    expect_error "rtcheck app --engine auto --time 60s --without-headers board/small.oil board/src/small.c board/src/helper.c board/src/start.c"
    expect_output 'left out does nothing else that matters: `unknown` (board/src/simulation.c)'
    cp board/etc/small.oil board/other.oil
    rtcheck app board
    expect_status 2
    expect_error "has 3 configurations; name one of them"
}

@test "of several programs in a folder the one with the configuration's name is taken, or with most of its tasks" {
    write_small
    mkdir two
    sed 's/^int x;/int x; void ecrobot_device_initialize(void) { x = 0; }/' small.c >two/small.c
    sed 's/^TASK(t2)/TASK(t3)/; s/ActivateTask(t2);//; s/^int x;/int x; void ecrobot_device_initialize(void) { x = 1; }/' small.c >two/a_other.c
    cp small.oil two/small.oil
    sed 's/t2/t3/' small.oil >two/third.oil
    rtcheck app two two/small.oil
    expect_status 0
    expect_error ' two/small.oil two/small.c'
    rtcheck app two two/third.oil
    expect_status 0
    expect_error ' two/third.oil two/a_other.c'
}

@test "on ARM a narrow result is the same number for a caller that was told of a wider one" {
    application 'unsigned short f(void); unsigned short x; TASK(t1) { x = f(); assert(x == 200); TerminateTask(); }'
    echo 'unsigned char f(void) { return 200; }' >f.c
    rtcheck app --target arm-none-eabi one.oil one.c f.c
    expect_status 0
    expect_output '`f`, which returns `unsigned char` and is declared as `unsigned short` where it is called, gives the same number'
    rtcheck app one.oil one.c f.c
    expect_status 2
    expect_error 'but is declared as `unsigned short` here'
    echo 'signed char f(void) { return -1; }' >f.c # extended with its sign: no number of the other type
    rtcheck app --target arm-none-eabi one.oil one.c f.c
    expect_status 2
    echo 'unsigned int f(void) { return 200; }' >f.c
    rtcheck app --target arm-none-eabi one.oil one.c f.c
    expect_status 2
}

@test "services that are not modelled are refused by name; CounterTick is ERIKA's IncrementCounter" {
    application 'TASK(t1) { StartScheduleTableRel(0, 5); TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 2
    expect_error '`StartScheduleTableRel` is a service of AUTOSAR OS that cannot be modelled; give it a body, or say in a file for --stubs'
    echo 'StatusType StartScheduleTableRel() in 0' >stubs
    rtcheck app --stubs stubs one.oil one.c
    expect_status 0
    application 'int n; void WaitSem(int *s) { *s = 1; } TASK(t1) { WaitSem(&n); assert(n == 1); TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 0
    sed 's/};$/COUNTER c { MINCYCLE = 1; MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; }; };/' one.oil >two.oil
    printf '#include "ee.h"\n#include <assert.h>\nEE_UINT8 n;\nTASK(t1) { TickType v; CounterTick(c); GetCounterValue(c, &v); assert(v != 1); n = 1; TerminateTask(); }\n' >two.c
    rtcheck app two.oil two.c
    expect_status 1
    expect_output "the assertion does not hold: v != 1"
    sed -i 's/ CounterTick(c);/ if (CounterTick(c) != E_OK) return;/' two.c # the larger kernels' has a result
    rtcheck app two.oil two.c
    expect_status 1
    expect_output "the assertion does not hold: v != 1"
}

@test "main() gets the program's name and nothing else, which is told where it looks at it" {
    application 'const char *name; int n; int main(int argc, char *argv[]) { name = argv[0]; n = argc; assert(!argv[argc]); StartOS(OSDEFAULTAPPMODE); }
TASK(t1) { assert(n == 1 && name[0]); TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 0
    expect_output "assuming that main() gets no arguments but the program's name, and no environment"
    sed -i 's/!argv\[argc\]/argv[argc + 1]/' one.c
    rtcheck app one.oil one.c
    expect_status 1
    expect_output "argv"
    application 'int main(int argc, const char **argv, char *envp[]) { assert(argc > 0 && !envp[0]); StartOS(OSDEFAULTAPPMODE); } TASK(t1) { TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 0
    application 'int main(int argc, char **argv) { StartOS(OSDEFAULTAPPMODE); } TASK(t1) { TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 0
    expect_no_output "no arguments"
}

@test "what a configuration has beyond OSEK OS is refused, or told with the verdict" {
    application 'TASK(t1) { TerminateTask(); }'
    beyond() { sed "s/};$/$1 };/" one.oil >beyond.oil && rtcheck app beyond.oil one.c; }
    table='COUNTER c { }; SCHEDULETABLE st { COUNTER = c; DURATION = 5; EXPIRY_POINT e { OFFSET = 1; ACTION = ACTIVATETASK { TASK = t1; }; };'
    beyond "$table AUTOSTART = TRUE { TYPE = ABSOLUTE; START_VALUE = 1; }; };"
    expect_status 2
    expect_error "schedule table 'st' starts by itself, and schedule tables cannot be modelled"
    beyond "$table AUTOSTART = FALSE; };"
    expect_status 0
    expect_output 'assuming that objects beyond OSEK OS (SCHEDULETABLE) change nothing'
    beyond 'APPLICATION a { TASK = t1; CORE = 0; }; APPLICATION b { CORE = 1; };'
    expect_status 2
    expect_error "'a' and 'b' run on different cores, and only one can be modelled"
    beyond 'APPLICATION a { TASK = t1; CORE = 0x1; }; APPLICATION b { CORE = 1; };'
    expect_status 0
    expect_no_output 'bound to no core'
    beyond 'APPLICATION a { CORE = -1; }; APPLICATION b { CORE = 1; };'
    expect_status 2
    beyond 'APPLICATION a { CORE = 1; };'
    expect_status 0
    expect_output 'and that what is bound to no core (t1) runs on that of the others'
    beyond 'COM m { }; NETWORKMESSAGE n { IPDU = p; MESSAGEPROPERTY = STATIC { SIZEINBITS = 8; BITPOSITION = 0; DIRECTION = RECEIVED; }; }; IPDU p { SIZEINBITS = 8; IPDUPROPERTY = RECEIVED { TIMEOUT = 1; }; LAYERUSED = "x"; }; MESSAGE in { MESSAGEPROPERTY = RECEIVE_UNQUEUED_EXTERNAL { CDATATYPE = "int"; NETWORKMESSAGE = n; }; NOTIFICATION = ACTIVATETASK { TASK = t1; }; };'
    expect_status 0
    expect_output 'assuming that nothing comes from a network (message `in` activates `t1`)'
    sed -i 's/ACTIVATION = 1;/ACTIVATION = 1; TIMING_PROTECTION = TRUE { EXECUTIONBUDGET = 1; };/' one.oil
    rtcheck app one.oil one.c
    expect_status 0
    expect_output 'assuming that timing protection (t1) never has to act'
}

@test "a name of another kind of object, and the precision of long double, are told" {
    application 'TaskStateType state; TASK(t1) { TickType x; StatusType s = GetAlarm((c), &x); if (s) { GetTaskState(t1, &state); } TerminateTask(); }'
    sed -i 's/};$/COUNTER c { }; ALARM a { COUNTER = c; ACTION = ACTIVATETASK { TASK = t1; }; }; };/' one.oil
    rtcheck app one.oil one.c
    expect_status 0
    expect_error "one.c:3:69: warning: \`c\` is a counter, where an alarm is wanted"
    case $errors in *t1\`\ is*) fail "a task is one" ;; esac
    application 'long double x; TASK(t1) { x = x + 1; TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 0
    expect_output 'assuming that `long double` is as precise on the target as on the machine that rtcheck runs on'
    rtcheck app --target arm-none-eabi one.oil one.c
    expect_no_output 'long double'
}

@test "the compile_commands.json of a folder is used, if it names the sources" {
    write_board src
    mkdir -p board/build board/other board/inc
    printf '[]' >board/other/compile_commands.json
    rtcheck app board
    case $errors in *compile-commands*) fail "an empty one is used" ;; esac
    sed -i 's/x = x + 1;/x = x + STEP + OFFSET;/' board/src/small.c
    sed -i '1i #include "step.h"' board/src/small.c
    echo '#define OFFSET 4' >board/inc/step.h
    printf '[{"directory": "%s", "file": "../src/small.c", "arguments": ["arm-none-eabi-gcc", "-DSTEP=5", "-c", "../src/small.c"]}]' \
        "$PWD/board/build" >board/build/compile_commands.json
    rtcheck app board
    expect_status 1
    expect_error "rtcheck app --engine auto --time 60s --without-headers -I board/inc --compile-commands board/build/compile_commands.json board/etc/small.oil"
    expect_output "x: 0 -> 9"
}

@test "code of a folder that was left out is told with the verdict" {
    write_board vendor
    rm board/src/start.c
    rtcheck app board
    expect_status 1 # it uses a variable of the application
    echo 'void helper(int y) { }' >board/vendor/helper.c
    rtcheck app board
    expect_status 0
    expect_error 'board/vendor/helper.c' # the only one that has what is called
    mkdir board/another
    echo 'void helper(int y) { y++; }' >board/another/helper.c
    rtcheck app board
    expect_status 0
    expect_output '`helper` is that of board/vendor/helper.c, and board/another/helper.c, which has it, too, is no part of the application'
    expect_no_output 'start.c'
    rtcheck app board/etc/small.oil board/src/small.c
    expect_status 0
    expect_no_output 'left out'
}

@test "all violations: numbers around the program's constants are tried, and that others were not is told" {
    cat >one.oil <<'EOF'
CPU c { OS os { STATUS = EXTENDED; }; APPMODE normal; TASK t { PRIORITY = 1; AUTOSTART = TRUE { APPMODE = normal; }; ACTIVATION = 1; SCHEDULE = FULL; }; };
EOF
    cat >all.c <<'EOF'
#include "os.h"
#include <assert.h>
int rd(void);
TASK(t) {
    int x = rd();
    if (x == 1) assert(0);
    if (x == 70) assert(0);
    int y = 100 / x;
    (void)y;
    TerminateTask();
}
EOF
    rtcheck app --all-violations one.oil all.c
    expect_status 1
    expect_output "6 violations were counted, of 3 kinds or at as many places"
    expect_output "There may be more: only some values of inputs were tried"
    for engine in paths sequential spin; do
        rtcheck app --all-violations --engine $engine one.oil all.c
        expect_status 2
        expect_error "--all-violations is the explicit engine's"
    done
}

@test "random() without a range is any number" {
    application 'int x; TASK(t1) { x = random(1, 3); assert(x > 0 && x < 4); x = random() > 7; assert(x < 2); TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 0
    application 'TASK(t1) { assert(random() != 12345); TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 1
}

@test "functions of the library work without its headers" {
    application 'char b[9]; int n; TASK(t1) { strcpy(b, "abc"); n = strlen(b); assert(n == 3); TerminateTask(); }'
    rtcheck app --target arm-none-eabi one.oil one.c
    expect_status 0
    expect_error 'nothing declares `strcpy`; going on with `-include string.h`'
    application 'char *b; TASK(t1) { b = strchr("abc", 98); TerminateTask(); }'
    rtcheck app --target arm-none-eabi one.oil one.c
    expect_status 0
}

@test "an assertion is one without its header, and where somebody declares it" {
    application 'TASK(t1) { TerminateTask(); }'
    for before in '' 'void assert(int c);' 'extern void assert(int);'; do
        printf '#include "os.h"\n%s\nint x; TASK(t1) { x = 1; assert(x == 2); TerminateTask(); }\n' "$before" >plain.c
        rtcheck app one.oil plain.c
        expect_status 1
        expect_output "the assertion does not hold: x == 2, at plain.c:3"
    done
}

@test "an answer that only some values of inputs were tried for says so, and of no violation" {
    application 'int in(void); int x; TASK(t1) { x = in(); if ((x ^ x >> 3) & 1) x = 1; TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 3
    expect_output "incomplete: safety: only some values of inputs were tried."
}

@test "words that every vendor has are taken for granted" {
    application 'uint8_t b; bool on; int i;
TASK(t1) { if (on == false) b = TRUE; i = FALSE; TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 0
    expect_error "nothing declares \`uint8_t\`; going on with \`-include stdint.h\`"
    expect_error "nothing declares \`TRUE\`; going on with \`-DTRUE=1\`, \`-DFALSE=0\`"
    application 'enum { FALSE, TRUE } b; TASK(t1) { b = TRUE; other = 1; TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 2
    expect_error "use of undeclared identifier 'other'"
}

@test "the first line says that runs were given up, also where a limit cuts off the others; a formula that was not looked at says why" {
    application 'unsigned x; int in(void); int deep(int n) { return deep(n + 1) + 1; } TASK(t1) { if (in() == 1) deep(1); for (x = 0; x < 100000; x++) { GetResource(RES_SCHEDULER); ReleaseResource(RES_SCHEDULER); } TerminateTask(); }'
    rtcheck app --engine explicit --depth 50 one.oil one.c
    expect_status 3
    expect_first_line 'unknown: no violation was found, but some runs were given up, and not all others were covered (depth limit)'
    expect_output 'given up: calls of t1 nest too deep'
    application 'int x; TASK(t1) { x = 1; assert(x == 0); TerminateTask(); }'
    rtcheck app --ltl '[] (x == 0)' one.oil one.c
    expect_status 1
    expect_output 'incomplete: ltl [] (x == 0): it was not looked at, since runs break off where something is wrong.'
    expect_no_output 'the time was over'
}

@test "what was given up is not counted among the violations" {
    cat >a.oil <<'END'
OIL_VERSION = "2.5";
CPU c {
    OS o { STATUS = EXTENDED; };
    APPMODE m { };
    TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = m; }; };
};
END
    for given_up in 'if (x == 1) deep(0);' ''; do
        cat >a.c <<END
#include <assert.h>
#include "os.h"
int input(void);
static int deep(int n) { return deep(n + 1) + 1; }
TASK(t) { int x = input(); $given_up assert(x != 2); TerminateTask(); }
END
        run "$RTCHECK" app a.oil a.c --all-violations --json
        [ "$status" -eq 1 ]
        echo "$output" | grep -m1 '^  "violation_count"' >>counts
    done
    [ "$(sort -u counts | wc -l)" -eq 1 ]
}

@test "a routine that a vendor's interrupt calls runs as one of category 2, which is told" {
    cat >hook.oil <<'OIL'
CPU c { OS os { STATUS = EXTENDED; }; APPMODE normal { };
  COUNTER clock { MINCYCLE = 1; MAXALLOWEDVALUE = 99; TICKSPERBASE = 1; };
  EVENT e { MASK = AUTO; };
  TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = normal; }; EVENT = e; };
};
OIL
    printf '#include "os.h"\nint due; DeclareTask(t); DeclareEvent(e);\nvoid user_1ms_isr_type2(void) { SignalCounter(clock); WORK; }\nTASK(t) { LOOK; TerminateTask(); }\n' >hook.c
    rtcheck app -D'WORK=due++' -D'LOOK=due = 0' hook.oil hook.c
    expect_status 1
    expect_output "'due' is"
    expect_output "\`user_1ms_isr_type2\`, which no configuration names and a vendor's interrupt calls, may come at any moment"
    rtcheck app --no-check event --no-check unchecked -D'WORK=SetEvent(t, e)' -D'LOOK=WaitEvent(e)' hook.oil hook.c
    expect_status 0
    expect_output 'may come at any moment'
    rtcheck app --isr user_1ms_isr_type2=0 -D'WORK=due++' -D'LOOK=due = 0' hook.oil hook.c
    expect_status 0
    expect_output 'may come at any moment, in category 2, but never does, as --isr says'
    rtcheck app --isr user_1ms_isr_type2=3 -D'WORK=due++' -D'LOOK=SuspendAllInterrupts(); due = 0; ResumeAllInterrupts()' hook.oil hook.c
    expect_status 0
    expect_output 'may come at any moment, in category 2, but no more than 3 times, as --isr says'
    rtcheck app --isr 1 -D'WORK=due++' -D'LOOK=due = 0' hook.oil hook.c
    expect_output 'but no more than once, as --isr says'
    rtcheck app -D'WORK=' -D'LOOK=due = 0' hook.oil hook.c # it only counts: so does the counter by itself
    expect_status 0
    expect_no_output 'at any moment'
    printf 'CPU c { ISR user_1ms_isr_type2 { CATEGORY = 2; }; };' >more.oil
    rtcheck app -D'WORK=due++' -D'LOOK=due = 0' hook.oil more.oil hook.c
    expect_status 1
    expect_output "'due' is"
    expect_no_output 'no configuration names'
    sed -i 's/user_1ms_isr_type2/every_ms/' hook.c
    rtcheck app -D'WORK=due++' -D'LOOK=due = 0' hook.oil hook.c # nobody knows who calls this one
    expect_status 0
    expect_output '`every_ms`, which nothing here calls, never runs and has no effect that matters'
}

# routine_verdicts NAME STATUS WORDS BODY...: what the routine of this name does is found as where the configuration has it.
routine_verdicts() {
    local name=$1 status=$2 words=$3 body
    printf 'CPU c { ISR %s { CATEGORY = 2; }; };' "$name" >declared.oil
    for body in "${@:4}"; do
        printf '#include "os.h"\n#include <assert.h>\nint shared, a[3], *p, on; int get(void); DeclareTask(u);\nvoid %s(void) { %s }\nTASK(t) { shared = 1; TerminateTask(); } TASK(u) { TerminateTask(); }\n' "$name" "$body" >beat.c
        rtcheck app --ticks any:timely beat.oil declared.oil beat.c
        expect_status "$status"
        expect_output "$words"
        rtcheck app --ticks any:timely beat.oil beat.c
        expect_status "$status"
        expect_output "$words"
    done
}

@test "a routine that nothing but a vendor's interrupt calls runs, whatever it does, unless that is to advance one counter" {
    cat >beat.oil <<'OIL'
CPU c { OS os { STATUS = EXTENDED; }; APPMODE normal { };
  COUNTER clock { MINCYCLE = 1; MAXALLOWEDVALUE = 99; TICKSPERBASE = 1; };
  ALARM every { COUNTER = clock; ACTION = ACTIVATETASK { TASK = u; }; AUTOSTART = TRUE { ALARMTIME = 3; CYCLETIME = 3; APPMODE = normal; }; };
  TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = normal; }; };
  TASK u { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; };
};
OIL
    for name in user_1ms_isr_type2 SysTick_Handler; do
        routine_verdicts $name 1 'division by zero' 'int z = 0; z = 3 / z; SignalCounter(clock);' 'int z = 0; z = 3 / z;'
        routine_verdicts $name 1 'runs for ever' 'SignalCounter(clock); for (;;) { }'
        routine_verdicts $name 1 "'shared' is read by ISR $name" 'if (shared > 5) ShutdownOS(0); SignalCounter(clock);'
        routine_verdicts $name 1 "which has no value yet" 'int x; if (x) SignalCounter(clock);'
        routine_verdicts $name 1 'the assertion does not hold' 'assert(get()); SignalCounter(clock);' 'StatusType s = SignalCounter(clock); assert(s != E_OK);'
        routine_verdicts $name 0 'never run' 'if (!on) return; SignalCounter(clock);' 'ShutdownOS(0); SignalCounter(clock);'
        routine_verdicts $name 1 "'shared' is" 'shared = *(volatile int *)0x4000; SignalCounter(clock);' '*(volatile int *)0x4000 = shared; SignalCounter(clock);'
        routine_verdicts $name 1 'division by zero' '*(volatile int *)0x4000 = 3 / *(volatile int *)0x4004; SignalCounter(clock);'
        routine_verdicts $name 1 'which has no value yet' 'int x; *(volatile int *)0x4000 = x; SignalCounter(clock);'
        routine_verdicts $name 1 'no object' '*(int *)0x4000 = 1; SignalCounter(clock);'
        routine_verdicts $name 0 'holds' '(void)SignalCounter(clock);' '*(volatile int *)0x4000 = 1; SignalCounter(clock);' \
            'SignalCounter(clock); *(volatile unsigned *)0x4000 &= ~(1u << 3);' 'struct flags { unsigned a : 1, b : 1; }; ((volatile struct flags *)0x4000)->b = 0; SignalCounter(clock);' \
            'StatusType s; s = SignalCounter(clock); if (s != E_OK) { ShutdownOS(s); }' 'if (SignalCounter(clock)) for (;;);'
        expect_no_output 'at any moment'
        expect_no_output 'never run'
        routine_verdicts $name 0 'holds' 'SignalCounter(clock);'
        for look in "--ltl=[] !call(IncrementCounter, clock)" "--ltl=[] !under_way($name)"; do
            rtcheck app --ticks any:timely "$look" beat.oil beat.c
            expect_status 1
        done
        rtcheck app --ticks any:timely --isr $name=2 beat.oil beat.c
        expect_status 0
        expect_output 'task u'
        rtcheck app --ticks any:timely --tests written beat.oil beat.c
        expect_output 'complete: 4 of 4 statements'
    done
    printf '#include "os.h"\nint n, m; DeclareTask(u);\nvoid user_1ms_isr_type2(void) { n = (n + 1) %% 9999; SignalCounter(clock); }\nTASK(t) { for (m = 0; m < 9999;) m++; TerminateTask(); } TASK(u) { TerminateTask(); }\n' >beat.c
    rtcheck app --time 1s --no-check race beat.oil beat.c
    expect_status 3
    expect_output 'many steps    `user_1ms_isr_type2` advances clock, and runs: each of its interrupts is a step of its own, at any moment (--isr user_1ms_isr_type2=N: N times at most)'
    routine_verdicts user_1ms_isr_type2 1 'index 3 of an array of 3' 'int k = 3; int y = a[k]; (void)y; SignalCounter(clock);'
    routine_verdicts user_1ms_isr_type2 1 'null pointer' 'int y = *p; (void)y; SignalCounter(clock);'
    routine_verdicts SysTick_Handler 1 'there is no object with this identifier' 'SignalCounter(7);'
    routine_verdicts SysTick_Handler 1 'where it is not allowed' 'SignalCounter(clock); Schedule();'
}

@test "a counter that others advance, too, or that a routine advances with another one, does not go on by itself" {
    cat >two.oil <<'OIL'
CPU c { OS os { STATUS = EXTENDED; }; APPMODE normal { };
  COUNTER one { MINCYCLE = 1; MAXALLOWEDVALUE = 99; TICKSPERBASE = 1; }; COUNTER two { MINCYCLE = 1; MAXALLOWEDVALUE = 99; TICKSPERBASE = 1; };
  ALARM first { COUNTER = one; ACTION = ACTIVATETASK { TASK = t1; }; AUTOSTART = TRUE { ALARMTIME = 2; CYCLETIME = 0; APPMODE = normal; }; };
  ALARM second { COUNTER = two; ACTION = ACTIVATETASK { TASK = t2; }; AUTOSTART = TRUE { ALARMTIME = 3; CYCLETIME = 0; APPMODE = normal; }; };
  TASK t1 { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; }; TASK t2 { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; };
  TASK i { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = normal; }; };
};
OIL
    printf '#include "os.h"\n#include <assert.h>\nint done; TickType v; void set_isr(int, void (*)(void)); void on_isr(void);\nvoid user_1ms_isr_type2(void) { TICK; } MORE\nTASK(t1) { FIRST; TerminateTask(); } TASK(t2) { SECOND; TerminateTask(); } TASK(i) { LAST; TerminateTask(); }\n' >two.c
    rtcheck app -D'TICK=SignalCounter(one); SignalCounter(two)' -DMORE= -D'FIRST=done = 1' -D'SECOND=assert(done)' -DLAST= two.oil two.c
    expect_status 0
    rtcheck app -D'TICK=SignalCounter(one); SignalCounter(one)' -DMORE= -D'FIRST=GetCounterValue(one, &v); assert(v % 2 == 0)' -DSECOND= -DLAST= two.oil two.c
    expect_status 0
    rtcheck app -D'TICK=SignalCounter(one)' -DMORE= -D'FIRST=assert(0)' -DSECOND= -D'LAST=SignalCounter(one)' two.oil two.c
    expect_status 1
    rtcheck app -D'TICK=SignalCounter(one)' -D'MORE=void SysTick_Handler(void) { if (done) SignalCounter(one); }' -D'FIRST=assert(0)' -DSECOND= -DLAST= two.oil two.c
    expect_status 1
    rtcheck app -DTICK= -D'MORE=void on_isr(void) { SignalCounter(one); }' -D'FIRST=assert(done)' -DSECOND= -D'LAST=done = 1; set_isr(1, on_isr)' two.oil two.c
    expect_status 0
}

@test "who has a routine's name, or a hook's, and would go wrong by itself, is told where it does not run" {
    application 'HEAD { int z = 0; z = 3 / z; } TASK(t1) { TerminateTask(); }'
    for name in StartupHook NMI_Handler TIMER_ISR; do
        rtcheck app -D"HEAD=void $name(void)" one.oil one.c
        expect_status 0
        expect_output "\`$name\`, which nothing here calls, never runs"
    done
    for head in 'void HardFault_Handler(void)' 'void compute(void)' 'void USART_RxCallback(int n)'; do
        rtcheck app -D"HEAD=$head" one.oil one.c
        expect_status 0
        expect_no_output 'never runs'
    done
}

@test "a counter that only code advances which has an address, and does not run here, goes on by itself" {
    cat >wait.oil <<'OIL'
CPU c { OS os { STATUS = EXTENDED; }; APPMODE normal { }; EVENT e { MASK = AUTO; };
  COUNTER one { MINCYCLE = 1; MAXALLOWEDVALUE = 99; TICKSPERBASE = 1; };
  ALARM a { COUNTER = one; ACTION = SETEVENT { TASK = t; EVENT = e; }; AUTOSTART = TRUE { ALARMTIME = 2; CYCLETIME = 0; APPMODE = normal; }; };
  TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = normal; }; EVENT = e; };
};
OIL
    printf '#include "os.h"\nstatic void ms(void) { SignalCounter(one); }\nTABLE = { ms };\nTASK(t) { LOOK WaitEvent(e); ClearEvent(e); TerminateTask(); }\n' >wait.c
    for table in 'void (*const calls[])(void)' 'static void (*const calls[])(void)' 'struct { void (*f)(void); } calls' 'void (*const vectors[])(void)'; do
        rtcheck app -D"TABLE=$table" -DLOOK= wait.oil wait.c
        expect_status 0
    done
    expect_no_output 'at any moment'
    rtcheck app -D'TABLE=static void (*const calls[])(void)' -D'LOOK=calls[0]();' wait.oil wait.c
    expect_status 1
    expect_output 'these wait for ever: t'
}

@test "a handler that stands for interrupts that never come may loop for ever; whose name says nothing of it may not" {
    application 'HEAD { while (1) { } } TASK(t1) { TerminateTask(); }'
    cp one.c trap.c
    application 'static void error_isr(void); void (*const vectors[])(void) = {error_isr}; static void error_isr(void) { for (;;) ; } TASK(t1) { TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 0
    expect_output '`error_isr`, which nothing here calls, never runs'
    mv trap.c one.c
    for handler in 'void Default_IRQHandler(void)' '__attribute__((weak)) void TIM2_IRQHandler(void)'; do
        rtcheck app -D"HEAD=$handler" one.oil one.c
        expect_status 0
        expect_output 'IRQHandler`, which nothing here calls, never runs'
    done
    rtcheck app -D'HEAD=void TIM2_IRQHandler(void)' one.oil one.c
    expect_status 1
    expect_output 'TIM2_IRQHandler runs for ever'
    rtcheck app --isr Default_IRQHandler=1 -D'HEAD=void Default_IRQHandler(void)' one.oil one.c
    expect_status 1
    expect_output 'Default_IRQHandler runs for ever'
    rtcheck app -D'HEAD=void user_1ms_isr_type2(int n)' one.oil one.c
    expect_status 3
    expect_output "user_1ms_isr_type2 does not run here, though a vendor's interrupt calls it by this name"
    rtcheck app -D'HEAD=void TIM2_IRQHandler(int n)' one.oil one.c
    expect_status 3
    expect_first_line 'unknown: no violation was found, but TIM2_IRQHandler does not run here, though a table of vectors has it by this name'
}

@test "a hook that the configuration does not switch on: how it would be is told" {
    application 'int x; void PreTaskHook(void) { assert(x == 5); } TASK(t1) { x = 1; TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 3
    expect_output '`PreTaskHook`, which nothing here calls, never runs and has no effect that matters (`PRETASKHOOK = TRUE` in the configuration switches it on)'
    expect_no_output "a vendor's interrupt"
}

@test "ERIKA's interrupt routines need no configuration; elsewhere one without never runs" {
    application 'int x; ISR2(pin) { x++; } ISR2(clear) { int y = 1; (void)y; } TASK(t1) { x = 0; TerminateTask(); } int main(void) { StartOS(0); return 0; }'
    rtcheck app --profile erika one.oil one.c
    expect_status 1
    expect_output "'x' is"
    expect_output "\`pin\`, which no configuration names and a vendor's interrupt calls, may come at any moment"
    rtcheck app one.oil one.c
    expect_status 0
    expect_output 'ISR(pin), which the configuration lacks, never runs'
}

@test "events that a task does not list are set without an error, and show, and are told" {
    application 'EventMaskType m; TASK(t1) { StatusType s = SetEvent(t1, f); assert(s == E_OK); GetEvent(t1, &m); assert(m == f); TerminateTask(); } TASK(t2) { TerminateTask(); }'
    printf 'CPU c { OS os { STATUS = EXTENDED; }; EVENT e { MASK = AUTO; }; EVENT f { MASK = AUTO; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; EVENT = e; }; TASK t2 { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; EVENT = f; }; };' >one.oil
    rtcheck app --no-check event one.oil one.c
    expect_status 0
    rtcheck app one.oil one.c
    expect_status 1
    expect_output "violated: t1 calls SetEvent(t1, 0x2): the task does not have this event"
    sed -i 's/StatusType s = SetEvent(t1, f); .*TASK(t2)/SetEvent(t1, f); WaitEvent(e); TerminateTask(); } TASK(t2)/' one.c
    rtcheck app --no-check event one.oil one.c
    expect_status 1
    expect_output "wait for ever"
}

@test "what no interrupt calls, by its name, is not told as a routine that OIL may have" {
    application 'int x; void NAME(void) { x = 1; } TASK(t1) { assert(x < 5); TerminateTask(); }'
    for name in SystemInit IdleHook BackgroundTask board_init ecrobot_device_terminate; do
        rtcheck app -D"NAME=$name" one.oil one.c
        expect_status 0
        expect_output "\`$name\`, which nothing here calls, never runs"
        expect_no_output 'further .oil file'
    done
    rtcheck app -DNAME=on_tick one.oil one.c
    expect_output 'told in a further .oil file: `ISR on_tick'
}

@test "nxtOSEK calls ecrobot_device_initialize before the system starts" {
    application 'int x = 1, y; void ecrobot_device_initialize(void) { DO; } void ecrobot_device_terminate(void) { DONE; } TASK(t1) { assert(x == 2); TerminateTask(); }'
    rtcheck app -D'DO=x = 2' -D'DONE=' one.oil one.c
    expect_status 0
    rtcheck app -D'DO=y = 2' -D'DONE=' one.oil one.c
    expect_status 1
    expect_output 'the assertion does not hold: x == 2'
    rtcheck app -D'DO=(void)0' -D'DONE=' one.oil one.c
    expect_status 1
    rtcheck app -D'DO=ActivateTask(t1)' -D'DONE=' one.oil one.c
    expect_status 1
    expect_output 'ActivateTask'
    rtcheck app -D'DO=int z = 0; z = 3 / z' -D'DONE=' one.oil one.c
    expect_status 1
    expect_output 'division by zero'
    rtcheck app -D'DO=for (;;)' -D'DONE=' one.oil one.c
    expect_status 1
    expect_output 'main runs for ever'
    rtcheck app -D'DO=x = 2' -D'DONE=int z = 0; z = 3 / z' one.oil one.c
    expect_status 0
    expect_output '`ecrobot_device_terminate`, which nothing here calls, never runs'
    rtcheck app -D'DO=x = 2' -D'DONE=y = 7' one.oil one.c
    expect_status 0
    expect_output '`ecrobot_device_terminate`, which nothing here calls, never runs'
    expect_no_output 'ISR ecrobot_device_terminate'
    sed -i 's/TASK(t1) /int main(void) { StartOS(0); return 0; } TASK(t1) /' one.c # a main() of one's own is the only one
    rtcheck app -D'DO=x = 2' -D'DONE=' one.oil one.c
    expect_status 1
}

@test "nxtOSEK calls ecrobot_device_initialize in each round of its start screen" {
    application 'int x, y, n, a[3]; unsigned char read(void); void ecrobot_device_initialize(void) { DO; } void ecrobot_device_terminate(void) { DONE; } TASK(t1) { assert(IS); TerminateTask(); }'
    started() { rtcheck app -D"DO=$1" -D"IS=$2" -DDONE= "${@:3}" one.oil one.c; }
    wrong() { # DO IS MESSAGE
        started "$1" "$2"
        expect_status 1
        expect_output "$3"
        expect_output 'calls it once, or up to four times'
    }
    wrong 'a[n++] = 1' 1 'index 3 of an array of 3'
    expect_output 'another round of the start screen gives 1'
    wrong 'assert(!x); x = 1' 1 'the assertion does not hold: !x'
    wrong 'n++' 'n < 4' 'the assertion does not hold'
    wrong 'n++' 'n > 1' 'the assertion does not hold'
    wrong 'if (read() == 1) x = 1; else y = 1' '!(x && y)' 'the assertion does not hold'
    wrong 'int *p = &x; ++*p' 'x == 1' 'the assertion does not hold'
    started 'n++' 'n >= 1 && n <= 4'
    expect_status 0
    expect_output 'calls it once, or up to four times'
    started 'n++' 'n == 1' -D NO_RUN_ENTER_STOP_EXIT
    expect_status 0
    expect_no_output 'up to four times'
    for same in 'x = 2; a[0] = 5' 'x = read()' 'read()' 'int l = 2; x = l'; do # every round does the same
        started "$same" 'x >= 0'
        expect_status 0
        expect_no_output 'up to four times'
        expect_no_output 'start_screen'
        case $same in
            'read()') expect_no_output 'ecrobot_device_initialize' ;; # drivers only: it need not run
            *) expect_output "\`ecrobot_device_initialize\` runs first, as nxtOSEK's main() calls it" ;;
        esac
    done
}

@test "what goes wrong in nxtOSEK's ecrobot_device_initialize alone is found, and in ecrobot_device_terminate told" {
    application 'unsigned char read(void); void ecrobot_device_initialize(void) { DO; } void ecrobot_device_terminate(void) { DONE; } TASK(t1) { TerminateTask(); }'
    for wrong in 'assert(read() < 5)' 'int i = 3, l[3]; l[i] = 1' 'int i, k; k = i; (void)k' 'int i = 2147483647; i = i + read()'; do
        rtcheck app -D"DO=$wrong" -DDONE= one.oil one.c
        expect_status 1
    done
    rtcheck app --allow-vacuous -D'DO=read()' -D'DONE=assert(read() < 5)' one.oil one.c
    expect_status 0
    expect_output '`ecrobot_device_terminate`, which nothing here calls, never runs'
    rtcheck app -D'DO=read()' -D'DONE=read()' one.oil one.c
    expect_status 0
    expect_no_output '`ecrobot_device_terminate`'
}

@test "what the configuration does not say, and OIL neither, is told where it may decide something" {
    cat >open.oil <<'OIL'
CPU c { APPMODE one { }; MODES OS os { STATUS }; COUNTER k { LIMITS };
  TASK t { PRIORITY = 1; AUTOSTART = TRUE { APPMODE = one; }; TASKS }; TASK u { PRIORITY = 2; TASKS };
  ALARM a { COUNTER = k; ACTION = ACTIVATETASK { TASK = u; }; };
};
OIL
    printf '#include "os.h"\nint bad;\nTASK(t) { LOOK SetRelAlarm(a, TIME, TIME); TerminateTask(); }\nTASK(u) { TerminateTask(); }\n' >open.c
    open() { # PROFILE TIME [OPTION...]: with everything but the counter's limits
        profile=$1 time=$2; shift 2
        rtcheck app --ticks any:timely --profile "$profile" -DMODES= -D'STATUS=STATUS = EXTENDED;' -D'TASKS=SCHEDULE = FULL; ACTIVATION = 1;' -DLIMITS= -DLOOK= -D"TIME=$time" "$@" open.oil open.c
    }
    open standard 1000
    expect_status 0
    expect_no_output 'does not say it'
    open standard 70000
    expect_status 0
    expect_output 'counter k, for which the configuration does not say it, has `MAXALLOWEDVALUE = 4294967295;`'
    open erika 70000
    expect_status 0
    expect_output 'has `MAXALLOWEDVALUE = 2147483647;`'
    open trampoline 70000
    expect_status 1
    expect_output "a time is out of the counter's range"
    expect_output 'has `MAXALLOWEDVALUE = 65535;`'
    open standard 2
    expect_status 0
    expect_output 'has `MINCYCLE = 1;`'
    open standard 1000 -D'LOOK=AlarmBaseType b; GetAlarmBase(a, &b);'
    expect_status 0
    expect_output 'has `MAXALLOWEDVALUE = 4294967295; TICKSPERBASE = 1; MINCYCLE = 1;`'
    open standard 70000 -D'LIMITS=MAXALLOWEDVALUE = 99999;'
    expect_status 0
    expect_no_output 'does not say it'
    open standard 70000 -D'LIMITS=MAXALLOWEDVALUE = 65535;'
    expect_status 1
    rtcheck app --ticks any:timely -DMODES= -DSTATUS= -DTASKS= -DLIMITS= -DLOOK= -DTIME=100 open.oil open.c
    expect_status 0
    expect_output 'tasks without SCHEDULE (t, u) are preemptable, and that tasks without ACTIVATION (t, u) accept one at a time'
    expect_no_output 'STATUS'
    rtcheck app --ticks any:timely -DMODES= -DSTATUS= -DTASKS= -DLIMITS= -D'LOOK=if (ActivateTask(u) != E_OK) bad = 1;' -DTIME=100 open.oil open.c
    expect_output 'whose STATUS is not given, has that of STANDARD'
    sed -i 's/AUTOSTART = TRUE { APPMODE = one; };/AUTOSTART = TRUE;/' open.oil
    open standard 1000 -D'MODES=APPMODE two { };'
    expect_output 'what starts by itself without an APPMODE (t) starts in every mode'
    open standard 1000
    expect_no_output 'every mode'
}

@test "times of alarms that start by themselves are compared with a limit that is given" {
    long() { printf 'CPU c { OS os { STATUS = EXTENDED; }; COUNTER k { %s }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; }; ALARM a { COUNTER = k; ACTION = ACTIVATETASK { TASK = t1; }; AUTOSTART = TRUE { ALARMTIME = 100000; CYCLETIME = 100000; }; }; };' "$1" >long.oil; }
    application 'TASK(t1) { TerminateTask(); }'
    long ''
    rtcheck app --ticks any:timely long.oil one.c
    expect_status 0
    expect_output 'has `MAXALLOWEDVALUE = 4294967295;`'
    long 'MAXALLOWEDVALUE = 65535;'
    rtcheck app --ticks any:timely long.oil one.c
    expect_status 2
    printf 'IMPLEMENTATION v { COUNTER { UINT32 [1..2147483647] MAXALLOWEDVALUE; UINT32 TICKSPERBASE = 1; UINT32 MINCYCLE = 1; }; };\n' >own.oil
    long ''
    cat long.oil >>own.oil
    rtcheck app --ticks any:timely own.oil one.c # within the range that the vendor gives
    expect_status 0
    expect_output 'has `MAXALLOWEDVALUE = 2147483647;`'
    sed -i 's/MAXALLOWEDVALUE;/MAXALLOWEDVALUE = 200000;/' own.oil # a default of the vendor is no assumption of ours
    rtcheck app --ticks any:timely own.oil one.c
    expect_status 0
    expect_no_output 'does not say it'
}

@test "a number that leaves its type only if inputs are large decides nothing, and is told with them" {
    printf 'CPU c { OS os { STATUS = STANDARD; }; APPMODE normal { }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = normal; }; }; };' >in.oil
    cat >in.c <<'END'
#include "os.h"
#include <assert.h>
#define HARDWARE (*(volatile int *)0x40000000)
extern int count;
extern volatile int status;
int own = 2147483647, sensor(void), more(int), __VERIFIER_nondet_int(void);
void get(int *where);
TASK(t) {
    int x = KIND == 6 ? 0 : sensor();
#if KIND == 0
    x = x + 1;
#elif KIND == 1
    count = count + 1;
#elif KIND == 2
    if (x == 5) own = own + 1;
#elif KIND == 3
    x = HARDWARE - 1;
#elif KIND == 4
    x = status * 2;
#elif KIND == 5
    x = more(x);
#elif KIND == 6
    get(&x);
    x = x + 1;
#elif KIND == 7 /* numbers of the program's own leave their types, wherever inputs lead */
    if (x > 20000)
        own++;
#elif KIND == 8 /* not only if they are large */
    x = x * x * x;
#elif KIND == 9 /* somebody says that these are any */
    x = random(0, 2147483647);
    x = x + 1;
#elif KIND == 10
    x = __VERIFIER_nondet_int();
    x = x + 1;
#elif KIND == 11 /* something else is wrong as well */
    x = x + 1;
    assert(x != 7);
#endif
    TerminateTask();
}
int more(int y) { return y + y; }
END
    for kind in 0 1 3 4 5 6; do
        rtcheck app -DKIND=$kind in.oil in.c
        expect_status 3
        expect_output 'the result does not fit in int'
        expect_output 'only if inputs are large'
        expect_output 'nothing is wrong as long as inputs of which nobody says what they give are from -16383 to 16383'
        expect_output 'in a run with large inputs'
        rtcheck app --inputs any -DKIND=$kind in.oil in.c
        expect_status 1
        rtcheck app --inputs small -DKIND=$kind in.oil in.c
        expect_status 0
        expect_output 'that inputs of which nobody says what they give are from -16383 to 16383'
    done
    local before=$RTCHECK
    for kind in 2 7 8 9 10; do
        [ "$kind" != 8 ] || at_full_speed # the sanitizers have seen a search over 32,767 inputs above, not these programs
        rtcheck app -DKIND=$kind in.oil in.c
        expect_status 1
        expect_output 'the result does not fit in int'
    done
    rtcheck app -DKIND=11 in.oil in.c
    expect_status 1
    expect_output 'the assertion does not hold: x != 7'
    RTCHECK=$before
    rtcheck app --json -DKIND=0 in.oil in.c
    expect_status 3
    expect_output '"large": "the result does not fit in int'
    printf 'int sensor() in 0..100\nvolatile count in 0..9\n' >in.stubs
    rtcheck app --stubs in.stubs -DKIND=0 in.oil in.c
    expect_status 0
    rtcheck app --stubs in.stubs -DKIND=1 in.oil in.c
    expect_status 0
    rtcheck app --stubs in.stubs -DKIND=2 in.oil in.c
    expect_status 1
    printf 'int sensor() in 0..2147483647\n' >in.stubs # a range that is meant
    rtcheck app --stubs in.stubs -DKIND=0 in.oil in.c
    expect_status 1
    printf 'int sensor()\n' >in.stubs # any value, and that is meant, too
    rtcheck app --stubs in.stubs -DKIND=0 in.oil in.c
    expect_status 1
}

@test "app: a stub of a member counts also through pointers, and volatile memory that nobody writes is told" {
    application 'struct U { volatile unsigned char status, data; unsigned char mode; volatile unsigned low : 3, high : 3; } uart, row[2];
static int status(struct U *u) { return u->status; }
static void send(struct U *u, int x) { u->data = x; u->high = x; u->low = x; }
static int hidden(void) { static volatile int kept; return kept; }
TASK(t1) { send(&uart, 3); send(&row[1], 3); assert(WHAT); TerminateTask(); }'
    printf 'volatile uart.status in 4..9\nvolatile uart.low in 3..4\nvolatile row.status in 1..2\n' >uart.stubs
    for what in 'status(&uart) == 0' 'status(&uart) < 9' 'uart.low == 3' 'status(&row[1]) == 1'; do
        rtcheck app --stubs uart.stubs -D "WHAT=$what" one.oil one.c
        expect_status 1
        rtcheck app --engine paths --stubs uart.stubs -D "WHAT=$what" one.oil one.c
        expect_status 1
    done
    for what in 'status(&uart) > 3 && status(&uart) < 10' 'uart.high == 3' 'uart.low >= 3 && uart.low < 5' 'status(&row[0]) < 3' 'uart.data == 3'; do
        rtcheck app --stubs uart.stubs -D "WHAT=$what" one.oil one.c
        expect_status 0
    done
    rtcheck app --stubs uart.stubs --engine sequential -D 'WHAT=status(&uart) == 0' one.oil one.c
    expect_status 2
    expect_error 'a part of a structure that is an input'
    rtcheck app --stubs uart.stubs --ltl '[] uart.status == 0' -D WHAT=1 one.oil one.c
    expect_status 2
    expect_error 'an input has no value between two reads'
    rtcheck app -D 'WHAT=status(&uart) == 0 && hidden() == 0' one.oil one.c
    expect_status 0
    expect_output 'assuming that nothing else changes what is volatile and no code that runs here writes ('
    expect_output '`uart.status`'
    expect_output '`kept`'
    printf 'volatile uart is memory\nvolatile row is memory\n' >memory.stubs
    rtcheck app --stubs memory.stubs -D 'WHAT=status(&uart) == 0' one.oil one.c
    expect_status 0
    expect_no_output 'nothing else changes'
    printf 'int f() in 1..2\nint f() in 3\n' >twice.stubs
    rtcheck app --stubs twice.stubs -D WHAT=1 one.oil one.c
    expect_status 2
    expect_error 'twice.stubs:2:1: error: there is a stub of `f` already, at twice.stubs:1'
}

@test "app: members of a structure that no source defines are any, also through pointers" {
    application 'enum mode { OFF, ON }; struct P { int v; enum mode m; unsigned b : 2; }; extern struct P s;
static int v(struct P *p) { return p->v; }
static int m(struct P *p) { return p->m; }
static int b(struct P *p) { return p->b; }
TASK(t1) { assert(WHAT); TerminateTask(); }'
    for what in 'v(&s) == 0' 'm(&s) == OFF' 'b(&s) < 3' 'v(&s) == v(&s)'; do
        rtcheck app --inputs any -D "WHAT=$what" one.oil one.c
        expect_status 1
    done
    rtcheck app -D 'WHAT=b(&s) < 4' one.oil one.c
    expect_status 0
    rtcheck app -D 'WHAT=m(&s) <= ON' one.oil one.c
    expect_status 0
}

@test "app: a run that ends in what is suppressed says nothing about formulas; lines that say nothing are told" {
    application 'int n; TASK(t1) {
int x = random(0, 1);
assert(x == 1);
n = 1;
TerminateTask(); }'
    echo 'assertion one.c:5 known' >known.txt
    rtcheck app --suppress known.txt --ltl '<> n==1' one.oil one.c
    expect_status 0
    expect_output 'assuming that runs that end in what is suppressed go on well: assertion at one.c:5 (known)'
    rtcheck app --suppress known.txt --ltl '<> n==2' one.oil one.c
    expect_status 1
    [ "$(grep -c 'does not hold (acceptance cycle)' <<<"$output")" = 1 ]
    rtcheck app --suppress known.txt --ltl '[] n==0' one.oil one.c
    expect_status 1
    printf 'assertion one.c:5 known\noverflow one.c:5 not there\n' >more.txt
    rtcheck app --suppress more.txt one.oil one.c
    expect_status 0
    expect_error 'more.txt:2:1: warning: nothing was found that this line is about'
    for line in 'asertion one.c:5 x:there are no findings of kind `asertion`' 'assertion one.c:0 x:there is no line 0' 'assertion one.c:4294967301 x:there is no line 4294967301'; do
        echo "${line%:*}" >bad.txt
        rtcheck app --suppress bad.txt one.oil one.c
        expect_status 2
        expect_error "${line##*:}"
    done
}

@test "app: who stops at the first thing that is wrong refuses --suppress" {
    application 'TASK(t1) { if (random(0, 1)) {
assert(0); } TerminateTask(); }'
    echo 'assertion one.c:4 known' >known.txt
    for engine in spin paths; do
        rtcheck app --engine $engine --suppress known.txt one.oil one.c
        expect_status 2
        expect_error 'leave --suppress out'
    done
    rtcheck app --emit model --suppress known.txt one.oil one.c
    expect_status 2
    [ ! -e model ]
    rtcheck app --engine all --suppress known.txt one.oil one.c
    expect_status 0
    expect_error 'Spin was not asked: it cannot go on behind what is suppressed'
}

@test "app: what a stub or exit() gets is computed all the same, and that may go wrong" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR i { CATEGORY = 2; }; };\n' >one.oil
    printf 'void show()\n' >nothing.stubs
    printf 'int show() in 0..1\n' >some.stubs
    for stubs in nothing some; do
        for declared in 'void show(int n);' 'void show(int n) { (void)n; }'; do
            [ "$stubs" = nothing ] || declared=${declared/void show/int show}
            for given in 'a[5]' 'a[0] / a[1]' 'v' 'count'; do
                printf '#include "os.h"\nint a[4], count;\n%s\nISR(i) { count = !count; }\nTASK(t) { int v; show(%s); TerminateTask(); }\n' "${declared/\{ (void)n; \}/{ return 0; \}}" "$given" >one.c
                rtcheck app one.oil one.c --stubs $stubs.stubs
                expect_status 1
            done
        done
        printf '#include "os.h"\nint a[4];\nint show(int n);\nISR(i) {}\nTASK(t) { show(a[3]); TerminateTask(); }\n' >one.c
        rtcheck app one.oil one.c --stubs $stubs.stubs
        expect_status 0
    done
    printf '#include "os.h"\n#include <stdlib.h>\nint a[4];\nISR(i) {}\nTASK(t) { exit(a[4]); }\n' >one.c
    rtcheck app one.oil one.c
    expect_status 1
}

@test "app: a stub is for one function or variable: of several of that name none is taken" {
    application 'int get(void); extern volatile int st; void h(void); TASK(t1) { int a = get(); assert(a < 5); a = st; h(); TerminateTask(); }'
    printf '#include "os.h"\n#include <assert.h>\nstatic int get(void) { return 99; }\nstatic int st;\nvoid h(void) { int b = get(); st = b; assert(b < 50); }\n' >two.c
    for stub in 'int get() in 0..3' 'replace get with h' 'volatile st in 0..3' 'volatile st is memory'; do
        echo "$stub" >stubs
        rtcheck app --stubs stubs one.oil one.c two.c
        expect_status 2
        expect_error 'stubs:1:1: error: there are several `'
    done
    # A local variable of that name, and one function in a header that both include, are no others.
    sed -i 's/^static int get.*/int own(void) { static int get; return get++; }/; s/^static int st;/int kept;/; s/int b = get(); st = b;/int b = own(); kept = b;/' two.c
    printf 'static int twice(void) { return 7; }\n' >both.h
    sed -i '1i #include "both.h"' one.c two.c
    sed -i 's/int b = own/int b = twice() + own/' two.c
    sed -i 's/a = st;/a = st + twice();/' one.c
    printf 'int get() in 0..3\nint twice() in 1\nvolatile st in 0..3\n' >stubs
    rtcheck app --stubs stubs one.oil one.c two.c
    expect_status 0
}

# system: tasks hi (3), mid (2) and low (1), which start by themselves, an interrupt routine i, and an alarm beat that activates late (4).
system() {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; EVENT e { MASK = AUTO; }; EVENT f { MASK = AUTO; };
TASK hi { PRIORITY = 3; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; EVENT = e; };
TASK mid { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; EVENT = f; };
TASK low { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
TASK late { PRIORITY = 4; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; };
ISR i { CATEGORY = 2; PRIORITY = 1; };
COUNTER clock { MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; };
ALARM beat { COUNTER = clock; ACTION = ACTIVATETASK { TASK = late; }; AUTOSTART = %s; }; };\n' "${2:-FALSE}" >one.oil
    printf '#include "os.h"\n%s\n' "$1" >one.c
}
readonly BEATS='TRUE { ALARMTIME = 1; CYCLETIME = 1; }'

@test "app: what lasts for ever is suppressed by its place, and others are looked for; what has no place, by names" {
    system 'TASK(hi) {
WaitEvent(e);
TerminateTask(); }
TASK(mid) {
WaitEvent(f);
TerminateTask(); }
TASK(low) { ChainTask(low); } TASK(late) { TerminateTask(); } ISR(i) { }'
    rtcheck app one.oil one.c
    expect_first_line "violated: hi waits for ever for e: no run from here on sets it, nor f, for which mid waits, at one.c:3"
    echo 'waiting one.c:3 known' >known.txt
    rtcheck app --suppress known.txt one.oil one.c
    expect_first_line "violated: mid waits for ever for f: no run from here on sets it, nor e, for which hi waits, at one.c:6"
    echo 'waiting one.c:6 known, too' >>known.txt
    rtcheck app --suppress known.txt one.oil one.c
    expect_status 0
    expect_output 'go on well: waiting at one.c:3 (known); waiting at one.c:6 (known, too)'
    # Nothing goes on: all who wait are named.
    sed -i 's/ChainTask(low)/TerminateTask()/; s/ISR(i) { }/ISR(i) { }/' one.c
    rtcheck app --isr i=0 one.oil one.c
    expect_first_line "violated: nothing runs, nothing can come, and these wait for ever: hi, mid"
    echo 'deadlock hi known' >known.txt
    rtcheck app --isr i=0 --suppress known.txt one.oil one.c
    expect_status 1
    expect_error 'known.txt:1:1: warning: nothing was found that this line is about'
    echo 'deadlock mid known' >>known.txt
    rtcheck app --isr i=0 --suppress known.txt one.oil one.c
    expect_status 0
    expect_output 'go on well: deadlock of hi (known); deadlock of mid (known)'
    # An alarm.
    system 'TASK(hi) { TerminateTask(); } TASK(mid) { TerminateTask(); } TASK(low) { TerminateTask(); } TASK(late) { TerminateTask(); } ISR(i) { }' "$BEATS"
    rtcheck app --ticks any one.oil one.c
    expect_first_line "violated: beat expires: an activation is lost: the task has as many requests as it accepts"
    echo 'activation beat known' >known.txt
    rtcheck app --ticks any --suppress known.txt one.oil one.c
    expect_status 0
    expect_output 'go on well: activation of beat (known)'
    # Code that never ends, and who never runs because of it.
    system 'TASK(hi) {
for (;;) ClearEvent(e);
}
TASK(mid) { TerminateTask(); } TASK(low) { TerminateTask(); } TASK(late) { TerminateTask(); } ISR(i) { }'
    echo 'endless one.c:3 known' >known.txt
    rtcheck app --isr i=0 --suppress known.txt one.oil one.c
    expect_first_line "violated: mid is ready for ever: no run from here on lets it run, at one.c:5"
    echo 'waiting one.c:5 known' >>known.txt
    rtcheck app --isr i=0 --suppress known.txt one.oil one.c
    expect_status 0
}

@test "app: what alarms lose is theirs, not that of a callback or a hook that runs at the same tick" {
    printf 'CPU c { OS o { STATUS = EXTENDED; ERRORHOOK = TRUE; };
TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
COUNTER k { MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; };
ALARM one { COUNTER = k; ACTION = ALARMCALLBACK { ALARMCALLBACKNAME = "cb"; }; AUTOSTART = %s; };
ALARM two { COUNTER = k; ACTION = ACTIVATETASK { TASK = t; }; AUTOSTART = %s; }; };' "$BEATS" "$BEATS" >two.oil
    printf '#include "os.h"\nint n, m;\nALARMCALLBACK(cb) { n = 1; }\nvoid ErrorHook(StatusType e) { m = 1; }\nTASK(t) { for (;;); TerminateTask(); }\n' >two.c
    rtcheck app --ticks any two.oil two.c
    expect_first_line "violated: two expires: an activation is lost: the task has as many requests as it accepts"
    echo 'activation two known' >known.txt
    rtcheck app --ticks any --no-check endless --suppress known.txt two.oil two.c
    expect_status 3 # the clock ticks in every run
    expect_first_line 'unknown: no violation was found, but what is suppressed ends every run'
    expect_output 'go on well: activation of two (known)'
}

@test "app: what is suppressed and ends every run leaves nothing checked" {
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK a { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR i { CATEGORY = 2; PRIORITY = 1; }; };' >one.oil
    printf 'assertion one.c:4 known\ndivision one.c known\n' >known.txt
    ending() { printf '#include "os.h"\n#include <assert.h>\nint n, t[2];\nvoid see(int x) { assert(x); }\nTASK(a) {\n%s\nn = t[n]; TerminateTask(); }\nISR(i) { }\n' "$1" >one.c; }
    for ends in 'see(n); n = 3;' 'if (random(0, 1)) see(n); n = 3 / n;' 'for (;;) if (random(0, 1) == 1) see(n); else n = 1 / (n - n);'; do
        ending "$ends"
        rtcheck app --suppress known.txt one.oil one.c
        expect_status 3
        expect_first_line 'unknown: no violation was found, but what is suppressed ends every run'
        rtcheck app --allow-vacuous --suppress known.txt one.oil one.c
        expect_status 0
    done
    for goes_on in 'if (random(0, 1)) see(n);' 'for (;;) if (random(0, 1)) see(n);' 'while (random(0, 1)) ; if (random(0, 1)) see(n);'; do
        ending "$goes_on"
        rtcheck app --no-check endless --suppress known.txt one.oil one.c
        expect_status 0
    done
}

@test "app: a line of --suppress that is about several files tells them" {
    mkdir -p a b
    printf 'CPU c { TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; TASK u { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >two.oil
    for one in 'a t' 'b u'; do
        printf '#include "os.h"\n#include <assert.h>\nTASK(%s) { assert(random(0, 1)); TerminateTask(); }\n' "${one#* }" >"${one% *}/tick.c"
    done
    echo 'assertion tick.c known' >known.txt
    rtcheck app --suppress known.txt two.oil a/tick.c b/tick.c
    expect_status 0
    expect_output 'go on well: assertion at tick.c, of b/tick.c and a/tick.c (known)'
    echo 'assertion a/tick.c known' >known.txt
    rtcheck app --suppress known.txt two.oil a/tick.c b/tick.c
    expect_status 1
}

@test "app: what lasts for ever since small inputs are asked about is no answer" {
    application 'int f(void); int y;
TASK(t1) { int x = f();
y = x * 3;
while (f() < 30000);
TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 3
    expect_output 'it is not known whether something is wrong if inputs of which nobody says what they give are from -16383 to 16383'
    sed -i 's/while (f() < 30000);/while (f() || 1);/' one.c
    rtcheck app one.oil one.c
    expect_status 1
    expect_output 'runs for ever'
}

@test "app: what is suppressed in some runs hides nothing that lasts for ever in others" {
    system 'int n;
TASK(hi) {
WaitEvent(e);
TerminateTask(); }
TASK(mid) { TerminateTask(); } TASK(low) { ChainTask(low); } TASK(late) { TerminateTask(); }
ISR(i) { n = 1 / random(0, 1); }'
    echo 'division one.c:7 known' >known.txt
    rtcheck app --isr i=1 --suppress known.txt one.oil one.c
    expect_first_line "violated: hi waits for ever for e: no run from here on sets it, at one.c:4"
    # Behind the step that goes wrong it may be woken.
    sed -i 's/n = 1 .*/n = 1 \/ random(0, 1); SetEvent(hi, e); n = 1 \/ (1 - n); }/' one.c
    rtcheck app --isr i=1 --suppress known.txt --no-check event one.oil one.c
    expect_status 0
}

@test "app: a task that is ready for ever is told where its own code stands, so that suppressing it hides no other" {
    system 'TASK(hi) { if (random(0, 1)) ChainTask(late); for (;;) {
SetEvent(mid, f); WaitEvent(e); ClearEvent(e); } }
TASK(mid) { for (;;) {
WaitEvent(f); ClearEvent(f); SetEvent(hi, e); } }
TASK(low) {
TerminateTask(); }
TASK(late) { ChainTask(late); } ISR(i) { }'
    sed -i "s/TASK mid { PRIORITY = 2/TASK mid { PRIORITY = 3/; s/TASK late { PRIORITY = 4/TASK late { PRIORITY = 2/" one.oil
    for options in "" --no-reduction "--search dfs"; do
        echo 'waiting one.c:6 known' >known.txt
        rtcheck app $options --only waiting --suppress known.txt one.oil one.c
        expect_first_line "violated: mid waits for ever for f: no run from here on sets it, at one.c:5"
        echo 'waiting one.c:5 known' >known.txt
        rtcheck app $options --only waiting --suppress known.txt one.oil one.c
        expect_first_line "violated: low is ready for ever: no run from here on lets it run, at one.c:6"
        echo 'waiting one.c:6 known' >>known.txt
        rtcheck app $options --only waiting --suppress known.txt one.oil one.c
        expect_status 0
    done
    # One that was interrupted stands in the middle of it.
    system 'volatile int n; TASK(hi) { WaitEvent(e); for (;;) n = !n; } TASK(mid) { TerminateTask(); } TASK(late) { TerminateTask(); }
TASK(low) { n = 1;
SetEvent(hi, e);
TerminateTask(); } ISR(i) { }'
    rtcheck app --only waiting --isr 0 one.oil one.c
    expect_first_line "violated: low is ready for ever: no run from here on lets it run, at one.c:5"
}

@test "app: a task that more interrupts do not let run is ready for ever, also if its activations are lost meanwhile, or more of them let another one run" {
    system 'TASK(hi) { for (;;) { WaitEvent(e); } }
TASK(late) { TerminateTask(); } TASK(mid) { TerminateTask(); } TASK(low) { TerminateTask(); } ISR(i) { SetEvent(hi, e); }' "$BEATS"
    sed -i 's/late { PRIORITY = 4/late { PRIORITY = 1/' one.oil
    for ticks in any:timely any; do
        rtcheck app --isr i=1 --ticks $ticks --no-check activation one.oil one.c
        expect_first_line "violated: mid is ready for ever: no run from here on lets it run, at one.c:3"
        rtcheck app --isr i=1 --ticks any:timely one.oil one.c
        expect_first_line "violated: mid is ready for ever: no run from here on lets it run, at one.c:3"
    done
    sed -i 's/mid { PRIORITY = 2/mid { PRIORITY = 4/; s/low { PRIORITY = 1/low { PRIORITY = 4/' one.oil
    rtcheck app --isr i=1 --ticks any:timely one.oil one.c
    expect_first_line "violated: late is ready for ever: no run from here on lets it run, at one.c:3"
    expect_no_output "if more came"
    system 'volatile int n, k; TASK(hi) {
while (!n);
TerminateTask(); }
TASK(mid) { while (n); TerminateTask(); } TASK(low) { TerminateTask(); } TASK(late) { TerminateTask(); }
ISR(i) { if (k < 2) k++; if (k == 2) n = 1; }'
    rtcheck app --isr i=1 one.oil one.c
    expect_first_line "violated: low is ready for ever: no run from here on lets it run, at one.c:5"
    # Only what is known to go on is a help: here, nobody knows.
    sed -i 's/while (n);//; s/ISR(i) {/ISR(i) { static unsigned c; c++;/; s/k == 2/c == 4000000000u/' one.c
    rtcheck app --isr i=1 one.oil one.c
    expect_output "mid, which is kept from running for ever where no more comes than --isr and --ticks allow, would run if more came"
}

@test "app: a task is ready for ever though an interrupt, which need not come, may shut the system down; not where code or time does" {
    others='TASK(mid) { TerminateTask(); } TASK(low) { TerminateTask(); }'
    late='TASK(late) { TerminateTask(); }'
    system "TASK(hi) { for (;;) ClearEvent(e); } $others $late ISR(i) { ShutdownOS(E_OK); }"
    for options in "" --no-reduction "--isr i=1"; do
        rtcheck app $options one.oil one.c
        expect_first_line "violated: mid is ready for ever: no run from here on lets it run, at one.c:2"
    done
    rtcheck app --fair-interrupts one.oil one.c
    expect_status 0
    # However often it is interrupted meanwhile, code goes on, and that of routines, too.
    system "TASK(hi) { int k; for (k = 0; k < 9; k++) ClearEvent(e); ShutdownOS(E_OK); } $others $late ISR(i) { }"
    rtcheck app one.oil one.c
    expect_status 0
    system "volatile int n; TASK(hi) { for (n = 0; n < 5; n++); TerminateTask(); } $others $late ISR(i) { if (n == 3) ShutdownOS(E_OK); } ISR(j) { }"
    sed -i 's/ISR i {/ISR j { CATEGORY = 2; PRIORITY = 5; }; ISR i {/' one.oil
    rtcheck app one.oil one.c
    expect_status 0
    # Time passes, unless nothing comes of it.
    system "TASK(hi) { for (;;) ClearEvent(e); } $others TASK(late) { ShutdownOS(E_OK); } ISR(i) { }" "${BEATS/CYCLETIME = 1/CYCLETIME = 0}"
    rtcheck app one.oil one.c
    expect_status 0
    system "TASK(hi) { for (;;) ClearEvent(e); } $others TASK(late) { if (random(0, 1)) ShutdownOS(E_OK); TerminateTask(); } ISR(i) { }" "$BEATS"
    rtcheck app --isr 0 one.oil one.c
    expect_first_line "violated: mid is ready for ever: no run from here on lets it run, at one.c:2"
    # It runs on the way to the end.
    system "volatile int n; TASK(hi) { while (!n) ClearEvent(e); TerminateTask(); } TASK(mid) { TerminateTask(); } TASK(low) { ShutdownOS(E_OK); } $late ISR(i) { n = 1; }"
    rtcheck app one.oil one.c
    expect_status 0
}

# tally DECLARATION CODE: a loop that counts, and an interrupt that does nothing or also counts.
tally() {
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK a { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; TASK b { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; }; ISR i { CATEGORY = 2; PRIORITY = 1; }; };\n' >tally.oil
    printf '#include "os.h"\n#include <assert.h>\n%s\nTASK(a) { for (;;) { %s ActivateTask(b); } }\nTASK(b) { TerminateTask(); }\nISR(i) { %s }\n' "$1" "$2" "$3" >tally.c
    rtcheck app --time 20s tally.oil tally.c
}

@test "what is only counted, and nobody looks at, makes no states; who looks sees every count, and races are found" {
    tally 'unsigned n; static unsigned char k; volatile unsigned short v;' 'n++; k += 3; v -= 2;'
    expect_status 0
    tally 'unsigned n;' 'n++;' 'n++;'
    expect_status 1
    expect_output "'n' is read and written by ISR i"
    tally 'unsigned n;' 'n++; assert(n < 5);'
    expect_status 1
    tally 'unsigned n; unsigned *p = &n;' 'n++; assert(*p < 5);'
    expect_status 1
    tally 'unsigned n, m;' 'n++; m = n; assert(m < 5);'
    expect_status 1
    tally 'unsigned n;' 'unsigned *p = &n; n++; assert(*p < 5);'
    expect_status 1
    tally 'unsigned n; int list[4];' 'list[n++] = 1;'
    expect_status 1
    tally 'unsigned char n;' 'n++;'
    rtcheck app --only assertion --ltl '[] n < 3' tally.oil tally.c
    expect_status 1
}

@test "formulas: a search of the checks that never ends keeps none from being answered" {
    printf 'CPU c { OS os { STATUS = STANDARD; }; APPMODE normal { }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = normal; }; }; };' >one.oil
    printf '#include "os.h"\nunsigned long long a;\nint n, odd;\nunsigned char get(void);\nTASK(t) { for (;;) { if (get() & 1) a = a * 6364136223846793005ULL + 1; if (a == 12345) n = 1; odd = a & 1; Schedule(); } }\n' >far.c
    for engine in explicit paths auto; do
        rtcheck app --engine $engine --no-check endless --time 2s --ltl '[] odd == 0' one.oil far.c
        expect_status 1
        expect_output 'ltl [] odd == 0 does not hold'
    done
    rtcheck app --no-check endless --time 2s --ltl '<> n == 1' one.oil far.c
    expect_status 1
    rtcheck app --json --no-check endless --time 2s --ltl '[] n >= 0' --ltl '<> n == 1' --ltl '[] odd == 0' one.oil far.c
    expect_status 1
    [ "$(python3 -c 'import json,sys; print(*[p["verdict"] for p in json.load(sys.stdin)["properties"]])' <<<"$output")" = "unknown unknown violated violated" ]
}

@test "formulas: a call has an event among others, internal resources are not asked for, and fair interrupts come as often as they may" {
    cat >f.oil <<'END'
CPU c { OS o { STATUS = EXTENDED; }; EVENT e { MASK = AUTO; }; EVENT f { MASK = AUTO; }; EVENT g { MASK = AUTO; };
  RESOURCE r { RESOURCEPROPERTY = INTERNAL; };
  TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; EVENT = e; EVENT = f; EVENT = g; RESOURCE = r; };
  TASK u { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; };
  ISR i { CATEGORY = 2; PRIORITY = 1; }; };
END
    cat >f.c <<'END'
#include <os.h>
volatile int n;
TASK(u) { SetEvent(t, e | f); TerminateTask(); }
TASK(t) { WaitEvent(f | g); ClearEvent(e | f); for (;;) if (n > 9) n = 0; }
ISR(i) { n++; }
END
    local call
    for call in "SetEvent, t" "SetEvent, t, e" "SetEvent, t, f" "WaitEvent, f" "WaitEvent, g" "ClearEvent, e"; do
        rtcheck app --isr 0 --no-check endless --ltl "[] !call($call)" f.oil f.c
        expect_status 1
        expect_output "ltl [] !call($call) does not hold"
    done
    for call in "SetEvent, t, g" "SetEvent, u, e" "WaitEvent, e" "ClearEvent, g"; do
        rtcheck app --isr 0 --no-check endless --ltl "[] !call($call)" f.oil f.c
        expect_status 0
    done
    rtcheck app --ltl '[] !holds(t, r)' f.oil f.c
    expect_status 2
    expect_error "there is no resource of this name that services take (an internal one belongs to its task"
    rtcheck app --no-check race --isr i=3 --ltl '<> n == 3' f.oil f.c
    expect_status 1
    rtcheck app --no-check race --isr i=3 --fair-interrupts --ltl '<> n == 3' f.oil f.c
    expect_status 0
    rtcheck app --no-check race --isr i=3 --fair-interrupts --ltl '<> n == 4' f.oil f.c
    expect_status 1
}

@test "app: names in formulas that mean several things are refused" {
    local two
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; };\n' >n.oil
    cat >a.c <<'END'
#include <os.h>
enum ea { A = 1, B = 5 }; enum ea ya; enum { P = 3, ONE = 1 }; int h, idle, X, next; void fb(void);
TASK(t) { ya = A; fb(); ShutdownOS(E_OK); }
END
    cat >b.c <<'END'
#include <os.h>
enum eb { A = 2, C = 6, ONE = 1, shut_down = 4 }; enum eb yb; enum ec { h = 7 } yc; enum { TRUTH, no, P2 = 3 };
void fb(void) { static enum { IN, OUT } s; enum { C = 9 } l = C; (void)l; yb = A; s = OUT; }
END
    for two in 'a.c b.c' 'b.c a.c'; do
        for formula in '[] (yb != A)' '[] (ya != A)' '[] (yb != C)'; do
            rtcheck app --ltl "$formula" n.oil $two
            expect_status 2
            expect_error "enumerators of this name have different values; write file.c::name"
        done
        rtcheck app --ltl '[] (yc != h)' n.oil $two
        expect_status 2
        expect_error "there are a variable and a constant of this name; write file.c::name"
        for formula in '[] !idle' '[] (shut_down -> yb == 2)'; do
            rtcheck app --ltl "$formula" n.oil $two
            expect_status 2
            expect_error "for what formulas mean by it, and file.c::"
        done
        for formula in 'X - 1 == 0' '[] (X == 0)' '[] next'; do
            rtcheck app --ltl "$formula" n.oil $two
            expect_status 2
            expect_error "this is an operator, and the program has a variable of this name; write"
        done
        for formula in '[] (yb != b.c::A)' '[] (ya != a.c::A)' '[] (ya != ONE)' '[] (fb::s != OUT)' '[] !shut_down()' 'always eventually b.c::no == 0' '<> a.c::idle == 1' '<> idle()'; do
            rtcheck app --ltl "$formula" n.oil $two
            expect_status 1
            expect_output "does not hold"
        done
        for formula in '[] (ya != b.c::A)' '[] (yb != fb::C)' '[] (yc != b.c::h)' '[] (ya != P)' '[] a.c::X == 0' '<> shut_down()' '[] !a.c::idle'; do
            rtcheck app --ltl "$formula" n.oil $two
            expect_status 0
        done
    done
}

@test "app: an enumerator of a formula that is made of a missing header's number is refused" {
    application '#include "absent.h"
enum { FIRST = ABSENT_NUMBER, SECOND, OWN = 3 }; int x;
TASK(t1) { x = 3; TerminateTask(); }'
    rtcheck app --ltl '[] (x != SECOND)' one.oil one.c
    expect_status 2
    rtcheck app --without-headers --ltl '[] (x != SECOND)' one.oil one.c
    expect_status 2
    expect_error "only a missing header says which number this is"
    rtcheck app --without-headers --ltl '[] (x != OWN)' one.oil one.c
    expect_status 1
}

@test "app: calls in formulas have the arguments of their services" {
    application 'TASK(t1) { ShutdownOS(E_OS_LIMIT); }'
    for call in "TerminateTask, 0" "Schedule, 3" "ActivateTask, t1, 5" "ShutdownOS, E_OK, 1"; do
        rtcheck app --ltl "[] !call($call)" one.oil one.c
        expect_status 2
        expect_error "the service does not have so many arguments"
    done
    rtcheck app --ltl '[] !call(ShutdownOS, E_OS_LIMIT)' one.oil one.c
    expect_status 1
    rtcheck app --ltl '[] !call(ShutdownOS, E_OK)' one.oil one.c
    expect_status 0
}

@test "app --ltl: nobody ends where the system is shut down, in ShutdownHook and behind it" {
    local hook program formula engine
    cat >a.oil <<'END'
CPU c {
  OS o { STATUS = EXTENDED; SHUTDOWNHOOK = FALSE; };
  TASK t { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; EVENT = e; RESOURCE = r; };
  TASK l { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; };
  TASK w { PRIORITY = 3; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; EVENT = e; };
  ISR i { CATEGORY = 2; PRIORITY = 5; };
  EVENT e { MASK = AUTO; };
  RESOURCE r { RESOURCEPROPERTY = STANDARD; };
  COUNTER k { MAXALLOWEDVALUE = 100; TICKSPERBASE = 1; MINCYCLE = 1; };
  ALARM a { COUNTER = k; ACTION = ACTIVATETASK { TASK = l; }; AUTOSTART = FALSE; };
};
END
    sed 's/HOOK = FALSE/HOOK = TRUE/' a.oil >hook.oil
    program='#include "os.h"
#include <stdlib.h>
DeclareEvent(e); DeclareResource(r); DeclareAlarm(a);
TASK(l) { TerminateTask(); } TASK(w) { WaitEvent(e); TerminateTask(); }
TASK(t) { SetEvent(t, e); SetRelAlarm(a, 50, 0); GetResource(r); OVER; } ISR(i) { LATE; }'
    printf '%s\n#ifdef HOOK\nint n; void ShutdownHook(StatusType s) { n = 1; n = 2; }\n#endif\n' "$program" >a.c
    for hook in '-DOVER=ShutdownOS(0) a.oil' '-DOVER=ShutdownOS(0) -DHOOK hook.oil' '-DOVER=exit(0) a.oil'; do
        for formula in 'running(t)' 'under_way(t)' 'under_way(w)' 'ready(l)' 'waiting(w)' 'set(t, e)' 'alarm(a)' 'holds(t, r)'; do
            rtcheck app ${hook% *} -DLATE= --ticks 0 --isr 0 --no-check resource --no-check waiting --ltl "[] !(shut_down && $formula)" "${hook##* }" a.c
            expect_status 1
            expect_first_line "violated: ltl [] !(shut_down && $formula) does not hold"
            rtcheck app ${hook% *} -DLATE= --ticks 0 --isr 0 --no-check resource --no-check waiting --ltl "[] (shut_down -> $formula)" "${hook##* }" a.c
            expect_status 0
        done
        for formula in 'suspended(t)' 'active(t)' 'idle' 'under_way(l)' 'running(l)' 'set(w, e)' 'ready(w)' 'under_way(i)'; do
            rtcheck app ${hook% *} -DLATE= --ticks 0 --isr 0 --no-check resource --no-check waiting --ltl "[] !(shut_down && $formula)" "${hook##* }" a.c
            expect_status 0
        done
        at_full_speed # the same formulas
    done
    at_usual_speed
    for formula in '<> suspended(t)' '<> [] !under_way(t)' '[] (running(t) -> <> !running(t))'; do
        rtcheck app '-DOVER=ShutdownOS(0)' -DLATE= --ticks 0 --isr 0 --no-check resource --no-check waiting --ltl "$formula" a.oil a.c
        expect_status 1
    done
    for formula in '[] !(shut_down && under_way(i) && running(t))' '[] !(under_way(ShutdownHook) && under_way(i))' '<> [] under_way(ShutdownHook)'; do
        rtcheck app '-DOVER=for (;;) ClearEvent(e)' '-DLATE=ShutdownOS(0)' -DHOOK --ticks 0 --isr 1 --no-check resource --no-check waiting --no-check endless --ltl "$formula" hook.oil a.c
        expect_status 1
        expect_output "violated: ltl $formula does not hold"
    done
    for engine in paths auto; do
        rtcheck app --engine $engine '-DOVER=ShutdownOS(0)' -DLATE= --ticks 0 --isr 0 --no-check resource --no-check waiting --ltl '[] !(shut_down && running(t))' a.oil a.c
        expect_status 1
    done
    need spin
    for formula in 'running(t)' 'suspended(t)'; do
        rtcheck app --engine spin '-DOVER=ShutdownOS(0)' -DLATE= --ticks 0 --isr 0 --no-check resource --no-check waiting --ltl "[] !(shut_down && $formula)" a.oil a.c
        expect_status $([ $formula = 'suspended(t)' ]; echo $?)
    done
}

@test "app: formulas that people read differently take parentheses" {
    write_small
    rtcheck app --ltl 'x == 5 -> x == 6 -> x == 7' small.oil small.c
    expect_status 2
    expect_error "parentheses are needed"
    rtcheck app --ltl '(x == 5 -> x == 6) -> x == 7' small.oil small.c
    expect_status 1
    rtcheck app --ltl 'x == 5 -> (x == 6 -> x == 7)' small.oil small.c
    expect_status 0
    rtcheck app --ltl 'x == 0 U x == 1 W x == 2' small.oil small.c
    expect_status 2
    expect_error "parentheses are needed"
    rtcheck app --ltl '[] ! x == 1' small.oil small.c
    expect_status 2
    expect_error "write !(x == y), or (!x) == y"
}

@test "app: --isr and --ticks that contradict each other are refused" {
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; ISR i { CATEGORY = 2; PRIORITY = 2; }; ISR i2 { CATEGORY = 2; PRIORITY = 2; };\n  COUNTER c { MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; }; };\n' >i.oil
    printf '#include <os.h>\n#include <assert.h>\nvolatile int x;\nTASK(t) { assert(x == 0); TerminateTask(); }\nISR(i) { x = 1; }\nISR(i2) { }\n' >i.c
    for more in "--isr i=0 --isr i=1" "--isr i=1:idle --isr i2=0 --isr i=any" "--isr 0 --isr 1" "--ticks c=1 --ticks c=2" "--ticks any --ticks any:idle"; do
        rtcheck app --no-check race $more i.oil i.c
        expect_status 2
        expect_error "is there twice, with"
        expect_error "and only one can count"
    done
    rtcheck app --no-check race --isr i=0 --isr i2=1 --isr 2 --isr i=0 --ticks c=1 --ticks 2 i.oil i.c
    expect_status 0
    rtcheck app --no-check race --isr 0 --isr i=1 i.oil i.c
    expect_status 1
}

@test "app: how long code takes is counted from when it was started" {
    cat >late.oil <<'END'
CPU c { OS o { STATUS = EXTENDED; }; COUNTER c { MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; };
TASK u { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; };
TASK w { PRIORITY = 3; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; };
ALARM a { COUNTER = c; ACTION = ACTIVATETASK { TASK = u; }; AUTOSTART = TRUE { ALARMTIME = 7; CYCLETIME = 7; }; };
ALARM b { COUNTER = c; ACTION = ACTIVATETASK { TASK = w; }; AUTOSTART = TRUE { ALARMTIME = 5; CYCLETIME = 5; }; }; };
END
    printf '#include "os.h"\nTASK(u) { TerminateTask(); }\nTASK(w) { TerminateTask(); }\n' >late.c
    for reduction in '' --no-reduction; do
        rtcheck app $reduction late.oil late.c
        expect_status 3
        expect_output 'only if code is slow: in this run w runs longer than 5 ticks of c'
    done
}

# masked BODY: an interrupt routine and a task with this body share x; a header is missing.
masked() {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; TASK t2 { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; }; ISR i { CATEGORY = 2; PRIORITY = 5; }; };\n' >one.oil
    printf '#include "os.h"\n#include "board.h"\nint x;\nISR(i) { x ^= 1; }\nTASK(t2) { TerminateTask(); }\nTASK(t1) { %s TerminateTask(); }\n' "$1" >one.c
    rtcheck app --without-headers "${@:2}" one.oil one.c
}

@test "interrupts that the processor's own means keep out do not come" {
    for body in '__disable_irq(); x ^= 2; __enable_irq();' 'noInterrupts(); noInterrupts(); x ^= 2; interrupts();' '__disable_irq(); x ^= 2;' \
        'int s = __get_PRIMASK(); __disable_irq(); x ^= 2; __set_PRIMASK(s);' 'unsigned char s = SREG; cli(); x ^= 2; SREG = s;' \
        '__asm volatile ("cpsid i" : : : "memory"); asm("nop"); x ^= 2; asm("CPSIE  I\n\tnop");' 'if (!__disable_irq()) x ^= 2;' \
        'EE_hal_disableIRQ(); x ^= 2; EE_hal_enableIRQ();' 'int f = EE_hal_suspendIRQ(); x ^= 2; EE_hal_resumeIRQ(f);'; do
        masked "$body"
        expect_status 0
        expect_output "keeps interrupts out until they are enabled again, a service is called, or the code ends"
    done
    masked '__disable_irq(); PORTA = 1; x ^= 2;' --target arm-none-eabi
    expect_status 0
    masked 'asm("cli"); x ^= 2; asm("sei");' --target avr
    expect_status 0
    rtcheck app --without-headers --engine spin --target avr one.oil one.c
    expect_status 2
}

@test "interrupts come again when they are enabled, in whatever way, or a service is called" {
    for body in '__disable_irq(); __enable_irq(); x ^= 2;' '__disable_irq(); ActivateTask(t2); x ^= 2;' 'cli(); SREG = 128; x ^= 2;' 'noInterrupts(); *(volatile char *)0x5f = 0; x ^= 2;' \
        '__disable_irq(); __set_PRIMASK(0); x ^= 2;' '__disable_irq(); board_restore(1); x ^= 2;' 'asm("cpsid i"); asm("cpsie i"); x ^= 2;' 'asm("cpsid i"); __enable_irq(); x ^= 2;' 'asm("cpsid i"); board_restore(1); x ^= 2;' \
        'int f = EE_hal_begin_nested_primitive(); EE_hal_end_nested_primitive(f); x ^= 2;' 'EE_hal_suspendIRQ(); EE_hal_resumeIRQ(1); x ^= 2;'; do
        masked "$body"
        expect_status 1
        expect_output "nothing keeps them apart"
    done
    masked '__disable_irq(1); x ^= 2;'
    expect_status 3
    expect_output 'but perhaps not if `__disable_irq`, which nothing declares, keeps others out'
    masked 'asm("cli"); SREG = 0; x ^= 2;' --target avr
    expect_status 1
    masked 'asm("cli"); x ^= 2;' # on some machines this enables them
    expect_status 2
    masked 'int s; asm("nop" : "=r"(s)); x = s;'
    expect_status 2
}

@test "ERIKA's FP kernel counts requests: none is lost, and beyond those that are counted nothing is known" {
    counted() { printf 'CPU c { OS os { EE_OPT = "DEBUG"; STATUS = EXTENDED; KERNEL_TYPE = %s; }; TASK lo { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; }; TASK hi { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; }; %s };\n' "$1" "${2-}" >one.oil; }
    calls() { printf '#include "ee.h"\n#include <assert.h>\nint n;\nTASK(lo) { n++; }\nTASK(hi) { %s }\nint main(void) { ActivateTask(hi); assert(n == %s); return 0; }\n' "$1" "$2" >one.c; }
    counted FP
    calls 'ActivateTask(lo); ActivateTask(lo); ActivateTask(lo);' 3
    rtcheck app --profile erika one.oil one.c
    expect_status 0
    expect_output "requests of a task that runs or is ready are counted (KERNEL_TYPE = FP)"
    calls 'ActivateTask(lo); ActivateTask(lo); ActivateTask(lo);' 1
    rtcheck app --profile erika --expect-error ActivateTask=E_OS_LIMIT one.oil one.c
    expect_status 1
    expect_output "the assertion does not hold: n == 1"
    calls 'for (int i = 0; i < 9; i++) ActivateTask(lo);' 9
    for how in "" --no-check=activation --expect-error=ActivateTask=E_OS_LIMIT "--engine sequential" "--engine paths"; do
        rtcheck app --profile erika $how one.oil one.c
        expect_status 3
    done
    expect_output "so many requests of a task wait that rtcheck counts no further"
    printf 'CPU c { OS os { EE_OPT = "DEBUG"; KERNEL_TYPE = FP; }; TASK lo { PRIORITY = 1; SCHEDULE = FULL; }; ISR b { CATEGORY = 2; }; };\n' >one.oil
    printf '#include "ee.h"\nint n;\nTASK(lo) { n ^= 1; }\nISR2(b) { ActivateTask(lo); }\nint main(void) { for (;;) ; }\n' >two.c
    rtcheck app --profile erika one.oil two.c
    expect_status 3
    expect_output "unknown: no violation was found, but some runs were given up"
    expect_no_output "accept one at a time"
    rtcheck app --profile erika --isr b=3 one.oil two.c
    expect_status 0
    counted BCC1
    rtcheck app --profile erika one.oil one.c
    expect_status 1
    expect_output "an activation is lost"
    counted 'FP { NESTED_IRQ = TRUE; }' 'COUNTER k { MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; }; ALARM a { COUNTER = k; ACTION = ACTIVATETASK { TASK = lo; }; AUTOSTART = TRUE { ALARMTIME = 1; CYCLETIME = 2; }; };'
    printf '#include "ee.h"\nint n;\nTASK(lo) { n ^= 1; }\nTASK(hi) { }\nint main(void) { StartOS(0); for (;;) ; }\n' >one.c
    rtcheck app --profile erika --ticks any:timely one.oil one.c
    expect_status 0
    rtcheck app --profile erika --ticks any one.oil one.c
    expect_status 3
    local alarm=$(sed 's/.*\(COUNTER k.*\) };/\1/' one.oil) # a task that never ends keeps the clock from going on, and loses a request only if none is counted
    sed -i 's/TASK(lo) { n ^= 1; }/TASK(lo) { for (;;) n ^= 1; }/' one.c
    rtcheck app --profile erika --ticks any:timely --no-check endless one.oil one.c
    expect_status 3
    expect_output "since lo is never ready again, and alarm a waits for that"
    counted BCC1 "$alarm"
    rtcheck app --profile erika --ticks any:timely --no-check endless one.oil one.c
    expect_status 1
    expect_output "an activation is lost: lo is never ready again"
}

@test "app: where rtcheck's heap has no room, nothing is known; --heap makes it larger, and with --malloc-fails it is the target's" {
    local body
    for body in 'for (int i = 0; i < 12; i++) { char *p = malloc(10); *p = 1; }' 'char *p = malloc(300); p[299] = 1; free(p);' \
        'char *p = malloc(1000), *q; p[999] = 1; q = realloc(p, 4090); q[4089] = q[999]; free(q);' 'int *p = calloc(100, 4); p[99] = 1 / (1 - p[98]); free(p);' \
        'for (int i = 0; i < 12; i++) { char *p = malloc(10); assert(p); }' 'for (int i = 0; i < 12; i++) strdup("text")[0] = 0;'; do
        application "#include <stdlib.h>
#include <string.h>
TASK(t1) { $body TerminateTask(); }"
        rtcheck app one.oil one.c
        expect_status 3
        expect_output "given up: rtcheck's heap has no block left (--heap makes it larger), in "
        rtcheck app --heap 2 one.oil one.c
        expect_status 0
        expect_output "assuming that \`malloc\` does not fail"
        rtcheck app --malloc-fails one.oil one.c
        expect_status 1
        expect_output "\`malloc\` fails only where the blocks of rtcheck's heap are used up"
    done
    application '#include <stdlib.h>
TASK(t1) { int i = random(0, 1); if (i) { char *p = malloc(5000); p[0] = 1; } else assert(BAD); TerminateTask(); }'
    rtcheck app --heap 64 -DBAD=1 one.oil one.c
    expect_status 3
    expect_output "rtcheck's heap has no block of more than 4096 bytes"
    rtcheck app -DBAD=0 one.oil one.c
    expect_status 1
    expect_output "the assertion does not hold"
    application '#include <stdlib.h>
TASK(t1) { char *p = malloc(1000); p[1008] = 1; TerminateTask(); }'
    rtcheck app --heap 3 one.oil one.c
    expect_status 1
    application '#include <stdlib.h>
TASK(t1) { char *p; while ((p = malloc(10))) *p = 1; assert(p == 0); TerminateTask(); }'
    rtcheck app --malloc-fails one.oil one.c
    expect_status 0
    rtcheck app one.oil one.c
    expect_status 3
}

@test "a story tells what the application writes to blocks of malloc, and not how they are kept" {
    application '#include <stdlib.h>
TASK(t1) { int *p = malloc(20); if (p) p[1] = 7; *(int *)0 = 1; TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 1
    expect_output "0 -> 7"
    expect_no_output "0 -> 0"
    expect_no_output "rtcheck_used"
    application '#include <stdlib.h>
#include <string.h>
struct node { int value; struct node *next; char name[20]; };
char text[100];
TASK(t1) {
    struct node *p = calloc(2, sizeof *p);
    if (!p) TerminateTask();
    p->next = p;
    p[1].value = 3;
    strcpy(p->name, "hello");
    memset(text, 1, sizeof text);
    char *q = malloc(200);
    if (q) memset(q, 2, 100), q[150] = 5, free(q);
    *(int *)0 = 1;
    TerminateTask();
}'
    rtcheck app --html page.html --trace run.json --gantt run.svg one.oil one.c
    expect_status 1
    expect_output "heap_256[0].next: NULL -> "
    expect_output "heap_256[0][1].value: 0 -> 3 "
    expect_output "heap_256[0].name[0..4]: 0 -> 104 ... 111 " # at the call
    expect_output 'strcpy(p->name, "hello");'
    expect_output "text[0..99]: 0 -> 1 "
    expect_output "heap_256[1][0..99]: 0 -> 2 "
    expect_output "heap_256[1][150]: 0 -> 5 "
    expect_no_output "2 -> 0" # of what is freed
    expect_no_output rtcheck_
    grep -q 'heap_256\[0\].name\[0..4\]' run.json
    ! grep rtcheck_ page.html run.json run.svg || false
    application '#include <stdlib.h>
int *p;
ISR(i1) { if (p) *p = 1; }
TASK(t1) { SuspendAllInterrupts(); p = malloc(4); ResumeAllInterrupts(); if (p) *p = 2; TerminateTask(); }'
    sed -i 's/TASK t1/ISR i1 { CATEGORY = 2; }; TASK t1/' one.oil
    rtcheck app one.oil one.c
    expect_status 1
    expect_output "a block of \`malloc\` is "
    expect_no_output rtcheck_heap
}

@test "a task that waits where what is bounded is spent is excused in words, if nobody knows whether more would help" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; EVENT e { MASK = AUTO; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; EVENT = e; }; ISR i { CATEGORY = 2; }; };' >one.oil
    printf '#include "os.h"\nint k;\nISR(i) { static int c; c++; if (c == 3) ActivateTask(t); if (k) SetEvent(t, e); }\nTASK(t) { WaitEvent(e); TerminateTask(); }\n' >one.c
    rtcheck app --isr i=3 one.oil one.c
    expect_status 0
    expect_output "assuming that t, which waits for ever where no more comes than --isr and --ticks allow, would be woken if more came"
}

@test "options that contradict each other, or of which only one would count, are refused" {
    mkdir -p twice && cd twice || return 1
    printf 'CPU c { OS os { STATUS = EXTENDED; }; APPMODE OSDEFAULTAPPMODE; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = OSDEFAULTAPPMODE; }; }; };' >a.oil
    printf '#include "os.h"\nvolatile int p; int g(void);\nTASK(t) { p = 0; (void)g(); TerminateTask(); }\n' >a.c
    printf 'volatile p in 0..9\n' >x.stubs
    printf 'int g() in 5\n' >y.stubs
    rtcheck app --stubs x.stubs --stubs y.stubs a.oil a.c
    expect_status 2
    expect_error "--stubs is there twice, with 'x.stubs' and 'y.stubs'"
    rtcheck app --stubs y.stubs --stubs=y.stubs a.oil a.c
    expect_status 0
    rtcheck app --only assertion --no-check assertion a.oil a.c
    expect_status 2
    expect_error "--no-check leaves nothing of what --only asks for"
    rtcheck app --only assertion --no-check race a.oil a.c
    expect_status 0
    rtcheck app --only division a.oil a.c
    expect_status 0
    rtcheck app --no-check memory a.oil a.c
    expect_status 2
    expect_error "the check 'memory' is always on"
}

@test "--store tree: the run of a violation is found again as soon as the violation was, also where counting has no end" {
    cat >count.oil <<'OIL'
CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; }; ISR i { CATEGORY = 2; PRIORITY = 1; }; };
OIL
    cat >count.c <<'SOURCE'
#include <os.h>
#include <assert.h>
unsigned long n;
TASK(t) { TerminateTask(); }
ISR(i) { n++; assert(n != 3); }
SOURCE
    rtcheck app --store tree --time 60s count.oil count.c
    expect_status 1
    expect_output "the assertion does not hold: n != 3"
    expect_output "n: 2 -> 3"
}

@test "a formula that does not hold is the verdict, whatever an alarm that is too early does" {
    mkdir -p early && cd early || return 1
    cat >a.oil <<'OIL'
CPU c { OS os { STATUS = EXTENDED; }; APPMODE OSDEFAULTAPPMODE;
TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = OSDEFAULTAPPMODE; }; };
TASK u { PRIORITY = 5; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; };
COUNTER clock { MAXALLOWEDVALUE = 10; TICKSPERBASE = 1; MINCYCLE = 1; };
ALARM A { COUNTER = clock; ACTION = ACTIVATETASK { TASK = u; }; AUTOSTART = TRUE { ALARMTIME = 4; CYCLETIME = 4; APPMODE = OSDEFAULTAPPMODE; }; }; };
OIL
    printf '#include "os.h"\nvolatile int done, f;\nTASK(t) { SuspendOSInterrupts(); for (;;) f = 1 - f; }\nTASK(u) { done = 1; TerminateTask(); }\n' >a.c
    rtcheck app --quiet --ltl '<> done == 1' --no-check endless a.oil a.c
    expect_status 1
    expect_output "violated: ltl <> done == 1 does not hold"
    expect_output "besides: A expires: an activation is lost"
}

@test "that nothing is wrong in time is not said where nothing could be, or loops were given up" {
    cat >late.oil <<'END'
CPU c { OS o { STATUS = EXTENDED; ERRORHOOK = TRUE; }; APPMODE m {};
TASK i { PRIORITY = 9; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = m; }; };
TASK p { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; };
COUNTER k { MINCYCLE = 1; MAXALLOWEDVALUE = 1000; TICKSPERBASE = 1; };
ALARM a { COUNTER = k; ACTION = ACTIVATETASK { TASK = p; }; AUTOSTART = FALSE; };
};
END
    late() { # OPTIONS ERROR-HOOK I P "what is said"
        printf '#include "os.h"\nint x; void reg(void (*f)(void)); static void g(void) { x = 1 / x; }\nvoid ErrorHook(StatusType e) { %s }\nTASK(i) { SetRelAlarm(a, 10, 10); %s TerminateTask(); }\nTASK(p) { %s TerminateTask(); }\n' "$2" "$3" "$4" >late.c
        rtcheck app $1 late.oil late.c
        expect_status 3
        expect_output "an activation is lost"
        expect_output "$5"
        [ "$5" = "nothing is wrong as long as" ] || expect_no_output "nothing is wrong as long as"
    }
    late "" "" "" "" "nothing is wrong as long as"
    late "" "ShutdownOS(e);" "SetRelAlarm(a, 10, 10);" "" "but then a hook shuts the system down in every run"
    late "" "" "if (x) assert(x == 2);" "" "but then no run reaches an assertion"
    late "" "" "reg(g);" "" "but then g does not run here"
    late "--loop-bound 3" "" "" "for (int n = 0; n < 9; n++) assert(n < 8);" "it is not known whether something is wrong if"
}

@test "a stub of an address is about the register there, and not about its neighbours in a structure" {
    printf 'CPU c { TASK t { PRIORITY = 1; AUTOSTART = TRUE; SCHEDULE = FULL; ACTIVATION = 1; }; };\n' >one.oil
    printf '#include "os.h"\n#include <assert.h>\nstruct port { volatile unsigned in, out; volatile unsigned list[3]; };\n#define X ((struct port *)0x40000000)\nTASK(t) { unsigned k = X->WHAT; assert(k < 4); TerminateTask(); }\n' >one.c
    local what at
    for at in in=0x40000000 out=0x40000004 'list[1]=0x4000000c'; do
        echo "volatile ${at#*=} in 0..3" >one.stubs
        for what in in out 'list[1]' 'list[2]'; do
            rtcheck app --stubs one.stubs -D "WHAT=$what" one.oil one.c
            if [ "$what" = "${at%=*}" ]; then expect_status 0; else expect_status 1; fi
        done
    done
    expect_output '0x40000010 gives 4'
}

@test "a volatile constant with a value keeps it, which is told; one without is an input" {
    printf 'CPU c { TASK t { PRIORITY = 1; AUTOSTART = TRUE; SCHEDULE = FULL; ACTIVATION = 1; }; };\n' >one.oil
    printf '#include "os.h"\n#include <assert.h>\ntypedef const volatile unsigned short cell;\nconst volatile unsigned char table[4] = {0, 1, 2, 3}; static volatile const int one = 1; cell grid[2][2] = {{1, 2}, {3, 4}};\nextern const volatile int port; const volatile int empty; volatile int start = 3;\nTASK(t) { assert(WHAT); TerminateTask(); }\n' >one.c
    local what
    for what in 'table[2] == 2' 'one == 1' 'grid[1][1] == 4'; do
        rtcheck app -D "WHAT=$what" one.oil one.c
        expect_status 0
        expect_output "nothing else changes what is volatile and no code that runs here writes (\`${what%%[ \[]*}\`)"
    done
    for what in 'port == 0' 'empty == 0' 'start == 3'; do
        rtcheck app -D "WHAT=$what" one.oil one.c
        expect_status 1
    done
    echo 'volatile table in 0..3' >one.stubs
    rtcheck app --stubs one.stubs -D 'WHAT=table[2] == 2' one.oil one.c
    expect_status 1
}

@test "absolute alarms do not make time go tick by tick for ever" {
    cat >long.oil <<'OIL'
CPU c { OS o { STATUS = EXTENDED; }; APPMODE m {}; COUNTER k { MINCYCLE = 1; MAXALLOWEDVALUE = 4294967295; TICKSPERBASE = 1; };
  TASK t0 { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = m; }; };
  TASK t1 { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; };
  ALARM a { COUNTER = k; ACTION = ACTIVATETASK { TASK = t1; }; AUTOSTART = FALSE; }; };
OIL
    cat >long.c <<'CODE'
#include "os.h"
TASK(t0) { SetAbsAlarm(a, 10, 1000); TerminateTask(); }
TASK(t1) { TerminateTask(); }
CODE
    rtcheck app --time 10 --ticks any:timely long.oil long.c
    expect_status 0
    expect_output "holds"
    rtcheck app --time 10 long.oil long.c
    expect_status 3
    expect_output "only if code is slow: in this run t1 runs longer than 1000 ticks of k"
    expect_output "counter k: + 1000"
}

@test "where the search with code that takes no time is cut off, an alarm that is set again is no violation yet" {
    cat >one.oil <<'OIL'
CPU c { OS o { STATUS = EXTENDED; }; APPMODE m {}; COUNTER k { MINCYCLE = 1; MAXALLOWEDVALUE = 65535; TICKSPERBASE = 1; }; EVENT e { MASK = AUTO; };
  TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; EVENT = e; AUTOSTART = TRUE { APPMODE = m; }; };
  TASK u { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = FALSE; };
  ALARM a { COUNTER = k; ACTION = SETEVENT { TASK = t; EVENT = e; }; AUTOSTART = FALSE; };
  ALARM b { COUNTER = k; ACTION = ACTIVATETASK { TASK = u; }; AUTOSTART = TRUE { APPMODE = m; ALARMTIME = 50; CYCLETIME = 50; }; }; };
OIL
    cat >one.c <<'CODE'
#include "os.h"
#include <assert.h>
static unsigned x;
TASK(t) { for (;;) { WaitEvent(e); ClearEvent(e); x = x * 5 + 1; assert(x != 77 || x < 100); } }
TASK(u) { SetRelAlarm(a, TICKS, 0); TerminateTask(); }
CODE
    for ticks in any:timely any; do
        rtcheck app --time 3s -D TICKS=2 --ticks "$ticks" one.oil one.c
        expect_status $([ $ticks = any ] && echo 1 || echo 3)
    done
    rtcheck app --time 3s --engine explicit -D TICKS=2 one.oil one.c
    expect_status 3
    expect_output 'it is not known whether something is wrong if no time passes while code runs'
    rtcheck app --time 3s --engine explicit -D TICKS=60 one.oil one.c
    expect_status 1
}

@test "of weak definitions that differ one is assumed, and any other that is not weak takes their place" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >weak.oil
    both() { # DEFINITION HERE, THERE, CONDITION, "what is told" or ""
        printf '#include "os.h"\n#include <assert.h>\n%s\nTASK(t) { assert(%s); TerminateTask(); }\n' "$1" "$3" >here.c
        printf '%s\n' "$2" >there.c
        for order in "here.c there.c" "there.c here.c"; do
            rtcheck app weak.oil $order
            if [ -n "$4" ]; then
                expect_output "$4"
            else
                expect_status 0
                expect_no_output "assuming that"
            fi
        done
    }
    W='__attribute__((weak))'
    both "$W int f(void) { return 1; }" "$W int f(void) { return 2; }" "f() == 1" "assuming that \`f\`, which is weak, is that of"
    both "$W int f(void) { return 1; }" "$W int f(void) { return 1; }" "f() == 1" ""
    both "$W int f(void) { return 1; }" "int f(void) { return 2; }" "f() == 2" ""
    both "$W int v = 1;" "$W int v = 2;" "v == 1" "assuming that \`v\`, which is weak, is that of"
    both "$W int v = 3;" "int v;" "v == 0" ""
    both "$W int v; int v = 3; int v;" "int w;" "v == 3" ""
}

@test "a source that another one includes, and that is given, too, is there once" {
    printf 'CPU c { TASK t { PRIORITY = 1; AUTOSTART = TRUE; SCHEDULE = FULL; ACTIVATION = 1; }; };\n' >one.oil
    echo 'int n; int level(void) { return ++n; }' >level.c
    printf '#include "os.h"\n#include <assert.h>\n#include "level.c"\nTASK(t) { assert(level() == IS); TerminateTask(); }\n' >one.c
    for sources in 'one.c level.c' 'level.c one.c'; do
        rtcheck app -DIS=1 one.oil $sources
        expect_status 0
        expect_output 'assuming that what level.c defines is there once, though it is a source and one.c, too, includes it'
        rtcheck app -DIS=2 one.oil $sources
        expect_status 1
    done
    printf '#ifndef LEVEL\n#define LEVEL\nint n; int level(void) { return ++n; }\n#include "one.c"\n#endif\n' >level.c # each includes the other
    sed -i '1i #ifndef ONE\n#define ONE' one.c
    echo '#endif' >>one.c
    rtcheck app -DIS=1 one.oil one.c level.c
    expect_status 0
    expect_output 'what one.c defines is there once'
    rtcheck app -DIS=1 .
    expect_status 0
    rtcheck app -DIS=2 .
    expect_status 1
    echo 'int n; int level(void) { return ++n; }' >level.c # two that include it, and are linked
    printf '#include "level.c"\n' >two.c
    rtcheck app -DIS=1 one.oil one.c two.c
    expect_status 2
    expect_error '`level` is defined twice: it is already at ./level.c:1, which one.c includes; two.c includes this one'
    rtcheck app -DIS=1 one.oil one.c level.c two.c
    expect_status 2
}

@test "of two definitions the first one counts where the build's linker takes it, which is told" {
    printf 'CPU c { TASK t { PRIORITY = 1; AUTOSTART = TRUE; SCHEDULE = FULL; ACTIVATION = 1; }; };\n' >one.oil
    printf '#include "os.h"\n#include <assert.h>\nint level(void) { return 1; }\nint other(void);\nTASK(t) { other(); assert(level() == 1); TerminateTask(); }\n' >one.c
    printf 'int level(void) { return 2; }\nint other(void) { return 3; }\n' >two.c
    rtcheck app one.oil one.c two.c
    expect_status 2
    expect_error '`level` is defined twice: it is already at one.c:3'
    expect_error '--clang -Wl,--allow-multiple-definition'
    rtcheck app --clang -Wl,--allow-multiple-definition one.oil one.c two.c
    expect_status 0
    expect_output 'assuming that `level` is that of one.c:3, and not that of two.c:1, as a linker takes the first of multiple definitions'
    rtcheck app --clang -Wl,-z,muldefs one.oil two.c one.c
    expect_status 1
    printf 'all: one.c two.c\n\tgcc -Wl,--allow-multiple-definition -o app one.c two.c\n' >Makefile
    rtcheck app .
    expect_status 0
    expect_output '`level` is that of one.c:3'
}

@test "a loop that never ends is told where it is, not where the code is that it calls" {
    printf 'CPU c { TASK t { PRIORITY = 1; AUTOSTART = TRUE; SCHEDULE = FULL; ACTIVATION = 1; }; };\n' >one.oil
    loop() {
        cat >one.c
        echo 'int read_light() in 0..1' >one.stubs
        rtcheck app --stubs one.stubs one.oil one.c
        expect_status 1
    }
    loop <<'SOURCE'
#include "os.h"
int read_light(void);
static int light(void) { return read_light() & 1; }
static int twice(void) { int sum = 0;
    for (int i = 0; i < 2; i++) sum += light();
    return sum; }
TASK(t) { while (1) if (twice() > 2) TerminateTask(); }
SOURCE
    expect_output 'this loop has no way out, and nothing can interrupt it, at one.c:7'
    loop <<'SOURCE'
#include "os.h"
int read_light(void);
static int light(void) { return read_light() & 1; }
static void never(void) {
    for (;;) light(); }
TASK(t) { while (1) never(); }
SOURCE
    expect_output 'this loop has no way out, and nothing can interrupt it, at one.c:5'
}

@test "of an endless loop its own line is told, and not one of what it calls, be that a function of the C library" {
    echo 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >one.oil
    for body in 'char *m = malloc(6); if (m != NULL) { m[0] = 1; free(m); }' 'n = strlen(text);' 'work();' 'for (int i = 0; i < 9; i++) n = i;'; do
        printf '#include "os.h"\n#include <stdlib.h>\n#include <string.h>\nunsigned n; const char *text = "text";\nstatic void work(void) {\n while (n < 70) n++; n = 0; }\nTASK(t) {\n  while (1) {\n    %s\n  }\n}\nvoid use(void) { work(); }\n' "$body" >one.c
        rtcheck app one.oil one.c
        expect_status 1
        expect_output 'this loop has no way out, and nothing can interrupt it, at one.c:8'
        expect_output 't  (one.c:8)'
        expect_no_output '/rtcheck-headers/'
    done
    printf '#include "os.h"\n#include <stdlib.h>\nTASK(t) { char *m = malloc(6); m[0] = 1; free(m); TerminateTask(); }\n' >one.c
    rtcheck app one.oil one.c
    expect_status 0
    expect_no_output '/rtcheck-headers/'
}

@test "a volatile flag that no code sets is an input only if others can name it, which is told" {
    printf 'CPU c { TASK t { PRIORITY = 1; AUTOSTART = TRUE; SCHEDULE = FULL; ACTIVATION = 1; }; };\n' >one.oil
    flag() {
        printf '#include "os.h"\n%s\nTASK(t) { while (ready == 0); TerminateTask(); }\n' "$1" >one.c
        rtcheck app "${@:2}" one.oil one.c
    }
    flag 'static volatile int ready = 0;'
    expect_status 1
    expect_output 't runs for ever'
    expect_output 'nothing else changes what is volatile and no code that runs here writes (`ready`)'
    flag 'volatile int ready;'
    expect_status 0
    expect_output '`ready`, which is volatile and which no code here writes, gets values from outside'
    echo 'volatile ready is memory' >one.stubs
    flag 'volatile int ready;' --stubs one.stubs
    expect_status 1
    flag 'static volatile int ready __attribute__((section(".registers")));'
    expect_status 0
    expect_output 'gets values from outside'
    flag 'extern volatile int ready;'
    expect_status 0
    expect_no_output 'gets values from outside'
}

@test "a value that a function without one returns is dropped, and one that is missing is none" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "os.h"\nint a[4], k = 3;\nint g(void) { k = k + 1; return 3; }\nvoid f(void) { return g(); }\nTASK(t) { f(); a[k] = 1; TerminateTask(); }\n' >one.c
    rtcheck app one.oil one.c
    expect_status 1
    expect_output 'index 4 of an array of 4'
    expect_error "warning: void function 'f' should not return a value"
    printf '#include "os.h"\nint x;\nint h(int y) { if (y) return; return 2; }\nTASK(t) { x = h(1); TerminateTask(); }\n' >one.c
    rtcheck app one.oil one.c
    expect_status 1
    expect_output 'h returns no value, and its caller uses it'
}

@test "what conditions ask of the compiler itself is told" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >asks.oil
    asks() { # CONDITION OPTIONS NAME, or nothing: it is not told
        printf '#include "os.h"\n%s\nint x;\n#endif\nTASK(t) { TerminateTask(); }\n' "$1" >asks.c
        rtcheck app $2 asks.oil asks.c
        expect_status 0
        if [ -n "$3" ]; then expect_output "conditions of the preprocessor ask for as clang has it here (\`$3\`;"; else expect_no_output "as clang has it"; fi
    }
    asks "#if defined(__clang__)" "" __clang__
    asks "# ifdef __llvm__" "" __llvm__
    asks "#if 1 && \\
   __GNUC__ >= 5" "" __GNUC__
    asks "#ifdef __GNUC__" "" ""
    asks "#if defined(__GNUC__)" "" ""
    asks "#ifndef __linux__" "" __linux__
    asks "#ifndef __linux__" "--target arm-none-eabi" ""
    asks "#ifndef __linux__" "--clang -U__linux__" ""
    asks "#if 1 /* of clang */" "" ""
    asks "#ifdef __ICCARM__" "" __ICCARM__
    asks "#if defined(__CC_ARM)" "--target arm-none-eabi" __CC_ARM
    asks "#ifndef __OPTIMIZE__" "" __OPTIMIZE__
    asks "#ifdef __thumb__" "--target arm-none-eabi" __thumb__
    asks "#ifdef __arm__" "--target arm-none-eabi" ""
    asks "#ifdef __CC_ARM" "--clang -U__CC_ARM" ""
    asks "#ifdef __CC_ARM
#error
#else" "" __CC_ARM
    asks "#ifdef __CC_ARM
#endif
#if 1" "" ""
    asks "#ifndef __cplusplus" "" ""
    asks "#ifndef __ARM_DRIVER_H
#define __ARM_DRIVER_H" "" ""
}

@test "what conditions ask of a compiler that is neither GCC nor clang is told, and flags of numbers that clang passes over" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >asks.oil
    built() { # COMMAND CONDITION
        printf '#include "os.h"\n%s\nint x;\n#endif\nTASK(t) { TerminateTask(); }\n' "$2" >asks.c
        printf '[{"directory": "%s", "file": "asks.c", "command": "%s"}]' "$PWD" "$1" >compile_commands.json
        rtcheck app --compile-commands compile_commands.json asks.oil asks.c
        expect_status 0
    }
    for asked in iccarm:__ICCARM__ iccarm:__GNUC__ armcc:__ARMCC_VERSION ccarm:__ghs__ xc16-gcc:__dsPIC33F__ tricore-gcc:__tricore__ c51:__C51__ sdcc:SDCC chc08:__HC08__ tcc:__TINYC__; do
        built "${asked%:*} -c asks.c" "#ifdef ${asked#*:}"
        expect_output "ask for as clang has it here (\`${asked#*:}\`;"
    done
    for asked in gcc:__ICCARM__ arm-none-eabi-gcc:__GNUC__ arm-none-eabi-gcc:__thumb__ iccarm:__cplusplus gcc:USE_LOG; do
        built "${asked%:*} -c asks.c" "#ifdef ${asked#*:}"
        expect_no_output "conditions of the preprocessor"
    done
    for flag in -funsigned-bitfields -fno-signed-bitfields -fsingle-precision-constant; do
        built "gcc $flag -c asks.c" "#if 1"
        expect_output "\`$flag\`, which compile_commands.json has, changes no number that matters"
    done
    built 'arm-none-eabi-gcc -mthumb-interwork -fconserve-stack -fdump-tree-all -save-temps -gstabs -c asks.c' "#if 1"
    expect_output 'options of `compile_commands.json` that clang does not know change nothing that matters (`-gstabs`, `-mthumb-interwork`, `-fconserve-stack`, `-fdump-tree-all`)'
    for flag in -mint8 -mlong32 -mmemory-model=large -fsso-struct=big-endian; do
        sed -i "s/-mthumb[^ ]*\|-mint8\|-mlong32\|-mmemory[^ ]*/$flag/" compile_commands.json
        rtcheck app --compile-commands compile_commands.json asks.oil asks.c
        expect_status 2
        expect_error "unknown argument: '$flag'"
    done
    built 'sh -c \"gcc -DBUG -c asks.c\"' "#ifdef BUG"
    expect_output 'changes nothing that matters: `gcc -DBUG -c asks.c`'
}

@test "--all-violations: the figures are those of all searches" {
    cat >two.oil <<'EOF'
CPU c { OS o { STATUS = EXTENDED; }; APPMODE m;
 COUNTER k { MAXALLOWEDVALUE = 99; TICKSPERBASE = 1; MINCYCLE = 1; };
 ALARM a { COUNTER = k; ACTION = ACTIVATETASK { TASK = t; }; AUTOSTART = TRUE { APPMODE = m; ALARMTIME = 5; CYCLETIME = 5; }; };
 TASK t { PRIORITY = 1; AUTOSTART = FALSE; SCHEDULE = FULL; ACTIVATION = 1; };
};
EOF
    printf '#include "os.h"\nunsigned char n;\nTASK(t) { n++; TerminateTask(); }\n' >two.c
    states() { "$RTCHECK" app "$@" two.oil two.c 2>/dev/null | sed -n 's/^  states *//p' | tr -d ,; }
    [ "$(states --all-violations)" -gt "$(states --ticks any:timely)" ]
}

@test "sources are told from the folder where one is, however they are named" {
    mkdir -p build src
    printf 'CPU c { OS o { STATUS = EXTENDED; }; APPMODE m; TASK t { PRIORITY = 1; AUTOSTART = TRUE { APPMODE = m; }; SCHEDULE = FULL; ACTIVATION = 1; }; };\n' >src/one.oil
    printf '#include "os.h"\n#include <assert.h>\nint rd(void);\nTASK(t) { if (rd()) assert(0); TerminateTask(); }\n' >src/one.c
    printf '[{ "directory": "%s/build", "command": "cc -c %s/src/one.c", "file": "%s/src/one.c" }]\n' "$PWD" "$PWD" "$PWD" >build/compile_commands.json
    local names
    for names in "src/one.oil src/one.c --compile-commands build/compile_commands.json" "$PWD/src/one.oil $PWD/src/one.c" "$PWD/src"; do
        rm -rf out
        mkdir out
        rtcheck app $names --trace out/r.json --html out/r.html --gantt out/r.svg --btf out/r.btf
        expect_status 1
        expect_output "at src/one.c:4"
        rtcheck app $names --tests out/tests
        rtcheck app $names --engine sequential --emit out/emit
        expect_status 1
        [ -s out/r.html ] && [ -s out/tests/tests.json ] && [ -s out/emit/sequential.c ]
        ! grep -rF "$PWD" out || fail "$names: that is where we are"
    done
    cd out # elsewhere they are told as they are named
    rtcheck app "$OLDPWD/src/one.oil" "$OLDPWD/src/one.c"
    expect_output "at $OLDPWD/src/one.c:4"
}

@test "--all-violations: of several things that go wrong in one step each is listed, with its alarm" {
    cat >tick.oil <<'OIL'
CPU c { OS o { STATUS = EXTENDED; }; APPMODE m {}; COUNTER k { MINCYCLE = 1; MAXALLOWEDVALUE = 2000; TICKSPERBASE = 1; };
  TASK t0 { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = m; }; };
  TASK t1 { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = m; }; };
  ALARM a { COUNTER = k; ACTION = ACTIVATETASK { TASK = t1; }; AUTOSTART = TRUE { ALARMTIME = 5; CYCLETIME = 0; APPMODE = m; }; };
  ALARM b { COUNTER = k; ACTION = ACTIVATETASK { TASK = t0; }; AUTOSTART = TRUE { ALARMTIME = 5; CYCLETIME = 0; APPMODE = m; }; }; };
OIL
    printf '#include "os.h"\nTASK(t0) { TerminateTask(); }\nTASK(t1) { TerminateTask(); }\n' >tick.c
    rtcheck app --ticks any --all-violations tick.oil tick.c
    expect_status 1
    expect_output "a expires: an activation is lost"
    expect_output "b expires: an activation is lost"
    expect_no_output "a, b expires"
}

@test "a race is where a call's result is assigned, not where the function returns it" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK T { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR I { CATEGORY = 2; }; };\n' >a.oil
    printf '#include "os.h"\nint g, other;\nint f(void) {\n    other = 5;\n    return 3;\n}\nTASK(T) {\n    g = f();\n    TerminateTask();\n}\nISR(I) { g = 0; }\n' >a.c
    for engine in explicit auto; do
        rtcheck app --engine $engine a.oil a.c
        expect_status 1
        expect_output "while task T writes it (a.c:8)"
    done
}

@test "an interrupt routine may be declared as a function, and ISR may be a project's own macro" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK T { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR I { CATEGORY = 2; }; };\n' >a.oil
    for text in 'void I(void); ISR(I)' 'extern void  I ( void ) ; ISR2(I)' 'void I(void);\nvoid I(void)' '\n#define ISR(f) ISR2(f)\nISR(I)'; do
        printf "#include \"os.h\"\nint g;\nTASK(T) { g = 1; TerminateTask(); }\n$text { g = 0; }\n" >a.c
        rtcheck app a.oil a.c
        expect_status 1
        expect_output "by ISR I"
    done
}

@test "where objects lie is told, if code takes addresses for numbers" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK T { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >a.oil
    for text in 'unsigned long n = (unsigned long)&a; assert(n != 0x400);' 'assert((unsigned long)&b > (unsigned long)&a);' 'REG = (unsigned)(unsigned long)&a;'; do
        printf '#include "os.h"\n#include <assert.h>\n#define REG (*(volatile unsigned *)0x4000)\nint a, b;\nTASK(T) { %s TerminateTask(); }\n' "$text" >a.c
        rtcheck app a.oil a.c
        expect_status 0
        expect_output "objects and functions lie where rtcheck puts them"
    done
    for text in 'int *p = &a; if ((unsigned long)p == 0) a = 1;' 'int *p = (int *)(unsigned long)&a; *p = 2;' 'int *p = &a; if (p && !b) *p = 2;'; do
        printf '#include "os.h"\nint a, b;\nTASK(T) { %s TerminateTask(); }\n' "$text" >a.c
        rtcheck app a.oil a.c
        expect_status 0
        expect_no_output "objects and functions lie where"
    done
}

@test "app: a formula that does not hold is what the first line speaks of, also where a counter stands still for the checks" {
    cat >a.oil <<'END'
CPU c { OS o { STATUS = EXTENDED; }; APPMODE m { }; COUNTER n { MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; };
 ALARM a { COUNTER = n; ACTION = ACTIVATETASK { TASK = t1; }; AUTOSTART = TRUE { ALARMTIME = 1; CYCLETIME = 1; APPMODE = m; }; };
 TASK t0 { PRIORITY = 3; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = m; }; };
 TASK t1 { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; }; };
END
    printf '#include <os.h>\nvolatile int x, y;\nTASK(t0) { for (;;) x = !x; }\nTASK(t1) { y = 1; TerminateTask(); }\n' >a.c
    rtcheck app --only level --allow-vacuous --ticks any:timely --ltl '<> (y == 1)' a.oil a.c
    expect_status 1
    expect_output 'violated: ltl <> (y == 1) does not hold (acceptance cycle)'
    expect_no_output 'violated: no violation'
}

@test "formulas: events that a task does not have, lines of two files of one name, and numbers that are not whole are refused" {
    mkdir d1 d2
    printf 'CPU c { OS o { STATUS = EXTENDED; }; EVENT e { MASK = AUTO; }; EVENT g { MASK = AUTO; }; EVENT x { MASK = 4; }; TASK t { PRIORITY = 1; AUTOSTART = TRUE; ACTIVATION = 1; SCHEDULE = FULL; EVENT = e; }; TASK u { PRIORITY = 2; AUTOSTART = TRUE; ACTIVATION = 1; SCHEDULE = FULL; EVENT = g; }; };' >a.oil
    printf '#include "os.h"\nvoid two(void);\nint n; float f; struct { unsigned b : 3; } s;\nTASK(t) { two(); TerminateTask(); }\nTASK(u) { TerminateTask(); }\n' >d1/f.c
    printf 'extern int n;\n\n\nvoid two(void) {\n  n++;\n}\nvoid no(void) {\n  n = 9;\n}\n' >d2/f.c
    refused() { # FORMULA WORDS
        rtcheck app --ltl "$1" a.oil d1/f.c d2/f.c
        expect_status 2
        expect_error "$2"
    }
    refused '<> set(t, g)' "t does not have this event; it is an event of u"
    refused '<> set(u, x)' "u does not have this event, nor does any other task"
    refused '<> line("f.c:5")' "there are several files of this name, d1/f.c and d2/f.c; write more of the path"
    refused '<> line("d2/f.c:2")' "there is no code on this line"
    refused '<> (f == 0.5)' "numbers in formulas are whole"
    for formula in '[] !set(t, e)' '<> line("d2/f.c:5")' '<> line("f.c:4")'; do
        rtcheck app --ltl "$formula" a.oil d1/f.c d2/f.c
        expect_status 0
    done
    rtcheck app --mutex f.c:4-5 a.oil d1/f.c d2/f.c
    expect_status 2
    expect_error "there are several files of this name"
    rtcheck app --mutex d1/f.c:4 a.oil d1/f.c d2/f.c
    expect_status 0
    rtcheck app --any s.b=0..9 a.oil d1/f.c d2/f.c
    expect_status 2
    expect_error "the range does not fit in 3 bits of \`unsigned int\`"
    cp d1/f.c f.c # a whole path is no end of another one
    rtcheck app --ltl '<> line("f.c:5")' a.oil f.c d2/f.c
    expect_status 0
    rtcheck app --ltl '<> line("f.c:6")' a.oil f.c d2/f.c
    expect_status 2
}

# story_of FILE: who does what, one a line, without the places.
story_of() { sed -n 's/^ *[0-9]*  \([A-Za-z0-9-]\+\)  *\(.*[^ ]\) *$/\1 \2/p' "$1" | sed 's/  .*//'; }

@test "app: stories say that a task has ended where it begins anew, and hooks stand where they run" {
    printf 'CPU c { OS os { STATUS = EXTENDED; PRETASKHOOK = TRUE; POSTTASKHOOK = TRUE; STARTUPHOOK = TRUE; ERRORHOOK = TRUE; SHUTDOWNHOOK = TRUE; }; TASK t { PRIORITY = 1; SCHEDULE = NON; ACTIVATION = 2; AUTOSTART = TRUE; }; TASK u { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; }; };\n' >one.oil
    cat >one.c <<'END_OF_CODE'
#include "os.h"
#include <assert.h>
int n;
void StartupHook(void) {}
void ErrorHook(StatusType s) { (void)s; }
void PreTaskHook(void) {}
void PostTaskHook(void) {}
void ShutdownHook(StatusType s) { (void)s; assert(0); }
int main(void) { n = 0; StartOS(OSDEFAULTAPPMODE); return 0; }
TASK(u) { TerminateTask(); }
TASK(t) {
    if (++n == 2) ChainTask(t);
    if (n == 3) ShutdownOS(E_OK);
    ActivateTask(t);
    ActivateTask(u);
    ActivateTask(u);
    TerminateTask();
}
END_OF_CODE
    rtcheck app --no-check activation --no-check unchecked one.oil one.c
    expect_status 1
    story_of stdout.txt | sed -n '/^main n/,$p' >story.txt
    cat >expected.txt <<'END_OF_STORY'
main n: 0 -> 0
main StartOS(OSDEFAULTAPPMODE)
StartupHook starts
StartupHook returns
PreTaskHook starts
PreTaskHook returns
t starts
t n: 0 -> 1
t ActivateTask(t) = E_OK
t ActivateTask(u) = E_OK
u is activated: ready
t ActivateTask(u) = E_OS_LIMIT
ErrorHook starts
ErrorHook returns
t TerminateTask()
PostTaskHook starts
PostTaskHook returns
t ends
t is activated: ready
PreTaskHook starts
PreTaskHook returns
u starts
u TerminateTask()
PostTaskHook starts
PostTaskHook returns
u ends
PreTaskHook starts
PreTaskHook returns
t starts
t n: 1 -> 2
t ChainTask(t)
PostTaskHook starts
PostTaskHook returns
t ends
PreTaskHook starts
PreTaskHook returns
t starts
t n: 2 -> 3
t ShutdownOS(0)
ShutdownHook starts
ShutdownHook the assertion does not hold: 0
END_OF_STORY
    diff expected.txt story.txt
}

@test "app: stories say that a task is interrupted where a routine comes, and not where a hook calls services" {
    printf 'CPU c { OS os { STATUS = EXTENDED; PRETASKHOOK = TRUE; POSTTASKHOOK = TRUE; }; ISR i { CATEGORY = 2; PRIORITY = 1; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 2; AUTOSTART = TRUE; }; };\n' >one.oil
    cat >one.c <<'END_OF_CODE'
#include "os.h"
#include <assert.h>
TaskType id;
int on, n;
void PreTaskHook(void) { GetTaskID(&id); on = 1; GetTaskID(&id); on = 2; }
void PostTaskHook(void) { GetTaskID(&id); on = 3; GetTaskID(&id); on = 4; }
ISR(i) { n = 1; }
TASK(t) {
    static int again;
    if (!again++) ChainTask(t);
    DisableAllInterrupts();
    EnableAllInterrupts();
    assert(!n);
    TerminateTask();
}
END_OF_CODE
    rtcheck app --no-check race one.oil one.c
    expect_status 1
    story_of stdout.txt | grep -E '(starts|interrupted|returns|goes on|ends| on: .*)$' >story.txt
    cat >expected.txt <<'END_OF_STORY'
PreTaskHook starts
PreTaskHook on: 0 -> 1
PreTaskHook on: 1 -> 2
PreTaskHook returns
t starts
PostTaskHook starts
PostTaskHook on: 2 -> 3
PostTaskHook on: 3 -> 4
PostTaskHook returns
t ends
PreTaskHook starts
PreTaskHook on: 4 -> 1
PreTaskHook on: 1 -> 2
PreTaskHook returns
t starts
t is interrupted
i starts
i returns
t goes on
END_OF_STORY
    diff expected.txt story.txt
}

@test "app: where a search tries value after value, a few of each input are tried first, deeper" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; COUNTER k { MINCYCLE = 1; MAXALLOWEDVALUE = 100; TICKSPERBASE = 1; }; ALARM al { COUNTER = k; ACTION = ACTIVATETASK { TASK = t; }; AUTOSTART = TRUE { ALARMTIME = 2; CYCLETIME = 2; APPMODE = OSDEFAULTAPPMODE; }; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; }; };\n' >one.oil
    printf 'unsigned short read_a() in 0..65535\nunsigned short read_b() in 0..65535\n' >one.stubs
    products() { # CONDITION
        printf '#include "os.h"\n#include <assert.h>\nunsigned short read_a(void);\nunsigned short read_b(void);\nunsigned h[4], n;\nTASK(t) {\n  unsigned short a = read_a(), b = read_b();\n  h[n %% 4] = (unsigned)a * b;\n  n++;\n  assert(!(%s));\n  TerminateTask();\n}\n' "$1" >one.c
        rtcheck app --quiet --time 8s --ticks any:timely --stubs one.stubs one.oil one.c
    }
    products 'n == 5 && h[1] == 0 && h[2] == 0 && h[3] == 65535'
    expect_status 1
    expect_output 'violated: the assertion does not hold: !(n == 5'
    products 'h[n % 4] == 7 && h[n % 4] == 8' # nothing holds since a few were tried
    expect_status 3
}

@test "an assertion behind StartOS is reached by no run, whatever stands before it" {
    echo 'CPU c { OS o { STATUS = EXTENDED; }; APPMODE m; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };' >one.oil
    for first in '' 'x = 3;'; do
        printf '#include "os.h"\n#include <assert.h>\nint x;\nint main(void) { %s StartOS(m); assert(x == 4); return 0; }\nTASK(t) { x = 1; TerminateTask(); }\n' "$first" >one.c
        rtcheck app one.oil one.c
        expect_status 3
        expect_output "no run reaches an assertion"
    done
    rtcheck app --profile erika one.oil one.c
    expect_status 1
}

@test "app: what goes wrong beside a loop that lasts is found before it ends, and told without its other ends" {
    printf 'CPU c { OS o { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "os.h"\n#include <assert.h>\n#include "missing.h"\nint n;\nTASK(t) {\n  int i;\n  for (i = 0; i < COUNT; i++) n ^= i;\n  assert(COUNT > 1);\n  TerminateTask();\n}\n' >one.c
    rtcheck app --quiet --time 10s --without-headers one.oil one.c
    expect_status 1
    expect_output 'violated: the assertion does not hold: COUNT > 1, at one.c:8'
    sed -i 's/COUNT > 1/COUNT || n == 0/' one.c # nothing holds since long steps were left out
    rtcheck app --quiet --time 3s --without-headers one.oil one.c
    expect_status 3
}

@test "an application's own function of a name that rtcheck has is its own" {
    local own status code condition
    while IFS='|' read -r status own code condition; do
        application "$own
TASK(t1) { int n = 1, m = 2; $code; assert($condition); n = m; TerminateTask(); }"
        rtcheck app one.oil one.c
        expect_status "$status"
    done <<'END'
0|int random(void) { return 4; }|n = random()|n == 4
0|long random(void) { return 4; }|n = random()|n == 4
0|static int random(int a, int b) { return a + b; }|n = random(1, 2)|n == 3
0|int rand(void) { return 4; }|n = rand()|n == 4
0|int abs(int n) { return n + 1; }|n = abs(-3)|n == -2
0|static double sqrt(double x) { return x; }|n = sqrt(4)|n == 4
0|long rtcheck_range(long long a, long long b) { return a + b; }|n = rtcheck_range(1, 2)|n == 3
0|void *memcpy(void *a, const void *b, __SIZE_TYPE__ n) { (void)b, (void)n; return a; }|memcpy(&n, &m, sizeof n)|n == 1
1|void exit(int n) { (void)n; }|exit(1)|n == 2
1|void abort(void) { }|abort()|n == 2
1|void rtcheck_assume(_Bool c) { (void)c; }|rtcheck_assume(0)|n == 2
1|void __VERIFIER_assume(int c) { (void)c; }|__VERIFIER_assume(0)|n == 2
0||n = random(1, 2)|n < 3
END
    application 'long random(void); TASK(t1) { assert(random()); TerminateTask(); }'
    rtcheck app one.oil one.c
    expect_status 2
    expect_error "conflicting types for 'random' (rtcheck.h declares it: -DRTCHECK_OWN_RANDOM leaves that out)"
    application 'int random; TASK(t1) { random = 3; assert(random == 3); TerminateTask(); }'
    rtcheck app -DRTCHECK_OWN_RANDOM one.oil one.c
    expect_status 0
}
