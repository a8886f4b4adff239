// The same within the range.
// expect: holds
// spin-states: 4
chan q[2] = [0] of { byte };
byte i = 1;
active proctype p() { byte x; q[i]?x }
active proctype r() { q[1]!1 }
