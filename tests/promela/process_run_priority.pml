// run gives a priority; a process of higher priority that can move takes control even out of an atomic.
// expect: violated assertion
// spin-states: 11
byte x;
proctype p(byte n) { x = x * 2 + n }
init { atomic { run p(0) priority 3; run p(1) priority 7 }; _nr_pr == 1; assert(x == 1); assert(x == 2) }
