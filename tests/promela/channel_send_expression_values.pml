// The values sent are computed in the state of the send.
// expect: violated assertion
// spin-states: 32
chan q = [1] of { byte };
byte x = 1;
active proctype a() { q!x + x }
active proctype b() { x = 2; x = 3 }
active proctype c() { byte y; q?y; assert(y == 2 || y == 4 || y == 6); assert(y != 6) }
