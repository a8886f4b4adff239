// All of an atomic sequence of a claim looks at one state.
// expect: holds
// spin-states: 6
// check: --claim never => violated
byte x;
active proctype a() { x = 1; x = 0; x = 2; x = 0 }
never {
    do
    :: atomic { (x == 1) -> if :: x == 0 -> skip :: else -> (x == 1) fi; break }
    :: 1
    od
}
