// A division by zero in a formula: an error, not a value.
// expect: holds
// spin: none (it divides)
// check: --claim p => violated division
// check: --claim q => holds
byte x = 2;
active proctype a() { x = 1; x = 0; x = 1 }
ltl p { [] (4 / x > 0) }
ltl q { [] (x == 0 || 4 / x > 0) }
