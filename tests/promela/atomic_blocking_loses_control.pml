// A statement that blocks inside atomic lets the others run; once it can go on, the rest is atomic again.
// expect: violated invalid end state
// spin-states: 21
byte x, y;
active proctype a() { atomic { x = 1; y == 1; x = 2; x = 3 }; assert(x == 3) }
active proctype b() { if :: x == 0 -> skip :: x == 1 -> y = 1 fi; assert(x != 2) }
