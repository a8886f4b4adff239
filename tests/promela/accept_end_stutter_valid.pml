// The same at a place that is also a valid end.
// expect: holds
// spin-states: 2
// check: --acceptance => violated acceptance cycle
// check: --acceptance --fair => violated acceptance cycle
byte x;
active proctype a() {
    x = 1;
accept: end:
    x == 2
}
