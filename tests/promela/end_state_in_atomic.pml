// An end label inside an atomic, where it blocks.
// expect: holds
// spin-states: 2
byte x;
active proctype a() {
    atomic {
        x = 1;
endhere:
        x == 2;
        x = 3
    }
}
