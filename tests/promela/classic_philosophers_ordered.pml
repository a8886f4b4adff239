// ... and with one who takes the right one first.
// expect: holds
// spin-states: 320
// options: -D N=4
bit fork[N];
active [N] proctype phil() {
    byte first, second;
    d_step {
        if
        :: _pid == N - 1 -> first = 0; second = _pid
        :: else -> first = _pid; second = _pid + 1
        fi
    };
    do
    :: atomic { fork[first] == 0 -> fork[first] = 1 };
       atomic { fork[second] == 0 -> fork[second] = 1 };
       fork[second] = 0;
       fork[first] = 0
    od
}
