// Peterson's algorithm for two processes: mutual exclusion holds, and nobody starves under fairness.
// expect: holds
// spin-states: 38
// check: --claim exclusion => holds
// check: --claim served => violated
// check: --claim served --fair => holds
bit want[2], turn; byte inside;
active [2] proctype p() {
    do
    :: want[_pid] = 1; turn = 1 - _pid;
       (want[1 - _pid] == 0 || turn == _pid);
       inside++;
cs:    assert(inside == 1);
       inside--;
       want[_pid] = 0
    od
}
ltl exclusion { [] (inside <= 1) }
ltl served { [] (want[0] -> <> p[0]@cs) }
