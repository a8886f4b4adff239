// `for (m in q)` looks at each message once and leaves the channel as it was.
// expect: holds
// spin-states: 28
typedef item { byte value };
chan q = [3] of { item };
active proctype main() {
    item i; byte sum;
    i.value = 1; q!i; i.value = 2; q!i; i.value = 4; q!i;
    for (i in q) { sum = sum + i.value }
    assert(sum == 7 && len(q) == 3);
    q?i; assert(i.value == 1)
}
