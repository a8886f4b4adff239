// [] p with one bad state.
// expect: holds
// spin-states: 12
// check: --claim p => violated
byte x;
active proctype a() { do :: x < 5 -> x++ :: x == 5 -> x = 0 od }
ltl p { [] (x < 5) }
