// An escape that begins with a choice: any executable option of it takes over.
// expect: holds
// spin-states: 9
byte x, why;
active proctype main() {
    do
    :: x < 3 -> x++
    :: else -> x = 0
    od unless {
        if
        :: x == 2 -> why = 1
        :: x == 3 -> why = 2
        fi
    };
    assert(why == 1)
}
