// Receives can be traced too.
// expect: holds
// spin-states: 8
mtype = { a, b };
chan q = [2] of { mtype, byte };
active proctype p() { q!a,1; q!b,2 }
active proctype r() { byte x; q?a,x; q?b,x }
trace { q?a,_; q?b,_ }
