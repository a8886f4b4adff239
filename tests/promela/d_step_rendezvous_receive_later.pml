// The second half of a handshake in the middle of a d_step blocks.
// expect: violated d_step
chan c = [0] of { byte };
byte r, y = 3;
active proctype a() { c!1 }
active proctype b() { d_step { r = 1; c?_; y = r } }
