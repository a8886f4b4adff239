#!/usr/bin/env bats
# rtcheck app: what has an enumeration's type and comes from outside.

load helpers

GIVEN='gives no number but the enumerators of its type'

# says STATUS TEXT [OPTION ...]: what rtcheck says of one task.
says() {
    local expected=$1 text=$2
    shift 2
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "os.h"\n#include <assert.h>\n%s\n' "$text" >one.c
    rtcheck app "$@" one.oil one.c
    expect_status "$expected"
}

FLAGS='enum flags { RX = 1, TX = 2, ERR = 4 }; int n;'
COUNTS='n = RX | TX; n = 0; if (f & RX) n++; if (f & TX) n++; if (f & ERR) n++; assert(n < 3); TerminateTask(); }'

@test "flags come in all combinations: results, inputs, what functions write, members, with a stub, with --any" {
    says 1 "$FLAGS enum flags get(void); TASK(t) { enum flags f = get(); $COUNTS"
    says 1 "$FLAGS extern volatile enum flags status; TASK(t) { enum flags f = status; $COUNTS"
    says 1 "$FLAGS extern enum flags status; TASK(t) { enum flags f = status; $COUNTS"
    says 1 "$FLAGS void get(enum flags *p); TASK(t) { enum flags f; get(&f); $COUNTS"
    says 1 "$FLAGS struct s { enum flags f; }; void get(struct s *p); TASK(t) { struct s x; get(&x); enum flags f = x.f; $COUNTS"
    says 1 "$FLAGS struct s { enum flags f; }; struct s get(void); TASK(t) { enum flags f = get().f; $COUNTS"
    says 1 "$FLAGS struct s { volatile enum flags f; }; TASK(t) { enum flags f = ((struct s *)0x4000)->f; $COUNTS"
    says 1 "$FLAGS enum flags f; TASK(t) { $COUNTS" --any f
    says 0 "$FLAGS enum flags f; TASK(t) { $COUNTS" --any f=0..6
    echo 'enum flags get()' >get.stubs
    says 1 "$FLAGS enum flags get(void); TASK(t) { enum flags f = get(); $COUNTS" --stubs get.stubs
    echo 'enum flags get() in 0..6' >get.stubs
    says 0 "$FLAGS enum flags get(void); TASK(t) { enum flags f = get(); $COUNTS" --stubs get.stubs
}

@test "flags: none of them is a combination, too, and bits without a name are none" {
    says 1 "$FLAGS enum flags get(void); TASK(t) { enum flags f = get(); if (f & TX) n = 1; assert(f != 0); TerminateTask(); }"
    says 1 'enum e { A = 1 << 0, B = 1 << 1 }; enum e get(void); TASK(t) { assert(get() != 0); TerminateTask(); }'
    says 1 'enum e { A = 1, B = 2, BOTH = A | B }; enum e get(void); TASK(t) { assert(get() != 0); TerminateTask(); }'
    says 1 'enum e { A = 1, B = 2 }; enum e get(void); int n; TASK(t) { enum e x = get(); if (x & ~A) n = 1; assert(x != 3); TerminateTask(); }'
    local bits='enum e { A = 0x10, B = 0x40 }; int n;'
    says 0 "$bits enum e get(void); TASK(t) { enum e x = get(); if (x & B) n = 1; assert((x & 0x0f) == 0); TerminateTask(); }"
    expect_output '`get` gives no bits but those of the enumerators of its type'
    says 0 "$bits enum e x; void get(enum e *p); TASK(t) { get(&x); if (x & B) n = 1; assert((x & ~(A | B)) == 0); TerminateTask(); }"
    says 1 "$bits enum e get(void); TASK(t) { enum e x = get(); if (x & B) n = 1; assert(x != (A | B)); TerminateTask(); }"
}

