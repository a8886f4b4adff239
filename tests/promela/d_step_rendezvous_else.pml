// No handshake is refused by an `else`, and an `else` is none.
// expect: violated invalid end state
// spin-states: 8
chan c = [0] of { byte };
byte r, y = 3;
active proctype a() { c!6; r = 1; c!5 }
active proctype b() {
    byte x;
    d_step { if :: c?5 -> x = 1 :: else -> y++ fi };
    d_step { if :: c?6 -> x = 2 :: else -> y++ fi }
}
