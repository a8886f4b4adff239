// What is described never happens to the end.
// expect: holds
// spin-states: 7
mtype = { a, b };
chan q = [2] of { mtype };
active proctype p() { if :: q!a; q!a :: q!b; q!a fi }
notrace { q!a; q!b }
