// A loop inside a d_step that comes back to the same state does not end.
// expect: violated d_step
// spin: none (it hangs)
byte x, y;
active proctype p() { d_step { do :: x < 200 -> x++; do :: y < 100 -> y++ :: else -> y = 0; break od :: else -> x = 100 od } }
