// A buffered channel keeps the order; a send blocks when it is full, a receive when it is empty.
// expect: holds
// spin-states: 120
chan q = [2] of { byte };
byte got;
active proctype sender() { byte i = 1; do :: i <= 4 -> q!i; i++ :: else -> break od }
active proctype receiver() {
    byte x;
    do
    :: q?x -> assert(x == got + 1); got = x; if :: got == 4 -> break :: else fi
    od
}
