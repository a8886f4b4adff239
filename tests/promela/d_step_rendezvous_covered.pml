// A d_step with a handshake that an escape covers.
// expect: violated invalid end state
// spin-states: 8
chan c = [0] of { byte };
byte r, y = 3;
active proctype a() { c!5; r = 2; c!4 }
active proctype b() { byte x; { d_step { c?x; y = 1; y = 2 }; d_step { c?4; y = 7 } } unless { r == 2 } }
