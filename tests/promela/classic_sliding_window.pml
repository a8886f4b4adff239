// A sliding window of two with sequence numbers modulo 3, go-back-n, no loss.
// expect: holds
// spin-states: 1826
#define W 2
#define M 3
chan data = [W] of { byte, byte }; chan acks = [W] of { byte };
byte expected;
active proctype sender() {
    byte next, base, out, value, a;
    do
    :: out < W -> data!next,value; next = (next + 1) % M; value = (value + 1) % 5; out++
    :: acks?a ->
        do
        :: out > 0 && base != a -> base = (base + 1) % M; out--
        :: else -> break
        od
    od
}
active proctype receiver() {
    byte seq, want, v;
    do
    :: data?seq,v -> if :: seq == want -> assert(v == expected); expected = (expected + 1) % 5; want = (want + 1) % M :: else fi; acks!want
    od
}