@test "numbers like those of flags of which code asks for no bit may be states" {
    says 3 'enum e { A = 1, B = 2, C = 4 }; enum e get(void); TASK(t) { switch (get()) { case A: case B: case C: break; default: assert(0); } TerminateTask(); }'
    expect_output 'but not if `get` gives one enumerator of its type at a time'
    says 1 'enum e { A = 1, B = 2, C = 4 }; enum e get(void); TASK(t) { assert(get() != C); TerminateTask(); }'
    says 0 'enum mode { A, B, C }; enum mode get(void); int reg; TASK(t) { reg = 4 | (get() & 3) << 4; reg |= B; assert(reg < 0x30); TerminateTask(); }'
    expect_output "$GIVEN"
}

@test "what counts gives its enumerators, which is told where others would do harm" {
    local states='enum st { IDLE, RUN, STOP }; int n, v[3];' cases='case IDLE: n = 1; break; case RUN: n = 2; break; case STOP: n = 3; break;'
    says 0 "$states enum st get(void); TASK(t) { switch (get()) { $cases } assert(n < 4); TerminateTask(); }"
    expect_no_output 'enumerators'
    says 0 "$states enum st get(void); TASK(t) { switch (get()) { $cases } assert(n > 0); TerminateTask(); }"
    expect_output "\`get\` $GIVEN (a range in a file for --stubs, or code that gives it, says otherwise)"
    says 0 "$states extern volatile enum st now; TASK(t) { v[now] = 1; TerminateTask(); }"
    expect_output "\`now\` $GIVEN"
    says 0 "$states struct d { volatile enum st now; }; TASK(t) { v[((struct d *)0x4000)->now] = 1; TerminateTask(); }"
    expect_output "$GIVEN"
    says 0 "$states static enum st now; void get(void *p, int n); TASK(t) { get(&now, sizeof now); v[now] = 1; TerminateTask(); }"
    expect_output "\`get\` $GIVEN"
    says 0 "$states enum st now; TASK(t) { v[now] = 1; TerminateTask(); }" --any now
    expect_output '`now` begins with no number but the enumerators of its type'
    says 1 "$states enum st now; TASK(t) { v[now] = 1; TerminateTask(); }" --any now=0..3
    says 0 'enum key { UP = 1, DOWN, OK }; enum key get(void); int n; TASK(t) { n = 12 / get(); TerminateTask(); }'
    expect_output "\`get\` $GIVEN"
    echo 'enum st get() in 0..3' >get.stubs
    says 1 "$states enum st get(void); TASK(t) { v[get()] = 1; TerminateTask(); }" --stubs get.stubs
}

@test "numbers between enumerators do not come" {
    local codes='enum e { FAIL = -1, FINE, LATE = 5, LOST = 20 }; enum e x;' one='x == FAIL || x == FINE || x == LATE || x == LOST'
    says 0 "$codes enum e get(void); TASK(t) { x = get(); assert($one); TerminateTask(); }"
    says 0 "$codes void get(enum e *p); TASK(t) { get(&x); assert($one); TerminateTask(); }"
    says 0 "$codes extern volatile enum e in; TASK(t) { x = in; assert($one); TerminateTask(); }"
    says 0 "$codes extern volatile enum e in; TASK(t) { x = in; assert($one); TerminateTask(); }" --engine paths
    says 1 "$codes enum e get(void); TASK(t) { x = get(); assert(x != LOST); TerminateTask(); }"
    expect_output 'x gives LOST'
    expect_no_output 'a choice'
    says 1 "$codes extern volatile enum e in; TASK(t) { x = in; assert(x != LATE); TerminateTask(); }"
    expect_output 'in gives LATE'
}

