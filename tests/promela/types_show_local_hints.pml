// `show` and `local` are hints and change nothing.
// expect: holds
// spin-states: 6
show byte a; local byte b;
active proctype main() {
    show byte c;
    a = 1; b = a; c = b;
    assert(c == 1)
}
