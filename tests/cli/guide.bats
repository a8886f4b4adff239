#!/usr/bin/env bats
# rtcheck guide: models under guides.

load helpers

models() {
    cat >lever.pml <<'END'
bool up, broken;
byte moves;
active proctype pilot() { do :: /*@ handle */ d_step { up = !up; moves = (moves + 1) % 4 } od }
active proctype fate() { /*@ fail */ broken = true; assert(moves != 3) }
END
    echo 'handle*' >handle.xgdl
    echo 'handle{0,2} ; fail' >two.xgdl
    echo '(handle | fail)*' >all.xgdl
}

@test "what the guide forbids does not happen" {
    models
    rtcheck guide lever.pml --guide handle.xgdl
    expect_status 0
    expect_output "  happened      handle"
    expect_output "  forbidden     fail"
    rtcheck guide lever.pml --guide two.xgdl
    expect_status 0
    rtcheck guide lever.pml --guide all.xgdl
    expect_status 1
    expect_output "[handle]"
    rtcheck guide lever.pml --guide all.xgdl --json
    expect_valid stdout.txt
    expect_json "sorted(s.get('interaction', '') for s in o['violations'][0]['trace'])" "['', 'fail', 'handle', 'handle', 'handle']"
    expect_json "o['guide']['vacuous']" False
    rtcheck guide lever.pml --guide handle.xgdl --json
    expect_valid stdout.txt
    expect_json "[(i['name'], i['in_guide'], i['met']) for i in o['guide']['interactions']]" "[('handle', True, True), ('fail', False, False)]"
}

@test "--alphabet: what is outside happens as it likes" {
    models
    rtcheck guide lever.pml --guide handle.xgdl --alphabet handle
    expect_status 1
    rtcheck guide lever.pml --guide handle.xgdl --alphabet handle,fail
    expect_status 0
    rtcheck guide lever.pml --guide two.xgdl --alphabet handle
    expect_status 2
    expect_error "two.xgdl:1:15: error: \`fail\` is not in the alphabet that was given"
    rtcheck guide lever.pml --guide handle.xgdl --alphabet handle,fial
    expect_status 2
    expect_error "no interaction \`fial\`"
    expect_error "did you mean \`fail\`?"
}

@test "unknown interactions, with the nearest name" {
    models
    echo 'a | handel' >bad.xgdl
    rtcheck guide lever.pml --guide bad.xgdl
    expect_status 2
    expect_error "bad.xgdl:1:5: error: the model has no interaction \`handel\`"
    expect_error "did you mean \`handle\`?"
    rtcheck guide lever.pml --guide bad.xgdl --json
    expect_status 2
    expect_valid stdout.txt
    rtcheck guide lever.pml
    expect_status 2
    rtcheck guide lever.pml --guide missing.xgdl
    expect_status 2
    rtcheck guide missing.pml --guide handle.xgdl
    expect_status 2
}

@test "a pass that says nothing" {
    cat >never.pml <<'END'
byte x;
active proctype p() { do :: x == 1 -> /*@ press */ x = 2 :: x = 0; break od }
END
    echo 'press*' >press.xgdl
    rtcheck guide never.pml --guide press.xgdl
    expect_status 3
    expect_first_line "unknown: no violation was found, but no interaction of the guide ever happened (--allow-vacuous accepts that)"
    rtcheck guide never.pml --guide press.xgdl --json
    expect_status 3
    expect_valid stdout.txt
    expect_json "o['guide']['vacuous']" True
    rtcheck guide never.pml --guide press.xgdl --allow-vacuous
    expect_status 0
    echo '()' >empty.xgdl
    rtcheck guide never.pml --guide empty.xgdl
    expect_status 3
    expect_output "the guide speaks of no interaction"
}

@test "a step is one interaction at most" {
    models
    echo '(pilot | fail)*' >both.xgdl
    rtcheck guide lever.pml --guide both.xgdl
    expect_status 2
    expect_error "this step is both \`pilot\` and \`handle\`"
    cat >hands.pml <<'END'
chan r = [0] of { bit };
active proctype gives() { r!1 }
active proctype takes() { r?_ }
END
    echo '("r!" | "r?")*' >halves.xgdl
    rtcheck guide hands.pml --guide halves.xgdl
    expect_status 2
    expect_error "a handshake is both \`r!\` and \`r?\`"
    echo '"r?"*' >half.xgdl
    rtcheck guide hands.pml --guide half.xgdl
    expect_status 0
}

@test "ends: of the guide, and of the model" {
    cat >ends.pml <<'END'
byte x;
active proctype p() { a: x = 1; b: x = 2; false }
END
    echo 'a' >one.xgdl
    rtcheck guide ends.pml --guide one.xgdl --alphabet a,b
    expect_status 0
    echo 'a;b' >two.xgdl
    rtcheck guide ends.pml --guide two.xgdl
    expect_status 1
    expect_output "invalid end state"
    expect_output "p is blocked on (0)"
}

