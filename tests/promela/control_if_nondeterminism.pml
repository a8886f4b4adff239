// if takes any executable option; with none it blocks until one is.
// expect: holds
// spin-states: 25
byte x, taken;
active proctype a() {
    if
    :: true -> taken = 1
    :: x == 1 -> taken = 2
    :: x == 2 -> taken = 3
    fi
}
active proctype b() { x = 1; x = 2 }
