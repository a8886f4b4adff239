// So nothing has it.
// expect: violated assertion
// spin-states: 3
typedef T { byte a };
T r[3] = 255;
active proctype p() { assert(r[1].a == 255) }
