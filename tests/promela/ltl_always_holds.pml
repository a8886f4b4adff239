// [] p where p holds everywhere.
// expect: holds
// spin-states: 12
// check: --claim p => holds
byte x;
active proctype a() { do :: x < 5 -> x++ :: x == 5 -> x = 0 od }
ltl p { [] (x <= 5) }
