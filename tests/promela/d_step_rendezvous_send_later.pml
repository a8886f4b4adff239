// Nor later.
// expect: violated d_step
chan c = [0] of { byte };
byte r, y = 3;
active proctype a() { d_step { r = 5; c!1; r = 6 } }
active proctype b() { c?_ }
