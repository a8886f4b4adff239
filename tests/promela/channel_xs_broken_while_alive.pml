// The same of sending.
// expect: violated exclusive
// spin: none (it looks only while it reduces)
chan q = [2] of { byte };
active proctype promiser() { xs q; q!1 }
active proctype breaker() { byte x; x = 1; q!2; q?x; q?x }
