// Two processes blocked in the middle of their atomics: whoever can go on does, without the other between.
// expect: holds
// spin-states: 44
byte x, done;
active [2] proctype a() { atomic { skip; x == 1; done = done * 2; done = done + 1 } }
active proctype b() { x = 1; x = 0; x = 1 }
