// Variables of dead processes are no part of the state.
// expect: holds
// spin-states: 11
byte x;
proctype p(byte n) { byte local_value = n; x = 0 }
init { if :: run p(1) :: run p(2) :: run p(3) fi; _nr_pr == 1; x = 1 }
