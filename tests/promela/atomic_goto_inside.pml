// goto to a label on a statement inside another atomic keeps control.
// expect: holds
// spin-states: 13
byte x, seen;
active proctype a() {
    atomic { x = 1; goto target };
    assert(false);
    atomic { skip; 
target: x = 2; x = 3 }
}
active proctype b() { seen = x; assert(seen != 2) }
