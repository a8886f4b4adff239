// A progress label inside an atomic sequence is not seen: the loop makes no progress.
// expect: holds
// spin-states: 2
// check: --progress => violated non-progress cycle
active proctype worker() {
    byte x;
    do
    :: atomic {
           true;
           x = 1;
progress:  x = 0;
           x = 2
       }
    od
}
