// No index is out of range where the rest of the condition decides.
// expect: holds
// spin-states: 6
// check: --claim never => holds
byte x, a[2];
active proctype p() { x = 1; x = 0; x = 2; x = 0 }
never {
    do
    :: x < 2 && a[x] == 1
    :: 1
    od
}
