// A loop inside a d_step that comes back to the same state does not end.
// expect: violated d_step
// spin: none (it hangs)
int x;
active proctype p() { d_step { do :: x < 100000 -> x++ :: else -> x = 99990 od } }
