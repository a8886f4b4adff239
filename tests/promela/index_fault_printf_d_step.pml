// The same inside a d_step.
// expect: violated index
byte a[2] = 1;
byte i = 1;
active proctype p() { d_step { i = 3; printf("%d\n", a[i]); i = 0 } }
