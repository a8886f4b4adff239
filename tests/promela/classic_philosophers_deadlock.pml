// Dining philosophers who all take the left fork first.
// expect: violated invalid end state
// spin-states: 80
// options: -D N=4
bit fork[N];
active [N] proctype phil() {
    do
    :: atomic { fork[_pid] == 0 -> fork[_pid] = 1 };
       atomic { fork[(_pid + 1) % N] == 0 -> fork[(_pid + 1) % N] = 1 };
       fork[_pid] = 0;
       fork[(_pid + 1) % N] = 0
    od
}
