// A chan that is passed as a number: the reader under the channel's name is not alone.
// expect: violated assertion
// spin-states: 34
chan q = [2] of { byte };
active proctype sender() { q!1; q!2 }
active proctype first() { byte z; q?z; assert(z == 1) }
proctype second(chan r) { byte y; r?y }
init { run second(1) }
