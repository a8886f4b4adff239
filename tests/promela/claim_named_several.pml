// Several claims have names; one is checked at a time.
// expect: holds
// spin-states: 4
// check: --claim first => violated
// check: --claim second => holds
byte x;
active proctype a() { x = 1; x = 2 }
never first { do :: x == 2 -> break :: else od }
never second { do :: x == 3 -> break :: else od }
