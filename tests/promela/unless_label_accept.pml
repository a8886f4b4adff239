// An accept label of the whole.
// expect: holds
// spin-states: 4
// check: --acceptance => violated acceptance cycle
byte x;
active proctype a() { do :: x = 1; accept: { x = 2; x = 3 } unless { x == 9 } od }
