// So is the wrong one.
// expect: violated trace
// spin-states: 4
chan q = [2] of { byte };
active proctype p() { byte x; d_step { q!1; q!3 }; d_step { q?x; q?x } }
trace { q!1; q!2 }