@test "in the middle of an atomic sequence nobody goes on in the place of another" {
    cat >atomic.pml <<'END'
byte x;
active proctype p() { atomic { x = 1; a: x = 2 } }
active proctype q() { x != 1; x = 3; assert(x == 3) }
active proctype r() { assert(x != 1) }
END
    echo '()' >nothing.xgdl
    rtcheck guide atomic.pml --guide nothing.xgdl --alphabet a --allow-vacuous
    expect_status 0
    rtcheck guide atomic.pml --guide nothing.xgdl --alphabet a --allow-vacuous --no-reduction --search dfs
    expect_status 0
}

@test "terms in place of a large automaton; checkpoints need the automaton" {
    models
    rtcheck guide lever.pml --guide two.xgdl --guide-states 1
    expect_status 0
    expect_output "its terms are followed"
    rtcheck guide lever.pml --guide two.xgdl --guide-states 1 --safety --checkpoint here
    expect_status 2
    rtcheck guide lever.pml --guide handle.xgdl --safety --checkpoint here
    expect_status 0
    rtcheck guide lever.pml --guide two.xgdl --safety --resume here
    expect_status 2
}

@test "a trace replays on the model alone" {
    models
    rtcheck guide lever.pml --guide all.xgdl --trace trace.json
    expect_status 1
    expect_valid trace.json
    rtcheck simulate lever.pml --replay trace.json
    expect_output "assertion"
}

@test "in every way of searching the same" {
    models
    for options in "--store tree" "--search dfs" "--threads 2" "--no-reduction" "--compiler cc" "--guide-states 1"; do
        rtcheck guide lever.pml --guide all.xgdl $options
        expect_status 1
        rtcheck guide lever.pml --guide two.xgdl $options
        expect_status 0
    done
    rtcheck guide lever.pml --guide two.xgdl --store bitstate
    expect_status 3
}

@test "--bound: unrolled, freed, complete where clusters repeat" {
    models
    rtcheck guide lever.pml --guide handle.xgdl --bound 2
    expect_status 3
    expect_first_line "unknown: no violation was found, but the guide was not unrolled far enough to know that more interactions add nothing"
    expect_output "to 2 interactions; more may add something"
    rtcheck guide lever.pml --guide handle.xgdl --bound auto
    expect_status 0
    expect_output "after 4 interactions there is what was there after 0: 3 are enough"
    rtcheck guide lever.pml --guide handle.xgdl --bound auto --json
    expect_valid stdout.txt
    expect_json "(o['complete'], o['guide']['unrolled']['enough'], o['guide']['unrolled']['period'])" "(True, 3, 4)"
    rtcheck guide lever.pml --guide two.xgdl --bound 10
    expect_status 0
    expect_output "to its end, 3 interactions"
    rtcheck guide lever.pml --guide all.xgdl --bound 3
    expect_status 3
    rtcheck guide lever.pml --guide all.xgdl --bound 4 --trace trace.json
    expect_status 1
    rtcheck simulate lever.pml --replay trace.json
    expect_output "assertion"
}

@test "--bound: what it does not go with" {
    models
    for options in "--search dfs" "--depth 3" "--store hash" "--checkpoint x" "--guide-states 1"; do
        rtcheck guide lever.pml --guide two.xgdl --bound 3 $options
        expect_status 2
    done
    for bound in -1 x 1x 99999999999 ""; do
        rtcheck guide lever.pml --guide two.xgdl --bound "$bound"
        expect_status 2
    done
    rtcheck guide lever.pml --guide two.xgdl --bound 3 --ltl '[] !up' --fair
    expect_status 2
    expect_error "not with --fair"
    TMPDIR=/nowhere rtcheck guide lever.pml --guide two.xgdl --bound 3
    expect_status 2
}

wide() {
    cat >wide.pml <<'END'
byte x, y; bool a1, b1, c1;
active proctype p() { do :: /*@ h */ x++ :: y++ od }
active proctype f() { do :: /*@ a */ d_step { !a1; a1 = 1 } :: /*@ b */ d_step { !b1; b1 = 1 } :: /*@ c */ d_step { !c1; c1 = 1 } od }
END
    echo 'h* || {0,2} of [a, b, c]' >wide.xgdl
}

