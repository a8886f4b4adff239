// An if without an executable option is a deadlock.
// expect: violated invalid end state
// spin-states: 1
byte x;
active proctype a() {
    if
    :: x == 1 -> skip
    :: x == 2 -> skip
    fi
}
