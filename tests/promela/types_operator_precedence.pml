// Precedence and associativity of the operators are those of C.
// expect: holds
// spin-states: 18
int a; byte one = 1;
active proctype main() {
    a = 2 + 3 * 4; assert(a == 14);
    a = 10 - 4 - 3; assert(a == 3);
    a = 100 / 10 / 5; assert(a == 2);
    a = 1 | 2 ^ 3 & 2; assert(a == 1);
    a = 1 << 1 + 1; assert(a == 4);
    assert(one == 1 && one != 2 || 0);
    assert(!one == 0);
    a = - one + 3; assert(a == 2);
    a = 7 & 3 == 3; assert(a == 1)
}
