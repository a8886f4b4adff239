// else beside a buffered send: executable iff the channel is full.
// expect: holds
// spin-states: 58
chan q = [1] of { byte };
byte full_seen;
active proctype a() {
    byte i;
    do
    :: i == 3 -> break
    :: i < 3 -> if :: q!i :: else -> full_seen++ fi; i++
    od
}
active proctype b() { q?_ }
