// A process that is enabled now and then may still starve under weak fairness.
// expect: holds
// spin-states: 8
// check: --claim gets => violated
// check: --claim gets --fair => violated
bit lock; byte got;
active proctype greedy() { do :: atomic { !lock -> lock = 1 }; lock = 0 od }
active proctype shy() { atomic { !lock -> lock = 1 }; got = 1; lock = 0 }
ltl gets { <> (got == 1) }
