// An atomic that branches and joins: states between are not stored, whichever way they are reached.
// expect: holds
// spin-states: 31
byte x, y;
active [2] proctype a() {
    atomic {
        if :: x++ :: y++ fi;
        if :: x++ :: y++ fi;
        if :: x > y -> skip :: else -> y = 0 fi
    }
}
