// A goto as first statement of an option is a step of its own.
// expect: holds
// spin-states: 14
byte n;
active proctype main() {
    do
    :: goto out
    :: n < 2 -> n++
    od;
out:
    skip
}
