// A byte that is received into a chan names a channel, too.
// expect: violated assertion
// spin-states: 35
// spin-simulator: none (it numbers channels when they are first used)
chan q = [2] of { byte }; chan numbers = [1] of { byte };
active proctype sender() { q!1; q!2 }
active proctype first() { byte z; q?z; assert(z == 1) }
active proctype second() { chan r; byte y; numbers!1; numbers?r; r?y }
