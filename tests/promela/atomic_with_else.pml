// else inside atomic.
// expect: holds
// spin-states: 10
byte x, y;
active proctype a() { atomic { if :: x == 1 -> y = 1 :: else -> y = 2 fi; y = y + 10 } }
active proctype b() { x = 1 }
