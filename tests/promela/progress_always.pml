// Every cycle passes a progress label.
// expect: holds
// spin-states: 8
// check: --progress => holds
// check: --progress --fair => holds
byte x;
active proctype a() {
    do
    :: x < 3 -> x++
    :: x == 3 ->
progress_wrap: x = 0
    od
}
