// Nor is 256; `_priority` takes the lowest byte.
// expect: violated priority
// spin-states: 3
active proctype p() {
    int n = 255;
    d_step { set_priority(_pid, n); n++; _priority = n };
    assert(get_priority(_pid) == 0);
    d_step { n = n + 0; set_priority(_pid, n) }
}
