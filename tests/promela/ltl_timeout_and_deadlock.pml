// A deadlocked run is an infinite run of the same state for ltl.
// expect: violated invalid end state
// spin-states: 2
// check: --claim stays => holds
// check: --claim leaves => violated
byte x;
active proctype a() { x = 1; x == 7 }
ltl stays { <> [] (x == 1) }
ltl leaves { <> (x == 7) }
