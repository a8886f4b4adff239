// The same, with what is true whoever goes on first.
// expect: holds
// spin-states: 9
chan c = [0] of { byte };
byte r, y = 3;
active proctype a() { c!5; c!6; r = 1 }
active proctype b() { byte x; d_step { c?x; y = x }; d_step { c?x -> y = y + x; x = 0 }; assert(y == 11) }
