// A progress label of the whole, and an end label of an atomic sequence with an escape.
// expect: holds
// spin-states: 4
// check: --progress => holds
byte x;
active proctype a() { do :: x = 1; progress: { x = 2; x = 3 } unless { x == 9 } od }
active proctype b() { end: atomic { x == 7; x = 0 } unless { x == 8 } }
