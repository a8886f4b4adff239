// The sender is not in an atomic, the receiver is: the receiver goes on alone.
// expect: holds
// spin-states: 109
chan q = [0] of { byte };
byte x;
active proctype a() { x = 1; q!5; x = 2; x = 3 }
active proctype b() { byte y; atomic { q?y; x = 10; x = 11 }; x = 12 }
active proctype c() { byte s; s = x; assert(s != 10) }
