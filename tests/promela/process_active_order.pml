// Active proctypes and init get their numbers in order of declaration.
// expect: holds
// spin-states: 121
pid who[4];
active proctype a() { who[0] = _pid; assert(_pid == 0) }
init { who[1] = _pid; assert(_pid == 1) }
active [2] proctype b() { who[_pid] = _pid; assert(_pid >= 2) }
