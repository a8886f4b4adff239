// get_priority, set_priority and _priority.
// expect: holds
// spin-states: 12
byte log;
active proctype a() priority 3 {
    assert(_priority == 3 && get_priority(_pid) == 3);
    log = 1;
    set_priority(_pid, 1);
    assert(log == 2);
    log = 3
}
active proctype b() priority 2 { log == 1; log = 2; log == 3; log = 4 }