@test "--split: parts that fit, their cover proved, results kept" {
    wide
    rtcheck guide wide.pml --guide wide.xgdl --search bfs --threads 1 --memory 12M
    expect_status 3
    rtcheck guide wide.pml --guide wide.xgdl --search bfs --threads 1 --memory 12M --split --results parts.db
    expect_status 0
    expect_output "safety h* || {0,2} of [b, c]  holds            262,144"
    expect_output "cut           1 times"
    rtcheck guide wide.pml --guide wide.xgdl --search bfs --threads 1 --memory 12M --split --results parts.db --json
    expect_status 0
    expect_valid stdout.txt
    expect_json "[p['verdict'] for p in o['properties']]" "['holds', 'holds', 'holds']"
    expect_json "o['guide']['cuts'][0]['parts']" 3
    expect_json "o['guide']['vacuous']" False
    kept=$(python3 -c "import sqlite3; print(sqlite3.connect('parts.db').execute(\"select message from checks where key like 'cover of %'\").fetchall())")
    [ "$kept" = "[('3 parts, 0 of them included in others: their choice and this have the same automaton of 5 states',)]" ] || fail "$kept"
}

@test "--components: states once, the smallest number of interactions, what parts share" {
    wide
    sed -i 's/:: y++/:: y = (y + 1) % 5/; s/x++/x = (x + 1) % 7/' wide.pml
    rtcheck guide wide.pml --guide wide.xgdl --json
    expect_json "o['states']" 245
    rtcheck guide wide.pml --guide wide.xgdl --components --json
    expect_status 0
    expect_valid stdout.txt
    expect_json "o['states']" 245
    expect_json "o['complete']" True
    expect_json "o['guide']['components']['enough']" 8
    expect_json "[c['states'] for c in o['guide']['components']['list']]" "[35, 35, 35, 35, 105]"
    rtcheck guide wide.pml --guide wide.xgdl --components --split --parts 3 --json
    expect_status 0
    expect_valid stdout.txt
    expect_json "[(p['states'], p['depth']) for p in o['properties']]" "[(140, 8), (140, 8), (140, 8)]"
    expect_json "o['guide']['shared']" "{'explored': 245, 'reused': 175}"
    rtcheck guide wide.pml --guide wide.xgdl --components
    expect_output "enough        8 interactions"
    rtcheck guide wide.pml --guide wide.xgdl --components --split --parts 3
    expect_output "245 states explored, 175 known from other parts"
    expect_output "8 interactions for h* || {0,2} of [a, b]"
}

@test "--components: a violation has its steps; limits; what it does not go with" {
    wide
    sed -i 's/c1 = 1/c1 = 1; assert(x < 2 || !a1)/' wide.pml
    rtcheck guide wide.pml --guide wide.xgdl --components
    expect_status 1
    expect_output "[c]"
    rtcheck guide wide.pml --guide wide.xgdl --components --all-violations --json
    expect_status 1
    expect_json "o['complete']" True
    wide
    rtcheck guide wide.pml --guide wide.xgdl --components --memory 2M
    expect_status 3
    for options in "--bound 3" "--search dfs" "--depth 3" "--store hash" "--checkpoint x" "--guide-states 1"; do
        rtcheck guide wide.pml --guide wide.xgdl --components $options
        expect_status 2
    done
    sed -i 's/:: y++/:: atomic { y++; \/*@ d *\/ y = 0 }/' wide.pml
    rtcheck guide wide.pml --guide wide.xgdl --components
    expect_status 2
    expect_error "--components: the model has interactions inside atomic sequences"
    rtcheck guide wide.pml --guide wide.xgdl --parts 3
    expect_status 2
}

@test "--split: by position and by count; a rest that rests on completeness needs its siblings" {
    wide
    sed -i 's/:: y++/:: y = (y + 1) % 5/; s/x++/x = (x + 1) % 7/' wide.pml
    echo 'h* || a' >by.xgdl
    rtcheck guide wide.pml --guide by.xgdl --split --parts 9 --results by.db --components
    expect_status 0
    expect_output "safety h{7,7} ; a ; h*  holds"
    expect_output "safety h{8,} ; a ; h*   holds"
    kept=$(python3 -c "import sqlite3; print(sqlite3.connect('by.db').execute(\"select message from checks where kind = 'rests on completeness'\").fetchall())")
    [ "$kept" = "[('h* is complete with 6 interactions: no state comes after 8 that does not come earlier, in another part',)]" ] || fail "$kept"
    rtcheck guide wide.pml --guide by.xgdl --split --parts 9
    expect_status 0
    expect_output "safety h{8,} ; a ; h*   holds                110"
    # Only after eight moves: nothing that comes earlier stands for it.
    sed -i 's/a1 = 1 }/a1 = 1; assert(false) }/' wide.pml
    echo 'h{8,} ; a ; h*' >late.xgdl
    for options in --components "--components --parts 9" "--parts 3"; do
        rtcheck guide wide.pml --guide late.xgdl --split $options
        expect_status 1
    done
}

