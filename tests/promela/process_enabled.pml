// enabled(p) tells whether a process can move.
// expect: violated invalid end state
// spin-states: 8
byte x;
active proctype a() { x == 1; x = 2; x == 7 }
active proctype b() { assert(!enabled(0)); x = 1; x == 2; assert(!enabled(0)) }
