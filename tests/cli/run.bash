#!/usr/bin/env bash
# run.bash [--timing] [--filter REGEX] FILE.bats: runs tests that are written for bats and says of them what bats says (TAP), in a fraction of its time.
#
# bats starts a shell for each test, which reads the whole file again, and stops at each command to note where it is. This one
# reads a file once; a copy of it (fork) runs each test. It knows what our files use of bats: load, run, skip, setup, teardown,
# setup_file, teardown_file, and the names of folders. A test that takes longer than BATS_TEST_TIMEOUT seconds fails.
set -uo pipefail
shopt -s extglob

RUN_LIMIT=${BATS_TEST_TIMEOUT:-300}

# ---- what tests call

load() { source "$BATS_TEST_DIRNAME/$1.bash"; }

run() {
    status=0
    output=$("$@" 2>&1) || status=$?
    mapfile -t lines <<<"$output"
}

skip() {
    RUN_SKIPPED=" # skip${1:+ $1}"
    exit 0
}

setup_file() { :; }
teardown_file() { :; }
setup() { :; }
teardown() { :; }

# ---- reading a file

# Writes the file with functions in place of tests to $RUN_READ, line by line, and fills RUN_NAMES.
read_tests() {
    local line name
    local -r head='^[[:blank:]]*@test[[:blank:]]+(.*[^[:blank:]])[[:blank:]]+\{(.*)$'
    RUN_NAMES=()
    while IFS= read -r line || [ -n "$line" ]; do
        if [[ $line == *@test* && $line =~ $head ]]; then
            name=${BASH_REMATCH[1]#[\"\']}
            RUN_NAMES+=("${name%[\"\']}")
            line="test_${#RUN_NAMES[@]}() {${BASH_REMATCH[2]}"
        fi
        printf '%s\n' "$line"
    done <"$1" >"$RUN_READ"
}

# ---- one test

# Where a command failed: its line in the test, and the functions that it is in.
note_failure() {
    local i file
    [ -z "$RUN_PLACE" ] || return 0
    for ((i = 1; i < ${#BASH_SOURCE[@]}; i++)); do
        RUN_LINE=${BASH_LINENO[i - 1]} file=${BASH_SOURCE[i]#"$PWD/"}
        [ "${BASH_SOURCE[i]}" != "$RUN_READ" ] || file=$RUN_FILE
        case ${FUNCNAME[i]} in
        try_test) break ;;
        test_*) RUN_PLACE+="in test file $RUN_FILE, line $RUN_LINE" && return 0 ;;
        *) RUN_PLACE+="from function \`${FUNCNAME[i]}' in file $file, line $RUN_LINE, " ;;
        esac
    done
    RUN_PLACE='' RUN_LINE=0 # at its end
}

# The last that a test does, however it ends: tells the shell that waits for it.
end_test() {
    local status=$?
    trap - ERR EXIT
    set +eE
    [ "$status" != 0 ] || [ -n "$RUN_DONE$RUN_SKIPPED" ] || status=1 # it called exit
    teardown || status=1
    printf '%s\037%s\037%s\037%s\n' "$status" "$RUN_SKIPPED" "${RUN_LINE:-0}" "$RUN_PLACE" >&"$RUN_TOLD"
    exit "$status"
}

# try_test NUMBER: runs that test in this shell, which ends with it.
try_test() {
    set -eE +u +o pipefail
    RUN_DONE='' RUN_SKIPPED='' RUN_PLACE='' RUN_LINE=''
    trap end_test EXIT
    trap note_failure ERR
    setup
    "test_$1"
    RUN_DONE=yes
}

# ---- all tests of a file

tell_failure() {
    local name=$1 line=$2 place=$3 out=$4
    printf 'not ok %s %s\n' "$RUN_NUMBER" "$name"
    [ -z "$place" ] || printf '# (%s)\n' "$place"
    [ "$line" = 0 ] || sed -n "${line}s/^[[:blank:]]*\\(.*\\)/#   \`\\1' failed/p" "$RUN_FILE"
    sed 's/^/# /' "$out"
}

# $RUN_WORKED: milliseconds of processor time of all tests until now, with what servers (helpers.bash) did for them.
processor_time() {
    local file=$BATS_RUN_TMPDIR/times part server=() clocks
    times >"$file"
    RUN_WORKED=0
    while read -r -a clocks; do # two lines of two times, as 1m2.345s: of this shell, of its children
        for part in "${clocks[@]}"; do
            part=${part//[.,s]/}
            RUN_WORKED=$((RUN_WORKED + ${part%m*} * 60000 + 10#${part#*m}))
        done
    done <"$file"
    for file in "$BATS_FILE_TMPDIR"/*/pid; do
        [ -e "$file" ] || continue
        read -r -a server <"/proc/$(<"$file")/stat" && RUN_WORKED=$((RUN_WORKED + 10 * (${server[15]} + ${server[16]})))
    done
} 2>/dev/null

run_test() {
    local name=${RUN_NAMES[$1 - 1]} out=$BATS_RUN_TMPDIR/out status skipped line place began=${EPOCHREALTIME/[.,]/} took='' pid RUN_WORKED
    [ -z "$RUN_TIMING" ] || processor_time
    local before=${RUN_WORKED:-0}
    export BATS_TEST_TMPDIR=$BATS_RUN_TMPDIR/test/$RUN_NUMBER BATS_TEST_NUMBER=$1
    mkdir "$BATS_TEST_TMPDIR"
    set -m # a process group of its own, so that a test that does not end can be ended with all that it started
    try_test "$1" >"$out" 2>&1 </dev/null & # no `||`, which would switch its `set -e` off
    pid=$!
    set +m
    if IFS=$'\037' read -r -t "$RUN_LIMIT" -u "$RUN_TOLD" status skipped line place; then
        wait "$pid"
    else
        kill -KILL -- "-$pid"
        wait "$pid"
        rm -rf "$BATS_FILE_TMPDIR"/{usual,fast} # whatever it asked, the next tests do not want to hear of
        status=1 line=0 place="it did not end within $RUN_LIMIT s"
    fi 2>/dev/null
    if [ -n "$RUN_TIMING" ]; then
        processor_time
        took=" in $(((${EPOCHREALTIME/[.,]/} - began) / 1000))ms, $((RUN_WORKED - before))ms of a processor"
    fi
    if [ "$status" = 0 ]; then
        printf 'ok %s %s%s%s\n' "$RUN_NUMBER" "$name" "$took" "$skipped"
    else
        RUN_FAILED=1
        tell_failure "$name$took" "$line" "$place" "$out"
    fi
    rm -rf "$BATS_TEST_TMPDIR"
}

run_file() {
    local i
    setup_file || { echo "# setup_file failed"; return 1; }
    for ((i = 1; i <= ${#RUN_NAMES[@]}; i++)); do
        [[ ! ${RUN_NAMES[i - 1]} =~ $RUN_FILTER ]] || RUN_CHOSEN+=("$i")
    done
    echo "1..${#RUN_CHOSEN[@]}"
    for i in "${RUN_CHOSEN[@]}"; do
        RUN_NUMBER=$((RUN_NUMBER + 1))
        run_test "$i"
    done
}

# However it ends.
clear_up() {
    trap - EXIT
    teardown_file
    rm -rf "$BATS_RUN_TMPDIR"
}

# As one command, which a shell has read to its end before it begins.
main() {
    RUN_TIMING='' RUN_FILTER='' RUN_FAILED=0 RUN_NUMBER=0 RUN_CHOSEN=()
    while [[ ${1:-} == --* ]]; do
        case $1 in
        --timing) RUN_TIMING=1 ;;
        --filter) RUN_FILTER=$2 && shift ;;
        *) sed -n '2,/^[^#]*$/s/^# \{0,1\}//p' "$0" && exit 2 ;;
        esac
        shift
    done
    RUN_FILE=$1
    BATS_TEST_FILENAME=$(realpath -e "$RUN_FILE") || exit 2
    BATS_RUN_TMPDIR=$(mktemp -d -t tests.XXXXXX) || exit 2
    trap clear_up EXIT
    trap 'exit 130' INT TERM
    export BATS_TEST_FILENAME BATS_RUN_TMPDIR BATS_TEST_DIRNAME=${BATS_TEST_FILENAME%/*} BATS_FILE_TMPDIR=$BATS_RUN_TMPDIR/file
    mkdir "$BATS_FILE_TMPDIR" "$BATS_RUN_TMPDIR/test"
    mkfifo "$BATS_RUN_TMPDIR/told"
    exec {RUN_TOLD}<>"$BATS_RUN_TMPDIR/told"
    RUN_READ=$BATS_RUN_TMPDIR/read.bash
    read_tests "$RUN_FILE"
    source "$RUN_READ"
    run_file
    exit "$RUN_FAILED"
}

main "$@"
