// Each element of a channel array has a channel of its own.
// expect: holds
// spin-states: 20
chan q[3] = [1] of { byte };
active proctype main() {
    byte i, x;
    for (i : 0 .. 2) { q[i]!i + 10 }
    assert(full(q[0]) && full(q[1]) && full(q[2]));
    q[1]?x; assert(x == 11);
    assert(len(q[0]) + len(q[1]) + len(q[2]) == 2);
    i = x - 9;
    q[i]?x; assert(x == 12)
}
