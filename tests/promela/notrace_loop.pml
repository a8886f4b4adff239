// A notrace with loops: one*, two+, three.
// expect: violated trace
// spin-states: 110
mtype = { one, two, three };
chan q = [4] of { mtype };
active proctype p() {
    do :: q!one :: q!two :: break od;
    q!three
}
active proctype r() { end: do :: q?_ od }
notrace {
    do :: q!one :: q!two -> break od;
    do :: q!two :: q!three -> break od
}
