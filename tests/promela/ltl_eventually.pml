// <> p: needs the run to get there; stuttering at the end counts.
// expect: holds
// spin-states: 5
// check: --claim reached => holds
// check: --claim missed => violated
// check: --claim start => holds
byte x;
active proctype a() { if :: x = 1 :: x = 2 fi; x = 3 }
ltl reached { <> (x == 3) }
ltl missed { <> (x == 1) }
ltl start { x == 0 }
