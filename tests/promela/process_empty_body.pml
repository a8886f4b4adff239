// A body with declarations only: the process has nothing to do but to die.
// expect: holds
// spin-states: 4
byte x;
active proctype a() { byte y; }
active proctype b() { x = 1 }
