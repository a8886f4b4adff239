// The same without the label is a deadlock.
// expect: violated invalid end state
// spin-states: 4
// check: --safety --no-end-states => holds
chan q = [0] of { byte };
active proctype server() {
    byte x;
waiting:
    do
    :: q?x
    od
}
active proctype client() { q!1; q!2 }
