// A bad index in an initialiser of a process that is created.
// expect: violated index
byte a[2] = 1;
byte i = 1;
proctype r() { byte y = a[i]; skip }
init { i = 5; run r() }
