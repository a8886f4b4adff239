// The receiver's eval() sees the state before the handshake.
// expect: holds
// spin-states: 8
chan q = [0] of { byte, byte };
byte v = 3;
active proctype a() { q!3,8; assert(v == 8) }
active proctype b() { q?eval(v),v; assert(v == 8) }
