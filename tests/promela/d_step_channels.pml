// Buffered channel operations inside a d_step.
// expect: holds
// spin-states: 6
chan q = [3] of { byte };
byte s;
active proctype a() { d_step { q!1; q!2; q!3 } }
active proctype b() { byte x; d_step { q?x; s = x; q?x; s = s + x; q?x; s = s + x }; assert(s == 6) }
