// The same in a formula.
// expect: holds
// spin-states: 5
// check: --claim never_offered => violated channel
chan c = [0] of { byte };
byte n;
active proctype p() { n = 1; c!1 }
active proctype q() { c?n }
ltl never_offered { [] !(c?[1]) }
