// A bad index in a guard beside an `else`.
// expect: violated index
byte a[2] = 1;
byte i = 1;
byte x;
active proctype p() { i = 5; if :: a[i] == 1 -> x = 1 :: else -> x = 2 fi }
