// Two events of the trace are the one that happens: which of them counts must not depend on their order.
// expect: violated trace
// spin-states: 1
// states: 5 (Spin stops at once)
mtype = { a, b };
chan q = [4] of { mtype, byte };
active proctype p() { q!a,1; q!b,1; q!a,2 }
trace {
    do
    :: q!a,_ -> q!b,_
    :: q!_,1 -> q!_,2
    :: q!a,2
    od
}
