// Nested temporal operators with larger automata.
// expect: holds
// spin-states: 9
// check: --claim n1 => holds
// check: --claim n2 => holds
// check: --claim n3 => holds
// check: --claim n4 => violated
byte x;
active proctype a() { do :: x == 0 -> x = 1 :: x == 1 -> x = 2 :: x == 2 -> x = 0 :: x == 1 -> x = 3 :: x == 3 -> x = 1 od }
ltl n1 { [] ((x == 0) -> ((x != 2) U (x == 1))) }
ltl n2 { ([] <> (x == 0)) || (<> [] (x == 1 || x == 3)) }
ltl n3 { [] <> (x == 0) -> [] <> (x == 2) }
ltl n4 { <> [] (x != 3) || [] <> (x == 0) }
