// Two d_steps wait for one handshake.
// expect: violated invalid end state
// spin-states: 17
chan c = [0] of { byte };
byte r, y = 3;
active proctype a() { c!5; c!6 }
active [2] proctype b() { byte x; do :: d_step { c?x -> y = x } :: d_step { y > 4 -> y-- } od }
