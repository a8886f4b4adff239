// Nested: the outer escape comes before the inner one.
// expect: violated assertion
// spin-states: 40
byte x; bit outer, inner;
active proctype main() {
    { { do :: x = 1 - x od } unless { inner -> x = 10 }; x = x + 1 } unless { outer -> x = 20 };
    assert(x == 11 || x == 20);
    assert(x != 11)
}
active proctype trigger() { inner = 1; outer = 1 }
