// The same channel variable may name a channel that can be looked into, and one that cannot.
// expect: violated channel
// spin: none (it goes on after the error)
chan c = [0] of { byte }; chan q = [1] of { byte }; byte a;
active proctype s() { q!1; c!1 }
proctype r(chan k) { k?<a>; assert(a == 1); c?a }
init { run r(q); (_nr_pr == 2); run r(c) }
