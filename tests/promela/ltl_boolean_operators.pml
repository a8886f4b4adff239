// ->, <->, &&, ||, !, implies, always, eventually, until as words.
// expect: holds
// spin-states: 9
// check: --claim a1 => holds
// check: --claim a2 => holds
// check: --claim a3 => holds
// check: --claim a4 => holds
// check: --claim a5 => violated
byte x; bit b;
active proctype main() { do :: x < 3 -> d_step { x++; b = (x > 1) } :: x == 3 -> break od }
ltl a1 { always ((x > 1) <-> b) }
ltl a2 { eventually (x == 3 && b) }
ltl a3 { (!b) until (x == 2) }
ltl a4 { always (b implies always b) }
ltl a5 { always (!b || x == 2) }
