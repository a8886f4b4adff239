// if in a trace: several orders are allowed.
// expect: holds
// spin-states: 7
mtype = { a, b, c };
chan q = [3] of { mtype };
active proctype p() { if :: q!a; q!b :: q!a; q!c fi }
trace { q!a; if :: q!b :: q!c fi }
