// After the first statement every scalar declaration is a step, with an initialiser or without.
// expect: holds
// spin-states: 6
active proctype main() {
    skip;
    byte x = 5; byte y;
    assert(x == 5 && y == 0)
}
