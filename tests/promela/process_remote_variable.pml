// p[n]:x is a local variable of a process; p:x that of the only instance.
// expect: holds
// spin-states: 8
active proctype a() { byte x; x = 1; x = 2 }
active proctype b() { byte y; a:x == 2; y = a:x + a[0]:x; assert(y == 4) }
