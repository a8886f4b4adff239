// Capacity 0: send and receive are one step of two processes.
// expect: holds
// spin-states: 12
chan q = [0] of { byte };
byte order;
active proctype a() { q!1; order++; q!2; order++ }
active proctype b() { byte x; q?x; assert(x == 1); q?x; assert(x == 2 && order >= 1) }
