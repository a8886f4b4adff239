// An escape that receives a message.
// expect: holds
// spin-states: 33
chan q = [1] of { byte };
byte x, y;
active proctype main() {
    { do :: x < 2 -> x++ :: x == 2 -> x = 0 od } unless { q?y };
    assert(y == 4)
}
active proctype other() { q!4 }
