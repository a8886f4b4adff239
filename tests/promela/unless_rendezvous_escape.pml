// An escape that waits for a handshake.
// expect: holds
// spin-states: 11
chan q = [0] of { byte };
byte x, y;
active proctype main() {
    { do :: x = 1 - x od } unless { q?y -> x = 5 };
    assert(x == 5 && y == 4)
}
active proctype other() { q!4 }
