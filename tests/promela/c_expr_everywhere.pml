// C expressions see the present state wherever they stand: in provided clauses, messages, matches and indices.
// expect: violated assertion, invalid end state
// spin-states: 480
// options: --allow-code
byte x, y, log[4];
chan queue = [2] of { byte };
chan port = [0] of { byte };
active proctype counter() {
    do
    :: x < 3 -> x++
    :: else -> break
    od
}
active proctype guarded() provided (c_expr { now.x == 2 }) {
    assert(x == 2);
    y = 1
}
active proctype sender() {
    (x == 1);
    queue!c_expr { now.x };
    log[c_expr { now.x }] = 1;
    port!c_expr { now.x + now.y }
}
active proctype receiver() {
    byte a;
    queue?a;
    assert(a <= 3 && a >= 1);
    port?eval(c_expr { now.x + now.y });
    assert(x != 3 || y != 1)
}
