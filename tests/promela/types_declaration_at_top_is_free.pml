// Declarations before the first statement of a body take no step: their values are there when the process is.
// expect: holds
// spin-states: 3
active proctype main() {
    byte x = 5; byte y; byte z = x + 1; byte a[3] = 4;
    assert(x == 5 && y == 0 && z == 6 && a[2] == 4)
}
