// Widths next to each other do not disturb one another.
// expect: holds
// spin-states: 20
unsigned a : 1, b : 2, c : 7, d : 9;
active proctype main() {
    do
    :: b < 3 -> b++; c = c + 40; d = d + 200
    :: else -> break
    od;
    a = 1; a = a + 1;
    assert(a == 0 && b == 3 && c == 120 && d == 88);
    b = b + 1; assert(b == 0)
}
