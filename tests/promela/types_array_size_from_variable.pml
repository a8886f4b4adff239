// An array's size may be an initialised global scalar: its initial value counts. Spin warns.
// expect: holds
// spin-states: 4
byte n = 3;
byte x[n];
active proctype p() { x[2] = 1; assert(x[0] == 0) }
