// false never executes.
// expect: violated invalid end state
// spin-states: 3
active proctype main() { if :: true -> skip :: false -> assert(0) fi; false }
