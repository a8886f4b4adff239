// Whether a poll makes sense may be known at run time only: p gets a buffered channel, then one without room.
// expect: violated channel
// spin-states: 22
// states: 9 (Spin goes on after the error)
chan b = [1] of { byte };
chan c[2] = [0] of { byte };
byte n;
proctype p(chan which) {
    if
    :: !which?[1] -> n++
    :: which??[1]
    fi
}
init {
    run p(b);
    run p(c[1])
}
