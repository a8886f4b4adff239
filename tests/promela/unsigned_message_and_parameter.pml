// Unsigned numbers in messages, parameters and structures.
// expect: holds
// spin: none (it has no structures with unsigned fields in messages)
typedef T { unsigned a : 17; unsigned b : 5; byte c };
chan q = [1] of { T };
T s, t;
proctype r(int n) { assert(n - 3 < 0) }
init { s.a = 2; s.b = 31; s.b++; q!s; q?t; assert(t.a - 3 < 0 && t.b == 0 && s.b - 1 < 0); run r(t.a) }
