// After the last statement of an atomic others may move again.
// expect: violated assertion
// spin-states: 25
byte x;
active proctype a() { atomic { x = 1; x = 2 }; x = 3 }
active proctype b() { byte seen; seen = x; assert(seen != 1); assert(seen != 2) }
