// A bad index of where a handshake puts its message.
// expect: violated index
byte a[2] = 1;
byte i = 1;
chan q = [0] of { byte };
active proctype p() { q!1 }
active proctype r() { i = 2; q?a[i] }
