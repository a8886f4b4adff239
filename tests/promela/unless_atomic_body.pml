// The body is an atomic: the escape takes over in the middle of it.
// expect: holds
// spin-states: 27
byte x;
active proctype main() {
    atomic { x = 1; x = 2; x = 3 } unless { x == 2 -> x = 50 };
    assert(x == 50)
}
active proctype other() { byte seen; seen = x; assert(seen != 1) }
