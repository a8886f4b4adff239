// Blocks and atomic sequences inside a d_step begin with a handshake as it does.
// expect: holds
// spin-states: 6
chan c = [0] of { byte };
byte r, y = 3;
active proctype a() { c!5; r = 2; c!4 }
active proctype b() { byte x; d_step { atomic { c?x; y = 1 }; y = 2 }; d_step { { c?x; y = x }; x = 0 } }
