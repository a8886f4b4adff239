// A later statement that blocks is an error.
// expect: violated d_step
byte x;
active proctype a() { d_step { x = 1; x == 2; x = 3 } }
active proctype b() { x = 0 }
