// A bad index in what a receive compares with.
// expect: violated index
byte a[2] = 1;
byte i = 1;
chan q = [1] of { byte };
active proctype p() { q!1; i = 2; end: q?eval(a[i]) }
