// else beside a receive: Spin calls it dubious and takes it; else means that nothing can be received.
// expect: holds
// spin-states: 39
chan q = [1] of { byte };
byte missed;
active proctype a() {
    byte x;
    do
    :: q?x -> assert(x == 7); break
    :: else -> if :: missed < 2 -> missed++ :: missed == 2 fi
    od
}
active proctype b() { q!7 }
