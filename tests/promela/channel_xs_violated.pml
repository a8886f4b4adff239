// A promise of exclusive sending that another process breaks.
// expect: violated exclusive
// spin: none (it looks only while it reduces)
chan q = [2] of { byte };
active proctype a() { xs q; q!1 }
active proctype b() { q!2 }
active proctype c() { q?_; q?_ }
