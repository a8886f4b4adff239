// _last is the number of the process that made the last step.
// expect: holds
// spin-states: 17
// check: --claim never => violated
byte x;
active proctype a() { x = 1; x = 2 }
active proctype b() { x = 3 }
never {
    do
    :: x == 3 && _last == 1 -> break
    :: true
    od
}
