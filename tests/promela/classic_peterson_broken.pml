// The same with the two assignments exchanged.
// expect: violated assertion
// spin-states: 98
bit want[2], turn; byte inside;
active [2] proctype p() {
    do
    :: turn = 1 - _pid; want[_pid] = 1;
       (want[1 - _pid] == 0 || turn == _pid);
       inside++;
       assert(inside == 1);
       inside--;
       want[_pid] = 0
    od
}
