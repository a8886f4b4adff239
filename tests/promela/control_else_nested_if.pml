// An option that begins with another if: the inner else belongs to the inner choice.
// expect: holds
// spin-states: 10
byte x;
active proctype main() {
    do
    :: if
       :: x == 0 -> x = 1
       :: x == 1 -> x = 2
       fi
    :: x == 2 -> break
    od;
    if
    :: x == 1 -> assert(false)
    :: else ->
        if
        :: x == 3 -> assert(false)
        :: else -> skip
        fi
    fi
}
