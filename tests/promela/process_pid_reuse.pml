// A number is free again when its process has died.
// expect: holds
// spin-states: 20
byte used[4];
proctype p() { used[_pid]++ }
init {
    run p(); _nr_pr == 1;
    run p(); _nr_pr == 1;
    assert(used[1] == 2);
    atomic { run p(); run p() }; _nr_pr == 1;
    assert(used[1] == 3 && used[2] == 1)
}
