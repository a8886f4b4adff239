// A run that stops makes no progress for ever after, but is no cycle.
// expect: holds
// spin-states: 4
// check: --progress => holds
byte x;
active proctype a() {
progress:
    x = 1;
    x = 2
}
