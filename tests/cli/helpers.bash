# What the command-line tests share.

ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
PLAIN=$ROOT/build/rtcheck
RTCHECK=$(realpath "${RTCHECK:-$PLAIN}") # each test has a folder of its own
export NO_COLOR=1
# Spin's verifiers of small models are compiled by whoever is fastest: cc takes ten seconds for one, tcc a fifth of a second.
CC=$(command -v tcc || echo cc)
export CC

# The pipes of reader.py, which answers json and expect_valid, and the processes that answer rtcheck.
setup_file() {
    mkfifo "$BATS_FILE_TMPDIR/asked" "$BATS_FILE_TMPDIR/told"
    mkdir "$BATS_FILE_TMPDIR/reader"
    python3 "$BATS_TEST_DIRNAME/reader.py" "$BATS_FILE_TMPDIR" </dev/null >/dev/null 2>&1 3>&- 4>&- &
    echo $! >"$BATS_FILE_TMPDIR/reader/pid"
    serve usual "$RTCHECK"
    if ! [ "$RTCHECK" -ef "$PLAIN" ] && grep -qE 'at_full_speed|missing_headers' "$BATS_TEST_FILENAME"; then serve fast "$PLAIN"; fi
}

teardown_file() {
    local file
    for file in "$BATS_FILE_TMPDIR"/*/pid; do
        kill "$(<"$file")"
        wait "$(<"$file")" 2>/dev/null || : # so that their time is known
    done
}

# serve NAME PROGRAM: a process of PROGRAM that waits for questions, if it was built with it.
serve() {
    local folder=$BATS_FILE_TMPDIR/$1
    [ -x "$2-served" ] && [ ! "${2%/*}/src/librtcheck-core.a" -nt "$2-served" ] || return 0
    mkdir "$folder"
    mkfifo "$folder/asked" "$folder/ended"
    "$2-served" 0<>"$folder/asked" 1<>"$folder/ended" 2>/dev/null 3>&- 4>&- &
    echo $! >"$folder/pid"
}

# surroundings: $NOW is what a program is given by who starts it, but for its folder, words and files.
surroundings() {
    { declare -px; ulimit -a; umask; trap -p INT TERM HUP QUIT PIPE; } >"$BATS_TEST_TMPDIR.surroundings"
    NOW=$(<"$BATS_TEST_TMPDIR.surroundings")
}

# begin: into the test's folder, whose rtcheck are answered by the server until it changes its surroundings.
begin() {
    local NOW
    cd "$BATS_TEST_TMPDIR" || return 1
    export -n PWD OLDPWD
    surroundings
    USUAL=$NOW TESTER=$BASHPID SERVER=$BATS_FILE_TMPDIR/usual
}

# can_serve COUNT: so many words can be answered by the server.
can_serve() {
    local NOW
    [ -e "${SERVER:-/}/pid" ] && [ "$BASHPID" = "$TESTER" ] && [ "$1" -lt 900 ] && [ /dev/stdin -ef /dev/null ] || return 1
    surroundings
    [ "$NOW" = "$USUAL" ]
}

# Without `cat` and here-documents: tests are so many that two processes each, of no use to most, are seconds.
setup() {
    begin
    echo "$BROKEN_MODEL" >broken.pml
    echo "$FINE_MODEL" >fine.pml
    echo "$STUCK_MODEL" >stuck.pml
    echo "$TALK_MODEL" >talk.pml
    echo "$LOOPS_MODEL" >loops.pml
}

BROKEN_MODEL='byte x;
active proctype one() { x = 1 }
active proctype two() { x = 2; assert(x == 2) }'
FINE_MODEL='byte x;
active proctype one() {
    x = 1;
    assert(x == 1);
    if
    :: x == 1
    :: x == 2 -> x = 3
    fi
}'
STUCK_MODEL='chan q = [0] of { byte };
byte got;
active proctype asks() { q?got }
active proctype idle() { end: false }'
TALK_MODEL='mtype = { ask, tell };
chan q = [2] of { mtype, byte };
chan r = [0] of { byte };
byte answer;
active proctype client() { q!ask,7; r?answer; printf("the answer is %d\n", answer); assert(answer != 8) }
active proctype server() { byte n; q?ask,n; r!n+1 }'
LOOPS_MODEL='bool a, done;
active proctype toggle() { do :: a = !a :: a -> done = true; break od }
ltl finishes { <> done }
ltl sound { [] (done -> a) }'

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
#
# Most of the time of a small question goes into starting the program. Where a test has changed nothing that a program may
# notice, and nothing runs beside it, a copy of a process that has started answers (tests/served).
rtcheck() {
    status=0
    if can_serve $#; then
        served "$@"
    else
        "$RTCHECK" "$@" >stdout.txt 2>stderr.txt || status=$?
    fi
    output=$(<stdout.txt)
    errors=$(<stderr.txt)
}

served() {
    local asked ended
    exec {asked}<>"$SERVER/asked" {ended}<>"$SERVER/ended"
    printf '%s\0' $(($# + 3)) "$PWD" stdout.txt stderr.txt "$@" >&"$asked"
    IFS= read -r -t 290 -u "$ended" status || { rm -r "$SERVER"; status="none: no answer"; } # none comes late
    exec {asked}>&- {ended}>&-
    [ "${status:0:1}" != - ] || status=$((128 - status)) # by a signal
}

# Where a test is about something large, the plain build is asked: sanitizers see the same code at work in the small ones.
at_full_speed() {
    [ -x "$PLAIN" ] && ! [ "$RTCHECK" -ef "$PLAIN" ] || return 0
    USUALLY=$RTCHECK RTCHECK=$PLAIN SERVER=$BATS_FILE_TMPDIR/fast
}

# ... and not any more.
at_usual_speed() { [ -z "${USUALLY:-}" ] || RTCHECK=$USUALLY SERVER=$BATS_FILE_TMPDIR/usual; }

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
