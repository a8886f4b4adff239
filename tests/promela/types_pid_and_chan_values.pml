// pid is a byte; a channel variable holds a handle that can be compared and copied.
// expect: holds
// spin-states: 11
chan a = [1] of { byte }; chan b = [1] of { byte }; chan c;
pid p;
active proctype main() {
    c = a;
    assert(c == a && a != b);
    c!7; assert(len(a) == 1 && len(b) == 0);
    c = b; c!8; assert(len(b) == 1);
    p = _pid - 1; assert(p == 255)
}
