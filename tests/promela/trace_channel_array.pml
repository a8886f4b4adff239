// Only the named element of a channel array is watched.
// expect: holds
// spin-states: 6
chan q[2] = [2] of { byte };
active proctype p() { q[1]!7; q[0]!1; q[1]!8; q[0]!2 }
trace { q[0]!1; q[0]!2 }
