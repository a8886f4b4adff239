// atomic inside atomic, and a d_step inside atomic.
// expect: holds
// spin-states: 19
byte x;
active proctype a() { atomic { x = 1; atomic { x = 2; x = 3 }; d_step { x = 4; x = 5 }; x = 6 }; x = 7 }
active proctype b() { byte s; s = x; assert(s == 0 || s >= 6) }
