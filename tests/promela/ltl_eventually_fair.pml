// <> p that holds only in fair runs.
// expect: holds
// spin-states: 6
// check: --claim done => violated
// check: --claim done --fair => holds
bit done_flag, x;
active proctype a() { do :: x = 1 - x od }
active proctype b() { done_flag = 1 }
ltl done { <> done_flag }
