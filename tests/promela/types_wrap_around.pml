// Every integer type truncates what is assigned to it as a C cast does; arithmetic itself is int.
// expect: holds
// spin-states: 33
bit b; bool o; byte y; short s; int i; unsigned u : 3; unsigned w : 5;
active proctype main() {
    y = 255; y = y + 1; assert(y == 0);
    y = 0; y = y - 1; assert(y == 255);
    y = 300; assert(y == 44);
    s = 32767; s = s + 1; assert(s == -32768);
    s = -32768; s--; assert(s == 32767);
    b = 2; assert(b == 0);
    b = 3; assert(b == 1);
    o = 3; assert(o == 1);
    u = 9; assert(u == 1);
    w = 63; assert(w == 31);
    w = -1; assert(w == 31);
    i = 2147483647; assert(i > 0);
    y = 200; i = y + y; assert(i == 400)
}
