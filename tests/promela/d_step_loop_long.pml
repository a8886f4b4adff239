// A loop inside a d_step may go round very often, as long as it ends.
// expect: holds
// spin-states: 3
int n;
active proctype p() { d_step { do :: n < 10500000 -> n++ :: else -> break od; assert(n == 10500000) } }
