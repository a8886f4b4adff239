// Equal priorities interleave freely.
// expect: holds
// spin-states: 13
byte x;
active [2] proctype a() priority 4 { x++; x++ }
active proctype b() priority 2 { assert(x == 4) }
