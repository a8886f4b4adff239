// A rendezvous channel holds nothing that a poll could find: an error, not merely false.
// expect: violated channel
// spin-states: 25
// states: 21 (Spin goes on after the error)
chan c = [0] of { byte };
byte n;
active proctype p() {
    do
    :: c?[1] -> assert(false)
    :: n < 3 -> n++
    :: else -> break
    od
}
active proctype q() {
    if
    :: c!1
    :: skip
    fi
}
