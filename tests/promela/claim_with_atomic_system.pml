// The claim does not move inside an atomic sequence of the system.
// expect: holds
// spin-states: 3
// check: --claim never => holds
byte x;
active proctype a() { atomic { x = 1; x = 2; x = 3 } }
never {
    do
    :: x == 2 -> break
    :: else
    od
}
