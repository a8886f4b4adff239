// Formulas without names are ltl_0, ltl_1, ...
// expect: holds
// spin-states: 3
// check: --claim ltl_0 => holds
byte x;
active proctype main() { x = 1 }
ltl { <> (x == 1) }
