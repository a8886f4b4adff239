// The escape of a labelled atomic sequence is not part of it.
// expect: violated assertion
// spin-states: 65
byte x, y;
active proctype a() { skip; L: atomic { x = 1; y == 1; x = 2; x = 5 } unless { y == 2 -> x = 3; x = 4 }; assert(x != 4); assert(x != 5) }
active proctype b() { if :: y = 1 :: y = 2 fi; assert(x != 3); assert(x != 2) }
