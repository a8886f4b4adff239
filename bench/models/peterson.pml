// Peterson's filter lock for N processes.
#ifndef N
#define N 4
#endif
byte level[N], victim[N];
byte inside;
active [N] proctype process() {
    byte l, k;
    do
    :: l = 1;
       do
       :: l < N ->
            level[_pid] = l;
            victim[l] = _pid;
            k = 0;
            do
            :: k < N ->
                (k == _pid || level[k] < l || victim[l] != _pid);
                k++
            :: else -> break
            od;
            l++
       :: else -> break
       od;
       inside++;
       assert(inside == 1);
       inside--;
       level[_pid] = 0
    od
}
