// goto leaves the body and its escape.
// expect: holds
// spin-states: 5
byte x;
active proctype main() {
    { x = 1; goto out; assert(false) } unless { x == 5 -> assert(false) };
out:
    x = 5;
    assert(x == 5)
}
