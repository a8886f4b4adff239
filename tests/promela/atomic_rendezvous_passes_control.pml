// A rendezvous send inside atomic passes control to a receiver that is inside an atomic too.
// expect: holds
// spin-states: 51
chan q = [0] of { byte };
byte x;
active proctype a() { atomic { x = 1; q!5; x = 2; x = 3 } }
active proctype b() { byte y; atomic { q?y; x = 10; x = 11 }; x = 12 }
active proctype c() { byte s; s = x; assert(s != 10) }
