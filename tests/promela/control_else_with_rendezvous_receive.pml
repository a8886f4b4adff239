// else beside a rendezvous receive: a receive is never executable by itself, so else always is.
// expect: holds
// spin-states: 12
chan c = [0] of { byte };
byte x;
active proctype a() { byte y; do :: c?y -> x = y; break :: else -> break od }
active proctype b() { if :: c!2 :: x == 0 fi }
