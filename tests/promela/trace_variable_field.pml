// A variable in a trace is any value.
// expect: holds
// spin-states: 4
chan c = [1] of { byte };
byte x = 5, y;
active proctype p() { c!1; c?y }
trace { c!x }
