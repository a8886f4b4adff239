// All variables start as 0, local ones too, and arrays and structures throughout.
// expect: holds
// spin-states: 4
typedef pair { byte left; short right[2] };
bit b; byte y[3]; pair p[2]; mtype m; pid q;
active proctype main() {
    int mine; pair own;
    assert(b == 0 && y[0] == 0 && y[2] == 0 && p[1].left == 0 && p[1].right[1] == 0);
    assert(mine == 0 && own.right[0] == 0 && m == 0 && q == 0)
}
