// -> separates statements as ; does, anywhere.
// expect: holds
// spin-states: 6
byte x;
active proctype main() { x = 1 -> x == 1 -> x = 2 -> assert(x == 2) }
