// An index out of range in a formula.
// expect: holds
// spin-states: 6
// check: --claim p => violated
byte x, a[2];
active proctype p0() { x = 1; x = 0; x = 2; x = 0 }
ltl p { [] (a[x] == 0) }
