// A d_step in a claim: conditions and an assertion in one state.
// expect: holds
// spin-states: 6
// check: --claim never => violated
byte x;
active proctype a() { x = 1; x = 0; x = 2; x = 0 }
never {
    do
    :: d_step { (x == 2) -> assert(x != 2) }
    :: 1
    od
}
