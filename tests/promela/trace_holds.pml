// trace: the events on the named channels happen in this order and no other.
// expect: holds
// spin-states: 28
mtype = { a, b };
chan q = [2] of { mtype }; chan other = [2] of { mtype };
active proctype p() { q!a; other!b; q!b; q!a; q!b }
active proctype r() { do :: q?_ :: other?_ :: timeout -> break od }
trace { do :: q!a; q!b od }
