// A process that always stands at a progress label makes progress always, even when it does not move.
// expect: holds
// spin-states: 4
// check: --progress => holds
byte x, y;
active proctype a() { do :: x = 1 - x od }
active proctype b() {
progress: do :: y = 1 - y od
}
