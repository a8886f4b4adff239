// set_priority inside a d_step.
// expect: holds
// spin-states: 6
byte x;
active proctype p() priority 5 { d_step { x = 1; set_priority(_pid, 1) }; x = 2 }
active proctype r() priority 3 { assert(x == 1) }
