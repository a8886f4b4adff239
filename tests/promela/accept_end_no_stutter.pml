// A run that ends elsewhere is no acceptance cycle, though it passed an accept label.
// expect: holds
// spin-states: 4
// check: --acceptance => holds
byte x;
active proctype a() {
accept:
    x = 1;
    x = 2
}
