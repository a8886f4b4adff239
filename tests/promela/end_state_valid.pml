// A process may stop at a label that begins with end.
// expect: holds
// spin-states: 4
chan q = [0] of { byte };
active proctype server() {
    byte x;
end_waiting:
    do
    :: q?x
    od
}
active proctype client() { q!1; q!2 }
