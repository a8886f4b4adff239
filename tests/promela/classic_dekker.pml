// Dekker's algorithm.
// expect: holds
// spin-states: 146
bit want[2], turn; byte inside;
active [2] proctype p() {
    do
    :: want[_pid] = 1;
       do
       :: want[1 - _pid] ->
            if
            :: turn != _pid -> want[_pid] = 0; turn == _pid; want[_pid] = 1
            :: else
            fi
       :: else -> break
       od;
       inside++; assert(inside == 1); inside--;
       turn = 1 - _pid;
       want[_pid] = 0
    od
}
