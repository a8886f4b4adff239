// A structure as a parameter comes field by field; its fields have the values that were passed, not those of the typedef.
// expect: holds
// spin-states: 19
typedef Inner { byte a; bit b };
typedef Outer { short f = 3; byte g; Inner in; chan c; unsigned u : 3 };
chan q = [1] of { byte };
bool seen;
proctype me(byte n; Outer z; int last) {
    byte got;
    assert(n == 7 && z.f == 5 && z.g == 9 && z.in.a == 4 && z.in.b == 1 && z.u == 6 && last == -2);
    z.c!z.g;
    z.g = 12;
    z.c?got;
    assert(got == 9);
    seen = true
}
active proctype starts(Outer z) {
    assert(z.f == 0 && z.g == 0);
    z.f = 5; z.g = 9; z.in.a = 4; z.in.b = 1; z.u = 6; z.c = q;
    run me(7, z, -2);
    (_nr_pr == 1);
    assert(z.g == 9 && seen)
}
