// The other process is enabled again and again, but not all the time: weak fairness does not help.
// expect: holds
// spin-states: 15
// check: --acceptance => violated acceptance cycle
// check: --acceptance --fair => violated acceptance cycle
bit x, stop;
active proctype a() {
    do
    :: !stop ->
accept: x = 1; x = 0
    :: stop -> break
    od
}
active proctype b() { x == 1 -> stop = 1 }
