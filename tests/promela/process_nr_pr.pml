// _nr_pr counts those not yet dead.
// expect: holds
// spin-states: 84
byte most;
proctype p(byte n) { if :: n > 0 -> run p(n - 1) :: else fi; if :: _nr_pr > most -> most = _nr_pr :: else fi }
init { run p(2); _nr_pr == 1; assert(most <= 4) }
