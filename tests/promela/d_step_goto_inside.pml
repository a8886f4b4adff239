// goto within a d_step.
// expect: holds
// spin-states: 4
byte n;
active proctype a() {
    d_step {
        n = 0;
again:
        n++;
        if :: n < 7 -> goto again :: else fi;
        n = n * 2
    };
    assert(n == 14)
}
