// A bad index of a channel, while the first of the array is full.
// expect: violated index
chan q[2] = [1] of { byte };
byte i = 3;
active proctype p() { q[0]!1; q[i]!2 }
active proctype r() { end: (false) }
