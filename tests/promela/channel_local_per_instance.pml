// A channel declared in a proctype belongs to the instance.
// expect: holds
// spin-states: 76
byte total;
proctype worker(byte n) {
    chan mine = [2] of { byte };
    byte x;
    mine!n; mine!n + 1;
    mine?x; total = total + x;
    mine?x; total = total + x
}
init {
    run worker(1); run worker(10);
    _nr_pr == 1;
    assert(total == 24)
}
