// An index out of range in what a claim prints.
// expect: holds
// spin-states: 6
// check: --claim never => violated
byte x, a[2];
active proctype p() { x = 1; x = 0; x = 2; x = 0 }
never {
    do
    :: printf("%d", a[x])
    :: 1
    od
}
