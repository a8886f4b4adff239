// But the first field is not.
// expect: violated trace
// spin-states: 6
mtype = {a, b};
chan q = [2] of { mtype, byte };
active proctype p() { byte x; q!a,1; q!b,2; q?_,x; q?_,x }
trace { do :: q!a,_ od }
