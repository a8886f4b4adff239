// Dining philosophers with a thinking counter each; the last one is left-handed, so there is no deadlock.
#ifndef N
#define N 8
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
bit fork[N];
byte eaten[N];
active [N] proctype philosopher() {
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
       eaten[_pid] = (eaten[_pid] + 1) % ROUNDS;
       fork[second] = 0;
       fork[first] = 0
    od
}
