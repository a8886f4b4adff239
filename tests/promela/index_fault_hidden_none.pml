// The same within the range.
// expect: holds
// spin-states: 5
hidden byte a[2];
byte i = 1;
active proctype p() { a[i] = 1; i = 0; a[i] = 2 }
