// Precedence of temporal operators: unary ones bind before U, U before ->.
// expect: holds
// spin-states: 5
// check: --claim b => holds
// check: --claim c => holds
// check: --claim d => violated
// check: --claim e => holds
byte x;
active proctype main() { x = 1; x = 2; x = 3 }
ltl b { [] (x == 1 -> <> (x == 3)) }
ltl c { ! (x == 1) U (x == 1) }
ltl d { (x == 0) U (x == 1) -> <> (x == 5) }
ltl e { (x == 9) && (x == 8) || (x == 0) }
