// Structures in structures, arrays of both: every element has its own place.
// expect: holds
// spin-states: 81
typedef inner { byte cell[3]; bit flag };
typedef outer { inner grid[2]; int sum };
outer o[2];
active proctype main() {
    byte i, j, k;
    for (i : 0 .. 1) {
        for (j : 0 .. 1) {
            for (k : 0 .. 2) {
                o[i].grid[j].cell[k] = i * 100 + j * 10 + k;
                o[i].sum = o[i].sum + o[i].grid[j].cell[k]
            }
        }
    }
    assert(o[0].grid[1].cell[2] == 12);
    assert(o[1].grid[0].cell[1] == 101);
    assert(o[0].sum == 36 && o[1].sum == 636);
    o[1].grid[1].flag = 1;
    assert(o[0].grid[1].flag == 0 && o[1].grid[0].flag == 0)
}
