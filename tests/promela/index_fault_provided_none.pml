// The same within the range.
// expect: holds
// spin-states: 16
byte a[2] = 1, i;
active proctype p() provided (a[i]) { i = 1; i = 0 }
active proctype r() { i = 1; i = 0 }
