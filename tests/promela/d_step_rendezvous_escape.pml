// An escape that is a d_step with a handshake.
// expect: holds
// spin-states: 19
chan c = [0] of { byte };
byte r, y = 3;
active proctype a() { c!5; r = 2 }
active proctype b() { byte x; { y++; y++; x = 9; (r == 7) } unless { d_step { c?x; y = y + x; x = 0 } } }
