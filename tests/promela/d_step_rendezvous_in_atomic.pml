// Handshakes of d_steps within atomic sequences, on either side.
// expect: violated assertion
// spin-states: 19
chan c = [0] of { byte };
byte r, y = 3;
active proctype a() { atomic { c!5; r = 2; r = 3 }; c!4 }
active proctype b() { byte x; atomic { d_step { c?x; y = x }; y = r; r = 1 } }
active proctype d() { byte x; d_step { c?x; y = x; x = 0 }; assert(r == 0 || y != 3) }
