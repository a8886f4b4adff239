// A jump out of an atomic sequence of a claim ends the move.
// expect: holds
// spin-states: 6
// check: --claim never => holds
byte x;
active proctype a() { x = 1; x = 0; x = 2; x = 0 }
never {
    do
    :: atomic { x == 2 -> goto S }
    :: 1
    od;
S:  x == 2 -> assert(false)
}
