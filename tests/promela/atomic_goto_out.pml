// goto out of an atomic ends it.
// expect: holds
// spin-states: 38
byte x, seen;
active proctype a() {
    atomic { x = 1; if :: goto out :: x = 2 fi; x = 3 };
out:
    x = 4; x = 5
}
active proctype b() { seen = x }
