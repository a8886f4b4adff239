// else in a loop whose option jumps out.
// expect: holds
// spin-states: 8
byte x;
active proctype main() {
again:
    do
    :: x < 2 -> x++; goto again
    :: else -> goto done
    od;
    assert(false);
done:
    assert(x == 2)
}
