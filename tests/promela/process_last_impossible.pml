// _last never blames the wrong process: only b has moved where y is 3 and x is 0.
// expect: holds
// spin-states: 19
// check: --claim never => holds
byte x;
active proctype a() { x = 1; x = 1 }
active proctype b() { byte y; y = 3; y = 4 }
never {
    do
    :: b:y == 3 && x == 0 && _last == 0 -> break
    :: else
    od
}
