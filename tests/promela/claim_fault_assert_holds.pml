// The same, of a value that x never has.
// expect: holds
// spin-states: 6
// check: --claim never => holds
byte x;
active proctype a() { x = 1; x = 0; x = 2; x = 0 }
never {
    do
    :: atomic { (x == 3) -> assert(!(x == 3)) }
    :: 1
    od
}
