// A d_step as an option of a loop: its first statement is the guard.
// expect: holds
// spin-states: 8
byte x;
active proctype a() {
    do
    :: d_step { x < 4 -> x = x + 2; x = x - 1 }
    :: d_step { x == 4 -> x = 9 } 
    :: x == 9 -> break
    od
}
