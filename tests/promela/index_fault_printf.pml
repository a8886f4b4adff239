// A bad index in what is printed.
// expect: violated index
byte a[2] = 1;
byte i = 1;
active proctype p() { i = 4; printf("%d\n", a[i]); i = 0 }
