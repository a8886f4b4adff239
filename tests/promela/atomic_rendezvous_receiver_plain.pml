// A receiver that is not inside an atomic does not get control, and the sender loses it.
// expect: holds
// spin-states: 54
chan q = [0] of { byte };
byte x;
active proctype a() { atomic { x = 1; q!5; x = 2; x = 3 } }
active proctype b() { byte y; q?y; x = 10; x = 11 }
active proctype c() { byte s; s = x }
