# What the command-line tests share.

ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
RTCHECK=$(realpath "${RTCHECK:-$ROOT/build/rtcheck}") # each test has a folder of its own
export NO_COLOR=1

# The pipes of reader.py, which answers json and expect_valid.
setup_file() {
    mkfifo "$BATS_FILE_TMPDIR/asked" "$BATS_FILE_TMPDIR/told"
    python3 "$BATS_TEST_DIRNAME/reader.py" "$BATS_FILE_TMPDIR" </dev/null >/dev/null 2>&1 3>&- 4>&- &
    echo $! >"$BATS_FILE_TMPDIR/reader"
}

teardown_file() { kill "$(<"$BATS_FILE_TMPDIR/reader")"; }

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    cat >broken.pml <<'END'
byte x;
active proctype one() { x = 1 }
active proctype two() { x = 2; assert(x == 2) }
END
    cat >fine.pml <<'END'
byte x;
active proctype one() {
    x = 1;
    assert(x == 1);
    if
    :: x == 1
    :: x == 2 -> x = 3
    fi
}
END
    cat >stuck.pml <<'END'
chan q = [0] of { byte };
byte got;
active proctype asks() { q?got }
active proctype idle() { end: false }
END
    cat >talk.pml <<'END'
mtype = { ask, tell };
chan q = [2] of { mtype, byte };
chan r = [0] of { byte };
byte answer;
active proctype client() { q!ask,7; r?answer; printf("the answer is %d\n", answer); assert(answer != 8) }
active proctype server() { byte n; q?ask,n; r!n+1 }
END
    cat >loops.pml <<'END'
bool a, done;
active proctype toggle() { do :: a = !a :: a -> done = true; break od }
ltl finishes { <> done }
ltl sound { [] (done -> a) }
END
}

# need TOOL: without it the test is skipped, and where CI is set, where nobody reads of skips, it fails.
need() {
    command -v "$1" >/dev/null && return
    [ -n "${CI:-}" ] && { echo "$1 is not installed" >&2; return 1; }
    skip "$1 is not installed"
}

# until_it_listens PID INT|TERM: the program has begun and catches the signal, which would simply end it before.
until_it_listens() {
    local bit=1 caught
    [ "$2" = INT ] || bit=14
    for _ in $(seq 600); do
        caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null) || return 0
        [ -n "$caught" ] || return 0
        [ $((16#${caught: -8} >> bit & 1)) = 0 ] || return 0
        sleep 0.1
    done
}

# with_time TEST COMMAND...: with a little time, and where TEST does not hold afterwards, as on a crowded machine, with more.
with_time() {
    local good=$1 time
    shift
    for time in 300ms 3s 30s; do
        rtcheck "$@" --time $time
        eval "$good" && return
    done
    fail "never: $good"
}

# rtcheck ARGUMENTS: fills $status, $output (stdout) and $errors (stderr).
rtcheck() {
    status=0
    "$RTCHECK" "$@" >stdout.txt 2>stderr.txt || status=$?
    output=$(<stdout.txt)
    errors=$(<stderr.txt)
}

# Where a test is about something large, the plain build is asked: sanitizers see the same code at work in the small ones.
at_full_speed() { [ ! -x "$ROOT/build/rtcheck" ] || RTCHECK=$ROOT/build/rtcheck; }

# ask_reader WORDS: what reader.py says to that; its status is the answer's.
ask_reader() {
    local answer='' asked told
    exec {asked}<>"$BATS_FILE_TMPDIR/asked" {told}<>"$BATS_FILE_TMPDIR/told"
    printf '%s\0' "$PWD" "$@" '' >&"$asked"
    IFS= read -r -d '' -t 120 -u "$told" answer || { teardown_file; answer=$'1\nno answer'; } # and none that comes late
    exec {asked}>&- {told}>&-
    printf '%s' "${answer#*$'\n'}"
    return "${answer%%$'\n'*}"
}

fail() {
    printf '%s\nstatus %s\n--- stdout\n%s\n--- stderr\n%s\n' "$1" "$status" "$output" "$errors" >&2
    return 1
}

expect_status() { [ "$status" = "$1" ] || fail "expected status $1"; }
expect_output() { case $output in *"$1"*) ;; *) fail "not on stdout: $1" ;; esac; }
expect_no_output() { case $output in *"$1"*) fail "on stdout: $1" ;; esac; }
expect_error() { case $errors in *"$1"*) ;; *) fail "not on stderr: $1" ;; esac; }
expect_first_line() { [ "${output%%$'\n'*}" = "$1" ] || fail "the first line is not: $1"; }
expect_same_file() { cmp -s "$1" "$2" || fail "$1 and $2 differ"; }
expect_absent() { [ ! -e "$1" ] || fail "$1 exists"; }
expect_valid() { ask_reader valid "$@" >&2 || fail "not valid: $*"; }
# json EXPRESSION: a value of the object on stdout, as Python prints it.
json() { ask_reader print "$1"; }
expect_json() { [ "$(json "$1")" = "$2" ] || fail "$1 is $(json "$1"), expected $2"; }
