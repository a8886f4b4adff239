// goto forwards, backwards, into loops and out of them; it takes no step outside atomic.
// expect: holds
// spin-states: 15
byte n;
active proctype main() {
    goto middle;
start:
    n++;
middle:
    do
    :: n < 3 -> goto start
    :: n == 3 ->
inside:
        n = n + 10
    :: n == 13 -> n = 20; goto inside
    :: n == 30 -> break
    od;
    assert(n == 30)
}
