// (c -> a : b) picks a value; it nests, and works as an index and as a condition.
// expect: violated invalid end state
// spin-states: 4
byte a[3]; byte i = 1;
active proctype main() {
    a[(i == 1 -> 2 : 0)] = (i > 5 -> 1 : (i < 1 -> 2 : 3));
    assert(a[2] == 3 && a[0] == 0);
    (i -> 1 : 0);
    (i == 0 -> 1 : 0) /* blocks */
}
