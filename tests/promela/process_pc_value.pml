// pc_value(p) is where a process stands: different places have different values.
// expect: holds
// spin-states: 34
byte at;
active proctype a() { skip; skip }
active proctype b() {
    byte first;
    first = pc_value(0);
    if :: pc_value(0) != first -> at = 1 :: else -> at = 2 fi
}
