// A handshake is one step for the claim too.
// expect: holds
// spin-states: 11
// check: --claim never => violated
chan q = [0] of { byte };
byte x, y;
active proctype a() { q!1; x = 1 }
active proctype b() { q?y; x = 2 }
never {
    y == 0;
    y == 1;
    x == 0 || x == 1 || x == 2;
    x != 0
}
