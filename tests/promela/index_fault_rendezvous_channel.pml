// A bad index of a rendezvous channel, where nobody sends yet.
// expect: violated index
chan q[2] = [0] of { byte };
byte i = 2;
active proctype p() { byte x; end: q[i]?x }
active proctype r() { end: (false) }
