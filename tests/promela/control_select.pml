// select picks any value of the range.
// expect: violated assertion
// spin-states: 45
byte x, y;
active proctype main() {
    select (x : 2 .. 5);
    assert(x >= 2 && x <= 5);
    select (y : x .. x + 1);
    assert(y != 6)
}
