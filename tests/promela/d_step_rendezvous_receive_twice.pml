// One handshake, one message: the second receive blocks.
// expect: violated d_step
chan c = [0] of { byte };
byte r, y = 3;
active proctype a() { c!1; c!2 }
active proctype b() { byte x; d_step { c?x; c?x; y = x } }
