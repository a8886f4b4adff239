// A d_step is one transition, whatever is in it.
// expect: holds
// spin-states: 7
byte x, y;
active proctype a() { d_step { x = 1; y = 1; x = x + y; do :: x < 10 -> x++ :: else -> break od; y = x } }
active proctype b() { assert(x == y) }
