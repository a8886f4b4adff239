// Names of one mtype declaration are numbered backwards, later declarations go on above.
// expect: holds
// spin-states: 6
mtype = { one, two, three };
mtype = { four };
mtype m = two;
active proctype main() {
    assert(one == 3 && two == 2 && three == 1 && four == 4);
    assert(m == 2);
    m = four;
    assert(m > one)
}
