// unless works inside atomic, and its steps stay atomic.
// expect: holds
// spin-states: 20
byte x; bit stop;
active proctype main() {
    atomic { { x = 1; x = 2; x = 3 } unless { stop -> x = 9 }; x = x + 10 };
    assert(x == 13 || x == 19)
}
active proctype trigger() { stop = 1; assert(x == 0 || x == 13 || x == 19) }
