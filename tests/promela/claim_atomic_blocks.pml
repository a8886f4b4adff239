// Where an atomic sequence of a claim blocks, the claim cannot move: it does not wait.
// expect: holds
// spin-states: 6
// check: --claim never => holds
byte x;
active proctype a() { x = 1; x = 0; x = 2; x = 0 }
never {
    do
    :: atomic { (x == 1) -> (x == 0) -> assert(false) }
    :: 1
    od
}
