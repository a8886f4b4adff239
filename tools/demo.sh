#!/bin/sh
# Shows what rtcheck does: demo.sh RTCHECK. Every run's answer is known; the script fails if one comes out otherwise.
set -u
rtcheck=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 1

# show EXPECTED-STATUS WHAT OPTIONS...
show() {
    expected=$1 what=$2
    shift 2
    printf '\n# %s\n$ rtcheck model %s\n' "$what" "$*"
    "$rtcheck" model "$@"
    status=$?
    [ $status = "$expected" ] && return
    echo "demo: exit status $status, expected $expected" >&2
    exit 1
}

show 0 "A protocol over a line that loses messages: nothing arrives twice or out of order." \
    examples/alternating_bit.pml
show 0 "Brake by wire: a foot on the pedal brakes, even when the bus breaks." \
    examples/brake_by_wire.pml
show 1 "A home-made lock for two tasks: here is the schedule that breaks it." \
    examples/mutex_broken.pml

printf '\nverdict: the first two hold, the lock is broken: as it should be.\n'
