// A bad index of a hidden array that nobody reads.
// expect: violated index
hidden byte a[2];
byte i = 4;
active proctype p() { a[i] = 1; i = 0 }
