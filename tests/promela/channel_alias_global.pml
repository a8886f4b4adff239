// A second name for a channel, given by the initial value of a global: the reader under the first name is not alone.
// expect: violated assertion
// spin-states: 29
chan q = [2] of { byte }; chan r = q; byte got;
active proctype sender() { q!1; q!2 }
active proctype first() { byte z; q?z; assert(z == 1) }
active proctype second() { byte y; r?y; got = y }
