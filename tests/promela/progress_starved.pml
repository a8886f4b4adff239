// Progress is missing only in unfair runs.
// expect: holds
// spin-states: 8
// check: --progress => violated non-progress cycle
// check: --progress --fair => holds
byte x, y;
active proctype a() { do :: x = 1 - x od }
active proctype b() {
    do
    :: y == 0 ->
progress: y = 1
    :: y == 1 -> y = 0
    od
}
