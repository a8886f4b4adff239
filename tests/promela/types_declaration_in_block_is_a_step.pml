// Inside a block, an atomic or an option a declaration is a step even where it comes first.
// expect: holds
// spin-states: 12
byte g;
active proctype main() {
    { byte x = 1; byte y; g = x + y };
    atomic { byte z = 2; g = z };
    if
    :: byte w = 3; g = w
    :: true -> byte v; g = v
    fi
}
