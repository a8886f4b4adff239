// The first statement of a d_step may block; then nothing of it has happened.
// expect: holds
// spin-states: 8
byte x;
active proctype a() { d_step { x == 1 -> x = 2; x = 3 } }
active proctype b() { x = 1; assert(x != 2) }
