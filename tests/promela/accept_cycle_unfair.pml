// The cycle exists only if another process, which could always move, never does.
// expect: holds
// spin-states: 18
// check: --acceptance => violated acceptance cycle
// check: --acceptance --fair => holds
byte x; bit stop;
active proctype a() {
    do
    :: !stop ->
accept: x = 1 - x
    :: stop -> break
    od
}
active proctype b() { stop = 1 }
