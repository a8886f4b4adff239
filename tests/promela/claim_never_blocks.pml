// Where the claim cannot move the run is of no interest: what lies behind is not searched.
// expect: violated assertion
// spin-states: 5
// check: --claim never => holds
byte x;
active proctype a() { x = 1; x = 2; assert(x != 2) }
never {
    do
    :: x == 0
    od
}
