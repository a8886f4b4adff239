// Where an atomic sequence of the system blocks, the claim does see the state.
// expect: holds
// spin-states: 9
// check: --claim never => violated
byte x, y;
active proctype a() { atomic { x = 1; x = 2; y == 1; x = 3 } }
active proctype b() { y = 1 }
never {
    do
    :: x == 2 -> break
    :: else
    od
}
