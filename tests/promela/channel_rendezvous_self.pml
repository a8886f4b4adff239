// A process that offers both halves to itself is stuck.
// expect: violated invalid end state
// spin-states: 1
chan q = [0] of { bit };
active proctype main() {
    if
    :: q!1
    :: q?1
    fi
}
