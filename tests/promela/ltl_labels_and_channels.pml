// Atoms with labels, channel lengths and polls.
// expect: holds
// spin-states: 7
// check: --claim mutex => holds
// check: --claim room => holds
// check: --claim comes => holds
// check: --claim comes --fair => holds
chan q = [2] of { byte };
bit busy;
active [2] proctype p() {
    do
    :: atomic { !busy -> busy = 1 };
cs:    q!_pid; q?_; busy = 0
    od
}
ltl mutex { [] !(p[0]@cs && p[1]@cs) }
ltl room { [] (len(q) <= 1) }
ltl comes { [] (q?[0] -> <> (len(q) == 0)) }
