// An argument with an index is evaluated anew wherever the parameter stands.
// expect: holds
// spin-states: 6
byte a[3], i;
inline bump(cell) { cell = cell + 1; i++; cell = cell + 10 }
active proctype main() {
    bump(a[i]);
    assert(a[0] == 1 && a[1] == 10)
}
