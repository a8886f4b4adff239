// A cycle that passes no progress label.
// expect: holds
// spin-states: 9
// check: --progress => violated non-progress cycle
// check: --progress --fair => violated non-progress cycle
byte x;
active proctype a() {
    do
    :: x < 3 -> x++
    :: x == 3 ->
progress: x = 0
    :: x == 2 -> x = 0
    od
}
