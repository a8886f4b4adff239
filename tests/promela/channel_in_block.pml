// A channel declared first in a body, after other declarations, exists from the start; late ones are refused.
// expect: holds
// spin-states: 5
byte x;
active proctype main() {
    byte y = 3;
    chan q = [2] of { byte };
    q!y;
    q?x;
    assert(x == 3)
}
