// An else that begins a d_step is one: it is not executable where another option is.
// expect: holds
// spin-states: 7
byte x, y;
active proctype a() { do :: d_step { x < 3 -> x++ } :: d_step { else -> y = 1 }; break od; assert(x == 3) }
