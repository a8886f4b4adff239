// An index out of range in a claim.
// expect: holds
// spin-states: 6
// check: --claim never => violated
byte x, a[2];
active proctype p() { x = 1; x = 0; x = 2; x = 0 }
never {
    do
    :: a[x] == 1
    :: 1
    od
}
