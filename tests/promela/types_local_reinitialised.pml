// A declaration inside a loop is executed whenever control passes it: one without an initialiser sets 0 again.
// expect: holds
// spin-states: 24
byte rounds;
active proctype main() {
    do
    :: rounds < 3 ->
        byte x = 5;
        byte y;
        assert(x == 5 && y == 0);
        x = x + 1; y = y + 1;
        rounds++
    :: else -> break
    od
}
