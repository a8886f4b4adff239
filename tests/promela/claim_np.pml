// np_ in a claim: true where no process stands at a progress label. This is what --progress looks for.
// expect: holds
// spin-states: 8
// check: --claim never => violated
// check: --claim never --fair => holds
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
never {
    do
    :: true
    :: np_ -> goto accept
    od;
accept:
    do
    :: np_
    od
}