@test "--split: results are not those of other annotations" {
    cat >moved.pml <<'END'
byte x;
active proctype p() { /*@ a */ x = 1; x = 2; /*@ b */ x = 3 }
active proctype q() { end: (x == 3); assert(false) }
END
    echo a >moved.xgdl
    rtcheck guide moved.pml --guide moved.xgdl --safety --split --results moved.db
    expect_status 0
    sed -i 's,/\*@ b \*/ ,,' moved.pml
    rtcheck guide moved.pml --guide moved.xgdl --safety --split --results moved.db
    expect_status 2
    expect_error "these results belong to other checks"
}

@test "--split: another model or guide does not go on from the file" {
    wide
    rtcheck guide wide.pml --guide wide.xgdl --split --results parts.db
    expect_status 0
    sed -i 's/x++/x = x + 2/' wide.pml
    rtcheck guide wide.pml --guide wide.xgdl --split --results parts.db
    expect_status 2
}

@test "--split: a guide that lies elsewhere goes on from the file; one whose definitions have changed does not" {
    wide
    echo 'def some = a | b guide h{0,2} || some' >named.xgdl
    rtcheck guide wide.pml --guide named.xgdl --split --results parts.db
    expect_status 0
    mkdir elsewhere
    cp named.xgdl elsewhere/other.xgdl
    rtcheck guide wide.pml --guide elsewhere/other.xgdl --split --results parts.db
    expect_status 0
    sed -i 's/a | b/a | c/' named.xgdl
    rtcheck guide wide.pml --guide named.xgdl --split --results parts.db
    expect_status 2
    expect_error "these results belong to other checks"
}

@test "--split: a violation in one part, what cannot be cut stays open" {
    wide
    sed -i 's/c1 = 1/c1 = 1; assert(x < 2 || !a1)/' wide.pml
    echo 'h{0,3} ; (a ; c | b ; c)' >choice.xgdl
    rtcheck guide wide.pml --guide choice.xgdl --split
    expect_status 1
    echo 'h*' >star.xgdl
    rtcheck guide wide.pml --guide star.xgdl --split --search bfs --threads 1 --memory 1M
    expect_status 3
    expect_output "safety h*  unknown"
    rtcheck guide wide.pml --guide star.xgdl --results x.db
    expect_status 2
    rtcheck guide wide.pml --guide star.xgdl --split --checkpoint x
    expect_status 2
}

@test "models: the cruise control, and bugs planted in it" {
    for guide in anything trip; do
        rtcheck guide "$ROOT/models/cruise_control/cruise.pml" --guide "$ROOT/models/cruise_control/$guide.xgdl" --components
        expect_status 0
        for mutant in 1 2 3 4 5 6; do
            rtcheck guide "$ROOT/models/cruise_control/cruise.pml" --guide "$ROOT/models/cruise_control/$guide.xgdl" -D MUTANT=$mutant --quiet
            expect_status 1
        done
    done
    rtcheck guide "$ROOT/models/cruise_control/cruise.pml" --guide "$ROOT/models/cruise_control/anything.xgdl" --json
    expect_json "o['states']" 12061
    rtcheck model "$ROOT/models/cruise_control/cruise.pml" --json
    expect_json "o['states']" 12061
}

@test "models: an application guided by its interrupts" {
    rtcheck app "$ROOT/models/pump/pump.oil" "$ROOT/models/pump/pump.c"
    expect_status 1
    rtcheck app "$ROOT/models/pump/pump.oil" "$ROOT/models/pump/pump.c" --emit pump
    rtcheck guide pump/app.pml --guide "$ROOT/models/pump/fed_by_relay.xgdl" --components --json
    expect_status 0
    expect_json "o['guide']['components']['enough']" 7
    rtcheck guide pump/app.pml --guide "$ROOT/models/pump/own_supply.xgdl"
    expect_status 1
    expect_output "[float_switch]"
    echo 'float_switch ; stop_buton' >typo.xgdl
    rtcheck guide pump/app.pml --guide typo.xgdl
    expect_status 2
    expect_error "stop_button"
}

@test "applications: a counter is an interaction whenever one of its alarms expires" {
    cat >blink.oil <<'END'
OIL_VERSION = "2.5";
CPU blink {
  OS os { STATUS = EXTENDED; };
  TASK lamp { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; };
  COUNTER clock { MAXALLOWEDVALUE = 100; TICKSPERBASE = 1; MINCYCLE = 1; };
  ALARM every { COUNTER = clock; ACTION = ACTIVATETASK { TASK = lamp; }; AUTOSTART = TRUE { ALARMTIME = 5; CYCLETIME = 5; }; };
};
END
    cat >blink.c <<'END'
#include "os.h"
DeclareTask(lamp);
unsigned char blinks;
TASK(lamp) { if (blinks < 3) blinks++; TerminateTask(); }
END
    rtcheck app blink.oil blink.c --emit blink
    expect_status 0
    echo "clock{0,2}" >blink.xgdl
    rtcheck guide blink/app.pml --guide blink.xgdl --ltl '[] (blinks < 3)'
    expect_status 0
    echo "clock{0,3}" >blink.xgdl
    rtcheck guide blink/app.pml --guide blink.xgdl --ltl '[] (blinks < 3)' --trace-limit 1
    expect_status 1
}

