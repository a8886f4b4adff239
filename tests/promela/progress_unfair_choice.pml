// A choice within one process is not subject to fairness: the loop without progress remains.
// expect: holds
// spin-states: 4
// check: --progress => violated non-progress cycle
// check: --progress --fair => violated non-progress cycle
byte x;
active proctype a() {
    do
    :: x = 1
    :: x = 2;
progress: x = 3
    od
}
