// An else inside an atomic sequence is tried after the options before it: whether the message is there makes a difference.
// expect: violated assertion
// spin-states: 13
chan q = [1] of { byte }; bool lost;
active proctype sender() { q!1 }
active proctype receiver() { byte y; if :: q?y :: atomic { else -> lost = true } :: lost fi; assert(!lost) }
