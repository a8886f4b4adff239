// [] <> p and <> [] p, with and without fairness.
// expect: holds
// spin-states: 9
// check: --claim again => holds
// check: --claim again --fair => holds
// check: --claim settles => violated
// check: --claim settles --fair => holds
byte x, y;
active proctype a() { do :: x = (x + 1) % 3 od }
active proctype b() { y = 1 }
ltl again { [] <> (x == 0) }
ltl settles { <> [] (y == 1) }
