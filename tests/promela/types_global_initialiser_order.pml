// Initialisers of globals may use constants and macros.
// expect: holds
// spin-states: 4
#define SIZE 3
#define DOUBLE(x) ((x) * 2)
byte a = SIZE, b = DOUBLE(SIZE) + 1, c[SIZE];
active proctype main() {
    assert(a == 3 && b == 7);
    c[SIZE - 1] = 1
}
