// Where the rest of the formula decides, nothing is out of range.
// expect: holds
// spin-states: 6
// check: --claim p => holds
byte x, a[2];
active proctype p0() { x = 1; x = 0; x = 2; x = 0 }
ltl p { [] (x < 2 -> a[x] == 0) }
