// A bad index in set_priority.
// expect: violated index
byte a[2] = 1;
byte i = 1;
active proctype p() priority 3 { i = 1; set_priority(a[i], 3); i = 9; set_priority(a[i], 3) }
