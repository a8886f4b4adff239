// A late declaration of a structure.
// expect: holds
// spin-states: 6
typedef pair { byte left, right };
active proctype main() {
    skip;
    pair p;
    p.left = 1;
    assert(p.left == 1 && p.right == 0)
}
