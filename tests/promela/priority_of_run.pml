// The priority of a proctype is that of its active instances; `run` has its own, or 1.
// expect: holds
// spin-states: 9
byte order;
proctype high() priority 5 { order = order * 4 + 1 }
active proctype starter() priority 2 {
    atomic { run high(); run high() priority 3; }
    assert(get_priority(1) == 1 && order == 1);
    order = order * 4 + 2
}
