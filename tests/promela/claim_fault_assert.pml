// What `spin -f '!([] p)'` writes: the assertion looks at the state in which its guard was true.
// expect: holds
// spin-states: 6
// check: --claim never => violated
byte x;
active proctype a() { x = 1; x = 0; x = 2; x = 0 }
never {
    do
    :: atomic { (x == 1) -> assert(!(x == 1)) }
    :: 1
    od
}
