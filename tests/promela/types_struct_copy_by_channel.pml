// A whole structure travels in a message.
// expect: holds
// spin-states: 9
typedef point { byte x; short y[2] };
chan q = [2] of { point, byte };
active proctype main() {
    point p, r; byte n;
    p.x = 1; p.y[0] = -2; p.y[1] = 300;
    q!p,7;
    p.x = 9;
    q?r,n;
    assert(r.x == 1 && r.y[0] == -2 && r.y[1] == 300 && n == 7)
}
