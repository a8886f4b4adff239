// A message field is cut to the field's type.
// expect: holds
// spin-states: 5
chan q = [2] of { byte, short };
int a = 300, b = 70000;
active proctype main() {
    q!a,b;
    q?a,b;
    assert(a == 44 && b == 4464)
}
