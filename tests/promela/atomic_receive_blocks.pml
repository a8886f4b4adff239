// A buffered receive inside atomic that has to wait.
// expect: holds
// spin-states: 15
chan q = [1] of { byte };
byte x;
active proctype a() { byte y; atomic { x = 1; q?y; x = y; x = x + 1 } }
active proctype b() { q!5; x = x + 100 }
