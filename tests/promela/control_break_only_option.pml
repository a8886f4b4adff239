// An option that is nothing but break, and an empty-handed skip.
// expect: holds
// spin-states: 24
byte n;
active proctype main() {
    do
    :: n < 4 -> n++
    :: break
    od;
    do
    :: skip -> break
    od
}
