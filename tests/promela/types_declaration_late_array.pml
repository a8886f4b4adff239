// A late declaration of an array without an initialiser sets its first element to 0, and no other.
// expect: holds
// spin-states: 17
byte n;
active proctype main() {
    do
    :: n < 2 ->
        byte a[3];
        assert(a[0] == 0 && a[1] == n);
        a[0] = 1; a[1] = n + 1; a[2] = 1;
        n++
    :: n == 2 -> break
    od
}
