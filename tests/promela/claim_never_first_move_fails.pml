// A claim that wants x to be 1 at once sees 0.
// expect: holds
// spin-states: 4
// check: --claim never => holds
byte x;
active proctype a() { x = 1; x = 2 }
never {
    x == 1;
    x == 2
}