@test "enumerators at the ends of their types" {
    says 0 'typedef enum { FINE, TOP = 0xffffffffu } e; e get(void); TASK(t) { e x = get(); assert(x == FINE || x == TOP); TerminateTask(); }'
    expect_output "$GIVEN"
    says 1 'typedef enum { FINE, TOP = 0xffffffffu } e; e get(void); TASK(t) { assert(get() != TOP); TerminateTask(); }'
    says 0 'typedef enum { LEAST = -2147483647 - 1, MOST = 2147483647 } e; e get(void); TASK(t) { e x = get(); assert(x == LEAST || x == MOST); TerminateTask(); }'
    expect_output "$GIVEN"
    says 1 'typedef enum { LOW_ = 1, TOP = 0x80000000u } e; e get(void); int n; TASK(t) { e x = get(); n = (LOW_ | TOP) != 0; assert(x != 0x80000001u); TerminateTask(); }'
    says 0 'typedef enum { LOW_ = 1, TOP = 0x100000000 } e; e get(void); int n; TASK(t) { e x = get(); if (x & TOP) n = 1; assert(x != 5); TerminateTask(); }'
    expect_output '`get` gives no bits but those of the enumerators of its type'
    says 1 'typedef enum { LOW_ = 1, TOP = 0x8000000000000000u } e; e get(void); TASK(t) { assert(get() != 5); TerminateTask(); }'
}

@test "bit-fields of enumerations come like others, if all enumerators fit" {
    local bits='struct s { enum st now : 3; } x; void get(struct s *p); int v[3];'
    says 0 "enum st { A, B, C }; $bits TASK(t) { get(&x); v[x.now] = 1; TerminateTask(); }"
    expect_output "$GIVEN"
    says 0 "enum st { A, B = 3, C = 5 }; $bits TASK(t) { get(&x); assert(x.now == A || x.now == B || x.now == C); TerminateTask(); }"
    says 1 "enum st { A = 1, B = 4 }; $bits TASK(t) { get(&x); if (x.now & A) v[0] = 1; assert(x.now != (A | B)); TerminateTask(); }"
    says 0 "enum st { A = 1, B = 4 }; $bits TASK(t) { get(&x); if (x.now & A) v[0] = 1; assert(!(x.now & 2)); TerminateTask(); }"
    says 1 "enum st { A, B = 9 }; $bits TASK(t) { get(&x); assert(x.now == A); TerminateTask(); }"
}

@test "what goes on for ever with enumerators, and ends with another number, is not known" {
    says 3 'enum ev { RX = 1, TX = 2 }; enum ev get(void); TASK(t) { while (get() != 0) { } TerminateTask(); }'
    expect_output 'but not if `get` gives another number than the enumerators of its type'
    says 3 'enum st { A = 1, B, C }; enum st get(void); int v[4]; TASK(t) { v[get()] = 1; while (get() != 0) { } TerminateTask(); }'
    expect_output 'but not if `get` gives another number than the enumerators of its type'
    says 1 'enum ev { RX = 1, TX = 2 }; enum ev get(void); TASK(t) { while (get() != 8 || 1) { } TerminateTask(); }'
    says 1 'enum st { A, B, C }; enum st get(void); int v[3]; TASK(t) { v[get()] = 1; while (get() != 8 || 1) { } TerminateTask(); }'
    expect_output "$GIVEN"
    says 0 'enum ev { RX = 1, TX = 2 }; enum ev get(void); TASK(t) { enum ev e; while ((e = get()) != 0) { if (e & RX) { } } TerminateTask(); }'
}

@test "an enumeration that another source has is the same where its header is missing" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "os.h"\n#include <assert.h>\n#include "drv.h"\nenum e get(void); TASK(t) { enum e x = get(); assert(x == LOW_ || x == HIGH_); TerminateTask(); }\n' >one.c
    printf 'enum e { LOW_ = 3, HIGH_ = 9 }; enum e last;\n' >two.c
    rtcheck app --without-headers one.oil one.c two.c
    expect_status 0
    sed -i 's/3, HIGH_ = 9/4, HIGH_ = 8/; s/e last/e last; int f(void) { return last \& HIGH_; }/' two.c
    rtcheck app --without-headers one.oil one.c two.c
    expect_status 1
}

@test "an enumerator that says how many there are is none that comes, and named" {
    for count in ST_COUNT NUM_STATES stCnt; do
        says 0 "enum st { A, B, C, $count }; enum st get(void); const int tab[$count] = {1, 2, 3}; int r; TASK(t) { r = tab[get()]; TerminateTask(); }"
        expect_output "\`get\` $GIVEN, without \`$count\`, which says how many they are,"
    done
    for last in TOP ACCOUNT 'ST_COUNT, OTHER = ST_COUNT'; do
        says 1 "enum st { A, B, C, $last }; enum st get(void); const int tab[3] = {1, 2, 3}; int r; TASK(t) { r = tab[get()]; TerminateTask(); }"
    done
}

