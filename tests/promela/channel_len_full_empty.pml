// len, empty, nempty, full, nfull at every filling.
// expect: holds
// spin-states: 95
chan q = [2] of { bit };
byte turns;
active proctype filler() {
    do
    :: nfull(q) -> q!1
    :: full(q) -> assert(len(q) <= 2); break
    od
}
active proctype drainer() {
    do
    :: nempty(q) && turns < 2 -> q?1; turns++
    :: turns == 2 -> break
    od;
    if
    :: atomic { empty(q) -> assert(len(q) == 0) }
    :: atomic { nempty(q) -> assert(len(q) > 0 && !q?[0]) }
    fi
}
