// A cycle through an accept label.
// expect: holds
// spin-states: 4
// check: --acceptance => violated acceptance cycle
// check: --acceptance --fair => violated acceptance cycle
byte x;
active proctype a() {
    do
    :: x == 0 ->
accept: x = 1
    :: x == 1 -> x = 0
    od
}
