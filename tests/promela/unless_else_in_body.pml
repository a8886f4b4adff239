// else in the body looks at the body's options only, the escape having been tried first.
// expect: holds
// spin-states: 13
byte x;
active proctype main() {
    do
    :: x == 10 -> break
    :: else -> x++
    od unless { x == 4 -> x = 77 };
    assert(x == 77)
}
