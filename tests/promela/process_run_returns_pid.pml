// run gives the new process's number.
// expect: holds
// spin-states: 26
pid a, b;
proctype p() { assert(_pid == a || a == 0 || _pid == b || b == 0) }
init { a = run p(); b = run p(); assert(a == 1 && b > 0) }
