// goto to a label on the atomic itself gives up control for one state.
// expect: holds
// spin-states: 24
byte x, seen;
active proctype a() {
    atomic { x = 1; goto target };
    assert(false);
target:
    atomic { x = 2; x = 3 }
}
active proctype b() { seen = x; assert(seen != 2) }
