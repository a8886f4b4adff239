// printf takes every conversion and no effect; it is one step.
// expect: holds
// spin-states: 5
mtype = { alpha, beta };
mtype m = beta; int i = -5; byte y = 200;
active proctype main() {
    printf("plain\n");
    printf("%d %u %x %c %o %e %%\n", i, y, y, 65, 8, m);
    printm(m)
}
