// Bits, bools and unsigned variables in C are as wide as they are in Promela.
// expect: holds
// spin-states: 7
// options: --allow-code
typedef pair { bit one; unsigned two : 2 };
bit b = 1;
bool flag = true;
unsigned u : 5 = 31;
unsigned w : 11 = 2047;
unsigned wide : 20 = 1048575;
bit last = 1;
pair p;
active proctype main() {
    bit mine = 1;
    unsigned third : 3 = 7;
    c_code { now.b++; now.flag++; now.u++; now.w++; now.wide++; now.last = 6; now.p.one = 2; now.p.two = 5;
             Pmain->mine++; Pmain->third++; };
    assert(flag == 0 && u == 0 && w == 0 && wide == 0 && last == 0 && p.one == 0 && p.two == 1 && mine == 0 && third == 0);
    c_code { now.u--; if (now.u == 31) now.w = 3; };
    assert(w == 3);
    assert(b == 0 && u == 31)
}
