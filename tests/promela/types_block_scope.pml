// Blocks have scopes of their own: x in one block is not x in the next.
// expect: holds
// spin-states: 13
active proctype main() {
    byte y = 1;
    { byte x = 10; y = y + x; x = 30 };
    { byte x; assert(x == 0); y = y + 100; { byte z = x; y = y + z } };
    { short x = -1; y = y + x };
    assert(y == 110)
}