@test "--components and --bound: the same with any number of threads" {
    cat >grid.pml <<'END'
byte a, b, c, d;
active proctype p() { do :: /*@ h */ d_step { a < 5; a++ } :: /*@ k */ d_step { a > 0; a-- } :: b < 30 -> b++ :: b > 0 -> b-- od }
active proctype q() { do :: c < 25 -> c++ :: c > 0 -> c-- od }
active proctype fate() { /*@ f */ d = 1 }
END
    echo '(h | k)* || f' >grid.xgdl
    for manner in --components "--bound auto"; do
        wanted=
        for threads in 1 2 3; do
            rtcheck guide grid.pml --guide grid.xgdl --no-end-states --no-reduction $manner --threads $threads --json
            expect_status 0
            got=$(json "(o['states'], o['transitions'], o['complete'], o['guide'].get('components') or [o['guide']['unrolled'][k] for k in ('levels', 'enough', 'period', 'clusters')])")
            [ -z "$wanted" ] || [ "$got" = "$wanted" ]
            wanted=$got
        done
    done
}

@test "properties over time: unrolled, and part by part" {
    cat >count.pml <<'END'
byte n;
active proctype p() { do :: /*@ up */ d_step { n < 4; n++ } :: /*@ down */ d_step { n > 0; n-- } od }
ltl gets_there { <> (n == 4) }
ltl stays_below { [] (n < 3) }
END
    # a run that only a part or a bound stops does not stand still there
    echo 'up{4}' >up.xgdl
    for options in "" "--bound 9" "--bound auto" "--components" "--split --parts 3"; do
        rtcheck guide count.pml --guide up.xgdl --claim gets_there $options
        expect_status 0
    done
    echo 'up{4} | up{2} ; down ; up{3}' >both.xgdl
    for options in "" "--bound 9" "--components" "--split --parts 2"; do
        rtcheck guide count.pml --guide both.xgdl --claim gets_there $options
        expect_status 0
    done
    rtcheck guide count.pml --guide both.xgdl --claim gets_there --bound 3
    expect_status 3
    expect_output "the guide was not unrolled far enough"
    echo 'up{3} | up{4}' >short.xgdl # every run goes on as far as the whole goes
    for options in "" "--bound 4" "--split --parts 2"; do
        rtcheck guide count.pml --guide short.xgdl --claim gets_there $options --quiet
        expect_status 0
    done
    echo 'up{2} ; down' >short.xgdl # what the guide itself stops does stand still
    for options in "" "--bound 3" "--bound 9" "--components" "--split --parts 2"; do
        rtcheck guide count.pml --guide short.xgdl --claim gets_there $options --quiet
        expect_status 1
    done
    # safety formulas, and cycles with interactions without end, which no bound shows
    echo '(up ; down)*' >round.xgdl
    rtcheck guide count.pml --guide round.xgdl --claim gets_there --bound 7
    expect_status 3
    for options in "--bound auto" "--components" "--split"; do
        rtcheck guide count.pml --guide round.xgdl --claim gets_there $options --quiet
        expect_status 1
        rtcheck guide count.pml --guide round.xgdl --claim stays_below $options --quiet
        expect_status 0
    done
    echo '(up ; down)* ; up{3}' >high.xgdl
    for options in "--bound 3" "--bound auto" "--split --parts 2"; do
        rtcheck guide count.pml --guide high.xgdl --claim stays_below $options --quiet
        expect_status 1
    done
    for again in first second; do
        rtcheck guide count.pml --guide both.xgdl --split --parts 2 --results count.db --json
        expect_status 1
        expect_json "[(p['name'].split(': ')[0] if ': ' in p['name'] else 'safety', p['verdict']) for p in o['properties']]" \
            "[('safety', 'holds'), ('safety', 'holds'), ('gets_there', 'holds'), ('gets_there', 'holds'), ('stays_below', 'violated'), ('stays_below', 'violated')]"
    done
}

