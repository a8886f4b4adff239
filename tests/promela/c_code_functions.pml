// Functions in a c_code block at the top.
// expect: holds
// spin-states: 4
// options: --allow-code
c_code {
    static int square(int n) { return n * n; }
}
byte x = 3;
active proctype main() {
    c_code { now.x = square(now.x); };
    assert(x == 9)
}
