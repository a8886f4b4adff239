// for (i in a) runs over the indices of an array.
// expect: holds
// spin-states: 31
byte a[4]; byte i, sum;
active proctype main() {
    for (i in a) { a[i] = i * i }
    for (i in a) { sum = sum + a[i] }
    assert(sum == 14)
}
