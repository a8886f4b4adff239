// bit and bool fields in messages are cut to one bit.
// expect: holds
// spin-states: 5
chan q = [2] of { bit, bool };
byte a, b;
active proctype main() {
    q!2,3;
    q?a,b;
    assert(a == 0 && b == 1)
}
