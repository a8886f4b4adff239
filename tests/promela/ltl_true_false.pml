// Formulas that are true or false of every run.
// expect: holds
// spin-states: 2
// check: --claim t => holds
// check: --claim f => violated
// check: --claim g => holds
byte x;
active proctype a() { do :: x = 1 - x od }
ltl t { [] true }
ltl f { <> false }
ltl g { (x == 0) || !(x == 0) }
