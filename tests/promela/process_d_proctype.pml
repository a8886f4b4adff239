// D_proctype is a proctype that promises to be deterministic.
// expect: holds
// spin-states: 9
byte x;
active D_proctype main() { do :: x < 3 -> x++ :: x >= 3 -> break od }
