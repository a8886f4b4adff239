// An event that the trace does not allow is an error.
// expect: violated trace
// spin-states: 8
mtype = { a, b };
chan q = [4] of { mtype };
active proctype p() { q!a; if :: q!b :: q!a fi; q!b }
trace { do :: q!a; q!b od }
