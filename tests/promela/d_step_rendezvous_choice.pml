// Choices of a d_step among handshakes: the first that fits.
// expect: holds
// spin-states: 11
chan c = [0] of { byte };
byte r, y = 3;
active proctype a() { c!5; c!6; c!7 }
active proctype b() {
    byte x, n;
    do
    :: n < 3 -> d_step { if :: c?6 -> y = 10 :: c?x -> y = y + x :: c?_ -> assert(false) fi; n++ }
    :: n == 3 -> break
    od;
    assert(y == 17)
}
