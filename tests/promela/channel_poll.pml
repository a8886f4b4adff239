// q?[m] and q??[m] ask whether a receive could happen; they change nothing.
// expect: holds
// spin-states: 11
chan q = [2] of { byte, byte };
byte x = 9;
active proctype main() {
    assert(!q?[1,2]);
    q!1,2; q!3,4;
    assert(q?[1,2] && !q?[3,4] && q??[3,4] && !q??[5,5]);
    assert(q?[x,2]);
    assert(x == 9 && len(q) == 2);
    if
    :: q??[3,_] && len(q) == 2 -> q??3,x
    fi;
    assert(x == 4)
}
