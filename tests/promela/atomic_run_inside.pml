// Processes that are started inside an atomic begin after it.
// expect: holds
// spin-states: 19
byte x, order;
proctype p(byte n) { assert(x == 2); order = order * 2 + n }
init { atomic { x = 1; run p(0); run p(1); x = 2 } }
