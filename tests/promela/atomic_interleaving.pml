// Nobody sees the states inside an atomic sequence.
// expect: holds
// spin-states: 18
byte x, y;
active proctype a() { atomic { x = 1; y = 1 }; atomic { x = 2; y = 2 } }
active proctype b() { assert(x == y); atomic { x = x + 10; y = y + 10 } }
