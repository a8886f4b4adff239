#!/bin/sh
# Shows what rtcheck does: demo.sh RTCHECK. Every run's answer is known; the script fails if one comes out otherwise.
set -u
rtcheck=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 1

# show EXPECTED-STATUS WHAT COMMAND OPTIONS...
show() {
    expected=$1 what=$2
    shift 2
    printf '\n# %s\n$ rtcheck %s\n' "$what" "$*"
    "$rtcheck" "$@"
    status=$?
    [ $status = "$expected" ] && return
    echo "demo: exit status $status, expected $expected" >&2
    exit 1
}

show 0 "A protocol over a line that loses messages: nothing arrives twice or out of order." \
    model examples/alternating_bit.pml
show 0 "Brake by wire: a foot on the pedal brakes, even when the bus breaks." \
    model examples/brake_by_wire.pml
show 1 "An OSEK kernel with a bug, in every environment of up to two tasks and two resources: which of them fail?" \
    env models/osek/osek.env --design models/osek/bugs/getresource_overwrites.pml --set T=1..2 --set R=0..2
show 1 "A cruise control in C and OIL: an interrupt comes where its author did not expect it." \
    app examples/app/cruise/cruise.oil examples/app/cruise/broken/cruise.c examples/app/cruise/wheel.c \
    examples/app/cruise/control.c examples/app/cruise/hardware.c
show 1 "A home-made lock for two tasks: here is the schedule that breaks it." \
    model examples/mutex_broken.pml

printf '\nverdict: the first two hold, the kernel, the cruise control and the lock are broken: as it should be.\n'
