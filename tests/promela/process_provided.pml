// provided is a guard on every step of a process, its last one included.
// expect: violated invalid end state
// spin-states: 8
byte turn, x[2];
active proctype p() provided (turn == 0) { x[0]++; x[0]++; turn = 1; x[0]++ }
active proctype q() provided (turn == 1) { x[1]++; x[1]++; turn = 0; x[1]++; assert(x[0] == 2) }
