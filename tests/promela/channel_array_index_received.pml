// The channel of a receive is chosen before anything is stored. (Spin looks it up again afterwards, and reports an
// invalid index here: a fault of its own.)
// spin: none (it evaluates the index twice)
// expect: holds
// states: 8 (counted by hand)
chan q[2] = [1] of { byte };
byte x = 1;
active proctype main() {
    q[0]!4; q[1]!5;
    q[x]?x; assert(x == 5);
    x = 0;
    q[x]?x
}
