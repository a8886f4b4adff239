// A body that ends is left; the escape does not wait.
// expect: holds
// spin-states: 5
byte x;
active proctype main() {
    { x = 1; x = 2 } unless { x == 9 -> assert(false) };
    assert(x == 2)
}
