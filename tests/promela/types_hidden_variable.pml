// A hidden variable is no part of the state: states that differ only there are one.
// expect: holds
// spin-states: 13
hidden byte h; byte g;
active proctype main() {
    do
    :: g < 3 -> h = g; g++
    :: g == 3 -> break
    od;
    if
    :: h = 1
    :: h = 2
    fi
}
