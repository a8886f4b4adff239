// Comparisons, division, remainder and shifts follow C on int: signs are kept.
// expect: holds
// spin-states: 18
short s = -7; int i; byte y = 250;
active proctype main() {
    assert(s < 0 && s < y);
    i = s / 2; assert(i == -3);
    i = s % 3; assert(i == -1);
    i = 1 << 4; assert(i == 16);
    i = -16 >> 2; assert(i == -4);
    i = y ^ 255; assert(i == 5);
    i = ~0; assert(i == -1);
    i = 6 & 3 | 8; assert(i == 10);
    assert(!(s == 7) && -s == 7)
}
