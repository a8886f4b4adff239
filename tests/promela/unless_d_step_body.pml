// A d_step is indivisible: the escape is tried before it only.
// expect: holds
// spin-states: 4
byte x;
active proctype main() {
    d_step { x = 1; x = 2; x = 3 } unless { x == 2 -> x = 50 };
    assert(x == 3)
}
