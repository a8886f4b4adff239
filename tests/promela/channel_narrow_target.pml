// The variable that receives cuts the value again.
// expect: holds
// spin-states: 8
chan q = [1] of { int };
bit b; byte y;
active proctype main() {
    q!258; q?y; assert(y == 2);
    q!2; q?b; assert(b == 0)
}
