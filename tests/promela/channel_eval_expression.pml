// eval() takes a whole expression, and is evaluated when the receive is tried.
// expect: holds
// spin-states: 21
chan q = [2] of { byte };
byte a = 1, b = 2;
active proctype main() { q!4; q!3; q?eval(a + b + 1); q?eval(a + b) }
active proctype other() { a = 2; a = 1 }
