// p[n]@label tells whether a process stands at a label.
// expect: holds
// spin-states: 5
// check: --claim never => holds
byte x;
active [2] proctype p() {
    do
    :: atomic { x == 0 -> x = 1 };
critical: skip; x = 0
    od
}
never {
    do
    :: p[0]@critical && p[1]@critical -> break
    :: else
    od
}
