// 0 is no priority.
// expect: violated priority
// spin-states: 4
byte n = 1;
active proctype p() { set_priority(7, 0); set_priority(_pid, n); n--; set_priority(_pid, n) }
