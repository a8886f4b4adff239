// timeout as part of an expression.
// expect: holds
// spin-states: 9
byte x;
active proctype a() {
    do
    :: timeout && x < 2 -> x++
    :: x == 2 -> break
    od
}
active proctype b() { x == 1; x = 2 }
