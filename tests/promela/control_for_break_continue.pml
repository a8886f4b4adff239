// break and goto inside for.
// expect: holds
// spin-states: 30
byte i, n;
active proctype main() {
    for (i : 0 .. 9) {
        if
        :: i == 2 -> goto next
        :: i == 5 -> break
        :: else
        fi;
        n++;
next:   skip
    }
    assert(n == 4 && i == 5)
}
