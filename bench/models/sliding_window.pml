// A sliding window protocol in both directions at once, over channels that may lose messages.
#ifndef W
#define W 2
#endif
#ifndef M
#define M 4
#endif
#ifndef VALUES
#define VALUES 3
#endif
mtype = { data, ack };
chan there = [W] of { mtype, byte, byte };
chan back = [W] of { mtype, byte, byte };
byte expected[2];
proctype station(chan in, out; byte me) {
    byte base, next, want, sent, value, seq, v, kind;
    byte window[W];
    do
    :: sent < W ->
        atomic { window[next % W] = value; value = (value + 1) % VALUES };
        out!data,next,window[next % W];
        next = (next + 1) % M;
        sent++
    :: in?data,seq,v ->
        if
        :: seq == want ->
            assert(v == expected[me]);
            d_step { expected[me] = (expected[me] + 1) % VALUES; want = (want + 1) % M };
        :: else
        fi;
        if
        :: nfull(out) -> out!ack,want,0
        :: skip
        fi
    :: in?ack,seq,_ ->
        d_step {
            do
            :: sent > 0 && base != seq -> base = (base + 1) % M; sent--
            :: else -> break
            od
        }
    :: timeout -> out!data,base,window[base % W]
    od
}
init { atomic { run station(there, back, 0); run station(back, there, 1) } }
