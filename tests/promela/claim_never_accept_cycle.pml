// A never claim with an acceptance cycle: "x is 0 again and again".
// expect: holds
// spin-states: 2
// check: --claim never => violated
// check: --claim never --fair => violated
byte x;
active proctype a() { do :: x = 1 :: x = 0 od }
never {
    do
    :: true
    :: x == 0 -> goto accept
    od;
accept:
    do
    :: x == 0 -> skip
    od
}
