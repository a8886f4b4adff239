// Sorted sends and random receives are events.
// expect: violated trace
// spin-states: 5
chan c = [1] of { byte };
byte x = 1;
active proctype p() { c!!1; c??x; c!2 }
trace { c!2; c?1 }
