// timeout is true when nothing else can move anywhere.
// expect: holds
// spin-states: 31
byte x, late;
active proctype watchdog() {
    do
    :: timeout -> late++; x = 0; if :: late == 2 -> break :: else fi
    od
}
active proctype worker() {
    do
    :: x == 0 -> x = 1
    :: late == 2 -> break
    od
}
