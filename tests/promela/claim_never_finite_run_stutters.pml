// A run that ends goes on for ever in its last state, for the claim.
// expect: holds
// spin-states: 4
// check: --claim never => violated
byte x;
active proctype a() { x = 1; x = 2 }
never {
    do
    :: true
    :: x == 2 -> goto accept
    od;
accept:
    do
    :: x == 2
    od
}
