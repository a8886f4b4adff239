// Fairness to all of three processes at once.
// expect: holds
// spin-states: 8
// check: --claim all => violated
// check: --claim all --fair => holds
// check: --claim one --fair => violated
byte a, b, c;
active proctype pa() { do :: a = 1 - a od }
active proctype pb() { do :: b = 1 - b od }
active proctype pc() { do :: c = 1 - c od }
ltl all { ([] <> (a == 1)) && ([] <> (b == 1)) && ([] <> (c == 0)) }
ltl one { <> [] (a == 1) }
