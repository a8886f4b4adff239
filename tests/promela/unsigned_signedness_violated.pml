// The same, of what would be true of unsigned numbers.
// expect: violated assertion
// spin-states: 3
unsigned n : 17 = 2;
active proctype p() { assert(n - 3 > 0) }
