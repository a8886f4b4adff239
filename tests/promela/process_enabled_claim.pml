// enabled and pc_value in a never claim.
// expect: violated invalid end state
// spin-states: 2
// check: --claim never => violated
byte x;
active proctype a() { x = 1; x == 5 }
never {
    do
    :: x == 1 && !enabled(0) -> break
    :: else
    od
}
