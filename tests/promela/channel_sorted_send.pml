// q!!m puts a message before the first that is larger, all fields compared in order.
// expect: holds
// spin-states: 17
chan q = [5] of { byte, byte };
byte a, b;
active proctype main() {
    q!!3,1; q!!1,9; q!!2,0; q!!1,2;
    q?a,b; assert(a == 1 && b == 2);
    q?a,b; assert(a == 1 && b == 9);
    q?a,b; assert(a == 2);
    q!!0,0;
    q?a,b; assert(a == 0);
    q?a,b; assert(a == 3)
}
