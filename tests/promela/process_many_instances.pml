// Symmetric instances with locals of their own.
// expect: holds
// spin-states: 585
byte x;
active [3] proctype p() { byte i; do :: i < 2 -> x = x + 1; i++ :: else -> break od }
