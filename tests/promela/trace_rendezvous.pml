// Events of a rendezvous channel.
// expect: violated trace
// spin-states: 10
mtype = { a, b };
chan q = [0] of { mtype };
active proctype p() { q!a; if :: q!b :: q!a fi }
active proctype r() { do :: q?_ :: timeout -> break od }
trace { q!a; q!b }
