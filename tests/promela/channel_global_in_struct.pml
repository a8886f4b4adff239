// Channels as fields of a structure.
// expect: holds
// spin-states: 9
typedef link { chan data = [1] of { byte }; byte count };
link l[2];
active proctype main() {
    byte x;
    l[0].data!5; l[1].data!6;
    l[0].data?x; l[0].count = x;
    l[1].data?x; l[1].count = x;
    assert(l[0].count == 5 && l[1].count == 6)
}
