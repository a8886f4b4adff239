// Inside a d_step it does not.
// expect: holds
// spin-states: 3
// check: --claim never => holds
byte x;
active proctype a() { d_step { x = 1; x = 2; x = 3 } }
never {
    do
    :: x == 2 -> break
    :: else
    od
}
