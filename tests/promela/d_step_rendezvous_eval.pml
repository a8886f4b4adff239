// What a d_step matches in a handshake.
// expect: holds
// spin-states: 7
chan c = [0] of { byte };
byte r, y = 3;
active proctype a() { c!5; r = 4; c!4; c!5 }
active proctype b() { byte x; d_step { c?eval(y + 2); y = 4 }; d_step { c?eval(r); y++ }; d_step { c?eval(y); y = 0 } }