@test "applications: what inputs give" {
    cat >door.oil <<'END'
OIL_VERSION = "2.5";
CPU c {
  OS os { STATUS = EXTENDED; };
  APPMODE m {};
  TASK loop { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE { APPMODE = m; }; };
};
END
    cat >door.c <<'END'
#include "os.h"
#include <assert.h>
volatile unsigned char door;
volatile unsigned char wide;
extern int speed(void);
int random(int low, int high);
static int was_open;
TASK(loop) {
    int n = 0;
    while (n < 100) {
        int d = door, s = speed(), r = random(1, 3);
        if (d) was_open = 1;
        assert(!(was_open && !d));
        assert(s != 5 || r != 2);
        if (wide > 200) n = 1 - n; else n = 0;
    }
    TerminateTask();
}
END
    printf 'int speed() in 0..5\nvolatile door in 0..1\n' >door.stubs
    rtcheck app door.oil door.c --stubs door.stubs --emit door
    expect_status 0
    while IFS='#' read -r status guide; do
        echo "$guide" >door.xgdl
        for manner in "" --components "--bound auto"; do
            rtcheck guide door/app.pml --guide door.xgdl --threads 1 $manner --quiet
            expect_status "$status"
        done
    done <<'END'
1#"door=0"* ; "door=1"*
0#("door=0"* ; "door=1"*) || ("speed=0" | "speed=4")*
0#("door=0"* ; "door=1"*) || ("r=1" | "r=3")*
1#("door=0" | "door=1")* || ("r=1" | "r=3")*
1#("door=1" ; "door=0") || ("r=1" | "r=3")*
0#("door=0"* ; "door=1"*) || ("r=1" | "r=3")* || "wide=_"{0,4}
END
    echo '"dor=1"*' >door.xgdl
    rtcheck guide door/app.pml --guide door.xgdl
    expect_status 2
    expect_error "did you mean \`door=1\`?"
}

@test "guides that are none, and models without interactions" {
    wide
    while IFS='|' read -r text place; do
        printf '%s\n' "$text" >bad.xgdl
        rtcheck guide wide.pml --guide bad.xgdl
        expect_status 2
        expect_error "bad.xgdl:$place: error:"
    done <<'END'
{0,1} of []|1:10
(a [] )|1:7
h{3,1}|1:2
h{0,4294967295}|1:5
h{,3}|1:3
{2,} of [a, b]|1:4
h{3|2:1
|2:1
h ; unheard_of|1:5
END
    echo 'byte x; active proctype p() { x = 1 }' >plain.pml
    echo 'h*' >h.xgdl
    rtcheck guide plain.pml --guide h.xgdl
    expect_status 2
    expect_error "the model has no interaction"
    python3 -c "print(' || '.join(f'a{i}' for i in range(12)))" >large.xgdl
    python3 -c "print('byte x; active proctype p() { do ' + ' '.join(f':: /*@ a{i} */ x = {i}' for i in range(12)) + ' od }')" >large.pml
    rtcheck guide large.pml --guide large.xgdl --guide-states 1000 --memory 50M --store hash --json
    expect_json "o['guide']['automaton_states']" None
    rtcheck guide large.pml --guide large.xgdl --guide-states 1000 --components
    expect_status 2
    expect_error "the guide's automaton has more states than --guide-states allows"
}

@test "--split: killed in the middle, it goes on from the results" {
    wide
    "$RTCHECK" guide wide.pml --guide wide.xgdl --split --parts 3 --components --threads 1 --results killed.db >/dev/null 2>&1 &
    for _ in $(seq 600); do
        count=$(python3 -c "import sqlite3; print(sqlite3.connect('file:killed.db?mode=ro', uri=True).execute('select count(*) from checks').fetchone()[0])" 2>/dev/null || echo 0)
        [ "$count" -lt 1 ] || break
        sleep 0.1
    done
    kill -9 $! 2>/dev/null || true # by its number: it may have come to its end
    wait $! 2>/dev/null || true
    [ "$count" -ge 1 ] || fail "no part was kept"
    rtcheck guide wide.pml --guide wide.xgdl --split --parts 3 --components --threads 1 --results killed.db --json
    expect_status 0
    expect_json "[p['verdict'] for p in o['properties']]" "['holds', 'holds', 'holds']"
    expect_json "sum(p['states'] for p in o['properties'])" 786432
    expect_json "o['guide']['shared']['explored'] + o['guide']['shared']['reused'] < 786432" True
    expect_json "o['guide']['vacuous']" False
}

@test "an annotation on a line that is too long to know its columns is refused" {
    python3 -c "print('#define Y 1\nbyte x;\nactive proctype p() { ' + 'x = x; ' * 900 +
                      'if :: /*@a*/ x == 0 -> x = Y :: /*@b*/ x == 0 -> x = 2 fi }')" >long.pml
    echo a >a.xgdl
    rtcheck guide long.pml --guide a.xgdl
    expect_status 2
    expect_error "long.pml:3:6329: error: the line is too long to know what stands behind the annotation \`a\`"
    sed -i 's/#define Y 1//; s/Y/1/' long.pml
    rtcheck guide long.pml --guide a.xgdl
    expect_status 0
}

