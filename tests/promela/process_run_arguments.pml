// run evaluates its arguments at once and cuts them to the parameters' types.
// expect: holds
// spin-states: 10
byte x = 5; short out;
proctype p(byte a; short b; bit c) { out = a + b; assert(a == 44 && b == -1 && c == 1) }
init { run p(300, x - 6, 3); x = 0 }
