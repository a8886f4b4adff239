// notrace: what is described must not happen to the end.
// expect: violated trace
// spin-states: 7
mtype = { a, b };
chan q = [2] of { mtype };
active proctype p() { if :: q!a; q!b :: q!b; q!a fi }
notrace { q!a; q!b }
