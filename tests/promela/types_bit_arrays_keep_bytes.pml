// Arrays of bit and bool are stored as bytes: an element is not cut to its width, as Spin does it.
// expect: holds
// spin-states: 9
bit a[2]; bool o[2];
byte seen_a, seen_o;
active proctype main() {
    a[0] = 2; seen_a = a[0];
    o[1] = 5; seen_o = o[1];
    assert(seen_a == 2);
    assert(seen_o == 5);
    assert(a[1] == 0 && o[0] == 0)
}
