// Parameter lists: commas within one type, semicolons between types.
// expect: holds
// spin-states: 9
byte sum;
proctype p(byte a, b; short c; chan q) { byte x; q?x; sum = a + b + c + x }
init {
    chan q = [1] of { byte };
    q!4;
    run p(1, 2, 3, q);
    _nr_pr == 1;
    assert(sum == 10)
}
