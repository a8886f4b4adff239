// break leaves the innermost loop only, and takes no step of its own.
// expect: holds
// spin-states: 28
byte inner, outer;
active proctype main() {
    do
    :: outer < 2 ->
        inner = 0;
        do
        :: inner < 2 -> inner++
        :: inner == 1 -> break
        :: inner == 2 -> break
        od;
        outer++
    :: outer == 2 -> break
    od;
    assert(inner == 1 || inner == 2)
}
