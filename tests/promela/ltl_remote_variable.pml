// Atoms with local variables of processes.
// expect: holds
// spin-states: 10
// check: --claim low => holds
// check: --claim high => violated
active proctype p() { byte n; do :: n < 4 -> n++ :: n == 4 -> n = 0 od }
ltl low { [] (p[0]:n <= 4) }
ltl high { <> [] (p[0]:n > 0) }