@test "what the guide does not allow is not built, but else, timeout, escapes and priorities look at it" {
    echo c >c.xgdl
    cat >else.pml <<'END'
byte x;
active proctype p() { end: do :: /*@ a */ x == 0 -> x = 1 :: /*@ b */ x == 5 -> skip :: else -> assert(false) od }
active proctype q() { end: /*@ c */ skip }
END
    cat >timeout.pml <<'END'
byte x;
active proctype p() { end: /*@ a */ x = 1 }
active proctype q() { timeout -> assert(false) }
active proctype r() { end: /*@ c */ skip }
END
    cat >unless.pml <<'END'
byte x;
active proctype p() { { x = 2; assert(false) } unless { /*@ a */ x == 0 -> x = 1 } }
active proctype r() { end: /*@ c */ skip }
END
    cat >enabled.pml <<'END'
byte x;
active proctype p() { end: /*@ a */ x = 1 }
active proctype q() { end: !enabled(0) -> assert(false) }
active proctype r() { end: /*@ c */ skip }
END
    cat >priority.pml <<'END'
byte x;
active proctype p() priority 9 { end: /*@ a */ x = 1; x = 0 }
active proctype q() priority 2 { end: assert(false) }
active proctype r() priority 10 { end: /*@ c */ skip }
END
    for model in else timeout unless enabled priority; do
        rtcheck guide $model.pml --guide c.xgdl --safety --no-end-states
        expect_status 0
        rtcheck guide $model.pml --guide c.xgdl --safety --no-end-states --components
        expect_status 0
    done
    echo 'c ; a ; a' >all.xgdl
    for model in else timeout enabled priority; do
        rtcheck guide $model.pml --guide all.xgdl --safety --no-end-states --components
        expect_status 1
    done
}

@test "--split: what is entered with the same states as another is explored once, at whatever position" {
    cat >lever.pml <<'END'
bool up, broken;
byte moves;
active proctype pilot() { end: do :: /*@ handle */ d_step { up = !up; moves = (moves + 1) % 4 } od }
active proctype fate() { /*@ fail */ d_step { broken = true; assert(moves < LIMIT) } }
END
    echo 'handle* ; fail ; handle*' >guide.xgdl
    rtcheck guide lever.pml -D LIMIT=4 --guide guide.xgdl --safety --components --split --parts 12 --json
    expect_status 0
    expect_json "o['guide']['shared']" "{'explored': 29, 'reused': 191}"
    expect_json "[(p['states'], p['depth']) for p in o['properties']] == [(6 + n, 4 + n) for n in range(16)] + [(4, 3)]" True
    rtcheck guide lever.pml -D LIMIT=3 --guide guide.xgdl --safety --components --split --parts 12 --json
    expect_status 1
    expect_json "[p['verdict'] for p in o['properties']].count('violated')" 4
}

@test "--split: a guide whose only piece is itself is not cut for ever" {
    models
    for text in 'handle* || handle*' '(handle | fail)* || handle*'; do
        echo "$text" >some.xgdl
        rtcheck guide lever.pml --guide some.xgdl --safety --no-end-states --no-assertions --split --parts 6 --components --json
        expect_status 0
    done
    echo 'handle* || fail*' >two.xgdl
    rtcheck guide lever.pml --guide two.xgdl --safety --no-end-states --no-assertions --split --parts 6 --components --json
    expect_status 0
    expect_json "len(o['properties']) >= 6" True
}

@test "--bound auto: steps with several interactions, and levels that repeat after a long time" {
    for chain in 2 6; do
        python3 - $chain >chain.pml <<'END'
import sys
steps = "; ".join(["/*@ a */ d_step { true; x = (x + 1) % 11 }"] * int(sys.argv[1]))
print(f"byte x; active proctype p() {{ do :: atomic {{ {steps} }} od }}")
END
        echo 'a*' >chain.xgdl
        rtcheck guide chain.pml --guide chain.xgdl --safety --bound auto --time 60s --json
        expect_status 0
        expect_json "o['guide']['unrolled']['period']" $((11 * chain))
    done
}

@test "--bound auto: more clusters than files may be open" {
    python3 - >wide.pml <<'END'
print("byte x; bit " + ", ".join(f"b{i}" for i in range(6)) + ";\nactive proctype p() { do :: /*@ h */ d_step { true; x = (x + 1) % 3 }")
for i in range(6): print(f":: /*@ l{i} */ d_step {{ !b{i}; b{i} = 1 }}")
print("od }")
END
    echo 'h* || l0 || l1 || l2 || l3 || l4 || l5' >wide.xgdl
    ulimit -Sn 48
    rtcheck guide wide.pml --guide wide.xgdl --safety --bound auto --time 60s --json
    expect_status 0
    expect_json "[o['guide']['automaton_states'], o['guide']['unrolled']['period']]" "[64, 3]"
}