@test "what gathers numbers of an enumeration that counts makes no flags of it" {
    for gathering in 'e |= f();' 'e = f() | g();' 'e = ~f() & 3;'; do
        says 0 "enum err { OK, WARN, FAIL }; enum err f(void), g(void); int e; TASK(t) { $gathering enum err x = f(); assert(x <= FAIL); TerminateTask(); }"
        expect_output 'no number but the enumerators of'
    done
    says 1 "enum err { OK, WARN, FAIL }; enum err f(void); int e; TASK(t) { e = WARN | FAIL; enum err x = f(); assert(x <= FAIL); TerminateTask(); }"
}

@test "what is an end, a mask or a size by its name may be no value that comes" {
    local states='enum st get(void); int v[3]; TASK(t) { v[get()] = 1; TerminateTask(); }'
    for last in ST_MAX ST_INVALID=0xff ST_FORCE_32BIT=0x7fffffff ST_COUNT=4 ST_NONE_INVALID=-1; do
        says 3 "enum st { A, B, C, $last }; $states"
        expect_output "but not if \`get\` gives no \`${last%=*}\`"
    done
    says 3 'enum m { A, B, C, M_MASK = 0x0f }; enum m get(void); TASK(t) { switch (get() & M_MASK) { case A: case B: case C: break; default: assert(0); } TerminateTask(); }'
    expect_output 'but not if `get` gives no `M_MASK`'
    says 3 'enum m { A = 1, B = 2, M_MAX = 8 }; enum m get(void); TASK(t) { assert(get() < 3); TerminateTask(); }'
    expect_output 'but not if `get` gives no `M_MAX`, and `get` gives one enumerator of its type at a time'
    # the same is wrong without it, or it is a value, too
    says 1 'enum st { A, B, C, D, ST_MAX }; enum st get(void); int v[3]; TASK(t) { v[get()] = 1; TerminateTask(); }'
    says 1 'enum st { A, B, C, D, ST_LAST = D }; enum st get(void); int v[3]; TASK(t) { v[get()] = 1; TerminateTask(); }'
    says 1 'enum st { ST_MAX, ST_MIN }; enum st get(void); TASK(t) { assert(get() != ST_MAX); TerminateTask(); }'
    says 1 'enum st { ST_INVALID }; enum st get(void); TASK(t) { assert(get() != ST_INVALID); TerminateTask(); }'
}

@test "flags of which code asks for single ones may come one at a time, and perhaps none" {
    local bits='enum hot { A = 1, B = 2, C = 4 }; enum hot get(void); int n;' both='if (x & A) n++; if (x & B) n++; assert(n < 2);'
    says 3 "$bits TASK(t) { enum hot x = get(); $both TerminateTask(); }"
    expect_output 'but not if `get` gives one enumerator of its type at a time'
    says 3 'enum hot { A = 1 << 0, B = 1 << 1 }; enum hot get(void); TASK(t) { switch (get()) { case 0: case A: case B: break; default: assert(0); } TerminateTask(); }'
    says 3 'enum st { A, B, C }; enum st get(void), last; int v[3]; TASK(t) { enum st x = get(); if (x & last) v[0] = 1; v[x] = 1; TerminateTask(); }'
    says 1 "$bits TASK(t) { enum hot x = get(); n = A | B; n = 0; $both TerminateTask(); }"
    says 1 "$bits TASK(t) { enum hot x = get(); if (x & A) n++; assert(n == 0); TerminateTask(); }"
    says 1 "$bits TASK(t) { enum hot x = get(); if (x & A) n = 1; assert(x != 0); TerminateTask(); }"
    says 0 "$bits TASK(t) { enum hot x = get(); if (x & A) n = 1; assert(x < 8); TerminateTask(); }"
}
