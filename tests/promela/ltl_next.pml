// X p looks one step ahead: it depends on steps, not only on states.
// spin: none (built without X)
// expect: holds
// check: --claim x1 => holds
// check: --claim x2 => holds
// check: --claim x3 => violated
// check: --claim x4 => holds
byte x;
active proctype a() { x = 1; x = 2; x = 3 }
ltl x1 { X (x == 1) }
ltl x2 { X X (x == 2) }
ltl x3 { X (x == 2) }
ltl x4 { <> (x == 1 && X (x == 2)) }
