// An escape can free a body that is blocked.
// expect: holds
// spin-states: 11
byte x;
active proctype main() {
    { x == 7; assert(false) } unless { x == 2 -> x = 3 };
    assert(x == 3)
}
active proctype other() { x = 1; x = 2 }
