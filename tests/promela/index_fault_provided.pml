// A bad index in a provided clause.
// expect: violated index
byte a[2] = 1, i;
active proctype p() provided (a[i]) { i = 1; i = 0 }
active proctype r() { i = 2; i = 0 }
