// An assertion as a step of its own looks at the next state.
// expect: holds
// spin-states: 6
// check: --claim never => violated
byte x;
active proctype a() { x = 1; x = 0; x = 2; x = 0 }
never {
    do
    :: x == 1 -> assert(x == 1)
    :: 1
    od
}
