// Choices inside atomic are all explored.
// expect: holds
// spin-states: 48
byte x, y;
active proctype a() {
    atomic {
        if :: x = 1 :: x = 2 :: x = 3 fi;
        do :: y < x -> y++ :: break od
    }
}
active proctype b() { byte s; s = x + y }
