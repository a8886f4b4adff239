byte n = 3; int a[4] = {1, 2, 3}; hidden short h; unsigned u : 5; show bool b = true;
inline swap(p, q) { int t; t = p; p = q; q = t }
inline next(i) { return (i < 3 -> i + 1 : 0) }
active [2] proctype worker() provided (n > 0) {
    pid me = _pid;
    int i;
progress_loop: do
    :: atomic { i < 4 -> a[i]++; i++ }
    :: d_step { i == 4 -> i = 0; n = n * 2 % 7 } unless { u == 4 }
    :: else -> goto end_here
    od;
    select(i : 0 .. 3);
    for (i : 0 .. 2) { swap(a[0], a[i]); skip; skip }
    for (i in a) { printf("a[%d] = %d\n", i, a[i]) }
    i = next(i);
    { byte k = 4; assert(k != me) } { byte k; k = ~u << 2 ^ 'x' | -3 & !b }
end_here: accept: skip
}
never claim { do :: worker[0]@end_here -> break :: worker:i == 2 :: !np_ od }
