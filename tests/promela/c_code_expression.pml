// c_expr as a guard and c_code as a step, over the state's variables.
// expect: holds
// spin-states: 10
// options: --allow-code
byte x;
active proctype main() {
    byte y;
    do
    :: c_expr { now.x < 3 } -> c_code { now.x++; Pmain->y = now.x * 2; }
    :: c_expr { now.x == 3 } -> break
    od;
    assert(x == 3 && y == 6)
}
