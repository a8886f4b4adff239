// Channels of an array.
// expect: violated assertion
// spin-states: 9
chan c[2] = [0] of { byte, bit };
byte y;
active proctype a() { c[0]!5,1; c[1]!6,0 }
active proctype b() { byte x; d_step { c[1]?x,0 -> y = x }; assert(false) }
active proctype d() { byte x; d_step { c[0]?x,1 -> y = x } }
