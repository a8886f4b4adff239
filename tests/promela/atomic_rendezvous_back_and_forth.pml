// Control goes to and fro between two atomics.
// expect: holds
// spin-states: 9
chan there = [0] of { byte }; chan back = [0] of { byte };
byte x;
active proctype a() { byte y; atomic { there!1; back?y; x = x + y; there!2; back?y; x = x + y } }
active proctype b() { byte y; atomic { there?y; x++; back!y * 10; there?y; x++; back!y * 10 } }
active proctype c() { byte s; s = x }
