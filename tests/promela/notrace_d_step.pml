// The first event that does not fit ends the watch, inside a d_step, too.
// expect: holds
// spin-states: 4
chan q = [2] of { byte };
active proctype p() { byte x; d_step { q!1; q!2 }; d_step { q?x; q?x } }
notrace { q?2; q?2 }
