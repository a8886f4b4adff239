// While the escape is executable the body is not, from its very first statement.
// expect: holds
// spin-states: 5
byte x;
active proctype main() {
    { assert(false) } unless { x == 0 -> x = 1 };
    assert(x == 1)
}
