// The claim makes the first move, in the initial state.
// expect: holds
// spin-states: 4
// check: --claim never => violated
byte x;
active proctype a() { x = 1; x = 2 }
never {
    x == 0;
    x == 1;
    x == 2
}
