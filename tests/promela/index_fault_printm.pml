// The same of printm.
// expect: violated index
mtype = { m };
byte a[2] = 1;
byte i = 1;
active proctype p() { i = 5; printm(a[i]) }
