// p U q, p W q, p V q.
// expect: holds
// spin-states: 14
// check: --claim u1 => violated
// check: --claim u2 => holds
// check: --claim u3 => violated
// check: --claim w1 => holds
// check: --claim r1 => holds
// check: --claim r2 => violated
byte x;
active proctype a() { do :: x < 4 -> x++ :: x == 2 -> x = 9; break :: x == 4 -> break od }
ltl u1 { (x < 4) U (x == 4) }
ltl u2 { (x <= 4) U (x == 2) }
ltl u3 { (x <= 2) U (x == 9 || x == 4) }
ltl w1 { (x != 9) W (x == 9) }
ltl r1 { (x == 2) V (x <= 2) }
ltl r2 { (x == 4) V (x < 4) }
