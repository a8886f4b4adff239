// Fairness where one process moves only by handshakes with another.
// expect: holds
// spin-states: 8
// check: --claim moves => violated
// check: --claim moves --fair => holds
chan q = [0] of { bit };
byte n;
active proctype sender() { do :: q!1 od }
active proctype receiver() { do :: q?1 -> n = 1 - n od }
active proctype idle() { bit x; do :: x = 1 - x od }
ltl moves { [] <> (n == 1) }
