// timeout inside an atomic.
// expect: holds
// spin-states: 8
byte x;
active proctype a() { atomic { x = 1; timeout -> x = 2; x = 3 } }
active proctype b() { x == 1; x = 5; x == 3 }
