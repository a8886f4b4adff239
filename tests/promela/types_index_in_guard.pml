// The check applies in guards; && does not evaluate its right side in vain.
// expect: violated index
byte a[2]; byte i;
active proctype main() {
    do
    :: i < 2 && a[i] == 0 -> i++
    :: else -> break
    od;
    assert(i == 2);
    if
    :: a[i] == 0 -> skip
    :: i == 2 -> skip
    fi
}
