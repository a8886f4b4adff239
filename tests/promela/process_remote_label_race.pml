// The same, where both can be there.
// expect: holds
// spin-states: 37
// check: --claim never => violated
byte x;
active [2] proctype p() {
    do
    :: x == 0 -> 
        skip;
        x = 1; 
critical: skip; x = 0
    od
}
never {
    do
    :: p[0]@critical && p[1]@critical -> break
    :: else
    od
}
