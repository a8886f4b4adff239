// A label reference outside claims, in a guard and in an assertion.
// expect: holds
// spin-states: 14
byte x;
active proctype p() {
    x = 1;
there:
    x == 2;
    x = 3
}
active proctype q() { p@there; assert(x == 1); x = 2; !p@there; assert(x == 2 || x == 3) }
