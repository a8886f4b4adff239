// The accept label lies on no cycle.
// expect: holds
// spin-states: 5
// check: --acceptance => holds
// check: --acceptance --fair => holds
byte x;
active proctype a() {
accept_once:
    x = 5;
    do
    :: x == 5 -> x = 6
    :: x == 6 -> x = 5
    od
}
