// Choices inside a d_step take the first executable option.
// expect: holds
// spin-states: 4
byte x, y;
active proctype a() {
    d_step {
        if :: x == 5 -> y = 1 :: x == 0 -> y = 2 :: true -> y = 3 fi;
        do :: x < 3 -> x++ :: x < 5 -> x = 100 :: else -> break od
    };
    assert(y == 2 && x == 100)
}
