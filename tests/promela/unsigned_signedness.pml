// An unsigned of any width is computed with as a signed number.
// expect: holds
// spin-states: 3
unsigned u2 : 2 = 2;
unsigned u7 : 7 = 2;
unsigned u8 : 8 = 2;
unsigned u9 : 9 = 2;
unsigned u15 : 15 = 2;
unsigned u16 : 16 = 2;
unsigned u17 : 17 = 2;
unsigned u24 : 24 = 2;
unsigned u31 : 31 = 2;
int x;
active proctype p() { atomic {
    assert(u2 - 3 < 0); assert(-u2 < 0); assert(u2 > -1); assert(~u2 == -3); assert((u2 - 3) / 2 == 0); assert((u2 - 5) % 2 == -1); assert((u2 - 3) >> 1 == -1); x = u2 - 3; assert(x == -1); u2 = u2 - 3; assert(u2 > 0); assert(u2 + 1 > u2);
    assert(u7 - 3 < 0); assert(-u7 < 0); assert(u7 > -1); assert(~u7 == -3); assert((u7 - 3) / 2 == 0); assert((u7 - 5) % 2 == -1); assert((u7 - 3) >> 1 == -1); x = u7 - 3; assert(x == -1); u7 = u7 - 3; assert(u7 > 0); assert(u7 + 1 > u7);
    assert(u8 - 3 < 0); assert(-u8 < 0); assert(u8 > -1); assert(~u8 == -3); assert((u8 - 3) / 2 == 0); assert((u8 - 5) % 2 == -1); assert((u8 - 3) >> 1 == -1); x = u8 - 3; assert(x == -1); u8 = u8 - 3; assert(u8 > 0); assert(u8 + 1 > u8);
    assert(u9 - 3 < 0); assert(-u9 < 0); assert(u9 > -1); assert(~u9 == -3); assert((u9 - 3) / 2 == 0); assert((u9 - 5) % 2 == -1); assert((u9 - 3) >> 1 == -1); x = u9 - 3; assert(x == -1); u9 = u9 - 3; assert(u9 > 0); assert(u9 + 1 > u9);
    assert(u15 - 3 < 0); assert(-u15 < 0); assert(u15 > -1); assert(~u15 == -3); assert((u15 - 3) / 2 == 0); assert((u15 - 5) % 2 == -1); assert((u15 - 3) >> 1 == -1); x = u15 - 3; assert(x == -1); u15 = u15 - 3; assert(u15 > 0); assert(u15 + 1 > u15);
    assert(u16 - 3 < 0); assert(-u16 < 0); assert(u16 > -1); assert(~u16 == -3); assert((u16 - 3) / 2 == 0); assert((u16 - 5) % 2 == -1); assert((u16 - 3) >> 1 == -1); x = u16 - 3; assert(x == -1); u16 = u16 - 3; assert(u16 > 0); assert(u16 + 1 > u16);
    assert(u17 - 3 < 0); assert(-u17 < 0); assert(u17 > -1); assert(~u17 == -3); assert((u17 - 3) / 2 == 0); assert((u17 - 5) % 2 == -1); assert((u17 - 3) >> 1 == -1); x = u17 - 3; assert(x == -1); u17 = u17 - 3; assert(u17 > 0); assert(u17 + 1 > u17);
    assert(u24 - 3 < 0); assert(-u24 < 0); assert(u24 > -1); assert(~u24 == -3); assert((u24 - 3) / 2 == 0); assert((u24 - 5) % 2 == -1); assert((u24 - 3) >> 1 == -1); x = u24 - 3; assert(x == -1); u24 = u24 - 3; assert(u24 > 0); assert(u24 + 1 > u24);
    u31 = u31 - 3; assert(u31 == 2147483647); assert(u31 + 1 < 0)
} }
