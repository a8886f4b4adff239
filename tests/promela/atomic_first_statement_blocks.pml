// An atomic whose guard blocks has not begun.
// expect: holds
// spin-states: 8
byte x;
active proctype a() { atomic { x == 1 -> x = 2; x = 3 } }
active proctype b() { x = 1; assert(x == 1 || x == 3) }
