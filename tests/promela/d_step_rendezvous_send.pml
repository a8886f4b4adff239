// A d_step cannot send to a rendezvous channel, not even first.
// expect: violated d_step
chan c = [0] of { byte };
byte r, y = 3;
active proctype a() { d_step { c!1; r = 5 } }
active proctype b() { c?_ }
