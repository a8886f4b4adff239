// Sorting compares signed values.
// expect: holds
// spin-states: 9
chan q = [3] of { short };
short a;
active proctype main() {
    q!!1; q!!-5; q!!0;
    q?a; assert(a == -5);
    q?a; assert(a == 0)
}
