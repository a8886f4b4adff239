// A process cannot ask whether itself can move: the answer would depend on itself.
// expect: violated enabled
// spin: none (a runtime error there, too, but no violation that it counts)
active proctype asker() {
    byte i;
    do
    :: i = 1 - i
    :: enabled(0) -> skip
    od
}
