// A ring elects the process with the largest number.
// expect: holds
// spin-states: 131
// options: -D N=3
mtype = { candidate, winner };
chan ring[N] = [N] of { mtype, byte };
byte leaders;
proctype node(byte me, id) {
    mtype kind; byte number;
    ring[(me + 1) % N]!candidate,id;
end:
    do
    :: ring[me]?candidate,number ->
        if
        :: number > id -> ring[(me + 1) % N]!candidate,number
        :: number == id -> leaders++; assert(id == N); ring[(me + 1) % N]!winner,id
        :: else
        fi
    :: ring[me]?winner,number ->
        if
        :: number != id -> ring[(me + 1) % N]!winner,number
        :: else
        fi;
        break
    od;
    assert(leaders == 1)
}
init {
    byte i;
    atomic {
        do
        :: i < N -> run node(i, (i * 2) % N + 1); i++
        :: else -> break
        od
    }
}
