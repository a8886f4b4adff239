// inline substitutes its parameters' text, and keeps its own variables apart.
// expect: holds
// spin-states: 16
byte a = 1, b = 2;
inline swap(x, y) { byte t; t = x; x = y; y = t }
inline twice(x, y) { swap(x, y); swap(x, y) }
active proctype main() {
    swap(a, b);
    assert(a == 2 && b == 1);
    twice(a, b);
    assert(a == 2 && b == 1)
}
