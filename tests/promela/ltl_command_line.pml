// A formula from the command line.
// expect: holds
// spin-states: 6
// check: --ltl '[] (x < 3)' => holds
// check: --ltl '<> (x == 2)' => holds
// check: --ltl '[] (x < 2)' => violated
byte x;
active proctype main() { do :: x < 2 -> x++ :: x == 2 -> x = 0 od }
