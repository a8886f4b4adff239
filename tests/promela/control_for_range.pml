// for counts from the first to the last bound; the variable ends one above; an empty range does nothing.
// expect: holds
// spin-states: 29
byte i, j, sum, low = 3, high = 2;
active proctype main() {
    for (i : 1 .. 4) { sum = sum + i }
    assert(sum == 10 && i == 5);
    for (j : low .. high) { assert(false) }
    assert(j == 3);
    for (i : sum - 9 .. sum - 8) { j++ }
    assert(j == 5)
}