@test "--split: what a bound, a depth or a lossy store leaves open is not cut" {
    models
    echo 'handle* || fail' >guide.xgdl
    for options in "--bound 1" "--depth 2" "--store bitstate --bits 20"; do
        rtcheck guide lever.pml --guide guide.xgdl --safety --no-end-states --no-assertions --split --results "open${options// /_}.db" $options --json
        expect_status 3
        expect_json "[len(o['properties']), len(o['guide']['cuts'])]" "[1, 0]"
        # and when it is asked again, with the same results
        rtcheck guide lever.pml --guide guide.xgdl --safety --no-end-states --no-assertions --split --results "open${options// /_}.db" $options --json
        expect_status 3
        expect_json "[len(o['properties']), len(o['guide']['cuts'])]" "[1, 0]"
    done
}

@test "--bound: on a full disk nobody waits for ever, and what is not known is not told" {
    cat >wide.pml <<'END'
byte x, y, n;
active proctype P() { do :: /*@ a */ atomic { true; n = (n + 1) % 5 } :: x = (x + 1) % 20 :: y = (y + 1) % 40 od }
active proctype Q() { n == WHEN && x == 7 -> assert(false) }
END
    echo 'a*' >star.xgdl
    echo 'a{0,9}' >ends.xgdl
    full() { run timeout 60 bash -c 'ulimit -f 4; exec "$0" guide wide.pml --safety --threads 1 --compiler tcc "$@"' "$RTCHECK" "$@"; }
    full --guide star.xgdl --bound auto -D WHEN=9
    [ "$status" -eq 3 ]
    [[ "$output" == *"could not be written to disk, so nobody can see whether it repeats"* ]]
    [[ "$output" == *"which could not all be written"* ]]
    [[ "$output" != *"unreached code"* ]]
    full --guide ends.xgdl --bound auto -D WHEN=9 # a guide without cycles needs no comparing
    [ "$status" -eq 0 ]
    full --guide star.xgdl --bound 8 -D WHEN=4
    [ "$status" -eq 1 ]
    [[ "$output" == *"The steps that lead there are not known"* ]]
}

@test "--bound: code that only longer scenarios reach is not called unreached" {
    models
    for bound in 1 3; do
        rtcheck guide lever.pml --guide all.xgdl --safety --no-assertions --no-end-states --bound $bound --json
        expect_status 3
        expect_json "o['unreached']" None
    done
    rtcheck guide lever.pml --guide all.xgdl --safety --no-assertions --no-end-states --bound auto --json
    expect_status 0
    expect_json "o['unreached'] is not None" True
}

@test "a guide of many states takes no longer a state than a small one" {
    at_full_speed # that of a plain build
    echo 'byte x; active proctype p() { do :: /*@a*/ x = (x + 1) % 200 od }' >turns.pml
    echo 'a{0,15000}' >long.xgdl
    for how in "--bound auto" --components; do
        rtcheck guide turns.pml --guide long.xgdl $how --threads 1 --compiler tcc --time 40 --json
        expect_status 0
        expect_json "o['properties'][0]['states']" 15001
    done
}

@test "messages: constants are those that the channel keeps, however they are written" {
    cat >kept.pml <<'END'
mtype = { up, down };
chan q = [4] of { mtype, byte, short, bool };
active proctype T() { end0: /*@ t */ skip }
active proctype S() { q!MSG; assert(false) }
active proctype R() { if :: false -> q!up,1,65535,1 :: false -> q!up,2,2,0 fi }
END
    echo 't;t;"q!up,1,65535,1"' >kept.xgdl
    for message in up,1,65535,true 2,1,131071,1 up,257,65535,3; do # t is said once, so that the message is not sent
        rtcheck guide kept.pml --guide kept.xgdl --safety --no-end-states -D "MSG=$message"
        expect_status 0
    done
    for message in down,1,65535,1 up,2,65535,1 up,1,1,1 up,1,65535,0; do
        rtcheck guide kept.pml --guide kept.xgdl --safety --no-end-states -D "MSG=$message"
        expect_status 1
    done
}

@test "an annotation that is none, with a name of the guide in it, is refused" {
    for words in 'h, i' 'h i' 'i , h' 'h = 1'; do
        echo "byte x; active proctype T() { /*@ h */ skip; /*@ $words */ x = 1; assert(false) }" >words.pml
        echo h >words.xgdl
        rtcheck guide words.pml --guide words.xgdl --safety
        expect_status 2
        expect_error "words.pml:1:46: error: an annotation has one name and no blanks in it: of \`h\` here nothing would be left"
    done
    echo "byte x; active proctype T() { /*@ h */ skip; /*@ assigns x; hh */ x = 1 }" >words.pml # another tool's
    rtcheck guide words.pml --guide words.xgdl --safety
    expect_status 0
}
