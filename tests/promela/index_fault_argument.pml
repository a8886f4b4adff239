// A bad index in an argument of run.
// expect: violated index
byte a[2] = 1;
byte i = 1;
byte x;
proctype r(byte n) { x = n }
active proctype p() { i = 5; if :: run r(a[i]) fi }
