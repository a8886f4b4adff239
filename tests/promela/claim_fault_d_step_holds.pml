// A d_step in a claim that never begins, or whose assertion holds.
// expect: holds
// spin-states: 6
// check: --claim never => holds
byte x;
active proctype a() { x = 1; x = 0; x = 2; x = 0 }
never {
    do
    :: d_step { (x == 3) -> assert(false) }
    :: d_step { (x == 2) -> if :: x == 1 -> assert(false) :: else fi; assert(x == 2) }
    :: 1
    od
}
