// _last never blames the wrong process.
// expect: holds
// spin-states: 19
// check: --claim never => holds
byte x;
active proctype a() { x = 1; x = 1 }
active proctype b() { byte y; y = 3; y = 4 }
never {
    do
    :: x == 0 && _last == 0 && b:y == 4 && np_ -> skip
    :: x == 0 && b:y == 3 && _last == 0 -> assert(_last == 1 || x == 0)
    :: true
    od
}
