// A trace may not change variables; a constant that differs is an error.
// expect: violated trace
// spin-states: 4
chan q = [2] of { byte, byte };
active proctype p() { q!1,5; q!2,6 }
trace { q!1,5; q!2,7 }
