// Several labels on one statement, labels at the end of a body, and a label before a compound.
// expect: holds
// spin-states: 11
byte n;
active proctype main() {
one: two:
    n++;
three:
    if
    :: n < 3 -> goto two
    :: n == 3 -> goto one
    :: n == 4 -> goto four
    fi;
    assert(false);
four:
}
