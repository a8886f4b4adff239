// A bad index of a channel that is only looked at.
// expect: violated index
chan q[2] = [1] of { byte };
byte i = 1;
active proctype p() { i = 2; end: (len(q[i]) == 0) -> i = 0 }
