// One initialiser fills the whole array; a list fills it element by element.
// expect: holds
// spin-states: 5
byte a[4] = 7; short b[3] = { 1, 2, 3 };
active proctype main() {
    byte c[2] = 9;
    assert(a[0] == 7 && a[3] == 7);
    assert(b[0] == 1 && b[1] == 2 && b[2] == 3);
    assert(c[0] == 9 && c[1] == 9)
}
