// Assertions inside a d_step are checked.
// expect: violated assertion
// spin-states: 3
byte x;
active proctype a() { d_step { x = 1; assert(x == 2); x = 3 } }
