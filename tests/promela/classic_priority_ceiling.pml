// Three tasks, one processor, a shared resource with a ceiling: the low task cannot be overtaken by the middle one
// while it holds what the high one needs.
// expect: holds
// spin-states: 16331
mtype = { idle, ready, running };
mtype state[3] = idle;
byte prio[3]; bit locked;
inline dispatch() {
    /* exactly the ready task of highest current priority runs */
    d_step {
        byte best = 255; byte t = 0;
        do
        :: t < 3 ->
            if :: state[t] != idle && (best == 255 || prio[t] > prio[best]) -> best = t :: else fi;
            t++
        :: else -> break
        od;
        t = 0;
        do
        :: t < 3 -> if :: state[t] != idle -> state[t] = (t == best -> running : ready) :: else fi; t++
        :: else -> break
        od
    }
}
active [3] proctype task() {
    do
    :: atomic { state[_pid] == idle -> state[_pid] = ready; prio[_pid] = _pid + 1; dispatch() };
       if
       :: _pid != 1 ->
            atomic { state[_pid] == running -> assert(!locked); locked = 1; prio[_pid] = 3; dispatch() };
            atomic { state[_pid] == running -> locked = 0; prio[_pid] = _pid + 1; dispatch() }
       :: else ->
            atomic { state[_pid] == running -> assert(!locked); skip }
       fi;
       atomic { state[_pid] == running -> state[_pid] = idle; dispatch() }
    od
}
