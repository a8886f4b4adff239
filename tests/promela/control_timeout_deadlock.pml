// timeout cannot save a system whose timeouts are all spent.
// expect: violated invalid end state
// spin-states: 6
byte x;
active proctype a() { timeout -> x = 1; x == 5 }
active proctype b() { x == 1; timeout -> x = 2; x == 6 }
