// A loop inside a d_step that comes back to the same state does not end.
// expect: violated d_step
// spin: none (it hangs)
byte x;
active proctype p() { d_step { x = 0; again: x = 1 - x; goto again } }
