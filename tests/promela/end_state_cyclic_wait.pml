// Two processes that wait for each other.
// expect: violated invalid end state
// spin-states: 1
chan a = [1] of { bit }; chan b = [1] of { bit };
active proctype p() { a?1; b!1 }
active proctype q() { b?1; a!1 }
