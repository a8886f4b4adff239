// Sorted and plain sends mix: a plain one appends even if that breaks the order, a sorted one stops at the first larger.
// expect: holds
// spin-states: 11
chan q = [4] of { byte };
byte a[4];
active proctype main() {
    q!5; q!1; q!!3; q!!7;
    q?a[0]; q?a[1]; q?a[2]; q?a[3];
    assert(a[0] == 3 && a[1] == 5 && a[2] == 1 && a[3] == 7)
}
