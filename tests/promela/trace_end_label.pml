// A trace that stops in the middle is fine: it is about order, not about completeness.
// expect: holds
// spin-states: 3
mtype = { a, b };
chan q = [2] of { mtype };
active proctype p() { q!a }
trace { q!a; q!b }
